// SPDX-License-Identifier: MIT
// zermelo reach: how far every state is from the start of the game.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/output.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

struct ReachArguments {
  TableRunOptions table;
  bool all_moves = false;
};

ExitCode run_reach(const ReachArguments& options) {
  const TableRunOptions& o = options.table;
  const auto game = o.game.game();
  const TableKind* const distances = game->kind(options.all_moves ? "reach-all-moves" : "reach");
  if (distances == nullptr)
    throw UsageError(fmt::format("There are no tables of distances for {}.", game->spec().name));
  const SolveReport report = run_to_table(o, [&](const std::string& path, const SolveOptions& how) {
    return distances->solve(path, how);
  });
  const TableInfo table = read_table_info(o.output);
  if (o.json) {
    print_table_run_json(o, game->spec(), report, table, {{"farthest_plies", table.greatest}});
  } else {
    print_table_run(
        o, report, table,
        {{"farthest position", grouped(static_cast<unsigned>(table.greatest), "ply", "plies")}});
  }
  return success;
}

}  // namespace

Verb add_reach(CommandLine& program) {
  Arguments verb =
      program.add_verb("reach", "Find how far every state is from the start of a game");
  const auto o = std::make_shared<ReachArguments>();
  add_table_run_options(verb, o->table);
  add_all_moves_flag(verb, o->all_moves);
  verb.footer(
      "Writes a table of distances from the start, in plies, of Ostle or of a game in version 2 "
      "of\n"
      "BDDL; `probe`, `way` and `stats` read it. Players do not have to win when they can, and\n"
      "mirror images and colours count as one, as in the paper on Ostle.\n"
      "Ctrl-C saves a checkpoint (FILE.checkpoint and FILE.part) and stops.\n"
      "Example: zermelo reach ostle size=4 -o ostle-4-reach.ztb");
  return {verb, [o] { return run_reach(*o); }};
}

}  // namespace zermelo::cli
