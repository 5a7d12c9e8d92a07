// SPDX-License-Identifier: MIT
// Diagrams: the text to the letter; for the SVG, that it is well-formed and what is where.
#include "gen/text/diagram.h"

#include <gtest/gtest.h>

#include <locale>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

using Tone = DiagramMove::Tone;

Diagram empty_board(int columns, int rows) {
  Diagram d;
  d.columns = columns;
  d.rows = rows;
  d.cells.assign(static_cast<std::size_t>(columns * rows), Cell::empty);
  return d;
}

Diagram ostle_start() {
  Diagram d = empty_board(5, 5);
  for (std::size_t file = 0; file < 5; ++file) {
    d.cells[file] = Cell::black;
    d.cells[20 + file] = Cell::white;
  }
  d.cells[12] = Cell::hole;
  return d;
}

TEST(Cells, AreLettersBothWays) {
  EXPECT_EQ(cells_text(read_cells(".bwo#")), ".bwo#");
  EXPECT_EQ(read_cells("o.").front(), Cell::hole);
  EXPECT_TRUE(read_cells("").empty());
  EXPECT_THROW(read_cells("bx"), IllegalPosition);
  EXPECT_THROW(read_cells(std::string(1, '\0')), IllegalPosition);
}

TEST(Cells, HaveTheLettersOfKindsOfPieces) {
  const std::vector<Cell> cells = read_cells("lB.#bO", "LBO");
  EXPECT_EQ(cells[0], (Cell{Cell::Kind::black, 'L'}));
  EXPECT_EQ(cells[1], (Cell{Cell::Kind::white, 'B'}));
  EXPECT_EQ(cells[3], Cell::blocked);
  EXPECT_EQ(cells_text(cells), "lB.#bO");
  EXPECT_EQ(test::error_text<IllegalPosition>([] { read_cells("w", "LB"); }),
            "A square is one of . # l L b B, not 'w'.");
}

DiagramMove move(int from, int dx, int dy, std::string label = "", Tone tone = Tone::neutral) {
  return {.from = from, .dx = dx, .dy = dy, .label = std::move(label), .tone = tone};
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++n;
  return n;
}

// The text between the first `before` and the next `after`; "" if they are not there.
std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const std::size_t at = text.find(before);
  if (at == text.npos) return "";
  const std::size_t begin = at + before.size(), end = text.find(after, begin);
  return end == text.npos ? "" : text.substr(begin, end - begin);
}

bool is_escaped(const std::string& text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '<' || text[at] == '>') return false;
    if (text[at] != '&') continue;
    const std::string entity = between(text.substr(at), "&", ";");
    if (entity != "amp" && entity != "lt" && entity != "gt" && entity != "quot" &&
        entity != "#39" && entity != "#13") {
      return false;
    }
  }
  return true;
}

// The attributes of a tag: name="value" after one space each.
bool are_attributes(std::string text) {
  while (!text.empty()) {
    const std::string name = between(text, " ", "=\""), value = between(text, "=\"", "\"");
    const std::string whole = " " + name + "=\"" + value + "\"";
    if (name.empty() || text.substr(0, whole.size()) != whole || !is_escaped(value)) return false;
    text.erase(0, whole.size());
  }
  return true;
}

// Tags that nest, quoted attributes, escaped text: as much of XML as diagrams use.
void expect_well_formed(const std::string& svg) {
  std::vector<std::string> open;
  std::size_t at = 0;
  for (std::size_t tag; (tag = svg.find('<', at)) != svg.npos;) {
    ASSERT_TRUE(is_escaped(svg.substr(at, tag - at))) << svg.substr(at, 80);
    std::string inside = between(svg.substr(tag), "<", ">");
    at = tag + inside.size() + 2;
    if (inside.front() == '/') {
      ASSERT_FALSE(open.empty());
      ASSERT_EQ("/" + open.back(), inside);
      open.pop_back();
      continue;
    }
    const bool closed = inside.back() == '/';
    if (closed) inside.pop_back();
    const std::string name = inside.substr(0, inside.find(' '));
    ASSERT_TRUE(are_attributes(inside.substr(name.size()))) << inside;
    if (!closed) open.push_back(name);
  }
  EXPECT_TRUE(open.empty());
  EXPECT_EQ(svg.substr(at), "\n");
}

