// SPDX-License-Identifier: MIT
// Games with a turn variable and sets of won states (proof/ic3/turn_game.h) as AIGER files. The
// thesis says only that its models were in that format; the names are its own:
//
//   latches          the variables; one of them may be named "turn": 1 if Bob is to move
//   inputs           the choice of the player to move
//   outputs          "won_A", and if they are needed "won_B" and, where no latch is, "turn":
//                    functions of the latches
//   constraints      the choice is a move if all are 1
//
// A file with an output named "won_A" is such a game, and not a safety game.
#pragma once

#include "proof/aiger/aiger.h"
#include "proof/ic3/turn_game.h"

namespace zermelo::proof {

bool is_turn_game(const AigerFile& file);

// Throws UsageError, which says what is wrong with the file: no turn, or two; outputs of other
// names; a turn or a won set that depends on inputs; a latch without a first value; bad states,
// justice or fairness properties; a start in which both have won.
TurnGame read_turn_game(const AigerFile& file);

// The inverse. The turn is a latch if it is a variable of the game, otherwise an output.
AigerFile write_turn_game(const TurnGame& game);

}  // namespace zermelo::proof
