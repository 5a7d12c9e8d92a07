// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/engine.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::vector<std::string> game;
  bool quick = false, json = false;
  int threads = 0;
};

void print_report(const CountReport& report) {
  std::vector<std::vector<std::string>> classes = {{"slice", "class", "positions"}};
  std::vector<std::vector<std::string>> slices = {
      {"slice", "positions", "won in 1", "non-trivial states"}};
  const auto row = [&](const std::string& name, const auto& r) {
    slices.push_back({name, grouped(r.positions), report.quick ? "-" : grouped(r.checkmates),
                      report.quick ? "-" : grouped(r.nontrivial_states)});
  };
  for (const auto& slice : report.slices) {
    for (const auto& c : slice.classes)
      classes.push_back({slice.name, c.name, grouped(c.positions)});
    row(slice.name, slice);
  }
  row("all", report);
  print_columns(classes);
  fmt::print("\n");
  print_columns(slices);
}

Json report_json(const CountReport& report) {
  const auto number = [&](std::uint64_t n) { return report.quick ? Json(nullptr) : Json(n); };
  Json slices = Json::array();
  for (const auto& slice : report.slices) {
    Json classes = Json::array();
    for (const auto& c : slice.classes)
      classes.push_back({{"name", c.name}, {"positions", c.positions}});
    slices.push_back({{"name", slice.name},
                      {"positions", slice.positions},
                      {"checkmates", number(slice.checkmates)},
                      {"nontrivial_states", number(slice.nontrivial_states)},
                      {"classes", classes}});
  }
  return {{"positions", report.positions},
          {"checkmates", number(report.checkmates)},
          {"nontrivial_states", number(report.nontrivial_states)},
          {"slices", slices}};
}

void run(const Options& options) {
  const auto engine = make_engine(parse_game_spec(options.game));
  ProgressLine progress;
  const CountReport report =
      engine->count(options.quick, options.threads, progress.work("counting"));
  progress.clear();
  if (options.json) return print_json(report_json(report));
  print_report(report);
}

}  // namespace

void add_count(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("count", "Count positions and states without solving");
  verb->add_option("GAME", o->game, "A game and its parameters, key=value")->required();
  verb->add_flag("--quick", o->quick, "Only positions, which takes no time");
  verb->add_option("--threads", o->threads, "Threads (default: all processors)");
  verb->add_flag("--json", o->json, "Print JSON");
  verb->footer("Example: zermelo count ostle total=8");
  verb->callback([o] { run(*o); });
}

}  // namespace zermelo::cli
