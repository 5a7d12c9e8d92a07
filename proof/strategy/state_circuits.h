// SPDX-License-Identifier: MIT
// Lists of states as circuits: a decision diagram in the order of the variables, with a multiplexer
// for each node, made from the sorted list in one pass.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/model/aig.h"
#include "symbolic/model/state_bits.h"

namespace zermelo::proof {

// A board, ordered by its variables, the first one first.
class BoardKey {
 public:
  BoardKey() = default;
  explicit BoardKey(const symbolic::BoardState& board) {
    for (std::size_t k = 0; k < symbolic::most_variables; ++k)
      words_[k / 64] |= std::uint64_t{board[k]} << (63 - k % 64);
  }
  bool operator[](std::size_t variable) const {
    return (words_[variable / 64] >> (63 - variable % 64) & 1) != 0;
  }
  auto operator<=>(const BoardKey&) const = default;

 private:
  std::array<std::uint64_t, symbolic::most_variables / 64> words_{};
};

class StateCircuits {
 public:
  // `variables` are the literals that stand for the variables. `follows[k]`: on boards, variable k
  // is false wherever variable k - 1 is.
  StateCircuits(symbolic::Aig& aig, std::vector<symbolic::Literal> variables,
                std::vector<bool> follows);

  // True on these boards and on no others. The boards must be sorted and distinct.
  symbolic::Literal member(std::span<const BoardKey> boards);
  // Has these values on these boards, and any values on others. The boards must also be sorted and
  // distinct.
  symbolic::Literal function(std::span<const BoardKey> boards, const std::vector<bool>& values);

 private:
  symbolic::Literal member(std::span<const BoardKey> boards, std::size_t variable);
  symbolic::Literal function(std::span<const BoardKey> boards, std::size_t first,
                             std::size_t variable);
  symbolic::Literal choose(std::size_t variable, symbolic::Literal if_true,
                           symbolic::Literal if_false);

  symbolic::Aig& aig_;
  std::vector<symbolic::Literal> variables_;
  std::vector<bool> follows_;
  const std::vector<bool>* values_ = nullptr;  // while `function` runs
  std::vector<std::uint32_t> ones_;            // true values before each board
};

}  // namespace zermelo::proof
