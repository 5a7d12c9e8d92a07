// SPDX-License-Identifier: MIT
#include "symbolic/model/game_model.h"

#include <fmt/format.h>

#include <cassert>
#include <vector>

#include "gen/bddl/spec.h"
#include "gen/breakthrough/game.h"
#include "gen/connect/parameters.h"
#include "gen/domineering/game.h"
#include "gen/error.h"
#include "gen/mnk/game.h"
#include "gen/notakto/game.h"
#include "gen/othello/game.h"
#include "symbolic/model/connect_model.h"
#include "symbolic/model/lines.h"
#include "symbolic/model/mask_model.h"
#include "symbolic/model/othello_model.h"

namespace zermelo::symbolic {
namespace {

void require_fit(int variables) {
  if (variables <= most_state_bits) return;
  throw UsageError(
      fmt::format("Positions of this game take {} bits; sets of positions are made of at most {}.",
                  variables, most_state_bits));
}

// --- Games of masks ------------------------------------------------------------------------------

GameModel of_masks(const MaskGame& game, Grid grid) {
  require_fit(2 * game.squares);
  return {make_mask_model(game), grid, [squares = game.squares](StateBits board, Side to_move) {
            GridPosition p;
            for (int s = 0; s < squares; ++s) {
              if (!bit_at(board, piece_variable(s))) continue;
              (bit_at(board, is_black_variable(s)) ? p.black : p.white) |= bit_of(s);
            }
            p.white_to_move = to_move == white;
            return p;
          }};
}

MaskDemand all_black(Squares squares) { return {0, squares, squares}; }
MaskDemand all_white(Squares squares) { return {squares, 0, squares}; }
MaskDemand all_open(Squares squares) { return {squares, squares, 0}; }
MaskDemand all_of(Side side, Squares squares) {
  return side == black ? all_black(squares) : all_white(squares);
}

MaskMove put(Side side, Squares squares) {
  MaskMove move{{}, all_open(squares)};
  (side == black ? move.black : move.white) = squares;
  return move;
}

GameModel mnk_model(const GameSpec& spec) {
  const mnk::Parameters p = mnk::parse_parameters(spec.parameters);
  const Grid grid{p.m, p.n};
  MaskGame game;
  game.squares = grid.squares();
  for (const Side side : both_sides) {
    for (int s = 0; s < game.squares; ++s) game.moves[side].push_back(put(side, bit_of(s)));
    for (const Squares line : lines_of(grid, p.k)) {
      game.won_by[side].push_back(all_of(side, line));
    }
  }
  return of_masks(game, grid);
}

// Both sides have black stones.
GameModel notakto_model(const GameSpec& spec) {
  const notakto::Parameters p = notakto::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  MaskGame game;
  game.squares = grid.squares();
  for (const Side side : both_sides) {
    for (int s = 0; s < game.squares; ++s) game.moves[side].push_back(put(black, bit_of(s)));
    for (const Squares line : lines_of(grid, 3)) game.lost_by[side].push_back(all_black(line));
  }
  return of_masks(game, grid);
}

GameModel domineering_model(const GameSpec& spec) {
  const domineering::Parameters p = domineering::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  MaskGame game;
  game.squares = grid.squares();
  game.stuck_loses = true;
  for (int file = 0; file < p.columns; ++file) {
    for (int rank = 0; rank < p.rows; ++rank) {
      const Squares here = bit_of(grid.square(file, rank));
      if (rank + 1 < p.rows)
        game.moves[black].push_back(put(black, here | bit_of(grid.square(file, rank + 1))));
      if (file + 1 < p.columns)
        game.moves[white].push_back(put(white, here | bit_of(grid.square(file + 1, rank))));
    }
  }
  return of_masks(game, grid);
}

GameModel breakthrough_model(const GameSpec& spec) {
  const breakthrough::Parameters p = breakthrough::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  MaskGame game;
  game.squares = grid.squares();
  const int ranks = p.rows == 3 ? 1 : 2;  // of pieces
  for (int s = 0; s < game.squares; ++s) {
    if (grid.rank_of(s) < ranks) game.black |= bit_of(s);
    if (grid.rank_of(s) >= p.rows - ranks) game.white |= bit_of(s);
  }
  for (const Side side : both_sides) {
    const int ahead = side == black ? 1 : -1, home = side == black ? p.rows - 1 : 0;
    for (int s = 0; s < game.squares; ++s) {
      const Squares from = bit_of(s);
      if (grid.rank_of(s) == home) game.won_by[side].push_back(all_of(side, from));
      for (int dx = -1; dx <= 1; ++dx) {
        const int file = grid.file_of(s) + dx, rank = grid.rank_of(s) + ahead;
        if (!grid.contains(file, rank)) continue;
        const Squares to = bit_of(grid.square(file, rank));
        MaskMove move{{}, all_of(side, from)};
        // Straight ahead to an open square; aslant not onto one's own piece.
        if (dx == 0 || side == black) move.before.no_black |= to;
        if (dx == 0 || side == white) move.before.no_white |= to;
        move.open = from;
        (side == black ? move.black : move.white) = to;
        game.moves[side].push_back(move);
      }
    }
    MaskDemand none_left;
    (side == black ? none_left.no_white : none_left.no_black) = grid.all();
    game.won_by[side].push_back(none_left);
  }
  return of_masks(game, grid);
}

GameModel bddl_model(const GameSpec& spec) {
  const bddl::Model rules = bddl::model_of(spec);
  const auto demand_of = [](const bddl::Demand& d) {
    return MaskDemand{d.no_black, d.no_white, d.no_open};
  };
  MaskGame game;
  game.squares = rules.grid().squares();
  game.black = rules.start().black;
  game.white = rules.start().white;
  game.first = rules.start().white_to_move ? white : black;
  game.stuck_loses = rules.stuck() == bddl::Stuck::loses;
  for (const Side side : both_sides) {
    for (const bddl::Rule& rule : rules.rules(side == white)) {
      for_each_square(rule.anchors(), [&](int anchor) {
        const bddl::Effect& effect = rule.effect(anchor);
        game.moves[side].push_back(
            {rule.name(), demand_of(rule.before(anchor)), effect.black, effect.white, effect.open});
      });
    }
    for (const bddl::Demand& goal : rules.goals(side == white)) {
      game.won_by[side].push_back(demand_of(goal));
    }
  }
  return of_masks(game, rules.grid());
}

// --- Others --------------------------------------------------------------------------------------

GameModel connect_model(const GameSpec& spec) {
  const connect::Parameters p = connect::parse_parameters(spec.parameters);
  require_fit(p.columns * (p.rows + 1));
  const Grid grid{p.columns, p.rows};
  return {ConnectModel(p).model(), grid, [grid](StateBits board, Side to_move) {
            GridPosition position;
            for (int file = 0; file < grid.columns; ++file) {
              const int first = file * (grid.rows + 1);
              int height = grid.rows;
              while (!bit_at(board, first + height)) --height;
              for (int rank = 0; rank < height; ++rank) {
                (bit_at(board, first + rank) ? position.black : position.white) |=
                    bit_of(grid.square(file, rank));
              }
            }
            position.white_to_move = to_move == white;
            return position;
          }};
}

GameModel othello_model(const GameSpec& spec) {
  const othello::Parameters p = othello::parse_parameters(spec.parameters);
  require_fit(2 * p.rows * p.cols);
  OthelloModelOptions o;
  o.rows = p.rows;
  o.cols = p.cols;
  o.start_at(p.start_file, p.start_rank);
  o.encoding = OthelloModelOptions::Encoding::three_terms;
  o.order =
      p.cols > p.rows ? OthelloModelOptions::Order::columns : OthelloModelOptions::Order::rows;
  o.turn = OthelloModelOptions::Turn::none;
  const Grid grid{p.cols, p.rows};
  return {OthelloModel(o).model(), grid,
          [grid, order = square_order(o)](StateBits board, Side to_move) {
            GridPosition position;
            for (std::size_t n = 0; n < order.size(); ++n) {
              const int variable = 2 * static_cast<int>(n);
              if (!bit_at(board, variable)) continue;
              const int row = order[n] / grid.columns, col = order[n] % grid.columns;
              (bit_at(board, variable + 1) ? position.black : position.white) |=
                  bit_of(grid.square(col, grid.rows - 1 - row));
            }
            position.white_to_move = to_move == white;
            return position;
          }};
}

std::optional<GameModel> made_for(const GameSpec& spec) {
  if (spec.name == "bddl") return bddl_model(spec);
  if (spec.name == "breakthrough") return breakthrough_model(spec);
  if (spec.name == "connect") return connect_model(spec);
  if (spec.name == "domineering") return domineering_model(spec);
  if (spec.name == "mnk") return mnk_model(spec);
  if (spec.name == "notakto") return notakto_model(spec);
  if (spec.name == "othello") return othello_model(spec);
  return std::nullopt;
}

}  // namespace

std::optional<GameModel> find_game_model(const GameSpec& spec) {
  std::optional<GameModel> made = made_for(spec);
  assert(!made || made->model.aig.check());
  return made;
}

}  // namespace zermelo::symbolic
