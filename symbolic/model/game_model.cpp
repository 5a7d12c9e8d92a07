// SPDX-License-Identifier: MIT
#include "symbolic/model/game_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <span>
#include <utility>
#include <vector>

#include "gen/bddl/spec.h"
#include "gen/breakthrough/game.h"
#include "gen/clobber/game.h"
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

// --- Games of masks ------------------------------------------------------------------------------

GridPosition mask_position(const BoardState& board, int squares, Side to_move) {
  GridPosition p;
  for (int s = 0; s < squares; ++s) {
    if (!board[static_cast<std::size_t>(piece_variable(s))]) continue;
    (board[static_cast<std::size_t>(is_black_variable(s))] ? p.black : p.white) |= bit_of(s);
  }
  p.white_to_move = to_move == white;
  return p;
}

BoardState mask_board(const GridPosition& p) {
  BoardState board;
  for_each_square(p.occupied(), [&](int s) {
    board.set(static_cast<std::size_t>(piece_variable(s)));
    board[static_cast<std::size_t>(is_black_variable(s))] = (p.black & bit_of(s)) != 0;
  });
  return board;
}

// How players write a move. Its conditions may leave open what is on the squares that it changes:
// then these are all ways of writing it.
class MoveNames {
 public:
  MoveNames(const MaskMove& move, Side side, Grid grid) : move_(move), grid_(grid) {
    before_.white_to_move = side == white;
    for_each_square(move.black | move.white | move.open, [&](int s) { squares_.push_back(s); });
    visit(0);
  }
  std::string text() const { return fmt::format("{}", fmt::join(names_, " or ")); }

 private:
  void visit(std::size_t n) {
    if (n == squares_.size()) return add();
    const Squares here = bit_of(squares_[n]);
    if ((move_.before.no_open & here) == 0) visit(n + 1);
    if ((move_.before.no_black & here) == 0) {
      before_.black |= here;
      visit(n + 1);
      before_.black &= ~here;
    }
    if ((move_.before.no_white & here) == 0) {
      before_.white |= here;
      visit(n + 1);
      before_.white &= ~here;
    }
  }
  void add() {
    const Squares kept = ~(move_.black | move_.white | move_.open);
    GridPosition after = before_;
    after.black = (before_.black & kept) | move_.black;
    after.white = (before_.white & kept) | move_.white;
    std::string name = format_change(GridChange(before_, after), grid_);
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(std::move(name));
  }

  const MaskMove& move_;
  Grid grid_;
  std::vector<int> squares_;  // that the move changes
  GridPosition before_;
  std::vector<std::string> names_;
};

// --- Symmetries of games of masks

MaskDemand image(const GridSymmetry& g, const MaskDemand& d) {
  return {g(d.no_black), g(d.no_white), g(d.no_open)};
}
bool is_image(const GridSymmetry& g, const MaskMove& from, const MaskMove& to) {
  return image(g, from.before) == to.before && g(from.black) == to.black &&
         g(from.white) == to.white && g(from.open) == to.open;
}
bool is_kept(const GridSymmetry& g, std::vector<MaskDemand> demands) {
  std::vector<MaskDemand> images;
  for (const MaskDemand& d : demands) images.push_back(image(g, d));
  std::ranges::sort(demands);
  std::ranges::sort(images);
  return demands == images;
}
// The image of each move; nothing if one has no image.
std::optional<std::vector<std::size_t>> image(const GridSymmetry& g,
                                              const std::vector<MaskMove>& moves) {
  std::vector<std::size_t> result;
  for (const MaskMove& move : moves) {
    const auto found =
        std::ranges::find_if(moves, [&](const MaskMove& to) { return is_image(g, move, to); });
    if (found == moves.end()) return {};
    result.push_back(static_cast<std::size_t>(found - moves.begin()));
  }
  return result;
}
std::optional<ModelSymmetry> symmetry_of(const MaskGame& game, const GridSymmetry& g) {
  ModelSymmetry result;
  for (const Side side : both_sides) {
    if (!is_kept(g, game.won_by[side]) || !is_kept(g, game.lost_by[side])) return {};
    const auto moves = image(g, game.moves[side]);
    if (!moves) return {};
    result.move[side] = *moves;
  }
  for (int s = 0; s < game.squares; ++s) {
    result.variable.push_back(static_cast<std::size_t>(piece_variable(g.image(s))));
    result.variable.push_back(static_cast<std::size_t>(is_black_variable(g.image(s))));
  }
  return result;
}

