// SPDX-License-Identifier: MIT
#include "cli/program.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include "cli/output.h"
#include "gen/error.h"
#include "gen/wrong_file.h"
#include "probe/game.h"

namespace zermelo::cli {

std::vector<Verb> add_verbs(CommandLine& program) {
  return {
      add_games(program),    add_count(program),     add_solve(program),      add_endgames(program),
      add_reach(program),    add_info(program),      add_stats(program),      add_probe(program),
      add_verify(program),   add_shrink(program),    add_export(program),     add_report(program),
      add_sweep(program),    add_mine(program),      add_show(program),       add_line(program),
      add_way(program),      add_moves(program),     add_try(program),        add_grade(program),
      add_play(program),     add_depth(program),     add_bdd(program),        add_validate(program),
      add_hybrid(program),   add_set(program),       add_prove(program),      add_check(program),
      add_strategy(program), add_encode(program),    add_crosscheck(program), add_serve(program),
      add_publish(program),  add_completion(program)};
}

namespace {

ExitCode complain(ExitCode code, const std::string& sentence) {
  std::fflush(stdout);  // so that both are in order where they go to one place
  std::fputs(fmt::format("zermelo: {}\n", on_one_line(sentence)).c_str(), stderr);
  return code;
}

// For wrong usage, also says where to read more.
ExitCode complain_of_usage(const CommandLine& program, const std::string& sentence) {
  const std::string verb = program.verb().empty() ? "" : program.verb() + " ";
  return complain(usage_error, fmt::format("{} See zermelo {}--help.", sentence, verb));
}

ExitCode parse_and_run(CommandLine& program, int argc, const char* const* argv) {
  const std::vector<Verb> verbs = add_verbs(program);
  if (const std::string text = program.parse(argc, argv); !text.empty()) {
    print(text);
    return success;
  }
  for (const Verb& verb : verbs) {
    if (verb.arguments.given()) return verb.run();
  }
  return failure;
}

}  // namespace

ExitCode run_program(int argc, const char* const* argv) {
  CommandLine program(
      {.name = "zermelo",
       .description =
           "Zermelo strongly solves board games and keeps the answer: it computes the value of "
           "every\nposition of a game, writes a small table, and answers questions about it.",
       .version = creator(),
       .footer = "Exit codes: 0 all is well, 1 failure, 2 wrong usage.\n"
                 "Example: zermelo solve ostle total=8 -o ostle-8.ztb"});
  try {
    const ExitCode code = parse_and_run(program, argc, argv);
    finish_output();
    return code;
  } catch (const WrongFile& error) {  // a UsageError, too: so it comes first
    return complain(failure, error.what());
  } catch (const UsageError& error) {
    return complain_of_usage(program, error.what());
  } catch (const std::bad_alloc&) {
    return complain(failure, "There is not enough memory.");
  } catch (const std::exception& error) {
    return complain(failure, error.what());
  }
}

}  // namespace zermelo::cli
