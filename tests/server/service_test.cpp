// SPDX-License-Identifier: MIT
// Every question and every status, without a socket.
#include "server/service.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gen/error.h"
#include "json/json.h"
#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/served_tables.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::server {
namespace {

using test::TemporaryFolder;

std::string header(const Response& response, const std::string& name) {
  std::string value;
  for (const auto& [key, text] : response.headers) {
    if (key == name) value = text;
  }
  return value;
}

class TheService : public testing::Test {
 protected:
  TheService() { test::solve_small_table(path_); }

  Service& service() {
    if (!service_) {
      survive_truncation();
      service_ = std::make_unique<Service>(
          paths_, ServiceOptions{.log = [this](const std::string& line) { log_.push_back(line); }});
    }
    return *service_;
  }
  // Tables in addition to the small one.
  void add(const char* name) {
    for (const test::TableToServe& table : test::tables_to_serve()) {
      if (table.name != name) continue;
      paths_.push_back(folder_.file(std::string(name) + ".ztb"));
      test::solve_table(table, paths_.back());
    }
  }
  Response get(const std::string& target) { return service().answer({.target = target}); }
  Json json(const std::string& target) {
    const Response response = get(target);
    EXPECT_EQ(response.status, 200) << target << response.body;
    EXPECT_EQ(response.content_type, "application/json");
    return Json::parse(response.body);
  }
  // Expects a refusal, with a sentence that does not name a place on the disk.
  void refused(const Response& response, int status, const std::string& code) {
    EXPECT_EQ(response.status, status) << response.body;
    const Json told = Json::parse(response.body);
    EXPECT_EQ(told["code"], code) << response.body;
    const auto sentence = told["error"].get<std::string>();
    EXPECT_TRUE(sentence.ends_with('.')) << sentence;
    EXPECT_EQ(sentence.find(folder_.file("")), std::string::npos) << sentence;
    EXPECT_EQ(header(response, "Cache-Control"), "no-store");
    EXPECT_EQ(header(response, "Access-Control-Allow-Origin"), "*");
  }
  void refused(const std::string& target, int status, const std::string& code) {
    SCOPED_TRACE(target);
    refused(get(target), status, code);
  }
  std::vector<Json> streamed(const std::string& target) {
    const Response response = get(target);
    EXPECT_EQ(response.status, 200) << response.body;
    EXPECT_EQ(response.content_type, "application/x-ndjson");
    std::vector<Json> lines;
    const std::atomic<bool> stop = false;
    response.stream(
        [&](std::string_view line) {
          EXPECT_TRUE(line.ends_with('\n'));
          lines.push_back(Json::parse(line));
          return true;
        },
        stop);
    return lines;
  }

