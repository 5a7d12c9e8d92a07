// SPDX-License-Identifier: MIT
// Transition systems as they are drawn, such as the thesis's Figure 3.1, in a text that one can
// type. Every line is about one state; what follows a # is a comment:
//
//     alice 0000 -> 0001
//     bob   0001 -> 0011 0110
//     alice 1111 won_A
//
// First who is to move, then the state, then where its moves lead, or who has won there. A state is
// written as the values of its variables, all with equally many digits; play begins in that of the
// first line. A state without a line has no moves, and nobody has won there.
#pragma once

#include <string_view>

#include "proof/ic3/turn_game.h"

namespace zermelo::proof {

// The variables are the digits, named x1, x2, ... from the left, and the choice is the number of
// the move in its line, counted from 0. If one of the digits tells in all lines whose turn it is
// (1: Bob), the turn is that variable; the leftmost if there are several. Otherwise it is the
// function that is true just in the states whose lines say so. Throws SyntaxError ("line 3: ..."):
// for words that are not expected, for states of different lengths or of more than 60 digits, for a
// second line about a state, for moves from where somebody has won, and if there is no state.
TurnGame parse_transition_system(std::string_view text);

}  // namespace zermelo::proof
