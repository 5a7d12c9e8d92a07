// SPDX-License-Identifier: MIT
// Distances from the start against a plain breadth-first search over the brute force's states,
// without symmetries; and searches that are limited, stopped and resumed.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "probe/table.h"
#include "tests/reference/ostle_reference.h"
#include "tests/reference/text_symmetry.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
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

// Plies by class of state, for those that play can lead to.
std::unordered_map<std::string, int> search(const OstleReference& game, const std::string& start,
                                            int size, SearchedMoves moves) {
  std::unordered_map<std::string, int> plies{{start, 0}};
  std::vector<std::string> queue{start};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    const int next = plies.at(queue[i]) + 1;
    const bool all = moves == SearchedMoves::all;
    for (const auto& move : game.moves(all ? with_nothing_forbidden(queue[i]) : queue[i])) {
      if (move.next == "win" || move.next == "loss") continue;
      if (plies.emplace(move.next, next).second) queue.push_back(move.next);
    }
  }
  std::unordered_map<std::string, int> classes;
  for (const auto& [state, n] : plies) {
    const auto [known, is_new] = classes.emplace(class_of(state, size), n);
    if (!is_new) known->second = std::min(known->second, n);
  }
  return classes;
}

// How many classes of states have a move that leads to them, or are the start's.
std::size_t possible_states(const OstleReference& game, int size, const std::string& start) {
  std::set<std::string> classes{class_of(start, size)};
  game.for_each_state([&](const std::string& state, reference::ReferenceValue) {
    if (std::ranges::count(state, ' ') > 1) return;  // all moves belong to the other one
    for (const auto& move : game.moves(state)) {
      if (move.next != "win" && move.next != "loss") classes.insert(class_of(move.next, size));
    }
  });
  return classes.size();
}

class ReachTable : public testing::TestWithParam<SmallGame> {
 protected:
  const SmallGame game = GetParam();
  const std::unique_ptr<Engine> engine = make_engine(test::spec_of(game));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("reach.ztb");

  using Distances = std::unordered_map<std::string, int>;

  void expect_distances(const Table& table, const OstleReference& brute,
                        const Distances& expected) const {
    std::size_t reached = 0, states = 0;
    brute.for_each_state([&](const std::string& state, reference::ReferenceValue) {
      const auto known = expected.find(class_of(state, game.size));
      const std::optional<int> plies =
          table.distance(++states % 3 == 0 ? reference::recoloured(state) : state);
      if (known == expected.end()) {
        ASSERT_FALSE(plies) << state;
      } else {
        ASSERT_EQ(plies, known->second) << state;
        ++reached;
      }
    });
    EXPECT_GE(reached, expected.size());
  }

  void expect_statistics(const Table& table, const Distances& expected, std::size_t possible,
                         SearchedMoves moves) const {
    std::map<int, std::uint64_t> histogram;
    for (const auto& [state, plies] : expected) ++histogram[plies];
    const ReachReport report = engine->reach_stats(table.file(), 2, {});
    EXPECT_EQ(report.moves, moves);
    EXPECT_EQ(report.histogram, histogram);
    EXPECT_EQ(report.states, expected.size());
    EXPECT_EQ(report.unreached, possible - expected.size());
    EXPECT_EQ(report.farthest, histogram.rbegin()->first);
    EXPECT_EQ(report.positions, engine->count(true, 1, {}).totals.at("positions"));
    ASSERT_EQ(report.farthest_states.size(),
              std::min<std::uint64_t>(100, histogram.rbegin()->second));
    for (const std::string& state : report.farthest_states)
      EXPECT_EQ(expected.at(class_of(state, game.size)), report.farthest) << state;
  }
};

