// SPDX-License-Identifier: MIT
// Ground actions and ends against a reference that plays from the syntax tree, and against
// published numbers of positions.
#include "tests/reference/plain_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/bddl/version2_parser.h"
#include "symmetry/grid.h"
#include "tests/reference/version2_reference.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

using Reference = reference::Version2Reference;
using reference::Version2Position;

struct Game {
  explicit Game(const std::string& text)
      : tree(parse_version_2(text, "g.bddl")), ground(bddl::ground(tree)), reference(tree) {}

  int square(int x, int y) const { return ground.grid.square(x - 1, ground.grid.rows - y); }

  PlainPosition plain(const Version2Position& p) const {
    PlainPosition q;
    q.white_to_move = p.white_to_move;
    for (const auto& [at, piece] : p.pieces) {
      q.squares[static_cast<std::size_t>(square(at.first, at.second))] =
          content_of(piece.kind, piece.white);
    }
    for (const auto& [whose, number] : p.hands) {
      const auto hand = std::ranges::find(ground.hands, whose.second, &tree::Hand::kind);
      q.hands[whose.first ? 1 : 0][static_cast<std::size_t>(hand - ground.hands.begin())] =
          static_cast<std::uint8_t>(number);
    }
    return q;
  }

  std::vector<PlainPosition> moves_of_reference(const Version2Position& p) const {
    std::vector<PlainPosition> all;
    for (const Version2Position& next : reference.moves(p)) all.push_back(plain(next));
    std::ranges::sort(all);
    return all;
  }

  tree::Game tree;
  GroundGame ground;
  Reference reference;
};

using Random = std::mt19937;

