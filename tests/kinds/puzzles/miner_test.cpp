// SPDX-License-Identifier: MIT
// Mining against the brute force: every condition, alone and with every other one, on every
// position of small boards; and that neither threads nor limits nor lists change what is found.
#include "kinds/puzzles/miner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "probe/position_list.h"
#include "probe/table.h"
#include "tests/reference/puzzle_reference.h"
#include "tests/reference/text_symmetry.h"
#include "tests/support/error_text.h"
#include "tests/support/long_tests.h"
#include "tests/support/mined_puzzles.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using reference::PuzzleReference;
using reference::recoloured;
using reference::ReferenceValue;
using reference::TextSymmetry;
using test::mined;
using test::positions_of;
using test::SmallGame;

class PuzzleMining : public test::MinedTable {};

// A condition and what it means.
struct Rule {
  std::string name;
  std::function<void(PuzzleConditions&)> set;
  std::function<bool(const PuzzleReference&, const std::string&)> holds;
};

std::vector<Rule> rules() {
  using Reference = const PuzzleReference&;
  using Text = const std::string&;
  return {
      {"only-move", [](auto& c) { c.only_move = true; },
       [](Reference r, Text p) { return r.only_move(p); }},
      {"only-line", [](auto& c) { c.only_line = true; },
       [](Reference r, Text p) { return r.only_line(p); }},
      {"sacrifice", [](auto& c) { c.sacrifice = true; },
       [](Reference r, Text p) { return r.sacrifice(p); }},
      {"capture-refused", [](auto& c) { c.capture_refused = true; },
       [](Reference r, Text p) { return r.capture_refused(p); }},
      {"quiet-key", [](auto& c) { c.quiet_key = true; },
       [](Reference r, Text p) { return r.quiet_key(p); }},
      {"hole-key", [](auto& c) { c.own.insert("hole-key"); },
       [](Reference r, Text p) { return r.hole_key(p); }},
      {"reachable", [](auto& c) { c.reachable = true; },
       [](Reference r, Text p) { return r.reachable(p); }},
      {"win-in-1",
       [](auto& c) {
         c.win_in = {1, 1};
       },
       [](Reference r, Text p) { return r.value(p).outcome > 0 && r.value(p).plies == 1; }},
      {"win-in-3..5",
       [](auto& c) {
         c.win_in = {3, 5};
       },
       [](Reference r, Text p) {
         const ReferenceValue v = r.value(p);
         return v.outcome > 0 && v.plies >= 3 && v.plies <= 5;
       }},
      {"pieces",
       [](auto& c) {
         c.pieces = {2, 3};
       },
       [](Reference r, Text p) { return r.pieces(p, 'b') == 2 && r.pieces(p, 'w') == 3; }},
  };
}

class MinerAgreement : public testing::TestWithParam<SmallGame> {
 protected:
  static PuzzleReference reference_of(const SmallGame& g) {
    return PuzzleReference({g.size, g.start, g.lose, g.total, g.symmetric});
  }

  using Positions = std::set<std::string>;

  // The won or drawn positions for which the rule holds.
  Positions positions_meeting(const Rule& rule) const {
    Positions result;
    for (const std::string& p : reference.positions()) {
      if (reference.value(p).outcome >= 0 && rule.holds(reference, p)) result.insert(p);
    }
    return result;
  }

  // The puzzles that are in all of the sets, each exactly once, as canonical positions.
  void expect_found(const PuzzleConditions& conditions,
                    const std::vector<const Positions*>& asked) {
    Positions expected, found;
    for (const std::string& p : reference.positions()) {
      const bool holds =
          reference.value(p).outcome == (conditions.capture_refused ? 0 : 1) &&
          std::ranges::all_of(asked, [&](const Positions* set) { return set->contains(p); });
      if (holds) expected.insert(p);
    }
    const auto puzzles = mined(table, conditions, {.solution = {.max_nodes = 1}, .threads = 2});
    for (const Puzzle& p : puzzles) {
      std::string& image = images[p.position];
      if (image.empty()) image = reference.smallest_image(p.position);
      found.insert(image);
      const ReferenceValue v = reference.value(image);
      ASSERT_EQ(static_cast<int>(p.value.outcome()), v.outcome) << p.position;
      ASSERT_EQ(p.value.plies(), v.plies) << p.position;
      ASSERT_EQ(p.pieces.own, reference.pieces(p.position, 'b'));
      ASSERT_EQ(p.pieces.opponent, reference.pieces(p.position, 'w'));
    }
    ASSERT_EQ(found, expected);
    EXPECT_EQ(puzzles.size(), found.size()) << "a position and its image";
  }

