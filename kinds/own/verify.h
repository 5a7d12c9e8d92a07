// SPDX-License-Identifier: MIT
// Verifying a table of a game of one's own (see tablebase/verify/table_verifier.h): all states are
// found again, by `moves` and `play` alone, and each value is compared with those of its moves;
// values that are scores, which may hold each other up in a circle, with those that sweeps find
// (kinds/own/sweeps.h).
#pragma once

#include "kinds/own/read.h"
#include "tablebase/reports.h"

namespace zermelo {

// Throws DamagedTable for anything wrong with the file as such, and RulesError.
VerifyReport verify_own(const OwnProgram& program, const OwnTable& table,
                        const WorkOptions& options);

}  // namespace zermelo
