// SPDX-License-Identifier: MIT
// Everything that a search from the start knows about one position, in one machine word: when it
// can be reached, and when each of its moves can be played (docs/architecture.md, "The other
// direction").
//
//   first         plies of the earliest way to reach it
//   slot the one move that rule 8 forbids after every way that is this short (no_slot: none)
//   complete plies of the earliest way after which that move, too, can be played unrestricted plies
//   of the earliest way after which nothing is forbidden
//
// first <= complete <= unrestricted. A state's distance follows: with nothing forbidden it is
// `unrestricted`; with a move forbidden, it is one more than that of the move that forbids it.
#pragma once

#include <cstdint>

#include "tablebase/format/arrival.h"

namespace zermelo {

// How a move arrives at a position.
enum class ArrivalKind : std::uint8_t {
  unrestricted,  // nothing is forbidden
  harmless,      // a move is forbidden, but has a twin up to symmetry or can be made anyway
  restricted,    // a move is forbidden
};

// Storage is the word; `level_bits` is the width of each number of plies.
template <class StorageType, int level_bits, int slot_bits>
class ArrivalWord {
 public:
  using Storage = StorageType;
  static constexpr unsigned no_slot = (1u << slot_bits) - 1;
  // Distances are shorter than this.
  static constexpr int max_plies = (1 << level_bits) - 2;
  static constexpr bool is_widest = sizeof(Storage) == 8;

  constexpr explicit ArrivalWord(Storage bits) : bits_(bits) {}
  constexpr Storage bits() const { return bits_; }

  constexpr Arrival arrival() const {
    return {level(first_shift), level(complete_shift), level(unrestricted_shift)};
  }
  constexpr bool is_reached() const { return level(first_shift) >= 0; }
  // Whether no later arrival can change it.
  constexpr bool is_finished() const {
    return level(complete_shift) >= 0 && level(unrestricted_shift) >= 0;
  }
  constexpr bool is_complete() const { return level(complete_shift) >= 0; }
  // The move that waits for `complete`, if it is later than `first`.
  constexpr unsigned slot() const { return field(slot_shift, slot_bits); }
  static constexpr bool may_have_level(Storage bits, int plies) {
    const ArrivalWord w(bits);
    const bool first = w.level(first_shift) == plies, complete = w.level(complete_shift) == plies;
    return first | complete;  // without a branch
  }

  // Some move arrives after this many plies; levels come in ascending order, the arrivals of one
  // level in any order. `slot` is the forbidden move, if the kind is restricted.
  constexpr void arrive(int plies, ArrivalKind kind, unsigned slot) {
    const bool restricted = kind == ArrivalKind::restricted;
    if (!is_reached()) {
      set_level(first_shift, plies);
      set_field(slot_shift, slot_bits, restricted ? slot : no_slot);
    }
    if (!is_complete() && (!restricted || slot != this->slot())) {
      set_level(complete_shift, plies);
      // Two ways of the same length together forbid nothing.
      if (level(first_shift) == plies) set_field(slot_shift, slot_bits, no_slot);
    }
    if (kind == ArrivalKind::unrestricted && level(unrestricted_shift) < 0)
      set_level(unrestricted_shift, plies);
  }

 private:
  static constexpr int first_shift = 0, complete_shift = level_bits,
                       unrestricted_shift = 2 * level_bits, slot_shift = 3 * level_bits;
  static_assert(slot_shift + slot_bits <= static_cast<int>(8 * sizeof(Storage)));

  constexpr std::uint32_t field(int shift, int width) const {
    return static_cast<std::uint32_t>(bits_ >> shift & ((Storage{1} << width) - 1));
  }
  constexpr void set_field(int shift, int width, std::uint32_t value) {
    const Storage mask = ((Storage{1} << width) - 1) << shift;
    bits_ = (bits_ & ~mask) | (Storage{value} << shift);
  }
  // Levels are stored plus one, so that a word of zeros is a position that was never reached.
  constexpr int level(int shift) const { return static_cast<int>(field(shift, level_bits)) - 1; }
  constexpr void set_level(int shift, int plies) {
    set_field(shift, level_bits, static_cast<std::uint32_t>(plies + 1));
  }

  Storage bits_;
};

using NarrowArrivalWord = ArrivalWord<std::uint32_t, 8, 5>;
using WideArrivalWord = ArrivalWord<std::uint64_t, 16, 8>;

}  // namespace zermelo
