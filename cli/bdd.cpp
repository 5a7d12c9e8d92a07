// SPDX-License-Identifier: MIT
// zermelo bdd: games as sets of states in decision diagrams.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/bdd_answer.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "gen/game_spec.h"
#include "kinds/ranked/solve_hybrid.h"
#include "othello_thesis/thesis.h"

namespace zermelo::cli {
namespace {

struct BddArguments {
  Words game;
  int algorithm = 0;
  std::string encoding = "3t", order = "rows", turn = "first", wins = "white", memory = "4G";
  std::string transitions = "partitioned";
  bool relation = false, steps = false, ends = false, extrapolate = false;
  bool json = false, csv = false;
  int threads = 1;
};

ThesisQuestion question_of(const BddArguments& o) {
  ThesisQuestion q;
  q.game = parse_game_spec(o.game);
  if (o.algorithm > 0) q.algorithm = o.algorithm;
  q.relation = o.relation;
  q.steps = o.steps;
  q.ends = o.ends;
  q.extrapolate = o.extrapolate;
  q.encoding = o.encoding;
  q.order = o.order;
  q.turn = o.turn;
  q.transitions = o.transitions;
  q.white_wins = o.wins == "white";
  q.memory = parse_size(o.memory);
  q.threads = o.threads;
  return q;
}

void print_found(const BddArguments& o, const Json& found) {
  o.json ? write_json(found) : o.csv ? print_thesis_csv(found) : print_thesis(found);
}

// Throws Error if a number of states is not what the thesis's formula says.
void check_formulas(const Json& found) {
  if (found.contains("steps")) {
    for (const Json& step : found.at("steps")) {
      if (step.at("counted") != step.at("formula"))
        throw Error("A count differs from equation 5.3.");
    }
  }
  if (found.contains("ends")) {
    for (const Json& end : found.at("ends")) {
      if (!end.at("formula").is_null() && end.at("states") != end.at("formula"))
        throw Error("A count of ended games differs from its formula.");
    }
  }
}

ExitCode run_bdd(const BddArguments& o) {
  const ThesisQuestion question = question_of(o);
  if (o.csv && o.algorithm == 0 && question.game.name != "connect")
    throw UsageError("--csv needs --algorithm.");
  ProgressLine line;
  ThesisOptions options;
  options.stop = &catch_interrupts();
  if (line.active()) options.progress = [&](const std::string& what) { line.show(what); };
  // Iterations are reported as they come, so that those before the diagrams stop fitting are not
  // lost.
  Json found;
  options.so_far = [&](const ThesisAnswer& answer) {
    found = thesis_json(question, answer, false);
  };
  try {
    found = thesis_json(question, ask_thesis(question, options), true);
  } catch (const Error&) {
    line.clear();
    if (!found.is_null()) print_found(o, found);
    throw;
  }
  line.clear();
  print_found(o, found);
  check_formulas(found);
  return success;
}

}  // namespace

Verb add_bdd(CommandLine& program) {
  Arguments verb = program.add_verb(
      "bdd", "Solve Othello with decision diagrams as a thesis does, and report their sizes");
  const auto o = std::make_shared<BddArguments>();
  verb.option("GAME", o->game,
              "othello or connect and its parameters, such as othello rows=4 columns=5")
      .required()
      .value_name("")
      .game({"othello", "connect"});
  Option algorithm =
      verb.option("--algorithm", o->algorithm,
                  "1 reachable states; 2 retrograde analysis; 3 of reachable states; 4 by number "
                  "of discs; 5 both")
          .between(1, 5)
          .value_name("N");
  Option relation = verb.flag("--relation", o->relation,
                              "Also report the sizes of the complete and the partitioned relation");
  Option steps = verb.flag("--steps", o->steps,
                           "Count each square's moves in its diagram and by the thesis's formula");
  Option ends = verb.flag("--ends", o->ends,
                          "Deadlocks and games that have ended, by outcome and the thesis's three "
                          "categories");
  Option extrapolate =
      verb.flag("--extrapolate", o->extrapolate,
                "Bytes per won state on 4x4, 4x5, 5x5 and so on up to this board, and on 8x8");
  relation.excludes(algorithm);
  steps.excludes(algorithm).excludes(relation);
  ends.excludes(algorithm).excludes(relation).excludes(steps);
  extrapolate.excludes(algorithm).excludes(relation).excludes(steps).excludes(ends);
  verb.option("--encoding", o->encoding, "The encoding of a square (default: 3t)")
      .one_of({"standard", "3t"})
      .value_name("standard|3t");
  verb.option("--order", o->order, "The order of the squares (default: rows)")
      .one_of({"rows", "columns", "corners-first", "corners-last"})
      .value_name("ORDER");
  verb.option("--turn", o->turn, "The place of the turn variable (default: first)")
      .one_of({"first", "last"})
      .value_name("first|last");
  verb.option("--transitions", o->transitions,
              "The relation that the algorithms use: one for each square and the pass, or their "
              "union (default: partitioned)")
      .one_of({"partitioned", "complete"})
      .value_name("partitioned|complete");
  verb.option("--wins", o->wins, "The side whose wins are sought (default: white)")
      .one_of({"white", "black"})
      .value_name("white|black");
  verb.option("--memory", o->memory, "Memory for the diagrams (default: 4G)").value_name("SIZE");
  verb.option("--threads", o->threads, "Number of threads, with Sylvan (default: 1)")
      .between(1, 64)
      .value_name("N");
  const Option json = verb.flag("--json", o->json, "Print JSON, for programs");
  verb.flag("--csv", o->csv,
            "Print the iterations (of connect, the layers) only, as comma-separated "
            "values")
      .excludes(json);
  verb.footer(fmt::format(
      "The algorithms are those of S. van Dijk's thesis \"Solving Othello using BDDs\". Without "
      "one, the\n"
      "sizes of what they begin with are printed. ORDER is rows, columns, corners-first or "
      "corners-last.\n"
      "For connect, the boards by number of stones are counted, with and without a stop at games "
      "that\n"
      "have ended.\n"
      "Nodes are counted as the thesis counts them, a function and its negation as one; beside "
      "them "
      "are\n"
      "those that this program's library, {}, has.\n"
      "Example: zermelo bdd othello rows=4 columns=4 --algorithm 5\n"
      "Example: zermelo bdd othello rows=4 columns=4 --relation --encoding standard",
      diagram_library()));
  return {verb, [o] { return run_bdd(*o); }};
}

}  // namespace zermelo::cli
