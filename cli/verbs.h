// SPDX-License-Identifier: MIT
// The program's verbs, one file per verb: cli/count.cpp holds `zermelo count` and so on. A verb
// declares its arguments and, once they are read, calls the library and prints what it says.
//
// Verbs throw; cli/program.cpp turns what they throw into one line on stderr and an exit code.
#pragma once

#include <functional>
#include <vector>

#include "cli/command_line.h"

namespace zermelo::cli {

enum ExitCode : int { success = 0, failure = 1, usage_error = 2 };

struct Verb {
  Arguments arguments;            // its part of the command line
  std::function<ExitCode()> run;  // after parsing
};

Verb add_games(CommandLine& program);
Verb add_count(CommandLine& program);
Verb add_solve(CommandLine& program);
Verb add_endgames(CommandLine& program);
Verb add_reach(CommandLine& program);
Verb add_info(CommandLine& program);
Verb add_stats(CommandLine& program);
Verb add_probe(CommandLine& program);
Verb add_try(CommandLine& program);
Verb add_verify(CommandLine& program);
Verb add_shrink(CommandLine& program);
Verb add_export(CommandLine& program);
Verb add_report(CommandLine& program);
Verb add_sweep(CommandLine& program);
Verb add_show(CommandLine& program);
Verb add_mine(CommandLine& program);
Verb add_line(CommandLine& program);
Verb add_way(CommandLine& program);
Verb add_moves(CommandLine& program);
Verb add_grade(CommandLine& program);
Verb add_play(CommandLine& program);
Verb add_depth(CommandLine& program);
Verb add_bdd(CommandLine& program);
Verb add_validate(CommandLine& program);
Verb add_hybrid(CommandLine& program);
Verb add_set(CommandLine& program);
Verb add_prove(CommandLine& program);
Verb add_check(CommandLine& program);
Verb add_strategy(CommandLine& program);
Verb add_encode(CommandLine& program);
Verb add_crosscheck(CommandLine& program);
Verb add_serve(CommandLine& program);
Verb add_publish(CommandLine& program);
Verb add_completion(CommandLine& program);

// All of them, in the order in which the help lists them. (cli/program.cpp)
std::vector<Verb> add_verbs(CommandLine& program);

}  // namespace zermelo::cli