Diagram crowded() {
  Diagram d = ostle_start();
  for (int from : {0, 1, 2, 3, 4, 12}) {
    d.moves.push_back(move(from, 0, 1, "D", Tone::draw));
    d.moves.push_back(move(from, 1, 0, "W" + std::to_string(from + 1), Tone::win));
    d.moves.push_back(move(from, 0, -1, "L120", Tone::loss));
    d.moves.push_back(move(from, -1, 0, "W7", Tone::chosen));
  }
  return d;
}

TEST(DiagramText, OstleStart) {
  Diagram d = ostle_start();
  d.caption = "Black to move";
  EXPECT_EQ(diagram_text(d),
            "5 w w w w w\n"
            "4 . . . . .\n"
            "3 . . o . .\n"
            "2 . . . . .\n"
            "1 b b b b b\n"
            "  a b c d e\n"
            "Black to move\n");
}

TEST(DiagramText, MovesAreListedAligned) {
  Diagram d = empty_board(2, 1);
  d.cells[0] = Cell::black;
  d.cells[1] = Cell::blocked;
  d.moves = {move(0, -1, 0, "L12", Tone::loss), move(0, 1, 0, "W7", Tone::chosen), move(1, 0, 0)};
  d.forbidden = {move(0, 1, -1)};
  EXPECT_EQ(diagram_text(d),
            "1 b #\n"
            "  a b\n"
            "  a1-off (left)        L12\n"
            "  a1-b1                W7   chosen\n"
            "  b1\n"
            "  a1-off (down-right)       forbidden\n");
}

TEST(DiagramText, ToneIsTheLabelOfAMoveWithoutOne) {
  Diagram d = empty_board(1, 2);
  d.moves = {move(0, 0, 1, "", Tone::win), move(1, 0, -1, "", Tone::draw)};
  EXPECT_EQ(diagram_text(d), "2 .\n1 .\n  a\n  a1-a2  win\n  a2-a1  draw\n");
}

TEST(DiagramText, WideBoardsStayAligned) {
  const std::string text = diagram_text(empty_board(28, 10));
  EXPECT_EQ(text.substr(0, 8), "10  .  .");
  EXPECT_NE(text.find("  y  z aa ab\n"), text.npos);
  std::size_t begin = 0;
  for (int line = 0; line < 11; ++line, begin = text.find('\n', begin) + 1) {
    EXPECT_EQ(text.find('\n', begin) - begin, 2u + 28 * 3);
  }
}

