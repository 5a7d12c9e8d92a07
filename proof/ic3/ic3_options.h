// SPDX-License-Identifier: MIT
// What a user asks of a proof, as IC3 wants it.
#pragma once

#include "proof/ic3/prove_by_ic3.h"
#include "proof/proof_limits.h"
#include "proof/strategy.h"

namespace zermelo {

// A number of plies as reports have it: 0 for no bound.
inline int depth_or_zero(int depth) { return depth == proof::infinity ? 0 : depth; }

// The options and the limits must outlive the result.
proof::Ic3Options ic3_options(const ProofOptions& options, ProofLimits& limits);

}  // namespace zermelo
