// SPDX-License-Identifier: MIT
// All ways in which a man can go from one square to another, made once for a variant. Sliders, lame
// leapers, cannons, grasshoppers and palace lines differ only in their masks. Moves are the ways
// from a square, attacks those between two, and unmoves the quiet ways into a square, whose masks
// are looked at on the board before the move.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/variant/board.h"
#include "gen/variant/position.h"
#include "gen/variant/variant.h"

namespace zermelo::variant {

struct Way {
  SquareSet mask;  // on which as many men must stand as `men` says
  Square from = 0, to = 0;
  Square required = no_square;  // where a man must stand, if anywhere; it is in the mask
  std::uint8_t men = 0;         // 0 or 1
  bool quiet = false;           // to a square that is empty
  bool capture = false;         // to one where an opponent's man stands
  bool initial = false;         // passes squares on which it can be taken en passant
  bool en_passant = false;      // takes a man that has passed the square, too
  // How many of the ways that follow in a list by `from` are behind the same men: if a man on the
  // mask bars this one, it bars them too. 0 in other lists.
  std::uint8_t barred_too = 0;

  bool operator==(const Way&) const = default;
};

// Whether the mask lets a man go this way; it does not look at the square that it goes to.
inline bool is_open(const Way& way, const SquareSet& occupied) {
  const SquareSet on_mask = way.mask & occupied;
  if (way.men == 0) return on_mask.empty();
  return on_mask.count() == 1 && (way.required == no_square || on_mask.contains(way.required));
}

// Immutable once made; any number of threads may read it.
class Ways {
 public:
  Ways() = default;
  explicit Ways(const Variant& variant);

  // All ways of a man of this kind and colour from a square, nearest first along each line.
  std::span<const Way> from(Colour colour, int kind, Square square) const {
    return list(from_, from_starts_, place(colour, kind, square));
  }
  // The quiet ways into a square.
  std::span<const Way> into(Colour colour, int kind, Square square) const {
    return list(into_, into_starts_, place(colour, kind, square));
  }
  // The ways in which a man of this kind and colour takes on `to` from `from`; en passant is left
  // out.
  std::span<const Way> attacks(Colour colour, int kind, Square from, Square to) const {
    return list(attacks_, attack_starts_, place(colour, kind, from) * squares_ + to);
  }
  // Whether a man of this kind and colour on `from` attacks `to`.
  bool attacks(Colour colour, int kind, Square from, Square to, const SquareSet& occupied) const {
    for (const Way& way : attacks(colour, kind, from, to)) {
      if (is_open(way, occupied)) return true;
    }
    return false;
  }
  // Where a man of this kind and colour on `from` takes if nothing is in its way and whatever it
  // needs to hop over is there.
  const SquareSet& attack_range(Colour colour, int kind, Square from) const {
    return ranges_[place(colour, kind, from)];
  }
  // The squares strictly between two on a rank, file or diagonal; none if they are on no such line.
  const SquareSet& between(Square a, Square b) const { return between_[a * squares_ + b]; }

 private:
  void make_lists(std::size_t places);
  std::size_t place(Colour colour, int kind, Square square) const {
    return (static_cast<std::size_t>(kind) * 2 + (colour == Colour::white ? 1 : 0)) * squares_ +
           square;
  }
  static std::span<const Way> list(const std::vector<Way>& ways,
                                   const std::vector<std::uint32_t>& starts, std::size_t at) {
    return std::span(ways).subspan(starts[at], starts[at + 1] - starts[at]);
  }

  std::size_t squares_ = 0;
  std::vector<Way> from_, into_, attacks_;
  std::vector<std::uint32_t> from_starts_, into_starts_, attack_starts_;
  std::vector<SquareSet> ranges_;
  std::vector<SquareSet> between_;
};

}  // namespace zermelo::variant
