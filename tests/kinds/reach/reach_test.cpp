// SPDX-License-Identifier: MIT
// Distances from the start against a plain breadth-first search over the brute force's states; and
// searches that are limited, stopped and resumed.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "gen/wrong_file.h"
#include "probe/table.h"
#include "tablebase/format/table_file.h"
#include "tests/reference/ostle_reference.h"
#include "tests/reference/text_symmetry.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/small_game.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using reference::OstleReference;
using reference::TextSymmetry;
using test::SmallGame;

// The smallest of a state's images: the same text for all states that count as one.
std::string class_of(const std::string& state, int size) {
  std::string smallest = state;
  for (int g = 1; g < 8; ++g) smallest = std::min(smallest, TextSymmetry::number(size, g)(state));
  return smallest;
}

std::string with_nothing_forbidden(const std::string& state) {
  return state.substr(0, state.find(' ') + 2);
}

using Plies = std::unordered_map<std::string, int>;

// Plies by state, for those that play can lead to. By all states, or by classes: the moves of one
// member of a class lead to images of what the moves of the others lead to.
Plies search(const OstleReference& game, const std::string& start, SearchedMoves moves,
             const std::function<std::string(const std::string&)>& name) {
  std::vector<std::string> queue{name(start)};
  Plies plies{{queue.front(), 0}};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int next = plies.at(queue[i]) + 1;
    const bool all = moves == SearchedMoves::all;
    for (const auto& move : game.moves(all ? with_nothing_forbidden(queue[i]) : queue[i])) {
      if (move.next == "win" || move.next == "loss") continue;
      const std::string state = name(move.next);
      if (plies.emplace(state, next).second) queue.push_back(state);
    }
  }
  return plies;
}

Plies search_by_classes(const OstleReference& game, const std::string& start, int size,
                        SearchedMoves moves) {
  return search(game, start, moves, [&](const std::string& s) { return class_of(s, size); });
}

TEST(ReachReference, ClassesAreAsFarAsTheNearestOfTheirStates) {
  for (const bool symmetric : {false, true}) {
    const OstleReference game{{3, 3, 1, 6, symmetric}};
    const std::string start = make_game(test::spec_of({3, 3, 1, 6, symmetric}))->start();
    for (const SearchedMoves moves : {SearchedMoves::legal, SearchedMoves::all}) {
      Plies nearest;
      for (const auto& [state, n] :
           search(game, start, moves, [](const std::string& s) { return s; })) {
        const auto [known, is_new] = nearest.emplace(class_of(state, 3), n);
        if (!is_new) known->second = std::min(known->second, n);
      }
      EXPECT_EQ(search_by_classes(game, start, 3, moves), nearest);
    }
  }
}

// How many classes of states have a move that leads to them, or are the class of the start.
std::size_t possible_states(const OstleReference& game, int size, const std::string& start) {
  std::set<std::string> classes{class_of(start, size)};
  game.for_each_state([&](const std::string& state, reference::ReferenceValue) {
    if (std::ranges::count(state, ' ') > 1) return;  // all moves belong to the other one
    if (class_of(state, size) != state) return;      // its moves are images of its class's
    for (const auto& move : game.moves(state)) {
      if (move.next != "win" && move.next != "loss") classes.insert(class_of(move.next, size));
    }
  });
  return classes.size();
}

class ReachTable : public testing::TestWithParam<SmallGame> {
 protected:
  const SmallGame game = GetParam();
  const std::shared_ptr<const Game> rules = make_game(test::spec_of(game));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("reach.ztb");

  void expect_distances(const Table& table, const OstleReference& brute,
                        const Plies& expected) const {
    // For a large game, one state in 7: one or two of every position.
    const std::size_t stride = brute.position_count() > 100000 ? 7 : 1;
    std::size_t reached = 0, states = 0;
    brute.for_each_state(
        [&](const std::string& state, reference::ReferenceValue) {
          const auto known = expected.find(class_of(state, game.size));
          const std::optional<int> plies =
              table.distance(++states % 3 == 0 ? reference::recoloured(state) : state);
          if (known == expected.end()) {
            ASSERT_FALSE(plies) << state;
          } else {
            ASSERT_EQ(plies, known->second) << state;
            ++reached;
          }
        },
        stride);
    EXPECT_GE(reached, expected.size() / stride);
  }

