// SPDX-License-Identifier: MIT
#include "symbolic/model/mask_game_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace zermelo::symbolic {
namespace {

PiecePosition mask_position(const BoardState& board, int squares, Side to_move) {
  PiecePosition p;
  for (int s = 0; s < squares; ++s) {
    if (!board[static_cast<std::size_t>(piece_variable(s))]) continue;
    (board[static_cast<std::size_t>(is_black_variable(s))] ? p.black : p.white) |= bit_of(s);
  }
  p.white_to_move = to_move == white;
  return p;
}

BoardState mask_board(const PiecePosition& p) {
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

}  // namespace

GameModel model_of_masks(const MaskGame& game, Grid grid) {
  GameModel result{make_mask_model(game),
                   pieces_of_one_kind(grid),
                   [squares = game.squares](const BoardState& board, Side to_move) {
                     return mask_position(board, squares, to_move);
                   },
                   mask_board,
                   {},
                   [pieces = pieces_of_one_kind(grid)](const PieceChange& change) {
                     return format_change(change, pieces);
                   }};
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

}  // namespace zermelo::symbolic
