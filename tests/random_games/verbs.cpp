// SPDX-License-Identifier: MIT
#include "tests/random_games/verbs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace zermelo::random_games {
namespace {

// Each line of stderr warns of something in the rules.
bool only_warnings(const std::string& error) {
  for (std::size_t at = 0; at < error.size(); at = error.find('\n', at) + 1)
    if (!std::string_view(error).substr(at).starts_with("zermelo: warning: ")) return false;
  return true;
}

}  // namespace

std::string said(const Words& words, const std::string& input) {
  const test::ProcessResult result = test::run_program_here(words, input);
  EXPECT_EQ(result.exit_code, 0) << fmt::format("{}\n", fmt::join(words, " ")) << result.error;
  EXPECT_TRUE(only_warnings(result.error)) << result.error;
  return result.output;
}

Json said_in_json(Words words) {
  words.emplace_back("--json");
  const std::string text = said(words);
  Json json = Json::parse(text, nullptr, false);
  EXPECT_FALSE(json.is_discarded()) << fmt::format("{}\n", fmt::join(words, " ")) << text;
  return json;
}

std::vector<Json> said_in_lines(const Words& words, const std::string& input) {
  const std::string text = said(words, input);
  std::vector<Json> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(Json::parse(text.substr(at, end - at), nullptr, false));
    at = end + 1;
  }
  return lines;
}

void expect_refused(const GameUnderTest& g, const State& over, const Words& words) {
  const test::ProcessResult result = test::run_program_here(words);
  const std::string sentence = g.game().result(g.text(over))->sentence;
  EXPECT_EQ(result.exit_code, 1) << fmt::format("{}\n", fmt::join(words, " ")) << result.output;
  EXPECT_EQ(result.output, "");
  EXPECT_NE(result.error.find(sentence), std::string::npos)
      << fmt::format("{}\n", fmt::join(words, " ")) << result.error;
}

Words about_rules(GameUnderTest& g, Words words) {
  const Words& files = g.rule_files();
  words.insert(words.end(), files.begin(), files.end());
  return words;
}

void expect_value(const Json& json, Value value) {
  EXPECT_EQ(json.value("value", ""), outcome_name(value.outcome())) << json;
  EXPECT_TRUE(json.contains("plies")) << json;
  EXPECT_EQ(json.value("plies", Json()), value.is_draw() ? Json() : Json(value.plies())) << json;
}

std::string plies_text(int plies) {
  return fmt::format("{} {}", plies, plies == 1 ? "ply" : "plies");
}

std::string side_text(bool white) { return white ? "White" : "Black"; }

std::string last_line(const std::string& text) {
  const std::size_t end = text.ends_with('\n') ? text.size() - 1 : text.size();
  const std::size_t begin = end == 0 ? std::string::npos : text.rfind('\n', end - 1);
  return text.substr(begin + 1, end - begin - 1);
}

void expect_moves(const GameUnderTest& g, const State& state, const Json& moves, bool with_values) {
  std::vector<State> left = g.reference().after_moves(state);
  ASSERT_EQ(moves.size(), left.size()) << g.text(state) << moves;
  for (const Json& move : moves) {
    const State to = g.after(state, move.value("move", ""));
    ASSERT_EQ(std::erase(left, to), 1u) << g.text(state) << move;
    const Json position = g.goes_on(to) ? Json(g.text(to)) : Json();
    ASSERT_EQ(move.value("position", Json("none")), position) << g.text(state) << move;
    if (with_values) expect_value(move, g.value_of_move(to));
  }
}

}  // namespace zermelo::random_games
