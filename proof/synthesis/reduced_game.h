// SPDX-License-Identifier: MIT
// Safety games made smaller before they are solved, by any method, and strategies for them turned
// into strategies for the games as they were.
//
// Controls that are defined are replaced: if any value of a control c but that of a function F is
// an error, F can stand for c. (Functions of this kind are found as gates are in formulas: F.
// Slivovsky, "Interpolation-Based Semantic Gate Extraction and Its Applications to QBF
// Preprocessing", CAV 2020, has the general case.) Inputs and latches that no error depends on,
// through any number of steps, are dropped (the cone of influence).
#pragma once

#include <vector>

#include "proof/aiger/aiger.h"
#include "proof/synthesis/safety_game.h"

namespace zermelo::proof {

struct DefinedControl {
  Literal control;
  // Of latches, the environment's inputs, and controls that are defined later, or not at all.
  Literal function;
};

struct ReducedGame {
  // What is left of the game. Its graph also has all nodes of the graph that it was made from.
  SafetyGraph game;
  std::vector<DefinedControl> defined;  // in the order in which they were found
  SafetyGraph whole;                    // the game as it was; its own graph is empty
};

ReducedGame reduce(SafetyGraph graph);

// The file with its winner's inputs replaced by functions. `choices` are those for the inputs of
// game.game.controller, if the controller wins, or of game.game.environment, in its graph. The game
// is that of the file.
AigerFile closed_circuit(const AigerFile& file, ReducedGame game, bool controlled,
                         const std::vector<Literal>& choices);

}  // namespace zermelo::proof
