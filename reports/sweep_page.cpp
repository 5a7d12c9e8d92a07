// SPDX-License-Identifier: MIT
#include "reports/sweep_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

#include "gen/text/counted.h"
#include "gen/text/xml.h"

namespace zermelo {
namespace {

using State = SweepResult::State;
using Rows = std::vector<std::vector<std::string>>;

std::string grouped_number(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (int at = static_cast<int>(text.size()) - 3; at > 0; at -= 3)
    text.insert(static_cast<std::size_t>(at), ",");
  return text;
}

// To two digits.
std::string rounded_number(double number) {
  if (number >= 1e15) return fmt::format("{:.1e}", number);
  const double unit = std::pow(10.0, std::max(0.0, std::floor(std::log10(number)) - 1));
  return grouped_number(static_cast<std::uint64_t>(std::round(number / unit) * unit));
}

std::string share_text(double share) { return fmt::format("{:.1f} %", 100 * share); }

bool is_puzzle(const SweepResult& r) { return r.metric == "moves"; }

std::string amount_words(const SweepResult& r) {
  if (!r.best || !r.best->amount) return "";
  return fmt::format(" {} {}", r.metric == "score" ? "by" : "in", *r.best->amount);
}

// What varies, as a phrase: "columns 4, rows 5".
std::string place_words(const Sweep& sweep, const SweepCell& cell) {
  std::vector<std::string> parts;
  for (std::size_t i = 0; i < sweep.axes.size(); ++i) {
    const std::string& name = sweep.axes[i].name;
    const bool whole = name == "without" && cell.values[i] == "-";
    parts.push_back(whole ? "all rules" : fmt::format("{} {}", name, cell.values[i]));
  }
  return parts.empty() ? "the game" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string time_text(double seconds) { return fmt::format("{:.1f} s", seconds); }

}  // namespace

std::string outcome_words(const SweepResult& r) {
  switch (r.state) {
    case State::over:
      return "over at the start";
    case State::no_game:
      return "no game";
    case State::too_large:
      return "too large";
    case State::solved:
      break;
  }
  const Outcome outcome = r.best ? r.best->outcome : Outcome::draw;
  if (is_puzzle(r)) return (outcome == Outcome::win ? "solvable" : "unsolvable") + amount_words(r);
  if (outcome == Outcome::draw) return "draw";
  return (outcome == Outcome::win ? "first wins" : "second wins") + amount_words(r);
}

std::string fairest_sentence(const Sweep& sweep, std::span<const SweepResult> results) {
  const auto fairest = fairest_cell(results);
  if (!fairest) return "";
  const SweepResult& r = results[*fairest];
  std::string sentence =
      fmt::format("The fairest is {}: with best play {}", place_words(sweep, sweep.cells[*fairest]),
                  r.best->outcome == Outcome::draw ? "it is a draw" : "the " + outcome_words(r));
  if (const std::size_t at = sentence.find("first wins"); at != std::string::npos)
    sentence.replace(at, 5, "first player");
  else if (const std::size_t second = sentence.find("second wins"); second != std::string::npos)
    sentence.replace(second, 6, "second player");
  if (r.random) {
    sentence += fmt::format("; between random players the first wins {}, the second {}",
                            share_text(r.random->first), share_text(r.random->second));
  }
  return sentence + ".";
}

Rows sweep_rows(const Sweep& sweep, std::span<const SweepResult> results) {
  Rows rows(1);
  for (const SweepAxis& axis : sweep.axes) rows[0].push_back(axis.name);
  for (const char* name : {"best play", "positions", "random: first", "draw", "second", "plies",
                           "fairest first move", "time"})
    rows[0].emplace_back(name);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const SweepResult& r = results[i];
    std::vector<std::string> row = sweep.cells[i].values;
    row.push_back(outcome_words(r));
    row.push_back(r.positions == 0 ? "" : grouped_number(r.positions));
    row.push_back(r.random ? share_text(r.random->first) : "");
    row.push_back(r.random ? share_text(r.random->draw) : "");
    row.push_back(r.random ? share_text(r.random->second) : "");
    row.push_back(r.random && r.random->plies ? fmt::format("{:.2f}", *r.random->plies) : "");
    row.push_back(r.fairest.empty() ? "" : fmt::format("{} ({})", r.fairest, r.fairest_value));
    row.push_back(time_text(r.seconds));
    rows.push_back(std::move(row));
  }
  return rows;
}

std::string sweep_alignment(const Sweep& sweep) {
  return std::string(sweep.axes.size(), 'r') + "lrrrrrlr";
}

std::vector<std::string> sweep_notes(const Sweep& sweep, std::span<const SweepResult> results) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < results.size(); ++i) {
    if (results[i].sentence.empty()) continue;
    std::string note = place_words(sweep, sweep.cells[i]) + ": " + results[i].sentence;
    if (results[i].needs_positions > 0) {
      note += fmt::format(" As the smaller games grow, it has roughly {} positions.",
                          rounded_number(results[i].needs_positions));
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

// --- CSV -----------------------------------------------------------------------------------------

namespace {

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string csv_line(const std::vector<std::string>& fields) {
  std::vector<std::string> quoted;
  for (const std::string& field : fields) quoted.push_back(csv_field(field));
  return fmt::format("{}\n", fmt::join(quoted, ","));
}

const char* outcome_key(const SweepResult& r) {
  if (!r.best) return "";
  if (is_puzzle(r)) return r.best->outcome == Outcome::win ? "solvable" : "unsolvable";
  return r.best->outcome == Outcome::draw  ? "draw"
         : r.best->outcome == Outcome::win ? "first"
                                           : "second";
}

}  // namespace

std::string sweep_csv(const Sweep& sweep, std::span<const SweepResult> results) {
  std::vector<std::string> names;
  for (const SweepAxis& axis : sweep.axes) names.push_back(axis.name);
  for (const char* name :
       {"outcome", "amount", "positions", "random_first", "random_draw", "random_second",
        "random_endless", "random_plies", "fairest", "fairest_value", "seconds", "needs_seconds",
        "needs_memory", "needs_positions", "sentence"})
    names.emplace_back(name);
  std::string csv = csv_line(names);
  const auto number = [](double value) { return fmt::format("{}", value); };
  for (std::size_t i = 0; i < results.size(); ++i) {
    const SweepResult& r = results[i];
    std::vector<std::string> fields = sweep.cells[i].values;
    fields.emplace_back(outcome_key(r));
    fields.push_back(r.best && r.best->amount ? std::to_string(*r.best->amount) : "");
    fields.push_back(r.positions == 0 ? "" : std::to_string(r.positions));
    for (double Chances::*chance :
         {&Chances::first, &Chances::draw, &Chances::second, &Chances::endless})
      fields.push_back(r.random ? number((*r.random).*chance) : "");
    fields.push_back(r.random && r.random->plies ? number(*r.random->plies) : "");
    fields.push_back(r.fairest);
    fields.push_back(r.fairest_value);
    fields.push_back(number(r.seconds));
    fields.push_back(r.needs_seconds > 0 ? number(r.needs_seconds) : "");
    fields.push_back(r.needs_memory > 0 ? std::to_string(r.needs_memory) : "");
    fields.push_back(r.needs_positions > 0 ? number(std::round(r.needs_positions)) : "");
    fields.push_back(r.sentence);
    csv += csv_line(fields);
  }
  return csv;
}

// --- The page ------------------------------------------------------------------------------------

namespace {

constexpr std::string_view sweep_style = R"(
body { font: 1rem/1.5 Helvetica, Arial, sans-serif; color: #222; background: #fff; margin: 0 auto;
  padding: 1rem; max-width: 60rem; }
h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
h2 { font-size: 1.1rem; margin: 1.5rem 0 .25rem; }
.scroll { overflow-x: auto; }
.grid { border-collapse: separate; border-spacing: 3px; width: 100%; table-layout: fixed; }
.grid th { font-weight: normal; font-size: .8rem; color: #555; padding: 2px; }
.grid th.corner, .grid th.row { width: 3.2rem; text-align: right; }
.grid td { min-width: 3.6rem; padding: .35rem .2rem; text-align: center; font-size: .8rem;
  line-height: 1.25; border-radius: 4px; vertical-align: top; overflow-wrap: anywhere; }
.grid b { display: block; }
.first { background: #1f5fa8; color: #fff; }
.second { background: #b5480f; color: #fff; }
.draw { background: #d9dbde; color: #222; }
.none { background: repeating-linear-gradient(45deg, #fff, #fff 5px, #e6e6e6 5px, #e6e6e6 10px);
  color: #444; border: 1px solid #ccc; }
.fairest { outline: 3px solid #111; }
.bar { display: flex; height: 7px; margin: .25rem auto; max-width: 5rem; border: 1px solid #fff; }
.bar i { display: block; }
.bar .f { background: #8fbdf0; } .bar .d { background: #f4f4f4; } .bar .s { background: #f5b183; }
.draw .bar { border-color: #555; }
.key { display: flex; flex-wrap: wrap; gap: .25rem 1rem; font-size: .8rem; margin: .5rem 0;
  padding: 0; list-style: none; }
.key span { display: inline-block; width: 1rem; height: .8rem; border-radius: 2px;
  vertical-align: -1px; margin-right: .3rem; }
.rows { border-collapse: collapse; font-size: .85rem; }
.rows th, .rows td { padding: .2rem .6rem .2rem 0; border-bottom: 1px solid #ddd; text-align: left;
  white-space: nowrap; }
.rows .r { text-align: right; font-variant-numeric: tabular-nums; }
.notes { font-size: .85rem; color: #444; padding-left: 1.2rem; }
footer { margin-top: 2rem; font-size: .85rem; color: #555; }
@media print {
  body { padding: 0; max-width: none; font-size: .8rem; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
  .scroll { overflow: visible; }
  .grid, .rows tr { break-inside: avoid; }
  .rows { font-size: .6rem; } .rows th, .rows td { white-space: normal; }
}
)";

class SweepPage {
 public:
  SweepPage(const std::string& title, const Sweep& sweep, std::span<const SweepResult> results)
      : title_(title), sweep_(sweep), results_(results), fairest_(fairest_cell(results)) {
    if (!sweep.axes.empty()) across_ = sweep.axis("columns").value_or(sweep.axes.size() - 1);
    down_ = sweep.axis("rows");
    for (std::size_t i = sweep.axes.size(); !down_ && i-- > 0;) {
      if (i != across_) down_ = i;
    }
    if (down_ == across_) down_.reset();
  }

  std::string make() {
    html_ = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta "
        "name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
        "<style>{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        xml_escaped(title_), sweep_style);
    html_ += fmt::format("<p>{}</p>\n", xml_escaped(fairest_sentence(sweep_, results_)));
    key();
    panels();
    table();
    notes();
    html_ +=
        "<footer>Each player plays as well as possible: who wins then, and in how many plies. The "
        "bar: how often either wins when both choose among the legal moves at random, all as "
        "likely.</footer>\n</body>\n</html>\n";
    return std::move(html_);
  }

 private:
  void key() {
    html_ += "<ul class=\"key\">\n";
    for (const auto& [look, words] : {std::pair("first", "the first player wins"),
                                      {"draw", "a draw"},
                                      {"second", "the second player wins"},
                                      {"none", "not solved"}})
      html_ += fmt::format("<li><span class=\"{}\"></span>{}</li>\n", look, words);
    html_ += "</ul>\n";
  }

  // A grid for all cells that differ in two axes at most.
  void panels() {
    std::map<std::vector<std::string>, std::vector<std::size_t>> panels;
    std::vector<std::vector<std::string>> order;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      std::vector<std::string> rest;
      for (std::size_t a = 0; a < sweep_.axes.size(); ++a) {
        if (a == across_ || a == down_) continue;
        const std::string& value = sweep_.cells[i].values[a];
        const bool whole = sweep_.axes[a].name == "without" && value == "-";
        rest.push_back(whole ? "all rules" : sweep_.axes[a].name + " " + value);
      }
      if (!panels.contains(rest)) order.push_back(rest);
      panels[rest].push_back(i);
    }
    for (const auto& rest : order) {
      if (!rest.empty())
        html_ +=
            fmt::format("<h2>{}</h2>\n", xml_escaped(fmt::format("{}", fmt::join(rest, ", "))));
      panel(panels.at(rest));
    }
  }

  void panel(const std::vector<std::size_t>& cells) {
    html_ += "<div class=\"scroll\"><table class=\"grid\">\n";
    if (across_) {
      html_ += fmt::format("<tr><th class=\"corner\">{}</th>",
                           down_ ? xml_escaped(sweep_.axes[*down_].name) : "");
      for (const std::string& value : sweep_.axes[*across_].values)
        html_ += fmt::format("<th>{} {}</th>", xml_escaped(value),
                             xml_escaped(sweep_.axes[*across_].name));
      html_ += "</tr>\n";
    }
    const std::vector<std::string> one = {""};
    for (const std::string& row : down_ ? sweep_.axes[*down_].values : one) {
      html_ += fmt::format("<tr><th class=\"row\">{}</th>", xml_escaped(row));
      for (const std::size_t i : cells) {
        if (!down_ || sweep_.cells[i].values[*down_] == row) cell(i);
      }
      html_ += "</tr>\n";
    }
    html_ += "</table></div>\n";
  }

  static const char* look_of(const SweepResult& r) {
    if (!r.best) return "none";
    if (r.best->outcome == Outcome::draw) return "draw";
    return r.best->outcome == Outcome::win ? "first" : "second";
  }

  void cell(std::size_t i) {
    const SweepResult& r = results_[i];
    html_ += fmt::format(
        "<td class=\"{}{}\" title=\"{}\"><b>{}</b>", look_of(r), fairest_ == i ? " fairest" : "",
        xml_escaped(place_words(sweep_, sweep_.cells[i])), xml_escaped(outcome_words(r)));
    if (r.random) {
      html_ += "<span class=\"bar\">";
      for (const auto& [look, share] : {std::pair("f", r.random->first),
                                        {"d", r.random->draw + r.random->endless},
                                        {"s", r.random->second}})
        html_ += fmt::format("<i class=\"{}\" style=\"width:{:.1f}%\"></i>", look, 100 * share);
      html_ += fmt::format("</span>{:.0f} : {:.0f}", 100 * r.random->first, 100 * r.random->second);
    } else if (r.state == State::too_large && r.needs_seconds > 0) {
      html_ += fmt::format("about {:.0f} s", std::ceil(r.needs_seconds));
    } else if (r.state == State::too_large && r.needs_memory > 0) {
      html_ += fmt::format("{} MiB", (r.needs_memory >> 20) + 1);
    } else if (r.needs_positions > 0) {
      html_ += fmt::format("roughly {} positions", rounded_number(r.needs_positions));
    }
    html_ += "</td>";
  }

  void table() {
    const Rows rows = sweep_rows(sweep_, results_);
    const std::string alignment = sweep_alignment(sweep_);
    html_ += "<h2>In numbers</h2>\n<div class=\"scroll\"><table class=\"rows\">\n";
    for (std::size_t i = 0; i < rows.size(); ++i) {
      html_ += "<tr>";
      for (std::size_t column = 0; column < alignment.size(); ++column) {
        const char* const tag = i == 0 ? "th" : "td";
        html_ +=
            fmt::format("<{0}{1}>{2}</{0}>", tag, alignment[column] == 'r' ? " class=\"r\"" : "",
                        xml_escaped(rows[i][column]));
      }
      html_ += "</tr>\n";
    }
    html_ += "</table></div>\n";
  }

  void notes() {
    const std::vector<std::string> all = sweep_notes(sweep_, results_);
    if (all.empty()) return;
    html_ += "<ul class=\"notes\">\n";
    for (const std::string& note : all) html_ += fmt::format("<li>{}</li>\n", xml_escaped(note));
    html_ += "</ul>\n";
  }

  const std::string& title_;
  const Sweep& sweep_;
  const std::span<const SweepResult> results_;
  const std::optional<std::size_t> fairest_;
  std::optional<std::size_t> across_, down_;
  std::string html_;
};

}  // namespace

std::string sweep_page(const std::string& title, const Sweep& sweep,
                       std::span<const SweepResult> results) {
  return SweepPage(title, sweep, results).make();
}

}  // namespace zermelo
