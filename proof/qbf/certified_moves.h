// SPDX-License-Identifier: MIT
// A winner's moves, from the functions that a solver's proof contains: a certificate says what to
// play after every way that play can have taken, and so also what to play in every state that comes
// up.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "proof/check/arena.h"
#include "proof/qbf/arena_steps.h"
#include "proof/qbf/certificate.h"
#include "proof/qbf/grounded.h"

namespace zermelo::proof {

// The number of a move, by the side to move and the values of the board's variables.
using CertifiedMoves = std::map<std::pair<Side, std::vector<bool>>, std::size_t>;

// Follows all play from `start` in which `owner`, the side whose functions they are, moves as the
// certificate says. Where a state comes up again after more plies, its first move is kept. Ends
// early, with the moves found until then, if there are very many states or `stop` returns true.
// `inputs` are the variables of the formula's inputs (QdimacsText).
CertifiedMoves moves_of(const QbfCertificate& certificate, const GroundedFormula& formula,
                        const std::vector<int>& inputs, const Arena& arena, const ArenaBoard& start,
                        Side owner, const std::function<bool()>& stop = {});

}  // namespace zermelo::proof
