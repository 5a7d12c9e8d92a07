// SPDX-License-Identifier: MIT
// Dobutsu Shogi without drops, on any small board: a game with kinds of pieces, written by hand.
// What is captured leaves the board. Who captures the lion wins, and so does whoever has a lion on
// the far rank that the other side cannot capture at once.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/piece_position.h"
#include "gen/position_status.h"
#include "tests/support/piece_codes.h"

namespace zermelo::test {

// Immutable and thread-safe.
class Dobutsu {
 public:
  using Position = PiecePosition;
  enum Kind : int { lion, giraffe, elephant, chick, hen };

  Dobutsu(int columns, int rows, std::string_view start);

  Grid grid() const { return grid_of(pieces_); }
  const PieceSet& pieces() const { return pieces_; }
  const PiecePosition& start() const { return start_; }
  // The board from left to right and from right to left.
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  std::span<const GridSymmetry> start_symmetries() const { return start_symmetries_; }
  const PieceCodes& codes() const { return codes_; }
  bool is_layered() const { return false; }
  int layer(const PiecePosition& p) const {
    return std::popcount(start_.occupied()) - std::popcount(p.occupied());
  }
  int longest_step() const { return 1; }
  std::string layer_name(int layer) const { return std::to_string(layer) + " captured"; }
  std::string move_text(const PieceChange& change) const { return format_change(change, pieces_); }
  PositionStatus status(const PiecePosition& p) const;

  template <class Visit>
  void for_each_successor(const PiecePosition& p, Visit&& visit) const {
    for_each_square(p.own(), [&](int from) {
      const Content piece = p.at(from);
      for_each_square(steps(piece, from) & ~p.own(), [&](int to) {
        PiecePosition next = p;
        next.set(from, open_square);
        next.set(to, after_arrival(piece, to));
        next.white_to_move = !p.white_to_move;
        visit(std::as_const(next), ending_of(next));
      });
    });
  }

  template <class Visit>
  void for_each_predecessor(const PiecePosition& p, Visit&& visit) const {
    for_each_square(p.opponent(), [&](int to) {
      const bool white = !p.white_to_move;
      for (int kind = lion; kind <= hen; ++kind) {
        const Content piece = content_of(kind, white);
        if (after_arrival(piece, to) != p.at(to)) continue;
        for_each_square(steps_to(piece, to) & ~p.occupied(),
                        [&](int from) { undo(p, piece, from, to, visit); });
      }
    });
  }

 private:
  // The squares that a piece on a square reaches, and from which one reaches it.
  Squares steps(Content piece, int square) const {
    return steps_[piece][static_cast<std::size_t>(square)];
  }
  Squares steps_to(Content piece, int square) const {
    return steps_to_[piece][static_cast<std::size_t>(square)];
  }
  Squares far_rank(bool white) const { return white ? bottom_ : top_; }
  Content after_arrival(Content piece, int square) const {
    const bool promotes =
        kind_of(piece) == chick && (far_rank(is_white(piece)) & bit_of(square)) != 0;
    return promotes ? content_of(hen, is_white(piece)) : piece;
  }

  // Calls visit for what `to` may have held before.
  template <class Visit>
  void undo(const PiecePosition& p, Content piece, int from, int to, Visit&& visit) const {
    PiecePosition before = p;
    before.white_to_move = !p.white_to_move;
    before.set(from, piece);
    before.set(to, open_square);
    if (codes_.covers(before)) visit(std::as_const(before));
    for (int kind = lion; kind <= hen; ++kind) {
      before.set(to, content_of(kind, p.white_to_move));
      if (codes_.covers(before)) visit(std::as_const(before));
    }
  }

  bool attacks(const PiecePosition& p, bool white, Squares squares) const;
  bool has_won(const PiecePosition& p, bool white) const;
  bool can_move(const PiecePosition& p) const;
  // `p` was reached by a move.
  Ending ending_of(const PiecePosition& p) const {
    if (has_won(p, !p.white_to_move)) return Ending::won;
    return can_move(p) ? Ending::none : Ending::drawn;
  }

  static PossibleContents possible(const PieceSet& pieces);

  PieceSet pieces_;
  Squares top_, bottom_;
  PiecePosition start_;
  PieceCodes codes_;
  std::vector<GridSymmetry> symmetries_, start_symmetries_;
  std::array<std::vector<Squares>, PieceSet::contents> steps_, steps_to_;
};

}  // namespace zermelo::test
