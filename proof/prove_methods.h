// SPDX-License-Identifier: MIT
// Verdicts with strategies by each of the methods, one of which `prove` uses.
#pragma once

#include <string>

#include "gen/game_spec.h"
#include "probe/game.h"
#include "proof/proof_limits.h"
#include "proof/strategy.h"

namespace zermelo {

// All of them write the strategy to `path`, unless it is empty, and leave the seconds to the
// caller. They throw as `prove` does.
ProofReport prove_by_ic3(const GameSpec& game, const std::string& path, const ProofOptions& options,
                         ProofLimits& limits);
ProofReport prove_by_qbf(const GameSpec& game, const std::string& path, const ProofOptions& options,
                         ProofLimits& limits);
ProofReport prove_by_table(const Game& game, const std::string& path, const ProofOptions& options,
                           ProofLimits& limits);
ProofReport prove_by_search(const Game& game, const std::string& path, const ProofOptions& options,
                            ProofLimits& limits);

}  // namespace zermelo