  const TemporaryFolder folder_;
  const std::string path_ = folder_.file("small.ztb");
  std::vector<std::string> paths_ = {path_};
  std::vector<std::string> log_;
  std::unique_ptr<Service> service_;
};

const std::string small = "/api/v1/tables/small";

// --- Tables --------------------------------------------------------------------------------------

TEST_F(TheService, TellsTables) {
  add("reach");
  add("outcomes");
  add("bddl");
  const Json all = json("/api/v1/tables");
  EXPECT_EQ(all["version"], ZERMELO_VERSION);
  ASSERT_EQ(all["tables"].size(), 4u);
  const Json one = json(small);
  EXPECT_EQ(one["slices"].size(), 4u);
  Json without = one;
  without.erase("slices");
  EXPECT_EQ(all["tables"][0], without);
  EXPECT_EQ(one["id"], "small");
  EXPECT_EQ(one["game"], "ostle");
  EXPECT_EQ(one["title"], "Ostle");
  EXPECT_EQ(one["look"].dump(), R"({"tiles":true,"drops":false})");
  EXPECT_EQ(one["positions"], 2436);
  EXPECT_EQ(one["start"], "www/1o1/bbb b");
  EXPECT_EQ(one["start_in_table"], true);
  EXPECT_EQ(one["opens_at"], Json());
  EXPECT_EQ(one["conditions"][0]["name"], "hole-key");
  EXPECT_EQ(one["file"], "ok");
  EXPECT_EQ(one["has"].dump(), R"({"values":true,"distances":false,"puzzles":true,"line":true})");
  EXPECT_EQ(json("/api/v1/tables/reach")["has"].dump(),
            R"({"values":false,"distances":true,"puzzles":false,"line":false})");
  EXPECT_EQ(json("/api/v1/tables/outcomes")["has"].dump(),
            R"({"values":true,"distances":false,"puzzles":false,"line":true})");
  // The rules are in words, also for games in BDDL.
  const Json rules = json("/api/v1/tables/bddl")["rules"];
  EXPECT_EQ(rules, json("/api/v1/tables/bddl/rules")["rules"]);
  EXPECT_EQ(rules[1]["heading"], "The board");
  EXPECT_EQ(rules[2]["lines"][0], "Black puts a black piece on an open square.");
  EXPECT_EQ(rules.dump().find(":precondition"), std::string::npos);
  EXPECT_EQ(one["rules"][0]["heading"], "The board");
  EXPECT_EQ(json("/api/v1/tables/bddl/rules")["bddl"]["domain"].get<std::string>().substr(0, 1),
            "%");
  EXPECT_EQ(json(small + "/rules")["bddl"], Json());
  EXPECT_EQ(json(small + "/rules")["parameters_meaning"][0].dump(),
            R"({"name":"size","meaning":"side of the board","value":"3"})");
}

TEST_F(TheService, TellsStatisticsAndLongest) {
  add("reach");
  const Json stats = json(small + "/stats");
  EXPECT_EQ(stats["positions"], 2436);
  EXPECT_EQ(stats["longest_win"], 21);
  const Json longest = json(small + "/longest");
  EXPECT_EQ(longest["positions"][0]["position"], stats["longest"][0]);
  EXPECT_EQ(longest["positions"][0]["text"], "win in 21");
  const Json far = json("/api/v1/tables/reach/longest?count=1");
  EXPECT_EQ(far["positions"][0]["plies_from_start"],
            json("/api/v1/tables/reach/stats")["farthest"]);
}

TEST_F(TheService, TellsTheReport) {
  add("reach");
  add("bddl");
  const std::string target = "/api/v1/tables/bddl/report";
  Response first = service().answer({.target = target});
  for (int i = 0; i < 1000 && first.status == 503; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    first = service().answer({.target = target});
  }
  ASSERT_EQ(first.status, 200) << first.content();
  const Json report = Json::parse(first.content());
  EXPECT_EQ(report["start"]["value"], json("/api/v1/tables/bddl/position")["value"]);
  EXPECT_EQ(report["plies"][0]["positions"], 1);
  EXPECT_EQ(json(target), report);
  EXPECT_FALSE(header(first, "ETag").empty());
  refused("/api/v1/tables/reach/report", 400, "bad_request");
  refused(target + "?x=1", 400, "bad_request");
}

// While a table is counted, others are told to ask again.
TEST_F(TheService, CountsOnceAndInItsOwnTime) {
  paths_ = {path_};
  Service impatient(paths_, {.patience = std::chrono::milliseconds(0)});
  const Response first = impatient.answer({.target = small + "/stats"});
  if (first.status != 200) {  // (Counting may have been quicker.)
    refused(first, 503, "busy");
    EXPECT_EQ(header(first, "Retry-After"), "5");
  }
  for (int i = 0; i < 500; ++i) {
    if (impatient.answer({.target = small + "/stats"}).status == 200) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  FAIL() << "never counted";
}

// --- Positions -----------------------------------------------------------------------------------

TEST_F(TheService, TellsFinishedGames) {
  const Json over = json(small + "/position?position=www/1o1/b2_b");
  EXPECT_EQ(over["over"], true);
  EXPECT_EQ(over["result"]["winner"], "white");
  EXPECT_EQ(over["moves"], Json::array());
  EXPECT_EQ(over["value"], Json());
  EXPECT_EQ(over["plies"], Json());
  const Json line = json(small + "/line?position=www/1o1/b2_b");
  EXPECT_EQ(line["line"], Json::array());
  EXPECT_EQ(line["line_complete"], true);
  EXPECT_EQ(json(small + "/solution?position=www/1o1/b2_b")["solution"], Json::array());
  EXPECT_EQ(get(small + "/board.svg?moves=1&position=www/1o1/b2_b").status, 200);
}

TEST_F(TheService, ReadsPositionsInEveryForm) {
  const Json start = json(small + "/position");
  for (const char* query :
       {"?position=start", "?position=www/1o1/bbb_b", "?position=www/1o1/bbb+b",
        "?position=www/1o1/bbb%20b", "?position=%20www/1o1/bbb__b+", "?position=www%2F1o1%2Fbbb_b",
        "?cells=bbb.o.www&turn=black", "?cells=bbb.o.www", "?moves=1"})
    EXPECT_EQ(json(small + "/position" + query), start) << query;
  // The forbidden move is kept, and is drawn.
  const Json forbidden = json(small + "/position?position=www/o2/bbb_w_a2R");
  EXPECT_EQ(forbidden["position"], "www/o2/bbb w a2R");
  EXPECT_EQ(forbidden["board"]["forbidden"].dump(),
            R"([{"from":[3],"to":[4],"taken":[],"dx":1,"dy":0}])");
  EXPECT_FALSE(json(small + "/position?moves=0").contains("moves"));
  EXPECT_EQ(json(small + "/position?cells=b.b.o.w.w&turn=white")["position"], "w1w/1o1/b1b w");
}

TEST_F(TheService, TellsKindsHandsAndLines) {
  add("tapatan");
  add("drops");
  const std::string tapatan = "/api/v1/tables/tapatan", drops = "/api/v1/tables/drops";
  EXPECT_EQ(json(tapatan)["pieces"].dump(),
            R"([{"name":"man","letter":"M","symbol":"M","in_hand":true}])");
  EXPECT_EQ(json(drops)["pieces"][1].dump(),
            R"({"name":"pawn","letter":"P","symbol":"P","in_hand":true})");
  EXPECT_TRUE(json(small)["pieces"].is_null());
  const Json start = json(tapatan + "/position");
  EXPECT_EQ(start["board"]["hands"].dump(),
            R"([{"piece":"b","number":3},{"piece":"w","number":3}])");
  EXPECT_EQ(start["board"]["lines"].size(), 8u);
  EXPECT_EQ(start["board"]["lines"][6], Json({6, 4, 2}));
  EXPECT_EQ(start["moves"][0]["dropped"], "b");
  EXPECT_EQ(json(drops + "/position")["board"]["lines"], Json::array());
  EXPECT_EQ(json(tapatan + "/position?cells=.........&hands=w3b2w"), start);
  EXPECT_EQ(json(drops + "/position?cells=..k...K..&hands=Pp&turn=white")["position"],
            "K2/3/2k[pP] w");
  EXPECT_EQ(Json::parse(get(tapatan + "/position?cells=.........&hands=3x").body)["code"],
            "illegal_position");
  EXPECT_EQ(get(small + "/position?hands=2b").status, 400);
  EXPECT_EQ(json(tapatan + "/rules")["bddl"]["problem"], Json());
  EXPECT_EQ(json(tapatan + "/rules")["bddl"]["domain"].get<std::string>().substr(0, 7), "#bddl 2");
}

TEST_F(TheService, TellsOtherWaysToWriteAMove) {
  add("quixo");
  std::size_t pushes = 0;
  const Json start = json("/api/v1/tables/quixo/position");
  for (const Json& move : start["moves"]) {
    EXPECT_EQ(move["named"].size(), 2u);
    for (const Json& other : move["also"]) EXPECT_EQ(other["named"].size(), 2u);
    pushes += 1 + move["also"].size();
  }
  EXPECT_EQ(pushes, 20u) << "two from each corner, three from each other cube";
}

TEST_F(TheService, TellsPositionsThatItDoesNotHold) {
  const std::string path = folder_.file("few.ztb");
  solve(*make_game({"ostle", {{"size", "4"}, {"start", "3"}, {"lose", "1"}, {"total", "4"}}}),
        path);
  paths_ = {path};
  const Json table = json("/api/v1/tables/few");
  EXPECT_EQ(table["start_in_table"], false);
  std::string opening = table["opens_at"];
  opening.replace(opening.find(' '), 1, "+");
  EXPECT_EQ(json("/api/v1/tables/few/position?position=" + opening)["value"], "win");
  const Response response = get("/api/v1/tables/few/position");
  refused(response, 404, "not_in_table");
  const Json told = Json::parse(response.body);
  EXPECT_EQ(told["position"], table["start"]);
  EXPECT_EQ(told["value"], Json());
  EXPECT_EQ(told["over"], false);
  EXPECT_EQ(told["board"]["columns"], 4);
  ASSERT_GT(told["moves"].size(), 5u);
  EXPECT_EQ(told["moves"][0]["value"], Json());
  EXPECT_FALSE(told["moves"][0]["position"].is_null());
  refused("/api/v1/tables/few/line", 404, "not_in_table");
  refused("/api/v1/tables/few/solution", 404, "not_in_table");
  // A page with the positions around it is available nevertheless.
  EXPECT_EQ(get("/api/v1/tables/few/export.html?plies=1").status, 200);
}

// For clients that prefer an answer to a failure.
TEST_F(TheService, AnswersThatAPositionIsAbsentIfAsked) {
  const std::string path = folder_.file("end.ztb");
  make_game({"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}, {"total", "4"}}})
      ->kind("distance")
      ->solve(path, {});
  paths_.push_back(path);
  const std::string end = "/api/v1/tables/end/position";
  const Response failure = get(end);
  EXPECT_EQ(failure.status, 404);
  const Json answer = json(end + "?absent=1"), told = Json::parse(failure.body);
  EXPECT_EQ(answer.size(), told.size());  // (the same, in another order)
  for (const auto& [name, value] : told.items()) EXPECT_EQ(answer[name], value) << name;
  EXPECT_EQ(json(small + "/position?absent=1"), json(small + "/position"));
  refused(end + "?absent=1&position=hello", 400, "illegal_position");
}

// A service that has been asked to end refuses requests that take long.
TEST_F(TheService, EndsLongWork) {
  EXPECT_EQ(get(small + "/export.html").status, 200);
  service().end();
  refused(small + "/export.html", 503, "busy");
  refused(small + "/drawn", 503, "busy");
  EXPECT_EQ(get(small + "/position").status, 200);
}

TEST_F(TheService, DrawsPictures) {
  const Response plain = get(small + "/board.svg"), valued = get(small + "/board.svg?moves=1");
  EXPECT_EQ(plain.content_type, "image/svg+xml");
  EXPECT_EQ(plain.body, diagram_svg(Table::open(path_).game().diagram("www/1o1/bbb b")));
  EXPECT_EQ(valued.body, diagram_svg(Table::open(path_).diagram("www/1o1/bbb b")));
}

TEST_F(TheService, DrawsSamples) {
  const Json random = json(small + "/random?count=100&seed=5");
  ASSERT_EQ(random["positions"].size(), 100u);
  EXPECT_EQ(json(small + "/random?count=100&seed=5"), random);
  EXPECT_NE(json(small + "/random?count=100&seed=6"), random);
  EXPECT_NE(json(small + "/random?count=100"), json(small + "/random?count=100"));
  for (const char* value : {"win", "draw", "loss"}) {
    const Json some = json(fmt::format("{}/random?count=20&seed=5&value={}", small, value));
    ASSERT_EQ(some["positions"].size(), 20u);
    for (const Json& item : some["positions"]) EXPECT_EQ(item["value"], value);
  }
  const Json drawn = json(small + "/drawn?count=3&seed=5");
  ASSERT_EQ(drawn["positions"].size(), 3u);
  for (const Json& item : drawn["positions"]) EXPECT_EQ(item["value"], "draw");
  EXPECT_EQ(header(get(small + "/random?seed=5"), "Cache-Control"), "public, max-age=300");
  EXPECT_NE(header(get(small + "/random?seed=5"), "ETag"), "");
  EXPECT_EQ(header(get(small + "/random"), "Cache-Control"), "no-store");
  EXPECT_EQ(header(get(small + "/random"), "ETag"), "");
}

// Where there are no positions of a kind, the search for them ends.
TEST_F(TheService, DrawsNoneWhereThereAreNone) {
  add("bddl");
  EXPECT_EQ(json("/api/v1/tables/bddl/drawn")["positions"].size(), 0u);
}

TEST_F(TheService, AnswersManyPositions) {
  const auto post = [&](const std::string& body) {
    return service().answer({.method = "POST", .target = small + "/positions", .body = body});
  };
  const Json told = Json::parse(
      post(R"({"positions":["www/1o1/bbb_b","x","www/1o1/b2 b","start"],"moves":true})").body);
  ASSERT_EQ(told["answers"].size(), 4u);
  EXPECT_EQ(told["answers"][0]["text"], "win in 17");
  EXPECT_EQ(told["answers"][0]["moves"], json(small + "/position")["moves"]);
  EXPECT_EQ(told["answers"][1]["code"], "illegal_position");
  EXPECT_EQ(told["answers"][2]["code"], "game_over");
  EXPECT_EQ(told["answers"][3]["code"], "illegal_position");
  EXPECT_EQ(post(R"({"positions":[]})").body, "{\"answers\":[]}\n");
  for (const char* body :
       {"", "x", "[]", "{}", R"({"positions":1})", R"({"positions":[1]})", R"({"positions":[[]]})",
        R"({"positions":["x"],"moves":1})", "{\"positions\":[\"\xff\"]}", "\x00", "null"}) {
    SCOPED_TRACE(body);
    refused(post(body), 400, "bad_request");
  }
  refused(post("{\"positions\":" + std::string(100000, '[')), 400, "bad_request");
  Json many{{"positions", std::vector<std::string>(1000, "www/1o1/bbb b")}};
  EXPECT_EQ(Json::parse(post(many.dump()).body)["answers"].size(), 1000u);
  many["positions"].push_back("x");
  refused(post(many.dump()), 400, "bad_request");
}

TEST_F(TheService, TellsDistances) {
  add("reach");
  const std::string reach = "/api/v1/tables/reach";
  const Json start = json(reach + "/position");
  EXPECT_EQ(start["plies_from_start"], 0);
  EXPECT_FALSE(start.contains("value"));
  for (const Json& move : start["moves"]) EXPECT_EQ(move["plies_from_start"], 1) << move;
  for (const char* what : {"/line", "/solution", "/puzzles", "/random?value=win", "/drawn"})
    refused(reach + what, 400, "bad_request");
  EXPECT_EQ(json(reach + "/random?count=2&seed=1")["positions"].size(), 2u);
}

// --- Puzzles -------------------------------------------------------------------------------------

TEST_F(TheService, StreamsPuzzles) {
  std::vector<Json> lines = streamed(small + "/puzzles?win_in=3..5&only_line=1&limit=5");
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines.back().dump(),
            R"({"done":true,"found":5,"given":5,"complete":false,"stopped":false})");
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(lines[static_cast<std::size_t>(i)]["number"], i + 1);
    EXPECT_GE(lines[static_cast<std::size_t>(i)]["plies"], 3);
  }
  lines = streamed(small + "/puzzles?hole-key=1&win_in=3..&order=difficulty&limit=2");
  EXPECT_EQ(lines.back()["complete"], true);
  EXPECT_GE(lines[0]["difficulty"], lines[1]["difficulty"]);
  EXPECT_EQ(streamed(small + "/puzzles?capture_refused=1&limit=1")[0]["value"], "draw");
  EXPECT_EQ(streamed(small + "/puzzles?pieces=2,3&win_in=3&limit=1")[0]["pieces"].dump(), "[2,3]");
  // No client is left with a stream.
  EXPECT_FALSE(service().answer({.method = "HEAD", .target = small + "/puzzles"}).stream);
}

// Neighbours in a table are much alike, so the puzzles that people are shown are drawn from all
// over it.
TEST_F(TheService, DrawsPuzzlesAtRandom) {
  const auto drawn = [&](const std::string& query) {
    std::vector<Json> lines =
        streamed(small + "/puzzles?order=random&win_in=3..7&limit=20" + query);
    std::vector<std::string> positions;
    for (const Json& line : lines) {
      if (line.contains("position")) positions.push_back(line["position"]);
    }
    EXPECT_EQ(lines.back()["given"], positions.size());
    return positions;
  };
  const std::vector<std::string> first = drawn("&seed=7");
  ASSERT_EQ(first.size(), 20u);
  EXPECT_EQ(std::set<std::string>(first.begin(), first.end()).size(), 20u);  // each once
  EXPECT_EQ(drawn("&seed=7"), first);
  EXPECT_NE(drawn("&seed=8"), first);
  EXPECT_NE(drawn(""), drawn(""));
  // They are not the first ones in the table.
  std::set<std::string> in_order;
  for (const Json& line : streamed(small + "/puzzles?win_in=3..7&limit=20"))
    if (line.contains("position")) in_order.insert(line["position"]);
  int common = 0;
  for (const std::string& position : first) common += in_order.contains(position);
  EXPECT_LT(common, 8);
  // Puzzles that are too rare to be met are looked for in the whole table, so that it is known if
  // there are none.
  const Json none = streamed(small + "/puzzles?order=random&win_in=1001&seed=1").back();
  EXPECT_EQ(none.dump(),
            R"({"done":true,"found":0,"given":0,"complete":true,"stopped":false,"seed":1})");
  refused(small + "/puzzles?seed=1", 400, "bad_request");
}

// A search that is stopped reports it.
TEST_F(TheService, SaysThatASearchWasStopped) {
  const Response response = get(small + "/puzzles?order=random&win_in=1001");
  std::vector<Json> lines;
  const std::atomic<bool> stop = true;
  response.stream([&](std::string_view line) { return lines.push_back(Json::parse(line)), true; },
                  stop);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0]["complete"], false);
  EXPECT_EQ(lines[0]["stopped"], true);
}

