// SPDX-License-Identifier: MIT
// The program's verbs, a file each: cli/count.cpp holds `zermelo count` and so on. A verb declares
// its arguments and, once they are read, calls the library and prints what it says.
//
// Verbs throw; main turns what they throw into one line on stderr and an exit code.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace zermelo::cli {

enum ExitCode : int { success = 0, failure = 1, usage_error = 2 };

struct Verb {
  CLI::App* app;                  // its part of the command line
  std::function<ExitCode()> run;  // after parsing
};

Verb add_games(CLI::App& program);
Verb add_count(CLI::App& program);
Verb add_solve(CLI::App& program);
Verb add_reach(CLI::App& program);
Verb add_info(CLI::App& program);
Verb add_stats(CLI::App& program);
Verb add_probe(CLI::App& program);
Verb add_verify(CLI::App& program);
Verb add_report(CLI::App& program);
Verb add_show(CLI::App& program);
Verb add_mine(CLI::App& program);
Verb add_line(CLI::App& program);
Verb add_play(CLI::App& program);
Verb add_depth(CLI::App& program);
Verb add_bdd(CLI::App& program);
Verb add_validate(CLI::App& program);
Verb add_hybrid(CLI::App& program);

}  // namespace zermelo::cli
