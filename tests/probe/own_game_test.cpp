// SPDX-License-Identifier: MIT
// Classes as rules: what they may have beside what they must.
#include "probe/own_game.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/own_trial.h"
#include "probe/table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// A stone on a strip of five squares goes two squares at a time; who gets it off the end wins.
// There are starts on all squares, which play from the first one does not all reach.
struct Strip {
  struct State {
    std::uint8_t square, mover;
  };
  static constexpr const char* name = "strip";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 2;

  static State start() { return {0, 0}; }
  static std::optional<State> start_at(std::uint64_t number) {
    if (number > 4) return std::nullopt;
    return State{static_cast<std::uint8_t>(number), 0};
  }
  static std::optional<int> result(const State& s) {
    return s.square == 5 ? std::optional(s.mover == 1 ? 1 : -1) : std::nullopt;
  }
  static int mover(const State& s) { return s.mover; }
  static void moves(const State& s, std::vector<std::uint64_t>& found) {
    found = {2};
    if (s.square == 4) found = {1};
  }
  static State play(const State& s, std::uint64_t move) {
    const auto square = static_cast<std::uint8_t>(s.square + move);
    return {square > 5 ? std::uint8_t{5} : square, static_cast<std::uint8_t>(1 - s.mover)};
  }
  static std::string text(const State& s) {
    return std::to_string(s.square) + "," + std::to_string(s.mover);
  }
};

struct WholeStrip : Strip {
  void expand(const State& s, std::vector<std::pair<std::uint64_t, State>>& found) const {
    EXPECT_TRUE(found.empty());
    std::vector<std::uint64_t> all;
    moves(s, all);
    for (const std::uint64_t move : all) found.emplace_back(move, play(s, move));
  }
  static std::vector<std::string> board(const State& s) {
    std::vector<std::string> ranks = {"......", "######"};
    ranks.front()[s.square] = s.mover == 0 ? 'b' : 'W';
    return ranks;
  }
};

std::shared_ptr<const Game> strip_game(zermelo_own_game_opener open) {
  return make_own_game(open, {}, "strip");
}

TEST(OwnClasses, StartsAreAllSolvedFrom) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("strip.ztb");
  for (const auto open : {own_game_opener<Strip>(), own_game_opener<WholeStrip>()}) {
    const auto game = strip_game(open);
    solve(*game, path, {.force = true});
    const Table table = Table::open(path, game);
    EXPECT_EQ(table.info().values, 8);  // 0 to 4 with player 0; 2, 3 and 4 with player 1
    EXPECT_EQ(table.probe("hex:0300"), Value::win(1));
    EXPECT_EQ(table.probe("hex:0000"), Value::win(3));
    EXPECT_EQ(table.probe("hex:0100"), Value::loss(2));
    EXPECT_EQ(table.verify().failure, std::nullopt);
  }
}

TEST(OwnClasses, WhatIsOptionalIsTried) {
  const OwnTrialReport report =
      try_own_game(*strip_game(own_game_opener<WholeStrip>()), {.games = 20});
  EXPECT_EQ(report.failure, std::nullopt);
  for (const char* function : {"expand", "board", "start_at"})
    EXPECT_NE(std::ranges::find(report.checked, function), report.checked.end()) << function;
}

TEST(OwnClasses, ATrialCanBeStopped) {
  std::atomic<bool> stop = true;
  const auto game = strip_game(own_game_opener<Strip>());
  EXPECT_THROW(try_own_game(*game, {.stop = &stop}), Interrupted);
}

TEST(OwnClasses, BoardsAreDrawn) {
  const Diagram diagram = strip_game(own_game_opener<WholeStrip>())->diagram("hex:0201");
  EXPECT_EQ(diagram.columns, 6);
  EXPECT_EQ(diagram.rows, 2);
  EXPECT_EQ(diagram.cells[6 + 2], Cell::white);
  EXPECT_EQ(diagram.cells[6 + 3], Cell::empty);
  EXPECT_EQ(diagram.cells[2], Cell::blocked);
}

// Each of these says what a RulesError says.
struct UnevenStrip : Strip {
  static std::vector<std::string> board(const State&) { return {"...", "...."}; }
};
struct NoStrip : Strip {
  static std::vector<std::string> board(const State&) { return {}; }
};
struct ThrowingStrip : Strip {
  static void expand(const State&, std::vector<std::pair<std::uint64_t, State>>&) {
    throw std::runtime_error("no way out");
  }
  static std::vector<std::string> board(const State&) { throw std::runtime_error("no picture"); }
};
struct GenerousStrip : Strip {
  static void expand(const State& s, std::vector<std::pair<std::uint64_t, State>>& found) {
    found.assign(3, {2, play(s, 2)});
  }
};
struct EndlessStrip : Strip {
  static std::optional<State> start_at(std::uint64_t) { throw std::runtime_error("no more"); }
};

template <class Rules, class Work>
std::string sentence_of(const Work& work) {
  try {
    work(*strip_game(own_game_opener<Rules>()));
  } catch (const RulesError& error) {
    return error.what();
  }
  return "nothing";
}

TEST(OwnClasses, WhatTheyGetWrongIsToldWithFunctionAndState) {
  const auto draw = [](const Game& game) { game.diagram("hex:0000"); };
  const auto move = [](const Game& game) { game.moves("hex:0000"); };
  const auto count = [](const Game& game) { game.count(); };
  EXPECT_EQ(sentence_of<UnevenStrip>(draw), "strip: board at 0,0: its ranks differ in length.");
  EXPECT_EQ(sentence_of<NoStrip>(draw),
            "strip: board at 0,0: 0 columns and 0 rows do not go with 0 characters.");
  EXPECT_EQ(sentence_of<ThrowingStrip>(draw), "strip: board at 0,0: no picture.");
  EXPECT_EQ(sentence_of<ThrowingStrip>(move), "strip: expand at 0,0: no way out.");
  EXPECT_EQ(sentence_of<GenerousStrip>(move),
            "strip: expand at 0,0: it has 3 moves, more than most_moves, 2.");
  EXPECT_EQ(sentence_of<EndlessStrip>(count), "strip: start_at: no more.");
}

// A game of one's own is not made again from its name: its kind of table keeps it.
TEST(OwnClasses, AKindOfTableSolvesIt) {
  const test::TemporaryFolder folder;
  const auto game = strip_game(own_game_opener<Strip>());
  game->kind("distance")->solve(folder.file("strip.ztb"), {});
  EXPECT_EQ(Table::open(folder.file("strip.ztb"), game).info().values, 8);
  const Table without = Table::open(folder.file("strip.ztb"));
  EXPECT_TRUE(game->is_own() && game->has_rules());
  EXPECT_TRUE(without.game().is_own() && !without.game().has_rules());
  EXPECT_EQ(own_state_bytes(without.game()), 2);
  EXPECT_THROW(without.game().kind("distance")->solve(folder.file("other.ztb"), {}), UsageError);
  EXPECT_THROW(own_state_bytes(*make_game({"mnk", {}})), UsageError);
  EXPECT_FALSE(without.walk(1)->has_records());
}

}  // namespace
}  // namespace zermelo
