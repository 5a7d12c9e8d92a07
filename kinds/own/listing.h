// SPDX-License-Identifier: MIT
// Writes the table of a game of one's own: states in order of code, with their values, and what it
// says of the rules.
#pragma once

#include <cstdint>
#include <vector>

#include "gen/value.h"
#include "kinds/own/graph.h"
#include "kinds/own/rules.h"
#include "tablebase/job/driver.h"

namespace zermelo {

// The table's slice: all states in which the game goes on.
inline constexpr char own_slice[] = "states";

// A state, what the rules say of it, and what a table stores of it if the game goes on.
struct OwnSolvedState {
  OwnState state;
  OwnFacts facts;
  Value value;
};

// All states, by number, once their values are found. Thread-safe.
class OwnSolvedStates {
 public:
  virtual ~OwnSolvedStates() = default;
  // Those in which the game is over are among them.
  virtual std::uint64_t size() const = 0;
  // Replaces `states` by those numbered begin..end-1.
  virtual void read(std::uint64_t begin, std::uint64_t end,
                    std::vector<OwnSolvedState>& states) const = 0;
};

// `over` of the states are, and `digest` is the sum of digest_of. The states' facts say which are
// near an end. Sets the report's members and levels.
void write_own_table(Driver& driver, const OwnProgram& program, const OwnSolvedStates& states,
                     std::uint64_t over, std::uint64_t digest, SolveReport& report);
// What that takes for so many states, in bytes, beside the states themselves and their values.
std::uint64_t bytes_to_write_own(std::uint64_t states);

}  // namespace zermelo