  const test::TemporaryFolder folder;
  const Table table = [this] {
    test::solve_into(folder.file("table.ztb"), GetParam());
    return Table::open(folder.file("table.ztb"));
  }();
  const PuzzleReference reference = reference_of(GetParam());
  std::map<std::string, std::string> images;  // the smallest one of each puzzle
};

TEST_P(MinerAgreement, EveryConditionAloneAndWithEveryOther) {
  expect_found({}, {});
  const std::vector<Rule> all = rules();
  std::map<std::string, Positions> meeting;
  for (const Rule& rule : all) meeting[rule.name] = positions_meeting(rule);
  for (const Rule& a : all) {
    for (const Rule& b : all) {
      const bool both_plies = a.name.starts_with("win-in") && b.name.starts_with("win-in");
      if (a.name > b.name || (both_plies && a.name != b.name)) continue;
      PuzzleConditions conditions;
      a.set(conditions);
      b.set(conditions);
      SCOPED_TRACE(a.name + " " + b.name);
      expect_found(conditions, {&meeting.at(a.name), &meeting.at(b.name)});
      if (HasFatalFailure()) return;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(SmallBoards, MinerAgreement,
                         testing::Values(SmallGame{3, 3, 1, 6, false}, SmallGame{3, 3, 1, 6, true},
                                         SmallGame{3, 3, 0, 5, false},
                                         SmallGame{4, 2, 1, 4, false}),
                         test::name_of_instance);

// The smallest board on which a sacrifice is ever needed.
TEST(PuzzleMiningOnALargerBoard, FindsEverySacrifice) {
  if (!test::long_tests()) GTEST_SKIP() << test::takes_long;
  const test::TemporaryFolder folder;
  test::solve_into(folder.file("table.ztb"), {4, 3, 1, 5, false});
  const PuzzleReference brute({4, 3, 1, 5, false});
  std::set<std::string> expected, found;
  for (const std::string& p : brute.positions()) {
    const ReferenceValue v = brute.value(p);
    // (With two pieces, giving one up is losing.)
    if (v.outcome <= 0 || v.plies == 1 || brute.pieces(p, 'b') == 2) continue;
    if (brute.sacrifice(p)) expected.insert(p);
  }
  for (const Puzzle& p : mined(Table::open(folder.file("table.ztb")), {.sacrifice = true})) {
    EXPECT_TRUE(found.insert(brute.smallest_image(p.position)).second);
  }
  EXPECT_EQ(found, expected);
  EXPECT_FALSE(found.empty());
}

// Otherwise the tests above would prove nothing.
TEST_F(PuzzleMining, EveryConditionIsMetSomewhere) {
  for (const Rule& rule : rules()) {
    if (rule.name == "sacrifice") continue;
    PuzzleConditions conditions;
    rule.set(conditions);
    EXPECT_FALSE(mined(table(), conditions, {.limit = 1}).empty()) << rule.name;
  }
}

TEST_F(PuzzleMining, ThreadsChangeNothing) {
  for (const auto order : {PuzzleOrder::table, PuzzleOrder::difficulty, PuzzleOrder::plies}) {
    for (const std::uint64_t limit : {0u, 7u}) {
      const auto expected = positions_of(
          mined(table(), {.only_move = true}, {.limit = limit, .order = order, .threads = 1}));
      ASSERT_GE(expected.size(), 7u);
      for (const int threads : {2, 3}) {
        EXPECT_EQ(positions_of(mined(table(), {.only_move = true},
                                     {.limit = limit, .order = order, .threads = threads})),
                  expected);
      }
    }
  }
}

TEST_F(PuzzleMining, OrdersAreStableAndLimitsTakeTheFirst) {
  const PuzzleConditions conditions{.only_move = true};
  const auto in_table = mined(table(), conditions);
  const std::map<PuzzleOrder, std::function<double(const Puzzle&)>> ranks = {
      {PuzzleOrder::table, [](const Puzzle&) { return 0.0; }},
      {PuzzleOrder::difficulty, [](const Puzzle& p) { return p.difficulty; }},
      {PuzzleOrder::plies, [](const Puzzle& p) { return p.value.plies(); }},
      {PuzzleOrder::pieces, [](const Puzzle& p) { return -p.pieces.own - p.pieces.opponent; }}};
  for (const auto& entry : ranks) {
    const PuzzleOrder order = entry.first;
    const auto& rank = entry.second;
    auto expected = in_table;
    std::ranges::stable_sort(expected,
                             [&](const Puzzle& a, const Puzzle& b) { return rank(a) > rank(b); });
    EXPECT_EQ(positions_of(mined(table(), conditions, {.order = order})), positions_of(expected));
    for (const std::size_t limit : {40u, 1u}) {
      ASSERT_GT(expected.size(), limit);
      expected.resize(limit);
      EXPECT_EQ(positions_of(mined(table(), conditions, {.limit = limit, .order = order})),
                positions_of(expected));
    }
  }
}

TEST_F(PuzzleMining, EndsWhenItIsToldTo) {
  int given = 0;
  const auto sink = [&](const Puzzle&) { return ++given < 3; };
  EXPECT_EQ(table().mine({}, {}, sink).given, 3u);
  EXPECT_EQ(given, 3);
  const std::atomic<bool> stop = true;
  const MineReport report = table().mine({}, {.stop = &stop}, sink);
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.given, 0u);
}

TEST_F(PuzzleMining, LooksAtListedPositionsOnlyInTheirOrder) {
  const auto all = positions_of(mined(table(), {.only_line = true}));
  const auto others = positions_of(mined(table(), {.win_in = ValueRange{1, 1}}, {.limit = 20}));
  std::vector<ListedPosition> listed;
  std::vector<std::string> expected;
  for (std::size_t i = all.size(); i-- > 0;) {
    const auto symmetry = TextSymmetry::number(3, static_cast<int>(i % 8));
    const std::string image = symmetry(all[i]);
    listed.push_back({i % 3 == 0 ? recoloured(image) : image, ""});
    listed.push_back({all[i], "a second time"});
    expected.push_back(all[i]);
  }
  for (const std::string& other : others) listed.push_back({other, ""});
  const auto found = positions_of(
      mined(table(), {.win_in = ValueRange{3, 99}, .only_line = true}, {.positions = listed}));
  std::erase_if(expected, [&](const std::string& p) { return table().probe(p).plies() < 3; });
  EXPECT_EQ(found, expected);
  EXPECT_GT(found.size(), 10u);
}

TEST_F(PuzzleMining, ComplainsOfListedPositionsWithTheirPlace) {
  const auto mine = [&](const std::string& text) {
    mined(table(), {}, {.positions = std::vector<ListedPosition>{{text, "list:3"}}});
  };
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { mine("www/3/bbb b"); }),
            "list:3: The position has no hole (o).");
  EXPECT_EQ(test::error_text<GameOver>([&] { mine("www/1o1/b2 b"); }),
            "list:3: The game is over: Black is down to 1 piece, so White has won.");
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { mine("www/1o1/bbb b b2U"); }),
            "list:3: A puzzle starts with no move forbidden; leave the move out.");
  EXPECT_EQ(test::error_text<UsageError>([&] { mined(table(), {.own = {"knight-key"}}); }),
            "Ostle has no condition 'knight-key' for puzzles.");
}

TEST(PuzzlePositionList, ReadsLinesAndComments) {
  std::istringstream text("# heading\n\nwww/1o1/bbb b  # the start\r\n  1w1/wo1/b1b b");
  const auto positions = read_positions(text, "some.txt");
  ASSERT_EQ(positions.size(), 2u);
  EXPECT_EQ(positions[0].text, "www/1o1/bbb b");
  EXPECT_EQ(positions[0].where, "some.txt:3");
  EXPECT_EQ(positions[1].text, "1w1/wo1/b1b b");
  EXPECT_EQ(positions[1].where, "some.txt:4");
}

}  // namespace
}  // namespace zermelo
