// SPDX-License-Identifier: MIT
#include "probe/puzzle_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/text/counted.h"
#include "gen/text/inline_svg.h"
#include "gen/text/xml.h"
#include "probe/game.h"
#include "probe/variations.h"

namespace zermelo {
namespace {

constexpr std::size_t text_width = 78;

std::string range_text(ValueRange range, Metric metric) {
  const auto text = [&](int number) {
    return metric == Metric::score   ? std::to_string(number)
           : metric == Metric::moves ? counted(number, "move")
                                     : counted(number, "ply", "plies");
  };
  if (range.first == range.last) return text(range.first);
  if (range.last == Value::max_plies) return text(range.first) + " or more";
  return fmt::format("{} to {}", range.first, text(range.last));
}

// ---- Text ----

// A line of moves, broken between pairs of moves; the text after a break is indented further.
std::string wrapped(std::string_view moves, std::size_t indent) {
  std::string text, line(indent, ' ');
  bool empty = true;
  while (!moves.empty()) {
    const std::size_t end = std::min(moves.find("  "), moves.size());
    if (!empty && line.size() + 2 + end > text_width) {
      text += line + "\n";
      line.assign(indent + 2, ' ');
      empty = true;
    }
    line += fmt::format("{}{}", empty ? "" : "  ", moves.substr(0, end));
    empty = false;
    moves.remove_prefix(std::min(end + 2, moves.size()));
  }
  return text + line + "\n";
}

std::string lines_text(const std::vector<Variation>& lines, std::size_t indent) {
  std::string text;
  for (const Variation& line : lines) {
    // (However deep a line branches, some room is left for it.)
    text += wrapped(line.text, std::min<std::size_t>(indent, 40));
    text += lines_text(line.branches, indent + 2);
  }
  return text;
}

// ---- HTML ----

std::string lines_html(const std::vector<Variation>& lines) {
  if (lines.empty()) return "";
  std::string html = "<ul>\n";
  for (const Variation& line : lines) {
    html += "<li>" + xml_escaped(line.text);
    if (!line.branches.empty()) html += "\n" + lines_html(line.branches);
    html += "</li>\n";
  }
  return html + "</ul>\n";
}

constexpr std::string_view style = R"(
body { font: 1rem/1.5 Helvetica, Arial, sans-serif; color: #222; background: #fff; margin: 0 auto;
  padding: 1rem; max-width: 72rem; }
.puzzles { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr));
  gap: 1.5rem; align-items: start; }
.puzzle { break-inside: avoid; min-width: 0; }
.puzzle h2 { font-size: 1.1rem; margin: 0; }
.puzzle svg { display: block; width: 100%; max-width: 26rem; height: auto; }
.puzzle p { margin: .25rem 0; font-size: .85rem; color: #555; overflow-wrap: anywhere; }
summary { cursor: pointer; padding: .4rem 0; }
details ul { margin: 0; padding-left: 1.1rem; font-size: .9rem; }
.rules { grid-column: 1 / -1; max-width: 44rem; }
.rules h3 { font-size: 1rem; margin: .6rem 0 .1rem; }
footer { margin-top: 2rem; font-size: .85rem; color: #555; }
@media print {
  body { padding: 0; max-width: none; }
  .puzzles { display: block; columns: 2; column-gap: 1.5rem; }
  .puzzle { margin-bottom: 1.5rem; }
  .puzzle svg { max-width: 16rem; }
  details:not([open]) { display: none; }
}
)";

std::string solution_html(const Solution& solution, Metric metric) {
  const auto [lines, refuted] = variations(solution, metric);
  std::string html = "<details>\n<summary>Solution</summary>\n" + lines_html(lines);
  if (!refuted.empty()) html += "<p>Captures lose:</p>\n" + lines_html(refuted);
  return html + "</details>\n";
}

// ---- SVG ----

struct Size {
  double width = 0, height = 0;
};

// The size that the picture states: width="425" height="461".
Size size_of(const std::string& svg) {
  const auto attribute = [&](std::string_view name) {
    double number = 0;
    if (const auto at = svg.find(name); at != std::string::npos) {
      std::from_chars(svg.data() + at + name.size(), svg.data() + svg.size(), number);
    }
    return number;
  };
  return {attribute(" width=\""), attribute(" height=\"")};
}

// A white sheet; its contents and </svg> follow.
std::string svg_head(Size size) {
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} "
      "{1}\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"#ffffff\"/>\n",
      size.width, size.height);
}

// The meaning of one of a game's own conditions, as a phrase.
std::string own_condition_text(const std::string& name) {
  for (const auto& [game, condition] : conditions_of_games()) {
    if (condition.name != name) continue;
    std::string text = condition.meaning;
    text[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(text[0])));
    return text;
  }
  return name;
}

}  // namespace

