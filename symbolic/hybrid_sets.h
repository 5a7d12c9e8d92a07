// SPDX-License-Identifier: MIT
// The part of the hybrid that works with decision diagrams: the layers of Connect Four's boards,
// and who wins them, found as sets and written to files. Run it in a process of its own
// (symbolic/isolated.h): what it has found is in the files when the diagrams do not fit any more.
#pragma once

#include <string>

#include "gen/connect/parameters.h"
#include "symbolic/bdd.h"
#include "symbolic/layer_files.h"
#include "symbolic/progress_text.h"

namespace zermelo::symbolic {

// Where a layer's boards are, and the sets of boards that the first player wins and the second.
std::string boards_file(int stones);
std::string outcomes_file(int stones);

// Of boards_file. Throws Error if it is not there.
LayerRecord found_boards(const LayerFiles& files, int stones);

// What is in files already is not found again. Both throw OutOfNodes and FileError.
void find_boards(const connect::Parameters& game, const LayerFiles& files, const BddOptions& bdd,
                 const ProgressText& progress);
// From the last layer down. All boards have been found.
void find_outcomes(const connect::Parameters& game, const LayerFiles& files, const BddOptions& bdd,
                   const ProgressText& progress);

}  // namespace zermelo::symbolic
