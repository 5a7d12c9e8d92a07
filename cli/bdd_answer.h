// SPDX-License-Identifier: MIT
// What `zermelo bdd` has found: as JSON, in sentences and tables, as comma-separated values.
#pragma once

#include "cli/output.h"
#include "othello_thesis/thesis.h"

namespace zermelo::cli {

// `complete`: the algorithm has ended. Holds all of question and answer, so that it is also what
// the texts are made from.
Json thesis_json(const ThesisQuestion& question, const ThesisAnswer& answer, bool complete);

void print_thesis(const Json& found);
// Of an algorithm its iterations, of Connect Four its layers.
void print_thesis_csv(const Json& found);

}  // namespace zermelo::cli
