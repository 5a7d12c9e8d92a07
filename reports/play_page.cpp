// SPDX-License-Identifier: MIT
#include "reports/play_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/text/grouped.h"
#include "gen/text/inline_svg.h"
#include "gen/text/xml.h"
#include "reports/play_rows.h"
#include "reports/play_words.h"
#include "reports/report_html.h"
#include "reports/svg_plot.h"

namespace zermelo {
namespace {

using namespace report_html;
using play_words::percent;
using plots::Series;

const char* tone(Value value) { return outcome_name(value.outcome()); }

class PlayPage {
 public:
  PlayPage(const PlayReport& report, const Table& table) : r_(report), table_(table) {}

  std::string make() const {
    return page_head(play_words::title(table_)) + summary() +
           section("First moves", first_moves()) +
           section(r_.is_for_one() ? "Who errs" : "Players who err", errors()) +
           section("Length", lengths()) + section("Ply by ply", by_ply()) +
           section("The worst traps", traps()) +
           section("Actions of the rules",
                   !r_.has("actions") ? "" : uses("action", r_.actions, play_words::actions)) +
           section("Pieces",
                   !r_.has("pieces") ? "" : uses("kind of piece", r_.pieces, play_words::pieces)) +
           section("Without an action", without()) + section("Squares of best moves", squares()) +
           section("Puzzles", puzzles()) + "</main>\n" + foot() + "</body>\n</html>\n";
  }

 private:
  std::string summary() const {
    std::string html;
    if (r_.has("start")) html += paragraph(play_words::value(r_), "lead");
    if (r_.has("swap")) html += paragraph(play_words::swap(r_), "lead");
    if (r_.has("random")) html += paragraph(play_words::random_play(r_)) + random_bar();
    html += paragraph(play_words::sample(r_));
    if (r_.has("plies")) html += paragraph(play_words::positions(r_));
    if (r_.has("size")) html += paragraph(play_words::size(r_));
    return html + paragraph(play_words::left_out(r_));
  }

  std::vector<Series> of_outcomes(std::vector<double> first, std::vector<double> draw,
                                  std::vector<double> second) const {
    if (r_.is_for_one()) {
      return {{"solved", plots::first_colour, std::move(first)},
              {"not solved", plots::draw_colour, std::move(draw)}};
    }
    return {{"first wins", plots::first_colour, std::move(first)},
            {"drawn", plots::draw_colour, std::move(draw)},
            {"second wins", plots::second_colour, std::move(second)}};
  }

  std::string random_bar() const {
    const Chances& c = r_.random;
    return "<figure>\n" +
           plots::stacked_bar({"random", "Play at random", play_words::random_play(r_)},
                              of_outcomes({c.first}, {c.draw + c.endless}, {c.second})) +
           "</figure>\n";
  }

  std::string picture(const std::string& position, const std::string& words) const {
    return fmt::format("<div role=\"img\" aria-label=\"{}\">\n{}</div>\n", xml_escaped(words),
                       inline_svg(table_.diagram(position)));
  }

  std::string first_moves() const {
    if (!r_.has("first_moves")) return "";
    std::string contents;
    if (r_.columns > 0) {
      contents += figure("board", picture(table_.start(), "The start, with the value of each move"),
                         "Each first move with its value to the player who makes it: W wins, D "
                         "draws, L loses.");
    }
    return "<div class=\"pair\">\n" + contents + "<div>\n" + moves_by_value() + "</div>\n</div>\n";
  }

  std::string moves_by_value() const {
    std::string rows = "<tr><th scope=\"col\">value</th><th scope=\"col\">moves</th></tr>\n";
    for (std::size_t begin = 0; begin < r_.first_moves.size();) {
      const Value value = r_.first_moves[begin].value;
      std::string moves;
      std::size_t end = begin;
      for (; end < r_.first_moves.size() && r_.first_moves[end].value == value; ++end)
        moves += (moves.empty() ? "" : ", ") + r_.first_moves[end].move;
      rows += fmt::format("<tr><td class=\"{}\">{}</td><td>{}</td></tr>\n", tone(value),
                          xml_escaped(table_.text(value)), xml_escaped(moves));
      begin = end;
    }
    return "<div class=\"scroll\">\n<table class=\"words\">\n" + rows + "</table>\n</div>\n";
  }

