// SPDX-License-Identifier: MIT
// What can be chosen about Ostle, and its textual form "size=4 start=3 lose=1".
#pragma once

#include "gen/parameters.h"

namespace zermelo::ostle {

// Which moves rule 8 forbids; see docs/ostle.md.
enum class Repetition {
  exact,      // a move that restores the position of two plies before: the rule as written
  symmetric,  // ... or a mirror image or rotation of it: what the program behind the paper plays
};

struct Parameters {
  int size = 5;    // side of the board, 3..6
  int start = 5;   // pieces per side at the start, 1..min(size, max_pieces)
  int lose = 3;    // a side down to this many pieces has lost, 0..start-1
  int total = 10;  // only slices with at most this many pieces on the board, 2*(lose+1)..2*start
  Repetition repetition = Repetition::exact;

  bool operator==(const Parameters&) const = default;
};

const GameInfo& info();
// Reads key=value pairs; keys that are absent have the defaults of info(). Throws UsageError, with
// the key and its range.
Parameters parse_parameters(const ParameterTexts& texts);

// Every parameter with its value, always in the same order: names a table uniquely.
ParameterTexts describe(const Parameters& parameters);

}  // namespace zermelo::ostle
