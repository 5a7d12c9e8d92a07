// SPDX-License-Identifier: MIT
#include "cli/ostle_document.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "gen/text/diagram.h"

namespace zermelo::cli {
namespace {

using ostle::Figure;
using ostle::Report;
using Row = std::vector<std::string>;

// ------------------------------------------------------------------------------ figures compared

// "+12", "-3", "0"
std::string difference_text(const Figure& figure) {
  const std::uint64_t ours = figure.ours, published = *figure.published;
  if (ours == published) return "0";
  return ours > published ? "+" + grouped(ours - published) : "-" + grouped(published - ours);
}

std::string mark(const Figure& figure) {
  if (!figure.published) return "";
  if (figure.other_rule) return difference_text(figure);
  return figure.differs() ? "✗ differs" : "✓ same";
}

// A table whose last columns are figures: ours, and the published ones with a mark each if there
// are any.
class FigureTable {
 public:
  FigureTable(std::string alignment, Row names, const std::string& what)
      : alignment_(std::move(alignment)), names_(std::move(names)), what_(what) {}

  void add(Row cells, const Figure& figure) { rows_.push_back({std::move(cells), figure}); }

  void add_to(Document& document) const {
    const auto any = [&](auto&& has) {
      return std::ranges::any_of(rows_, [&](const auto& row) { return has(row.figure); });
    };
    const bool published = any([](const Figure& f) { return f.published.has_value(); });
    const bool other_rule = any([](const Figure& f) { return f.other_rule; });
    std::vector<Row> table = {names_};
    table[0].push_back(what_);
    if (published) table[0].insert(table[0].end(), {"published", other_rule ? "difference" : ""});
    for (const auto& [cells, figure] : rows_) {
      table.push_back(cells);
      table.back().push_back(grouped(figure.ours));
      if (!published) continue;
      table.back().push_back(figure.published ? grouped(*figure.published) : "");
      table.back().push_back(mark(figure));
    }
    document.table(alignment_ + (published ? "rrl" : "r"), table);
  }

