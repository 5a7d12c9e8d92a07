// SPDX-License-Identifier: MIT
// The program's verbs that read tables: solve, probe, line, grade, stats, info, verify, mine.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

#include "tests/random_games/checks.h"
#include "tests/random_games/verbs.h"

namespace zermelo::random_games {
namespace {

// "Black to move wins in 3 plies."
std::string sentence_of(const GameUnderTest& g, const State& state) {
  const Value value = g.value(state);
  const std::string who = side_text(GameUnderTest::white_moves(state)) + " to move ";
  if (value.is_draw()) return who + "draws.";
  return fmt::format("{}{} in {}.", who, value.is_win() ? "wins" : "loses",
                     plies_text(value.plies()));
}

void check_listed(const GameUnderTest& g, const State& state, const Json& json) {
  ASSERT_EQ(json.value("position", ""), g.text(state));
  if (!g.goes_on(state)) {
    ASSERT_EQ(json.value("code", ""), "game_over") << json;
    return;
  }
  expect_value(json, g.value(state));
  ASSERT_NO_FATAL_FAILURE(expect_moves(g, state, json.value("moves", Json::array()), true));
  const int plies = g.plies(state);
  if (plies == 0) return;
  ASSERT_EQ(json.value("line", Json()).size(), static_cast<std::size_t>(std::abs(plies))) << json;
  ASSERT_EQ(json.value("line_complete", Json()), true) << json;
}

void check_probe_list(GameUnderTest& g) {
  std::string list;
  for (const State& state : g.states()) list += g.text(state) + "\n";
  const std::vector<Json> answers = said_in_lines(
      {"probe", g.table_path(), "--from", "-", "--moves", "--line", "--threads", "1"}, list);
  ASSERT_EQ(answers.size(), g.states().size());
  for (std::size_t i = 0; i < answers.size(); ++i)
    ASSERT_NO_FATAL_FAILURE(check_listed(g, g.states()[i], answers[i]));
}

// All moves that keep the value are named.
void check_as_good(const GameUnderTest& g, const State& state, const Json& ply) {
  std::set<std::string> named = {ply.value("move", "")};
  for (const Json& other : ply.value("as_good", Json::array())) named.insert(other);
  std::set<std::string> good;
  for (const LegalMove& move : g.game().moves(g.text(state))) {
    if (g.value_of_move(g.after(state, move.move)) == g.value(state)) good.insert(move.move);
  }
  ASSERT_EQ(named, good) << g.text(state);
}

void check_line_verb(GameUnderTest& g, const State& state) {
  const Words words = {"line", g.table_path(), g.text(state), "--limit", "100"};
  if (!g.goes_on(state)) return expect_refused(g, state, words);
  const Json json = said_in_json(words);
  const int plies = g.plies(state);
  State here = state;
  for (const Json& ply : json.value("line", Json::array())) {
    ASSERT_EQ(ply.value("position", ""), g.text(here)) << json;
    expect_value(ply, g.value(here));
    ASSERT_NO_FATAL_FAILURE(check_as_good(g, here, ply));
    here = g.after(here, ply.value("move", ""));
  }
  ASSERT_EQ(json.value("complete", Json()), !g.goes_on(here)) << json;
  if (plies != 0) {
    ASSERT_EQ(json.value("line", Json()).size(), static_cast<std::size_t>(std::abs(plies)));
  }
  ASSERT_EQ(last_line(said(words)) == "The last move ends the game.", !g.goes_on(here));
}

void check_graded(const GameUnderTest& g, const PlayedGame& played, const Json& json) {
  const auto& [states, moves] = played;
  const Json graded = json.value("moves", Json::array());
  ASSERT_EQ(graded.size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    ASSERT_EQ(graded[i].value("move", ""), moves[i]);
    const bool goes_on = g.goes_on(states[i + 1]);
    ASSERT_EQ(graded[i]["result"], goes_on ? Json(g.text(states[i + 1])) : Json());
    expect_value(graded[i], g.value_of_move(states[i + 1]));
    expect_value(graded[i]["best"], g.value(states[i]));
  }
  const bool over = !g.goes_on(states.back());
  ASSERT_EQ(json.value("over", Json()), over) << json;
  if (!over) return;
  const std::optional<Colour> winner = g.winner(states.back());
  ASSERT_EQ(json.value("winner", Json("none")), winner ? Json(side_name(*winner)) : Json());
}

// The canonical positions of all states with that value.
std::set<std::string> positions_worth(GameUnderTest& g, int plies) {
  std::set<std::string> positions;
  for (const auto& [state, value] : g.reference().values())
    if (value == plies) positions.insert(g.table().canonical(g.text(state)));
  return positions;
}

void check_mine_verb(GameUnderTest& g, int plies) {
  std::set<std::string> found;
  for (const Json& puzzle : said_in_lines({"mine", g.table_path(), "--win-in",
                                           std::to_string(plies), "--json", "--threads", "1"})) {
    found.insert(puzzle.value("position", ""));
    expect_value(puzzle, Value::win(plies));
  }
  ASSERT_EQ(found, positions_worth(g, plies)) << plies;
}

int longest_value(const GameUnderTest& g) {
  int longest = 0;
  for (const auto& [state, plies] : g.reference().values())
    longest = std::max(longest, std::abs(plies));
  return longest;
}

void check_stats_verb(GameUnderTest& g) {
  std::map<Outcome, std::set<std::string>> positions;
  for (const auto& [state, plies] : g.reference().values())
    positions[outcome_of(plies)].insert(g.table().canonical(g.text(state)));
  const Json stats = said_in_json({"stats", g.table_path(), "--threads", "1"});
  ASSERT_EQ(stats.value("wins", Json()), positions[Outcome::win].size()) << stats;
  ASSERT_EQ(stats.value("losses", Json()), positions[Outcome::loss].size()) << stats;
  ASSERT_EQ(stats.value("draws", Json()), positions[Outcome::draw].size()) << stats;
  const Json info = said_in_json({"info", g.table_path()});
  ASSERT_EQ(info.value("positions", Json()), stats.value("positions", Json())) << info;
  const Json verified = said_in_json({"verify", g.table_path(), "--threads", "1"});
  ASSERT_EQ(verified.value("ok", Json()), true) << verified;
  ASSERT_EQ(said({"stats", g.table_path()}).starts_with("The game is over at its start: "),
            g.over_at_start());
}

}  // namespace

void check_solve(GameUnderTest& g) {
  if (!g.one_in(10)) return;
  const std::string path = g.file("by-program.ztb");
  const Words words = about_rules(g, {"solve", "-o", path, "--threads", "1", "--force"});
  const Json json = said_in_json(words);
  ASSERT_EQ(json.value("longest_plies", Json()), longest_value(g)) << json;
  const Table table = Table::open(path);
  for (const auto& [state, unused] : g.reference().values())
    ASSERT_EQ(to_string(table.probe(g.text(state))), to_string(g.value(state))) << g.text(state);
  const std::string text = said(words);
  ASSERT_EQ(text.find("The game is over at its start: ") != std::string::npos, g.over_at_start())
      << text;
}

void check_probe_and_line(GameUnderTest& g) {
  if (!g.one_in(4)) return;
  ASSERT_NO_FATAL_FAILURE(check_probe_list(g));
  for (const State& state : g.some_states(3)) {
    ASSERT_NO_FATAL_FAILURE(check_line_verb(g, state));
    const Words words = {"probe", g.table_path(), g.text(state)};
    if (g.goes_on(state)) {
      ASSERT_EQ(last_line(said(words)), sentence_of(g, state));
    } else {
      expect_refused(g, state, words);
    }
  }
}

void check_grade(GameUnderTest& g) {
  if (!g.one_in(4)) return;
  if (g.over_at_start()) return expect_refused(g, g.start(), {"grade", g.table_path()});
  const PlayedGame& played = g.played();
  const auto grade = [&](Words words) {
    words.emplace_back("--");  // (moves may begin with a dash)
    words.insert(words.end(), played.moves.begin(), played.moves.end());
    return said(words);
  };
  const Json json = Json::parse(grade({"grade", g.table_path(), "--json"}), nullptr, false);
  ASSERT_NO_FATAL_FAILURE(check_graded(g, played, json));
  const std::string end = last_line(grade({"grade", g.table_path()}));
  const State& last = played.states.back();
  if (g.goes_on(last)) {
    ASSERT_EQ(end, fmt::format("The game goes on from {}.", g.text(last)));
  } else {
    ASSERT_EQ(end, g.game().result(g.text(last))->sentence);
  }
}

void check_stats_and_mine(GameUnderTest& g) {
  if (!g.one_in(5)) return;
  ASSERT_NO_FATAL_FAILURE(check_stats_verb(g));
  for (const int plies : {1, 3}) ASSERT_NO_FATAL_FAILURE(check_mine_verb(g, plies));
}

}  // namespace zermelo::random_games
