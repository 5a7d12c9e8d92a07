// SPDX-License-Identifier: MIT
#include "symbolic/model/mask_model.h"

#include <fmt/format.h>

#include <bit>
#include <optional>

#include "gen/text/counted.h"

namespace zermelo::symbolic {
namespace {

class Maker {
 public:
  explicit Maker(const MaskGame& game) : game_(game) {}

  Model make() {
    for (int s = 0; s < game_.squares; ++s) {
      model_.add_variable(fmt::format("piece {}", s));
      model_.add_variable(fmt::format("black {}", s));
    }
    add_boards();
    add_layers();
    for (const Side side : both_sides) {
      for (const MaskMove& move : game_.moves[side]) add_move(side, move);
      add_end(side);
    }
    return std::move(model_);
  }

 private:
  Aig& aig() { return model_.aig; }
  Literal piece(int square) const {
    return model_.current[static_cast<std::size_t>(piece_variable(square))];
  }
  Literal is_black(int square) const {
    return model_.current[static_cast<std::size_t>(is_black_variable(square))];
  }
  Literal holds_black(int square) { return aig().land(piece(square), is_black(square)); }
  Literal holds_white(int square) { return aig().land(piece(square), !is_black(square)); }

  Literal meets(const MaskDemand& demand) {
    Literal result = true_literal;
    for (int s = 0; s < game_.squares; ++s) {
      const Squares bit = bit_of(s);
      if ((demand.no_black & bit) != 0) result = aig().land(result, !holds_black(s));
      if ((demand.no_white & bit) != 0) result = aig().land(result, !holds_white(s));
      if ((demand.no_open & bit) != 0) result = aig().land(result, piece(s));
    }
    return result;
  }

  void add_boards() {
    model_.is_board = model_.initial = true_literal;
    model_.first = game_.first;
    for (int s = 0; s < game_.squares; ++s) {
      model_.is_board = aig().land(model_.is_board, !aig().land(!piece(s), is_black(s)));
      const Squares bit = bit_of(s);
      const Literal here = (game_.black & bit) != 0   ? holds_black(s)
                           : (game_.white & bit) != 0 ? holds_white(s)
                                                      : aig().land(!piece(s), !is_black(s));
      model_.initial = aig().land(model_.initial, here);
    }
    model_.canonical = model_.is_board;
  }

  // How many pieces every move adds, if that is the same for all moves and not 0.
  std::optional<int> pieces_added() const {
    std::optional<int> result;
    for (const auto& moves : game_.moves) {
      for (const MaskMove& move : moves) {
        const bool only_adds =
            move.open == 0 &&
            ((move.black | move.white) & ~(move.before.no_black & move.before.no_white)) == 0;
        const int added = std::popcount(move.black | move.white);
        if (!only_adds || added == 0 || (result && *result != added)) return {};
        result = added;
      }
    }
    return result;
  }

  void add_layers() {
    const std::optional<int> added = pieces_added();
    if (!added) {
      up_ = 0;
      model_.layers = {true_literal};
      model_.layer_names = {"all positions"};
      return;
    }
    std::vector<Literal> pieces;
    for (int s = 0; s < game_.squares; ++s) pieces.push_back(piece(s));
    for (int n = std::popcount(game_.black | game_.white); n <= game_.squares; n += *added) {
      model_.layers.push_back(aig().exactly(pieces, n));
      model_.layer_names.push_back(counted(n, "piece"));
    }
  }

  void add_move(Side side, const MaskMove& move) {
    ModelMove result{move.name, meets(move.before), {}, up_, up_};
    for (int s = 0; s < game_.squares; ++s) {
      const Squares bit = bit_of(s);
      if (((move.black | move.white | move.open) & bit) == 0) continue;
      result.changes.push_back(
          {piece_variable(s), (move.open & bit) != 0 ? false_literal : true_literal});
      result.changes.push_back(
          {is_black_variable(s), (move.black & bit) != 0 ? true_literal : false_literal});
    }
    model_.moves[side].push_back(std::move(result));
  }

  // For `side` to move: the other side has just moved.
  void add_end(Side side) {
    const Side mover = other(side);
    auto &of_mover = model_.won[mover][side], &of_side = model_.won[side][side];
    for (const MaskDemand& goal : game_.won_by[mover]) of_mover.push_back(meets(goal));
    for (const MaskDemand& loss : game_.lost_by[mover]) of_side.push_back(meets(loss));
    // Reaching a goal takes precedence over being stuck: parts are taken in this order.
    Literal stuck = true_literal;
    for (const ModelMove& move : model_.moves[side]) stuck = aig().land(stuck, !move.guard);
    for (const Literal goal : of_mover) stuck = aig().land(stuck, !goal);
    for (const Literal loss : of_side) stuck = aig().land(stuck, !loss);
    (game_.stuck_loses ? of_mover : model_.drawn[side]).push_back(stuck);
  }

  const MaskGame& game_;
  Model model_;
  int up_ = 1;
};

}  // namespace

Model make_mask_model(const MaskGame& game) { return Maker(game).make(); }

}  // namespace zermelo::symbolic
