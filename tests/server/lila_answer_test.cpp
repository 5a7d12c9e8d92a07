// SPDX-License-Identifier: MIT
// Chess variants over HTTP, in the form of lila-tablebase and in the server's own.
#include "server/lila_answer.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>

#include "json/json.h"
#include "probe/endgames.h"
#include "server/service.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::server {
namespace {

class LilaAnswers : public testing::Test {
 protected:
  LilaAnswers() {
    make_endgames(*make_game(variant_spec("chess")), folder_.file("chess"),
                  {.materials = {"KRvK", "KNvK"}});
    service_ = std::make_unique<Service>(std::vector{folder_.file("chess")}, ServiceOptions{});
  }
  Response get(const std::string& target) { return service_->answer({.target = target}); }
  Json json(const std::string& target) { return Json::parse(get(target).content()); }

  const test::TemporaryFolder folder_;
  std::unique_ptr<Service> service_;
};

TEST_F(LilaAnswers, TellAPositionAndItsMoves) {
  const Json answer = json("/standard?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_0_1");
  EXPECT_EQ(answer["category"], "win");
  EXPECT_EQ(answer["dtm"], 29);
  EXPECT_TRUE(answer["dtz"].is_null());
  EXPECT_EQ(answer["checkmate"], false);
  ASSERT_GT(answer["moves"].size(), 10u);
  const Json& best = answer["moves"].front();
  EXPECT_EQ(best["category"], "loss");
  EXPECT_EQ(best["dtm"], -28);
  EXPECT_EQ(best["uci"].get<std::string>().size(), 4u);
  EXPECT_FALSE(best["zeroing"]);
  for (const Json& move : answer["moves"]) {
    if (move["category"] != "loss") continue;
    EXPECT_GE(best["dtm"], move["dtm"]);
  }
}

TEST_F(LilaAnswers, KnowCountersOfChecksAndLichesssNames) {
  make_endgames(*make_game(variant_spec("3check")), folder_.file("3check"),
                {.materials = {"KRvK-2+1"}});
  service_ = std::make_unique<Service>(std::vector{folder_.file("3check")}, ServiceOptions{});
  const Json one = json("/threeCheck?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_1%2B1_0_1");
  EXPECT_EQ(one["category"], "win");
  EXPECT_EQ(one["dtm"], 1);
  EXPECT_EQ(one["moves"].front()["variant_loss"], true);
  const Json two = json("/threeCheck?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_0_1_%2B1%2B2");
  EXPECT_EQ(two["category"], "win");
  EXPECT_GT(two["dtm"], 1);
  EXPECT_FALSE(two["moves"].front()["zeroing"]);
  EXPECT_EQ(json("/3check?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_3%2B3_0_1")["category"], "unknown");
}

TEST_F(LilaAnswers, TellWhatIsOver) {
  const Json mate = json("/chess?fen=k1R5/8/1K6/8/8/8/8/8_b_-_-_0_1");
  EXPECT_EQ(mate["category"], "loss");
  EXPECT_EQ(mate["dtm"], 0);
  EXPECT_TRUE(mate["checkmate"]);
  EXPECT_TRUE(mate["moves"].empty());
  const Json stalemate = json("/chess?fen=k7/8/K7/8/8/8/8/1R6%20b%20-%20-%200%201");
  EXPECT_EQ(stalemate["category"], "draw");
  EXPECT_TRUE(stalemate["stalemate"]);
  EXPECT_TRUE(stalemate["dtm"].is_null());
  const Json before = json("/chess?fen=k7/8/1K6/8/8/8/8/2R5_w_-_-_0_1");
  EXPECT_EQ(before["moves"].front()["san"], "Rc8#");
  EXPECT_TRUE(before["moves"].front()["checkmate"]);
  EXPECT_EQ(before["moves"].front()["dtm"], 0);
}

TEST_F(LilaAnswers, TellWhenNobodyCanWin) {
  EXPECT_TRUE(json("/chess?fen=8/8/8/8/3k4/8/8/KN6_w_-_-_0_1")["insufficient_material"]);
  const Json rook = json("/chess?fen=8/8/8/8/3k4/8/8/KR6_b_-_-_0_1");
  EXPECT_FALSE(rook["insufficient_material"]);
  EXPECT_EQ(rook["category"], "loss");
  EXPECT_LT(rook["dtm"], 0);
  const Json taken = json("/chess?fen=8/8/8/8/8/8/1k6/2R1K3_b_-_-_0_1");
  EXPECT_EQ(taken["category"], "draw");
  EXPECT_EQ(taken["moves"].front()["uci"], "b2c1");
  EXPECT_TRUE(taken["moves"].front()["zeroing"]);
  EXPECT_TRUE(taken["moves"].front()["insufficient_material"]);
}

TEST_F(LilaAnswers, TellNothingOfWhatNoTableHas) {
  const Json answer = json("/chess?fen=8/8/8/8/3k4/8/8/KQ6_w_-_-_0_1");
  EXPECT_EQ(answer["category"], "unknown");
  EXPECT_TRUE(answer["dtm"].is_null());
  EXPECT_GT(answer["moves"].size(), 10u);
  EXPECT_EQ(get("/makruk?fen=8/8/8/8/3k4/8/8/KR6_w").status, 404);
  EXPECT_EQ(get("/chess").status, 400);
  EXPECT_EQ(get("/chess?fen=nonsense").status, 400);
  EXPECT_EQ(get("/chess/mainline?fen=8/8/8/8/3k4/8/8/KQ6_w_-_-_0_1").status, 404);
}

TEST_F(LilaAnswers, TellBestPlay) {
  const Json line = json("/chess/mainline?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_0_1");
  EXPECT_EQ(line["winner"], "w");
  ASSERT_EQ(line["mainline"].size(), 29u);
  EXPECT_EQ(line["mainline"].back()["san"].get<std::string>().back(), '#');
  EXPECT_TRUE(json("/chess/mainline?fen=8/8/8/8/3k4/8/8/KN6_w_-_-_0_1")["winner"].is_null());
}

// Of folders with plies to zeroing.
class LilaAnswersOfZeroing : public LilaAnswers {
 protected:
  LilaAnswersOfZeroing() {
    make_endgames(*make_game(variant_spec("chess")), folder_.file("zeroing"),
                  {.materials = {"KPvK"}, .metric = Metric::zeroing});
    std::filesystem::rename(folder_.file("zeroing"), folder_.file("made"));
    std::filesystem::create_directory(folder_.file("with"));
    std::filesystem::rename(folder_.file("made"), folder_.file("with/chess"));
    service_ = std::make_unique<Service>(std::vector{folder_.file("with/chess")}, ServiceOptions{});
  }
};

TEST_F(LilaAnswersOfZeroing, HaveThem) {
  const Json answer = json("/standard?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_0_1");
  EXPECT_EQ(answer["category"], "win");
  EXPECT_TRUE(answer["dtm"].is_null());
  EXPECT_EQ(answer["dtz"], 29);
  EXPECT_EQ(answer["precise_dtz"], 29);
  EXPECT_EQ(answer["moves"].front()["dtz"], -28);
  const Json pawn = json("/standard?fen=4k3/6KP/8/8/8/8/8/8_w_-_-_0_1");
  EXPECT_EQ(pawn["dtz"], 1);
  EXPECT_TRUE(pawn["moves"].front()["zeroing"]);
  EXPECT_LT(pawn["moves"].front()["dtz"], 0);
  const Json drawn = json("/standard?fen=8/8/8/8/8/8/1k6/2R1K3_b_-_-_0_1");
  EXPECT_EQ(drawn["category"], "draw");
  EXPECT_EQ(drawn["dtz"], 0);
  const Json mate = json("/standard?fen=k1R5/8/1K6/8/8/8/8/8_b_-_-_0_1");
  EXPECT_EQ(mate["category"], "loss");
  EXPECT_EQ(mate["dtz"], 0);
}

// The count of the FEN may leave too few plies.
TEST_F(LilaAnswersOfZeroing, KnowTheRuleOfFiftyMoves) {
  const auto category = [&](int count) {
    const Json answer =
        json("/standard?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_" + std::to_string(count) + "_90");
    EXPECT_EQ(answer["dtz"], 29);
    return answer["category"].get<std::string>();
  };
  EXPECT_EQ(category(71), "win");
  EXPECT_EQ(category(72), "cursed-win");
  const Json other = json("/standard?fen=8/8/8/8/3k4/8/8/1K1R4_b_-_-_99_90");
  EXPECT_EQ(other["category"], "blessed-loss");
  // Pawns zero, so they are best where the rook is too late.
  const Json line = json("/standard/mainline?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_0_1");
  EXPECT_EQ(line["winner"], "w");
  EXPECT_EQ(line["dtz"], 29);
  ASSERT_EQ(line["mainline"].size(), 29u);
  EXPECT_EQ(line["mainline"].front()["dtz"], -28);
  EXPECT_TRUE(json("/standard/mainline?fen=8/8/8/8/3k4/8/8/KR6_w_-_-_90_90")["winner"].is_null());
}

TEST_F(LilaAnswersOfZeroing, AreBesideTheServersOwn) {
  const Json position =
      json("/api/v1/tables/chess/position?position=8/8/8/8/3k4/8/8/KR6%20w%20-%20-%200%201");
  EXPECT_EQ(position["metric"], "dtz");
  EXPECT_EQ(position["category"], "win");
  EXPECT_EQ(position["plies_to_zeroing"], 29);
  EXPECT_EQ(position["text"], "win, zeroing in 29");
}

TEST(CountingOverHttp, IsBesideTheValue) {
  const test::TemporaryFolder folder;
  make_endgames(*make_game(variant_spec("makruk")), folder.file("makruk"), {.materials = {"KRvK"}});
  Service service({folder.file("makruk")}, ServiceOptions{});
  const auto ask = [&](const std::string& position) {
    return Json::parse(
        service.answer({.target = "/api/v1/tables/makruk/position?position=" + position})
            .content());
  };
  const Json far = ask("8/8/8/4k3/8/8/8/K6R%20w");
  EXPECT_EQ(far["value"], "win");
  EXPECT_EQ(far["counting"]["limit"], 16);
  EXPECT_EQ(far["counting"]["first"], 4);
  EXPECT_EQ(far["counting"]["moves"], 13);
  EXPECT_EQ(far["counting"]["side"], "black");
  EXPECT_EQ(far["counting"]["counted_out"], far["plies"].get<int>() > 26);
  EXPECT_FALSE(ask("8/8/8/4k3/8/8/8/K7%20w").contains("counting"));
}

TEST_F(LilaAnswers, AreBesideTheServersOwn) {
  const Json table = json("/api/v1/tables/chess");
  EXPECT_EQ(table["title"], "Chess");
  ASSERT_EQ(table["pieces"].size(), 6u);
  const Json position =
      json("/api/v1/tables/chess/position?position=8/8/8/8/3k4/8/8/KR6%20w%20-%20-%200%201");
  EXPECT_EQ(position["plies"], 29);
  EXPECT_EQ(get("/api/v1/tables/chess/random?count=3&seed=1").status, 200);
  const Json rules = json("/api/v1/tables/chess/rules");
  EXPECT_NE(rules.dump().find("Knight (N) moves 1 by 2 squares in all directions"),
            std::string::npos)
      << rules.dump();
}

}  // namespace
}  // namespace zermelo::server
