// SPDX-License-Identifier: MIT
// zermelo-mpi: one solve by several processes, which mpirun starts. All of them read the same
// command line; only rank 0 prints.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "gen/wrong_file.h"
#include "mpi/verbs.h"
#include "probe/game.h"
#include "tablebase/distributed/mpi_cluster.h"

namespace zermelo::cli {
namespace {

ExitCode complain(ExitCode code, const std::string& sentence) {
  std::fflush(stdout);
  std::fputs(fmt::format("zermelo-mpi: {}\n", sentence).c_str(), stderr);
  return code;
}

// For errors that all ranks find alike, before they do anything together.
ExitCode complain_of_usage(const Cluster& cluster, const std::string& sentence) {
  if (!is_first(&cluster)) return usage_error;
  return complain(usage_error, sentence + " See zermelo-mpi --help.");
}

// The rank that reports an error ends the others. A rank that fails alone must do so, since the
// others would wait forever; and where all ranks have agreed to fail, this ends what MPI may still
// be sending.
[[noreturn]] void complain_and_end(ExitCode code, const std::string& sentence) {
  complain(code, sentence);
  MpiCluster::abort(code);
}

ExitCode run_verb(const Verb& verb, Cluster& cluster) {
  try {
    return verb.run();
  } catch (const PeerFailed&) {  // (Nothing to report; this waits for the end in MPI_Finalize.)
    return failure;
  } catch (const Interrupted& stopped) {  // on all ranks
    return is_first(&cluster) ? complain(failure, stopped.what()) : failure;
  } catch (const WrongFile& error) {  // also a UsageError, so it comes first
    complain_and_end(failure, error.what());
  } catch (const UsageError& error) {
    complain_and_end(usage_error, error.what());
  } catch (const std::bad_alloc&) {
    complain_and_end(failure, "There is not enough memory.");
  } catch (const std::exception& error) {
    complain_and_end(failure, error.what());
  }
}

ExitCode run(Cluster& cluster, int argc, char** argv) {
  if (!is_first(&cluster)) leave_warnings_to_others();
  CommandLine program(
      {.name = "zermelo-mpi",
       .description =
           "zermelo for several processes: mpirun starts one process for each rank, and\n"
           "together they solve one game. The tables that they write are read by zermelo.",
       .version = creator(),
       .footer = "Exit codes: 0 all is well, 1 failure, 2 wrong usage.\n"
                 "Example: mpirun -np 4 zermelo-mpi solve ostle total=8 -o ostle-8.ztb"});
  const std::array verbs = {add_distributed_solve(program, cluster),
                            add_distributed_reach(program, cluster),
                            add_distributed_hybrid(program, cluster)};
  try {
    const std::string verb = argc > 1 ? argv[1] : "";
    if (!verb.empty() && verb.front() != '-' && verb != "solve" && verb != "reach" &&
        verb != "hybrid") {
      throw UsageError(fmt::format(
          "zermelo-mpi can only make tables (solve, reach, hybrid), so '{}' is not one of "
          "its verbs; for everything else use zermelo.",
          verb));
    }
    if (const std::string text = program.parse(argc, argv); !text.empty()) {
      if (is_first(&cluster)) print(text);
      return success;
    }
  } catch (const UsageError& error) {
    return complain_of_usage(cluster, error.what());
  }
  for (const Verb& verb : verbs) {
    if (verb.arguments.given()) return run_verb(verb, cluster);
  }
  return complain_of_usage(cluster, "Name a verb.");
}

}  // namespace
}  // namespace zermelo::cli

int main(int argc, char** argv) {
  zermelo::cli::reserve_standard_streams();
  zermelo::cli::make_file_faults_errors();
  zermelo::MpiCluster cluster(argc, argv);
  return zermelo::cli::run(cluster, argc, argv);
}