GameModel of_masks(const MaskGame& game, Grid grid) {
  GameModel result{make_mask_model(game),
                   grid,
                   [squares = game.squares](const BoardState& board, Side to_move) {
                     return mask_position(board, squares, to_move);
                   },
                   mask_board,
                   {}};
  const std::vector<GridSymmetry> symmetries = grid_symmetries(grid);
  for (const GridSymmetry& g : std::span(symmetries).subspan(1)) {
    if (auto symmetry = symmetry_of(game, g)) result.symmetries.push_back(std::move(*symmetry));
  }
  Model& model = result.model;
  for (int s = 0; s < game.squares; ++s) {
    const std::string square = format_square(s, grid);
    model.names[static_cast<std::size_t>(piece_variable(s))] = "piece " + square;
    model.names[static_cast<std::size_t>(is_black_variable(s))] = "black " + square;
  }
  for (const Side side : both_sides) {
    for (std::size_t n = 0; n < game.moves[side].size(); ++n) {
      model.moves[side][n].name = MoveNames(game.moves[side][n], side, grid).text();
    }
  }
  return result;
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
  GameModel result = of_masks(game, grid);
  for (auto& moves : result.model.moves) {
    for (int s = 0; s < game.squares; ++s)
      moves[static_cast<std::size_t>(s)].name = format_square(s, grid);
  }
  return result;
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

GameModel clobber_model(const GameSpec& spec) {
  const clobber::Parameters p = clobber::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  constexpr std::array<std::pair<int, int>, 4> steps = {{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};
  MaskGame game;
  game.squares = grid.squares();
  game.stuck_loses = true;
  for (int s = 0; s < game.squares; ++s) {
    const int file = grid.file_of(s), rank = grid.rank_of(s);
    const Squares from = bit_of(s);
    ((file + rank) % 2 == 0 ? game.black : game.white) |= from;
    for (const auto& [dx, dy] : steps) {
      if (!grid.contains(file + dx, rank + dy)) continue;
      const Squares to = bit_of(grid.square(file + dx, rank + dy));
      // From a square with one's own piece to one with a piece of the other side.
      game.moves[black].push_back({{}, {to, from, from | to}, to, 0, from});
      game.moves[white].push_back({{}, {from, to, from | to}, 0, to, from});
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
        // Straight ahead to an open square; diagonally to any square without one's own piece.
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

ModelSymmetry connect_mirror(const connect::Parameters& p) {
  ModelSymmetry result;
  for (int file = 0; file < p.columns; ++file) {
    for (int rank = 0; rank <= p.rows; ++rank) {
      result.variable.push_back(
          static_cast<std::size_t>((p.columns - 1 - file) * (p.rows + 1) + rank));
    }
    for (auto& moves : result.move) moves.push_back(static_cast<std::size_t>(p.columns - 1 - file));
  }
  return result;
}

GameModel connect_model(const GameSpec& spec) {
  const connect::Parameters p = connect::parse_parameters(spec.parameters);
  const Grid grid{p.columns, p.rows};
  const auto variable = [rows = p.rows](int file, int rank) {
    return static_cast<std::size_t>(file * (rows + 1) + rank);
  };
  return {ConnectModel(p).model(),
          grid,
          [grid, variable](const BoardState& board, Side to_move) {
            GridPosition position;
            for (int file = 0; file < grid.columns; ++file) {
              int height = grid.rows;
              while (!board[variable(file, height)]) --height;
              for (int rank = 0; rank < height; ++rank) {
                (board[variable(file, rank)] ? position.black : position.white) |=
                    bit_of(grid.square(file, rank));
              }
            }
            position.white_to_move = to_move == white;
            return position;
          },
          [grid, variable](const GridPosition& position) {
            BoardState board;
            for (int file = 0; file < grid.columns; ++file) {
              int rank = 0;
              for (; rank < grid.rows; ++rank) {
                const Squares here = bit_of(grid.square(file, rank));
                if ((position.occupied() & here) == 0) break;
                board[variable(file, rank)] = (position.black & here) != 0;
              }
              board.set(variable(file, rank));
            }
            return board;
          },
          {connect_mirror(p)}};
}

// `squares`: in the order of their variables. Moves come row by row from the top, the pass last.
ModelSymmetry othello_symmetry(const GridSymmetry& g, const std::vector<int>& squares, Grid grid) {
  ModelSymmetry result;
  for (const int square : squares) {
    const auto to = std::ranges::find(squares, g.image(square)) - squares.begin();
    for (const int variable : {0, 1})
      result.variable.push_back(static_cast<std::size_t>(2 * to + variable));
  }
  std::vector<std::size_t> moves;
  for (int rank = grid.rows - 1; rank >= 0; --rank) {
    for (int file = 0; file < grid.columns; ++file) {
      const int to = g.image(grid.square(file, rank));
      moves.push_back(static_cast<std::size_t>((grid.rows - 1 - grid.rank_of(to)) * grid.columns +
                                               grid.file_of(to)));
    }
  }
  moves.push_back(moves.size());
  result.move = {moves, moves};
  return result;
}

GameModel othello_model(const GameSpec& spec) {
  const othello::Parameters p = othello::parse_parameters(spec.parameters);
  OthelloModelOptions o;
  o.rows = p.rows;
  o.cols = p.cols;
  o.start_at(p.start_file, p.start_rank);
  o.encoding = OthelloModelOptions::Encoding::three_terms;
  o.order =
      p.cols > p.rows ? OthelloModelOptions::Order::columns : OthelloModelOptions::Order::rows;
  o.turn = OthelloModelOptions::Turn::none;
  const Grid grid{p.cols, p.rows};
  std::vector<int> squares;  // in the order of their variables
  for (const int s : square_order(o))
    squares.push_back(grid.square(s % p.cols, p.rows - 1 - s / p.cols));
  GameModel result{OthelloModel(o).model(),
                   grid,
                   [squares](const BoardState& board, Side to_move) {
                     GridPosition position;
                     for (std::size_t n = 0; n < squares.size(); ++n) {
                       if (!board[2 * n]) continue;
                       (board[2 * n + 1] ? position.black : position.white) |= bit_of(squares[n]);
                     }
                     position.white_to_move = to_move == white;
                     return position;
                   },
                   [squares](const GridPosition& position) {
                     BoardState board;
                     for (std::size_t n = 0; n < squares.size(); ++n) {
                       board[2 * n] = (position.occupied() & bit_of(squares[n])) != 0;
                       board[2 * n + 1] = (position.black & bit_of(squares[n])) != 0;
                     }
                     return board;
                   },
                   {}};
  const std::vector<GridSymmetry> symmetries = grid_symmetries(grid);
  for (const GridSymmetry& g : std::span(symmetries).subspan(1))
    result.symmetries.push_back(othello_symmetry(g, squares, grid));
  for (std::size_t n = 0; n < squares.size(); ++n) {
    const std::string square = format_square(squares[n], grid);
    result.model.names[2 * n] = "disc " + square;
    result.model.names[2 * n + 1] = "black " + square;
  }
  return result;
}

std::optional<GameModel> made_for(const GameSpec& spec) {
  if (spec.name == "bddl") return bddl_model(spec);
  if (spec.name == "breakthrough") return breakthrough_model(spec);
  if (spec.name == "clobber") return clobber_model(spec);
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

GameModel game_model_of(const GameSpec& spec) {
  if (auto model = find_game_model(spec)) return std::move(*model);
  throw UsageError(fmt::format("There is no Boolean model of {}.", spec.name));
}

BoardState board_of(const GameModel& model, const GridPosition& position) {
  const BoardState board = model.board(position);
  if (model.position(board, position.white_to_move ? white : black) == position) return board;
  throw IllegalPosition(
      fmt::format("{} is not a position of this game.", format_position(position, model.grid)));
}

GameModel game_model_for_sets(const GameSpec& spec) {
  GameModel model = game_model_of(spec);
  if (model.model.variables() > most_state_bits) {
    throw UsageError(
        fmt::format("Positions of this game take {} bits; sets of positions can have at most {}.",
                    model.model.variables(), most_state_bits));
  }
  return model;
}

}  // namespace zermelo::symbolic
