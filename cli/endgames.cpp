// SPDX-License-Identifier: MIT
// zermelo endgames: makes the endgame tables of a chess variant.
#include "probe/endgames.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/resources.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "gen/error.h"

namespace zermelo::cli {
namespace {

struct EndgameArguments {
  GameArgument game;
  std::string folder, memory, metric = "distance";
  int men = 3, threads = 0;
  Words materials;
  bool estimate = false, json = false;
};

EndgameChoice choice_of(const EndgameArguments& o) {
  return {o.men, o.materials, endgame_metric(o.metric)};
}
std::string folder_of(const EndgameArguments& o) {
  if (!o.folder.empty()) return o.folder;
  // "FILE.ini:NAME" and "NAME"
  return o.game.variant.substr(o.game.variant.rfind(':') + 1);
}

void print_estimate(const EndgameArguments& o, const EndgameEstimate& e) {
  if (o.json) {
    write_json({{"tables", e.tables},
                {"numbers", e.numbers},
                {"memory", e.memory},
                {"disk", e.disk},
                {"seconds", e.seconds},
                {"largest", e.largest}});
    return;
  }
  if (e.tables == 0) return print("All these tables are there.\n");
  TextTable rows("ll");
  rows.add({"tables to make", grouped(e.tables)});
  rows.add({"numbers", grouped(e.numbers)});
  rows.add({"memory", fmt::format("{} (for {})", bytes_text(e.memory), e.largest)});
  rows.add({"disk", fmt::format("{} at most", bytes_text(e.disk))});
  rows.add({"processor time", fmt::format("about {:.0f} s", std::max(1.0, e.seconds))});
  print(rows.text());
}

std::string longest_text(const EndgameArguments& o, const EndgameTable& table) {
  if (table.longest_win < 0) return "-";
  if (o.metric == "dtz") return grouped(static_cast<unsigned>(table.longest_win), "ply", "plies");
  const int moves = (table.longest_win + 1) / 2;
  return grouped(static_cast<unsigned>(moves), "move", "moves");
}

void print_report(const EndgameArguments& o, const EndgameReport& report) {
  std::uint64_t positions = 0, bytes = 0;
  if (o.json) {
    Json tables = Json::array();
    for (const EndgameTable& t : report.tables) {
      Json longest;
      if (t.longest_win >= 0) longest = {{"plies", t.longest_win}, {"position", t.longest}};
      tables.push_back({{"material", t.material},
                        {"positions", t.positions},
                        {"bytes", t.bytes},
                        {"longest_win", longest},
                        {"was_there", t.was_there}});
    }
    write_json({{"folder", folder_of(o)},
                {"metric", o.metric},
                {"tables", tables},
                {"planned_memory", report.planned_memory},
                {"seconds", report.seconds}});
    return;
  }
  TextTable rows("lrrrl");
  rows.add({"material", "positions", "bytes",
            o.metric == "dtz" ? "longest to zeroing" : "longest win", "in"});
  for (const EndgameTable& t : report.tables) {
    positions += t.positions;
    bytes += t.bytes;
    rows.add({t.material, grouped(t.positions), grouped(t.bytes), longest_text(o, t), t.longest});
  }
  print(rows.text());
  const double bits =
      positions == 0 ? 0 : 8.0 * static_cast<double>(bytes) / static_cast<double>(positions);
  print(fmt::format("\n{}: {}, {} positions, {} bytes ({:.2f} bits a position), {:.1f} s\n",
                    folder_of(o), grouped(report.tables.size(), "table", "tables"),
                    grouped(positions), grouped(bytes), bits, report.seconds));
}

ExitCode run_endgames(const EndgameArguments& o) {
  const auto game = o.game.game();
  if (o.estimate) {
    print_estimate(o, estimate_endgames(*game, folder_of(o), choice_of(o)));
    return success;
  }
  EndgameOptions options;
  options.threads = o.threads;
  options.memory_limit = memory_limit(o.memory);
  options.stop = &catch_interrupts();
  ProgressLine line;
  options.progress = [&](const EndgameProgress& p) {
    const double share =
        p.total == 0 ? 0 : static_cast<double>(p.done) / static_cast<double>(p.total);
    line.show(
        fmt::format("{}: table {} of {}, {:.0f} %", p.material, p.table, p.tables, 100 * share));
  };
  const EndgameReport report = make_endgames(*game, folder_of(o), choice_of(o), options);
  line.clear();
  print_report(o, report);
  return success;
}

}  // namespace

Verb add_endgames(CommandLine& program) {
  Arguments verb =
      program.add_verb("endgames", "Make the endgame tables of a chess variant, in a folder");
  const auto o = std::make_shared<EndgameArguments>();
  o->game.variant = "chess";
  add_variant_options(verb, o->game);
  verb.option("--men", o->men, "All materials of up to so many men, kings and pawns included")
      .value_name("N")
      .between(2, 8);
  verb.option("--material", o->materials,
              "Only this material and what it converts to, such as KRvK; may be given again")
      .value_name("MATERIAL")
      .one_value();
  verb.option("--metric", o->metric,
              "What the tables tell: distance (plies to the end of the game), outcomes (who wins), "
              "or dtz (plies to the next capture or pawn move, with the n-move rule)")
      .value_name("METRIC")
      .one_of({"distance", "outcomes", "dtz"});
  verb.option("-o,--output", o->folder, "The folder; without it, the variant's name")
      .value_name("FOLDER")
      .folder();
  verb.flag("--estimate", o->estimate, "Only tell what there is to do, and what it takes");
  add_memory_option(verb, o->memory);
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "Tables that the folder has are kept, so a run that was stopped goes on when it is called "
      "again.\n"
      "The folder is one table for all other verbs.\n"
      "Example: zermelo endgames --variant chess --men 3\n"
      "Example: zermelo probe chess 8/8/8/8/3k4/8/8/KR6 w --moves");
  return {verb, [o] { return run_endgames(*o); }};
}

}  // namespace zermelo::cli
