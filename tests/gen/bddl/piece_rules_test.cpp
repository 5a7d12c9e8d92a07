// SPDX-License-Identifier: MIT
// Compiled rules against the plain ones (tests/reference/plain_rules.h), which are compared with a
// reference of their own.
#include "gen/bddl/piece_rules.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "gen/sorted.h"
#include "gen/wrong_file.h"
#include "tests/reference/plain_rules.h"
#include "tests/support/version2_games.h"

namespace zermelo::bddl {
namespace {

PlainPosition plain_of(const PiecePosition& p, const GroundGame& game) {
  PlainPosition plain;
  plain.white_to_move = p.white_to_move;
  for (int square = 0; square < game.grid.squares(); ++square)
    plain.squares[static_cast<std::size_t>(square)] = p.at(square);
  for (const bool white : {false, true}) {
    for (std::size_t hand = 0; hand < game.hands.size(); ++hand) {
      plain.hands[white ? 1 : 0][hand] =
          static_cast<std::uint8_t>(p.in_hand(white, game.hands[hand].kind));
    }
  }
  return plain;
}

std::vector<PiecePosition> results_of(const PieceRules& rules, const PiecePosition& p) {
  std::vector<PiecePosition> results;
  rules.for_each_result(p, [&](const PiecePosition& next) {
    results.push_back(next);
    return true;
  });
  sort_unique(results);
  return results;
}

class CompiledRules {
 public:
  explicit CompiledRules(const std::string& text)
      : game_(ground(parse_version_2(text, "g.bddl"))),
        rules_(std::make_shared<const GroundGame>(game_)) {}

  // Of so many positions of random play.
  void expect_plain_moves_and_ways_back(int positions) {
    PiecePosition p = *rules_.start();
    for (int i = 0; i < positions && !testing::Test::HasFailure(); ++i) {
      const std::vector<PiecePosition> results = results_of(rules_, p);
      expect_same(p, results);
      std::vector<PiecePosition> going_on;
      for (const PiecePosition& next : results) {
        if (random_() % 4 == 0) expect_way_back(p, next);
        if (rules_.ending_of(next) == Ending::none) going_on.push_back(next);
      }
      p = going_on.empty() ? *rules_.start() : going_on[random_() % going_on.size()];
    }
  }

 private:
  std::string text(const PiecePosition& p) const { return format_position(p, rules_.pieces()); }

  void expect_same(const PiecePosition& p, const std::vector<PiecePosition>& results) const {
    std::vector<PlainPosition> found;
    for (const PiecePosition& next : results) found.push_back(plain_of(next, game_));
    std::ranges::sort(found);
    EXPECT_EQ(found, successors(game_, plain_of(p, game_))) << text(p);
    bool wins = false;
    for (const PiecePosition& next : results) {
      EXPECT_EQ(rules_.ending_of(next), plain_ending(next)) << text(next);
      wins = wins || plain_ending(next) == Ending::won;
    }
    EXPECT_EQ(rules_.wins_at_once(p), wins) << text(p);
  }
  Ending plain_ending(const PiecePosition& p) const {
    const auto result = result_after_turn(game_, plain_of(p, game_));
    if (!result) return Ending::none;
    return *result == tree::Result::draw  ? Ending::drawn
           : *result == tree::Result::win ? Ending::won
                                          : Ending::lost;
  }

  // Unmoves are the moves taken back: every move has its way back, and every way back is a move.
  void expect_way_back(const PiecePosition& p, const PiecePosition& next) {
    bool found = false;
    rules_.for_each_cause(next, [&](const PiecePosition& cause, std::uint16_t) {
      found = found || cause == p;
      if (random_() % 8 != 0) return;
      const std::vector<PiecePosition> results = results_of(rules_, cause);
      EXPECT_TRUE(std::ranges::binary_search(results, next)) << text(cause) << " to " << text(next);
    });
    EXPECT_TRUE(found) << text(p) << " to " << text(next);
  }

