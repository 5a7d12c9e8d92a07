// SPDX-License-Identifier: MIT
// Tables of games whose rules are code: every question, with the rules and without; rules that
// crash, do not end and refuse; and that a client sees nothing but a sentence of it.
#include "server/own_answerer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.h"
#include "json/json.h"
#include "probe/own_game.h"
#include "server/service.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::server {
namespace {

using namespace std::chrono_literals;

TEST(PackedTexts, AreUnpacked) {
  const std::string zero("a\0b", 3);
  const std::vector<std::string_view> texts = {"", "x", zero};
  const std::string all = packed(texts);
  EXPECT_EQ(unpacked(all), (std::vector<std::string>{"", "x", zero}));
  EXPECT_EQ(unpacked(""), std::vector<std::string>());
  EXPECT_THROW(unpacked(all.substr(0, all.size() - 1)), Error);
  EXPECT_THROW(unpacked(std::string(20, '\xff')), Error);
}

class ServedCode : public testing::Test {
 protected:
  // A table of the counters (tests/support/served_rules.c), solved by their rules.
  void add(const std::string& id, const ParameterTexts& parameters, bool with_code = true) {
    paths_.push_back(folder_.file(id + ".ztb"));
    solve(*load_own_game(rules_, parameters), paths_.back());
    if (with_code) code_[id] = rules_;
  }
  Service& service() {
    if (!service_) {
      service_ = std::make_unique<Service>(
          paths_, ServiceOptions{.game_code = code_, .rules_limit = limit_});
    }
    return *service_;
  }
  Response get(const std::string& target) {
    return service().answer({.target = "/api/v1/tables/" + target});
  }
  Json json(const std::string& target) {
    const Response response = get(target);
    EXPECT_EQ(response.status, 200) << target << response.content();
    return Json::parse(response.content());
  }
  // A refusal's sentence.
  std::string refused(const std::string& target, int status, const std::string& code) {
    const Response response = get(target);
    EXPECT_EQ(response.status, status) << target << response.content();
    const Json told = Json::parse(response.content());
    EXPECT_EQ(told["code"], code);
    const auto sentence = told["error"].get<std::string>();
    EXPECT_TRUE(sentence.ends_with('.')) << sentence;
    EXPECT_EQ(sentence.find('/'), std::string::npos) << sentence;
    return sentence;
  }

