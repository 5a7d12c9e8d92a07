// SPDX-License-Identifier: MIT
// zermelo stats: how many positions have which value.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "json/report_json.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct StatsArguments {
  std::string path;
  bool states = false, json = false;
  int threads = 0;
};

std::string plies_or_none(int plies) {
  return plies == 0 ? "none" : counted(static_cast<unsigned>(plies), "ply", "plies");
}

// The states of which a report shows the first ones, below `title`.
void print_greatest(const std::string& title, std::uint64_t count,
                    const std::vector<std::string>& shown) {
  print("\n" + title);
  if (shown.size() < count) print(fmt::format(", the first {}", grouped(shown.size())));
  print(":\n");
  for (const std::string& state : shown) print("  " + state + "\n");
}

void print_text(const StatsReport& report, bool states) {
  const std::string things = states ? "states" : "positions";
  TextTable counts("lrr");
  const auto add = [&](const std::string& name, std::uint64_t count) {
    counts.add({name, grouped(count), percent_text(count, report.positions)});
  };
  counts.add({things, grouped(report.positions)});
  add("wins", report.wins);
  add("losses", report.losses);
  add("draws", report.draws);
  print(counts.text());
  if (report.metric == Metric::outcome) return;
  const bool scores = report.metric == Metric::score;
  if (scores) {
    print(fmt::format("\nhighest win: by {}, highest loss: by {}\n\n", report.longest_win,
                      report.longest_loss));
  } else {
    print(fmt::format("\nlongest win: {}, longest loss: {}\n\n", plies_or_none(report.longest_win),
                      plies_or_none(report.longest_loss)));
  }

  TextTable plies("rrr");
  plies.add({scores ? "by" : "plies", "wins", "losses"});
  const auto unless_zero = [](std::uint64_t n) { return n == 0 ? "" : grouped(n); };
  for (const auto& [n, decided] : decided_by_plies(report)) {
    plies.add({std::to_string(n), unless_zero(decided.wins), unless_zero(decided.losses)});
  }
  print(plies.text());

  if (report.longest.empty()) return;
  print_greatest(
      fmt::format("{} won {}", counted(report.longest_count, states ? "state" : "position", things),
                  scores ? fmt::format("by {}", report.longest_win)
                         : "in " + plies_or_none(report.longest_win)),
      report.longest_count, report.longest);
}

void print_text(const ReachReport& report) {
  TextTable counts("lr");
  counts.add({"states", grouped(report.states)});
  counts.add({"positions", grouped(report.positions)});
  counts.add({"never reached", grouped(report.unreached_positions)});
  print(counts.text());
  print("\n");
  TextTable plies("rr");
  plies.add({"plies", "states"});
  for (const auto& [n, count] : report.histogram) plies.add({std::to_string(n), grouped(count)});
  print(plies.text());
  const std::uint64_t farthest = report.histogram.at(report.farthest);
  print_greatest(fmt::format("{} {} from the start", counted(farthest, "state", "states"),
                             plies_or_none(report.farthest)),
                 farthest, report.farthest_states);
}

ExitCode run_distances(const StatsArguments& o, const Table& table) {
  ProgressLine line;
  const ReachReport report = table.distance_stats({o.threads, work_progress(line, "counting")});
  line.clear();
  o.json ? write_json(stats_json(report)) : print_text(report);
  return success;
}

ExitCode run_stats(const StatsArguments& o) {
  const Table table = Table::open(o.path);
  if (table.holds_distances()) return run_distances(o, table);
  ProgressLine line;
  const StatsReport report = table.stats({o.threads, work_progress(line, "counting")}, o.states);
  line.clear();
  if (o.json)
    write_json(stats_json(report));
  else if (report.positions == 0)
    print_if_over_at_start(table.game());
  else
    print_text(report, o.states);
  return success;
}

}  // namespace

Verb add_stats(CommandLine& program) {
  Arguments verb = program.add_verb("stats", "Count a table's wins, losses and draws by plies");
  const auto o = std::make_shared<StatsArguments>();
  add_table_argument(verb, o->path);
  verb.flag("--states", o->states,
            "Count the states that play can lead to and that are not won at once, instead of "
            "positions");
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "Plies are those to the end of the game with best play, so a win in 1 ends it at once. For "
      "a\n"
      "table of distances (zermelo reach), the states are counted by plies from the start.\n"
      "Example: zermelo stats ostle-8.ztb --states");
  return {verb, [o] { return run_stats(*o); }};
}

}  // namespace zermelo::cli