 private:
  struct Line {
    Row cells;
    Figure figure;
  };
  std::string alignment_;
  Row names_;
  std::string what_;
  std::vector<Line> rows_;
};

// ------------------------------------------------------------------------------------- sections

void add_introduction(Document& document, const Report& report) {
  document.heading(1, "Ostle, repetition=" + report.game.parameters.at("repetition"));
  document.paragraph("The table of " + to_string(report.game) + ".");
  if (report.other_rule) {
    document.paragraph(
        "The published numbers that depend on rule 8 are those of the symmetric reading, so they "
        "are shown here with the difference. Numbers of positions do not depend on it and are "
        "marked.");
  }
}

void add_start(Document& document, const Report& report) {
  if (!report.start) {
    document.paragraph("The start has more pieces than this table.");
    return;
  }
  const std::string published = !report.compared ? ""
                                : report.start_differs
                                    ? " The published value is a draw: ✗ differs."
                                : report.other_rule ? " Under the symmetric reading it is a draw."
                                                    : " The published value is a draw: ✓ same.";
  document.paragraph(
      fmt::format("The value of the start: {}.{}", to_string(*report.start), published));
}

void add_positions(Document& document, const Report& report) {
  document.heading(2, "Positions (Table 1)");
  document.paragraph(
      "Positions up to symmetry, by the hole's square and the pieces of the side to move and of "
      "its opponent.");
  FigureTable classes("lrr", {"hole", "own", "opponent"}, "positions");
  for (const auto& row : report.classes) {
    classes.add({row.hole, row.own, row.opponent}, row.positions);
  }
  for (const auto& row : report.slices) classes.add({"all", row.own, row.opponent}, row.positions);
  classes.add_to(document);
  FigureTable sums("l", {""}, "number");
  sums.add({"positions"}, report.positions);
  sums.add({"checkmate positions, won at once"}, report.checkmates);
  sums.add({"non-trivial states"}, report.nontrivial_states);
  sums.add_to(document);
}

void add_values(Document& document, const Report& report) {
  document.heading(2, "Non-trivial states by plies (Table 2)");
  document.paragraph(
      "The paper counts plies to the checkmate position, the values of this program plies to the "
      "end of the game, one more.");
  FigureTable table("rl", {"plies (paper)", "value"}, "states");
  table.add({"inf", "draw"}, report.draws);
  for (const auto& row : report.plies) {
    table.add({std::to_string(row.plies_to_checkmate), to_string(row.value)}, row.states);
  }
  table.add({"", "all"}, report.nontrivial_states);
  table.add_to(document);
}

// "c3U, b2R": those that play can forbid and that then leave the longest win.
std::string keeping_moves(const LongestWin& win, Value longest) {
  Row moves;
  for (const auto& f : win.forbids) {
    if (f.in_play && f.value == longest) moves.push_back(f.move);
  }
  return moves.empty() ? "none" : fmt::format("{}", fmt::join(moves, ", "));
}

void add_longest_win(Document& document, const Report::Longest& longest, Value value,
                     const Game& game) {
  const LongestWin& win = longest.win;
  document.heading(3, win.position);
  if (!longest.figure.empty())
    document.paragraph("This is Figure " + longest.figure + " of the paper.");
  document.verbatim(diagram_text(game.diagram(win.position)));
  document.paragraph(fmt::format("A {} with one of these moves forbidden: {}.", to_string(value),
                                 keeping_moves(win, value)));
  std::vector<Row> table = {{"forbidden", "value", "some move forbids it"}};
  table.push_back({"nothing", to_string(win.value), win.unrestricted ? "yes" : "no"});
  for (const auto& f : win.forbids) {
    table.push_back({f.move, to_string(f.value), f.in_play ? "yes" : "no"});
  }
  document.table("lll", table);
}

void add_longest(Document& document, const Report& report, const Game& game) {
  document.heading(2, "The longest wins");
  const auto plies = static_cast<int>(report.longest_win.ours);
  if (plies == 0) return document.paragraph("No non-trivial state is won.");
  FigureTable table("l", {""}, "number");
  table.add({"plies of the longest win, to the end of the game"}, report.longest_win);
  table.add({"states of the longest win"}, report.longest_states);
  table.add({"positions of these states"}, report.longest_positions);
  if (report.figures_found.published) {
    table.add({"of them the paper's, as its text on Figures 5B and 5C says"}, report.figures_found);
  }
  table.add_to(document);
  for (const auto& longest : report.longest) {
    add_longest_win(document, longest, Value::win(plies), game);
  }
}

void add_unreached(Document& document, const Report& report) {
  document.heading(2, "Positions that play does not reach freely");
  document.paragraph(
      "A position has no unrestricted state if every move that leads to it forbids a reply; it is "
      "reached by no state if no move leads to it.");
  FigureTable table("ll", {"", "of these"}, "positions");
  const auto add = [&](const std::string& name, const Report::Unreached& count) {
    table.add({name, "not won at once"}, count.others);
    table.add({name, "won at once"}, count.won_at_once);
    table.add({name, "all"}, count.all);
  };
  add("no unrestricted state", report.without_unrestricted);
  add("reached by no state", report.unreached);
  table.add_to(document);
}

void add_reach(Document& document, const Report::Reach& reach) {
  const bool all = reach.moves == SearchedMoves::all;
  const std::string how = all ? "by all moves" : "by legal moves";
  document.heading(2, fmt::format("States by plies from the start, {} (Table 3)", how));
  document.paragraph("All states that some move leads to, checkmate positions included.");
  const bool published = reach.states.published && !reach.states.other_rule;
  document.paragraph(
      all ? fmt::format("Moves that rule 8 forbids are also made, as the program behind the paper "
                        "does{}.",
                        published ? ": these are the distances that it has published" : "")
          : "Moves that rule 8 forbids are not made.");
  FigureTable table("r", {"plies"}, "states");
  for (const auto& row : reach.distances) table.add({std::to_string(row.plies)}, row.states);
  table.add({"all"}, reach.states);
  table.add({"never reached"}, reach.unreached);
  table.add_to(document);

  document.heading(2, fmt::format("The states farthest from the start, {}", how));
  FigureTable farthest("l", {""}, "number");
  farthest.add({"plies from the start"}, reach.farthest);
  farthest.add({"states as far away"}, reach.farthest_count);
  farthest.add_to(document);
  if (reach.farthest_states.size() < reach.farthest_count.ours) {
    document.paragraph(fmt::format("The first {}:", grouped(reach.farthest_states.size())));
  }
  std::string lines;
  for (const std::string& state : reach.farthest_states) lines += state + "\n";
  if (!lines.empty()) document.verbatim(lines);
}

// ---------------------------------------------------------------------------------------- JSON

// "published" is null where there is nothing to compare with.
Json json_of(const Figure& figure) {
  Json json;
  json["ours"] = figure.ours;
  json["published"] = figure.published ? Json(*figure.published) : Json();
  json["other_rule"] = figure.other_rule;
  return json;
}

Json json_of(const Report::Unreached& count) {
  return {{"not_won_at_once", json_of(count.others)},
          {"won_at_once", json_of(count.won_at_once)},
          {"all", json_of(count.all)}};
}

Json json_of(const Report::Longest& longest) {
  Json json;
  json["position"] = longest.win.position;
  json["figure"] = longest.figure.empty() ? Json() : Json(longest.figure);
  set_value(json, longest.win.value);
  json["unrestricted"] = longest.win.unrestricted;
  json["forbidden"] = Json::array();
  for (const auto& f : longest.win.forbids) {
    Json entry{{"move", f.move}};
    set_value(entry, f.value);
    entry["in_play"] = f.in_play;
    json["forbidden"].push_back(std::move(entry));
  }
  return json;
}

Json json_of(const Report::Reach& reach) {
  Json json;
  json["moves"] = reach.moves == SearchedMoves::all ? "all" : "legal";
  json["states"] = json_of(reach.states);
  json["unreached"] = json_of(reach.unreached);
  json["distances"] = Json::array();
  for (const auto& row : reach.distances) {
    json["distances"].push_back({{"plies", row.plies}, {"states", json_of(row.states)}});
  }
  json["farthest"] = json_of(reach.farthest);
  json["farthest_count"] = json_of(reach.farthest_count);
  json["farthest_states"] = reach.farthest_states;
  return json;
}

Json classes_json(const Report& report) {
  Json json = Json::array();
  for (const auto& row : report.classes) {
    json.push_back({{"hole", row.hole},
                    {"own", row.own},
                    {"opponent", row.opponent},
                    {"positions", json_of(row.positions)}});
  }
  return json;
}

Json slices_json(const Report& report) {
  Json json = Json::array();
  for (const auto& row : report.slices) {
    json.push_back(
        {{"own", row.own}, {"opponent", row.opponent}, {"positions", json_of(row.positions)}});
  }
  return json;
}

Json plies_json(const Report& report) {
  Json json = Json::array();
  for (const auto& row : report.plies) {
    Json entry{{"plies_to_checkmate", row.plies_to_checkmate}};
    set_value(entry, row.value);
    entry["states"] = json_of(row.states);
    json.push_back(std::move(entry));
  }
  return json;
}

Json longest_json(const Report& report) {
  Json json;
  json["plies"] = json_of(report.longest_win);
  json["states"] = json_of(report.longest_states);
  json["positions"] = json_of(report.longest_positions);
  json["figures_found"] = json_of(report.figures_found);
  json["list"] = Json::array();
  for (const auto& longest : report.longest) json["list"].push_back(json_of(longest));
  return json;
}

void add_values(Json& json, const Report& report) {
  json["start"] = Json();
  if (report.start) set_value(json["start"], *report.start);
  json["classes"] = classes_json(report);
  json["slices"] = slices_json(report);
  json["positions"] = json_of(report.positions);
  json["checkmates"] = json_of(report.checkmates);
  json["nontrivial_states"] = json_of(report.nontrivial_states);
  json["draws"] = json_of(report.draws);
  json["plies"] = plies_json(report);
  json["longest"] = longest_json(report);
  json["without_unrestricted"] = json_of(report.without_unrestricted);
  json["unreached"] = json_of(report.unreached);
}

}  // namespace

Document document_of(const Report& report, const Game& game) {
  Document document;
  add_introduction(document, report);
  if (report.has_values) {
    add_start(document, report);
    add_positions(document, report);
    add_values(document, report);
    add_longest(document, report, game);
    add_unreached(document, report);
  }
  for (const auto& reach : report.reach) add_reach(document, reach);
  return document;
}

Json json_of(const Report& report) {
  Json json;
  json["game"] = report.game.name;
  json["parameters"] = parameters_json(report.game);
  if (report.has_values) add_values(json, report);
  json["reach"] = Json::array();
  for (const auto& reach : report.reach) json["reach"].push_back(json_of(reach));
  json["differences"] = report.differences();
  return json;
}

}  // namespace zermelo::cli
