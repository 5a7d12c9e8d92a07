// SPDX-License-Identifier: MIT
#include "probe/move_numbers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "probe/variations.h"
#include "tests/support/bytes_of_file.h"

namespace zermelo {
namespace {

// A line of moves, each a letter; after one in upper case the same side moves again.
std::string numbered(std::string_view moves, Metric metric) {
  MoveNumbers numbers(metric);
  std::string text;
  for (const char move : moves) {
    text += numbers.next() + move;
    numbers.made(move < 'a');
  }
  return text;
}

// Each of its moves as the beginning of a line.
std::vector<std::string> beginnings(std::string_view moves, Metric metric) {
  MoveNumbers numbers(metric);
  std::vector<std::string> lines;
  for (const char move : moves) {
    lines.push_back(numbers.begin() + move);
    numbers.made(move < 'a');
  }
  return lines;
}

// (The page numbers moves, too, and its test reads the same file: tests/web/page.test.mjs.)
TEST(MoveNumbers, StandBeforeTurns) {
  const auto lines = nlohmann::json::parse(
      test::read_whole(std::string(ZERMELO_SOURCE) + "/tests/probe/move_numbers.json"));
  ASSERT_FALSE(lines.empty());
  for (const nlohmann::json& line : lines) {
    const std::string moves = line.at("moves");
    const auto metrics = line.at("alone").get<bool>()
                             ? std::vector{Metric::moves}
                             : std::vector{Metric::distance, Metric::score, Metric::outcome};
    for (const Metric metric : metrics) {
      EXPECT_EQ(numbered(moves, metric), line.at("text"));
      EXPECT_EQ(beginnings(moves, metric), line.at("begin").get<std::vector<std::string>>());
    }
  }
}

TEST(MoveNumbers, BeginALineAnywhere) {
  MoveNumbers numbers(Metric::distance);
  EXPECT_TRUE(numbers.begins_a_number());
  EXPECT_EQ(numbers.begin(), "1. ");
  EXPECT_TRUE(numbers.first_side_is_next());
  numbers.made(true);
  EXPECT_FALSE(numbers.begins_a_number());
  EXPECT_EQ(numbers.begin(), "1. ");
  EXPECT_TRUE(numbers.first_side_is_next());
  numbers.made(false);
  EXPECT_FALSE(numbers.first_side_is_next());
  EXPECT_EQ(numbers.begin(), "1... ");
  numbers.made(false);
  EXPECT_TRUE(numbers.begins_a_number());
  EXPECT_EQ(numbers.begin(), "2. ");
}

SolutionNode step(const std::string& move, bool again, std::vector<SolutionNode> replies = {}) {
  return {.move = move, .replies = std::move(replies), .moves_again = again};
}

TEST(MoveNumbers, OfVariationsWithExtraTurns) {
  // The solver moves twice; the other side twice, with a choice between its two moves.
  Solution win{.value = Value::win(5), .keys = {}, .refuted = {}};
  win.keys = {step(
      "a", true,
      {step("b", false,
            {step("c", true,
                  {step("d", false, {step("e", false)}), step("f", false, {step("g", false)})})}),
       step("h", false)})};
  const Variations v = variations(win, Metric::distance);
  ASSERT_EQ(v.lines.size(), 1u);
  EXPECT_EQ(v.lines[0].text, "1. a, b (or h) c, d  2. e");
  ASSERT_EQ(v.lines[0].branches.size(), 1u);
  EXPECT_EQ(v.lines[0].branches[0].text, "1... f  2. g");
}

TEST(MoveNumbers, OfSolutionsForOne) {
  Solution solved{.value = Value::win(3), .keys = {}, .refuted = {}};
  solved.keys = {step("a", true, {step("b", true, {step("c", false)}), step("d", true)}),
                 step("e", true)};
  const Variations v = variations(solved, Metric::moves);
  ASSERT_EQ(v.lines.size(), 1u);
  EXPECT_EQ(v.lines[0].text, "1. a (or e)  2. b (or d)  3. c");
  EXPECT_TRUE(v.lines[0].branches.empty());
}

}  // namespace
}  // namespace zermelo
