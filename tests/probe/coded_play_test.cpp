// SPDX-License-Identifier: MIT
// Play by codes says what the table says by texts, whether its values are in the file or in memory.
#include "probe/coded_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "gen/error.h"
#include "probe/table.h"
#include "tests/support/plain_play.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using test::game;
using test::solved;

GameSpec of_version_2(const std::string& rules) {
  return game("bddl", {{"domain", rules}, {"problem", ""}});
}

// A chess ending, with moves that are not legal.
GameSpec king_and_queen() { return of_version_2(test::version_2_game("kings-and-pieces/kqk")); }

// What a position's moves lead to, and what they are worth.
using MoveValues = std::map<std::string, Value>;

MoveValues values_by_text(const Table& table, const std::string& position) {
  MoveValues values;
  for (const MoveValue& move : table.moves(position)) values.emplace(move.after, move.value);
  return values;
}

class CodedPlayOf : public testing::TestWithParam<GameSpec> {};

TEST_P(CodedPlayOf, SaysWhatTheTableSays) {
  const test::TemporaryFolder folder;
  const Table table = solved(GetParam(), folder);
  const std::unique_ptr<const CodedPlay> filed = table.coded_play(), loaded = table.loaded_play(2);
  ASSERT_TRUE(filed);
  const bool lists_positions = table.game().spec().name != "mnk";
  EXPECT_EQ(loaded != nullptr, lists_positions);
  constexpr std::size_t most = 3000;
  for (const CodedPlay* play : {filed.get(), loaded.get()}) {
    if (play == nullptr) continue;
    const std::unique_ptr<CodedMoves> moves = play->moves();
    std::vector<std::string> waiting = {play->code(table.start())};
    std::set<std::string> known = {waiting.front()};
    for (std::size_t i = 0; i < waiting.size() && i < most; ++i) {
      const std::string code = waiting[i], text = play->text(code);
      MoveValues values;
      const auto list = moves->list(code);
      for (std::size_t n = 0; n < list.size(); ++n) {
        values.emplace(play->text(list[n].after), moves->value(n));
        const std::string after(list[n].after);
        if (!list[n].ending && known.insert(after).second) waiting.push_back(after);
      }
      ASSERT_EQ(values, values_by_text(table, text)) << text;
    }
    EXPECT_GT(waiting.size(), 30u);
  }
}

// In tables of distances won positions are left out, in the others they are not.
INSTANTIATE_TEST_SUITE_P(
    Games, CodedPlayOf,
    testing::Values(king_and_queen(), of_version_2(test::drops_3x3), of_version_2(test::jumpers),
                    of_version_2(test::hasami_4x4),
                    game("othello", {{"columns", "4"}, {"rows", "4"}}),
                    game("breakthrough", {{"columns", "3"}, {"rows", "4"}}),
                    game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}})),
    [](const auto& info) { return std::to_string(info.index) + "_" + info.param.name; });

TEST(LoadedPlay, EndsWhenItIsToldTo) {
  const test::TemporaryFolder folder;
  const Table table = solved(king_and_queen(), folder);
  const std::atomic<bool> stop = true;
  EXPECT_THROW(static_cast<void>(table.loaded_play(1, &stop)), Interrupted);
}

// Of several wrong positions in a list, which threads share, the first is complained of.
TEST(ListedPositions, AreComplainedOfInTheirOrder) {
  const test::TemporaryFolder folder;
  const Table table = solved(king_and_queen(), folder);
  std::vector<ListedPosition> listed(1000, {table.start(), ""});
  listed[700] = {"nonsense", "list:700"};
  listed[300] = {"8/8/8/8/8/8/8/K7 b", "list:300"};
  listed[900] = {"8/8/8/8/8/8/8/8 b", "list:900"};
  for (const int threads : {1, 4}) {
    try {
      table.mine({}, {.positions = listed, .threads = threads}, [](const Puzzle&) { return true; });
      FAIL();
    } catch (const Error& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("list:300: ")) << error.what();
    }
  }
}

}  // namespace
}  // namespace zermelo
