// SPDX-License-Identifier: MIT
// The actions of one side that may remove or change what stands on a square, by what piece they
// need where: a few for each piece, instead of all.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/bddl/contents.h"
#include "gen/bddl/ground.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

struct Attack {
  std::uint32_t action = 0;
  // What the action leaves on the square, if that does not depend on the position.
  std::optional<Content> leaves;
};

// Immutable and thread-safe once it is made.
class AttackIndex {
 public:
  AttackIndex() = default;
  // Of the actions that can begin a turn of the side.
  AttackIndex(const std::vector<GroundAction>& actions, bool white, int kinds);

  // Calls visit(attack) for the actions on a piece of the other side on the square that p, with any
  // side to move, may allow, until it returns false. Returns whether it never did.
  template <class Visit>
  bool for_each(const PiecePosition& p, int square, Visit&& visit) const {
    if (starts_.empty()) return true;
    const auto target = static_cast<std::size_t>(square);
    const Squares own = white_ ? p.white : p.black;
    for (Squares from = own & sources_[target]; from != 0; from &= from - 1) {
      const int source = std::countr_zero(from);
      if (!for_each(place_of(square, source, kind_of(p.at(source))), visit)) return false;
    }
    for (const Attack& attack : without_piece_[target])
      if (!visit(attack)) return false;
    return true;
  }

 private:
  static std::size_t place_of(int target, int source, int kind) {
    return static_cast<std::size_t>((target * max_squares + source) * PieceSet::most_kinds + kind);
  }
  template <class Visit>
  bool for_each(std::size_t place, Visit& visit) const {
    for (std::uint32_t i = starts_[place]; i < starts_[place + 1]; ++i)
      if (!visit(attacks_[i])) return false;
    return true;
  }

  bool white_ = false;
  std::vector<std::uint32_t> starts_;  // by place: where its attacks begin
  std::vector<Attack> attacks_;
  std::array<Squares, max_squares> sources_{};
  std::array<std::vector<Attack>, max_squares> without_piece_;
};

}  // namespace zermelo::bddl
