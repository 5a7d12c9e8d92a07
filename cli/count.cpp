// SPDX-License-Identifier: MIT
// zermelo count: how many positions a game has, without solving it.
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "probe/engine.h"

namespace zermelo::cli {
namespace {

struct Options {
  GameArgument game;
  bool quick = false, json = false;
  int threads = 0;
};

// A slice is named after its pieces: "4-5" are 4 of the mover and 5 of the opponent.
struct Pieces {
  std::string own, opponent;
};
Pieces pieces_of(const std::string& slice) {
  const auto dash = slice.find('-');
  if (dash == std::string::npos) return {slice, ""};
  return {slice.substr(0, dash), slice.substr(dash + 1)};
}

void print_text(const CountReport& report) {
  TextTable classes("lrrr");
  classes.add({"class", "own", "opponent", "positions"});
  for (const auto& slice : report.slices) {
    const Pieces pieces = pieces_of(slice.name);
    for (const auto& c : slice.classes) {
      classes.add({c.name, pieces.own, pieces.opponent, grouped(c.positions)});
    }
  }
  TextTable slices("lrrr");
  slices.add({"slice", "positions", "checkmates", "non-trivial states"});
  const auto add = [&](const std::string& name, const auto& counts) {
    const auto unless_quick = [&](std::uint64_t n) { return report.quick ? "-" : grouped(n); };
    slices.add({name, grouped(counts.positions), unless_quick(counts.checkmates),
                unless_quick(counts.nontrivial_states)});
  };
  for (const auto& slice : report.slices) add(slice.name, slice);
  add("total", report);
  print(classes.text());
  print("\n");
  print(slices.text());
}

// The counts that slices and the whole have in common.
template <class Counts>
Json json_of(const Counts& counts, bool quick) {
  Json json;
  json["positions"] = counts.positions;
  json["checkmates"] = quick ? Json() : Json(counts.checkmates);
  json["nontrivial_states"] = quick ? Json() : Json(counts.nontrivial_states);
  return json;
}

void print_json(const CountReport& report) {
  Json json = json_of(report, report.quick);
  json["slices"] = Json::array();
  for (const auto& slice : report.slices) {
    Json entry{{"name", slice.name}};
    entry.update(json_of(slice, report.quick));
    entry["classes"] = Json::array();
    for (const auto& c : slice.classes) {
      entry["classes"].push_back({{"name", c.name}, {"positions", c.positions}});
    }
    json["slices"].push_back(std::move(entry));
  }
  write_json(json);
}

ExitCode run(const Options& o) {
  const auto engine = make_engine(o.game.spec());
  ProgressLine line;
  const CountReport report = engine->count(o.quick, o.threads, work_progress(line, "counting"));
  line.clear();
  o.json ? print_json(report) : print_text(report);
  return success;
}

}  // namespace

Verb add_count(CLI::App& program) {
  CLI::App* verb = program.add_subcommand("count", "Count a game's positions without solving it");
  const auto o = std::make_shared<Options>();
  add_game_argument(*verb, o->game);
  verb->add_flag("--quick", o->quick, "Only count positions, not checkmates and states: at once");
  add_threads_option(*verb, o->threads);
  add_json_option(*verb, o->json);
  verb->footer(
      "Positions are counted up to symmetry. A checkmate is a position won at once; a non-trivial\n"
      "state is any other position with the move forbidden in it, if any, that play can lead to.\n"
      "Ostle's classes are named for the hole's square.\n"
      "Example: zermelo count ostle total=8");
  return {verb, [o] { return run(*o); }};
}

}  // namespace zermelo::cli
