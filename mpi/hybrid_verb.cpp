// SPDX-License-Identifier: MIT
// zermelo-mpi hybrid.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/hybrid_run.h"
#include "cli/output.h"
#include "gen/connect/parameters.h"
#include "gen/error.h"
#include "kinds/ranked/solve.h"
#include "mpi/ranks.h"
#include "mpi/verbs.h"
#include "tablebase/distributed/mpi_cluster.h"

namespace zermelo::cli {
namespace {

using symbolic::FetchCounts;
using HybridTotals = RankTotals<FetchCounts>;

std::vector<std::vector<std::string>> rows_of(const Cluster& cluster, int threads,
                                              const HybridReport& report, const HybridTotals& all) {
  const FetchCounts& c = all.counts;
  return {{"ranks", ranks_text(cluster, threads)},
          {"boards looked up",
           fmt::format("{}, {} of them asked for ({} local)", grouped(c.local + c.asked),
                       grouped(c.asked), percent_text(c.local, c.local + c.asked))},
          {"ranges asked for", grouped(c.ranges)},
          {"bytes sent", fmt::format("{} ({})", grouped(c.bytes), bytes_text(c.bytes))},
          {"rounds", grouped(c.rounds)},
          {"waiting", waiting_text(c.waiting, c.exchanging)},
          {"most memory of a rank", fmt::format("{} ({} planned)", bytes_text(all.most_memory),
                                                bytes_text(report.planned_memory))}};
}

Json json_of(const Cluster& cluster, int threads, const HybridReport& report,
             const HybridTotals& all) {
  const FetchCounts& c = all.counts;
  return {{"ranks", cluster.size()},
          {"threads_a_rank", threads},
          {"mpi", MpiCluster::library()},
          {"boards_local", c.local},
          {"boards_asked", c.asked},
          {"ranges_asked", c.ranges},
          {"bytes_sent", c.bytes},
          {"rounds", c.rounds},
          {"waiting_seconds", c.waiting},
          {"exchanging_seconds", c.exchanging},
          {"most_memory_bytes", all.most_memory},
          {"planned_memory_bytes", report.planned_memory}};
}

ExitCode run_distributed_hybrid(HybridArguments o, Cluster& cluster) {
  connect::Parameters game;
  fail_together(&cluster, [&] {
    const GameSpec spec = hybrid_game(o);
    if (spec.name != "connect") throw UsageError("Several ranks solve Connect Four only.");
    game = connect::parse_parameters(spec.parameters);
    hybrid_options(o);  // (to check them)
  });
  o.threads = threads_a_rank(o.threads, cluster);
  FetchCounts counts;
  const auto work = [&](const HybridOptions& options) {
    return symbolic::solve_hybrid_by_ranks(game, options, cluster, counts);
  };
  const HybridReport report = is_first(&cluster) ? run_hybrid(o, work) : work(hybrid_options(o));
  const HybridTotals all = totals_of(
      cluster, counts,
      {&FetchCounts::local, &FetchCounts::asked, &FetchCounts::ranges, &FetchCounts::bytes});
  if (!is_first(&cluster)) return success;
  if (o.json) {
    print_hybrid_json(o, report, json_of(cluster, o.threads, report, all));
  } else {
    print_hybrid(o, report, rows_of(cluster, o.threads, report, all));
  }
  finish_output();
  return success;
}

}  // namespace

Verb add_distributed_hybrid(CommandLine& program, Cluster& cluster) {
  Arguments verb =
      program.add_verb("hybrid", "Solve Connect Four with diagrams that number bit vectors");
  const auto o = std::make_shared<HybridArguments>();
  add_hybrid_arguments(verb, *o);
  verb.footer(
      "Like zermelo hybrid. Memory and threads are per rank. Rank 0 makes the diagrams, which\n"
      "all ranks read from FILE.layers, in a folder that all see (without FILE, the folder for\n"
      "temporary files); then each rank has a share of the boards. FILE is the same as\n"
      "zermelo's, byte for byte; --resume takes any number of ranks.\n"
      "Example: mpirun -np 4 zermelo-mpi hybrid connect columns=5 rows=5 -o connect-5x5.ztb");
  return {verb, [o, &cluster] { return run_distributed_hybrid(*o, cluster); }};
}

}  // namespace zermelo::cli
