// SPDX-License-Identifier: MIT
// The lifted encoding: there is no formula for each square; one universally quantified square
// stands for all of them. Shaik and van de Pol (2023), section 4. docs/qbf.md explains it.
#pragma once

#include "proof/qbf/bounded_game.h"
#include "proof/qbf/qbf.h"

namespace zermelo::proof {

// True exactly if Black has a winning strategy within game.depth steps. Its size grows linearly
// with the depth and the rules, and with the logarithm of the board.
//
// The prefix is the paper's, outermost first: every move (its action, column and row, and whether
// the player stops there because the goal is reached), after White's moves, whether their
// conditions hold; where Black's goal is; where White's could be and what is missing there; the
// symbolic square; its state at every step. Columns and rows count from 0.
//
// What the paper leaves out: where a side that cannot move has not lost, Black names a move that
// White has; White may begin; depths may be even.
Qbf lifted_formula(const BoundedGame& game);

}  // namespace zermelo::proof
