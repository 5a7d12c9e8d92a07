// SPDX-License-Identifier: MIT
#include "proof/ic3/ic3_options.h"

#include <algorithm>

namespace zermelo {
namespace {

// A number of plies as reports have it: 0 for no bound.
int depth_or_zero(int depth) { return depth == proof::infinity ? 0 : depth; }

}  // namespace

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

ProofReport ic3_report(Verdict verdict, int plies, const proof::Ic3Statistics& statistics,
                       const ProofOptions& options, const ProofLimits& limits) {
  ProofReport report;
  report.method = "ic3";
  report.verdict = verdict;
  report.obligations = statistics.obligations;
  report.sat_calls = statistics.sat_calls;
  report.cubes = statistics.blocked + statistics.won;
  if (verdict == Verdict::win) {
    report.plies = plies;
    if (options.stepwise) report.refuted = std::max(plies - 1, 0);
  } else {
    report.complete = plies == proof::infinity;
    report.refuted = depth_or_zero(plies);
  }
  if (verdict == Verdict::unknown) report.stopped_by = limits.stopped_by();
  return report;
}

}  // namespace zermelo