TEST_F(TheService, RefusesPuzzlesThatMakeNoSense) {
  add("scores");
  add("outcomes");
  for (const char* query : {"win_in=0", "win_in=x", "win_in=5..3", "win_in=", "only_move=2",
                            "only_move=yes", "pieces=3", "pieces=3,", "pieces=-1,2", "order=worst",
                            "limit=0", "limit=101", "castles=1", "win_by=3", "win_in=3&win_in=4"})
    refused(small + "/puzzles?" + query, 400, "bad_request");
  refused("/api/v1/tables/outcomes/puzzles", 400, "bad_request");
  refused("/api/v1/tables/scores/puzzles?win_in=3", 400, "bad_request");
  EXPECT_EQ(streamed("/api/v1/tables/scores/puzzles?win_by=4..&limit=2").size(), 3u);
}

// The search would take more memory than the server may use.
TEST_F(TheService, HasNoPuzzlesOfLargeTables) {
  Service small_service(paths_, {.mining_memory = 4000});
  EXPECT_EQ(Json::parse(small_service.answer({.target = small}).body)["has"]["puzzles"], false);
  const Response response = small_service.answer({.target = small + "/puzzles"});
  refused(response, 400, "bad_request");
  EXPECT_NE(response.body.find("too large"), std::string::npos);
}

