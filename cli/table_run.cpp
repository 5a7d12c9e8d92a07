// SPDX-License-Identifier: MIT
#include "cli/table_run.h"

#include <fmt/format.h>

#include <atomic>
#include <vector>

#include "cli/interrupt.h"
#include "cli/resources.h"
#include "gen/error.h"

namespace zermelo::cli {

void add_long_run_options(Arguments& verb, LongRunOptions& o) {
  add_threads_option(verb, o.threads);
  verb.flag("--resume", o.resume, "Go on where an earlier run for FILE was stopped");
  verb.flag("--force", o.force,
            "Replace FILE even if it holds the table of another game, or another kind of table");
  verb.option("--checkpoint-every", o.checkpoint_seconds,
              "Seconds between checkpoints (default: 300)")
      .between(0.0, 1e9)
      .value_name("SECONDS");
  verb.flag("--log", o.log,
            "Report progress on stderr, one line per minute, even if it is not a terminal");
}

void require_file_for_table(const std::string& output) {
  if (!is_stdout(output)) return;
  throw UsageError(fmt::format(
      "A table cannot go to stdout: it is read again while it is made. Name a file instead of {}.",
      output));
}

void add_table_run_options(Arguments& verb, TableRunOptions& o) {
  add_game_argument(verb, o.game);
  verb.option("-o,--output", o.output, "Where the table goes")
      .required()
      .value_name("FILE")
      .file({"ztb"});
  add_memory_option(verb, o.memory);
  add_long_run_options(verb, o);
  add_json_option(verb, o.json);
}

void add_memory_option(Arguments& verb, std::string& memory) {
  verb.option("--memory", memory,
              "Refuse what needs more: 8G, 512M; none: no limit (default: what the machine has "
              "free)")
      .value_name("SIZE");
}

std::uint64_t memory_limit(const std::string& text) {
  if (text.empty()) return free_memory_limit;
  return text == "none" ? no_memory_limit : parse_size(text);
}

void add_all_moves_flag(Arguments& verb, bool& all_moves) {
  verb.flag("--all-moves", all_moves,
            "Also make moves that the repetition rule forbids, as the program behind the\n"
            "Ostle paper does for its Table 3");
}

SolveOptions solve_options(const TableRunOptions& o) {
  require_file_for_table(o.output);
  SolveOptions options;
  options.threads = o.threads;
  options.memory_limit = memory_limit(o.memory);
  options.resume = o.resume;
  options.force = o.force;
  options.checkpoint_seconds = o.checkpoint_seconds;
  options.stop = &catch_interrupts();
  return options;
}

SolveReport run_to_table(
    const TableRunOptions& o,
    const std::function<SolveReport(const std::string&, const SolveOptions&)>& work) {
  SolveOptions options = solve_options(o);
  SolveProgressLine line(o.log_kind());
  if (line.active()) {
    options.estimate = [&](const SolveEstimate& e) { line.begin(e); };
    options.progress = [&](const SolveProgress& p) { line(p, *options.stop); };
  }
  SolveReport report = work(o.output, options);
  line.clear();
  return report;
}

void print_table_run(const TableRunOptions& o, const SolveReport& report, const TableInfo& table,
                     const std::vector<std::vector<std::string>>& rows) {
  if (report.was_complete) print(fmt::format("{} is complete; nothing was done.\n", o.output));
  TextTable text("ll");
  text.add({"file", o.output});
  text.add({"positions", grouped(table.positions)});
  for (const auto& row : rows) text.add(row);
  text.add({"size", fmt::format("{} bytes ({})", grouped(table.bytes), bytes_text(table.bytes))});
  text.add({"bits per position", bits_per_position_text(table.bytes, table.positions)});
  if (!report.was_complete) {
    text.add({"time", fmt::format("{:.1f} s", report.seconds)});
    text.add({"peak memory", fmt::format("{} ({} planned)", bytes_text(peak_memory()),
                                         bytes_text(report.planned_memory))});
  }
  print(text.text());
}

void print_table_run_json(const TableRunOptions& o, const GameSpec& game, const SolveReport& report,
                          const TableInfo& table, const Json& own) {
  Json json;
  json["game"] = game.name;
  json["parameters"] = parameters_json(game);
  json["file"] = o.output;
  json["was_complete"] = report.was_complete;
  json["positions"] = table.positions;
  json.update(own);
  json["bytes"] = table.bytes;
  json["bits_per_position"] = bits_per_position_json(table.bytes, table.positions);
  json["seconds"] = report.seconds;
  json["peak_memory_bytes"] = peak_memory();
  json["planned_memory_bytes"] = report.planned_memory;
  write_json(json);
}

}  // namespace zermelo::cli
