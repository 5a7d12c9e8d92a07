// SPDX-License-Identifier: MIT
// The part of the hybrid that works with decision diagrams: the layers of Connect Four's boards,
// and who wins them, found as sets and written to files, in a process of its own
// (symbolic/bdd/isolated.h): what it has found is in the files when the diagrams no longer fit.
#pragma once

#include <string>

#include "gen/connect/parameters.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/isolated.h"
#include "symbolic/hybrid/layer_files.h"

namespace zermelo::symbolic {

// Where a layer's boards are, and the sets of boards that the first player wins and the second.
std::string boards_file(int stones);
std::string outcomes_file(int stones);

// The set in boards_file. Throws Error if it is not there.
LayerRecord found_boards(const LayerFiles& files, int stones);

// The work. What is already in files is not computed again; the result is not passed as text. Both
// may throw OutOfNodes and FileError.
extern const IsolatedWork find_boards_work;
// From the last layer down. All boards have been found.
extern const IsolatedWork find_outcomes_work;
// The task of either.
std::string hybrid_sets_task(const connect::Parameters& game, const LayerFiles& files,
                             const BddOptions& bdd);

}  // namespace zermelo::symbolic