  void expect_statistics(const Table& table, const Plies& expected, std::size_t possible,
                         SearchedMoves moves) const {
    std::map<int, std::uint64_t> histogram;
    for (const auto& [state, plies] : expected) ++histogram[plies];
    const ReachReport report = table.distance_stats({.threads = 2});
    EXPECT_EQ(report.moves, moves);
    EXPECT_EQ(report.histogram, histogram);
    EXPECT_EQ(report.states, expected.size());
    EXPECT_EQ(report.unreached, possible - expected.size());
    EXPECT_EQ(report.farthest, histogram.rbegin()->first);
    EXPECT_EQ(report.positions, rules->count({.threads = 1}, true).totals.at("positions"));
    ASSERT_EQ(report.farthest_states.size(),
              std::min<std::uint64_t>(100, histogram.rbegin()->second));
    for (const std::string& state : report.farthest_states)
      EXPECT_EQ(expected.at(class_of(state, game.size)), report.farthest) << state;
  }
};

// Everything that the brute force can show, in one test: it takes long to build.
TEST_P(ReachTable, AgreesWithTheBruteForce) {
  if (game.size == 4 && !game.symmetric && !test::long_tests()) GTEST_SKIP() << test::takes_long;
  const OstleReference brute{{game.size, game.start, game.lose, game.total, game.symmetric}};
  const std::size_t possible = possible_states(brute, game.size, rules->start());
  for (const SearchedMoves moves : {SearchedMoves::legal, SearchedMoves::all}) {
    const Plies expected = search_by_classes(brute, rules->start(), game.size, moves);
    rules->kind(moves == SearchedMoves::all ? "reach-all-moves" : "reach")
        ->solve(path, {.force = true});
    const Table table = Table::open(path);
    ASSERT_NO_FATAL_FAILURE(expect_distances(table, brute, expected));
    ASSERT_NO_FATAL_FAILURE(expect_statistics(table, expected, possible, moves));
    EXPECT_FALSE(table.verify({.threads = 2}).failure);
  }
}

TEST_P(ReachTable, IsTheSameForAnyNumberOfThreadsAndWordsOfEitherWidth) {
  rules->kind("reach")->solve(path, {});
  const std::string bytes = test::read_whole(path);
  for (const int threads : {1, 3}) {
    SolveOptions options;
    options.threads = threads;
    options.force_wide_words = threads == 3;
    rules->kind("reach")->solve(path, options);
    EXPECT_EQ(test::read_whole(path), bytes) << threads;
  }
}

TEST_P(ReachTable, IsTheSameAfterAnyNumberOfStops) {
  rules->kind("reach")->solve(path, {});
  const std::string bytes = test::read_whole(path), broken = folder.file("broken.ztb");
  SolveOptions options;
  options.resume = true;
  options.checkpoint_seconds = 0;
  int stops = 0;
  for (bool done = false; !done;) {
    // The first run is stopped before it has done anything; the later ones at a checkpoint.
    std::atomic<bool> stop = stops == 0;
    int saves = 0;
    options.stop = &stop;
    options.progress = [&](const SolveProgress& p) {
      if (p.phase == SolveProgress::Phase::saving && ++saves > stops % 3) stop = true;
    };
    try {
      rules->kind("reach")->solve(broken, options);
      done = true;
    } catch (const Interrupted&) {
      ++stops;
    }
    ASSERT_LT(stops, 1000);
  }
  EXPECT_GT(stops, 0);
  EXPECT_EQ(test::read_whole(broken), bytes);
  EXPECT_FALSE(std::filesystem::exists(broken + ".checkpoint"));
}

INSTANTIATE_TEST_SUITE_P(SmallGames, ReachTable,
                         testing::Values(SmallGame{3, 3, 1, 6, false}, SmallGame{3, 3, 1, 6, true},
                                         SmallGame{3, 2, 0, 4, false}, SmallGame{3, 3, 2, 6, true},
                                         // Two groups with the same number of pieces: 2-2 and 1-3.
                                         SmallGame{3, 3, 0, 6, false}, SmallGame{3, 3, 0, 6, true},
                                         SmallGame{4, 2, 0, 4, false}, SmallGame{4, 2, 1, 4, true}),
                         test::name_of_instance);

class ReachRun : public testing::Test {
 protected:
  const std::shared_ptr<const Game> rules = make_game(test::spec_of(test::smallest_game));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
};

