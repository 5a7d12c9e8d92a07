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
#include "gen/error.h"
#include "json/report_json.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct StatsArguments {
  TableArgument table;
  bool states = false, materials = false, json = false;
  int threads = 0;
};

std::string plies_or_none(int plies) {
  return plies == 0 ? "none" : grouped(static_cast<unsigned>(plies), "ply", "plies");
}

// How many positions there are, in the ways in which publications count them.
void print_folding(const FoldingReport& folding) {
  const std::uint64_t movers = folding.folds_mover ? 2 : 1;
  TextTable counts("lrr");
  counts.add({"positions", "reached", "listed"});
  counts.add({"as the table folds them", grouped(folding.reached), grouped(folding.listed.folded)});
  counts.add(
      {"with both movers", grouped(movers * folding.reached), grouped(folding.listed.both_movers)});
  const bool lists_all = folding.reached == folding.listed.folded;
  const std::string apart = grouped(folding.listed.apart);
  counts.add({"and without symmetries", lists_all ? apart : "-", apart});
  print("\n" + counts.text());
  const std::string symmetries =
      folding.symmetries == 1 ? "no symmetries" : fmt::format("{} symmetries", folding.symmetries);
  print(fmt::format("\nThe rules have {}; the side to move {}.\n", symmetries,
                    folding.folds_mover ? "is folded: positions that differ by an exchange of the "
                                          "colours are one"
                                        : "is not folded"));
  print(
      fmt::format("{}Positions in which the game is over are not counted.\n",
                  lists_all ? "" : "Positions that are won at once are reached, but not listed. "));
}

// The same by the pieces that are there.
void print_materials(const FoldingReport& folding) {
  TextTable sets("lrrr");
  sets.add({"pieces", "listed", "with both movers", "without symmetries"});
  for (const auto& [name, listed] : folding.materials)
    sets.add({name, grouped(listed.folded), grouped(listed.both_movers), grouped(listed.apart)});
  print("\n" + sets.text());
}

// A folder of endgame tables, material by material.
void print_endgames(const std::vector<EndgameStats>& tables, Metric metric) {
  const bool zeroes = metric == Metric::zeroing;
  TextTable rows(zeroes ? "llrrrrrrrr" : "llrrrrrr");
  std::vector<std::string> head{"material", "to move", "positions", "without symmetries",
                                "wins",     "losses",  "draws",     "longest win"};
  if (zeroes) {
    head.back() = "longest to zeroing";
    head.insert(head.end(), {"cursed wins", "blessed losses"});
  }
  rows.add(head);
  for (const EndgameStats& table : tables) {
    for (std::size_t s = 0; s < 2; ++s) {
      const EndgameStats::Side& side = table.sides[s];
      std::vector<std::string> row{s == 0 ? table.material : "", s == 0 ? "White" : "Black",
                                   grouped(side.positions),      grouped(side.unfolded),
                                   grouped(side.wins),           grouped(side.losses),
                                   grouped(side.draws),          plies_or_none(side.longest_win)};
      if (zeroes) row.insert(row.end(), {grouped(side.cursed_wins), grouped(side.blessed_losses)});
      rows.add(row);
    }
  }
  print("\n" + rows.text());
  TextTable zugzwangs("lrl");
  zugzwangs.add({"material", "mutual zugzwangs", "the first, with White to move"});
  bool any = false;
  for (const EndgameStats& table : tables) {
    if (table.mutual_zugzwangs == 0) continue;
    any = true;
    zugzwangs.add({table.material, grouped(table.mutual_zugzwangs), table.mutual_zugzwang});
  }
  print(any ? "\n" + zugzwangs.text() : "\nThere is no mutual zugzwang.\n");
}

// The states of which a report shows the first ones, below `title`.
void print_greatest(const std::string& title, std::uint64_t count,
                    const std::vector<std::string>& shown) {
  print("\n" + title);
  if (shown.size() < count) print(fmt::format(", the first {}", grouped(shown.size())));
  print(":\n");
  for (const std::string& state : shown) print("  " + state + "\n");
}

// What a table of a puzzle says; `counts` has how many positions there are.
void print_solutions(const StatsReport& report, TextTable& counts) {
  counts.add({"solvable", grouped(report.wins), percent_text(report.wins, report.positions)});
  counts.add({"unsolvable", grouped(report.draws), percent_text(report.draws, report.positions)});
  print(counts.text());
  const std::string longest = grouped(static_cast<unsigned>(report.longest_win), "move", "moves");
  print(fmt::format("\nlongest solution: {}\n\n", report.wins == 0 ? "none" : longest));
  TextTable moves("rr");
  moves.add({"moves", "positions"});
  for (const auto& [n, decided] : decided_by_plies(report))
    moves.add({std::to_string(n), grouped(decided.wins)});
  print(moves.text());
  if (report.longest.empty()) return;
  print_greatest(fmt::format("{} solved in {}",
                             grouped(report.longest_count, "position", "positions"), longest),
                 report.longest_count, report.longest);
}

