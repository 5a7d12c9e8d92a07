// SPDX-License-Identifier: MIT
// Whether a side of a board game can force a win, without a table; with a strategy that shows it.
#pragma once

#include <string>

#include "gen/game_spec.h"
#include "proof/check/strategy.h"
#include "proof/ic3/ic3.h"

namespace zermelo::proof {

struct Ic3Proof {
  Verdict verdict = Verdict::unknown;
  int plies = 0;  // as in Ic3Result
  Ic3Statistics statistics;
  Strategy strategy;  // the attacker's if they win, otherwise the other side's; if it is known
};

// Whether `attacker` can force a win from `start` (a position; empty: the start of the game).
// Throws UsageError if the game has no Boolean model, IllegalPosition.
Ic3Proof prove_by_ic3(const GameSpec& game, symbolic::Side attacker, const std::string& start,
                      const Ic3Options& options);

}  // namespace zermelo::proof
