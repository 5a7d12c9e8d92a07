// SPDX-License-Identifier: MIT
// zermelo reach: how far every state is from the start of the game.
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

// Plies of the earliest way to the position that is reached last.
int farthest_position(const TableFile& table) {
  int farthest = 0;
  for (const SliceRecord& slice : table.slices()) {
    for (const Arrival& a : slice.arrivals) farthest = std::max(farthest, a.first);
  }
  return farthest;
}

struct Options {
  TableRunOptions table;
  bool all_moves = false;
};

ExitCode run(const Options& options) {
  const TableRunOptions& o = options.table;
  const auto engine = make_engine(o.game.spec());
  const SolveReport report = run_to_table(o, [&](const std::string& path, const SolveOptions& how) {
    return engine->reach(path, how, options.all_moves ? SearchedMoves::all : SearchedMoves::legal);
  });
  const TableFile table(o.output);
  const int farthest = farthest_position(table);
  if (o.json) {
    print_table_run_json(o, engine->spec(), report, table, {{"farthest_plies", farthest}});
  } else {
    print_table_run(
        o, report, table,
        {{"farthest position", counted(static_cast<unsigned>(farthest), "ply", "plies")}});
  }
  return success;
}

}  // namespace

Verb add_reach(CLI::App& program) {
  CLI::App* verb =
      program.add_subcommand("reach", "Find how far every state is from the start of a game");
  const auto o = std::make_shared<Options>();
  add_table_run_options(*verb, o->table);
  verb->add_flag("--all-moves", o->all_moves,
                 "Make moves that the repetition rule forbids, too, as the program behind the\n"
                 "Ostle paper does for its Table 3");
  verb->footer(
      "Writes a table of distances from the start, in plies; `probe` and `stats` read it. Players "
      "do\n"
      "not have to win when they can, and mirror images and colours count as one, as in the "
      "paper.\n"
      "Ctrl-C saves a checkpoint (FILE.checkpoint and FILE.part) and stops.\n"
      "Example: zermelo reach ostle size=4 -o ostle-4-reach.ztb");
  return {verb, [o] { return run(*o); }};
}

}  // namespace zermelo::cli
