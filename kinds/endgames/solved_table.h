// SPDX-License-Identifier: MIT
// The values of one group's positions in memory.
//
// Values count one ply more than there are to the end, so that a side that is mated has lost in 1:
// a finished game has a value here (Value::of_outcome), and a loss in 0 plies cannot be written.
// The same goes for plies to zeroing (kinds/endgames/measure.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "gen/variant/index.h"
#include "gen/variant/material.h"

namespace zermelo::endgames {

// What is counted of the positions of one slice.
struct SliceStats {
  std::uint64_t positions = 0;  // up to symmetry
  std::uint64_t unfolded = 0;   // all
  // All, by outcome for the side to move.
  std::uint64_t wins = 0, draws = 0, losses = 0;
  // In plies to the end or to zeroing, of wins that are not cursed; -1 if there is none, and of
  // outcomes.
  int longest_win = -1;
  std::uint64_t longest_index = 0;  // the first such position
  // Positions up to symmetry by value, as SolvedTable has it.
  std::map<Value, std::uint64_t> histogram;

  bool operator==(const SliceStats&) const = default;
};

struct SolvedTable {
  SolvedTable(const Rules& rules, MaterialGroup group)
      : index(rules, std::move(group)), slices(index.slots()) {}

  Value at(std::size_t slot, std::uint64_t number) const {
    const Slice& slice = slices[slot];
    return slice.palette[slice.codes[number]];
  }

  struct Slice {
    std::vector<Value> palette;  // the values that occur, ascending by raw value; at most 256
    // By number; numbers that are no positions have any.
    std::vector<std::uint8_t> codes;

    bool operator==(const Slice&) const = default;
  };
  GroupIndex index;
  std::vector<Slice> slices;
};

}  // namespace zermelo::endgames
