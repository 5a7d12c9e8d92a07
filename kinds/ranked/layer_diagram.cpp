// SPDX-License-Identifier: MIT
#include "kinds/ranked/layer_diagram.h"

#include <cassert>
#include <string>
#include <utility>

#include "gen/error.h"

namespace zermelo::symbolic {

std::size_t UniqueNodes::slot(const LayerDiagram::Node& node) const {
  std::uint64_t hash = (std::uint64_t{node[0]} << 32 | node[1]) * 0x9e3779b97f4a7c15;
  hash ^= hash >> 32;
  for (std::size_t at = hash & (slots_.size() - 1);; at = (at + 1) & (slots_.size() - 1)) {
    if (slots_[at] == 0 || nodes_[slots_[at]] == node) return at;
  }
}

void UniqueNodes::grow() {
  slots_.assign(2 * slots_.size(), 0);
  for (std::size_t n = 1; n < nodes_.size(); ++n)
    slots_[slot(nodes_[n])] = static_cast<std::uint32_t>(n);
}

std::uint32_t UniqueNodes::place(LayerDiagram::Node node) {
  if (node[0] == 0 && node[1] == 0) return 0;
  const std::size_t at = slot(node);
  if (slots_[at] != 0) return slots_[at];
  if (nodes_.size() == UINT32_MAX) throw Error("The diagram has 2^32 nodes.");
  const auto place = static_cast<std::uint32_t>(nodes_.size());
  slots_[at] = place;
  nodes_.push_back(node);
  if (2 * nodes_.size() > slots_.size()) grow();
  return place;
}

LayerDiagram::LayerDiagram(const FrozenBdd& set) {
  if (set.size() == 0) {
    firsts_.assign(static_cast<std::size_t>(set.variables()) + 1, 1);
    return;
  }
  nodes_.resize(set.member_node());
  for (std::uint32_t n = 1; n < set.member_node(); ++n) {
    for (const std::size_t bit : {0, 1}) {
      const std::uint32_t child = set.node(n).child[bit];
      nodes_[n][bit] = child == set.member_node() ? 1 : child;
    }
  }
  firsts_.clear();
  for (int variable = 0; variable <= set.variables(); ++variable)
    firsts_.push_back(set.first_node(variable));
}

// Numbered anew, each level in the order in which the one before leads to its nodes.
LayerDiagram::LayerDiagram(std::vector<Level> levels, std::uint32_t root) {
  std::vector<std::uint32_t> places, next_places, numbers;
  if (root != 0) places.push_back(root);
  firsts_.clear();
  for (std::size_t variable = 0; variable < levels.size(); ++variable) {
    firsts_.push_back(static_cast<std::uint32_t>(nodes_.size()));
    const bool is_last = variable + 1 == levels.size();
    if (nodes_.size() + places.size() > UINT32_MAX) throw Error("The diagram has 2^32 nodes.");
    const auto first = static_cast<std::uint32_t>(nodes_.size() + places.size());
    numbers.assign(is_last ? 0 : levels[variable + 1].size(), 0);
    next_places.clear();
    for (const std::uint32_t place : places) {
      Node node = levels[variable][place];
      for (std::uint32_t& child : node) {
        if (child == 0 || is_last) continue;
        std::uint32_t& number = numbers[child];
        if (number == 0) {
          number = first + static_cast<std::uint32_t>(next_places.size());
          next_places.push_back(child);
        }
        child = number;
      }
      nodes_.push_back(node);
    }
    levels[variable] = {};
    places.swap(next_places);
  }
  firsts_.push_back(static_cast<std::uint32_t>(nodes_.size()));
}

FrozenBdd LayerDiagram::select(std::uint32_t numbers) const {
  std::vector<Level> levels(firsts_.size() - 1);
  std::vector<std::uint32_t> below, here;  // the places of a level's nodes, by number
  for (std::size_t variable = levels.size(); variable-- > 0;) {
    const bool is_last = variable + 1 == levels.size();
    const std::uint32_t first = firsts_[variable], end = firsts_[variable + 1];
    const auto place_of = [&](std::uint32_t child) -> std::uint32_t {
      if (is_last) return child != 0 && (numbers >> child & 1) != 0 ? 1 : 0;
      return child == 0 ? 0 : below[child - end];
    };
    UniqueNodes unique;
    here.clear();
    for (std::uint32_t n = first; n < end; ++n)
      here.push_back(unique.place({place_of(nodes_[n][0]), place_of(nodes_[n][1])}));
    levels[variable] = unique.take();
    below.swap(here);
  }
  const std::uint32_t root = below.empty() ? 0 : below.front();
  return LayerDiagram(std::move(levels), root).frozen();
}

FrozenBdd LayerDiagram::frozen() const {
  std::string bytes;
  const auto put = [&](std::uint64_t number) {
    for (; number >= 128; number >>= 7) bytes += static_cast<char>((number & 127) | 128);
    bytes += static_cast<char>(number);
  };
  put(static_cast<std::uint64_t>(variables()));
  put(root() == 0 ? 0 : 1);
  std::uint32_t fresh = 2;
  const auto member = static_cast<std::uint32_t>(nodes_.size());
  for (int variable = 0; root() != 0 && variable < variables(); ++variable) {
    const auto k = static_cast<std::size_t>(variable);
    for (std::uint32_t n = firsts_[k]; n < firsts_[k + 1]; ++n) {
      for (std::uint32_t child : nodes_[n]) {
        if (child != 0 && variable + 1 == variables()) child = member;
        put(child == 0 ? 0 : child == fresh ? 1 : fresh - child + 1);
        if (child == fresh) ++fresh;
      }
    }
  }
  return FrozenBdd(std::string_view(bytes));
}

}  // namespace zermelo::symbolic