TEST_F(ReachRun, NeedsTheStartAmongThePositions) {
  const SmallGame lower{4, 3, 1, 5, false};
  EXPECT_EQ(test::error_text<UsageError>(
                [&] { make_game(test::spec_of(lower))->kind("reach")->solve(path, {}); }),
            "The start has 6 pieces; with total=5 it is not among the positions.");
}

TEST_F(ReachRun, RefusesMoreMemoryThanAllowed) {
  SolveOptions options;
  options.memory_limit = 1 << 20;
  EXPECT_THROW(rules->kind("reach")->solve(path, options), OutOfMemory);
  EXPECT_FALSE(std::filesystem::exists(path));
}

bool finds_something(const std::string& path) {
  try {
    return Table::open(path).verify({.threads = 2}).failure.has_value();
  } catch (const DamagedTable&) {
    return true;
  }
}

// Whatever is changed in a table, verification must find it.
TEST_F(ReachRun, VerificationFindsWhatIsWrong) {
  for (const bool symmetric : {false, true}) {
    const SmallGame game{3, 3, 1, 6, symmetric};
    const auto any = make_game(test::spec_of(game));
    any->kind("reach")->solve(path, {.force = true});
    const TableFile file(path);
    const VerifyReport right = Table::open(path).verify({.threads = 2});
    EXPECT_FALSE(right.failure) << *right.failure;
    EXPECT_EQ(right.positions, file.positions());
    const std::string wrong = folder.file("wrong.ztb");
    int tried = 0;
    const auto expect_found = [&](std::size_t slice, std::uint32_t member, auto change) {
      bool changed = false;
      test::rewrite_table(path, wrong, [&](std::size_t i, std::uint64_t b, BlockContents& block) {
        if (i == slice && b == 0 && member < block.first.size()) changed = change(block);
      });
      if (!changed) return;
      ++tried;
      EXPECT_TRUE(finds_something(wrong)) << slice << ' ' << member;
    };
    for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
      const auto codes = static_cast<PaletteCode>(file.slices()[slice].codes());
      for (std::uint32_t member = 0; member < 2048; member += 97) {
        for (const int step : {1, codes - 1}) {
          expect_found(slice, member, [&](BlockContents& block) {
            block.first[member] = static_cast<PaletteCode>((block.first[member] + step) % codes);
            return true;
          });
        }
        expect_found(slice, member, [&](BlockContents& block) {
          const auto found = std::ranges::find(block.second, member, &SecondValue::member);
          if (found == block.second.end()) return false;
          block.second.erase(found);
          return true;
        });
        expect_found(slice, member, [&](BlockContents& block) {
          const auto found = std::ranges::find(block.second, member, &SecondValue::member);
          if (found == block.second.end()) return false;
          found->slot = static_cast<std::uint8_t>(found->slot ^ 1);
          return true;
        });
      }
    }
    EXPECT_GT(tried, 50);
  }
}

TEST_F(ReachRun, DoesNotGoOnFromTheCheckpointOfASolve) {
  std::atomic<bool> stop = false;
  SolveOptions options;
  options.stop = &stop;
  options.progress = [&](const SolveProgress& p) {
    if (p.phase == SolveProgress::Phase::writing) stop = true;
  };
  EXPECT_THROW(solve(*rules, path, options), Interrupted);
  SolveOptions resume;
  resume.resume = true;
  EXPECT_THROW(rules->kind("reach")->solve(path, resume), FileError);
}

TEST_F(ReachRun, TablesOfOneKindDoNotAnswerForTheOther) {
  rules->kind("reach")->solve(path, {});
  const Table distances = Table::open(path);
  EXPECT_TRUE(distances.holds_distances());
  EXPECT_EQ(distances.distance(distances.start()), 0);
  EXPECT_EQ(test::error_text<WrongFile>([&] { distances.probe(distances.start()); }),
            path + " holds distances from the start and no values.");
  EXPECT_THROW(distances.solution(distances.start()), UsageError);
  EXPECT_THROW(distances.mine({}, {}, [](const Puzzle&) { return true; }), UsageError);
  EXPECT_FALSE(distances.survey());
  solve(*rules, path, {.force = true});
  const Table values = Table::open(path);
  EXPECT_EQ(test::error_text<WrongFile>([&] { values.distance(values.start()); }),
            path + " holds values and no distances from the start.");
}

}  // namespace
}  // namespace zermelo
