// SPDX-License-Identifier: MIT
// zermelo report: what a table tells of its game as a whole, beside what has been published.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/report_document.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::string game, path, format = "text";
  std::vector<std::string> reach;
  bool json = false;
  int threads = 0;
};

Table open_table(const Options& o) {
  if (o.game != "ostle") {
    throw UsageError(fmt::format("There is no report on '{}', only on ostle.", o.game));
  }
  Table table = Table::open(o.path);
  if (table.file().header().game.name != o.game) {
    throw Error(fmt::format("{} is no table of {}.", o.path, o.game));
  }
  return table;
}

std::optional<Value> start_value(const Table& table) {
  try {
    return table.probe(table.start());
  } catch (const NotInTable&) {
    return std::nullopt;
  }
}

// What a table of distances tells of the same game.
ReachReport reach_report(const Table& table, const std::string& path, const Options& o) {
  const Table distances = Table::open(path);
  if (!distances.holds_distances() || distances.file().header().game != table.file().header().game)
    throw Error(fmt::format("{} is no table of distances of the game of {}.", path, o.path));
  ProgressLine line;
  return distances.engine().reach_stats(distances.file(), o.threads,
                                        work_progress(line, "counting distances"));
}

ostle::Report make_report(const Table& table, const Options& o) {
  std::vector<ReachReport> reach;
  for (const std::string& path : o.reach) reach.push_back(reach_report(table, path, o));
  ProgressLine line;
  const SurveyReport survey =
      table.engine().survey(table.file(), o.threads, work_progress(line, "surveying"));
  return ostle::make_report(table.engine().spec(), survey, start_value(table), reach);
}

void print_report(const ostle::Report& report, const Table& table, const Options& o) {
  if (o.json) return write_json(json_of(report));
  const Document document = document_of(report, table.engine());
  print(o.format == "markdown" ? document.markdown() : document.text());
}

ExitCode run(const Options& o) {
  const Table table = open_table(o);
  const ostle::Report report = make_report(table, o);
  print_report(report, table, o);
  const auto differences = report.differences();
  if (differences.empty()) return success;
  throw Error(fmt::format("{} from what is published: {}{}.",
                          differences.size() == 1
                              ? "One figure differs"
                              : fmt::format("{} figures differ", differences.size()),
                          differences.size() == 1 ? "" : "the first is ", differences.front()));
}

}  // namespace

Verb add_report(CLI::App& program) {
  CLI::App* verb = program.add_subcommand(
      "report", "Print what a table tells of its game, beside what has been published");
  const auto o = std::make_shared<Options>();
  verb->add_option("GAME", o->game, "The table's game; there are reports on ostle only")
      ->required()
      ->type_name("");
  add_table_argument(*verb, o->path);
  auto* format = verb->add_option("--format", o->format, "How to print it (default: text)")
                     ->check(CLI::IsMember({"text", "markdown"}))
                     ->type_name("text|markdown");
  verb->add_option("--reach", o->reach,
                   "Also report the distances in this table (zermelo reach); may be given again")
      ->type_name("FILE")
      ->allow_extra_args(false);
  add_threads_option(*verb, o->threads);
  verb->add_flag("--json", o->json, "Print JSON, for programs")->excludes(format);
  verb->footer(
      "Every number is computed from the table. If it is of the full game under the rule of the\n"
      "published solution, and a number is not the published one, the exit code is 1.\n"
      "Example: zermelo report ostle ostle.ztb --format markdown");
  return {verb, [o] { return run(*o); }};
}

}  // namespace zermelo::cli
