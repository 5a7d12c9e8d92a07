// SPDX-License-Identifier: MIT
#include "proof/strategy/state_circuits.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

namespace zermelo::proof {

using symbolic::false_literal;
using symbolic::Literal;
using symbolic::true_literal;

namespace {

// How many of the boards, which agree on all earlier variables, have this variable false; these
// come first.
std::size_t false_ones(std::span<const BoardKey> boards, std::size_t variable) {
  const auto split =
      std::ranges::partition_point(boards, [&](const BoardKey& board) { return !board[variable]; });
  return static_cast<std::size_t>(split - boards.begin());
}

[[maybe_unused]] bool sorted_and_distinct(std::span<const BoardKey> boards) {
  return std::ranges::adjacent_find(boards, std::ranges::greater_equal()) == boards.end();
}

}  // namespace

StateCircuits::StateCircuits(symbolic::Aig& aig, std::vector<Literal> variables,
                             std::vector<bool> follows)
    : aig_(aig), variables_(std::move(variables)), follows_(std::move(follows)) {
  assert(follows_.size() == variables_.size() && variables_.size() <= symbolic::most_variables);
  assert(follows_.empty() || !follows_.front());
}

Literal StateCircuits::choose(std::size_t variable, Literal if_true, Literal if_false) {
  if (if_true == if_false) return if_true;
  return aig_.choose(variables_[variable], if_true, if_false);
}

Literal StateCircuits::member(std::span<const BoardKey> boards) {
  assert(sorted_and_distinct(boards));
  return boards.empty() ? false_literal : member(boards, 0);
}

Literal StateCircuits::member(std::span<const BoardKey> boards, std::size_t variable) {
  if (boards.empty()) return false_literal;
  if (variable == variables_.size()) return true_literal;
  const std::size_t split = false_ones(boards, variable);
  const Literal if_false = member(boards.first(split), variable + 1);
  const bool is_free = follows_[variable] && !boards.front()[variable - 1];
  if (is_free) return if_false;  // the variable is true on no board here
  return choose(variable, member(boards.subspan(split), variable + 1), if_false);
}

Literal StateCircuits::function(std::span<const BoardKey> boards, const std::vector<bool>& values) {
  assert(sorted_and_distinct(boards) && values.size() == boards.size());
  if (boards.empty()) return false_literal;
  values_ = &values;
  ones_.assign(1, 0);
  for (const bool value : values) ones_.push_back(ones_.back() + (value ? 1 : 0));
  return function(boards, 0, 0);
}

// `first`: the number of the first of these boards in the whole list.
Literal StateCircuits::function(std::span<const BoardKey> boards, std::size_t first,
                                std::size_t variable) {
  const std::uint32_t ones = ones_[first + boards.size()] - ones_[first];
  if (ones == 0) return false_literal;
  if (ones == boards.size()) return true_literal;
  const std::size_t split = false_ones(boards, variable);
  // Where all boards go one way, the other way does not matter.
  if (split == boards.size()) return function(boards, first, variable + 1);
  if (split == 0) return function(boards, first, variable + 1);
  const Literal if_false = function(boards.first(split), first, variable + 1);
  return choose(variable, function(boards.subspan(split), first + split, variable + 1), if_false);
}

}  // namespace zermelo::proof
