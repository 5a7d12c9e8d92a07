// SPDX-License-Identifier: MIT
// A game on a grid behind the Game interface. Included by one source file per game.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/stone_game.h"
#include "gen/position_status.h"
#include "kinds/grid/grid_moves.h"
#include "probe/game.h"

namespace zermelo {

// The kinds of tables that a game has.
using GridKinds = std::vector<std::unique_ptr<const TableKind>>;

// Reads a position in which the game goes on. Throws IllegalPosition or GameOver.
template <class Rules>
PositionOf<Rules> read_position(const Rules& rules, std::string_view text) {
  const PositionOf<Rules> p = parse_position(text, board_of(rules));
  require_to_move(rules.status(p));
  return p;
}

// The image that represents all images, the one whose code is in tables. (A code may stand for
// several positions that are worth the same.)
template <class Rules>
PositionOf<Rules> canonical_position(const Rules& rules, const PositionOf<Rules>& p) {
  if constexpr (StoneGame<Rules>) {
    const StonePosition best =
        canonical(rules, StonePosition{rules.to_cells(p.occupied()), rules.to_cells(p.black)});
    return {rules.to_squares(best.black), rules.to_squares(best.white()), p.white_to_move};
  } else if constexpr (requires { rules.coloured(p); }) {
    const auto& codes = rules.codes();
    return position_of(rules, codes.encode(canonical(rules, codes.decode(codes.encode(p)))));
  } else {
    return canonical(rules, p);
  }
}

template <class Rules>
class GameOnGrid final : public Game {
 public:
  GameOnGrid(GameSpec spec, std::shared_ptr<const Rules> rules, GridKinds kinds,
             std::vector<std::string> warnings = {})
      : spec_(std::move(spec)),
        rules_(std::move(rules)),
        kinds_(std::move(kinds)),
        warnings_(std::move(warnings)) {}

  const GameSpec& spec() const override { return spec_; }
  std::string start() const override { return text_of(rules_->start()); }
  std::vector<std::string> warnings() const override { return warnings_; }

  std::vector<LegalMove> moves(std::string_view text) const override {
    std::vector<MoveOf<Rules>> moves;
    list_moves(*rules_, read_position(*rules_, text), moves);
    const std::vector<std::string> texts = move_texts(*rules_, moves);
    std::vector<LegalMove> result;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const MoveOf<Rules>& move = moves[i];
      const std::string next = text_of(move.next);
      result.push_back({texts[i], move.ending == Ending::none ? next : "", outcome_of(move.ending),
                        next, shape_of(move.change, board_of(*rules_))});
    }
    add_other_texts(moves, texts, result);
    return result;
  }

  PositionStatus status(std::string_view text) const override {
    return status_of([&] { return rules_->status(parse_position(text, board_of(*rules_))); });
  }
  Colour to_move(std::string_view text) const override {
    return colour_of(parse_position(text, board_of(*rules_)).white_to_move);
  }

  Diagram diagram(std::string_view text) const override {
    const Position p = parse_position(text, board_of(*rules_));
    Diagram d = make_diagram(p, board_of(*rules_));
    PositionStatus status = rules_->status(p);
    if (status.kind == PositionStatus::Kind::impossible) throw IllegalPosition(status.why);
    if (status.is_over()) d.caption = std::move(status.why);
    return d;
  }

  std::string state_from(const std::vector<Cell>& cells, Colour to_move,
                         const std::vector<PiecesInHand>& hands) const override {
    Position p = position_from(cells, to_move, board_of(*rules_));
    put_in_hand(p, hands, board_of(*rules_));
    return text_of(p);
  }
  const PieceSet* pieces() const override {
    if constexpr (requires { rules_->pieces(); }) return &rules_->pieces();
    return nullptr;
  }

  std::string canonical(std::string_view text) const override {
    return text_of(canonical_position(*rules_, read_position(*rules_, text)));
  }

  const GridKinds& kinds() const override { return kinds_; }

  std::shared_ptr<const Rules> rules() const { return rules_; }

 private:
  using Position = PositionOf<Rules>;

  std::string text_of(const Position& p) const { return format_position(p, board_of(*rules_)); }

  void add_other_texts(const std::vector<MoveOf<Rules>>& moves,
                       const std::vector<std::string>& texts, std::vector<LegalMove>& legal) const {
    if constexpr (requires { rules_->other_texts(changes_of(moves), texts); }) {
      auto others = rules_->other_texts(changes_of(moves), texts);
      for (std::size_t i = 0; i < legal.size(); ++i) legal[i].also = std::move(others[i]);
    }
  }

  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
  GridKinds kinds_;
  std::vector<std::string> warnings_;
};

}  // namespace zermelo
