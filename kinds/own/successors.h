// SPDX-License-Identifier: MIT
// The different states that moves lead to, up to symmetry: what explorers and searches backwards
// count as edges of a game's graph.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "kinds/own/rules.h"
#include "kinds/own/state_set.h"

namespace zermelo {

// A number for an edge between two states (hashed). Sums over edges tell sets of edges apart.
constexpr std::uint64_t edge_digest(std::uint64_t source_hash, std::uint64_t target_hash) {
  std::uint64_t x = source_hash * 0x9e3779b97f4a7c15u ^ target_hash;
  x ^= x >> 32;
  x *= 0xbf58476d1ce4e5b9u;
  return x ^ x >> 29;
}

// Of a set of edges.
struct OwnEdgeSum {
  std::uint64_t edges = 0, digest = 0;
  void add(std::uint64_t source_hash, std::uint64_t target_hash) {
    ++edges;
    digest += edge_digest(source_hash, target_hash);
  }
  void operator+=(const OwnEdgeSum& more) {
    edges += more.edges;
    digest += more.digest;
  }
  bool operator==(const OwnEdgeSum&) const = default;
};

// Canonical states and their hashes: each once, in order of hash. For one thread.
class OwnImages {
 public:
  void clear() {
    states_.clear();
    order_.clear();
  }
  // Instead of what there was: image_of(state) of all that these moves lead to, appended to
  // `hashes` and `states`.
  template <class ImageOf>
  void append_successors(std::span<const OwnMove> moves, const ImageOf& image_of,
                         const OwnStateSet& set, std::vector<std::uint64_t>& hashes,
                         std::vector<OwnState>& states) {
    clear();
    for (const OwnMove& move : moves) add(image_of(move.next), set);
    append_to(hashes, states);
  }
  void add(const OwnState& image, const OwnStateSet& set) {
    order_.push_back({set.hash(image), static_cast<std::uint32_t>(states_.size())});
    states_.push_back(image);
  }
  // Appends them to `hashes` and `states`; returns how many there are.
  std::size_t append_to(std::vector<std::uint64_t>& hashes, std::vector<OwnState>& states);

 private:
  struct Entry {
    std::uint64_t hash;
    std::uint32_t state;
  };
  std::vector<OwnState> states_;
  std::vector<Entry> order_;
};

// Calls use(i) for 0 to count-1, with memory fetched some states ahead: `set_of(i)`, which may be
// null, is where use(i) looks for, or adds, the state with hash_of(i).
template <class SetOf, class HashOf, class Use>
void with_prefetching(std::size_t count, const SetOf& set_of, const HashOf& hash_of,
                      const Use& use) {
  constexpr std::size_t far = 24, near = 12;
  for (std::size_t i = 0; i < count + far; ++i) {
    if (i < count) {
      if (const OwnStateSet* const set = set_of(i)) set->prefetch(hash_of(i));
    }
    if (i >= near && i - near < count) {
      if (const OwnStateSet* const set = set_of(i - near)) set->prefetch_state(hash_of(i - near));
    }
    if (i >= far) use(i - far);
  }
}

// Calls visit(i, number) for states of `set` among those given, and none for others.
template <class Visit>
void find_all(const OwnStateSet& set, std::span<const OwnState> states,
              std::span<const std::uint64_t> hashes, Visit&& visit) {
  with_prefetching(
      states.size(), [&](std::size_t) { return &set; }, [&](std::size_t i) { return hashes[i]; },
      [&](std::size_t i) { visit(i, set.find(states[i], hashes[i])); });
}

}  // namespace zermelo