std::string stipulation(Value value, Metric metric, bool white_to_move) {
  const char* side = white_to_move ? "White" : "Black";
  if (metric == Metric::moves) return caption_with_value("", value, metric);
  if (value.is_draw()) return fmt::format("{} to move and draw", side);
  const char* verb = value.is_win() ? "win" : "lose";
  if (metric == Metric::score)
    return fmt::format("{} to move and {} by {}", side, verb, std::abs(value.score()));
  if (metric == Metric::outcome) return fmt::format("{} to move and {}", side, verb);
  if (metric == Metric::zeroing) {
    if (value.is_past_rule())
      return fmt::format("{} to move and {}, but for the n-move rule", side, verb);
    return fmt::format("{} to move and {}, zeroing in {}", side, verb,
                       counted(value.plies(), "ply", "plies"));
  }
  if (value.is_endless()) return fmt::format("{} to move and {} by endless play", side, verb);
  return fmt::format("{} to move and {} in {}", side, verb, counted(value.plies(), "ply", "plies"));
}

std::string to_text(const PuzzleConditions& c, Metric metric) {
  const bool for_one = metric == Metric::moves;
  std::vector<std::string> parts;
  if (c.win_in) {
    const char* const verb = for_one                     ? "solved in "
                             : metric == Metric::zeroing ? "win, zeroing in "
                                                         : "win in ";
    parts.push_back(verb + range_text(*c.win_in, for_one ? metric : Metric::distance));
  }
  if (c.win_by) parts.push_back("win by " + range_text(*c.win_by, Metric::score));
  const std::pair<bool, const char*> flags[] = {
      {c.capture_refused, "a draw in which captures lose"},
      {c.only_move, for_one             ? "all moves but one lose the solution"
                    : c.capture_refused ? "one move that draws"
                                        : "one winning move"},
      {c.only_line, for_one ? "a single shortest solution" : "only one line wins"},
      {c.sacrifice, "only sacrifices win"},
      {c.quiet_key, "the key is a quiet move"},
      {c.reachable, "reachable by a move"},
  };
  for (const auto& [set, text] : flags) {
    if (set) parts.emplace_back(text);
  }
  if (c.pieces)
    parts.push_back(
        fmt::format("{} against {}", c.pieces->own, counted(c.pieces->opponent, "piece")));
  for (const std::string& name : c.own) parts.push_back(own_condition_text(name));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string solution_text(const Solution& solution, Metric metric) {
  if (metric == Metric::moves && solution.value.is_draw()) return "There is no solution.\n";
  const auto [lines, refuted] = variations(solution, metric);
  std::string text = "Solution:\n" + lines_text(lines, 2);
  if (!refuted.empty()) text += "Captures lose:\n" + lines_text(refuted, 2);
  return text;
}

std::string puzzle_text(const Puzzle& puzzle, std::uint64_t number) {
  return fmt::format("Puzzle {}\n{}difficulty  {:.1f} bits\nposition    {}\n{}", number,
                     diagram_text(puzzle.diagram), puzzle.difficulty, puzzle.position,
                     solution_text(puzzle.solution, puzzle.metric));
}

std::string puzzle_page_head(const std::string& title, const std::string& lead) {
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<title>{0}</title>\n<style>{2}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p>{1}</p>\n"
      "<main class=\"puzzles\">\n",
      xml_escaped(title), xml_escaped(lead), style);
}

std::string puzzle_page_item(const Puzzle& puzzle, std::uint64_t number) {
  return fmt::format(
      "<section class=\"puzzle\">\n<h2>{}</h2>\n{}<p>Difficulty {:.1f} bits<br>{}</p>\n{}"
      "</section>\n",
      number, inline_svg(puzzle.diagram), puzzle.difficulty, xml_escaped(puzzle.position),
      solution_html(puzzle.solution, puzzle.metric));
}

std::string puzzle_page_foot(std::uint64_t puzzles, bool complete) {
  return fmt::format("</main>\n<footer>{}{}.</footer>\n</body>\n</html>\n",
                     counted(puzzles, "puzzle"), complete ? "" : "; there may be more");
}

std::string puzzle_sheet_svg(std::span<const Puzzle> puzzles) {
  constexpr std::size_t columns = 4;
  if (puzzles.empty()) {
    return svg_head({160, 40}) +
           "<text x=\"80\" y=\"25\" font-family=\"sans-serif\" font-size=\"14\" "
           "text-anchor=\"middle\">no puzzle</text>\n</svg>\n";
  }
  std::vector<std::string> pictures;
  Size cell{0, 0};
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    Diagram diagram = puzzles[i].diagram;
    diagram.caption = fmt::format("{}. {}", i + 1, diagram.caption);
    pictures.push_back(diagram_svg(diagram));
    const Size size = size_of(pictures.back());
    cell = {std::max(cell.width, size.width), std::max(cell.height, size.height)};
  }
  const std::size_t rows = (pictures.size() + columns - 1) / columns;
  std::string svg = svg_head({cell.width * static_cast<double>(std::min(pictures.size(), columns)),
                              cell.height * static_cast<double>(rows)});
  for (std::size_t i = 0; i < pictures.size(); ++i) {
    const std::size_t column = i % columns, row = i / columns;
    svg += fmt::format("<g transform=\"translate({} {})\">\n{}</g>\n",
                       cell.width * static_cast<double>(column),
                       cell.height * static_cast<double>(row), pictures[i]);
  }
  return svg + "</svg>\n";
}

}  // namespace zermelo
