// SPDX-License-Identifier: MIT
// Arguments that several verbs share, and how they are read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "gen/game_spec.h"
#include "probe/lure.h"
#include "proof/strategy.h"

namespace zermelo::cli {

// A game as it is named on a command line: GAME [key=value...], or --bddl DOMAIN PROBLEM.
struct GameArgument {
  Words words;             // of the first form; `show` takes its position from here, too
  Words bddl;              // the two files, or nothing
  std::string stuck = {};  // for --bddl

  // Warns of anything in rules in BDDL that may not be intended. Throws UsageError, and what
  // reading the files throws.
  GameSpec spec() const;
};
void add_game_argument(Arguments& verb, GameArgument& game);
// Only the options of the second form.
void add_bddl_options(Arguments& verb, GameArgument& game);
// FILE
void add_table_argument(Arguments& verb, std::string& path);
void add_threads_option(Arguments& verb, int& threads);
void add_json_option(Arguments& verb, bool& json);
// --style
void add_style_option(Arguments& verb, Style& style);

// The solver for the formulas of the method qbf.
struct SolverArgument {
  std::string solver = "expansion";  // or "depqbf", or a command
  QbfChoice::Encoding encoding = QbfChoice::Encoding::grounded;
  QbfChoice::Format format = QbfChoice::Format::qdimacs;

  QbfChoice choice() const;
};
void add_solver_options(Arguments& verb, SolverArgument& argument);

// "8G", "512M", "1.5GiB" or a number of bytes; units are powers of 1024, a final B or iB is
// optional. At least 1. Throws UsageError.
std::uint64_t parse_size(std::string_view text);

// A position typed as one argument or several; "start" stands for `start`.
std::string join_position(const Words& words, const std::string& start);

// Splits `GAME key=value... POSITION`: a word with '=' and without '/' is a parameter. After
// --bddl, all words are the position.
struct GameAndPosition {
  GameArgument game;
  Words position;
};
GameAndPosition split_game_and_position(const GameArgument& argument);

}  // namespace zermelo::cli
