// SPDX-License-Identifier: MIT
#include "proof/ic3/ic3_options.h"

namespace zermelo {

proof::Ic3Options ic3_options(const ProofOptions& options, ProofLimits& limits) {
  proof::Ic3Options inner;
  inner.generalise = options.generalise;
  inner.depth = options.depth;
  inner.stepwise = options.stepwise;
  inner.stop = [&limits] { return limits.stop(); };
  if (options.progress) {
    inner.progress = [&options](const proof::Ic3Statistics& s) {
      options.progress({depth_or_zero(s.depth), s.obligations, s.sat_calls, s.blocked + s.won});
    };
  }
  return inner;
}

}  // namespace zermelo
