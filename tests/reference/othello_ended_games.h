// SPDX-License-Identifier: MIT
// How many boards of Othello there are on which neither side can move, by what each side has. Any
// assignment of the squares is a board, whether play can lead to it or not, and any square may be
// empty. Two ways, which share no code with each other nor with what they check.
#pragma once

#include <cstdint>
#include <map>

namespace zermelo::test {

// White's discs less Black's, and the number of boards.
using BoardsByLead = std::map<int, std::uint64_t>;

// Looks at every board, and at every square and direction of it. For up to 16 squares.
BoardsByLead ended_othello_boards_one_by_one(int rows, int cols);

// Fills boards square by square and forgets of a part of a board all that the rest cannot depend
// on: seconds for 5x6. At most six squares on the shorter side, and fewer than 2^64 boards.
//
// It uses this: neither side can move if and only if no two neighbours on a line (row, column or
// diagonal) that is not full have different colours. For if two have, the empty square of the line
// that is nearest to them has, on their side, a run of discs of one colour and behind it one of the
// other, whose owner can move there. And where a disc can be put, there are two such neighbours.
BoardsByLead ended_othello_boards(int rows, int cols);

// Positions in which the game has ended and White has more discs, whoever would be to move.
std::uint64_t ended_games_won_by_white(const BoardsByLead& boards);

}  // namespace zermelo::test
