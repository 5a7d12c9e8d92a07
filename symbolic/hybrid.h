// SPDX-License-Identifier: MIT
// Connect Four by the hybrid of Edelkamp, Kissmann and Rohte (2014): layers of boards found as
// decision diagrams, which then serve as perfect hash functions of bit vectors for retrograde
// analysis, two bits a board, two layers in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "gen/connect/parameters.h"
#include "symbolic/frozen_bdd.h"

namespace zermelo::symbolic {

// Two bits a member of a set of boards, by rank. Many threads may write, each rank once.
class OutcomeVector {
 public:
  enum Code : unsigned { unknown = 0, first_wins = 1, second_wins = 2, draw = 3 };

  explicit OutcomeVector(std::uint64_t size = 0) : words_((size + 31) / 32) {}
  Code at(std::uint64_t rank) const {
    return static_cast<Code>(words_[rank / 32] >> rank % 32 * 2 & 3);
  }
  // Adds the codes of a word's ranks, which have none yet.
  void add(std::uint64_t word, std::uint64_t codes);
  std::uint64_t memory() const { return words_.size() * sizeof(std::uint64_t); }

 private:
  std::vector<std::uint64_t> words_;
};

// How many boards of a layer have each outcome.
struct OutcomeCounts {
  std::uint64_t first_wins = 0, second_wins = 0, draws = 0;
  OutcomeCounts& operator+=(const OutcomeCounts& more) {
    first_wins += more.first_wins;
    second_wins += more.second_wins;
    draws += more.draws;
    return *this;
  }
};

// The outcomes of all boards with `stones` stones, from those with one more. Both sets are of
// ConnectModel's variables, ended games included; `above` and its outcomes are empty for the last
// layer. Goes through the diagram once, and with every board through the diagram above to all of
// its successors at the same time, so that hardly any step is made twice.
OutcomeCounts solve_connect_layer(const connect::Parameters& game, int stones,
                                  const FrozenBdd& boards, const FrozenBdd& above,
                                  const OutcomeVector& outcomes_above, OutcomeVector& outcomes,
                                  int threads);

}  // namespace zermelo::symbolic
