// SPDX-License-Identifier: MIT
// zermelo crosscheck: one game, every engine.
#include "proof/crosscheck.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"

namespace zermelo::cli {
namespace {

struct CrosscheckArguments {
  GameArgument game;
  double seconds = 60;
  std::string memory = "4G", start;
  int depth = 0, threads = 0;
  bool white = false, json = false;
};

std::string verdict_text(const CrosscheckRow& row, bool white) {
  const char* const side = white ? "White" : "Black";
  if (row.verdict == Verdict::win)
    return row.plies ? fmt::format("{} wins in {}", side, *row.plies)
                     : fmt::format("{} wins", side);
  if (row.complete) return "no win";
  return row.refuted > 0 ? fmt::format("no win within {}", row.refuted) : "unknown";
}

void print_text(const CrosscheckReport& report, bool white) {
  TextTable table("llrrl");
  table.add({"engine", "verdict", "seconds", "memory", ""});
  for (const CrosscheckRow& row : report.rows) {
    table.add({row.engine, verdict_text(row, white), fmt::format("{:.2f}", row.seconds),
               bytes_text(row.memory), row.note});
  }
  print(table.text());
  if (report.agrees()) print("\nThe engines agree.\n");
}

void print_json(const CrosscheckReport& report) {
  const char* const names[] = {"win", "no win", "unknown"};
  Json json{{"agrees", report.agrees()}, {"engines", Json::array()}};
  for (const CrosscheckRow& row : report.rows) {
    json["engines"].push_back({{"engine", row.engine},
                               {"verdict", names[static_cast<int>(row.verdict)]},
                               {"plies", row.plies ? Json(*row.plies) : Json()},
                               {"refuted", row.complete ? Json("all") : Json(row.refuted)},
                               {"seconds", row.seconds},
                               {"memory", row.memory},
                               {"note", row.note.empty() ? Json() : Json(row.note)}});
  }
  json["disagreement"] = report.agrees() ? Json() : Json(report.disagreement);
  write_json(json);
}

ExitCode run_crosscheck(const CrosscheckArguments& o) {
  ProgressLine line;
  CrosscheckOptions options;
  options.start = o.start;
  options.white = o.white;
  options.seconds = o.seconds;
  options.memory = parse_size(o.memory);
  options.threads = o.threads;
  if (o.depth > 0) options.depth = o.depth;
  options.stop = &catch_interrupts();
  if (line.active()) options.progress = [&](const std::string& engine) { line.show(engine); };
  const CrosscheckReport report = crosscheck(o.game.game(), options);
  line.clear();
  o.json ? print_json(report) : print_text(report, o.white);
  if (!report.agrees()) throw Error("The engines disagree: " + report.disagreement);
  return success;
}

}  // namespace

Verb add_crosscheck(CommandLine& program) {
  Arguments verb = program.add_verb("crosscheck", "Ask every engine who wins, and compare");
  const auto o = std::make_shared<CrosscheckArguments>();
  add_game_argument(verb, o->game);
  add_variant_options(verb, o->game);
  add_start_option(verb, o->start, "From this position (default: the start of the game)");
  verb.flag("--white", o->white, "Ask whether White can force a win (default: Black)");
  verb.option("--seconds", o->seconds, "Time for each engine (default: 60)")
      .above_zero()
      .value_name("S");
  verb.option("--memory", o->memory, "Memory for each engine (default: 4G)").value_name("SIZE");
  verb.option("--depth", o->depth,
              "Plies that qbf looks at (default: what the others find, or #depth)")
      .between(1, 1000)
      .value_name("N");
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "The engines: a table by retrograde analysis, search, sets (decision diagrams), ic3, qbf; "
      "those\n"
      "that do not know the game are left out. Rules that are code (./mygame.so): a table, and "
      "sweeps over\n"
      "all moves, in every state. The exit code is 1 if two of them disagree.\n"
      "Example: zermelo crosscheck mnk columns=3 rows=3 k=3");
  return {verb, [o] { return run_crosscheck(*o); }};
}

}  // namespace zermelo::cli