int below(Random& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

Version2Position random_position(const Game& game, Random& random) {
  Version2Position p;
  p.white_to_move = below(random, 2) == 1;
  const int density = 1 + below(random, 9);
  for (const auto& square : game.reference.squares()) {
    if (below(random, 10) < density)
      p.pieces[square] = {below(random, 2) == 1, below(random, game.ground.number_of_kinds())};
  }
  for (const tree::Hand& hand : game.ground.hands) {
    for (const bool white : {false, true}) {
      if (const int n = below(random, 4); n > 0) p.hands[{white, hand.kind}] = n;
    }
  }
  return p;
}

void expect_agreement(const Game& game, const Version2Position& p) {
  const PlainPosition q = game.plain(p);
  EXPECT_EQ(successors(game.ground, q), game.moves_of_reference(p));
  EXPECT_EQ(result_after_turn(game.ground, q), game.reference.result(p));
}

void expect_agreement(const std::string& text, int positions) {
  const Game game(text);
  Random random(20);
  for (int i = 0; i < positions && !testing::Test::HasFailure(); ++i)
    expect_agreement(game, random_position(game, random));
  // And by random play, which leads to more ordinary positions.
  Version2Position p = game.reference.start();
  for (int i = 0; i < positions && !testing::Test::HasFailure(); ++i) {
    expect_agreement(game, p);
    const auto moves = game.reference.moves(p);
    const bool over = moves.empty() || (i > 0 && game.reference.result(p));
    p = over ? game.reference.start()
             : *std::next(moves.begin(), below(random, static_cast<int>(moves.size())));
  }
}

class ShippedVersion2 : public testing::TestWithParam<const char*> {};

TEST_P(ShippedVersion2, GroundActionsMakeTheMovesOfTheReference) {
  const bool large = std::string(GetParam()).starts_with("nine");
  expect_agreement(test::version_2_game(GetParam()), large ? 30 : 150);
}

INSTANTIATE_TEST_SUITE_P(Games, ShippedVersion2, testing::ValuesIn(test::shipped_version_2_games));
INSTANTIATE_TEST_SUITE_P(OneOfEachPiece, ShippedVersion2, testing::Values("tic-tac-chec/3x3"));

TEST(PlainRules, RidersAndAttacksAgreeWithTheReference) { expect_agreement(test::chess_4x4, 120); }
TEST(PlainRules, ClausesAgreeWithTheReference) { expect_agreement(test::hasami_4x4, 150); }
TEST(PlainRules, DropsAgreeWithTheReference) { expect_agreement(test::drops_3x3, 200); }
TEST(PlainRules, LongTurnsAndCompulsoryCapturesAgreeWithTheReference) {
  expect_agreement(test::jumpers, 400);
}

// --- Published numbers ---------------------------------------------------------------------------

// With the colours exchanged and the board's image taken if White is to move.
PlainPosition folded(const GroundGame& game, const PlainPosition& p) {
  if (!p.white_to_move) return p;
  PlainPosition q;
  for (int square = 0; square < game.grid.squares(); ++square) {
    q.squares[static_cast<std::size_t>(game.mirror[static_cast<std::size_t>(square)])] =
        exchanged(p.squares[static_cast<std::size_t>(square)]);
  }
  q.hands = {p.hands[1], p.hands[0]};
  return q;
}

PlainPosition moved(const PlainPosition& p, const GridSymmetry& symmetry, Grid grid) {
  PlainPosition q = p;
  for (int square = 0; square < grid.squares(); ++square) {
    q.squares[static_cast<std::size_t>(symmetry.image(square))] =
        p.squares[static_cast<std::size_t>(square)];
  }
  return q;
}

// All positions that play leads to, the mover folded, and what they are worth to him: 0 for a draw,
// n for a win in n plies, -n for a loss (0 plies are written as never, for a game that is over).
class Solved {
 public:
  explicit Solved(const GroundGame& game) : game_(game) {
    find(*game.start);
    for (std::size_t i = 0; i < positions_.size(); ++i) expand(i);
    solve();
  }

  std::size_t positions() const { return positions_.size(); }
  std::size_t going_on() const {
    return static_cast<std::size_t>(std::ranges::count(over_, false));
  }
  int value() const { return values_[0]; }
  // The positions, one for all its images under the symmetries; of those that are not over.
  std::size_t going_on_up_to(const std::vector<GridSymmetry>& symmetries) const {
    std::set<PlainPosition> canonical;
    for (std::size_t i = 0; i < positions_.size(); ++i) {
      if (over_[i]) continue;
      PlainPosition best = positions_[i];
      for (const GridSymmetry& symmetry : symmetries)
        best = std::min(best, moved(positions_[i], symmetry, game_.grid));
      canonical.insert(best);
    }
    return canonical.size();
  }

 private:
  static constexpr int unknown = 9999, lost_already = 5000;

  std::size_t find(const PlainPosition& p) {
    const auto [found, is_new] = numbers_.try_emplace(folded(game_, p), positions_.size());
    if (is_new) positions_.push_back(found->first);
    return found->second;
  }

  // For the side to move, the other having moved.
  static int value_after(tree::Result result) {
    if (result == tree::Result::draw) return 0;
    return result == tree::Result::win ? -lost_already : lost_already;
  }

  // (The start is not over, and nobody has moved.)
  void expand(std::size_t i) {
    const PlainPosition p = positions_[i];
    const auto result = i == 0 ? std::nullopt : result_after_turn(game_, p);
    over_.push_back(result.has_value());
    values_.push_back(result ? value_after(*result) : unknown);
    next_.emplace_back();
    if (result) return;
    for (const PlainPosition& next : successors(game_, p)) {
      const std::size_t number = find(next);
      next_[i].push_back(number);
    }
  }

  // One ply more in each round.
  void solve() {
    bool changed = true;
    for (int plies = 1; changed; ++plies) {
      changed = false;
      const std::vector<int> before = values_;
      for (std::size_t i = 0; i < next_.size(); ++i) {
        if (before[i] != unknown) continue;
        const auto lost = [&](std::size_t n) { return before[n] != unknown && before[n] < 0; };
        const auto won = [&](std::size_t n) { return before[n] != unknown && before[n] > 0; };
        if (std::ranges::any_of(next_[i], lost)) {
          values_[i] = plies;
        } else if (std::ranges::all_of(next_[i], won)) {
          values_[i] = -plies;
        }
        changed = changed || values_[i] != unknown;
      }
    }
    std::ranges::replace(values_, unknown, 0);
  }

  const GroundGame& game_;
  std::map<PlainPosition, std::size_t> numbers_;
  std::vector<PlainPosition> positions_;
  std::vector<std::vector<std::size_t>> next_;
  std::vector<bool> over_;
  std::vector<int> values_;
};

GroundGame shipped(const std::string& name) {
  return bddl::ground(parse_version_2(test::version_2_game(name), name));
}

TEST(PlainRules, PongHauKi) {
  const GroundGame game = shipped("pong-hau-ki");
  const Solved solved(game);
  EXPECT_EQ(solved.positions(), 28u) << "both sides have 28 of the 56, two of them stuck";
  EXPECT_EQ(solved.going_on(), 26u);
  EXPECT_EQ(solved.value(), 0);
}

TEST(PlainRules, Dodgem) {
  const GroundGame game = shipped("dodgem");
  const Solved solved(game);
  EXPECT_EQ(solved.going_on(), 1345u);
  EXPECT_EQ(solved.value(), 20);
}

TEST(PlainRules, Quixo) {
  const GroundGame game = shipped("quixo");
  const Solved solved(game);
  EXPECT_EQ(solved.going_on_up_to(grid_symmetries(game.grid)), 1397u);
  EXPECT_EQ(solved.value(), 7);
}

TEST(PlainRules, Tapatan) {
  const GroundGame game = shipped("tapatan");
  const Solved solved(game);
  EXPECT_EQ(solved.positions(), 3870u);
  EXPECT_EQ(solved.value(), 9);
}

TEST(PlainRules, Hexapawn) {
  const GroundGame game = shipped("hexapawn");
  EXPECT_LT(Solved(game).value(), 0) << "the second player wins";
}

TEST(PlainRules, ThreeMensMorris) {
  const GroundGame game = shipped("three-mens-morris");
  const Solved solved(game);
  EXPECT_EQ(solved.positions(), 3910u);
}

// Up to exchanging the colours, and left with right. A position in which the mover can win at once
// is counted, but not played on from.
TEST(PlainRules, DobutsuWithoutDrops) {
  const GroundGame game = shipped("dobutsu");
  const auto symmetries = grid_symmetries(game.grid);
  const auto sides = std::ranges::find_if(symmetries, [](const GridSymmetry& symmetry) {
    return symmetry.image(0) == 2 && symmetry.image(3) == 5;
  });
  ASSERT_NE(sides, symmetries.end());
  std::set<PlainPosition> seen;
  std::vector<PlainPosition> open;
  const auto find = [&](const PlainPosition& p) {
    const PlainPosition q = folded(game, p);
    const PlainPosition canonical = std::min(q, moved(q, *sides, game.grid));
    if (seen.insert(canonical).second) open.push_back(canonical);
  };
  const auto wins = [&](const PlainPosition& p) {
    return std::ranges::any_of(game.sides[0].ends, [&](const GroundEnd& goal) {
      return std::ranges::any_of(goal.when,
                                 [&](const GroundDemand& d) { return holds(game, d, p); });
    });
  };
  find(*game.start);
  while (!open.empty()) {
    const std::vector<PlainPosition> next = successors(game, open.back());
    open.pop_back();
    if (std::ranges::any_of(next, wins)) continue;
    std::ranges::for_each(next, find);
  }
  EXPECT_EQ(seen.size(), 797'658u);
}

}  // namespace
}  // namespace zermelo::bddl