  std::string errors() const {
    if (!r_.has("errors")) return only_one_sided();
    std::vector<double> first, draw, second;
    for (const PlayReport::Errors& e : r_.errors) {
      first.push_back(e.chances.first);
      draw.push_back(e.chances.draw + e.chances.endless);
      second.push_back(e.chances.second);
    }
    const auto series = of_outcomes(std::move(first), std::move(draw), std::move(second));
    const std::string curve = plots::curves(
        {"errors", "Results by the chance of an error",
         "Three curves over the chance of a random move, from 0 to 1; the table below "
         "has the numbers.",
         r_.is_for_one() ? "chance of a random move" : "chance of a random move, of both players"},
        series, {0, 1});
    const std::string sides =
        r_.is_for_one()
            ? ""
            : figure("bars", one_sided(), "One player never errs, the other one plays at random.");
    return paragraph(play_words::errors, "small") + "<div class=\"pair\">\n" +
           figure("curve", curve,
                  r_.is_for_one() ? "How often the puzzle is solved."
                                  : "Who wins, if both err as often.") +
           sides + "</div>\n" + details("The numbers", table_html(play_rows::errors(r_)));
  }

  std::string only_one_sided() const {
    if (!r_.has("perfect_first") || !r_.has("perfect_second")) return "";
    return figure("bars", one_sided(), "One player never errs, the other one plays at random.");
  }

  std::string one_sided() const {
    const auto bar = [&](const char* id, const char* title, const Chances& c) {
      return plots::stacked_bar({id, title,
                                 fmt::format("The first player wins {}, the second {}.",
                                             percent(c.first), percent(c.second)),
                                 title},
                                of_outcomes({c.first}, {c.draw + c.endless}, {c.second}));
    };
    return bar("perfect-first", "The first player perfect, the second at random",
               r_.perfect_first) +
           bar("perfect-second", "The first player at random, the second perfect",
               r_.perfect_second);
  }

  std::string lengths() const {
    if (!r_.has("longest") && !r_.has("random_lengths")) return "";
    std::string contents = paragraph(play_words::longest_win(r_));
    if (r_.has("random_lengths")) contents += paragraph(play_words::random_lengths(r_));
    if (!r_.has("random_lengths") || !r_.random_lengths)
      return contents + "<div class=\"pair\">\n" + longest_picture() + "</div>\n";
    std::vector<Cells> rows = {{"plies", "share of games"}};
    for (std::size_t ply = 0; ply < r_.random_lengths->size(); ++ply) {
      if ((*r_.random_lengths)[ply] >= 5e-7)
        rows.push_back(
            {std::to_string(ply), fmt::format("{:.4f} %", 100 * (*r_.random_lengths)[ply])});
    }
    const std::string histogram =
        plots::histogram({"lengths", "The length of random games",
                          "A bar for each number of plies; the table has the numbers.", "plies"},
                         *r_.random_lengths);
    return contents + "<div class=\"pair\">\n" +
           figure("histogram", histogram,
                  "How many plies a game takes between players who move at random.") +
           longest_picture() + "</div>\n" + details("The numbers", table_html(rows));
  }

  std::string longest_picture() const {
    if (r_.longest.empty()) return "";
    return figure("board", picture(r_.longest, "The position of the longest win"),
                  fmt::format("The longest win: {}.", r_.longest));
  }

  std::string by_ply() const {
    if (!r_.has("plies")) return "";
    return (r_.has("settled") ? paragraph(play_words::settled(r_)) : "") +
           "<div class=\"pair\">\n" +
           figure("areas", outcomes_by_ply(),
                  r_.is_for_one() ? "Which positions can be solved, by the moves made before."
                                  : "For whom positions are won, by ply.") +
           figure("curve", choice_by_ply(),
                  "How many moves there are to choose from, on average.") +
           figure("curve", shares_by_ply(),
                  "The share of positions with one move that keeps the outcome, and of traps.") +
           "</div>\n" +
           details("The numbers",
                   paragraph(play_words::by_ply, "small") + table_html(play_rows::by_ply(r_)));
  }

  template <class Member>
  std::vector<double> means(Member member) const {
    std::vector<double> values;
    for (const PlayReport::Ply& ply : r_.plies)
      values.push_back(ply.mean(static_cast<double>(ply.*member)));
    return values;
  }
  double last_ply() const { return static_cast<double>(r_.plies.size()) - 1; }

  std::string outcomes_by_ply() const {
    return plots::stacked_areas(
        {"outcomes", "Outcomes by ply",
         "Stacked shares of positions that are won for the first player, "
         "drawn, and won for the second; the table has the numbers.",
         "ply"},
        of_outcomes(means(&PlayReport::Ply::first_wins), means(&PlayReport::Ply::draws),
                    means(&PlayReport::Ply::second_wins)));
  }

