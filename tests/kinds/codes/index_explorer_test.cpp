// SPDX-License-Identifier: MIT
// What the explorer of an index finds, against a plain search over positions.
#include "kinds/codes/index_explorer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <deque>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using bddl::Expand;
using bddl::PieceGame;
using Explorer2 = IndexExplorer<PieceGame>;

struct PlainSearch {
  std::set<PiecePosition> reached, valued, finished;
};

PlainSearch plain_search(const PieceGame& game, Expand expand) {
  PlainSearch found;
  std::deque<PiecePosition> waiting = {game.canonical(game.start())};
  found.reached.insert(waiting.front());
  while (!waiting.empty()) {
    const PiecePosition p = waiting.front();
    waiting.pop_front();
    bool wins = false, wins_by_first_goal = false;
    std::vector<std::pair<PiecePosition, Ending>> next;
    game.for_each_successor(p, [&](const PiecePosition& q, Ending ending) {
      wins = wins || ending == Ending::won;
      wins_by_first_goal = wins_by_first_goal || game.end_line(q) == 0;
      next.emplace_back(q, ending);
    });
    if (!wins) found.valued.insert(p);
    if (expand == Expand::lean && wins) continue;
    if (expand == Expand::lean_by_first_goal && wins_by_first_goal) continue;
    for (const auto& [q, ending] : next) {
      if (ending != Ending::none) {
        found.finished.insert(q);
      } else if (found.reached.insert(game.canonical(q)).second) {
        waiting.push_back(game.canonical(q));
      }
    }
  }
  return found;
}

std::set<PiecePosition> positions_of(const PieceGame& game,
                                     const std::vector<ExploredLayer>& layers) {
  std::set<PiecePosition> result;
  for (const ExploredLayer& layer : layers) {
    layer.positions.for_each(0, layer.positions.size(), [&](std::uint64_t, std::uint64_t code) {
      result.insert(game.codes().decode(code));
    });
  }
  return result;
}

std::uint64_t reached_in(const std::vector<ExploredLayer>& layers) {
  std::uint64_t sum = 0;
  for (const ExploredLayer& layer : layers) sum += layer.reached;
  return sum;
}

class IndexExplorers : public testing::TestWithParam<std::pair<const char*, Expand>> {
 protected:
  static std::string rules() {
    const std::string name = GetParam().first;
    return name == "drops" ? test::drops_3x3 : test::version_2_game(name);
  }
  const PieceGame game_{bddl::ground(bddl::parse_version_2(rules(), "g.bddl")), GetParam().second};
};

TEST_P(IndexExplorers, FindWhatAPlainSearchFinds) {
  const PlainSearch plain = plain_search(game_, GetParam().second);
  Explorer2 all(game_, Explorer2::Keep::all, 2);
  const auto layers = all.run([] {});
  EXPECT_EQ(positions_of(game_, layers), plain.reached);
  Explorer2 valued(game_, Explorer2::Keep::not_won_at_once, 2);
  const auto valued_layers = valued.run([] {});
  EXPECT_EQ(positions_of(game_, valued_layers), plain.valued);
  EXPECT_EQ(reached_in(valued_layers), plain.reached.size());
  Explorer2 finished(game_, Explorer2::Keep::all_and_finished, 2);
  std::uint64_t ends = 0;
  for (const ExploredLayer& layer : finished.run([] {})) ends += layer.finished.size();
  ends += finished.take_finished_elsewhere().size();
  std::set<PiecePosition> up_to_symmetry;
  for (const PiecePosition& p : plain.finished) {
    PiecePosition least = p;
    game_.codes().for_each_image(
        p, [&](const PiecePosition& image) { least = std::min(least, image); });
    up_to_symmetry.insert(least);
  }
  EXPECT_EQ(ends, up_to_symmetry.size());
}

TEST_P(IndexExplorers, GoOnAfterPauses) {
  Explorer2 whole(game_, Explorer2::Keep::not_won_at_once, 1);
  const auto expected = positions_of(game_, whole.run([] {}));
  Explorer2 paused(game_, Explorer2::Keep::not_won_at_once, 2);
  int calls = 0;
  while (!paused.done()) paused.explore_layer([&] { return ++calls % 3 == 0; });
  EXPECT_EQ(positions_of(game_, paused.take_layers()), expected);
}

INSTANTIATE_TEST_SUITE_P(
    Games, IndexExplorers,
    testing::Values(std::pair("tapatan", Expand::all), std::pair("quixo", Expand::all),
                    std::pair("quixo", Expand::lean), std::pair("dodgem", Expand::all),
                    std::pair("hexapawn", Expand::lean), std::pair("drops", Expand::all),
                    std::pair("drops", Expand::lean),
                    std::pair("drops", Expand::lean_by_first_goal)),
    [](const auto& instance) {
      return std::string(instance.param.first) + (instance.param.second == Expand::all ? ""
                                                  : instance.param.second == Expand::lean
                                                      ? "_lean"
                                                      : "_lean_by_first_goal");
    });

// A game with #material can begin with very many positions.
class ManyStarts : public testing::Test {
 protected:
  const std::string rules_ = test::version_2_game("kings-and-pieces/kqk");
};

TEST_F(ManyStarts, AreLookedAtBetweenPauses) {
  const PieceGame game(bddl::ground(bddl::parse_version_2(rules_, "g.bddl")), Expand::all);
  Explorer2 whole(game, Explorer2::Keep::not_won_at_once, 1);
  const auto expected = positions_of(game, whole.run([] {}));
  Explorer2 paused(game, Explorer2::Keep::not_won_at_once, 1);
  int pauses = 0;
  for (int calls = 0; !paused.explore_layer([&] { return ++calls > 2; }); calls = 0) {
    const RunNumbers numbers = paused.save().numbers;
    if (numbers.at("in_layer").front() != 0) break;
    EXPECT_EQ(numbers.at("starts").front(), 2u * static_cast<unsigned>(++pauses));
  }
  EXPECT_GT(pauses, 3);
  while (!paused.done()) paused.explore_layer([] { return false; });
  EXPECT_EQ(positions_of(game, paused.take_layers()), expected);
}

TEST_F(ManyStarts, ASolveThatStopsAmongThemGoesOnToTheSameBytes) {
  const auto game = make_game({"bddl", {{"domain", rules_}, {"domain-file", "g.bddl"}}});
  const test::TemporaryFolder folder = test::TemporaryFolder::in_memory();
  solve(*game, folder.file("whole.ztb"), {.threads = 1});
  int stops = 0;
  for (int left = 0;; ++left) {
    std::atomic<bool> stop = left == 0;  // the first time at once, then at signs of life, if any
    int signs = 0;
    SolveOptions options{.threads = 1, .resume = stops > 0, .stop = &stop};
    options.progress = [&](const SolveProgress&) { stop = stop || ++signs >= left; };
    try {
      solve(*game, folder.file("stopped.ztb"), options);
      break;
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  EXPECT_GE(stops, 1);
  EXPECT_TRUE(test::read_whole(folder.file("stopped.ztb")) ==
              test::read_whole(folder.file("whole.ztb")));
}

}  // namespace
}  // namespace zermelo
