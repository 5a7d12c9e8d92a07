// SPDX-License-Identifier: MIT
// zermelo prove: whether a side can force a win, without a table, with a strategy for either
// verdict.
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
#include "probe/strategy.h"

namespace zermelo::cli {
namespace {

using Generalise = ProofOptions::Generalise;
using Verdict = ProofReport::Verdict;
using Method = ProofOptions::Method;
using Solver = QbfChoice::Solver;

struct ProveArguments {
  GameArgument game;
  Method method = Method::ic3;
  SolverArgument solver;
  std::string output, start, memory, aiger;
  int depth = 0;
  double seconds = 0;
  Generalise generalise = Generalise::both;
  bool white = false, shortest = false, json = false;
};

const char* side_name(const ProveArguments& o) { return o.white ? "White" : "Black"; }

std::string plies_text(int plies) { return counted(static_cast<unsigned>(plies), "ply", "plies"); }

std::string safety_sentence(const ProofReport& r) {
  switch (r.verdict) {
    case Verdict::win:
      return "unrealizable: the environment can force an error.";
    case Verdict::no_win:
      return "realizable: the controller can keep errors from ever coming.";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

std::string verdict_sentence(const ProveArguments& o, const ProofReport& r) {
  if (!o.aiger.empty()) return safety_sentence(r);
  if (!r.over_at_start.empty())
    return fmt::format("The game is over at its start: {}", r.over_at_start);
  switch (r.verdict) {
    case Verdict::win:
      if (!r.plies) return fmt::format("{} can force a win.", side_name(o));
      return fmt::format("{} can force a win{}, {} {}.", side_name(o),
                         r.refuted > 0 ? " and no faster" : "", o.shortest ? "in" : "within",
                         plies_text(*r.plies));
    case Verdict::no_win:
      return r.complete ? fmt::format("{} cannot force a win.", side_name(o))
                        : fmt::format("{} cannot force a win within {}.", side_name(o),
                                      plies_text(r.refuted));
    case Verdict::unknown:
      break;
  }
  return r.refuted > 0
             ? fmt::format("Unknown: {} has no win within {}.", side_name(o), plies_text(r.refuted))
             : "Unknown.";
}

bool has_strategy(const ProveArguments& o, const ProofReport& r) {
  return !o.output.empty() && r.bytes > 0;
}

const char* safety_word(const ProofReport& r) {
  switch (r.verdict) {
    case Verdict::win:
      return "unrealizable";
    case Verdict::no_win:
      return "realizable";
    case Verdict::unknown:
      break;
  }
  return "unknown";
}

void add_qbf(TextTable& text, const ProveArguments& o, const ProofReport& r) {
  if (!r.first_move.empty()) text.add({"first move", r.first_move});
  if (o.solver.choice().solver == Solver::expansion) {
    text.add({"states", grouped(r.obligations)});
    text.add({"SAT calls", grouped(r.sat_calls)});
  }
  if (r.certificate_steps > 0) {
    text.add({"solver's proof",
              fmt::format("{} followed, {} checked", counted(r.certificate_steps, "step", "steps"),
                          counted(r.certificate_functions, "function", "functions"))});
  }
  if (r.verdict == Verdict::unknown) return;
  const char* without = o.output.empty() ? "no; a strategy (-o FILE) would be checked" : "no";
  text.add({"certified", r.certified ? "yes: the strategy is checked" : without});
}

void print_text(const ProveArguments& o, const ProofReport& r) {
  print(verdict_sentence(o, r) + "\n");
  TextTable text("ll");
  if (!r.reason.empty()) text.add({"method", fmt::format("{}: {}", r.method, r.reason)});
  if (r.method == "sets") {
    text.add({"iterations", grouped(r.obligations)});
  } else if (r.method == "table" || r.method == "search") {
    text.add({"positions", grouped(r.obligations)});
  } else if (r.method == "qbf") {
    add_qbf(text, o, r);
  } else {
    text.add({"obligations", grouped(r.obligations)});
    text.add({"SAT calls", grouped(r.sat_calls)});
    text.add({"cubes", grouped(r.cubes)});
  }
  text.add({"time", fmt::format("{:.2f} s", r.seconds)});
  if (has_strategy(o, r)) {
    text.add({"strategy", fmt::format("{}, {}, {}", o.output, counted(r.gates, "gate", "gates"),
                                      bytes_text(r.bytes))});
  }
  print(text.text());
}

void print_json(const ProveArguments& o, const ProofReport& r) {
  const char* const names[] = {"win", "no win", "unknown"};
  Json json;
  if (o.aiger.empty()) {
    json["verdict"] = names[static_cast<int>(r.verdict)];
    json["side"] = o.white ? "white" : "black";
  } else {
    json["verdict"] = safety_word(r);
  }
  json["depth"] = o.depth > 0 ? Json(o.depth) : Json();
  json["plies"] = r.plies ? Json(*r.plies) : Json();
  json["refuted"] = r.complete ? Json("all") : Json(r.refuted);
  json["method"] = r.method;
  json["reason"] = r.reason.empty() ? Json() : Json(r.reason);
  json["seconds"] = r.seconds;
  json["sat_calls"] = r.sat_calls;
  json["obligations"] = r.obligations;
  json["cubes"] = r.cubes;
  json["strategy"] = has_strategy(o, r) ? Json(o.output) : Json();
  json["gates"] = r.gates;
  if (r.method == "qbf") {
    json["first_move"] = r.first_move.empty() ? Json() : Json(r.first_move);
    json["certified"] = r.certified;
    json["certificate_steps"] = r.certificate_steps;
    json["certificate_functions"] = r.certificate_functions;
  }
  json["stopped_by"] = r.stopped_by.empty() ? Json() : Json(r.stopped_by);
  write_json(json);
}

ProofOptions options_of(const ProveArguments& o) {
  ProofOptions options;
  options.generalise = o.generalise;
  options.method = o.method;
  options.qbf = o.solver.choice();
  options.white = o.white;
  options.start = o.start;
  if (o.depth > 0) options.depth = o.depth;
  options.stepwise = o.shortest;
  options.seconds = o.seconds;
  if (!o.memory.empty()) options.memory = parse_size(o.memory);
  return options;
}

std::string progress_text(const ProofProgress& p) {
  return fmt::format("{}{}, {}, {}", p.depth > 0 ? fmt::format("{}: ", plies_text(p.depth)) : "",
                     counted(p.obligations, "obligation", "obligations"),
                     counted(p.sat_calls, "SAT call", "SAT calls"),
                     counted(p.cubes, "cube", "cubes"));
}

ProofReport report_for(const ProveArguments& o, const ProofOptions& options) {
  if (o.aiger.empty()) {
    if (options.qbf.solver != Solver::expansion && o.method != Method::qbf)
      throw UsageError("--solver is for --method qbf.");
    return prove(o.game.spec(), output_for_library(o.output), options);
  }
  const bool has_game = !o.game.words.empty() || !o.game.bddl.empty();
  if (has_game || o.white || o.depth > 0 || o.shortest || !o.start.empty()) {
    throw UsageError("--aiger FILE is a complete game: give no other game, side, depth or start.");
  }
  if (!o.output.empty()) refuse_overwriting(o.output, o.aiger);
  return solve_safety_game(o.aiger, output_for_library(o.output), options);
}

ExitCode run_prove(const ProveArguments& o) {
  ProgressLine line;
  ProofOptions options = options_of(o);
  options.stop = &catch_interrupts();
  if (line.active()) {
    options.progress = [&](const ProofProgress& p) {
      if (line.due()) line.show(progress_text(p));
    };
  }
  const ProofReport report = report_for(o, options);
  line.clear();
  o.json ? print_json(o, report) : print_text(o, report);
  if (report.stopped_by == "stop") throw Interrupted("Stopped before the verdict was found.");
  if (report.method == "search" && report.stopped_by.empty() && !o.output.empty() &&
      !has_strategy(o, report)) {
    throw Error(
        report.verdict == Verdict::win
            ? "No strategy was written: what is allowed was used up."
            : "No strategy was written: a search makes one for a win only. Choose another method.");
  }
  if (!report.stopped_by.empty()) {
    throw Error(
        fmt::format("The {} allowed was used up before the verdict was found.", report.stopped_by));
  }
  return success;
}

}  // namespace

Verb add_prove(CommandLine& program) {
  Arguments verb =
      program.add_verb("prove", "Find who wins, without a table, and write a strategy");
  const auto o = std::make_shared<ProveArguments>();
  add_game_argument(verb, o->game);
  verb.option(
          "--aiger", o->aiger,
          "Instead of a game: a safety game of the synthesis competition (-: from standard input)")
      .value_name("FILE")
      .file({"aag", "aig"});
  verb.option("-o,--output", o->output,
              "Where the strategy goes; in ASCII if it ends in .aag; `-` is stdout")
      .value_name("FILE")
      .file({"aag", "aig"});
  verb.choice<Method>("--method", o->method,
                      {{"auto", Method::automatic},
                       {"ic3", Method::ic3},
                       {"qbf", Method::qbf},
                       {"table", Method::table},
                       {"search", Method::search},
                       {"sets", Method::sets}},
                      "The method (default: ic3); qbf within --depth N; search with -o for wins "
                      "only; sets only with "
                      "--aiger; auto "
                      "chooses")
      .value_name("ic3|qbf|table|search|sets|auto");
  add_solver_options(verb, o->solver);
  verb.option("--depth", o->depth, "Count only wins within this many plies")
      .between(1, 10000)
      .value_name("N");
  verb.flag("--shortest", o->shortest, "Find the shortest win, step by step");
  verb.flag("--white", o->white, "Ask whether White can force a win (default: Black)");
  verb.option("--start", o->start, "From this position (default: the start of the game)")
      .value_name("POSITION")
      .suggests({"start"});
  verb.choice<Generalise>(
          "--generalise", o->generalise,
          {{"none", Generalise::none}, {"exists", Generalise::exists}, {"both", Generalise::both}},
          "Which states become cubes (default: both)")
      .value_name("none|exists|both");
  verb.option("--seconds", o->seconds, "Give up after this many seconds")
      .above_zero()
      .value_name("S");
  verb.option("--memory", o->memory, "Give up when the program takes more").value_name("SIZE");
  add_json_option(verb, o->json);
  verb.footer(
      "The strategy is that of the side that wins, or of the side that does not lose; `zermelo "
      "check`\n"
      "proves it from the rules alone. Ctrl-C ends the search with what is known.\n"
      "Example: zermelo prove notakto columns=3 rows=3 -o notakto.aig");
  return {verb, [o] { return run_prove(*o); }};
}

}  // namespace zermelo::cli
