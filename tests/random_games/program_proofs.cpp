// SPDX-License-Identifier: MIT
// The program's verbs that prove: prove, check, strategy, validate, crosscheck.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "proof/strategy.h"
#include "tests/random_games/checks.h"
#include "tests/random_games/verbs.h"

namespace zermelo::random_games {
namespace {

// One question to `prove`.
struct Question {
  std::string method;
  bool white = false;
  State start;
  std::optional<int> depth = std::nullopt;  // for qbf
};

Words words_of(GameUnderTest& g, const Question& q) {
  Words words = {"prove", "--method", q.method};
  if (q.white) words.emplace_back("--white");
  if (q.start != g.start()) words.insert(words.end(), {"--start", g.text(q.start)});
  if (q.depth) words.insert(words.end(), {"--depth", std::to_string(*q.depth)});
  return about_rules(g, words);
}

// The first line of the text.
void check_sentence(const GameUnderTest& g, const Question& q, const std::string& text,
                    const Json& json) {
  const std::string side = side_text(q.white);
  std::string expected = side + " cannot force a win";
  if (!g.goes_on(q.start)) {
    expected = "The game is over at its start: ";
  } else if (json.value("verdict", "") == "win") {
    expected = side + " can force a win";
  }
  ASSERT_TRUE(text.starts_with(expected)) << expected << '\n' << text;
}

void check_answer(const GameUnderTest& g, const Question& q, const Json& json) {
  const auto expected = g.plies_to_win(q.start, q.white);
  const bool wins = expected && (!q.depth || *expected <= *q.depth);
  ASSERT_EQ(json.value("verdict", ""), wins ? "win" : "no win") << json;
  ASSERT_EQ(json.value("side", ""), q.white ? "white" : "black");
  const Json refuted = json.value("refuted", Json());
  if (!wins) {
    ASSERT_TRUE(q.depth || refuted == "all") << json;
    ASSERT_FALSE(expected && refuted == "all") << json;
    return;
  }
  const int plies = json.value("plies", -1);
  ASSERT_GE(plies, *expected) << json;
  if (json.value("method", "") != "ic3") {
    ASSERT_EQ(plies, *expected) << json;
  }
  ASSERT_LT(refuted.get<int>(), std::max(*expected, 1)) << json;
}

void check_strategy_by_program(const std::string& path) {
  const Json json = said_in_json({"check", path, "--threads", "1"});
  ASSERT_EQ(json.value("ok", Json()), true) << json;
  ASSERT_EQ(json.value("claim", ""), StrategyFile::open(path).info().sentence);
}

void check_question(GameUnderTest& g, const Question& q) {
  SCOPED_TRACE(fmt::format("{} from {} for {}", q.method, g.text(q.start), side_text(q.white)));
  const std::string path = g.file("proved.aag");
  Words words = words_of(g, q);
  const bool writes = q.method != "search" && g.random() % 2 == 0;
  if (writes) words.insert(words.end(), {"-o", path});
  const Json json = said_in_json(words);
  ASSERT_NO_FATAL_FAILURE(check_answer(g, q, json));
  if (writes) check_strategy_by_program(path);
  if (g.random() % 2 == 0) check_sentence(g, q, said(words), json);
}

void check_strategy_of(GameUnderTest& g, const State& start, const std::string& owner) {
  SCOPED_TRACE(fmt::format("{} from {}", owner, g.text(start)));
  const std::string path = g.file("by-program.aag");
  const Words words = {"strategy", g.table_path(), g.text(start), "--owner", owner, "-o", path};
  if (owner != "winner" && g.plies_to_win(start, owner == "black")) {
    const test::ProcessResult refused = test::run_program_here(words);  // the loser has none
    ASSERT_NE(refused.exit_code, 0) << refused.output;
    return;
  }
  const Json json = said_in_json(words);
  const StrategyInfo info = StrategyFile::open(path).info();
  ASSERT_EQ(json.value("claim", ""), info.sentence);
  const auto plies = g.plies_to_win(start, info.owner_is_white);
  ASSERT_EQ(info.wins, plies.has_value()) << info.sentence;
  if (plies) {
    ASSERT_EQ(info.plies, plies) << info.sentence;
  }
  ASSERT_TRUE(info.wins || g.plies(start) == 0) << info.sentence;
  if (owner == "winner") return;
  ASSERT_EQ(info.owner_is_white, owner == "white");
  check_strategy_by_program(path);
}

void check_validate(GameUnderTest& g) {
  const Json json = said_in_json({"validate", g.table_path(), "--memory", "64M"});
  ASSERT_EQ(json.value("same", Json()), true) << json;
  std::map<Outcome, std::size_t> states;
  for (const auto& [state, plies] : g.reference().values()) ++states[outcome_of(plies)];
  const Json total = json.value("total", Json::object());
  ASSERT_EQ(total.value("won", Json()), states[Outcome::win]) << json;
  ASSERT_EQ(total.value("lost", Json()), states[Outcome::loss]) << json;
  ASSERT_EQ(total.value("drawn", Json()), states[Outcome::draw]) << json;
  ASSERT_EQ(total.value("over", Json()), g.reference().finished().size()) << json;
}

void check_crosscheck_verb(GameUnderTest& g) {
  const Json json =
      said_in_json(about_rules(g, {"crosscheck", "--memory", "256M", "--threads", "1"}));
  ASSERT_EQ(json.value("agrees", Json()), true) << json;
  const auto expected = g.plies_to_win(g.start(), false);
  for (const Json& row : json.value("engines", Json::array())) {
    const std::string verdict = row.value("verdict", "");
    if (verdict == "no win" && row["refuted"] != "all") continue;  // (only within some plies)
    ASSERT_EQ(verdict, expected ? "win" : "no win") << row;
    if (!row["plies"].is_null()) {
      ASSERT_EQ(row["plies"], *expected) << row;
    }
  }
}

}  // namespace

void check_prove(GameUnderTest& g) {
  if (!g.one_in(8)) return;
  const Words methods = {"ic3", "qbf", "table", "search", "auto"};
  for (const std::string& method : methods) {
    if (g.random() % 2 == 0) continue;
    Question q{method, method != "search" && g.random() % 2 == 0, g.start()};
    const auto& values = g.reference().values();
    if (method != "search" && !values.empty() && g.random() % 2 == 0)
      q.start = g.states()[g.random() % values.size()];
    if (method == "qbf") q.depth = std::max(1, g.plies_to_win(q.start, q.white).value_or(3));
    ASSERT_NO_FATAL_FAILURE(check_question(g, q));
  }
  const std::vector<State>& finished = g.reference().finished();
  if (finished.empty()) return;
  const State& over = finished[g.random() % finished.size()];
  expect_refused(g, over, about_rules(g, {"prove", "--start", g.text(over)}));
}

void check_strategy(GameUnderTest& g) {
  if (!g.one_in(5)) return;
  const std::string path = g.file("by-program.aag");
  const State& start = g.states()[g.random() % g.states().size()];
  if (!g.goes_on(start)) {
    expect_refused(g, start, {"strategy", g.table_path(), g.text(start), "-o", path});
    return;
  }
  for (const char* const owner : {"winner", "black", "white"})
    ASSERT_NO_FATAL_FAILURE(check_strategy_of(g, start, owner));
}

void check_validate_and_crosscheck(GameUnderTest& g) {
  if (!g.one_in(50)) return;
  ASSERT_NO_FATAL_FAILURE(check_validate(g));
  if (g.one_in(100)) check_crosscheck_verb(g);
}

}  // namespace zermelo::random_games
