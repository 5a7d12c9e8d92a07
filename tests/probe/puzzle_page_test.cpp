// SPDX-License-Identifier: MIT
// Puzzles as people see them: lines of moves exactly, pages whose tags nest and that are
// self-contained.
#include "probe/puzzle_page.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "probe/variations.h"
#include "tests/support/markup.h"

namespace zermelo {
namespace {

SolutionNode node(const std::string& move, std::vector<SolutionNode> replies = {}) {
  return {.move = move, .replies = std::move(replies)};
}

// A win in 3 with two keys, a key that two moves lead to, and two defences.
Puzzle example() {
  Puzzle p;
  p.position = "w1w/1o1/b1b b";
  p.value = Value::win(3);
  p.pieces = {2, 2};
  p.difficulty = 4.25;
  p.diagram = {.columns = 3,
               .rows = 3,
               .cells = {Cell::black, Cell::empty, Cell::black, Cell::empty, Cell::hole,
                         Cell::empty, Cell::white, Cell::empty, Cell::white},
               .caption = stipulation(p.value, Metric::distance, false)};
  SolutionNode last = node("c1R");
  last.same = {"c1D"};
  p.solution.value = p.value;
  p.solution.keys = {node("a1U", {node("a3D", {last}), node("c3D", {node("c1U"), node("a2U")})}),
                     node("c1U")};
  return p;
}

TEST(PuzzlePage, LinesBranchWhereTheDefenderChooses) {
  const Variations v = variations(example().solution);
  ASSERT_EQ(v.lines.size(), 1u);
  EXPECT_EQ(v.lines[0].text, "1. a1U (or c1U) a3D  2. c1R (= c1D)");
  ASSERT_EQ(v.lines[0].branches.size(), 1u);
  EXPECT_EQ(v.lines[0].branches[0].text, "1... c3D  2. c1U (or a2U)");
  EXPECT_TRUE(v.lines[0].branches[0].branches.empty());
}

TEST(PuzzlePage, CutsAreMarked) {
  Solution solution = example().solution;
  solution.keys[0].cut = true;
  solution.keys[0].replies[0].replies.clear();
  solution.keys[0].replies[0].cut = true;
  solution.keys[0].replies.pop_back();
  EXPECT_EQ(variations(solution).lines.at(0).text, "1. a1U (or c1U) a3D (...) ...");
}

TEST(PuzzlePage, DrawsListCapturesAndLossesDefences) {
  Solution draw{.value = Value::draw(), .keys = {node("a1U"), node("b2L")}, .refuted = {}};
  draw.refuted = {node("c2R", {node("a3D", {node("a1U")})})};
  const Variations v = variations(draw);
  EXPECT_EQ(v.lines.at(0).text, "1. a1U (or b2L)");
  EXPECT_EQ(v.refuted.at(0).text, "1. c2R a3D  2. a1U");
  const Solution loss{.value = Value::loss(2),
                      .keys = {node("a1U", {node("a3D"), node("b3D")}), node("c1U")},
                      .refuted = {}};
  const Variations lost = variations(loss);
  ASSERT_EQ(lost.lines.size(), 2u);
  EXPECT_EQ(lost.lines[0].text, "1. a1U a3D (or b3D)");
  EXPECT_EQ(lost.lines[1].text, "1. c1U");
  EXPECT_TRUE(variations({}).lines.empty());
}

TEST(PuzzlePage, TextToTheLetter) {
  EXPECT_EQ(puzzle_text(example(), 7),
            "Puzzle 7\n"
            "3 w . w\n"
            "2 . o .\n"
            "1 b . b\n"
            "  a b c\n"
            "Black to move and win in 3 plies\n"
            "difficulty  4.2 bits\n"
            "position    w1w/1o1/b1b b\n"
            "Solution:\n"
            "  1. a1U (or c1U) a3D  2. c1R (= c1D)\n"
            "    1... c3D  2. c1U (or a2U)\n");
}

TEST(PuzzlePage, LongLinesAreBrokenBetweenPairs) {
  Puzzle p = example();
  SolutionNode line = node("a1U");
  for (int i = 0; i < 30; ++i) line = node("a1U", {node("a3D", {std::move(line)})});
  p.solution.keys = {std::move(line)};
  const std::string text = puzzle_text(p, 1);
  std::size_t lines = 0, begin = text.find("Solution:\n") + 10;
  for (std::size_t end; (end = text.find('\n', begin)) != text.npos; begin = end + 1, ++lines) {
    EXPECT_LE(end - begin, 78u);
    EXPECT_EQ(text.substr(begin, lines == 0 ? 2 : 4), lines == 0 ? "  " : "    ");
  }
  EXPECT_GT(lines, 3u);
}

TEST(PuzzlePage, Stipulations) {
  EXPECT_EQ(stipulation(Value::win(1), Metric::distance, false), "Black to move and win in 1 ply");
  EXPECT_EQ(stipulation(Value::win(9), Metric::distance, false),
            "Black to move and win in 9 plies");
  EXPECT_EQ(stipulation(Value::win(9), Metric::distance, true), "White to move and win in 9 plies");
  EXPECT_EQ(stipulation(Value::draw(), Metric::distance, false), "Black to move and draw");
  EXPECT_EQ(stipulation(Value::of_score(8), Metric::score, true), "White to move and win by 8");
}

TEST(PuzzlePage, ConditionsInWords) {
  EXPECT_EQ(to_text(PuzzleConditions{}), "");
  EXPECT_EQ(to_text({.win_in = ValueRange{5, 9}, .only_line = true, .own = {"hole-key"}}),
            "win in 5 to 9 plies, only one line wins, only moves of the hole win");
  EXPECT_EQ(to_text({.win_in = ValueRange{5, Value::max_plies}}), "win in 5 plies or more");
  EXPECT_EQ(to_text({.win_by = ValueRange{2, 4}}), "win by 2 to 4");
  EXPECT_EQ(to_text({.win_in = ValueRange{1, 1}, .pieces = PieceCounts{4, 5}}),
            "win in 1 ply, 4 against 5 pieces");
}

TEST(PuzzlePage, HtmlIsOnePageThatNeedsNothingElse) {
  std::string page = puzzle_page_head("<Ostle> & \"more\"", "a < b");
  for (std::uint64_t n = 1; n <= 3; ++n) page += puzzle_page_item(example(), n);
  page += puzzle_page_foot(3, true);
  EXPECT_EQ(test::markup_error(page), "");
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>\n"));
  EXPECT_NE(page.find("<title>&lt;Ostle&gt; &amp; &quot;more&quot;</title>"), page.npos);
  EXPECT_NE(page.find("name=\"viewport\""), page.npos);
  EXPECT_NE(page.find("@media print"), page.npos);
  EXPECT_EQ(test::count_of(page, "<svg "), 3);
  EXPECT_EQ(test::count_of(page, "<details>"), 3) << "solutions are folded away";
  for (const char* reference : {"http", "src=", "href=", "url(", "@import", "<script"}) {
    EXPECT_EQ(page.find(reference), page.npos) << reference;
  }
  EXPECT_NE(page.find("1... c3D  2. c1U (or a2U)"), page.npos);
}

TEST(PuzzlePage, SheetsNumberTheirDiagrams) {
  const std::vector<Puzzle> puzzles(6, example());
  const std::string sheet = puzzle_sheet_svg(puzzles);
  EXPECT_EQ(test::markup_error(sheet), "");
  EXPECT_EQ(test::count_of(sheet, "<g transform="), 6);
  EXPECT_EQ(test::count_of(sheet, ">6. Black to move and win in 3"), 2) << "title and caption";
  const std::string empty = puzzle_sheet_svg({});
  EXPECT_EQ(test::markup_error(empty), "");
  EXPECT_NE(empty.find(">no puzzle<"), std::string::npos);
}

TEST(PuzzlePage, SpeaksOfPuzzlesForOne) {
  EXPECT_EQ(stipulation(Value::win(11), Metric::moves, false), "To be solved in 11 moves");
  EXPECT_EQ(stipulation(Value::win(1), Metric::moves, false), "To be solved in 1 move");
  EXPECT_EQ(to_text({.win_in = ValueRange{5, 9}, .only_line = true}, Metric::moves),
            "solved in 5 to 9 moves, a single shortest solution");
  EXPECT_EQ(to_text({.only_move = true}, Metric::moves), "all moves but one lose the solution");
  EXPECT_EQ(caption_with_value("Black to move", Value::win(7), Metric::distance),
            "Black to move: win in 7");
  EXPECT_EQ(caption_with_value("Not solved yet", Value::draw(), Metric::moves),
            "There is no solution");
}

}  // namespace
}  // namespace zermelo
