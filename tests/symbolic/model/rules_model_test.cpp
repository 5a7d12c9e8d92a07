// SPDX-License-Identifier: MIT
// Boolean models of games in version 2 of BDDL against the plain rules
// (tests/reference/plain_rules.h), in positions of random play and in positions that are set up at
// random.
#include "symbolic/model/rules_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/bddl/ground_pieces.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "tests/reference/plain_rules.h"
#include "tests/support/random_version2.h"
#include "tests/support/version2_games.h"

namespace zermelo::symbolic {
namespace {

using bddl::GroundGame;
using bddl::PlainPosition;
using Result = bddl::tree::Result;

GroundGame ground_of(const std::string& text) {
  return bddl::ground(bddl::parse_version_2(text, "g.bddl"));
}

// What a model says about one board, with one side to move.
class BoardView {
 public:
  BoardView(const Model& model, const BoardState& board, Side side)
      : model_(model), board_(board), side_(side) {
    std::vector<bool> inputs(model.aig.inputs());
    for (std::size_t k = 0; k < model.current.size(); ++k)
      inputs[model.aig.input_number(model.current[k].node())] = board[k];
    values_ = evaluate(model.aig, inputs);
  }

  bool operator()(Literal literal) const { return value_of(values_, literal); }
  bool is_board() const { return (*this)(model_.is_board) && (*this)(model_.canonical); }
  bool is_initial() const { return (*this)(model_.initial); }
  int layers() const {
    return static_cast<int>(std::ranges::count_if(model_.layers, std::cref(*this)));
  }
  int layer() const {
    return static_cast<int>(std::ranges::find_if(model_.layers, std::cref(*this)) -
                            model_.layers.begin());
  }
  // For the side that has moved. (Parts must not overlap.)
  std::optional<Result> result() const {
    std::vector<Result> results;
    for (const Side winner : both_sides) {
      if (any(model_.won[winner][side_]))
        results.push_back(winner == side_ ? Result::loss : Result::win);
    }
    if (any(model_.drawn[side_])) results.push_back(Result::draw);
    EXPECT_LE(results.size(), 1u);
    return results.empty() ? std::nullopt : std::optional(results.front());
  }
  std::vector<std::size_t> possible() const {
    std::vector<std::size_t> numbers;
    for (std::size_t n = 0; n < model_.moves[side_].size(); ++n)
      if ((*this)(model_.moves[side_][n].guard)) numbers.push_back(n);
    return numbers;
  }
  BoardState after(std::size_t move) const {
    BoardState next = board_;
    for (const Assignment& change : model_.moves[side_][move].changes)
      next[static_cast<std::size_t>(change.variable)] = (*this)(change.value);
    return next;
  }

 private:
  bool any(const std::vector<Literal>& literals) const {
    return std::ranges::any_of(literals, std::cref(*this));
  }

  const Model& model_;
  BoardState board_;
  Side side_;
  std::vector<bool> values_;
};

Side mover_of(const PiecePosition& p) { return p.white_to_move ? white : black; }

class ModelOfRules {
 public:
  explicit ModelOfRules(const std::string& text)
      : game_(ground_of(text)),
        made_(model_of_rules(game_, piece_position_of(*game_.start, game_))) {
    EXPECT_TRUE(made_.model.aig.check());
  }

  const GameModel& made() const { return made_; }
  const GroundGame& game() const { return game_; }
  // How many positions that were set up at random are boards.
  int set_up() const { return set_up_; }

  void expect_plain_rules(int positions) {
    PlainPosition p = *game_.start;
    EXPECT_EQ(made_.model.first, p.white_to_move ? white : black);
    EXPECT_TRUE(view(p).is_initial());
    for (int n = 0; n < positions && !testing::Test::HasFailure(); ++n) {
      expect_same(p);
      const std::vector<PlainPosition> moves = successors(game_, p);
      const bool over = moves.empty() || (n > 0 && result_after_turn(game_, p));
      p = over ? *game_.start : moves[random_() % moves.size()];
    }
    int tried = 0;
    for (int n = 0; n < positions && !testing::Test::HasFailure(); ++n) {
      const PlainPosition set_up = random_position();
      if (!stands_for(set_up)) continue;
      expect_same(set_up);
      ++tried;
    }
    set_up_ = tried;
  }

