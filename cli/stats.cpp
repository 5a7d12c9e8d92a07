// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::string path;
  bool states = false, json = false;
  int threads = 0;
};

// Wins and losses by plies to the end.
std::map<int, std::uint64_t> by_plies(const StatsReport& report) {
  std::map<int, std::uint64_t> result;
  for (const auto& [value, count] : report.histogram) {
    if (!value.is_draw()) result[value.plies()] += count;
  }
  return result;
}

void print_report(const StatsReport& report, bool states) {
  fmt::print("{}  {}\nwins   {}\nlosses {}\ndraws  {}\n\n", states ? "states" : "positions",
             grouped(report.positions), grouped(report.wins), grouped(report.losses),
             grouped(report.draws));
  std::vector<std::vector<std::string>> rows = {{"plies", "wins", "losses"}};
  std::map<int, std::pair<std::uint64_t, std::uint64_t>> counts;
  for (const auto& [value, count] : report.histogram) {
    if (value.is_win()) counts[value.plies()].first += count;
    if (value.is_loss()) counts[value.plies()].second += count;
  }
  for (const auto& [plies, count] : counts) {
    rows.push_back({std::to_string(plies), count.first ? grouped(count.first) : "",
                    count.second ? grouped(count.second) : ""});
  }
  print_columns(rows);
  if (report.longest_win == 0) return;
  fmt::print("\nlongest win: {} plies, {} in all\n", report.longest_win,
             grouped(report.longest_count));
  for (const std::string& text : report.longest) fmt::print("  {}\n", text);
}

Json report_json(const StatsReport& report) {
  Json plies = Json::object();
  for (const auto& [n, count] : by_plies(report)) plies[std::to_string(n)] = count;
  return {{"positions", report.positions},
          {"wins", report.wins},
          {"losses", report.losses},
          {"draws", report.draws},
          {"longest_win", report.longest_win},
          {"longest_loss", report.longest_loss},
          {"plies", plies},
          {"longest_count", report.longest_count},
          {"longest", report.longest}};
}

void run(const Options& options) {
  const Table table = Table::open(options.path);
  ProgressLine progress;
  const StatsReport report =
      table.engine().stats(table.file(), options.states, options.threads, progress.work("reading"));
  progress.clear();
  if (options.json) return print_json(report_json(report));
  print_report(report, options.states);
}

}  // namespace

void add_stats(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* verb =
      app.add_subcommand("stats", "Count a table's values by plies; list the longest wins");
  verb->add_option("FILE", o->path, "A table file (.ztb)")->required();
  verb->add_flag(
      "--states", o->states,
      "Count the states that play can lead to and that are not won at once, not positions");
  verb->add_option("--threads", o->threads, "Threads (default: all processors)");
  verb->add_flag("--json", o->json, "Print JSON");
  verb->footer("Example: zermelo stats ostle-8.ztb --states");
  verb->callback([o] { run(*o); });
}

}  // namespace zermelo::cli