TEST(DiagramSvg, IsWellFormedAndComplete) {
  Diagram d = crowded();
  d.forbidden = {move(12, 1, 0)};
  const std::string svg = diagram_svg(d);
  expect_well_formed(svg);
  EXPECT_NE(svg.find(R"(<svg xmlns="http://www.w3.org/2000/svg" width="425")"), svg.npos);
  EXPECT_NE(svg.find(R"(viewBox="0 0 425 411")"), svg.npos);
  EXPECT_EQ(count(svg, "<title>Board diagram</title>"), 1);
  EXPECT_EQ(count(svg, "<polygon"), 24);                 // arrows
  EXPECT_EQ(count(svg, ">L120</text>"), 6);              // labels
  EXPECT_EQ(count(svg, "<circle"), 1);                   // the hole
  EXPECT_EQ(count(svg, R"(rx="7" fill="#484848")"), 5);  // Black
  EXPECT_EQ(count(svg, R"(rx="7" fill="#ffffff")"), 5);  // White
  EXPECT_EQ(count(svg, R"(stroke="#1c5fc4")"), 1);       // the cross
  EXPECT_EQ(count(svg, R"(font-weight="bold")"), 6);     // chosen moves
  EXPECT_EQ(svg, diagram_svg(d));
}

TEST(DiagramSvg, EscapesTextOfEveryKind) {
  Diagram d = empty_board(5, 1);
  d.caption = "a<b & \"c\" 'd' ]]> \xc3\xa9\xe2\x99\x9e\xf0\x9f\x98\x80";
  d.moves = {move(0, 1, 0, "<&>")};
  const std::string svg = diagram_svg(d);
  expect_well_formed(svg);
  const std::string safe = "a&lt;b &amp; &quot;c&quot; &#39;d&#39; ]]&gt; ";
  EXPECT_EQ(between(svg, "<title>", "</title>"), safe + "\xc3\xa9\xe2\x99\x9e\xf0\x9f\x98\x80");
  EXPECT_EQ(count(svg, ">&lt;&amp;&gt;</text>"), 1);
}

TEST(DiagramSvg, ReplacesWhatXmlCannotHold) {
  const std::string gone = "\xef\xbf\xbd";
  const std::pair<std::string, int> cases[] = {
      {std::string("\0", 1), 1}, {"\x1b", 1},         {"\xff", 1},         {"\xc3", 1},
      {"\xc0\xaf", 2},           {"\xed\xa0\x80", 3}, {"\xef\xbf\xbf", 3}, {"\xf4\x90\x80\x80", 4},
      {"\xe0\x80\x80", 3},       {"\xe2\x99", 2}};
  for (const auto& [bytes, replacements] : cases) {
    Diagram d = empty_board(3, 1);
    d.caption = "x" + bytes + "y";
    std::string expected = "<title>x";
    for (int i = 0; i < replacements; ++i) expected += gone;
    EXPECT_NE(diagram_svg(d).find(expected + "y</title>"), std::string::npos) << replacements;
  }
}

// The square c1 of a 5x5 board spans 176.5..248.5 across and 306.5..378.5 down.
TEST(DiagramSvg, LabelsStandInTheQuarterTheArrowLeavesThrough) {
  const auto place = [](int dx, int dy) {
    Diagram d = ostle_start();
    d.moves = {move(2, dx, dy, "W7", Tone::win)};
    return between(diagram_svg(d), "<text ", " font-size=\"11\"");
  };
  EXPECT_EQ(place(0, 1), R"(x="212.5" y="327.46")");
  EXPECT_EQ(place(0, -1), R"(x="212.5" y="365.46")");
  EXPECT_EQ(place(-1, 0), R"(x="186.5" y="346.46")");
  EXPECT_EQ(place(1, 0), R"(x="238.5" y="346.46")");
  EXPECT_EQ(place(1, 1), R"(x="238.5" y="336.96")");
}

TEST(DiagramSvg, LongLabelsShrinkOnlyBesideOthers) {
  const auto size = [](const std::string& opposite) {
    Diagram d = ostle_start();
    d.moves = {move(12, -1, 0, "W146", Tone::win), move(12, 1, 0, opposite)};
    return std::stod(between(diagram_svg(d), "font-size=\"", "\""));  // of the first label
  };
  EXPECT_EQ(size(""), 11);
  EXPECT_EQ(size("D"), 11);
  EXPECT_LT(size("L100"), 11);
  EXPECT_GT(size("L100"), 8.5);
}

// The fourth of the first arrow's seven corners is its tip.
std::string tip(const std::string& svg) {
  std::istringstream corners(between(svg, "<polygon points=\"", "\""));
  std::string corner;
  for (int i = 0; i < 4; ++i) corners >> corner;
  return corner;
}

TEST(DiagramSvg, ArrowsCrossTheEdgeOrGoAllTheWay) {
  Diagram d = ostle_start();
  d.moves = {move(2, 0, 1, "W7", Tone::chosen)};
  EXPECT_EQ(tip(diagram_svg(d)), "212.5,296.5");
  d.moves[0].label.clear();
  EXPECT_EQ(tip(diagram_svg(d)), "212.5,270.5");
  d.moves[0].dy = -1;  // off the board
  EXPECT_EQ(tip(diagram_svg(d)), "212.5,389.5");
  d.moves[0] = move(2, 1, 2, "D");  // a knight's
  EXPECT_EQ(tip(diagram_svg(d)), "284.5,198.5");
}

TEST(DiagramSvg, OpposingArrowsKeepToTheRight) {
  Diagram d = ostle_start();
  d.moves = {move(2, 0, 1, "W7", Tone::win)};
  d.forbidden = {move(7, 0, -1)};
  const std::string svg = diagram_svg(d);
  EXPECT_EQ(tip(svg), "222.5,296.5");
  EXPECT_NE(svg.find("L202.5 306.5"), svg.npos);
}

TEST(DiagramSvg, PlacementsAreRings) {
  Diagram d = empty_board(3, 3);
  d.moves = {move(4, 0, 0, "W5", Tone::win)};
  d.forbidden = {move(0, 0, 0)};
  const std::string svg = diagram_svg(d);
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "stroke-dasharray"), 1);
  EXPECT_EQ(count(svg, "<polygon"), 0);
}

TEST(DiagramSvg, CaptionIsWrappedAndMakesRoom) {
  Diagram d = empty_board(3, 3);
  const auto height = [](const std::string& svg) { return between(svg, " height=\"", "\""); };
  EXPECT_EQ(height(diagram_svg(d)), "267");
  d.caption = "A caption that is much too long for one line under so small a board\nSecond";
  const std::string svg = diagram_svg(d);
  expect_well_formed(svg);
  EXPECT_EQ(height(svg), "330");
  EXPECT_EQ(count(svg, ">A caption that is much too long for</text>"), 1);
  EXPECT_EQ(count(svg, ">Second</text>"), 1);
  d.caption = std::string(200, 'x');  // nowhere to break
  EXPECT_EQ(height(diagram_svg(d)), "292");
}

TEST(Diagram, ShowsKindsOfPiecesAndHands) {
  Diagram d = empty_board(3, 1);
  d.cells[0] = {Cell::Kind::black, 'L'};
  d.cells[2] = {Cell::Kind::white, 'C'};
  d.caption = "Black to move";
  const std::string without = diagram_svg(d);
  EXPECT_EQ(diagram_text(d), "1 l . C\n  a b c\nBlack to move\n");
  EXPECT_EQ(count(without, "<circle "), 2);
  EXPECT_EQ(count(without, ">L</text>") + count(without, ">C</text>"), 2);

  d.hands = {{{Cell::Kind::black, 'C'}, 2}, {{Cell::Kind::white, 'E'}, 1}};
  EXPECT_EQ(diagram_text(d), "1 l . C\n  a b c\nIn hand: 2c E\nBlack to move\n");
  const std::string with = diagram_svg(d);
  EXPECT_EQ(count(with, "<circle "), 4);
  EXPECT_EQ(count(with, ">2</text>"), 1);
  const auto height = [](const std::string& svg) {
    return std::stod(between(svg, " height=\"", "\""));
  };
  EXPECT_GT(height(with), height(without));
  d.hands.resize(12, d.hands[0]);
  EXPECT_GT(height(diagram_svg(d)), height(with)) << "more than fit into one row";
}

TEST(Cells, InHandAreLettersBothWays) {
  const std::vector<PiecesInHand> hands = read_hands("c2E10c", "CE");
  ASSERT_EQ(hands.size(), 2u);
  EXPECT_EQ(hands[0], (PiecesInHand{{Cell::Kind::black, 'C'}, 11}));
  EXPECT_EQ(hands_text(hands), "11c2E");
  EXPECT_EQ(hands_text(read_hands("3wb")), "3wb");
  EXPECT_TRUE(read_hands("").empty());
  for (const char* wrong : {"2", "0b", "o", "[b]", "b 2w", "-1b", "b2"})
    EXPECT_THROW(read_hands(wrong), IllegalPosition) << wrong;
  EXPECT_EQ(test::error_text<IllegalPosition>([] { read_hands("2x", "CE"); }),
            "Pieces in hand are letters, c C e E, with a number in front of what is there several "
            "times, and not '2x'.");
}

// Tapatan: three lines each way, and both diagonals.
Diagram tapatan() {
  Diagram d = empty_board(3, 3);
  d.lines = {{6, 7, 8}, {3, 4, 5}, {0, 1, 2}, {6, 3, 0},
             {7, 4, 1}, {8, 5, 2}, {6, 4, 2}, {0, 4, 8}};
  d.cells[4] = Cell::black;
  d.cells[8] = Cell::white;
  return d;
}

TEST(DiagramText, LinesAreDrawn) {
  EXPECT_EQ(diagram_text(tapatan()),
            "3 .---.---w\n"
            "  | \\ | / |\n"
            "2 .---b---.\n"
            "  | / | \\ |\n"
            "1 .---.---.\n"
            "  a   b   c\n");
  Diagram d = empty_board(4, 3);
  for (const std::size_t square : {1u, 2u, 4u, 5u, 9u, 10u}) d.cells[square] = Cell::blocked;
  d.lines = {{0, 3, 7, 11}, {0, 8}, {8, 11}, {0, 6, 8}, {3, 6}};
  EXPECT_EQ(diagram_text(d),
            "3 .-----------.\n"
            "  |           |\n"
            "2 |       .   .\n"
            "  |         \\ |\n"
            "1 .-----------.\n"
            "  a   b   c   d\n"
            "Also joined: a1-c2, c2-a3\n");
}

TEST(DiagramText, LinesThatCrossAreMarked) {
  Diagram d = empty_board(3, 3);
  d.cells[4] = Cell::blocked;
  d.lines = {{0, 8}, {2, 6}};
  EXPECT_EQ(diagram_text(d),
            "3 .   .   .\n"
            "    \\   /\n"
            "2 .   X   .\n"
            "    /   \\\n"
            "1 .   .   .\n"
            "  a   b   c\n");
  d.lines = {{1, 7}, {3, 5}};
  EXPECT_NE(diagram_text(d).find("2 .---+---.\n"), std::string::npos);
}

TEST(DiagramSvg, LinesReplaceSquares) {
  const std::string svg = diagram_svg(tapatan());
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "<circle "), 9 + 2) << "points and pieces";
  EXPECT_EQ(count(svg, "<rect "), 2) << "paper and board, no tiles";
  const std::string path = between(svg, "<path d=\"", "\"");
  EXPECT_EQ(count(path, "M"), 16);
  EXPECT_EQ(count(path, "Q"), 0);
  Diagram d = tapatan();
  d.lines.push_back({0, 2});
  d.cells[0] = Cell::blocked;
  const std::string bent = diagram_svg(d);
  expect_well_formed(bent);
  EXPECT_EQ(count(between(bent, "<path d=\"", "\""), "Q"), 1) << "a1-c1 passes b1";
  EXPECT_EQ(count(bent, "<circle "), 8 + 2) << "a1 does not exist";
}

TEST(Diagram, IgnoresTheLocale) {
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
    char do_thousands_sep() const override { return '.'; }
    std::string do_grouping() const override { return "\1"; }
  };
  const std::string text = diagram_text(crowded()), svg = diagram_svg(crowded());
  const std::locale before = std::locale::global(std::locale(std::locale::classic(), new Comma));
  EXPECT_EQ(diagram_text(crowded()), text);
  EXPECT_EQ(diagram_svg(crowded()), svg);
  std::locale::global(before);
}

TEST(Diagram, RefusesWhatDoesNotFit) {
  EXPECT_THROW(diagram_text(Diagram{}), UsageError);
  Diagram d = empty_board(3, 3);
  d.cells.pop_back();
  EXPECT_THROW(diagram_svg(d), UsageError);
  for (const std::vector<int>& line : {std::vector{0}, {0, 9}, {-1, 0}, {4, 4}}) {
    d = empty_board(3, 3);
    d.lines = {line};
    EXPECT_THROW(diagram_text(d), UsageError);
  }
  d = empty_board(3, 3);
  d.moves = {move(9, 0, 1)};
  EXPECT_THROW(diagram_text(d), UsageError);
  d.moves.clear();
  d.forbidden = {move(-1, 0, 1)};
  EXPECT_THROW(diagram_svg(d), UsageError);
}

}  // namespace
}  // namespace zermelo
