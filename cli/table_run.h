// SPDX-License-Identifier: MIT
// What the verbs that make tables (solve, reach) have in common: their options, Ctrl-C, progress,
// and the lines on what it cost.
#pragma once

#include <functional>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "probe/table_info.h"
#include "tablebase/job/solve_options.h"

namespace zermelo::cli {

// The options of all work that may take long and can go on where it was stopped.
struct LongRunOptions {
  double checkpoint_seconds = 300;
  bool resume = false, force = false, log = false;
  int threads = 0;

  ProgressLine::Log log_kind() const {
    return log ? ProgressLine::Log::line_a_minute : ProgressLine::Log::none;
  }
};

void add_long_run_options(Arguments& verb, LongRunOptions& options);

// --memory, and the limit that it means. Throws UsageError.
void add_memory_option(Arguments& verb, std::string& memory);
std::uint64_t memory_limit(const std::string& text);

// Throws UsageError if the name is that of stdout: a table needs a file of its own.
void require_file_for_table(const std::string& output);

struct TableRunOptions : LongRunOptions {
  GameArgument game;
  std::string output, memory;
  bool json = false;
};

void add_table_run_options(Arguments& verb, TableRunOptions& options);
// For tables of distances: --all-moves.
void add_all_moves_flag(Arguments& verb, bool& all_moves);

// The options for the library, with Ctrl-C in place, and without progress.
SolveOptions solve_options(const TableRunOptions& options);
// Calls work(path, options) with that and the progress line.
SolveReport run_to_table(
    const TableRunOptions& options,
    const std::function<SolveReport(const std::string&, const SolveOptions&)>& work);

// The table's file and size, and what making it cost. Rows of the verb's own come in between.
void print_table_run(const TableRunOptions& options, const SolveReport& report,
                     const TableInfo& table, const std::vector<std::vector<std::string>>& rows);
// The same as JSON; `own` are keys of the verb's own.
void print_table_run_json(const TableRunOptions& options, const GameSpec& game,
                          const SolveReport& report, const TableInfo& table, const Json& own);

}  // namespace zermelo::cli
