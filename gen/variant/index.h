// SPDX-License-Identifier: MIT
// Numbering the positions of one material: the pair of leading men, up to symmetry, then for each
// further group of equal men the rank of their squares among the sets of squares that their kind
// may stand on. The royal men lead, without pairs that attack each other (462 in chess, 1,806 with
// pawns); in variants without royal men, two men that have no equals; if there are not two such
// men, there is no pair, and symmetries are not made use of.
//
// Not every number is that of a position: men may stand on one square, and where a symmetry keeps
// the leading men's squares (both kings on the diagonal), only the smallest of a position's numbers
// counts. Men in hand have no squares, and do not count.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/variant/endgame_rules.h"
#include "gen/variant/material.h"
#include "gen/variant/symmetry.h"

namespace zermelo::endgames {

// Immutable and thread-safe.
class MaterialIndex {
 public:
  // The material has one royal man a side, or none, and no more than max_men men. `folds`: whether
  // symmetries are made use of; all materials of a group must have the same. Throws UsageError if
  // there are more than 2^40 numbers.
  MaterialIndex(const Rules& rules, const Material& material, bool folds = true);

  std::uint64_t size() const { return size_; }
  // Pairs of leading men up to symmetry; 1 if there are none.
  std::uint64_t leading_pairs() const { return pairs_.size(); }
  std::size_t symmetries() const { return symmetries_.size(); }
  const std::vector<Permutation>& permutations() const { return symmetries_; }

  struct Located {
    std::uint64_t index;
    unsigned stabiliser;  // how many symmetries keep the position; 0: there is no such number
    unsigned symmetry;    // one that leads to the men that at(index) gives
  };
  // Men of this material on squares where they may stand.
  Located locate(const Men& men) const;
  // The men of a number; false if it is that of no position: two of them stand on one square, or
  // another number of the same position is smaller. Men stand in the same order for all numbers.
  // `stabiliser` is as in Located.
  bool at(std::uint64_t index, Men& men, unsigned& stabiliser) const;

  // The values that `index` takes for neighbouring numbers follow the last group: how many numbers
  // have all else in common.
  std::uint64_t last_group() const { return groups_.empty() ? 1 : groups_.back().sets; }

 private:
  static constexpr std::size_t most_subset = max_men;

  struct Group {
    std::uint8_t man;
    std::uint8_t count;
    std::uint64_t sets;                           // of squares, of that size
    std::array<std::uint8_t, max_squares> place;  // of a square among those it may stand on
    std::vector<Square> squares;                  // of each set, one after the other
  };
  struct Pair {
    Square first, second;
    std::vector<std::uint8_t> stabiliser;  // symmetries but the identity that keep both squares
  };
  struct PairPlace {
    std::int32_t pair = -1;
    std::uint8_t symmetry = 0;  // that leads to the pair in the list
  };
  using Squares = std::array<Square, max_men>;

  void find_leads(const Rules& rules, const Material& material);
  bool is_lead(int man) const;
  void add_pairs(const Rules& rules);
  void add_group(const Rules& rules, int man, int count);
  // The rank of the men's squares, group by group, after a symmetry.
  std::uint64_t rank(const Squares& squares, const Permutation& symmetry) const;
  static std::uint64_t rank_of_set(const Group& group, const Square* squares,
                                   const Permutation& symmetry);

  std::vector<Permutation> symmetries_;
  std::vector<std::vector<std::uint8_t>> products_;  // [a][b]: first b, then a
  std::size_t board_;
  std::vector<std::uint8_t> leads_;  // two men, or none
  std::vector<Pair> pairs_;
  // By first square times squares of the board, plus second; empty without leading men.
  std::vector<PairPlace> pair_of_;
  std::vector<Group> groups_;
  std::array<std::uint8_t, 256> slot_of_man_{};  // where a man's squares begin
  std::uint64_t group_product_ = 1, size_ = 0;
};

// The indexes of a group's slices. Immutable and thread-safe.
class GroupIndex {
 public:
  // Throws UsageError as MaterialIndex does.
  GroupIndex(const Rules& rules, MaterialGroup group);

  const MaterialGroup& group() const { return group_; }
  std::size_t slots() const { return group_.slots.size(); }
  int side(std::size_t slot) const { return group_.slots[slot].side; }
  const MaterialIndex& of(std::size_t slot) const { return indexes_[group_.slots[slot].material]; }
  // Numbers of all slices.
  std::uint64_t size() const;
  std::size_t board_width() const { return board_width_; }

  // As MaterialIndex::at, with the men in hand and the counters of checks.
  bool at(std::size_t slot, std::uint64_t index, Men& men, unsigned& stabiliser) const {
    const Men& held = held_[group_.slots[slot].material];
    men.hand = held.hand;
    men.in_hand = held.in_hand;
    men.checks = held.checks;
    return of(slot).at(index, men, stabiliser);
  }

 private:
  MaterialGroup group_;
  std::size_t board_width_;
  std::vector<MaterialIndex> indexes_;  // by material
  std::vector<Men> held_;               // by material: all but the men on the board
};

}  // namespace zermelo::endgames
