// SPDX-License-Identifier: MIT
// A dense number for every arrangement of the pieces that a game with kinds and hands can have, up
// to the symmetries of its rules.
//
// Arrangements are cut into *slices* by material, and a slice's numbers are
//
//   base of the slice + (orbit of the first set of pieces) * ... + (subset of the squares left)
//
// with one digit for the pieces of each kind and side. The sets that the first kind's pieces can
// stand on fall into orbits under the symmetries, which are found once, so that the symmetry that
// makes a position canonical is looked up and not searched for (as in gen/ostle/position_index.h).
// Only if that set is itself symmetric do several remain; the smallest number is taken.
//
// If White's rules are the mirror image of Black's, the side to move is folded away: a position
// with White to move has the number of its image with the colours exchanged.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <tuple>
#include <vector>

#include "gen/grid/material.h"
#include "gen/grid/piece_position.h"
#include "gen/grid/subset_numbers.h"
#include "symmetry/grid.h"

namespace zermelo {

// Immutable and thread-safe.
class PieceIndex {
 public:
  struct Slice {
    Material material;  // with Black to move, if the index is folded
    int group = 0;      // ascending from one slice to the next, from 0 on
  };

  // `symmetries` is a group, the identity first, which `mirror` maps onto itself. Throws UsageError
  // if there are 2^63 numbers or more.
  PieceIndex(const PieceSet& pieces, std::span<const GridSymmetry> symmetries,
             const std::optional<GridSymmetry>& mirror, std::vector<Slice> slices);
  PieceIndex(PieceIndex&&) noexcept;
  ~PieceIndex();

  // All numbers are below that.
  std::uint64_t size() const { return size_; }
  bool is_folded() const { return !folded_.empty(); }
  const std::vector<Slice>& slices() const { return slices_; }
  int groups() const { return static_cast<int>(group_ends_.size()); }
  // The numbers of a group's slices.
  std::uint64_t begin(int group) const {
    return group == 0 ? 0 : group_ends_[static_cast<std::size_t>(group - 1)];
  }
  std::uint64_t end(int group) const { return group_ends_[static_cast<std::size_t>(group)]; }
  // The numbers of a slice.
  std::uint64_t slice_size(std::size_t slice) const;

  struct Place {
    int group;
    std::uint64_t code;
  };
  // For any position whose pieces are on squares that exist; nothing if no slice has its material.
  std::optional<Place> find(const PiecePosition& p) const;
  // The number of its slice alone, and the rest if that is known.
  std::optional<std::uint32_t> slice_of(const PiecePosition& p) const {
    return slice_of(material_of(p, kinds_));
  }
  // With either side to move.
  std::optional<std::uint32_t> slice_of(const Material& material) const {
    const bool exchanges = is_folded() && material.white_to_move;
    return slice_with(exchanges ? material.exchanged() : material);
  }
  std::uint64_t code_in(std::uint32_t slice, const PiecePosition& p) const {
    return use_bmi2 ? code_in<Bmi2Bits>(layouts_[slice], p, is_exchanged(p))
                    : code_in<PortableBits>(layouts_[slice], p, is_exchanged(p));
  }
  bool covers(const PiecePosition& p) const { return find(p).has_value(); }
  // The number of a position that is covered; all its images have the same.
  std::uint64_t encode(const PiecePosition& p) const { return find(p)->code; }
  // The position that stands for all images, if the number is one that find gives; otherwise one
  // that has a smaller number. `code` < size().
  PiecePosition decode(std::uint64_t code) const;

  // The position with its number, of all its images: with Black to move, if the index is folded.
  PiecePosition canonical(const PiecePosition& p) const { return decode(encode(p)); }
  // How many different positions have a number that find gives: up to twice as many as there are
  // symmetries.
  std::uint64_t orbit_size(std::uint64_t code) const;
  class OrbitSizes;  // of many numbers
  // Calls visit(image) for each of them, for some more than once.
  template <class Visit>
  void for_each_image(const PiecePosition& p, Visit&& visit) const {
    for (const GridSymmetry& g : symmetries_) visit(image(g, p));
    for (const GridSymmetry& g : folded_) visit(exchanged(image(g, p)));
  }

 private:
  struct Orbits;
  class LazyOrbits;
  // The pieces of one content.
  struct Digit {
    bool white = false;
    int kind = 0;
    std::array<Squares, 3> planes{};  // all squares where the kind has the plane's bit
    const SubsetNumbers* numbers = nullptr;
    std::uint64_t radix = 1;
  };
  struct Layout {
    std::uint64_t base = 0;
    const LazyOrbits* orbits = nullptr;
    bool has_first = false;     // otherwise there is one orbit, of the empty set
    Digit first;                // its radix is the number of orbits
    std::vector<Digit> others;  // the last one varies fastest
  };

