// SPDX-License-Identifier: MIT
// zermelo solve: computes a game's table.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "probe/engine.h"
#include "tablebase/table_file.h"

namespace zermelo::cli {
namespace {

struct Options {
  Words game;
  std::string output, memory;
  double checkpoint_seconds = 300;
  bool resume = false, json = false;
  int threads = 0;
};

std::uint64_t peak_memory() {
  rusage usage = {};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

// What the finished table holds, whether solved now or before.
struct Holding {
  std::uint64_t positions = 0, values = 0, bytes = 0;
  int longest = 0;  // plies

  explicit Holding(const TableFile& file)
      : positions(file.positions()), values(file.members()), bytes(file.bytes()) {
    for (const SliceRecord& slice : file.slices()) {
      for (const Value value : slice.palette) longest = std::max(longest, value.plies());
      if (slice.positions > slice.members) longest = std::max(longest, 1);
    }
  }
};

void print_text(const Options& o, const SolveReport& report, const Holding& table) {
  if (report.was_complete) print(fmt::format("{} is complete; nothing was done.\n", o.output));
  TextTable text("ll");
  text.add({"file", o.output});
  text.add({"positions", grouped(table.positions)});
  text.add({"values stored", grouped(table.values)});
  text.add({"longest value", counted(static_cast<unsigned>(table.longest), "ply", "plies")});
  text.add({"size", fmt::format("{} bytes ({})", grouped(table.bytes), bytes_text(table.bytes))});
  text.add({"bits per position", bits_per_position_text(table.bytes, table.positions)});
  if (!report.was_complete) {
    text.add({"time", fmt::format("{:.1f} s", report.seconds)});
    text.add({"peak memory", fmt::format("{} ({} planned)", bytes_text(peak_memory()),
                                         bytes_text(report.planned_memory))});
  }
  print(text.text());
}

void print_json(const Options& o, const GameSpec& game, const SolveReport& report,
                const Holding& table) {
  Json json;
  json["game"] = game.name;
  json["parameters"] = parameters_json(game);
  json["file"] = o.output;
  json["was_complete"] = report.was_complete;
  json["positions"] = table.positions;
  json["values"] = table.values;
  json["longest_plies"] = table.longest;
  json["bytes"] = table.bytes;
  json["bits_per_position"] = bits_per_position_json(table.bytes, table.positions);
  json["seconds"] = report.seconds;
  json["peak_memory_bytes"] = peak_memory();
  json["planned_memory_bytes"] = report.planned_memory;
  write_json(json);
}

ExitCode run(const Options& o) {
  const auto engine = make_engine(parse_game_spec(o.game));
  const std::atomic<bool>& interrupted = catch_interrupts();
  SolveProgressLine line;
  SolveOptions options;
  options.threads = o.threads;
  options.memory_limit = o.memory.empty() ? 0 : parse_size(o.memory);
  options.resume = o.resume;
  options.checkpoint_seconds = o.checkpoint_seconds;
  options.stop = &interrupted;
  if (line.active()) {
    options.progress = [&](const SolveProgress& p) { line(p, interrupted); };
  }
  const SolveReport report = engine->solve(o.output, options);
  line.clear();
  const Holding table{TableFile(o.output)};
  o.json ? print_json(o, engine->spec(), report, table) : print_text(o, report, table);
  return success;
}

}  // namespace

Verb add_solve(CLI::App& program) {
  CLI::App* verb = program.add_subcommand("solve", "Solve a game and write its table");
  const auto o = std::make_shared<Options>();
  add_game_argument(*verb, o->game);
  verb->add_option("-o,--output", o->output, "Where the table goes")->required()->type_name("FILE");
  add_threads_option(*verb, o->threads);
  verb->add_option("--memory", o->memory, "Refuse to start if more is needed: 8G, 512M")
      ->type_name("SIZE");
  verb->add_flag("--resume", o->resume, "Go on where an earlier solve of FILE was stopped");
  verb->add_option("--checkpoint-every", o->checkpoint_seconds,
                   "Seconds between checkpoints (default: 300)")
      ->check(CLI::Range(0.0, 1e9))
      ->type_name("SECONDS");
  add_json_option(*verb, o->json);
  verb->footer(
      "Ctrl-C saves a checkpoint (FILE.checkpoint and FILE.part) and stops; a second one stops at\n"
      "once. FILE appears when the table is complete.\n"
      "Example: zermelo solve ostle total=8 -o ostle-8.ztb --memory 2G");
  return {verb, [o] { return run(*o); }};
}

}  // namespace zermelo::cli