  GroundGame game_;
  PieceRules rules_;
  std::mt19937 random_{38};
};

void expect_plain(const std::string& text, int positions) {
  CompiledRules(text).expect_plain_moves_and_ways_back(positions);
}

class CompiledShippedGames : public testing::TestWithParam<const char*> {};

TEST_P(CompiledShippedGames, HaveThePlainMovesAndTheWaysBack) {
  const bool large = std::string(GetParam()).starts_with("nine");
  expect_plain(test::version_2_game(GetParam()), large ? 40 : 500);
}

INSTANTIATE_TEST_SUITE_P(Games, CompiledShippedGames,
                         testing::ValuesIn(test::shipped_version_2_games));

TEST(PieceRules, RidersAndAttacksAreAsInThePlainRules) { expect_plain(test::chess_4x4, 300); }
TEST(PieceRules, ClausesAreAsInThePlainRules) { expect_plain(test::hasami_4x4, 300); }
TEST(PieceRules, DropsAreAsInThePlainRules) { expect_plain(test::drops_3x3, 400); }
TEST(PieceRules, LongTurnsAreAsInThePlainRules) { expect_plain(test::jumpers, 400); }

// By a copy, by a clause, and by actions that are played only if no other is possible.
TEST(PieceRules, AttacksAreOfAllSorts) {
  const std::string board = "#bddl 2\n#boardsize 3 3\n#steps side (1,0) (-1,0) (0,1) (0,-1)\n";
  const std::string ends =
      "#goals own(?p) attacked(?p) count(own)>1\n#init white(?x,ymin) black(?x,ymax)\n";
  const std::string swap =
      ":action swap\n:parameters ?p ?d=side\n:precondition own(?p) other(?p+?d) open(?p-?d)\n"
      ":effect becomes(?p,?p+?d) becomes(?p+?d,?p)\n";
  const std::string step =
      ":parameters ?p ?d=side\n:precondition own(?p) open(?p+?d)\n:effect open(?p) own(?p+?d)\n";
  const std::string surround =
      "  each ?e=side (when (other(?p+?d+?e) NOT(own(?p+?d+2?e))) (open(?p+?d+?e)))\n";
  expect_plain(board + "#actions\n" + swap + ":action step\n" + step + ends, 200);
  expect_plain(board + "#actions\n:action step\n" + step + surround + ends, 200);
  expect_plain(board + "#actions\n" + swap + ":action step :otherwise\n" + step + surround + ends,
               200);
}

TEST(PieceGame, RefusesAStartThatIsOver) {
  const std::string text =
      "#bddl 2\n#boardsize 2 2\n#mirror none\n#actions\n:action put\n:parameters ?p\n"
      ":precondition open(?p)\n:effect own(?p)\n#goals\nown(1,1)\n#init white(1,1)\n";
  EXPECT_THROW(PieceGame(ground(parse_version_2(text, "g.bddl"))), WrongFile);
}

TEST(PieceGame, LayersAreGroupsOfMaterial) {
  const PieceGame dobutsu(ground(parse_version_2(test::version_2_game("dobutsu"), "g.bddl")));
  EXPECT_FALSE(dobutsu.is_layered());
  EXPECT_EQ(dobutsu.layer(dobutsu.start()), 0);
  EXPECT_EQ(dobutsu.layer_name(0), "CEGL/cegl");
  EXPECT_GT(dobutsu.codes().groups(), 50);
}

// --- What players see ----------------------------------------------------------------------------

std::vector<PieceChange> changes_from(const PieceGame& game, const PiecePosition& p) {
  std::vector<PieceChange> changes;
  game.for_each_successor(p, [&](const PiecePosition& next, Ending) {
    changes.push_back({p, next});
  });
  std::ranges::sort(changes);
  changes.erase(std::unique(changes.begin(), changes.end()), changes.end());
  return changes;
}

std::vector<std::string> texts_of_moves(const PieceGame& game, const PiecePosition& p) {
  std::vector<std::string> texts = game.move_texts(changes_from(game, p));
  std::ranges::sort(texts);
  return texts;
}

TEST(PieceGame, WritesMovesAsTheirActionsSay) {
  const PieceGame quixo(ground(parse_version_2(test::version_2_game("quixo"), "g.bddl")));
  // (Several pushes lead to the same position: the first gives the text.)
  for (const std::string& text : texts_of_moves(quixo, quixo.start())) EXPECT_EQ(text[2], '>');
  const PiecePosition row = parse_position("3/3/bw1 b", quixo.pieces());
  EXPECT_EQ(texts_of_moves(quixo, row),
            (std::vector<std::string>{"a1>a3", "a1>c1", "a2>a1", "a2>a3", "a2>c2", "b3>b1", "c1>a1",
                                      "c1>c3", "c2>c1"}));
}

TEST(PieceGame, KnowsTheOtherWaysToWriteAMove) {
  const PieceGame quixo(ground(parse_version_2(test::version_2_game("quixo"), "g.bddl")));
  const auto changes = changes_from(quixo, parse_position("3/3/bw1 b", quixo.pieces()));
  const std::vector<std::string> texts = quixo.move_texts(changes);
  const auto others = quixo.other_texts(changes, texts);
  std::vector<std::string> all = texts;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    if (texts[i] == "a2>a1") {
      EXPECT_EQ(others[i], (std::vector<std::string>{"c2>a2", "a3>a1"}));
    }
    all.insert(all.end(), others[i].begin(), others[i].end());
  }
  // Two from each corner, three from each of the other cubes but White's.
  EXPECT_EQ(all.size(), 17u);
  std::ranges::sort(all);
  EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

TEST(PieceGame, WritesTurnsByAllTheirParts) {
  const std::string text =
      "#bddl 2\n#boardsize 3 1\n#actions\n:action put\n:parameters ?p\n:precondition open(?p)\n"
      ":effect own(?p)\n:then more\n:text +?p\n:action more\n:parameters ?p\n"
      ":precondition open(?p)\n:effect other(?p)\n";
  const auto first_moves = [&](const std::string& end) {
    const PieceGame game(ground(parse_version_2(text + end + "#init\n", "g.bddl")));
    return texts_of_moves(game, game.start());
  };
  EXPECT_EQ(first_moves(":text -?p\n"),
            (std::vector<std::string>{"+a1-b1", "+a1-c1", "+b1-a1", "+b1-c1", "+c1-a1", "+c1-b1"}));
  EXPECT_EQ(first_moves("")[0], "a1*b1") << "a part without a text: by what changes";
}

TEST(PieceGame, HasLinesIfPiecesMoveAlongThem) {
  const auto lines_of = [](const char* name) {
    const PieceGame game(ground(parse_version_2(test::version_2_game(name), "g.bddl")));
    return game.pieces().lines().size();
  };
  EXPECT_EQ(lines_of("tapatan"), 8u);
  EXPECT_EQ(lines_of("six-mens-morris"), 12u) << "lines and links";
  EXPECT_EQ(lines_of("pong-hau-ki"), 3u);
  EXPECT_EQ(lines_of("quixo"), 0u) << "there they only say what a row is";
  EXPECT_EQ(lines_of("dobutsu"), 0u);
}

}  // namespace
}  // namespace zermelo::bddl
