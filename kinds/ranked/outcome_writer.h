// SPDX-License-Identifier: MIT
// Writes tables of outcomes (kinds/ranked/outcome_table.h).
#pragma once

#include <cstddef>

#include "kinds/ranked/outcome_table.h"
#include "kinds/ranked/outcome_vector.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "tablebase/distributed/cluster.h"
#include "tablebase/format/table_file.h"

namespace zermelo::symbolic {

// Appends a slice in which `mover` is to move. `record` has its name and its counts of positions;
// the rest is filled in. With a cluster (null: one process alone) it is collective: each process
// has its share of the outcomes, and the first one, which alone has a writer, gets those of the
// others packed; until then, those of a process take no more than its share.
void write_outcomes(TableWriter* writer, std::size_t slice, SliceRecord record,
                    const FrozenBdd& members, const OutcomeShare& outcomes, Side mover, int threads,
                    Cluster* cluster);

}  // namespace zermelo::symbolic