// --- The page ------------------------------------------------------------------------------------

TEST_F(TheService, ServesThePage) {
  const Response page = get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.content_type, "text/html; charset=utf-8");
  EXPECT_NE(page.content().find("<title>"), std::string_view::npos);
  EXPECT_NE(header(page, "Content-Security-Policy").find("script-src 'self'"), std::string::npos);
  EXPECT_EQ(get("/table/small?position=x").content(), page.content());
  const Response nothing = get("/table/large");
  EXPECT_EQ(nothing.status, 404);
  EXPECT_EQ(nothing.content(), page.content());  // the page says that there is no such table
  EXPECT_EQ(header(nothing, "ETag"), "");
  EXPECT_EQ(header(nothing, "Cache-Control"), "no-store");
  refused("/assets/none.js", 404, "not_found");
  refused("/assets/../server/service.cpp", 404, "not_found");
  const std::string tag = header(page, "ETag");
  EXPECT_EQ(service().answer({.if_none_match = tag}).status, 304);
  const Response packed = service().answer({.accept_encoding = "br, gzip"});
  if (header(packed, "Content-Encoding") == "gzip") {  // (gzip was there when this was built)
    EXPECT_NE(header(packed, "ETag"), tag);
    EXPECT_TRUE(packed.content().starts_with("\x1f\x8b"));
  }
  for (const char* const refused : {"gzip;q=0", "gzip;q=0.0", "gzip; q=0.000"})
    EXPECT_EQ(header(service().answer({.accept_encoding = refused}), "Content-Encoding"), "");
}