void print_text(const StatsReport& report, bool states) {
  const std::string things = states ? "states" : "positions";
  TextTable counts("lrr");
  const auto add = [&](const std::string& name, std::uint64_t count) {
    counts.add({name, grouped(count), percent_text(count, report.positions)});
  };
  counts.add({things, grouped(report.positions)});
  if (report.metric == Metric::moves) return print_solutions(report, counts);
  add("wins", report.wins);
  add("losses", report.losses);
  add("draws", report.draws);
  const bool zeroes = report.metric == Metric::zeroing;
  if (zeroes) {
    const DecidedCount past = decided_past_rule(report);
    add("cursed wins", past.wins);
    add("blessed losses", past.losses);
  }
  print(counts.text());
  if (report.folding) print_folding(*report.folding);
  if (report.metric == Metric::outcome) return;
  const bool scores = report.metric == Metric::score;
  if (scores) {
    print(fmt::format("\nhighest win: by {}, highest loss: by {}\n\n", report.longest_win,
                      report.longest_loss));
  } else {
    print(fmt::format("\n{}: {}, longest loss: {}\n\n",
                      zeroes ? "longest win to zeroing" : "longest win",
                      plies_or_none(report.longest_win), plies_or_none(report.longest_loss)));
  }

  TextTable plies("rrr");
  plies.add({scores ? "by" : "plies", "wins", "losses"});
  const auto unless_zero = [](std::uint64_t n) { return n == 0 ? "" : grouped(n); };
  for (const auto& [n, decided] : decided_by_plies(report)) {
    plies.add({std::to_string(n), unless_zero(decided.wins), unless_zero(decided.losses)});
  }
  if (const DecidedCount endless = decided_by_endless_play(report); endless.any())
    plies.add({"endless", unless_zero(endless.wins), unless_zero(endless.losses)});
  print(plies.text());

  if (report.longest.empty()) return;
  print_greatest(fmt::format("{} won {}{}",
                             grouped(report.longest_count, states ? "state" : "position", things),
                             zeroes ? "zeroing " : "",
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
  if (report.folding) print_folding(*report.folding);
  print("\n");
  TextTable plies("rr");
  plies.add({"plies", "states"});
  for (const auto& [n, count] : report.histogram) plies.add({std::to_string(n), grouped(count)});
  print(plies.text());
  const std::uint64_t farthest = report.histogram.at(report.farthest);
  print_greatest(fmt::format("{} {} from the start", grouped(farthest, "state", "states"),
                             plies_or_none(report.farthest)),
                 farthest, report.farthest_states);
}

// Of a report on a table whose materials are asked for.
template <class Report>
const FoldingReport& folding_of(const Report& report, const StatsArguments& o) {
  if (report.folding) return *report.folding;
  throw UsageError(fmt::format(
      "{} is neither of a game in version 2 of BDDL nor of a chess variant: its positions are not "
      "listed by sets of pieces.",
      o.table.path));
}

ExitCode run_distances(const StatsArguments& o, const Table& table) {
  ProgressLine line;
  const ReachReport report = table.distance_stats({o.threads, work_progress(line, "counting")});
  line.clear();
  if (o.json) {
    write_json(stats_json(report));
    return success;
  }
  print_text(report);
  if (o.materials) print_materials(folding_of(report, o));
  return success;
}

ExitCode run_stats(const StatsArguments& o) {
  const Table table = o.table.open();
  if (table.holds_distances()) return run_distances(o, table);
  ProgressLine line;
  const StatsReport report = table.stats({o.threads, work_progress(line, "counting")}, o.states);
  line.clear();
  if (o.json) {
    write_json(stats_json(report));
    return success;
  }
  if (report.positions == 0) {
    print_if_over_at_start(table.game());
    return success;
  }
  print_text(report, o.states);
  if (o.materials && !report.endgames.empty())
    print_endgames(report.endgames, report.metric);
  else if (o.materials)
    print_materials(folding_of(report, o));
  return success;
}

}  // namespace

Verb add_stats(CommandLine& program) {
  Arguments verb = program.add_verb("stats", "Count a table's wins, losses and draws by plies");
  const auto o = std::make_shared<StatsArguments>();
  add_table_argument(verb, o->table);
  verb.flag("--states", o->states,
            "Count the states that play can lead to and that are not won at once, instead of "
            "positions");
  verb.flag("--materials", o->materials,
            "Also list the sets of pieces in a game in version 2 of BDDL or a chess variant, with "
            "their positions");
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
