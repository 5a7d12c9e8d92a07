// SPDX-License-Identifier: MIT
// What a table says about a position, as `zermelo probe` answers: for one, or for a list of them.
#pragma once

#include <string>
#include <vector>

#include "cli/output.h"
#include "cli/squares.h"
#include "probe/table.h"

namespace zermelo::cli {

struct Wanted {
  bool moves = false, line = false, solution = false;
};

// What was asked for, all of it answered.
struct Answer {
  std::string position;
  Value value;
  std::vector<MoveValue> moves;
  Line line;
  Solution solution = {};
  int line_limit = 1000;
};

// Adds what is wanted beyond the value, moves under the naming of `words`. Throws what Table
// throws.
void complete_answer(const Table& table, const SquareWords& words, Wanted wanted, Answer& answer);

// Appends to what is there: value, moves, line, solution.
void add_answer(Json& json, const Table& table, Wanted wanted, const Answer& answer);

struct ListOptions {
  std::string from;  // a file, or "-"
  Wanted wanted;
  int threads = 0;
};

// Answers a list of positions on stdout, one JSON object per line, in order, as soon as lines
// come. Throws FileError if the list cannot be read to its end; if a position is faulty, its
// answer says so.
void answer_list(const Table& table, const SquareWords& words, const ListOptions& options);

}  // namespace zermelo::cli
