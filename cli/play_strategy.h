// SPDX-License-Identifier: MIT
// A game against a strategy, in the terminal.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "gen/text/square_names.h"

namespace zermelo::cli {

// Whether a file is a circuit, and so not a table. False also if it cannot be read.
bool is_strategy_file(const std::string& path);

// The strategy plays its owner's side, the person who types the other. `position`: where to begin;
// empty: where the strategy does. `naming`: of squares, in what is
// printed and typed. Throws UsageError if the strategy does not have that position.
void play_strategy(const std::string& path, const Words& position, SquareNaming naming);

}  // namespace zermelo::cli
