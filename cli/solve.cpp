// SPDX-License-Identifier: MIT
// zermelo solve: computes a game's table.
#include <algorithm>
#include <memory>
#include <string>

#include "cli/output.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "probe/engine.h"
#include "tablebase/table_file.h"

namespace zermelo::cli {
namespace {

// Plies of the longest value in a table.
int longest_value(const TableFile& table) {
  int longest = table.positions() > table.members() ? 1 : 0;
  for (const SliceRecord& slice : table.slices()) {
    for (const Value value : slice.palette) longest = std::max(longest, value.plies());
    for (const auto& [value, count] : slice.histogram) longest = std::max(longest, value.plies());
  }
  return longest;
}

ExitCode run(const TableRunOptions& o) {
  const auto engine = make_engine(o.game.spec());
  const SolveReport report =
      run_to_table(o, [&](const std::string& path, const SolveOptions& options) {
        return engine->solve(path, options);
      });
  const TableFile table(o.output);
  const int longest = longest_value(table);
  if (o.json) {
    const Json own{{"values", table.members()}, {"longest_plies", longest}};
    print_table_run_json(o, engine->spec(), report, table, own);
  } else {
    print_table_run(o, report, table,
                    {{"values stored", grouped(table.members())},
                     {"longest value", counted(static_cast<unsigned>(longest), "ply", "plies")}});
  }
  return success;
}

}  // namespace

Verb add_solve(CLI::App& program) {
  CLI::App* verb = program.add_subcommand("solve", "Solve a game and write its table");
  const auto o = std::make_shared<TableRunOptions>();
  add_table_run_options(*verb, *o);
  verb->footer(
      "Ctrl-C saves a checkpoint (FILE.checkpoint and FILE.part) and stops; a second one stops at\n"
      "once. FILE appears when the table is complete.\n"
      "Example: zermelo solve ostle total=8 -o ostle-8.ztb --memory 2G\n"
      "Example: zermelo solve --bddl games/hex/domain.bddl games/hex/3x3.bddl -o hex.ztb");
  return {verb, [o] { return run(*o); }};
}

}  // namespace zermelo::cli
