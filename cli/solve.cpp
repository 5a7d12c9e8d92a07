// SPDX-License-Identifier: MIT
// zermelo solve: computes a game's table.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/output.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "probe/game.h"
#include "probe/table_info.h"

namespace zermelo::cli {
namespace {

// The greatest value of a table, in its own words.
struct Greatest {
  const char* key;
  std::string title, text;
};
Greatest greatest_of(const TableInfo& table) {
  const auto number = static_cast<unsigned>(table.greatest);
  if (table.metric == "score")
    return {"greatest_score", "greatest score", fmt::format("{}", number)};
  if (table.metric == "moves")
    return {"longest_solution", "longest solution", grouped(number, "move", "moves")};
  return {"longest_plies", "longest value", grouped(number, "ply", "plies")};
}

ExitCode run_solve(const TableRunOptions& o) {
  const auto game = o.game.game();
  const SolveReport report =
      run_to_table(o, [&](const std::string& path, const SolveOptions& options) {
        return solve(*game, path, options);
      });
  const TableInfo table = read_table_info(o.output);
  if (o.json) {
    const Json own{{"values", table.values}, {greatest_of(table).key, table.greatest}};
    print_table_run_json(o, game->spec(), report, table, own);
  } else {
    print_table_run(o, report, table,
                    {{"values stored", grouped(table.values)},
                     {greatest_of(table).title, greatest_of(table).text}});
    print_if_over_at_start(*game);
  }
  return success;
}

}  // namespace

Verb add_solve(CommandLine& program) {
  Arguments verb = program.add_verb("solve", "Solve a game and write its table");
  const auto o = std::make_shared<TableRunOptions>();
  add_table_run_options(verb, *o);
  add_variant_options(verb, o->game);
  verb.footer(
      "Ctrl-C saves a checkpoint (FILE.checkpoint and FILE.part) and stops; a second one stops at\n"
      "once. FILE appears when the table is complete.\n"
      "Example: zermelo solve ostle total=8 -o ostle-8.ztb --memory 2G\n"
      "Example: zermelo solve --bddl games/hex/domain.bddl games/hex/3x3.bddl -o hex.ztb\n"
      "Example: zermelo solve --variant dobutsu -o dobutsu.ztb");
  return {verb, [o] { return run_solve(*o); }};
}

}  // namespace zermelo::cli
