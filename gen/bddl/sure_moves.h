// SPDX-License-Identifier: MIT
// Moves of which one look at a position tells that they are possible, without trying them: most
// positions have one, so that whether a side is stuck need not be asked of all actions.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gen/bddl/action_index.h"
#include "gen/bddl/ground.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

// Of the actions that begin turns of one side, in a game without #illegal.
class SureMoves {
 public:
  // Adds the action if it is such a move. `gate_alone`: its gate is all that its condition asks
  // for.
  void add(const GroundAction& action, const Gate& gate, bool gate_alone,
           std::span<const tree::Hand> hand_kinds, bool white, int kinds);

  // Whether the side to move has one in p; there may be other moves though it has none.
  bool has_any(const PiecePosition& p) const {
    for (const Gated& gated : gates_)
      if (gated.has_any(p) && gated.gate.is_open(p)) return true;
    return false;
  }

 private:
  using Targets = std::array<Squares, PieceSet::most_kinds>;
  // What a piece of a kind on a square can do, of the actions behind one gate.
  struct Gated {
    std::string key;
    PieceGate gate;
    // To these squares it can move unless an own piece is there; unless any is.
    std::array<Targets, max_squares> to_not_own{}, to_open{};
    Squares from = 0;
    Squares drops = 0;  // where a piece can be placed if nothing is there

    bool has_any(const PiecePosition& p) const {
      if ((drops & ~p.occupied()) != 0) return true;
      for (Squares own = p.own() & from; own != 0; own &= own - 1) {
        const int source = std::countr_zero(own);
        const auto square = static_cast<std::size_t>(source);
        const auto kind = static_cast<std::size_t>(kind_of(p.at(source)));
        if ((to_not_own[square][kind] & ~p.own()) != 0) return true;
        if ((to_open[square][kind] & ~p.occupied()) != 0) return true;
      }
      return false;
    }
  };

  Gated& gated(const Gate& gate, std::span<const tree::Hand> hand_kinds, int kinds);

  std::vector<Gated> gates_;
};

}  // namespace zermelo::bddl
