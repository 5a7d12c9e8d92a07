// SPDX-License-Identifier: MIT
// Arguments that several verbs share, and how they are read.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "gen/game_spec.h"
#include "probe/game.h"
#include "probe/lure.h"
#include "probe/table.h"
#include "proof/strategy.h"

namespace zermelo::cli {

// A game as it is named on a command line: GAME [key=value...], or --bddl DOMAIN PROBLEM.
struct GameArgument {
  Words words;               // of the first form; `show` takes its position from here, too
  Words bddl;                // the two files, or nothing
  std::string stuck = {};    // for --bddl
  std::string variant = {};  // the third form: a chess variant
  std::string endless = {};  // of variants: "draw", or empty

  // Warns of anything in rules in BDDL that may not be intended. Throws UsageError, and what
  // reading the files throws.
  GameSpec spec() const;
  // The game itself; reads rules once. The first word may also name a file with rules that are code
  // ("./mygame.so"), which is then run. Throws also what make_game and load_own_game throw.
  std::shared_ptr<const Game> game() const;
};
void add_game_argument(Arguments& verb, GameArgument& game);
// The options of the third form.
void add_variant_options(Arguments& verb, GameArgument& game);
// Only the options of the second form.
void add_bddl_options(Arguments& verb, GameArgument& game);
// FILE, and --game-code
struct TableArgument {
  std::string path, game_code;

  // Throws as Table::open, and what loading the code throws.
  Table open() const;
};
void add_table_argument(Arguments& verb, TableArgument& table);
void add_game_code_option(Arguments& verb, std::string& game_code);
// FILE
void add_table_argument(Arguments& verb, std::string& path);
void add_threads_option(Arguments& verb, int& threads);
void add_json_option(Arguments& verb, bool& json);
// --start: a position; the word `start` is the same as no such option.
void add_start_option(Arguments& verb, std::string& start, const std::string& meaning);
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
// The same for the start of a game, which is only asked for if it is meant: rules that are code may
// not be here.
std::string join_position(const Words& words, const Game& game);

// Splits `GAME key=value... POSITION`: a word with '=' and without '/' is a parameter. After
// --bddl, all words are the position.
struct GameAndPosition {
  GameArgument game;
  Words position;
};
GameAndPosition split_game_and_position(const GameArgument& argument);

}  // namespace zermelo::cli