  const std::string rules_ = ZERMELO_SERVED_RULES;
  const std::string name_ = "served_rules.so";
  const test::TemporaryFolder folder_;
  std::vector<std::string> paths_;
  std::map<std::string, std::string> code_;
  std::chrono::milliseconds limit_ = 20s;
  std::unique_ptr<Service> service_;
};

TEST_F(ServedCode, TellsAboutTheTable) {
  add("nim", {{"heap", "5"}});
  const Json one = json("nim");
  EXPECT_EQ(one["title"], "Counters");
  EXPECT_EQ(one["start"], "5 b");
  EXPECT_EQ(one["start_in_table"], true);
  EXPECT_EQ(one["code"].dump(),
            R"({"here":true,"file":"served_rules.so","version":"1","players":2,"board":true,)"
            R"("parse":true,"one_thread":false,"note":null})");
  EXPECT_EQ(one["has"].dump(), R"({"values":true,"distances":false,"puzzles":false,"line":true})");
  EXPECT_EQ(one["file"], "ok");
  EXPECT_EQ(json("nim/rules")["rules"][0]["lines"][1], "Its parameters are heap=5.");
  Json without = one;
  without.erase("slices");
  EXPECT_EQ(Json::parse(service().answer({.target = "/api/v1/tables"}).content())["tables"][0],
            without);
}

// Who leaves a multiple of three wins: a heap of n is won, unless three divides it.
TEST_F(ServedCode, AnswersAboutPositions) {
  add("nim", {{"heap", "7"}});
  for (int heap = 1; heap <= 7; ++heap) {
    for (const char side : {'b', 'w'}) {
      const std::string text = std::to_string(heap) + "%20" + side;
      const Json answer = json("nim/position?absent=1&position=" + text);
      if (answer.contains("code")) continue;  // (Play does not lead to all of them.)
      EXPECT_EQ(answer["value"], heap % 3 == 0 ? "loss" : "win") << text;
      EXPECT_EQ(answer["turn"], side == 'b' ? "black" : "white");
      EXPECT_EQ(answer["moves"].size(), heap >= 2 ? 2u : 1u);
    }
  }
  const Json start = json("nim/position");
  EXPECT_EQ(start["position"], "7 b");
  EXPECT_EQ(start["board"]["cells"], "bbbbbbb");
  EXPECT_EQ(start["picture"], Json());
  EXPECT_EQ(start["moves"][0]["move"], "take 1");
  EXPECT_EQ(start["moves"][0]["turn"], "white");
  EXPECT_EQ(start["moves"][0]["from"].dump(), "[6]");
  EXPECT_EQ(start["moves"][1]["from"].dump(), "[5,6]");
  EXPECT_EQ(json("nim/line")["line"].size(), start["plies"].get<std::size_t>());
  const Json over = json("nim/position?position=0%20w");
  EXPECT_EQ(over["over"], true);
  EXPECT_EQ(over["result"]["winner"], "black");
  EXPECT_EQ(json("nim/stats")["positions"], json("nim")["positions"]);
  EXPECT_EQ(get("nim/board.svg?moves=1").status, 200);
  EXPECT_EQ(json("nim/random?count=5&seed=1")["positions"].size(), 5u);
  const Response many = service().answer({.method = "POST",
                                          .target = "/api/v1/tables/nim/positions",
                                          .body = R"({"positions": ["5 b", "x"], "moves": true})"});
  const Json answers = Json::parse(many.content())["answers"];
  EXPECT_EQ(answers[0]["moves"].size(), 2u);
  EXPECT_EQ(answers[1]["code"], "illegal_position");
  refused("nim/position?position=9%20b", 400, "illegal_position");
  refused("nim/position?cells=bb&turn=black", 400, "illegal_position");
  refused("nim/puzzles", 400, "bad_request");
}

// (With heaps of 4: taking two leaves two, and the same side takes them.)
TEST_F(ServedCode, TellsWhoMovesAgain) {
  add("again", {{"heap", "4"}, {"turns", "extra"}});
  const Json moves = json("again/position")["moves"];
  EXPECT_EQ(moves[0]["move"], "take 2");
  EXPECT_EQ(moves[0]["turn"], "black");
  EXPECT_EQ(moves[0]["plies"], 2);
  EXPECT_EQ(moves[1]["turn"], "white");
}

TEST_F(ServedCode, TellsScores) {
  add("points", {{"heap", "4"}, {"score", "yes"}});
  EXPECT_EQ(json("points/position")["score"], 7);
  EXPECT_EQ(json("points/random?count=1&amount=7&value=win&seed=2")["positions"].size(), 1u);
}

// A puzzle has one player, and nobody wins it.
TEST_F(ServedCode, ServesPuzzles) {
  add("heap", {{"heap", "9"}, {"players", "1"}});
  const Json start = json("heap/position");
  EXPECT_EQ(start["turn"], Json());
  EXPECT_EQ(start["value"], "solvable");
  EXPECT_EQ(start["moves_to_goal"], 5);
  EXPECT_FALSE(start["moves"][0].contains("turn"));
  EXPECT_EQ(start["moves"][0]["label"], "5");
  const Json solved = json("heap/position?position=0%20b");
  EXPECT_EQ(solved["result"].dump(), R"({"winner":null,"solved":true,"sentence":"It is solved."})");
  EXPECT_EQ(json("heap/line")["line"].size(), 5u);
  for (int amount = 1; amount <= 5; ++amount) {
    const Json drawn =
        json("heap/random?count=3&seed=7&value=solvable&amount=" + std::to_string(amount));
    ASSERT_EQ(drawn["positions"].size(), 3u) << amount;
    for (const Json& p : drawn["positions"]) EXPECT_EQ(p["moves_to_goal"], amount);
  }
  EXPECT_EQ(json("heap/random?amount=6")["positions"].size(), 0u);
  refused("heap/random?value=win", 400, "bad_request");
  refused("heap/random?amount=0", 400, "bad_request");
}

// A table that knows its positions by hashes cannot draw them: they are met in random play.
TEST_F(ServedCode, ScramblesPuzzlesThatAreKnownByHashes) {
  add("heap", {{"heap", "9"}, {"players", "1"}, {"wide", "yes"}});
  for (int amount = 1; amount <= 5; ++amount) {
    const std::string target =
        "heap/random?count=3&seed=7&value=solvable&amount=" + std::to_string(amount);
    const Json drawn = json(target);
    ASSERT_EQ(drawn["positions"].size(), 3u) << amount;
    for (const Json& p : drawn["positions"]) EXPECT_EQ(p["moves_to_goal"], amount);
    EXPECT_EQ(json(target), drawn);
  }
  std::set<std::string> any;
  const Json drawn = json("heap/random?count=50&seed=1");
  for (const Json& p : drawn["positions"]) any.insert(p["position"].get<std::string>());
  EXPECT_GT(any.size(), 4u);
  EXPECT_EQ(json("heap/random?amount=6")["positions"].size(), 0u);
}

// Without the rules nobody can play, and one sentence says why there is nothing to draw.
TEST_F(ServedCode, SaysThatPositionsKnownByHashesCannotBeDrawn) {
  add("bare", {{"heap", "5"}, {"wide", "yes"}}, false);
  const std::string said = refused("bare/random?count=2", 400, "bad_request");
  EXPECT_NE(said.find("knows its states by hashes"), std::string::npos) << said;
}

TEST_F(ServedCode, KnowsValuesByBytesWithoutTheRules) {
  add("bare", {{"heap", "5"}}, false);
  const Json one = json("bare");
  EXPECT_EQ(one["start"], Json());
  EXPECT_EQ(one["code"]["here"], false);
  const std::string note = one["code"]["note"];
  EXPECT_NE(note.find("--game-code bare=FILE"), std::string::npos) << note;
  EXPECT_EQ(one["has"]["line"], false);
  const Json answer = json("bare/position?position=hex:0401");
  EXPECT_EQ(answer["value"], "win");
  EXPECT_EQ(answer["plies"], 3);
  EXPECT_EQ(answer["turn"], Json());
  EXPECT_EQ(answer["moves"], Json::array());
  EXPECT_EQ(json("bare/position?position=" + one["opens_at"].get<std::string>())["value"], "win");
  EXPECT_EQ(json("bare/stats")["positions"], one["positions"]);
  EXPECT_EQ(json("bare/random?count=2")["positions"].size(), 2u);
  refused("bare/position?position=4%20b", 400, "illegal_position");
  refused("bare/position?position=hex:7700", 404, "not_in_table");
  for (const char* what :
       {"position", "line", "line?position=hex:0401", "board.svg?position=hex:0401", "export.html",
        "solution?position=hex:0401"})
    EXPECT_EQ(refused(std::string("bare/") + what, 501, "rules_missing"), note) << what;
}

// --- Rules that go wrong -------------------------------------------------------------------------

TEST_F(ServedCode, GoesOnAfterACrash) {
  add("nim", {});
  EXPECT_EQ(refused("nim/position?position=crash", 500, "rules_error"),
            name_ + ": parse: it crashes (Aborted).");
  EXPECT_EQ(json("nim/position")["position"], "7 b");
  EXPECT_EQ(refused("nim/position?position=ill", 500, "rules_error"),
            name_ + ": text at hex:c800: it crashes (Aborted).");
  EXPECT_EQ(refused("nim/position?position=exit", 500, "rules_error"),
            name_ + ": parse: it ends the process.");
  EXPECT_EQ(refused("nim/position?position=fail", 500, "rules_error"),
            name_ + ": parse: it does not like that text.");
  EXPECT_EQ(json("nim/position")["position"], "7 b");
}

// Others are answered meanwhile, about this table and about others.
TEST_F(ServedCode, GoesOnWhileRulesDoNotEnd) {
  limit_ = 1500ms;
  add("nim", {});
  add("other", {{"heap", "3"}});
  service();
  std::atomic<bool> done = false;
  std::thread stuck([&] {
    const std::string told = refused("nim/position?position=loop", 500, "rules_error");
    EXPECT_EQ(told, name_ + ": parse: it does not come to an end within 1.5 seconds.");
    done = true;
  });
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(json("nim/position")["position"], "7 b");
  EXPECT_EQ(json("other/position")["position"], "3 b");
  EXPECT_FALSE(done);
  stuck.join();
  EXPECT_EQ(json("nim/position")["position"], "7 b");
}

// One thread at a time, however many ask.
TEST_F(ServedCode, KeepsToOneThread) {
  add("one", {{"threads", "one"}});
  EXPECT_EQ(json("one")["code"]["one_thread"], true);
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 6; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 20; ++i) right += get("one/position").status == 200 ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 120);
}

