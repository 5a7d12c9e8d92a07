// SPDX-License-Identifier: MIT
// External solvers for quantified Boolean formulas: DepQBF, and any that is run by a command. Each
// runs in a process of its own, so that limits are enforced and a crash becomes an error message.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "symbolic/bdd/isolated.h"

namespace zermelo::proof {

struct QbfLimits {
  double seconds = 0;        // the time limit; 0: no limit
  std::uint64_t memory = 0;  // bytes of the solver's address space; 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

struct QbfVerdict {
  std::optional<bool> is_true;
  // If there is no verdict: "time", "memory" or "stop".
  std::string stopped_by;
  // Values of variables of the outermost block, as literals, if the solver reports them.
  std::vector<int> outer;
  // A proof in the format QRP (proof/qbf/certificate.h), if that is what the solver prints.
  std::string proof = {};
};

// Whether this program was built with DepQBF (Lonsing and Egly, "DepQBF 6.0", CADE 2017; GPL-3).
bool has_depqbf();
// Throws UsageError if the program was built without it, Error if the solver's process died, with
// its last message.
QbfVerdict solve_by_depqbf(const std::string& qdimacs, const QbfLimits& limits);
// The worker's task if DepQBF was found (worker/depqbf_work.cpp): its input is the text,
// its result "true" or "false", and the literals.
inline constexpr std::string_view depqbf_work_name = "depqbf";

// Runs a solver: the command, as a shell reads it, followed by the name of a file with the formula.
// It exits with 10 if the formula is true and with 20 if it is false; lines "V 1 0" of its output
// are values of the outermost block (QDIMACS 1.1), or all of its output is a proof in the format
// QRP, of up to 512 MiB. It may close its output before it ends; what it
// has started and left running ends with it. Throws Error if it could not be run, was ended by a
// signal or returned neither, with the last line of its standard error; FileError if the formula
// cannot be written. The result is "memory" only if the solver mentions memory there, or if more
// than half of what was allowed was resident at once.
QbfVerdict solve_by_command(const std::string& command, const std::string& formula,
                            const QbfLimits& limits);

}  // namespace zermelo::proof
