// SPDX-License-Identifier: MIT
// The repetition rule that the program behind the Ostle paper plays (its Algorithm 6): a reply is
// forbidden if its result is equal *up to symmetry* to the position of two plies before; of several
// such replies, the first in the program's order of moves. See docs/ostle.md.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "gen/ostle/line_moves.h"
#include "gen/ostle/position.h"

namespace zermelo::ostle {

// Whether a symmetry of the board maps `other` to a third position that also looks one move without
// removal away from p, in either direction (`other` is, and both are seen from the same side). If
// not, the only reply in p that leads to an image of `other` is the one that leads to `other`
// itself: the symmetric reading is then the exact one, as it is for nearly all positions.
template <int N>
bool has_near_image(const Position<N>& p, const Position<N>& other) {
  using Geometry = SquareBoard<N>;
  // For two squares, the symmetries, except the identity, that map the first one to the second or
  // to a square beside it.
  static constexpr auto near = [] {
    std::array<std::array<std::uint8_t, Geometry::squares>, Geometry::squares> result{};
    for (int g = 1; g < Geometry::symmetries; ++g) {
      for (int from = 0; from < Geometry::squares; ++from) {
        const int image = Geometry::map_square(g, from);
        const auto add = [&](int to) { result[from][to] |= static_cast<std::uint8_t>(1u << g); };
        add(image);
        for (const Direction d : {left, right, down, up}) {
          if (Geometry::step(image, d) != Geometry::outside) add(Geometry::step(image, d));
        }
      }
    }
    return result;
  }();
  for (unsigned left_over = near[other.hole][p.hole]; left_over != 0; left_over &= left_over - 1) {
    const Position<N> image = other.transformed(__builtin_ctz(left_over));
    if (image == other) continue;
    const auto changed = (image.own ^ p.opponent) | (image.opponent ^ p.own);
    const bool same_hole = image.hole == p.hole;
    if (same_hole != (changed != 0)) continue;
    if (!same_hole || Geometry::on_one_line(changed)) return true;
  }
  return false;
}

// Answers, for one position, which reply each way of reaching it forbids. Game is Ostle<N, Bits>.
template <class Game>
class SymmetricReplies {
  using Geometry = typename Game::Geometry;
  using Position = typename Game::Position;

 public:
  // `p` in slice `slice` is the position whose replies are in question.
  SymmetricReplies(const Game& game, int slice, const Position& p)
      : game_(game), result_slice_(game.next_slice(slice)), position_(p) {
    game.for_each_successor(p, [&](const auto& s) {
      if (s.removal != Removal::none) return;
      candidates_[count_++] = {signature(s.position), s.position, s.move};
    });
  }

  // The reply that rule 8, read in this way, forbids after a move from `before` (seen from its own
  // mover) to the position, or from == -1.
  Move find(const Position& before) const {
    const std::uint64_t wanted = signature(before);
    Move found;
    int matches = 0;
    std::uint64_t index = 0;
    for (int i = 0; i < count_; ++i) {
      const Candidate& c = candidates_[i];
      if (c.signature != wanted) continue;
      if (matches == 0) index = game_.locate(result_slice_, before).index;
      if (game_.locate(result_slice_, c.result).index != index) continue;
      if (++matches == 1 || program_order(c.move) < program_order(found)) found = c.move;
    }
    return found;
  }

  // Equal for symmetric positions; nearly always different for others.
  static std::uint64_t signature(const Position& p) {
    std::uint64_t own = 0, opponent = 0;
    for (int rank = 0; rank < Geometry::side; ++rank) {
      own += weights[rank][Geometry::on_line(p.own, rank)];
      opponent += weights[rank][Geometry::on_line(p.opponent, rank)];
    }
    return (own << 3) + opponent + 0x9e3779b97f4a7c15u * static_cast<unsigned>(orbit_of[p.hole]);
  }

 private:
  struct Candidate {
    std::uint64_t signature;
    Position result;
    Move move;
  };

  // The place of a move in the program's list, made in the orientation with the smallest code:
  // pieces by ascending square, each towards lower ranks, higher ranks, lower files, higher files;
  // then the hole the same way.
  int program_order(Move move) const {
    const Move m = Game::image(smallest_orientation(), move);
    const bool is_hole = move.from == position_.hole;
    constexpr std::array<int, 4> order_of_direction{2, 3, 0, 1};  // left right down up
    return (is_hole ? Geometry::squares * 4 : m.from * 4) + order_of_direction[m.direction];
  }

  int smallest_orientation() const {
    constexpr int hole_bits = std::bit_width(static_cast<unsigned>(Geometry::squares - 1));
    using Code = typename Geometry::Board;  // is wide enough for two sets and a square
    int best = 0;
    Code smallest = ~Code{0};
    for (int g = 0; g < Geometry::symmetries; ++g) {
      const Position image = position_.transformed(g);
      const Code code = Code{Geometry::to_plain(image.own)} << (Geometry::squares + hole_bits) |
                        Code{Geometry::to_plain(image.opponent)} << hole_bits |
                        static_cast<unsigned>(image.hole);
      if (code < smallest) {
        smallest = code;
        best = g;
      }
    }
    return best;
  }

  static constexpr auto orbit_of = [] {
    std::array<int, Geometry::squares> result{};
    int next = 0;
    for (int s = 0; s < Geometry::squares; ++s) {
      int smallest = s;
      for (int g = 0; g < Geometry::symmetries; ++g) {
        smallest = std::min(smallest, Geometry::map_square(g, s));
      }
      result[s] = smallest == s ? next++ : result[smallest];
    }
    return result;
  }();
  // For the pieces on a rank: how many stand in each orbit, in six bits per orbit.
  static constexpr auto weights = [] {
    std::array<std::array<std::uint64_t, Geometry::line_mask + 1>, Geometry::side> result{};
    for (int rank = 0; rank < Geometry::side; ++rank) {
      for (std::uint32_t bits = 0; bits <= Geometry::line_mask; ++bits) {
        for (int file = 0; file < Geometry::side; ++file) {
          const int orbit = orbit_of[rank * Geometry::side + file];
          result[rank][bits] += std::uint64_t{bits >> file & 1} << (6 * orbit);
        }
      }
    }
    return result;
  }();

  const Game& game_;
  int result_slice_;
  Position position_;
  std::array<Candidate, slot_count> candidates_;
  int count_ = 0;
};

}  // namespace zermelo::ostle
