// SPDX-License-Identifier: MIT
// What the verbs that make tables (solve, reach) have in common: their options, Ctrl-C, progress,
// and the lines on what it cost.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "probe/engine.h"
#include "tablebase/solve_options.h"
#include "tablebase/table_file.h"

namespace zermelo::cli {

struct TableRunOptions {
  GameArgument game;
  std::string output, memory;
  double checkpoint_seconds = 300;
  bool resume = false, log = false, json = false;
  int threads = 0;
};

void add_table_run_options(CLI::App& verb, TableRunOptions& options);

// Calls work(path, options), with Ctrl-C and the progress line in place.
SolveReport run_to_table(
    const TableRunOptions& options,
    const std::function<SolveReport(const std::string&, const SolveOptions&)>& work);

// The table's file and size, and what making it cost. Rows of the verb's own come in between.
void print_table_run(const TableRunOptions& options, const SolveReport& report,
                     const TableFile& table, const std::vector<std::vector<std::string>>& rows);
// The same as JSON; `own` are keys of the verb's own.
void print_table_run_json(const TableRunOptions& options, const GameSpec& game,
                          const SolveReport& report, const TableFile& table, const Json& own);

}  // namespace zermelo::cli