// All that the brute force can tell, in one test: it takes long to build.
TEST_P(ReachTable, AgreesWithTheBruteForce) {
  const OstleReference brute{{game.size, game.start, game.lose, game.total, game.symmetric}};
  const std::size_t possible = possible_states(brute, game.size, engine->start());
  for (const SearchedMoves moves : {SearchedMoves::legal, SearchedMoves::all}) {
    const auto expected = search(brute, engine->start(), game.size, moves);
    engine->reach(path, {}, moves);
    const Table table = Table::open(path);
    ASSERT_NO_FATAL_FAILURE(expect_distances(table, brute, expected));
    ASSERT_NO_FATAL_FAILURE(expect_statistics(table, expected, possible, moves));
    EXPECT_FALSE(engine->verify(table.file(), 2, {}).failure);
  }
}

TEST_P(ReachTable, IsTheSameForAnyNumberOfThreadsAndWordsOfEitherWidth) {
  engine->reach(path, {});
  const std::string bytes = test::read_whole(path);
  for (const int threads : {1, 3}) {
    SolveOptions options;
    options.threads = threads;
    options.force_wide_words = threads == 3;
    engine->reach(path, options);
    EXPECT_EQ(test::read_whole(path), bytes) << threads;
  }
}

TEST_P(ReachTable, IsTheSameAfterAnyNumberOfStops) {
  engine->reach(path, {});
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
      engine->reach(broken, options);
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
                         [](const auto& named) { return test::name_of(named.param); });

class ReachRun : public testing::Test {
 protected:
  const std::unique_ptr<Engine> engine = make_engine(test::spec_of(test::smallest_game));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");
};

TEST_F(ReachRun, NeedsTheStartAmongThePositions) {
  const SmallGame lower{4, 3, 1, 5, false};
  EXPECT_EQ(
      test::error_text<UsageError>([&] { make_engine(test::spec_of(lower))->reach(path, {}); }),
      "The start has 6 pieces; with total=5 it is not among the positions.");
}

TEST_F(ReachRun, RefusesMoreMemoryThanAllowed) {
  SolveOptions options;
  options.memory_limit = 1 << 20;
  EXPECT_THROW(engine->reach(path, options), OutOfMemory);
  EXPECT_FALSE(std::filesystem::exists(path));
}

bool finds_something(const Engine& engine, const std::string& path) {
  try {
    return engine.verify(TableFile(path), 2, {}).failure.has_value();
  } catch (const DamagedTable&) {
    return true;
  }
}

// Whatever is changed in a table, its verification must find.
TEST_F(ReachRun, VerificationFindsWhatIsWrong) {
  for (const bool symmetric : {false, true}) {
    const SmallGame game{3, 3, 1, 6, symmetric};
    const auto any = make_engine(test::spec_of(game));
    any->reach(path, {});
    const TableFile file(path);
    const VerifyReport right = any->verify(file, 2, {});
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
      EXPECT_TRUE(finds_something(*any, wrong)) << slice << ' ' << member;
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
  EXPECT_THROW(engine->solve(path, options), Interrupted);
  SolveOptions resume;
  resume.resume = true;
  EXPECT_THROW(engine->reach(path, resume), FileError);
}

TEST_F(ReachRun, TablesOfOneKindDoNotAnswerForTheOther) {
  engine->reach(path, {});
  const Table distances = Table::open(path);
  EXPECT_TRUE(distances.holds_distances());
  EXPECT_EQ(distances.distance(distances.start()), 0);
  EXPECT_EQ(test::error_text<UsageError>([&] { distances.probe(distances.start()); }),
            path + " holds distances from the start and no values.");
  EXPECT_THROW(distances.solution(distances.start()), UsageError);
  EXPECT_THROW(distances.mine({}, {}, [](const Puzzle&) { return true; }), UsageError);
  EXPECT_THROW(engine->survey(distances.file(), 1, {}), UsageError);
  engine->solve(path, {});
  const Table values = Table::open(path);
  EXPECT_EQ(test::error_text<UsageError>([&] { values.distance(values.start()); }),
            path + " holds values and no distances from the start.");
}

}  // namespace
}  // namespace zermelo
