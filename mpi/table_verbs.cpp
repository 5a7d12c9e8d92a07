// SPDX-License-Identifier: MIT
// zermelo-mpi solve and reach.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/output.h"
#include "cli/table_run.h"
#include "gen/error.h"
#include "gen/text/counted.h"
#include "mpi/distributed_solve.h"
#include "mpi/ranks.h"
#include "mpi/verbs.h"
#include "probe/game.h"
#include "tablebase/distributed/mpi_cluster.h"
#include "tablebase/format/table_file.h"

namespace zermelo::cli {
namespace {

using TableTotals = RankTotals<ExchangeCounts>;

// What is made: a table of values, or one of distances from the start.
struct TableArguments {
  TableRunOptions table;
  bool of_distances = false;
  bool all_moves = false;

  std::string metric() const {
    if (!of_distances) return distance_metric;
    return all_moves ? reach_all_metric : reach_metric;
  }
};

void print_text(const TableArguments& arguments, const Cluster& cluster, const SolveReport& report,
                const TableInfo& table, const TableTotals& all) {
  const TableRunOptions& o = arguments.table;
  const ExchangeCounts& c = all.counts;
  const std::string greatest = counted(static_cast<unsigned>(table.greatest), "ply", "plies");
  std::vector<std::vector<std::string>> rows;
  if (arguments.of_distances) {
    rows = {{"farthest position", greatest}};
  } else {
    rows = {{"values stored", grouped(table.values)}, {"longest value", greatest}};
  }
  rows.push_back({"ranks", ranks_text(cluster, o.threads)});
  rows.push_back(
      {"updates", fmt::format("{}, {} of them sent ({} local)", grouped(c.local + c.sent),
                              grouped(c.sent), percent_text(c.local, c.local + c.sent))});
  if (!arguments.of_distances) {
    rows.push_back(
        {"values asked for", c.asked == 0 ? "none, since all ranks have them" : grouped(c.asked)});
  }
  rows.push_back({"bytes sent", fmt::format("{} ({})", grouped(c.bytes), bytes_text(c.bytes))});
  rows.push_back({"rounds", grouped(c.rounds)});
  rows.push_back({"waiting", waiting_text(c.waiting, c.exchanging)});
  rows.push_back({"most memory of a rank", bytes_text(all.most_memory)});
  print_table_run(o, report, table, rows);
}

void print_json(const TableArguments& arguments, const Cluster& cluster, const SolveReport& report,
                const TableInfo& table, const TableTotals& all) {
  const TableRunOptions& o = arguments.table;
  const ExchangeCounts& c = all.counts;
  Json own{{"ranks", cluster.size()},
           {"threads_a_rank", o.threads},
           {"mpi", MpiCluster::library()},
           {"updates_local", c.local},
           {"updates_sent", c.sent},
           {"bytes_sent", c.bytes},
           {"rounds", c.rounds},
           {"waiting_seconds", c.waiting},
           {"exchanging_seconds", c.exchanging},
           {"most_memory_bytes", all.most_memory}};
  if (arguments.of_distances) {
    own["farthest_plies"] = table.greatest;
  } else {
    own["values"] = table.values;
    own["longest_plies"] = table.greatest;
    own["values_asked"] = c.asked;
  }
  print_table_run_json(o, make_game(o.game.spec())->spec(), report, table, own);
}

ExitCode make_table(TableArguments arguments, Cluster& cluster) {
  TableRunOptions& o = arguments.table;
  GameSpec game;
  fail_together(&cluster, [&] {
    game = o.game.spec();
    solve_options(o);  // (to check them)
  });
  o.threads = threads_a_rank(o.threads, cluster);
  ExchangeCounts counts;
  const auto work = [&](const std::string& path, const SolveOptions& options) {
    return solve_distributed(game, arguments.metric(), path, options, cluster, counts);
  };
  const SolveReport report =
      is_first(&cluster) ? run_to_table(o, work) : work(o.output, solve_options(o));
  const TableTotals all = totals_of(cluster, counts,
                                    {&ExchangeCounts::local, &ExchangeCounts::sent,
                                     &ExchangeCounts::bytes, &ExchangeCounts::asked});
  if (!is_first(&cluster)) return success;
  const TableInfo table = read_table_info(o.output);
  if (o.json) {
    print_json(arguments, cluster, report, table, all);
  } else {
    print_text(arguments, cluster, report, table, all);
  }
  finish_output();
  return success;
}

}  // namespace

Verb add_distributed_solve(CommandLine& program, Cluster& cluster) {
  Arguments verb = program.add_verb("solve", "Solve a game and write its table");
  const auto o = std::make_shared<TableArguments>();
  add_table_run_options(verb, o->table);
  verb.footer(
      "Memory and threads are per rank. Each rank keeps its part of a checkpoint\n"
      "(FILE.checkpoint.EPOCH.RANK) beside FILE, in a folder that all ranks see; --resume needs\n"
      "as many ranks as before. FILE is the same as zermelo's, byte for byte.\n"
      "Example: mpirun -np 4 zermelo-mpi solve ostle total=8 -o ostle-8.ztb --memory 2G");
  return {verb, [o, &cluster] { return make_table(*o, cluster); }};
}

Verb add_distributed_reach(CommandLine& program, Cluster& cluster) {
  Arguments verb =
      program.add_verb("reach", "Find how far every state is from the start of a game");
  const auto o = std::make_shared<TableArguments>();
  o->of_distances = true;
  add_table_run_options(verb, o->table);
  add_all_moves_flag(verb, o->all_moves);
  verb.footer(
      "Memory, threads and checkpoints are as for solve. FILE is the same as zermelo's, byte for\n"
      "byte.\n"
      "Example: mpirun -np 4 zermelo-mpi reach ostle size=4 -o ostle-4-reach.ztb");
  return {verb, [o, &cluster] { return make_table(*o, cluster); }};
}

}  // namespace zermelo::cli
