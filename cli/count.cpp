// SPDX-License-Identifier: MIT
// zermelo count: how many positions a game has, without solving it.
#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

struct CountArguments {
  GameArgument game;
  bool quick = false, json = false;
  int threads = 0;
};

// A slice is named after its pieces: "4-5" is 4 of the mover's and 5 of the opponent's.
struct Pieces {
  std::string own, opponent;
};
Pieces pieces_of(const std::string& slice) {
  const auto dash = slice.find('-');
  if (dash == std::string::npos) return {slice, ""};
  return {slice.substr(0, dash), slice.substr(dash + 1)};
}

std::string text_of_classes(const CountReport& report) {
  TextTable table("lrrr");
  table.add({"class", "own", "opponent", "positions"});
  bool any = false;
  for (const auto& slice : report.slices) {
    const Pieces pieces = pieces_of(slice.name);
    for (const auto& c : slice.classes) {
      table.add({c.name, pieces.own, pieces.opponent, grouped(c.positions)});
      any = true;
    }
  }
  return any ? table.text() + "\n" : "";
}

void print_text(const CountReport& report) {
  TextTable table("l" + std::string(report.columns.size(), 'r'));
  std::vector<std::string> titles = {"slice"};
  for (const auto& column : report.columns) titles.push_back(column.title);
  table.add(titles);
  const auto add = [&](const std::string& name, const CountReport::Counts& counts) {
    std::vector<std::string> row = {name};
    for (const auto& column : report.columns) {
      const auto found = counts.find(column.key);
      row.push_back(found == counts.end() ? "-" : grouped(found->second));
    }
    table.add(row);
  };
  for (const auto& slice : report.slices) add(slice.name, slice.counts);
  add("total", report.totals);
  print(text_of_classes(report));
  print(table.text());
}

Json json_of(const CountReport& report, const CountReport::Counts& counts) {
  Json json;
  for (const auto& column : report.columns) {
    const auto found = counts.find(column.key);
    json[column.key] = found == counts.end() ? Json() : Json(found->second);
  }
  return json;
}

void print_json(const CountReport& report) {
  Json json = json_of(report, report.totals);
  json["slices"] = Json::array();
  for (const auto& slice : report.slices) {
    Json entry{{"name", slice.name}};
    entry.update(json_of(report, slice.counts));
    entry["classes"] = Json::array();
    for (const auto& c : slice.classes) {
      entry["classes"].push_back({{"name", c.name}, {"positions", c.positions}});
    }
    json["slices"].push_back(std::move(entry));
  }
  write_json(json);
}

ExitCode run_count(const CountArguments& o) {
  const auto game = o.game.game();
  ProgressLine line;
  const CountReport report = game->count({o.threads, work_progress(line, "counting")}, o.quick);
  line.clear();
  o.json ? print_json(report) : print_text(report);
  return success;
}

}  // namespace

Verb add_count(CommandLine& program) {
  Arguments verb = program.add_verb("count", "Count a game's positions without solving it");
  const auto o = std::make_shared<CountArguments>();
  add_game_argument(verb, o->game);
  add_variant_options(verb, o->game);
  verb.flag("--quick", o->quick, "Only count positions, not checkmates and states: at once");
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "Ostle's positions are counted up to symmetry. A checkmate is a position won at once; a\n"
      "non-trivial state is any other position with the move forbidden in it, if any, that play "
      "can\n"
      "lead to. Classes are named for the hole's square.\n"
      "In other games the positions that play can lead to are counted, also up to symmetry, and "
      "how\n"
      "many of them are the end of the game.\n"
      "Example: zermelo count ostle total=8\n"
      "Example: zermelo count connect columns=6 rows=5");
  return {verb, [o] { return run_count(*o); }};
}

}  // namespace zermelo::cli
