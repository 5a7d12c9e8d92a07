// SPDX-License-Identifier: MIT
// zermelo depth: how many moves a side's shortest win takes, without a table.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

struct DepthArguments {
  GameArgument game;
  std::string memory = "1G", start;
  int max = 0;
  double seconds = 0;
  bool white = false, json = false;

  const char* side() const { return white ? "White" : "Black"; }
};

void print_text(const DepthArguments& o, const DepthReport& report) {
  const DepthResult& search = report.search;
  if (search.plies) {
    print(
        fmt::format("{} wins in {}{}.\n", o.side(),
                    grouped(static_cast<unsigned>(*search.plies), "ply", "plies"),
                    report.depth ? fmt::format(": the critical depth is {}", *report.depth) : ""));
  } else if (search.complete) {
    print(fmt::format("{} has no winning strategy, however long.\n", o.side()));
  } else {
    print(fmt::format("{} has no winning strategy of at most {}.\n", o.side(),
                      grouped(static_cast<unsigned>(search.refuted), "ply", "plies")));
  }
  print(fmt::format("{} looked at.\n", grouped(search.nodes, "position", "positions")));
}

void print_json(const DepthReport& report) {
  const DepthResult& search = report.search;
  Json json;
  json["depth"] = report.depth ? Json(*report.depth) : Json();
  json["plies"] = search.plies ? Json(*search.plies) : Json();
  json["refuted_plies"] = search.refuted;
  json["certain"] = search.plies.has_value() || search.complete;
  json["positions"] = search.nodes;
  write_json(json);
}

ExitCode run_depth(const DepthArguments& o) {
  const auto game = o.game.game();
  const ShortestWinSearch find = game->shortest_win();
  if (!find) {
    throw UsageError(
        fmt::format("{} has no search for the shortest win; solve it.", game->spec().name));
  }
  const std::atomic<bool>& interrupted = catch_interrupts();
  ProgressLine line;
  DepthOptions options;
  options.start = o.start;
  options.white = o.white;
  options.memory = parse_size(o.memory);
  options.seconds = o.seconds;
  if (o.max > 0) options.max_plies = o.max;
  options.stop = &interrupted;
  if (line.active()) {
    options.progress = [&](int plies, std::uint64_t nodes) {
      line.show(fmt::format("{}, {}", grouped(static_cast<unsigned>(plies), "ply", "plies"),
                            grouped(nodes, "position", "positions")));
    };
  }
  const DepthReport report = find(options);
  line.clear();
  if (!o.json && o.start.empty()) print_if_over_at_start(*game);
  o.json ? print_json(report) : print_text(o, report);
  if (!interrupted) return success;
  throw Interrupted("Stopped before the search was finished.");
}

}  // namespace

Verb add_depth(CommandLine& program) {
  Arguments verb = program.add_verb("depth", "Find a side's shortest win by search");
  const auto o = std::make_shared<DepthArguments>();
  add_game_argument(verb, o->game);
  add_start_option(verb, o->start, "From this position (default: the start of the game)");
  verb.flag("--white", o->white, "Find White's shortest win (default: Black's)");
  verb.option("--seconds", o->seconds, "Give up after this many seconds")
      .above_zero()
      .value_name("S");
  verb.option("--max", o->max, "Look for wins in at most this many plies")
      .between(1, 10000)
      .value_name("D");
  verb.option("--memory", o->memory, "Memory for positions to remember (default: 1G)")
      .value_name("SIZE");
  add_json_option(verb, o->json);
  verb.footer(
      "A search for greater and greater numbers of plies, for any position: also of Ostle, of "
      "which\n"
      "one can so be asked about without the table of all. It may end with \"no winning strategy "
      "of at\n"
      "most N plies\", which says nothing of longer ones.\n"
      "The critical depth is the smallest odd number of moves within which Black can force a win, "
      "as\n"
      "the BDDL paper defines it. It is the number of plies, plus a dummy first move if White "
      "begins,\n"
      "and plus White's missing move and another dummy one if White is left without a move.\n"
      "Example: zermelo depth --bddl games/connect/domain.bddl games/connect/4x4-3.bddl");
  return {verb, [o] { return run_depth(*o); }};
}

}  // namespace zermelo::cli
