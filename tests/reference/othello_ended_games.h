// SPDX-License-Identifier: MIT
// How many boards of Othello there are on which neither side can move, by the number of discs of
// each side. Any assignment of the squares is a board, whether play can lead to it or not, and any
// square may be empty. There are two ways, which share no code with each other or with what they
// check.
#pragma once

#include <cstdint>
#include <map>

namespace zermelo::test {

// White's discs minus Black's, and the number of boards.
using BoardsByLead = std::map<int, std::uint64_t>;

// Looks at every board, and at every square and direction of it. For up to 16 squares.
BoardsByLead ended_othello_boards_one_by_one(int rows, int cols);

// Fills boards square by square and forgets everything about a part of a board that the rest does
// not depend on: this takes seconds for 5x6. At most six squares on the shorter side, and fewer
// than 2^64 boards.
//
// It uses this: neither side can move if and only if no two neighbours on a line (row, column or
// diagonal) that is not full have different colours. If two have, the empty square of the line that
// is nearest to them has, on their side, a run of discs of one colour and behind it one of the
// other, whose owner can move there. Conversely, where a disc can be put, there are two such
// neighbours.
BoardsByLead ended_othello_boards(int rows, int cols);

// Positions in which the game has ended and White has more discs, whichever side would be to move.
std::uint64_t ended_games_won_by_white(const BoardsByLead& boards);

}  // namespace zermelo::test
