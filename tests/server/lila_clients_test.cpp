// SPDX-License-Identifier: MIT
// Answers in the form of lila-tablebase, as its clients read them: every field is there and has the
// type that the schema of Lichess's API, the page of Lichess, berserk (Python) and chariot (Java)
// expect. Where Python finds berserk, it asks the server itself.
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>
#include <vector>

#include "json/json.h"
#include "probe/endgames.h"
#include "server/service.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::server {
namespace {

const std::set<std::string> lila_categories = {
    "win",  "unknown",      "syzygy-win", "maybe-win",   "cursed-win",
    "draw", "blessed-loss", "maybe-loss", "syzygy-loss", "loss"};

class LilaClients : public testing::Test {
 protected:
  LilaClients() {
    make("chess", {"KRvK", "KPvK", "KNvK"});
    make("antichess", {"NvN", "PvK"});
    service_ = std::make_unique<Service>(
        std::vector{folder_.file("chess"), folder_.file("antichess")}, ServiceOptions{});
  }
  void make(const std::string& variant, const std::vector<std::string>& materials) {
    make_endgames(*make_game(variant_spec(variant)), folder_.file(variant),
                  {.materials = materials});
  }
  Json json(const std::string& target) {
    const Response response = service_->answer({.target = target});
    EXPECT_EQ(response.status, 200) << target << ": " << response.content();
    EXPECT_EQ(response.content_type, "application/json");
    return Json::parse(response.content());
  }
  // The same answer, however the spaces are written.
  Json position(const std::string& variant, const std::string& fen) {
    const auto asked = [&](const std::string& space) {
      std::string text;
      for (const char c : fen) text += c == ' ' ? space : std::string(1, c);
      return json("/" + variant + "?fen=" + text);
    };
    const Json answer = asked("+");
    EXPECT_EQ(asked("%20"), answer);
    EXPECT_EQ(asked("_"), answer);
    return answer;
  }

  const test::TemporaryFolder folder_;
  std::unique_ptr<Service> service_;
};

void expect_distances(const Json& of, const std::string& variant) {
  for (const char* name : {"dtz", "precise_dtz", "dtc", "dtm", "dtw"}) {
    ASSERT_TRUE(of.contains(name)) << name;
    EXPECT_TRUE(of[name].is_null() || of[name].is_number_integer()) << name;
  }
  const Json& plies = of[variant == "antichess" ? "dtw" : "dtm"];
  EXPECT_TRUE(of[variant == "antichess" ? "dtm" : "dtw"].is_null());
  const std::string category = of["category"];
  const bool is_decided = category == "win" || category == "loss";
  ASSERT_EQ(plies.is_null(), !is_decided) << category;
  if (!is_decided) return;
  EXPECT_TRUE(category == "win" ? plies.get<int>() >= 0 : plies.get<int>() <= 0) << of.dump();
}

void expect_common_fields(const Json& of, const std::string& variant) {
  ASSERT_TRUE(of.contains("category"));
  EXPECT_TRUE(lila_categories.contains(of["category"])) << of["category"];
  for (const char* name :
       {"checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"}) {
    ASSERT_TRUE(of.contains(name)) << name;
    EXPECT_TRUE(of[name].is_boolean()) << name;
  }
  expect_distances(of, variant);
}

void expect_answer(const Json& answer, const std::string& variant) {
  expect_common_fields(answer, variant);
  ASSERT_TRUE(answer["moves"].is_array());
  for (const Json& move : answer["moves"]) {
    ASSERT_TRUE(move["uci"].is_string() && move["san"].is_string() && move["zeroing"].is_boolean());
    const std::string uci = move["uci"];
    EXPECT_TRUE(uci.size() == 4 || uci.size() == 5) << uci;
    expect_common_fields(move, variant);
  }
}

TEST_F(LilaClients, FindEveryFieldWithItsType) {
  struct Case {
    const char *variant, *fen, *category;
  };
  std::size_t moves = 0;
  for (const Case& c : std::vector<Case>{{"standard", "8/8/8/8/3k4/8/8/KR6 w - - 0 1", "win"},
                                         {"chess", "8/8/8/8/3k4/8/8/KR6 b - - 7 40", "loss"},
                                         {"chess", "8/8/8/3k4/8/4R3/8/K7 w - - 3 9", "win"},
                                         {"chess", "8/8/8/8/3k4/8/8/KN6 w - - 0 1", "draw"},
                                         {"chess", "8/8/8/8/3k4/8/8/KQ5r w - - 0 1", "unknown"},
                                         {"chess", "8/1P6/8/8/8/8/8/K5k1 w - - 0 1", "win"},
                                         {"chess", "k1R5/8/1K6/8/8/8/8/8 b - - 0 1", "loss"},
                                         {"chess", "k7/8/K7/8/8/8/8/1R6 b - - 0 1", "draw"},
                                         {"antichess", "8/8/8/4n3/8/8/8/N7 w - - 0 1", nullptr},
                                         {"antichess", "8/8/4k3/8/8/8/P7/8 w - - 0 1", nullptr},
                                         {"antichess", "8/8/4k3/8/8/8/8/8 w - - 0 1", nullptr}}) {
    SCOPED_TRACE(std::string(c.variant) + ": " + c.fen);
    const Json answer = position(c.variant, c.fen);
    expect_answer(answer, c.variant);
    EXPECT_TRUE(c.category == nullptr || answer["category"] == c.category) << answer.dump();
    moves += answer["moves"].size();
  }
  EXPECT_GT(moves, 60u);
}

// (Clients read the winner, and each move's texts.)
TEST_F(LilaClients, FindAMainLine) {
  const Json line = json("/standard/mainline?fen=8/8/8/8/3k4/8/8/KR6+w+-+-+0+1");
  for (const char* name : {"dtz", "precise_dtz"}) EXPECT_TRUE(line.at(name).is_null());
  EXPECT_EQ(line.at("winner"), "w");
  for (const Json& move : line.at("mainline")) {
    EXPECT_TRUE(move.at("uci").is_string() && move.at("san").is_string());
    EXPECT_TRUE(move.contains("dtz") && move.contains("precise_dtz"));
  }
}

// Whatever page asks may read the answer.
TEST_F(LilaClients, MayBeOnOtherSites) {
  const Response response =
      service_->answer({.target = "/standard?fen=8/8/8/8/3k4/8/8/KR6+w+-+-+0+1"});
  EXPECT_EQ(response.status, 200);
  bool may_be_read = false;
  for (const auto& [name, value] : response.headers)
    may_be_read = may_be_read || (name == "Access-Control-Allow-Origin" && value == "*");
  EXPECT_TRUE(may_be_read);
}

}  // namespace
}  // namespace zermelo::server
