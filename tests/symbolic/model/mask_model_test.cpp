// SPDX-License-Identifier: MIT
// Models of random games against their masks, board by board.
#include "symbolic/model/mask_model.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>
#include <vector>

namespace zermelo::symbolic {
namespace {

constexpr int square_count = 4;

struct MaskBoard {
  Squares black = 0, white = 0;
  Squares open() const { return ~(black | white) & 15u; }
  bool operator==(const MaskBoard&) const = default;
};

std::vector<MaskBoard> all_boards() {
  std::vector<MaskBoard> boards;
  for (Squares black = 0; black < 16; ++black) {
    for (Squares white = 0; white < 16; ++white) {
      if ((black & white) == 0) boards.push_back({black, white});
    }
  }
  return boards;
}

bool meets(const MaskBoard& b, const MaskDemand& d) {
  return (b.black & d.no_black) == 0 && (b.white & d.no_white) == 0 && (b.open() & d.no_open) == 0;
}

MaskBoard after(const MaskBoard& b, const MaskMove& m) {
  const Squares kept = ~(m.black | m.white | m.open);
  return {(b.black & kept) | m.black, (b.white & kept) | m.white};
}

class MaskValues {
 public:
  MaskValues(const Model& model, const MaskBoard& board) : MaskValues(model, assignment(board)) {}
  // The values of the variables, square by square: a piece, a black one.
  MaskValues(const Model& model, const std::vector<bool>& variables) {
    std::vector<bool> inputs(model.aig.inputs());
    for (std::size_t k = 0; k < variables.size(); ++k)
      inputs[model.aig.input_number(model.current[k].node())] = variables[k];
    values_ = evaluate(model.aig, inputs);
  }
  static std::vector<bool> assignment(const MaskBoard& b) {
    std::vector<bool> variables(2 * square_count);
    for (int s = 0; s < square_count; ++s) {
      variables[static_cast<std::size_t>(piece_variable(s))] = (b.open() >> s & 1) == 0;
      variables[static_cast<std::size_t>(is_black_variable(s))] = (b.black >> s & 1) != 0;
    }
    return variables;
  }

  bool operator()(Literal literal) const { return value_of(values_, literal); }
  bool any(const std::vector<Literal>& literals) const {
    for (const Literal l : literals) {
      if ((*this)(l)) return true;
    }
    return false;
  }

