// SPDX-License-Identifier: MIT
// Ways from the start to a state: as long as the table of distances says, legal, and to the state
// itself as short as a plain search finds.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tests/support/error_text.h"
#include "tests/support/program.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::SmallGame;

class Ways : public testing::TestWithParam<SmallGame> {
 protected:
  Table reach_table() const {
    game->kind("reach")->solve(path, {});
    return Table::open(path);
  }

  const std::shared_ptr<const Game> game = make_game(test::spec_of(GetParam()));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("reach.ztb");
};

// All states that play leads to, colours and orientation told apart, with their plies: breadth
// first, by the rules alone.
std::map<std::string, int> plain_distances(const Game& game, std::size_t most) {
  std::map<std::string, int> plies{{game.start(), 0}};
  std::vector<std::string> level{game.start()};
  for (int depth = 1; !level.empty() && plies.size() < most; ++depth) {
    std::vector<std::string> next;
    for (const std::string& state : level) {
      for (const LegalMove& move : game.moves(state)) {
        if (move.ending || !plies.emplace(move.result, depth).second) continue;
        next.push_back(move.result);
      }
    }
    level = std::move(next);
  }
  return plies;
}

void expect_legal(const Game& game, const Way& way) {
  std::string here = game.start();
  ASSERT_EQ(way.states.size(), way.moves.size());
  for (std::size_t i = 0; i < way.moves.size(); ++i) {
    const auto moves = game.moves(here);
    const auto made = std::ranges::find(moves, way.moves[i], &LegalMove::move);
    ASSERT_NE(made, moves.end()) << way.moves[i] << " in " << here;
    here = made->result;
    ASSERT_EQ(here, way.states[i]);
  }
}

TEST_P(Ways, AreShortestAndLegal) {
  const Table table = reach_table();
  const auto plain = plain_distances(*game, 3'000'000);
  std::vector<std::string> states;
  for (const auto& [state, plies] : plain) states.push_back(state);
  std::mt19937 random(26);
  std::shuffle(states.begin(), states.end(), random);
  states.resize(std::min<std::size_t>(states.size(), 100));
  int longer = 0;
  for (const std::string& state : states) {
    SCOPED_TRACE(state);
    const Way image = table.way(state);
    ASSERT_TRUE(image.found);
    EXPECT_EQ(static_cast<int>(image.moves.size()), table.distance(state));
    ASSERT_NO_FATAL_FAILURE(expect_legal(*game, image));
    EXPECT_EQ(table.distance(image.states.empty() ? table.start() : image.states.back()),
              table.distance(state));

    const Way exact = table.way(state, {.exact = true});
    ASSERT_TRUE(exact.found);
    ASSERT_NO_FATAL_FAILURE(expect_legal(*game, exact));
    EXPECT_EQ(exact.states.empty() ? table.start() : exact.states.back(), state);
    EXPECT_EQ(static_cast<int>(exact.moves.size()), plain.at(state));
    longer += exact.moves.size() > image.moves.size() ? 1 : 0;
  }
  EXPECT_GT(longer, 0) << "colours and orientation make no difference";
}

INSTANTIATE_TEST_SUITE_P(Boards, Ways,
                         testing::Values(SmallGame{3, 2, 0, 4, false}, SmallGame{3, 3, 1, 6, true},
                                         SmallGame{4, 1, 0, 2, false}),
                         test::name_of_instance);

TEST(WayProgram, ShowsAWayOrSaysWhyThereIsNone) {
  const test::TemporaryFolder folder;
  const std::string reach = folder.file("reach.ztb"), values = folder.file("values.ztb");
  const std::vector<std::string> game = {"ostle", "size=3", "start=2", "lose=0"};
  const auto with = [&](std::vector<std::string> words, const std::string& file) {
    words.insert(words.end(), game.begin(), game.end());
    words.insert(words.end(), {"-o", file});
    return words;
  };
  ASSERT_EQ(test::run_program(with({"reach"}, reach)).exit_code, 0);
  ASSERT_EQ(test::run_program(with({"solve"}, values)).exit_code, 0);
  const test::ProcessResult start = test::run_program({"way", reach, "start"});
  EXPECT_EQ(start.output, "0 plies from the start.\n");
  EXPECT_EQ(test::run_program({"way", values, "start"}).error,
            "zermelo: " + values + " holds values and no distances from the start.\n");
  EXPECT_EQ(test::run_program({"way", reach, "bw1/1o1/4", "b"}).exit_code, 1);
  EXPECT_EQ(test::run_program({"way", reach}).exit_code, 2);
  // White to move: an odd number of plies.
  const test::ProcessResult one =
      test::run_program({"way", reach, "ww1/1o1/bb1 w", "--exact", "--max", "1"});
  EXPECT_EQ(one.exit_code, 1);
  EXPECT_TRUE(one.error.starts_with("zermelo: No way to the state itself was found within "))
      << one.error;
}

}  // namespace
}  // namespace zermelo
