// SPDX-License-Identifier: MIT
// The rules of a ground game on plain positions: simple, and slow. What is compiled for speed is
// tested against them.
#pragma once

#include <optional>
#include <vector>

#include "gen/bddl/ground.h"

namespace zermelo::bddl {

bool holds(const GroundGame& game, const GroundCondition& condition, const PlainPosition& p);
bool holds(const GroundGame& game, const GroundDemand& demand, const PlainPosition& p);

// Whether the action's own demands hold; that no other action comes first is not asked.
bool fits(const GroundGame& game, const GroundAction& action, const PlainPosition& p);
// The board and hands after it, the same side to move; nothing if a hand would not allow it. The
// action must fit.
std::optional<PlainPosition> applied(const GroundGame& game, const GroundAction& action,
                                     const PlainPosition& p);

// The positions that one turn leads to, the other side to move: ascending, each once. Whether the
// game is over is not asked. An action is possible if it fits and what follows can end the turn
// legally.
std::vector<PlainPosition> successors(const GroundGame& game, const PlainPosition& p);

// The result for the side that has just moved, whose turn led to p; nothing if the game goes on.
// The other side's #stuck is looked at last.
std::optional<tree::Result> result_after_turn(const GroundGame& game, const PlainPosition& p);

}  // namespace zermelo::bddl
