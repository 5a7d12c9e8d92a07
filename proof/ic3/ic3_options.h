// SPDX-License-Identifier: MIT
// What a user asks of a proof, as IC3 wants it; and what IC3 finds, as a user gets it.
#pragma once

#include "proof/ic3/ic3.h"
#include "proof/proof_limits.h"
#include "proof/strategy.h"
#include "proof/verdict.h"

namespace zermelo {

// The options and the limits must outlive the result.
proof::Ic3Options ic3_options(const ProofOptions& options, ProofLimits& limits);
// `plies` as in proof::Ic3Result. The strategy and the seconds are left to the caller.
ProofReport ic3_report(Verdict verdict, int plies, const proof::Ic3Statistics& statistics,
                       const ProofOptions& options, const ProofLimits& limits);

}  // namespace zermelo
