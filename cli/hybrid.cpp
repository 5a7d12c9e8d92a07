// SPDX-License-Identifier: MIT
// zermelo hybrid: games by decision diagrams and bit vectors.
#include <memory>

#include "cli/hybrid_run.h"
#include "cli/verbs.h"
#include "kinds/ranked/solve_hybrid.h"

namespace zermelo::cli {
namespace {

ExitCode solve_by_hybrid(const HybridArguments& o) {
  const GameSpec game = hybrid_game(o);
  const HybridReport report =
      run_hybrid(o, [&](const HybridOptions& options) { return solve_hybrid(game, options); });
  if (o.json) {
    print_hybrid_json(o, report);
  } else {
    print_hybrid(o, report);
  }
  return success;
}

}  // namespace

Verb add_hybrid(CommandLine& program) {
  Arguments verb =
      program.add_verb("hybrid", "Find who wins, with decision diagrams that number bit vectors");
  const auto o = std::make_shared<HybridArguments>();
  add_hybrid_arguments(verb, *o);
  verb.footer(
      "After S. Edelkamp, P. Kissmann and M. Rohte, \"Symbolic and Explicit Search Hybrid Through\n"
      "Perfect Hash Functions\": the boards that play can lead to, by number of stones, are found\n"
      "as decision diagrams; a board's rank in its diagram is its place in a vector of two bits "
      "per\n"
      "board. Of Connect Four FILE is a table, which is probed like any other, and says who wins,\n"
      "not in how many plies. Other games have layers by pieces or by plies, and are only "
      "counted.\n"
      "Example: zermelo hybrid mnk columns=4 rows=4 k=4\n"
      "Example: zermelo hybrid connect columns=5 rows=5 -o connect-5x5.ztb");
  return {verb, [o] { return solve_by_hybrid(*o); }};
}

}  // namespace zermelo::cli
