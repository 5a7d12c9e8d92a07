// SPDX-License-Identifier: MIT
// A game in version 2 of BDDL as a grid game (gen/grid/game.h), with unmoves.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/bddl/piece_rules.h"
#include "gen/grid/game.h"
#include "gen/grid/piece_codes.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

// Immutable and thread-safe.
class PieceGame {
 public:
  using Position = PiecePosition;

  // Throws WrongFile if the start is over already.
  explicit PieceGame(const GroundGame& game);
  PieceGame(const PieceGame&) = delete;
  PieceGame& operator=(const PieceGame&) = delete;

  Grid grid() const { return rules_.grid(); }
  const PieceSet& pieces() const { return rules_.pieces(); }
  const PiecePosition& start() const { return *rules_.start(); }
  std::span<const GridSymmetry> symmetries() const { return rules_.symmetries(); }
  std::span<const GridSymmetry> start_symmetries() const { return symmetries_of_start_; }
  const PieceCodes& codes() const { return codes_; }
  bool is_layered() const { return layers_ != Layers::none && steps_ == Steps::all; }
  int layer(const PiecePosition& p) const;
  int longest_step() const { return longest_step_; }
  std::string layer_name(int layer) const;
  std::string move_text(const PieceChange& change) const { return format_change(change, pieces()); }
  // How moves of one position are written that make these changes: as :text says, or by what they
  // change; each in a way of its own.
  std::vector<std::string> move_texts(std::span<const PieceChange> changes) const;
  // The texts of other actions that make the same change; none that can also be read as another
  // change. `texts` are those of move_texts.
  std::vector<std::vector<std::string>> other_texts(std::span<const PieceChange> changes,
                                                    std::span<const std::string> texts) const;
  PositionStatus status(const PiecePosition& p) const;

  template <class Visit>
  void for_each_successor(const PiecePosition& p, Visit&& visit) const {
    rules_.for_each_result(p, [&](const PiecePosition& next) {
      visit(next, rules_.ending_of(next));
      return true;
    });
  }
  template <class Visit>
  void for_each_predecessor(const PiecePosition& p, Visit&& visit) const {
    rules_.for_each_cause(p, [&](const PiecePosition& q) {
      if (codes_.covers(q)) visit(q);
    });
  }

 private:
  // The texts of the turns that make each change.
  std::vector<std::vector<std::string>> texts_of_turns(std::span<const PieceChange> changes) const;

  // What a layer counts: pieces that have left the board, or that have come; nothing if moves do
  // both.
  enum class Layers { none, fewer, more };
  enum class Steps { some, all };

  PieceRules rules_;
  std::vector<GridSymmetry> symmetries_of_start_;
  PieceCodes codes_;
  Layers layers_ = Layers::none;
  Steps steps_ = Steps::some;
  int longest_step_ = 0, pieces_at_start_ = 0;
};

}  // namespace zermelo::bddl
