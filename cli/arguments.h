// SPDX-License-Identifier: MIT
// Arguments that several verbs share, and how they are read.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "probe/puzzle.h"

namespace zermelo::cli {

using Words = std::vector<std::string>;

// GAME [key=value...]
void add_game_argument(CLI::App& verb, Words& words);
// FILE
void add_table_argument(CLI::App& verb, std::string& path);
void add_threads_option(CLI::App& verb, int& threads);
void add_json_option(CLI::App& verb, bool& json);

// "8G", "512M", "1.5GiB" or a number of bytes; units are powers of 1024, a final B or iB says
// nothing more. At least 1. Throws UsageError.
std::uint64_t parse_size(std::string_view text);

// "7", "5..9" or "5.." (and more): plies, at least 1, the first not after the last. Throws
// UsageError.
PlyRange parse_ply_range(std::string_view text);

// A position typed as one argument or several; "start" stands for `start`.
std::string join_position(const Words& words, const std::string& start);

// `GAME key=value... POSITION` told apart: a word with '=' and without '/' is a parameter.
struct GameAndPosition {
  Words game, position;
};
GameAndPosition split_game_and_position(const Words& words);

}  // namespace zermelo::cli
