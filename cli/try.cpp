// SPDX-License-Identifier: MIT
// zermelo try: tries out rules that are the user's own code.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/own_trial.h"

namespace zermelo::cli {
namespace {

struct TryArguments {
  Words words;
  int games = 1000, depth = 0;
  double seconds = 60;
  bool json = false;
};

void print_text(const OwnTrialReport& report) {
  print(fmt::format("Checked: {}.\n", fmt::join(report.checked, ", ")));
  print(fmt::format("{} played at random, {} looked at{}.\n",
                    grouped(report.games, "game", "games"),
                    grouped(report.states, "different state", "different states"),
                    report.in_time ? "" : "; then the time was up"));
  TextTable rows("rr");
  rows.add({"plies", "sequences of moves"});
  for (std::size_t ply = 1; ply < report.perft.size(); ++ply)
    rows.add({std::to_string(ply), grouped(report.perft[ply])});
  print(rows.text());
}

ExitCode run_try(const TryArguments& o) {
  GameArgument game;
  game.words = o.words;
  if (o.words.empty() || !o.words.front().ends_with(".so"))
    throw UsageError("Give a file with rules that are code: zermelo try ./mygame.so size=3");
  const OwnTrialReport report =
      try_own_game(*game.game(), {.games = o.games, .seconds = o.seconds, .perft_depth = o.depth});
  if (o.json) {
    Json json{
        {"games", report.games},     {"states", report.states},
        {"in_time", report.in_time}, {"checked", report.checked},
        {"perft", report.perft},     {"failure", report.failure ? Json(*report.failure) : Json()}};
    write_json(json);
  } else if (!report.failure) {
    print_text(report);
  }
  if (report.failure && !o.json) throw RulesError(*report.failure);
  return report.failure ? failure : success;
}

}  // namespace

Verb add_try(CommandLine& program) {
  Arguments verb = program.add_verb("try", "Try out rules that are your own code");
  const auto o = std::make_shared<TryArguments>();
  verb.option("GAME", o->words,
              "The shared object with the rules, which is run, and its parameters")
      .required()
      .value_name("[key=value]")
      .file({"so"});
  verb.option("--games", o->games, "Random games to play (default: 1000)")
      .between(1, 1000000)
      .value_name("N");
  verb.option("--depth", o->depth,
              "Plies to count sequences of moves for (default: about a million)")
      .between(0, 64)
      .value_name("N");
  verb.option("--seconds", o->seconds, "Time for everything (default: 60)")
      .above_zero()
      .value_name("N");
  add_json_option(verb, o->json);
  verb.footer(
      "Each function is called twice, by two instances, in another order, and with other bytes in "
      "its\n"
      "buffers and on the stack; optional functions are compared with what they stand for. A "
      "crash\n"
      "or an endless loop is told with its function and state. `solve` does a little of this "
      "first.\n"
      "Example: zermelo try ./mygame.so size=3");
  return {verb, [o] { return run_try(*o); }};
}

}  // namespace zermelo::cli
