// SPDX-License-Identifier: MIT
// Draws small games in version 2 of BDDL at random, so that everything the language has occurs
// often, and also in combinations that nobody would write.
#pragma once

#include <random>
#include <string>

namespace zermelo::test {

// The text of a game. Some are refused: an action may set a square to two things, and the start may
// be over. The same random numbers give the same game everywhere.
std::string random_version_2(std::mt19937& random);

}  // namespace zermelo::test
