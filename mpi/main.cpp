// SPDX-License-Identifier: MIT
// zermelo-mpi: one solve by several processes, which mpirun starts. All of them read the same
// command line; rank 0 speaks.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <thread>

#include "cli/output.h"
#include "cli/resources.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "gen/parallel.h"
#include "mpi/distributed_solve.h"
#include "probe/game.h"
#include "tablebase/distributed/mpi_cluster.h"

namespace zermelo::cli {
namespace {

// --- solve ---------------------------------------------------------------------------------------

// What all ranks have done together.
struct RankTotals {
  ExchangeCounts counts;  // sums; rounds and seconds are the most that a rank has
  std::uint64_t most_memory = 0;
};

RankTotals totals_of(Cluster& cluster, const ExchangeCounts& own) {
  constexpr double micro = 1e6;
  std::array<std::uint64_t, 4> sums = {own.local, own.sent, own.bytes, own.asked};
  cluster.reduce(sums, Cluster::Reduction::sum);
  const auto most = [&](std::uint64_t number) {
    return ~reduced(&cluster, ~number, Cluster::Reduction::least);
  };
  RankTotals all;
  all.counts.local = sums[0];
  all.counts.sent = sums[1];
  all.counts.bytes = sums[2];
  all.counts.asked = sums[3];
  all.counts.rounds = most(own.rounds);
  all.counts.waiting =
      static_cast<double>(most(static_cast<std::uint64_t>(micro * own.waiting))) / micro;
  all.counts.exchanging =
      static_cast<double>(most(static_cast<std::uint64_t>(micro * own.exchanging))) / micro;
  all.most_memory = most(peak_memory());
  return all;
}

// All processors that this process may use; where ranks are not bound to some of them, a share.
int threads_a_rank(int wanted, const Cluster& cluster) {
  if (wanted > 0) return wanted;
  const int usable = thread_count(0);
  const bool is_bound = usable < static_cast<int>(std::thread::hardware_concurrency());
  return is_bound ? usable : std::max(1, usable / cluster.ranks_here());
}

void print_text(const TableRunOptions& o, const Cluster& cluster, const SolveReport& report,
                const TableInfo& table, const RankTotals& all) {
  const ExchangeCounts& c = all.counts;
  print_table_run(
      o, report, table,
      {{"values stored", grouped(table.values)},
       {"longest value", counted(static_cast<unsigned>(table.greatest), "ply", "plies")},
       {"ranks", fmt::format("{}, {} each ({})", cluster.size(),
                             counted(static_cast<unsigned>(o.threads), "thread", "threads"),
                             MpiCluster::library())},
       {"updates", fmt::format("{}, {} of them sent ({} local)", grouped(c.local + c.sent),
                               grouped(c.sent), percent_text(c.local, c.local + c.sent))},
       {"values asked for", c.asked == 0 ? "none, for all ranks have them" : grouped(c.asked)},
       {"bytes sent", fmt::format("{} ({})", grouped(c.bytes), bytes_text(c.bytes))},
       {"rounds", grouped(c.rounds)},
       {"waiting",
        fmt::format("{:.1f} s for others, {:.1f} s exchanging, at most", c.waiting, c.exchanging)},
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

// --- The program ---------------------------------------------------------------------------------

ExitCode complain(ExitCode code, const std::string& sentence) {
  std::fflush(stdout);
  std::fputs(fmt::format("zermelo-mpi: {}\n", sentence).c_str(), stderr);
  return code;
}

// What all ranks find wrong alike, before they do anything together.
ExitCode complain_of_usage(const Cluster& cluster, const std::string& sentence) {
  if (!is_first(&cluster)) return usage_error;
  return complain(usage_error, sentence + " See zermelo-mpi --help.");
}

// The rank that says what is wrong ends the others. Those that fail alone must, for the others
// would wait for ever; and where all have agreed to fail, this ends what MPI may still be sending.
[[noreturn]] void complain_and_end(ExitCode code, const std::string& sentence) {
  complain(code, sentence);
  MpiCluster::abort(code);
}

ExitCode run_verb(const Verb& verb, Cluster& cluster) {
  try {
    return verb.run();
  } catch (const PeerFailed&) {  // (Nothing to say; this waits for the end in MPI_Finalize.)
    return failure;
  } catch (const Interrupted& stopped) {  // on all ranks
    return is_first(&cluster) ? complain(failure, stopped.what()) : failure;
  } catch (const UsageError& error) {
    complain_and_end(usage_error, error.what());
  } catch (const std::bad_alloc&) {
    complain_and_end(failure, "There is not enough memory.");
  } catch (const std::exception& error) {
    complain_and_end(failure, error.what());
  }
}

ExitCode run(Cluster& cluster, int argc, char** argv) {
  CommandLine program(
      {.name = "zermelo-mpi",
       .description = "zermelo for several processes: mpirun starts it as often as there are to be "
                      "ranks, and\nthey solve one game together. What it makes, zermelo reads.",
       .version = creator(),
       .footer = "Exit codes: 0 all is well, 1 failure, 2 wrong usage.\n"
                 "Example: mpirun -np 4 zermelo-mpi solve ostle total=8 -o ostle-8.ztb"});
  const Verb solve = add_distributed_solve(program, cluster);
  try {
    const std::string verb = argc > 1 ? argv[1] : "";
    if (!verb.empty() && verb.front() != '-' && verb != "solve") {
      throw UsageError(fmt::format(
          "zermelo-mpi can only solve; for what else there is, {} among it or not, take zermelo.",
          verb));
    }
    if (const std::string text = program.parse(argc, argv); !text.empty()) {
      if (is_first(&cluster)) print(text);
      return success;
    }
  } catch (const UsageError& error) {
    return complain_of_usage(cluster, error.what());
  }
  return run_verb(solve, cluster);
}

}  // namespace
}  // namespace zermelo::cli

int main(int argc, char** argv) {
  zermelo::cli::reserve_standard_streams();
  zermelo::MpiCluster cluster(argc, argv);
  return zermelo::cli::run(cluster, argc, argv);
}
