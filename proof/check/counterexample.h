// SPDX-License-Identifier: MIT
// What is wrong with a strategy that does not fulfil its claim, in words. The verdict does not
// depend on it.
#pragma once

#include <string>
#include <vector>

#include "gen/text/diagram.h"
#include "proof/check/strategy.h"
#include "proof/check/verification_conditions.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {

// Where a strategy does not fulfil its claim.
struct Counterexample {
  std::string position;  // in the game's notation
  Diagram board;
  std::string move;      // that was made there; empty if no move is to blame
  std::string sentence;  // what is wrong
};

// For a condition that is violated in a state: `inputs` are its board variables, then whether White
// is to move.
Counterexample make_counterexample(const Strategy& strategy, const symbolic::GameModel& model,
                                   const StrategyInArena& all,
                                   const VerificationCondition& condition,
                                   const std::vector<bool>& inputs);

}  // namespace zermelo::proof
