// SPDX-License-Identifier: MIT
// The part of the hybrid that works with sets: the layers of Connect Four's boards, and who wins
// them (kinds/ranked/connect_layers.h), written to files, in a process of its own
// (symbolic/bdd/isolated.h): it can be stopped at any moment, and what it has found is in the files
// when the diagrams no longer fit.
#pragma once

#include <cstdint>
#include <string>

#include "gen/connect/parameters.h"
#include "kinds/ranked/layer_files.h"
#include "symbolic/bdd/isolated.h"

namespace zermelo::symbolic {

// Where a layer's boards are, and the sets of boards that the first player wins and the second.
std::string boards_file(int stones);
std::string outcomes_file(int stones);

// The set in boards_file. Throws Error if it is not there.
LayerRecord found_boards(const LayerFiles& files, int stones);

// The work. What is already in files is not computed again; the result is not passed as text. Both
// may throw OutOfNodes and FileError.
extern const IsolatedWork find_boards_work;
// From the last layer of the range down, each of which is reported as its number of stones. All
// boards have been found; the last layer is the full board, or solved.
extern const IsolatedWork find_outcomes_work;
// The task of either.
std::string hybrid_sets_task(const connect::Parameters& game, LayerRange range,
                             const LayerFiles& files, std::uint64_t memory);

}  // namespace zermelo::symbolic
