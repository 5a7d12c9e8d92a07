// SPDX-License-Identifier: MIT
#include "kinds/ranked/column_walk.h"

#include <algorithm>
#include <cassert>

#include "gen/error.h"

namespace zermelo::symbolic {

std::size_t KeySet::slot(std::span<const std::uint32_t> key) const {
  std::uint64_t hash = key.size();
  for (const std::uint32_t word : key) {
    hash = (hash ^ word) * 0x9e3779b97f4a7c15;
    hash ^= hash >> 29;
  }
  hash ^= hash >> 32;
  for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at] == 0 || std::ranges::equal(this->key(slots_[at] - 1), key)) return at;
  }
}

std::uint32_t KeySet::number(std::span<const std::uint32_t> key) {
  const std::size_t at = slot(key);
  if (slots_[at] != 0) return slots_[at] - 1;
  if (size() == UINT32_MAX - 1) throw Error("The diagram has 2^32 keys.");
  words_.insert(words_.end(), key.begin(), key.end());
  begins_.push_back(words_.size());
  slots_[at] = size();
  const std::uint32_t added = size() - 1;
  if (2 * std::size_t{size()} > slots_.size()) {
    slots_.assign(2 * slots_.size(), 0);
    for (std::uint32_t n = 0; n < size(); ++n) slots_[slot(this->key(n))] = n + 1;
  }
  return added;
}

void ColumnWalk::require_memory() const {
  std::uint64_t bytes = keys_.bytes() + next_keys_.bytes();
  for (const Steps& steps : steps_) bytes += steps.bytes();
  if (bytes > memory_) throw OutOfNodes(memory_);
}

std::uint32_t ColumnWalk::node_of(const Steps& steps, std::uint64_t begin, std::uint64_t end,
                                  int cell, std::vector<UniqueNodes>& nodes,
                                  const std::vector<std::uint32_t>& places) const {
  if (begin == end) return 0;
  if (cell == cells_) {
    assert(end == begin + 1);
    return places.empty() ? steps.targets[begin] : places[steps.targets[begin]];
  }
  std::uint64_t middle = begin;
  while (middle < end && (steps.codes[middle] >> cell & 1) == 0) ++middle;
  const std::uint32_t low = node_of(steps, begin, middle, cell + 1, nodes, places);
  const std::uint32_t high = node_of(steps, middle, end, cell + 1, nodes, places);
  return nodes[static_cast<std::size_t>(cell)].place({low, high});
}

LayerDiagram ColumnWalk::reduced() {
  const auto cells = static_cast<std::size_t>(cells_);
  std::vector<LayerDiagram::Level> levels(static_cast<std::size_t>(columns_) * cells);
  std::vector<std::uint32_t> places, here;  // of the nodes of the keys after a column; before it
  for (int column = columns_ - 1; column >= 0; --column) {
    const auto c = static_cast<std::size_t>(column);
    std::vector<UniqueNodes> nodes(cells);
    here.clear();
    std::uint64_t begin = 0;
    for (const std::uint64_t end : steps_[c].ends) {
      here.push_back(node_of(steps_[c], begin, end, 0, nodes, places));
      begin = end;
    }
    for (std::size_t cell = 0; cell < cells; ++cell) levels[c * cells + cell] = nodes[cell].take();
    steps_[c] = {};
    places.swap(here);
  }
  return {std::move(levels), places.front()};
}

}  // namespace zermelo::symbolic
