// SPDX-License-Identifier: MIT
// Values of a game of one's own by the plainest way there is: all moves of all states are looked at
// again and again until nothing changes. It shares no code with the solver (kinds/own/values.h),
// and is what tables of scores are verified by, and what `crosscheck` asks.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "kinds/own/graph.h"
#include "kinds/own/rules.h"
#include "probe/game.h"

namespace zermelo {

// By state, for player 0: as OwnValues::value. For states in which the game is over, 0 or the
// score.
// `stop`, if it is not null, may be set to stop: Interrupted is thrown.
std::vector<std::int32_t> own_values_by_sweeps(const OwnGraph& graph, bool is_puzzle, bool scores,
                                               const std::atomic<bool>* stop = nullptr);

// The values of all states that play leads to, of which no optional function is asked but
// `start_at`; and what a table has of them. As SweepCheck (probe/game.h).
SweepReport check_by_sweeps(const OwnProgram& program, const SweepOptions& options);

}  // namespace zermelo