 private:
  PiecePosition as_pieces(const PlainPosition& p) const { return piece_position_of(p, game_); }
  BoardView view(const PlainPosition& p) const {
    return {made_.model, made_.board(as_pieces(p)), p.white_to_move ? white : black};
  }
  // Whether a board stands for it.
  bool stands_for(const PlainPosition& plain) const {
    const PiecePosition p = as_pieces(plain);
    return made_.position(made_.board(p), mover_of(p)) == p && view(plain).is_board();
  }

  PlainPosition random_position() {
    PlainPosition p;
    const auto below = [&](int limit) {
      return static_cast<int>(random_() % static_cast<unsigned>(limit));
    };
    p.white_to_move = below(2) == 1;
    const int density = below(11);
    for (int square = 0; square < game_.grid.squares(); ++square) {
      if ((game_.exists >> square & 1) == 0 || below(10) >= density) continue;
      p.squares[static_cast<std::size_t>(square)] =
          static_cast<Content>(1 + below(2 * game_.number_of_kinds()));
    }
    for (auto& side : p.hands) {
      for (std::size_t hand = 0; hand < game_.hands.size(); ++hand)
        side[hand] = static_cast<std::uint8_t>(below(below(2) == 0 ? 2 : 16));
    }
    return p;
  }

  void expect_same(const PlainPosition& plain) const {
    const PiecePosition p = as_pieces(plain);
    SCOPED_TRACE(format_position(p, made_.pieces));
    ASSERT_TRUE(stands_for(plain));
    const BoardView here = view(plain);
    EXPECT_EQ(here.layers(), 1);
    EXPECT_EQ(here.result(), result_after_turn(game_, plain));
    std::set<PiecePosition> expected, found;
    for (const PlainPosition& next : successors(game_, plain)) expected.insert(as_pieces(next));
    for (const std::size_t move : here.possible()) {
      const ModelMove& made = made_.model.moves[mover_of(p)][move];
      SCOPED_TRACE(made.name);
      const BoardState board = here.after(move);
      const PiecePosition next = made_.position(board, other(mover_of(p)));
      EXPECT_EQ(made_.board(next), board);
      EXPECT_TRUE(found.insert(next).second) << "two moves lead to one position";
      const BoardView then(made_.model, board, mover_of(next));
      EXPECT_TRUE(then.is_board());
      EXPECT_GE(then.layer(), here.layer() + made.least_up);
      EXPECT_LE(then.layer(), here.layer() + made.most_up);
      expect_named(made, {p, next});
    }
    EXPECT_EQ(found, expected);
    expect_symmetric(here, made_.board(p), mover_of(p));
  }

  // Symmetries map boards with their moves and ends onto such.
  void expect_symmetric(const BoardView& here, const BoardState& board, Side side) const {
    for (const ModelSymmetry& g : made_.symmetries) {
      const auto mapped = [&](const BoardState& from) {
        BoardState to;
        for (std::size_t k = 0; k < g.variable.size(); ++k) to[g.variable[k]] = from[k];
        return to;
      };
      const BoardView image(made_.model, mapped(board), side);
      EXPECT_TRUE(image.is_board());
      EXPECT_EQ(image.result(), here.result());
      EXPECT_EQ(image.possible().size(), here.possible().size());
      for (const std::size_t move : here.possible())
        EXPECT_EQ(image.after(g.move[side][move]), mapped(here.after(move)));
    }
  }

