// SPDX-License-Identifier: MIT
// The models of the thesis's chapter 5 (proof/ic3/thesis.h), the rows of its Table 5.1.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "proof/ic3/turn_game.h"

namespace zermelo::proof {

struct ThesisModel {
  std::string name;  // as in Table 5.1, without symbols: "notakto (2 x 3, AA taken)"
  TurnGame game;
};

// In the table's order. Sizes are rows x columns.
//
// - "minigame" is Figure 3.1, as far as the text says what is drawn there: see minigame_drawing.
// - Notakto has one variable per square, as in section 2.2.2, and the turn; a square that is taken
//   from the start has none. Whoever makes a line loses, as the text says: the formulas for won_A
//   and won_B printed there have the two players exchanged.
// - Tic-tac-toe has three values per square, which take two variables, and the turn. Three in a row
//   win, on 2 x 2 two.
std::vector<ThesisModel> thesis_models();

// Figure 3.1 as a text (proof/ic3/transition_system.h). Section 3.2 names the states, except the
// one in won_A, says whose turn it is, and which moves there are: 0011 and 0110 must be where Bob
// can go from 0001, for otherwise 0011 could not leave F_1 before 0110 does.
std::string_view minigame_drawing();

}  // namespace zermelo::proof