  std::string choice_by_ply() const {
    const std::vector<Series> series = {
        {"legal moves", "#8a929a", means(&PlayReport::Ply::legal)},
        {"that keep the outcome", plots::first_colour, means(&PlayReport::Ply::keeping)},
        {"best", plots::second_colour, means(&PlayReport::Ply::best)}};
    return plots::curves(
        {"choice", "Moves to choose from, by ply",
         "Means of legal moves, of those that keep the outcome, and of best moves; "
         "the table has the numbers.",
         "ply"},
        series, {0, last_ply()}, *std::ranges::max_element(series.front().values));
  }

  std::string shares_by_ply() const {
    const std::vector<Series> series = {
        {"only moves", plots::first_colour, means(&PlayReport::Ply::only_moves)},
        {"traps", plots::second_colour, means(&PlayReport::Ply::traps)},
        {"forced moves", "#8a929a", means(&PlayReport::Ply::forced)}};
    return plots::curves({"only", "Only moves, traps and forced moves by ply",
                          "Shares of positions; the table has the numbers.", "ply"},
                         series, {0, last_ply()});
  }

  std::string traps() const {
    if (!r_.has("worst_traps")) return "";
    std::string figures;
    for (const PlayReport::Trap& trap : r_.worst_traps) {
      const std::string words =
          fmt::format("Ply {}: {} of {} moves keep{} the {}.", trap.ply, trap.keeping, trap.legal,
                      trap.keeping == 1 ? "s" : "", outcome_name(trap.value.outcome()));
      figures += figure("trap", picture(trap.position, words), words + " " + trap.position);
    }
    if (figures.empty()) return "";
    return paragraph(
               "Positions that are not lost, with the smallest share of moves that keep the "
               "outcome; each move with its value.",
               "small") +
           "<div class=\"traps\">\n" + figures + "</div>\n";
  }

  static std::string uses(const char* what, const std::vector<PlayReport::Use>& uses,
                          const char* meaning) {
    if (uses.empty()) return "";
    std::vector<Cells> rows = {{what, "legal", "best", "only"}};
    for (const PlayReport::Use& use : uses)
      rows.push_back({use.name, grouped(use.legal), grouped(use.best), grouped(use.only)});
    return paragraph(play_words::needless(uses, what)) + paragraph(meaning, "small") +
           table_html(rows, "uses");
  }

  std::string without() const {
    std::string contents;
    for (const PlayReport::Without& one : r_.without)
      contents += paragraph(play_words::without(one, r_));
    return contents;
  }

  std::string squares() const {
    const auto most = std::ranges::max_element(r_.squares);
    if (!r_.has("squares") || most == r_.squares.end() || *most == 0) return "";
    const std::vector<Cell> cells = table_.game().diagram(table_.start()).cells;
    std::vector<double> shares;
    for (std::size_t square = 0; square < r_.squares.size(); ++square) {
      const bool is_there = cells[square] != Cell::blocked || r_.squares[square] > 0;
      shares.push_back(is_there ? static_cast<double>(r_.squares[square]) /
                                      static_cast<double>(r_.all.positions)
                                : -1);
    }
    const std::string map =
        plots::heat_map({"squares", "Squares of best moves",
                         "A board with the share of positions, in per cent, in which a best move "
                         "goes to each square."},
                        r_.columns, r_.rows, shares);
    return figure("board", map,
                  "In how many of a hundred positions some best move goes to each square.");
  }

  std::string puzzles() const {
    std::string figures;
    for (const KindOfPuzzle& one : r_.puzzles) {
      const std::string task = play_words::puzzle_task(one);
      const std::string board = fmt::format("<div role=\"img\" aria-label=\"{}\">\n{}</div>\n",
                                            xml_escaped(task), inline_svg(one.puzzle.diagram));
      figures += figure("trap", board,
                        fmt::format("{}: {}. Difficulty {:.1f}.", one.puzzle.position,
                                    play_words::puzzle_kind(one), one.puzzle.difficulty));
    }
    if (figures.empty()) return "";
    std::vector<Cells> rows = {{"position", "solution begins"}};
    for (const KindOfPuzzle& one : r_.puzzles)
      rows.push_back({one.puzzle.position, play_words::puzzle_key(one)});
    return paragraph(play_words::puzzles, "small") + "<div class=\"traps\">\n" + figures +
           "</div>\n" + details("The solutions", table_html(rows, "words"));
  }

  std::string foot() const {
    return fmt::format(
        "<footer class=\"small\">\n<p>{} Made by {}. What each of them means is in "
        "docs/report.md.</p>\n</footer>\n",
        r_.sample ? "Numbers on play at random are estimates; the others are exact."
                  : "All numbers are exact: they follow from the value of every position.",
        xml_escaped(creator()));
  }

  const PlayReport& r_;
  const Table& table_;
};

}  // namespace

std::string play_page(const PlayReport& report, const Table& table) {
  return PlayPage(report, table).make();
}

}  // namespace zermelo