  // A name that consists of texts has the move's text. (Games may also say how it is written.)
  void expect_named(const ModelMove& move, const PieceChange& change) const {
    const bool has_texts = std::ranges::any_of(game_.sides, [](const bddl::GroundSide& side) {
      return std::ranges::any_of(side.actions, [](const auto& a) { return !a.text.empty(); });
    });
    if (has_texts || move.name.find('{') != move.name.npos) return;
    const std::string all = " or " + move.name + " or ";
    EXPECT_NE(all.find(" or " + format_change(change, made_.pieces) + " or "), all.npos);
  }

  GroundGame game_;
  GameModel made_;
  std::mt19937 random_{38};
  int set_up_ = 0;
};

void expect_plain_rules(const std::string& text, int positions) {
  ModelOfRules(text).expect_plain_rules(positions);
}

class ModelsOfShippedRules : public testing::TestWithParam<const char*> {};

TEST_P(ModelsOfShippedRules, AreThePlainRules) {
  const std::string name = GetParam();
  const bool large = name.starts_with("nine") || name.starts_with("six");
  ModelOfRules rules(test::version_2_game(name));
  rules.expect_plain_rules(large ? 10 : 150);
  EXPECT_GT(rules.set_up(), 0);
}

INSTANTIATE_TEST_SUITE_P(Games, ModelsOfShippedRules,
                         testing::ValuesIn(test::shipped_version_2_games));

TEST(ModelOfRules, RidersAndAttacks) { expect_plain_rules(test::chess_4x4, 60); }
TEST(ModelOfRules, Clauses) { expect_plain_rules(test::hasami_4x4, 200); }
TEST(ModelOfRules, Drops) { expect_plain_rules(test::drops_3x3, 300); }
TEST(ModelOfRules, LongTurnsAndCompulsoryCaptures) { expect_plain_rules(test::jumpers, 400); }

// Hands that grow without end, by clauses too, and are compared with each other and with the board.
constexpr const char* traders = R"(#bddl 2
#pieces coin stone
#hands coin stone
#boardsize 2 2
#steps side (1,0) (-1,0) (0,1) (0,-1)
#actions
:action earn
:parameters ?p
:precondition open(?p)
:effect hand(own,coin)+2 when (hand(own,stone)>0) (hand(own,stone)-1) own-coin(?p)
:action turn
:parameters ?p ?d=side
:precondition own(?p) own(?p+?d) NOT(own-stone(?p))
:effect own-stone(?p) open(?p+?d) when (own-stone(?p+?d)) (hand(own,stone)+3 hand(own,coin)-1)
:action trade
:precondition hand(own,coin)>hand(other,coin) count(own)<=hand(own,coin)
:effect hand(own,coin)-5 hand(other,stone)+1
:action rest :otherwise
:precondition
:effect
#draws hand(own,coin)=hand(other,coin) count(own-coin)=2
#goals hand(own,stone)>=3 count(own)>count(other)
#losses hand(own,coin)>=12
#init hand(black,coin)=1 hand(white,stone)=1
)";

TEST(ModelOfRules, HandsAndComparisons) { expect_plain_rules(traders, 600); }

// A line counts only where none before it holds.
TEST(ModelOfRules, EndsAreLookedAtInTheirOrder) {
  expect_plain_rules(
      "#bddl 2\n#boardsize 3 1\n#actions\n:action put\n:parameters ?p\n:precondition open(?p)\n"
      ":effect own(?p)\n:action give\n:parameters ?p\n:precondition open(?p)\n:effect other(?p)\n"
      "#goals\nown(1,1) own(2,1)\n#draws\nown(1,1) own(3,1)\n#losses\nown(2,1)\n"
      "#stuck\nwin own(1,1)\ndraw\n#init\n",
      300);
}

// --- What a model is made of ---------------------------------------------------------------------

TEST(ModelOfRules, HasTheVariablesThatAreNeeded) {
  const auto variables = [](const std::string& game) {
    return ModelOfRules(test::version_2_game(game)).made().model.variables();
  };
  EXPECT_EQ(variables("tapatan"), 9 * 2 + 2 * 2);
  EXPECT_EQ(variables("quixo"), 9 * 2);
  EXPECT_EQ(variables("pong-hau-ki"), 5 * 2) << "five squares exist";
  EXPECT_EQ(variables("nine-mens-morris"), 24 * 2 + 2 * 4);
  EXPECT_EQ(variables("dobutsu"), 12 * 4);
}

TEST(ModelOfRules, NamesVariablesAndMovesAsPlayersDo) {
  const ModelOfRules tapatan(test::version_2_game("tapatan"));
  const std::vector<std::string>& names = tapatan.made().model.names;
  EXPECT_EQ(names[0], "piece a1");
  EXPECT_EQ(names[1], "black a1");
  EXPECT_EQ(names.back(), "white man[1] in hand");
  const ModelOfRules dobutsu(test::version_2_game("dobutsu"));
  EXPECT_EQ(dobutsu.made().model.names[0], "kind[0] a1");
  const auto has_move = [](const ModelOfRules& game, Side side, const std::string& name) {
    const auto& moves = game.made().model.moves[side];
    return std::ranges::find(moves, name, &ModelMove::name) != moves.end();
  };
  EXPECT_TRUE(has_move(dobutsu, black, "Lb1-b2 or Lb1xb2"));
  EXPECT_TRUE(has_move(dobutsu, black, "Cb3-b4=H or Cb3xb4=H or Hb3-b4 or Hb3xb4"));
  EXPECT_TRUE(has_move(tapatan, white, "b2"));
  EXPECT_TRUE(has_move(ModelOfRules(test::version_2_game("quixo")), black, "a1>c1"));
}

// Every move adds a piece: play cannot go round in circles.
TEST(ModelOfRules, HasLayersIfEveryMoveAddsEquallyMany) {
  const ModelOfRules col(
      "#bddl 2\n#boardsize 3 2\n#actions\n:action put\n:parameters ?p\n"
      ":precondition open(?p) NOT(own(?p))\n:effect own(?p)\n#stuck loss\n#init white(1,1)\n");
  EXPECT_EQ(col.made().model.layers.size(), 6u);
  EXPECT_EQ(col.made().model.layer_names.front(), "1 piece");
  EXPECT_EQ(col.made().model.moves[black].front().least_up, 1);
  EXPECT_EQ(ModelOfRules(test::version_2_game("dodgem")).made().model.layers.size(), 1u);
}

TEST(ModelOfRules, FindsSymmetries) {
  const auto symmetries = [](const std::string& game) {
    return ModelOfRules(test::version_2_game(game)).made().symmetries.size();
  };
  EXPECT_EQ(symmetries("tapatan"), 7u);
  EXPECT_EQ(symmetries("six-mens-morris"), 15u);
  EXPECT_EQ(symmetries("hexapawn"), 1u);
  EXPECT_EQ(symmetries("dodgem"), 0u);
}

// What the language has, in combinations that nobody would write.
TEST(ModelOfRules, RandomGames) {
  int tried = 0;
  const char* const wanted = std::getenv("ZERMELO_RANDOM_MODELS");  // how many games
  const unsigned games = wanted == nullptr ? 60 : static_cast<unsigned>(std::atoi(wanted));
  for (unsigned seed = 1; seed <= games && !testing::Test::HasFailure(); ++seed) {
    std::mt19937 random(seed);
    const std::string text = test::random_version_2(random);
    SCOPED_TRACE(text);
    try {
      if (!ground_of(text).start) continue;
    } catch (const Error&) {
      continue;
    }
    expect_plain_rules(text, 40);
    ++tried;
  }
  EXPECT_GE(3 * tried, static_cast<int>(games));
}

}  // namespace
}  // namespace zermelo::symbolic
