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
GridPosition read_position(const Rules& rules, std::string_view text) {
  const GridPosition p = parse_position(text, rules.grid());
  require_to_move(rules.status(p));
  return p;
}

// The image that represents all images, the one whose code is in tables. (A code may stand for
// several positions that are worth the same.)
template <class Rules>
GridPosition canonical_position(const Rules& rules, const GridPosition& p) {
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
  GameOnGrid(GameSpec spec, std::shared_ptr<const Rules> rules, GridKinds kinds)
      : spec_(std::move(spec)), rules_(std::move(rules)), kinds_(std::move(kinds)) {}

  const GameSpec& spec() const override { return spec_; }
  std::string start() const override { return text_of(rules_->start()); }

  std::vector<LegalMove> moves(std::string_view text) const override {
    std::vector<GridMove> moves;
    list_moves(*rules_, read_position(*rules_, text), moves);
    std::vector<LegalMove> result;
    for (const GridMove& move : moves) {
      const std::string next = text_of(move.next);
      result.push_back({rules_->move_text(move.change), move.ending == Ending::none ? next : "",
                        outcome_of(move.ending), next, shape_of(move.change, rules_->grid())});
    }
    return result;
  }

  PositionStatus status(std::string_view text) const override {
    return status_of([&] { return rules_->status(parse_position(text, rules_->grid())); });
  }
  Colour to_move(std::string_view text) const override {
    return colour_of(parse_position(text, rules_->grid()).white_to_move);
  }

  Diagram diagram(std::string_view text) const override {
    const GridPosition p = parse_position(text, rules_->grid());
    Diagram d = make_diagram(p, rules_->grid());
    PositionStatus status = rules_->status(p);
    if (status.kind == PositionStatus::Kind::impossible) throw IllegalPosition(status.why);
    if (status.is_over()) d.caption = std::move(status.why);
    return d;
  }

  std::string state_from(const std::vector<Cell>& cells, Colour to_move) const override {
    return text_of(position_from(cells, to_move, rules_->grid()));
  }

  std::string canonical(std::string_view text) const override {
    return text_of(canonical_position(*rules_, read_position(*rules_, text)));
  }

  const GridKinds& kinds() const override { return kinds_; }

  std::shared_ptr<const Rules> rules() const { return rules_; }

 private:
  std::string text_of(const GridPosition& p) const { return format_position(p, rules_->grid()); }

  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
  GridKinds kinds_;
};

}  // namespace zermelo
