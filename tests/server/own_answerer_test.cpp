// SPDX-License-Identifier: MIT
// Tables of games whose rules are code: every question, with the rules and without; rules that
// crash, do not end and refuse; and that a client sees nothing but a sentence of it.
#include "server/own_answerer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.h"
#include "json/json.h"
#include "json/puzzle_json.h"
#include "probe/own_game.h"
#include "probe/table.h"
#include "server/http_server.h"
#include "server/service.h"
#include "tests/support/http_client.h"
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
          paths_, ServiceOptions{.game_code = code_, .rules_limits = limits_, .log = log()});
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
  Log log() {
    return [this](const std::string& line) { logged_.push_back(line); };
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
  RulesLimits limits_ = {.call = 20s, .answer = 40s};
  std::unique_ptr<Service> service_;
  std::vector<std::string> logged_;
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
  EXPECT_EQ(one["has"].dump(), R"({"values":true,"distances":false,"puzzles":true,"line":true})");
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
  EXPECT_EQ(one["has"]["puzzles"], false);
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
        "solution?position=hex:0401", "puzzles"})
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
            name_ + ": parse: it does not like that.");
  EXPECT_EQ(json("nim/position")["position"], "7 b");
}

// Others are answered meanwhile, about this table and about others.
TEST_F(ServedCode, GoesOnWhileRulesDoNotEnd) {
  limits_.call = 1500ms;
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

// --- Solutions and puzzles

// A trap that the rules spring in `board`, where puzzles are drawn.
class Trap {
 public:
  explicit Trap(const char* what) { ::setenv(name, what, 1); }
  Trap(const Trap&) = delete;
  Trap& operator=(const Trap&) = delete;
  ~Trap() { ::unsetenv(name); }

 private:
  static constexpr const char* name = "SERVED_RULES_TRAP";
};

class ServedPuzzles : public ServedCode {
 protected:
  using Lines = std::vector<std::string>;

  // The lines of a stream, until so many are there.
  static Lines lines_of(const Stream& stream, std::size_t wanted = 1000) {
    Lines lines;
    const std::atomic<bool> stop = false;
    stream(
        [&](std::string_view part) {
          EXPECT_TRUE(part.ends_with('\n'));
          lines.emplace_back(part.substr(0, part.size() - 1));
          return lines.size() < wanted;
        },
        stop);
    return lines;
  }
  Lines puzzles(const std::string& target, std::size_t wanted = 1000) {
    const Response response = get(target);
    EXPECT_EQ(response.status, 200) << target << response.content();
    EXPECT_EQ(response.content_type, "application/x-ndjson");
    return response.stream ? lines_of(response.stream, wanted) : Lines();
  }
  // What Table::mine finds in the last table, as lines, with the line that comes after them.
  Lines mined(const ParameterTexts& parameters, const PuzzleConditions& conditions,
              const MineOptions& options) const {
    Lines lines;
    const Table table = Table::open(paths_.back(), load_own_game(rules_, parameters));
    const MineReport report = table.mine(conditions, options, [&](const Puzzle& puzzle) {
      lines.push_back(one_line(puzzle_json(puzzle, lines.size() + 1)));
      return true;
    });
    lines.push_back(one_line(Json{{"done", true},
                                  {"found", report.found},
                                  {"given", report.given},
                                  {"complete", report.complete},
                                  {"stopped", report.stopped}}));
    return lines;
  }
  void expect_same(const std::string& id, const ParameterTexts& parameters,
                   const std::string& query, const PuzzleConditions& conditions,
                   MineOptions options = {}) {
    options.limit = options.limit == 0 ? 10 : options.limit;
    const Lines expected = mined(parameters, conditions, options);
    EXPECT_GT(expected.size(), 1u);
    EXPECT_EQ(puzzles(id + "/puzzles" + query), expected) << id << query;
  }
};

TEST_F(ServedPuzzles, AreThoseOfMining) {
  const ParameterTexts nim = {{"heap", "9"}};
  add("nim", nim);
  expect_same("nim", nim, "", {});
  expect_same("nim", nim, "?win_in=3..5&only_move=1&limit=2",
              {.win_in = ValueRange{3, 5}, .only_move = true}, {.limit = 2});
  expect_same("nim", nim, "?only_line=1&order=plies&limit=3", {.only_line = true},
              {.limit = 3, .order = PuzzleOrder::plies});
  expect_same("nim", nim, "?pieces=5,0", {.pieces = PieceCounts{5, 0}});
  expect_same("nim", nim, "?order=difficulty", {}, {.order = PuzzleOrder::difficulty});
  service_.reset();
  const ParameterTexts again = {{"heap", "8"}, {"turns", "extra"}};
  add("again", again);
  expect_same("again", again, "?limit=100", {}, {.limit = 100});
  service_.reset();
  const ParameterTexts points = {{"heap", "8"}, {"score", "yes"}};
  add("points", points);
  expect_same("points", points, "?win_by=7", {.win_by = ValueRange{7, 7}});
  service_.reset();
  const ParameterTexts one = {{"heap", "9"}, {"players", "1"}, {"threads", "one"}};
  add("one", one);
  expect_same("one", one, "?only_line=1", {.only_line = true});
}

// Tables that know their states by hashes, too, whose states are found again.
TEST_F(ServedPuzzles, AreThoseOfMiningAmongHashes) {
  const ParameterTexts wide = {{"heap", "9"}, {"wide", "yes"}};
  add("wide", wide);
  EXPECT_EQ(json("wide")["has"]["puzzles"], true);
  expect_same("wide", wide, "", {});
  expect_same("wide", wide, "?only_move=1&order=plies", {.only_move = true},
              {.order = PuzzleOrder::plies});
}

// The same ones, in another order; the same seed gives the same order.
TEST_F(ServedPuzzles, AreDrawnAtRandom) {
  for (const char* wide : {"no", "yes"}) {
    const ParameterTexts parameters = {{"heap", "9"}, {"wide", wide}};
    service_.reset();
    add(std::string("wide-") + wide, parameters);
    const std::string drawn = std::string("wide-") + wide + "/puzzles?order=random&limit=100";
    const auto positions = [](const Lines& lines) {
      std::vector<std::string> found;
      for (const std::string& line : lines) {
        const Json told = Json::parse(line);
        EXPECT_EQ(told.contains("code"), false) << line;
        if (told.contains("position")) found.push_back(told["position"]);
      }
      return found;
    };
    const std::vector<std::string> some = positions(puzzles(drawn + "&seed=5"));
    EXPECT_EQ(positions(puzzles(drawn + "&seed=5")), some);
    EXPECT_NE(positions(puzzles(drawn + "&seed=6")), some);
    const std::vector<std::string> all = positions(mined(parameters, {}, {}));
    EXPECT_GT(all.size(), 5u);
    EXPECT_EQ(std::set(some.begin(), some.end()), std::set(all.begin(), all.end())) << wide;
    // One that is too rare to be drawn is looked for everywhere.
    const Json none = Json::parse(puzzles(drawn + "&win_in=100").back());
    EXPECT_EQ(none["complete"], true);
    EXPECT_EQ(none["found"], 0);
  }
}

TEST_F(ServedPuzzles, HaveSolutions) {
  add("nim", {{"heap", "9"}});
  const Json puzzle = Json::parse(puzzles("nim/puzzles?win_in=5..&limit=1").front());
  const Json solution =
      json("nim/solution?position=" + test::percent_encoded(puzzle["position"].get<std::string>()));
  EXPECT_EQ(solution["solution"], puzzle["solution"]);
  EXPECT_EQ(solution["value"], "win");
}

TEST_F(ServedPuzzles, AreRefusedIfTheyMakeNoSense) {
  add("nim", {});
  add("points", {{"score", "yes"}});
  refused("nim/puzzles?win_by=3", 400, "bad_request");
  refused("points/puzzles?win_in=3", 400, "bad_request");
  refused("nim/puzzles?seed=3", 400, "bad_request");
  refused("nim/puzzles?hole-key=1", 400, "bad_request");
  EXPECT_FALSE(service().answer({.method = "HEAD", .target = "/api/v1/tables/nim/puzzles"}).stream);
  const Json quiet = Json::parse(puzzles("nim/puzzles?quiet_key=1").back());
  EXPECT_EQ(quiet["code"], "bad_request");
  EXPECT_EQ(json("nim/position")["position"], "7 b");
}

// Of a table that knows its states by hashes, these are found again, in memory.
TEST_F(ServedPuzzles, AreNotMinedIfTheyTakeTooMuchMemory) {
  const auto has_puzzles = [&](const std::string& id, std::uint64_t memory) {
    Service limited(paths_, {.game_code = code_, .mining_memory = memory});
    const Response told = limited.answer({.target = "/api/v1/tables/" + id});
    return Json::parse(told.content())["has"]["puzzles"].get<bool>();
  };
  add("nim", {{"heap", "9"}});
  add("wide", {{"heap", "9"}, {"wide", "yes"}});
  const auto memory_of = [&](std::size_t n, const ParameterTexts& parameters) {
    return Table::open(paths_[n], load_own_game(rules_, parameters)).mining_memory();
  };
  const std::uint64_t narrow = memory_of(0, {{"heap", "9"}});
  const std::uint64_t wide = memory_of(1, {{"heap", "9"}, {"wide", "yes"}});
  EXPECT_GT(wide, narrow + 18 * 32);  // (18 states and more of 32 bytes.)
  EXPECT_TRUE(has_puzzles("nim", narrow));
  EXPECT_FALSE(has_puzzles("nim", narrow - 1));
  EXPECT_TRUE(has_puzzles("wide", wide));
  EXPECT_FALSE(has_puzzles("wide", wide - 1));
}

// What was found before is there, and then a line with the sentence. (The start comes last in the
// table, and no other puzzle leads to it.)
TEST_F(ServedPuzzles, EndWithTheCrashOfTheirRules) {
  add("nim", {{"heap", "8"}});
  Lines expected = puzzles("nim/puzzles");
  ASSERT_GT(expected.size(), 4u);
  expected.pop_back();
  ASSERT_EQ(Json::parse(expected.back())["position"], "8 b");
  const std::string sentence = name_ + ": board at hex:0800: it crashes (Aborted).";
  expected.back() = one_line(Json{{"code", "rules_error"}, {"error", sentence}});
  service_.reset();
  const Trap trap("crash 8 b");
  EXPECT_EQ(puzzles("nim/puzzles"), expected);
  EXPECT_EQ(logged_, std::vector<std::string>{sentence});
  // The next one has another process.
  EXPECT_EQ(puzzles("nim/puzzles?limit=2").size(), 3u);
  EXPECT_EQ(puzzles("nim/puzzles"), expected);
}

TEST_F(ServedPuzzles, EndWithWhatTheirRulesRefuse) {
  add("nim", {{"heap", "8"}});
  const Trap trap("fail 8 b");
  const Lines lines = puzzles("nim/puzzles");
  ASSERT_GT(lines.size(), 3u);
  EXPECT_EQ(lines.back(),
            one_line(Json{{"code", "rules_error"},
                          {"error", name_ + ": board at 8 b: it does not like that."}}));
}

TEST_F(ServedPuzzles, EndWithTheCallThatDoesNotEnd) {
  limits_.call = 1s;
  add("nim", {{"heap", "8"}});
  const Trap trap("loop 8 b");
  const Lines lines = puzzles("nim/puzzles");
  ASSERT_GT(lines.size(), 3u);
  const std::string sentence =
      name_ + ": board at hex:0800: it does not come to an end within 1 second.";
  EXPECT_EQ(lines.back(), one_line(Json{{"code", "rules_error"}, {"error", sentence}}));
  EXPECT_EQ(json("nim/position?position=5%20w")["position"], "5 w");
}

// Counting goes on when the request that asked for it has been answered.
TEST_F(ServedPuzzles, LeaveNoCountingThatHangs) {
  limits_.call = 1500ms;
  add("nim", {{"heap", "9"}});
  const std::string longest = json("nim/stats")["longest"][0].get<std::string>();
  EXPECT_NE(longest, "2 b");
  EXPECT_NE(longest, "9 b");  // (The start is asked for when the table is opened.)
  service_.reset();
  const Trap trap(("text " + longest).c_str());
  EXPECT_NE(refused("nim/stats", 503, "busy").find("being counted"), std::string::npos);
  EXPECT_EQ(json("nim/position?position=2%20b")["position"], "2 b");
  std::this_thread::sleep_for(1500ms);
  EXPECT_EQ(json("nim/position?position=2%20b")["position"], "2 b");
  EXPECT_EQ(refused("nim/stats", 500, "rules_error").substr(0, name_.size() + 7),
            name_ + ": text ");
  EXPECT_EQ(refused("nim/stats", 503, "busy").find(name_), std::string::npos);
}

// Each call is quick enough, though not all of them together.
TEST_F(ServedPuzzles, MayTakeLongerThanAnAnswer) {
  add("nim", {{"heap", "9"}});
  const Lines all = puzzles("nim/puzzles?limit=100");
  service_.reset();
  limits_ = {.call = 1s, .answer = 1s};
  const Trap trap("slow *");
  const auto begun = std::chrono::steady_clock::now();
  EXPECT_EQ(puzzles("nim/puzzles?limit=100"), all);
  EXPECT_GT(std::chrono::steady_clock::now() - begun, limits_.answer);
}

// Whoever goes away ends the search; and while it goes on, positions have a process.
TEST_F(ServedPuzzles, LeaveAProcessForPositions) {
  for (const char* threads : {"many", "one"}) {
    service_.reset();
    const std::string id = std::string("nim-") + threads;
    add(id, {{"heap", "9"}, {"threads", threads}});
    const Response response = get(id + "/puzzles");
    ASSERT_TRUE(response.stream);
    int lines = 0;
    const std::atomic<bool> stop = false;
    response.stream(
        [&](std::string_view) {
          EXPECT_EQ(json(id + "/position")["position"], "9 b");
          EXPECT_EQ(json(id + "/stats")["positions"], json(id)["positions"]);
          if (lines == 0) refused(id + "/puzzles", 503, "busy");
          return ++lines < 2;
        },
        stop);
    EXPECT_EQ(lines, 2);
    EXPECT_GT(puzzles(id + "/puzzles").size(), 3u);
  }
}

// As a transport does that has too many of them.
TEST_F(ServedPuzzles, MayBeForgottenBeforeTheyBegin) {
  add("nim", {{"heap", "9"}});
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(get("nim/puzzles").stream);
  EXPECT_GT(puzzles("nim/puzzles").size(), 3u);
}

TEST_F(ServedPuzzles, StopWhenTheirTimeIsUp) {
  limits_.end = 500ms;
  add("nim", {{"heap", "9"}});
  const Trap trap("slow *");
  const Response response = get("nim/puzzles?limit=100");
  std::atomic<bool> stop = false;
  Json last;
  response.stream(
      [&](std::string_view line) {
        stop = true;
        last = Json::parse(line);
        return true;
      },
      stop);
  EXPECT_EQ(last["done"], true) << last;
  EXPECT_EQ(last["stopped"], true);
  EXPECT_EQ(last["complete"], false);
}

// Over a socket: the client closes it after the first line.
TEST_F(ServedPuzzles, EndWithTheirClient) {
  add("nim", {{"heap", "9"}});
  const Trap trap("slow *");
  HttpServer server(service(), {.bind = "127.0.0.1:0"});
  std::atomic<bool> stop = false;
  std::thread running([&] { server.run(stop); });
  const int port = std::stoi(server.url().substr(server.url().rfind(':') + 1));
  const std::string target = "/api/v1/tables/nim/puzzles?limit=100&order=random&win_in=";
  {
    test::HttpClient client(port);
    client.send("GET " + target + "1.. HTTP/1.1\r\nHost: x\r\n\r\n");
    EXPECT_NE(client.receive_bytes(200).find("200 OK"), std::string::npos);
    EXPECT_EQ(service().metrics().mining_jobs, 1);
  }
  for (int i = 0; i < 500 && service().metrics().mining_jobs > 0; ++i)
    std::this_thread::sleep_for(10ms);
  EXPECT_EQ(service().metrics().mining_jobs, 0);
  EXPECT_EQ(logged_, std::vector<std::string>());
  const std::string whole = test::http_get(port, target + "100").body;
  EXPECT_NE(whole.find(R"("complete":true)"), std::string::npos) << whole;
  stop = true;
  running.join();
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
