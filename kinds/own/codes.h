// SPDX-License-Identifier: MIT
// States of a game of one's own as ascending 63-bit numbers, which tables list
// (tablebase/format/code_run.h). At each place of a state's bytes few values occur: the state is a
// number in a mixed radix, the first byte being the highest digit, so numbers are ordered as states
// are and can be taken apart. Where that needs more than 63 bits, a number is a hash with a seed
// for which no two states of the table collide; then there is no way back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kinds/own/rules.h"

namespace zermelo {

// What a table says about how its states are numbered.
struct OwnRecipe {
  // By place: the values that occur, ascending. Empty: numbers are hashes.
  std::vector<std::vector<std::uint8_t>> values;
  std::uint64_t seed = 0;  // of hashes

  bool is_one_way() const { return values.empty(); }
  bool operator==(const OwnRecipe&) const = default;
};

// Immutable and thread-safe.
class OwnCodes {
 public:
  // `recipe.values` has `state_bytes` lists, or none. Throws DamagedTable (without a file name) for
  // one that makes no sense.
  OwnCodes(OwnRecipe recipe, std::size_t state_bytes);

  const OwnRecipe& recipe() const { return recipe_; }
  bool is_one_way() const { return recipe_.is_one_way(); }
  // All codes are below.
  std::uint64_t size() const { return size_; }
  // Nothing if the state is certainly not in the table. With hashes, a state that is not in it has
  // a member's code with a chance of members/2^63.
  std::optional<std::uint64_t> encode(const OwnState& state) const;
  // Only if codes are not hashes; `code` is below size().
  OwnState decode(std::uint64_t code) const;

 private:
  OwnRecipe recipe_;
  std::size_t width_;
  std::uint64_t size_ = 1;
  std::vector<std::uint64_t> radix_;                   // by place: what its digit counts
  std::vector<std::array<std::int16_t, 256>> digits_;  // by place and value; -1: does not occur
};

// Notes which values occur.
class OwnValuesSeen {
 public:
  explicit OwnValuesSeen(std::size_t state_bytes) : seen_(state_bytes) {}
  void add(const OwnState& state) {
    for (std::size_t i = 0; i < seen_.size(); ++i) seen_[i][state.bytes[i]] = 1;
  }
  void operator+=(const OwnValuesSeen& more);
  std::size_t state_bytes() const { return seen_.size(); }
  // A recipe without hashes; nothing if it needs more than 63 bits.
  std::optional<OwnRecipe> recipe() const;

 private:
  std::vector<std::array<std::uint8_t, 256>> seen_;
};

}  // namespace zermelo