  bool is_exchanged(const PiecePosition& p) const { return is_folded() && p.white_to_move; }
  std::size_t slice_with_code(std::uint64_t code) const;
  std::optional<std::uint32_t> slice_with(const Material& material) const;

  static Squares squares_of(const PiecePosition& p, const Digit& digit, bool exchanged) {
    const Squares own = digit.white != exchanged ? p.white : p.black;
    static_assert(std::tuple_size_v<decltype(p.kinds)> == 3);
    return own & ~((p.kinds[0] ^ digit.planes[0]) | (p.kinds[1] ^ digit.planes[1]) |
                   (p.kinds[2] ^ digit.planes[2]));
  }

  // Sets of existing squares are *packed* while they are numbered: bit i is the i-th of these
  // squares. A symmetry of packed sets is a table for every eight squares.
  const Squares* map_of(std::size_t symmetry, bool exchanged) const {
    return maps_.data() + (symmetry + (exchanged ? first_folded_map_ : 0)) * map_size();
  }
  std::size_t map_size() const { return map_bytes_ * 256; }
  Squares mapped(const Squares* map, Squares packed) const {
    Squares result = 0;
    for (std::size_t byte = 0; byte < map_bytes_; ++byte, map += 256, packed >>= 8)
      result |= map[packed & 255];
    return result;
  }
  template <class Bits>
  Squares packed(Squares set) const {
    return has_all_squares_ ? set : Bits::extract(set, exists_);
  }
  void add_map(const GridSymmetry& g);

  const SubsetNumbers* numbers(int pieces);
  const LazyOrbits* orbits(int pieces);
  Layout layout_of(const Material& material);
  void add_to_table(std::size_t slice);
  static Digit digit_of(Content piece, const SubsetNumbers* numbers, std::uint64_t radix);
  template <class Bits>
  std::uint64_t code_in(const Layout& layout, const PiecePosition& p, bool exchanged) const;
  // Of the digits after the first, if this map of packed sets makes it `orbit`.
  template <class Bits>
  std::uint64_t code_by(const Squares* map, const Layout& layout, const PiecePosition& p,
                        bool exchanged, std::uint64_t orbit, Squares left) const;

  int kinds_;
  Squares exists_;
  int squares_;
  Squares all_packed_;
  bool has_all_squares_;  // of the smallest board with so many: packing changes nothing
  std::vector<GridSymmetry> symmetries_;
  std::vector<GridSymmetry> folded_;  // each after the mirror; empty if the index is not folded
  std::optional<GridSymmetry> mirror_;
  bool mirror_moves_ = false;  // any square
  std::vector<Squares>
      maps_;  // of the symmetries; then of the folded ones, if the mirror moves any
  std::size_t map_bytes_ = 0, first_folded_map_ = 0;
  std::vector<Slice> slices_;
  std::vector<Layout> layouts_;  // by slice
  std::vector<std::uint64_t> group_ends_;
  std::vector<std::uint32_t> table_;  // numbers of slices, hashed by material
  std::map<int, std::unique_ptr<const SubsetNumbers>> numbers_;
  std::map<int, std::unique_ptr<const LazyOrbits>> orbits_;  // of sets of so many squares
  std::uint64_t size_ = 0;
};

// Sizes of orbits, for numbers that mostly ascend: once the pieces of some kinds stand so that no
// symmetry keeps them, all positions have orbits of one size, however the others stand, and it is
// found once for all of these. Not thread-safe; the index must outlive it.
class PieceIndex::OrbitSizes {
 public:
  explicit OrbitSizes(const PieceIndex& index) : index_(index) {}

  // As orbit_size(code).
  std::uint64_t of(std::uint64_t code) {
    if (code < begin_ || code >= end_) go_to(code);
    return size_;
  }
  // That of the last number.
  std::size_t slice() const { return slice_; }

 private:
  void go_to(std::uint64_t code);

  const PieceIndex& index_;
  std::uint64_t begin_ = 0, end_ = 0;   // numbers that agree in as many digits as matter
  std::uint64_t size_ = 0;              // of their orbits
  std::size_t slice_ = 0;               // theirs
  std::vector<std::uint16_t> keeping_;  // numbers of symmetries that keep the pieces so far
};

}  // namespace zermelo