// Whatever is wrong from the start is told at the start.
TEST_F(ServedCode, IsCheckedWhenTheServerStarts) {
  add("nim", {});
  const auto refusal = [&](std::map<std::string, std::string> code) -> std::string {
    try {
      Service(paths_, ServiceOptions{.game_code = std::move(code)});
      return "no refusal";
    } catch (const Error& error) {
      return error.what();
    }
  };
  EXPECT_EQ(refusal({{"none", rules_}}),
            "--game-code: there is no table 'none' here to give code to; the tables are nim.");
  EXPECT_NE(refusal({{"nim", "./none.so"}}).find("none.so"), std::string::npos);
  EXPECT_NE(refusal({{"nim", paths_[0]}}).find("cannot be loaded"), std::string::npos);
  paths_.push_back(folder_.file("built-in.ztb"));
  solve(*make_game({"mnk", {}}), paths_.back());
  EXPECT_NE(refusal({{"built-in", rules_}}).find("takes no code"), std::string::npos);
}

// Without being named, code is not touched: there is no process for it.
TEST_F(ServedCode, IsSlowForTheTransport) {
  add("nim", {});
  add("bare", {}, false);
  const auto cost = [&](const std::string& target) { return service().cost({.target = target}); };
  EXPECT_EQ(cost("/api/v1/tables/nim/position"), Cost::slow);
  EXPECT_EQ(cost("/api/v1/tables/bare/position"), Cost::quick);
  EXPECT_EQ(cost("/table/nim"), Cost::quick);
  EXPECT_EQ(cost("/api/v1/tables"), Cost::quick);
  EXPECT_EQ(cost("/%"), Cost::quick);
}

}  // namespace
}  // namespace zermelo::server