 private:
  std::vector<bool> values_;
};

MaskGame random_game(std::mt19937& random, bool only_adds) {
  const auto mask = [&] {
    const Squares one = random(), two = random();
    return one & two & 15u;
  };
  const auto demand = [&] { return MaskDemand{mask(), mask(), mask()}; };
  MaskGame game;
  game.squares = square_count;
  game.black = mask();
  game.white = mask() & ~game.black;
  game.first = random() % 2 == 0 ? black : white;
  game.stuck_loses = random() % 2 == 0;
  for (const Side side : both_sides) {
    for (unsigned n = random() % 4 + 1; n > 0; --n) {
      MaskMove move{"move " + std::to_string(n), demand(), 0, 0, 0};
      if (only_adds) {
        const Squares square = bit_of(static_cast<int>(random() % square_count));
        (side == black ? move.black : move.white) = square;
        move.before.no_black |= square;
        move.before.no_white |= square;
      } else {
        move.black = mask();
        move.white = mask() & ~move.black;
        move.open = mask() & ~(move.black | move.white);
      }
      game.moves[side].push_back(move);
    }
    for (unsigned n = random() % 3; n > 0; --n) game.won_by[side].push_back(demand());
    for (unsigned n = random() % 2; n > 0; --n) game.lost_by[side].push_back(demand());
  }
  return game;
}

// `side` is to move.
void expect_moves(const MaskGame& game, const Model& model, const MaskBoard& board, Side side) {
  const MaskValues value(model, board);
  const Side mover = other(side);  // has moved last
  bool won = false, lost = false, can_move = false;
  for (const MaskDemand& d : game.won_by[mover]) won = won || meets(board, d);
  for (const MaskDemand& d : game.lost_by[mover]) lost = lost || meets(board, d);
  for (const MaskMove& m : game.moves[side]) can_move = can_move || meets(board, m.before);
  const bool ended = won || lost || !can_move;

  EXPECT_EQ(value.any(model.won[mover][side]) || value.any(model.won[side][side]) ||
                value.any(model.drawn[side]),
            ended);
  if (won) {
    EXPECT_TRUE(value.any(model.won[mover][side]));
  } else if (lost) {
    EXPECT_TRUE(value.any(model.won[side][side]));
  } else if (!can_move) {
    EXPECT_EQ(value.any(model.won[mover][side]), game.stuck_loses);
    EXPECT_EQ(value.any(model.drawn[side]), !game.stuck_loses);
  }

  ASSERT_EQ(model.moves[side].size(), game.moves[side].size());
  for (std::size_t n = 0; n < game.moves[side].size(); ++n) {
    const MaskMove& move = game.moves[side][n];
    const ModelMove& found = model.moves[side][n];
    EXPECT_EQ(found.name, move.name);
    const bool possible = meets(board, move.before);
    ASSERT_EQ(value(found.guard), possible);
    if (!possible) continue;
    std::vector<bool> next = MaskValues::assignment(board);
    for (const Assignment& a : found.changes)
      next[static_cast<std::size_t>(a.variable)] = value(a.value);
    EXPECT_EQ(next, MaskValues::assignment(after(board, move)));
  }
}

TEST(MaskModel, SaysWhatTheMasksSay) {
  std::mt19937 random(6);
  for (int n = 0; n < 60; ++n) {
    SCOPED_TRACE(n);
    const MaskGame game = random_game(random, n % 2 == 0);
    const Model model = make_mask_model(game);
    ASSERT_EQ(model.variables(), 2 * square_count);
    EXPECT_EQ(model.first, game.first);
    for (const MaskBoard& board : all_boards()) {
      const MaskValues value(model, board);
      EXPECT_TRUE(value(model.is_board));
      EXPECT_TRUE(value(model.canonical));
      EXPECT_EQ(value(model.initial), (board == MaskBoard{game.black, game.white}));
      for (const Side side : both_sides)
        ASSERT_NO_FATAL_FAILURE(expect_moves(game, model, board, side));
    }
  }
}

// An open square is not black: only such assignments are boards.
TEST(MaskModel, KnowsItsBoards) {
  std::mt19937 random(7);
  const Model model = make_mask_model(random_game(random, true));
  int boards = 0;
  for (unsigned number = 0; number < 1u << (2 * square_count); ++number) {
    std::vector<bool> variables(2 * square_count);
    for (std::size_t k = 0; k < variables.size(); ++k) variables[k] = (number >> k & 1) != 0;
    boards += MaskValues(model, variables)(model.is_board);
  }
  EXPECT_EQ(boards, 81);
}

// Games in which every move adds equally many pieces have layers; all others have one.
TEST(MaskModel, CountsPiecesWhereEveryMoveAddsThem) {
  std::mt19937 random(8);
  for (int n = 0; n < 20; ++n) {
    const MaskGame game = random_game(random, true);
    const Model model = make_mask_model(game);
    const int first = std::popcount(game.black | game.white);
    ASSERT_EQ(model.layers.size(), static_cast<std::size_t>(square_count - first + 1));
    for (const MaskBoard& board : all_boards()) {
      const MaskValues value(model, board);
      for (std::size_t i = 0; i < model.layers.size(); ++i)
        EXPECT_EQ(value(model.layers[i]),
                  std::popcount(board.black | board.white) == first + static_cast<int>(i));
    }
    for (const Side side : both_sides) {
      for (const ModelMove& move : model.moves[side]) {
        EXPECT_EQ(move.least_up, 1);
        EXPECT_EQ(move.most_up, 1);
      }
    }
  }
  MaskGame slides = random_game(random, true);
  slides.moves[black].push_back({"slide", {1, 1, 2}, 1, 0, 2});
  EXPECT_EQ(make_mask_model(slides).layers, std::vector<Literal>{true_literal});
}

}  // namespace
}  // namespace zermelo::symbolic
