// SPDX-License-Identifier: MIT
// The report on a folder of endgame tables, compared with a brute force: every position of the
// folder's walk, with the moves of the rules, each looked up by itself.
#include "reports/endgame_report.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "json/endgame_document.h"
#include "probe/table.h"
#include "reports/endgame_page.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

class EndgameFolderReportTest : public testing::Test {
 protected:
  void SetUp() override {
    const test::ProcessResult made =
        test::run_program({"endgames", "--variant", "chess", "--material", "KQvK", "--material",
                           "KPvK", "-o", folder_.file("chess")});
    ASSERT_EQ(made.exit_code, 0) << made.error;
  }

  test::TemporaryFolder folder_;
};

struct Expected {
  std::uint64_t positions = 0, legal = 0, keeping = 0, best = 0, only_moves = 0, forced = 0,
                traps = 0;
};

// "8/8/8/5k2/8/8/1Q6/K7 w - - 0 1": the men, stronger side first.
std::string material_of(const std::string& fen) {
  std::string white, black;
  for (const char c : fen.substr(0, fen.find(' '))) {
    if (c >= 'A' && c <= 'Z') white += c;
    if (c >= 'a' && c <= 'z') black += static_cast<char>(c - 'a' + 'A');
  }
  const std::string first = white.size() > 1 ? white : black;
  return first.size() == 1 ? "KvK" : (first[0] == 'K' ? first : "K" + first.substr(0, 1)) + "vK";
}

Value after(const Table& table, const LegalMove& move) {
  if (!move.ending) return table.probe(move.result).before_move();
  return *move.ending == Outcome::draw ? Value::draw() : Value::win(1);
}

TEST_F(EndgameFolderReportTest, MeasuresAreThoseOfABruteForce) {
  const Table table = Table::open(folder_.file("chess"));
  const EndgameFolderReport report = endgame_report(table, {.sample = 1'000'000});
  std::map<std::string, Expected> expected;
  const std::unique_ptr<PositionWalk> walk = table.walk(1);
  std::vector<PositionValue> block;
  while (walk->next(block)) {
    for (const PositionValue& one : block) {
      const std::vector<LegalMove> moves = table.game().moves(one.position);
      if (moves.empty()) continue;
      Expected& e = expected[material_of(one.position)];
      std::uint64_t keeping = 0, best = 0;
      for (const LegalMove& move : moves) {
        const Value value = after(table, move);
        keeping += value.outcome() == one.value.outcome() ? 1 : 0;
        best += value == one.value ? 1 : 0;
      }
      ++e.positions;
      e.legal += moves.size();
      e.keeping += keeping;
      e.best += best;
      e.forced += moves.size() == 1 ? 1 : 0;
      e.only_moves += moves.size() > 1 && keeping == 1 ? 1 : 0;
      e.traps += !one.value.is_loss() && 4 * keeping <= moves.size() ? 1 : 0;
    }
  }
  ASSERT_GE(report.materials.size(), 3u);
  for (const EndgameFolderReport::Material& material : report.materials) {
    const Expected& e = expected[material.stats.material];
    const PlayReport::Ply& c = material.choice;
    EXPECT_EQ(c.positions, e.positions) << material.stats.material;
    EXPECT_EQ(c.legal, e.legal) << material.stats.material;
    EXPECT_EQ(c.keeping, e.keeping) << material.stats.material;
    EXPECT_EQ(c.best, e.best) << material.stats.material;
    EXPECT_EQ(c.forced, e.forced) << material.stats.material;
    EXPECT_EQ(c.only_moves, e.only_moves) << material.stats.material;
    EXPECT_EQ(c.traps, e.traps) << material.stats.material;
  }
}

TEST_F(EndgameFolderReportTest, HasPublishedNumbers) {
  const Table table = Table::open(folder_.file("chess"));
  const EndgameFolderReport report = endgame_report(table, {.sample = 50});
  std::map<std::string, const EndgameFolderReport::Material*> materials;
  for (const auto& material : report.materials) materials[material.stats.material] = &material;
  // The longest wins of king and queen, and of king and pawn, take 10 and 28 moves.
  EXPECT_EQ(materials.at("KQvK")->longest()->longest_win, 19);
  EXPECT_EQ(materials.at("KPvK")->longest()->longest_win, 55);
  EXPECT_EQ(materials.at("KvK")->longest(), nullptr);
  EXPECT_EQ(materials.at("KQvK")->choice.positions, 50u);
  EXPECT_EQ(materials.at("KQvK")->black_wins(), 0u);
  // The same positions are drawn each time.
  EXPECT_EQ(endgame_report_json(report),
            endgame_report_json(endgame_report(table, {.sample = 50})));
}

TEST_F(EndgameFolderReportTest, IsPrintedInAllForms) {
  const std::string chess = folder_.file("chess");
  const auto run = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"report", chess});
    const test::ProcessResult result = test::run_program(words);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    return result.output;
  };
  EXPECT_NE(run({}).find("KPvK        55 plies"), std::string::npos) << run({});
  EXPECT_NE(run({"--format", "markdown"}).find("| KQvK |"), std::string::npos);
  EXPECT_EQ(Json::parse(run({"--json", "--sample", "7"}))["sample"], 7);
  const std::string page = run({"--format", "html"});
  EXPECT_NE(page.find("<svg"), std::string::npos);
  EXPECT_EQ(page.find("http"), page.find("http://www.w3.org"));
  const test::ProcessResult refused = test::run_program({"report", chess, "--without", "push"});
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_NE(refused.error.find("endgame tables"), std::string::npos);
}

}  // namespace
}  // namespace zermelo