TEST_F(TheService, TellsOfItself) {
  EXPECT_EQ(get("/healthz").body, "{\"status\":\"ok\",\"tables\":1}\n");
  EXPECT_NE(get("/metrics").body.find("zermelo_requests_total"), std::string::npos);
  EXPECT_EQ(get("/favicon.ico").content_type, "image/svg+xml");
  EXPECT_NE(get("/robots.txt").body.find("Disallow: /api/"), std::string::npos);
  EXPECT_EQ(Json::parse(get("/openapi.json").content())["openapi"], "3.0.3");
}

// --- HTTP ----------------------------------------------------------------------------------------

TEST_F(TheService, KnowsMethods) {
  const auto ask = [&](const char* method, const std::string& target) {
    return service().answer({.method = method, .target = target});
  };
  EXPECT_EQ(ask("HEAD", small).status, 200);
  const Response options = ask("OPTIONS", small + "/line");
  EXPECT_EQ(options.status, 204);
  EXPECT_EQ(header(options, "Allow"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(header(options, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(header(options, "Access-Control-Allow-Methods"), "GET, HEAD, OPTIONS");
  EXPECT_EQ(ask("OPTIONS", "*").status, 204);
  EXPECT_EQ(ask("OPTIONS", "/none").status, 404);
  for (const char* method : {"POST", "PUT", "DELETE", "PATCH", "TRACE", "get", "", "BREW"}) {
    const Response response = ask(method, small + "/line");
    refused(response, 405, "method_not_allowed");
    EXPECT_EQ(header(response, "Allow"), "GET, HEAD, OPTIONS");
  }
  refused(ask("GET", small + "/positions"), 405, "method_not_allowed");
  refused(ask("POST", "/none"), 404, "not_found");
}

TEST_F(TheService, TellsWhatIsNotThere) {
  for (const char* target : {"/none", "/api/v1/tables/large", "/api/v1/tables/small.ztb",
                             "/api/v1/tables/", "/api/v2/tables", "/api/v1/tables/small/",
                             "/api/v1/tables/..", "/api/v1/tables/%2e%2e/line",
                             "/api/v1/tables/..%2fsmall", "/..//etc/passwd", "//", "", "small"})
    refused(target, 404, "not_found");
}

// An answer to a different question from the one asked would look like the right one.
TEST_F(TheService, RefusesWhatItDoesNotKnow) {
  for (const EndpointInfo& info : endpoints()) {
    std::string path(info.path);
    if (const auto at = path.find("{id}"); at != std::string::npos) path.replace(at, 4, "small");
    if (const auto at = path.find("{...}"); at != std::string::npos)
      path.replace(at, 5, "page.css");
    const Response response =
        service().answer({.method = std::string(info.method), .target = path + "?pgn=x"});
    if (info.parameters == any_parameters) {
      EXPECT_EQ(response.status, 200) << path;
      continue;
    }
    refused(response, 400, "bad_request");
    EXPECT_NE(response.body.find("'pgn' is not a parameter of this address"), std::string::npos);
    EXPECT_EQ(service().answer({.method = "HEAD", .target = path + "?pgn=x"}).status,
              info.method == "GET" ? 400 : 405);
  }
  EXPECT_EQ(Json::parse(get(small + "/position?fen=x").body)["error"],
            "'fen' is not a parameter of this address, which takes position, cells, hands, turn, "
            "moves, absent and style.");
  // A known parameter where it means nothing, and parameters of another game.
  refused(small + "/position?turn=white", 400, "bad_request");
  refused(small + "/position?count=3", 400, "bad_request");
  refused(small + "/puzzles?castles=1", 400, "bad_request");
  EXPECT_EQ(get(small + "/puzzles?hole-key=1").status, 200);
  // Nor is it ignored if the client has the answer to the other question.
  EXPECT_EQ(service()
                .answer({.target = small + "/position?fen=x",
                         .if_none_match = header(get(small + "/position"), "ETag")})
                .status,
            400);
  EXPECT_EQ(service()
                .answer({.method = "POST",
                         .target = small + "/positions",
                         .body = R"({"positions":[],"fen":1})"})
                .status,
            400);
}

TEST_F(TheService, RefusesHostileTexts) {
  for (const std::string& text : {std::string("%00"), std::string("%ff%fe"), std::string("%"),
                                  std::string("%zz"), std::string("%0d%0aX:%20y")})
    refused(small + "/position?position=" + text, 400, "bad_request");
  for (const std::string& text :
       {std::string("x"), std::string(7000, 'b'), std::string(5000, '/'),
        std::string("9999999999/1_b"), std::string("../../etc/passwd"), std::string("%3Cscript%3E"),
        std::string("%F0%9F%98%80"), std::string("'%20OR%201=1")})
    refused(small + "/position?position=" + text, 400, "illegal_position");
  for (const char* query : {"cells=b", "cells=bbb.o.wwwb", "cells=xxxxxxxxx", "cells=bbb...www",
                            "cells=ooo......", "cells="})
    refused(small + "/position?" + query, 400, "illegal_position");
  refused(small + "/position?cells=bbb.o.www&turn=red", 400, "bad_request");
  refused(small + "/position?cells=bbb.o.www&position=start", 400, "bad_request");
  refused(small + "/position?moves=2", 400, "bad_request");
  refused(small + "/line?limit=1001", 400, "bad_request");
  refused(small + "/random?count=101", 400, "bad_request");
  refused(small + "/random?seed=-1", 400, "bad_request");
  refused(small + "/random?value=great", 400, "bad_request");
  refused(small + "/export.html?plies=13", 400, "bad_request");
  refused(small + "/export.html?limit=5001", 400, "bad_request");
}

TEST_F(TheService, SaysWhenNothingHasChanged) {
  for (const char* what :
       {"", "/rules", "/stats", "/position", "/line", "/board.svg", "/longest", "/solution",
        "/random?seed=1", "/drawn?seed=1", "/export.html?plies=1"}) {
    SCOPED_TRACE(what);
    const Response first = get(small + what);
    const std::string tag = header(first, "ETag");
    ASSERT_TRUE(tag.starts_with('"') && tag.ends_with('"') && tag.size() > 10);
    for (const std::string& sent : {tag, "W/" + tag, "\"x\", " + tag, std::string("*")}) {
      const Response again = service().answer({.target = small + what, .if_none_match = sent});
      EXPECT_EQ(again.status, 304);
      EXPECT_TRUE(again.content().empty());
      EXPECT_EQ(header(again, "ETag"), tag);
      EXPECT_EQ(header(again, "Cache-Control"), header(first, "Cache-Control"));
    }
    EXPECT_EQ(service().answer({.target = small + what, .if_none_match = "\"x\""}).status, 200);
  }
}

// --- Files that change ---------------------------------------------------------------------------

TEST_F(TheService, GoesOnWhenTheFileIsRemoved) {
  ASSERT_EQ(json(small)["file"], "ok");
  std::filesystem::remove(path_);
  EXPECT_EQ(json(small)["file"], "removed");
  EXPECT_EQ(json(small + "/position")["text"], "win in 17");
  EXPECT_EQ(json(small + "/stats")["positions"], 2436);
  ASSERT_EQ(log_.size(), 1u) << "told once";
  EXPECT_NE(log_[0].find("removed"), std::string::npos);
}

TEST_F(TheService, GoesOnWhenTheFileIsReplaced) {
  ASSERT_EQ(json(small)["file"], "ok");
  test::write_whole(path_, "another file");
  EXPECT_EQ(json(small)["file"], "replaced");
  EXPECT_EQ(json(small + "/position")["text"], "win in 17");
  EXPECT_EQ(json("/api/v1/tables")["tables"][0]["file"], "replaced");
  ASSERT_EQ(log_.size(), 1u);
}

TEST_F(TheService, SaysThatTheFileWasCutShort) {
  ASSERT_EQ(json(small)["file"], "ok");
  std::filesystem::resize_file(path_, 100);
  EXPECT_EQ(json(small)["file"], "cut_short");
  for (const char* what : {"/position", "/line", "/stats", "/random", "/puzzles", "/rules",
                           "/export.html", "/solution", "/board.svg"})
    refused(small + what, 500, "damaged_table");
  refused(service().answer(
              {.method = "POST", .target = small + "/positions", .body = R"({"positions":[]})"}),
          500, "damaged_table");
  EXPECT_EQ(get("/healthz").status, 200);
  EXPECT_EQ(log_.size(), 1u);
}

// An error during the search for puzzles is the last line.
TEST_F(TheService, SaysInTheStreamThatTheFileIsDamaged) {
  const Response response = get(small + "/puzzles");
  std::filesystem::resize_file(path_, 100);
  std::string last;
  const std::atomic<bool> stop = false;
  response.stream([&](std::string_view line) { return last = line, true; }, stop);
  EXPECT_EQ(Json::parse(last)["code"], "damaged_table") << last;
}

// Wrong bytes are found where they are read.
TEST_F(TheService, SaysThatTheFileIsDamaged) {
  std::string bytes = test::read_whole(path_);
  json(small);
  for (std::size_t i = 600; i + 8 < bytes.size(); i += 3) bytes[i] ^= 0x5a;
  {
    std::ofstream file(path_, std::ios::binary | std::ios::in);  // the same file
    file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  }
  refused(small + "/position?position=1wb/o1w/wbb_b", 500, "damaged_table");
  ASSERT_FALSE(log_.empty());
}

TEST(Tables, ThatAreNoneAreNotServed) {
  const TemporaryFolder folder;
  test::write_whole(folder.file("x.ztb"), "nothing");
  EXPECT_THROW(Service({folder.file("x.ztb")}, {}), DamagedTable);
  EXPECT_THROW(Service({folder.file("y.ztb")}, {}), FileError);
}

// --- Many at once --------------------------------------------------------------------------------

TEST_F(TheService, AnswersManyThreads) {
  const Json start = json(small + "/position");
  json(small + "/stats");  // (While it is counted, only two may wait.)
  std::vector<std::thread> threads;
  std::atomic<int> wrong = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 100; ++i) {
        wrong += Json::parse(get(small + "/position").body) != start;
        wrong += get(fmt::format("{}/random?seed={}&count=1", small, t * 1000 + i)).status != 200;
        wrong += get(small + "/stats").status != 200;
        service().metrics().count_answer(Endpoint::line, 200, 0.001, 1);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace zermelo::server
