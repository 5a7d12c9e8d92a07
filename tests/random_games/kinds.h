// SPDX-License-Identifier: MIT
// What kinds of games the random draw has produced.
#pragma once

#include <map>
#include <string>

#include "tests/reference/corner_games.h"

namespace zermelo::random_games {

// How many games are of each kind; with 0 for those of which none has come yet.
using Kinds = std::map<std::string, int>;

void count_kinds(const test::CornerGame& game, const test::CornerReference& reference,
                 Kinds& kinds);
// On stdout, one line each.
void print_kinds(const Kinds& kinds);

}  // namespace zermelo::random_games
