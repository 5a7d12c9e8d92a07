// SPDX-License-Identifier: MIT
// zermelo-mpi solve.
#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>

#include "cli/output.h"
#include "cli/resources.h"
#include "cli/table_run.h"
#include "gen/error.h"
#include "mpi/distributed_solve.h"
#include "mpi/ranks.h"
#include "mpi/verbs.h"
#include "probe/game.h"
#include "tablebase/distributed/mpi_cluster.h"

namespace zermelo::cli {
namespace {

// What all ranks have done together.
struct RankTotals {
  ExchangeCounts counts;  // sums; rounds and seconds are the most that a rank has
  std::uint64_t most_memory = 0;
};

RankTotals totals_of(Cluster& cluster, const ExchangeCounts& own) {
  std::array<std::uint64_t, 4> sums = {own.local, own.sent, own.bytes, own.asked};
  cluster.reduce(sums, Cluster::Reduction::sum);
  RankTotals all;
  all.counts.local = sums[0];
  all.counts.sent = sums[1];
  all.counts.bytes = sums[2];
  all.counts.asked = sums[3];
  all.counts.rounds = most_of_ranks(cluster, own.rounds);
  all.counts.waiting = most_seconds_of_ranks(cluster, own.waiting);
  all.counts.exchanging = most_seconds_of_ranks(cluster, own.exchanging);
  all.most_memory = most_of_ranks(cluster, peak_memory());
  return all;
}

void print_text(const TableRunOptions& o, const Cluster& cluster, const SolveReport& report,
                const TableInfo& table, const RankTotals& all) {
  const ExchangeCounts& c = all.counts;
  print_table_run(
      o, report, table,
      {{"values stored", grouped(table.values)},
       {"longest value", counted(static_cast<unsigned>(table.greatest), "ply", "plies")},
       {"ranks", ranks_text(cluster, o.threads)},
       {"updates", fmt::format("{}, {} of them sent ({} local)", grouped(c.local + c.sent),
                               grouped(c.sent), percent_text(c.local, c.local + c.sent))},
       {"values asked for", c.asked == 0 ? "none, for all ranks have them" : grouped(c.asked)},
       {"bytes sent", fmt::format("{} ({})", grouped(c.bytes), bytes_text(c.bytes))},
       {"rounds", grouped(c.rounds)},
       {"waiting", waiting_text(c.waiting, c.exchanging)},
       {"most memory of a rank", bytes_text(all.most_memory)}});
}

void print_json(const TableRunOptions& o, const Cluster& cluster, const SolveReport& report,
                const TableInfo& table, const RankTotals& all) {
  const ExchangeCounts& c = all.counts;
  const Json own{{"values", table.values},
                 {"longest_plies", table.greatest},
                 {"ranks", cluster.size()},
                 {"threads_a_rank", o.threads},
                 {"mpi", MpiCluster::library()},
                 {"updates_local", c.local},
                 {"updates_sent", c.sent},
                 {"values_asked", c.asked},
                 {"bytes_sent", c.bytes},
                 {"rounds", c.rounds},
                 {"waiting_seconds", c.waiting},
                 {"exchanging_seconds", c.exchanging},
                 {"most_memory_bytes", all.most_memory}};
  print_table_run_json(o, make_game(o.game.spec())->spec(), report, table, own);
}

ExitCode run_distributed_solve(TableRunOptions o, Cluster& cluster) {
  GameSpec game;
  agree(&cluster, [&] {
    game = o.game.spec();
    solve_options(o);  // (as it is understood)
  });
  o.threads = threads_a_rank(o.threads, cluster);
  ExchangeCounts counts;
  const auto work = [&](const std::string& path, const SolveOptions& options) {
    return solve_distributed(game, path, options, cluster, counts);
  };
  const SolveReport report =
      is_first(&cluster) ? run_to_table(o, work) : work(o.output, solve_options(o));
  const RankTotals all = totals_of(cluster, counts);
  if (!is_first(&cluster)) return success;
  const TableInfo table = read_table_info(o.output);
  if (o.json) {
    print_json(o, cluster, report, table, all);
  } else {
    print_text(o, cluster, report, table, all);
  }
  finish_output();
  return success;
}

}  // namespace

Verb add_distributed_solve(CommandLine& program, Cluster& cluster) {
  Arguments verb = program.add_verb("solve", "Solve a game and write its table");
  const auto o = std::make_shared<TableRunOptions>();
  add_table_run_options(verb, *o);
  verb.footer(
      "Memory and threads are those of a rank. Each rank keeps its part of a checkpoint\n"
      "(FILE.checkpoint.EPOCH.RANK) beside FILE, in a folder that all ranks see; --resume takes "
      "as\n"
      "many ranks as before. FILE is the same as zermelo's, byte for byte.\n"
      "Example: mpirun -np 4 zermelo-mpi solve ostle total=8 -o ostle-8.ztb --memory 2G");
  return {verb, [o, &cluster] { return run_distributed_solve(*o, cluster); }};
}

}  // namespace zermelo::cli
