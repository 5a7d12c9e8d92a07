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
#include "proof/strategy.h"
#include "proof/turn_game.h"

namespace zermelo::cli {
namespace {
using Method = ProofOptions::Method;
using Solver = QbfChoice::Solver;

// The methods of the library, and IC3 as the thesis has it, which is only for comparison.
enum class ProveMethod { ic3, ic3_thesis, qbf, table, search, sets, automatic };
enum class Cubes { standard, none, exists, both };

struct ProveArguments {
  GameArgument game;
  ProveMethod method = ProveMethod::ic3;
  SolverArgument solver;
  std::string output, start, memory, aiger, turn_game;
  int depth = 0;
  double seconds = 0;
  Cubes generalise = Cubes::standard;
  bool white = false, shortest = false, trace = false, json = false;

  bool as_in_thesis() const { return method == ProveMethod::ic3_thesis; }
};

Method library_method(ProveMethod method) {
  switch (method) {
    case ProveMethod::qbf:
      return Method::qbf;
    case ProveMethod::table:
      return Method::table;
    case ProveMethod::search:
      return Method::search;
    case ProveMethod::sets:
      return Method::sets;
    case ProveMethod::automatic:
      return Method::automatic;
    case ProveMethod::ic3:
    case ProveMethod::ic3_thesis:
      break;
  }
  return Method::ic3;
}

Generalise library_generalise(Cubes cubes) {
  if (cubes == Cubes::none) return Generalise::none;
  return cubes == Cubes::exists ? Generalise::exists : Generalise::both;
}

const char* side_name(const ProveArguments& o) {
  if (!o.turn_game.empty()) return "Alice";
  return o.white ? "White" : "Black";
}

std::string plies_text(int plies) { return grouped(static_cast<unsigned>(plies), "ply", "plies"); }

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
              fmt::format("{} followed, {} checked", grouped(r.certificate_steps, "step", "steps"),
                          grouped(r.certificate_functions, "function", "functions"))});
  }
  if (r.verdict == Verdict::unknown) return;
  const char* without = o.output.empty() ? "no; a strategy (-o FILE) would be checked" : "no";
  text.add({"certified", r.certified ? "yes: the strategy is checked" : without});
}

// Generalised frames can lose states that are not won.
bool may_be_wrong(const ProveArguments& o, const ProofReport& r) {
  return o.as_in_thesis() && o.generalise == Cubes::exists && r.verdict == Verdict::win;
}

void print_text(const ProveArguments& o, const ProofReport& r) {
  print(verdict_sentence(o, r) + "\n");
  if (may_be_wrong(o, r)) print("This may be wrong: with --generalise exists it proves nothing.\n");
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
    text.add({o.as_in_thesis() ? "clauses" : "cubes", grouped(r.cubes)});
  }
  text.add({"time", fmt::format("{:.2f} s", r.seconds)});
  if (has_strategy(o, r)) {
    text.add({"strategy", fmt::format("{}, {}, {}", o.output, grouped(r.gates, "gate", "gates"),
                                      bytes_text(r.bytes))});
  }
  print(text.text());
}

void print_json(const ProveArguments& o, const ProofReport& r) {
  const char* const names[] = {"win", "no win", "unknown"};
  Json json;
  if (o.aiger.empty()) {
    json["verdict"] = names[static_cast<int>(r.verdict)];
    json["side"] = !o.turn_game.empty() ? "alice" : o.white ? "white" : "black";
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
  if (o.as_in_thesis()) json["may_be_wrong"] = may_be_wrong(o, r);
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
  options.generalise = library_generalise(o.generalise);
  options.method = library_method(o.method);
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
                     grouped(p.obligations, "obligation", "obligations"),
                     grouped(p.sat_calls, "SAT call", "SAT calls"),
                     grouped(p.cubes, "cube", "cubes"));
}

// --- IC3 as the thesis has it, and its games -----------------------------------------------------

Ic3ThesisOptions thesis_options(const ProveArguments& o, const ProofOptions& options) {
  if (!o.output.empty())
    throw UsageError(
        "IC3 as the thesis has it makes no strategy: leave out the file, or choose another "
        "method.");
  if (o.depth > 0 || o.shortest)
    throw UsageError("IC3 as the thesis has it looks for wins of any length: leave out the depth.");
  if (o.generalise == Cubes::both)
    throw UsageError(
        "The thesis generalises none or exists: choose one of them, or another method.");
  Ic3ThesisOptions thesis;
  thesis.generalise = o.generalise == Cubes::exists;
  thesis.seconds = options.seconds;
  thesis.memory = options.memory;
  thesis.stop = options.stop;
  if (o.trace)
    thesis.trace = [](const std::string& line) { print(line + "\n"); };
  else
    thesis.progress = options.progress;
  return thesis;
}

ProofReport report_for_turn_game(const ProveArguments& o, const ProofOptions& options) {
  if (!o.output.empty())
    throw UsageError("No strategy is written for a game of Alice and Bob: leave out the file.");
  if (o.method != ProveMethod::ic3 && o.method != ProveMethod::automatic && !o.as_in_thesis())
    throw UsageError("Games of Alice and Bob are decided by ic3 or by ic3-thesis.");
  const TurnGameFile game = TurnGameFile::open(o.turn_game);
  return o.as_in_thesis() ? game.prove_as_in_thesis(thesis_options(o, options))
                          : game.prove(options);
}

// An AIGER file is a complete game, of either kind.
void refuse_second_game(const ProveArguments& o) {
  const bool is_safety_game = !o.aiger.empty();
  const bool has_game = !o.game.words.empty() || !o.game.bddl.empty();
  const bool asks_for_plies = is_safety_game && (o.depth > 0 || o.shortest);
  if (!has_game && !o.white && !asks_for_plies && o.start.empty() &&
      (o.aiger.empty() || o.turn_game.empty()))
    return;
  throw UsageError(
      is_safety_game ? "--aiger FILE is a complete game: give no other game, side, depth or start."
                     : "--turn-game FILE is a complete game: give no other game, side or start.");
}

ProofReport report_for(const ProveArguments& o, const ProofOptions& options) {
  if (o.trace && !o.as_in_thesis()) throw UsageError("--trace is for --method ic3-thesis.");
  const bool is_file = !o.aiger.empty() || !o.turn_game.empty();
  if (is_file) refuse_second_game(o);
  if (!o.turn_game.empty()) return report_for_turn_game(o, options);
  if (!o.aiger.empty()) {
    if (o.as_in_thesis())
      throw UsageError(
          "IC3 as the thesis has it is for games with a turn: give the file by --turn-game.");
    if (!o.output.empty()) refuse_overwriting(o.output, o.aiger);
    return solve_safety_game(o.aiger, output_for_library(o.output), options);
  }
  if (options.qbf.solver != Solver::expansion && o.method != ProveMethod::qbf)
    throw UsageError("--solver is for --method qbf.");
  if (o.as_in_thesis())
    return prove_as_in_thesis(o.game.spec(), o.white, o.start, thesis_options(o, options));
  return prove(o.game.spec(), output_for_library(o.output), options);
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
            ? "No strategy was written: a limit of time or memory was reached."
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
  verb.option(
          "--turn-game", o->turn_game,
          "Instead of a game: one of Alice and Bob, as a transition system or in AIGER (-: from "
          "standard input)")
      .value_name("FILE")
      .file({"txt", "aag", "aig"});
  verb.option("-o,--output", o->output,
              "Where the strategy goes; in ASCII if it ends in .aag; `-` is stdout")
      .value_name("FILE")
      .file({"aag", "aig"});
  verb.choice<ProveMethod>(
          "--method", o->method,
          {{"auto", ProveMethod::automatic},
           {"ic3", ProveMethod::ic3},
           {"ic3-thesis", ProveMethod::ic3_thesis},
           {"qbf", ProveMethod::qbf},
           {"table", ProveMethod::table},
           {"search", ProveMethod::search},
           {"sets", ProveMethod::sets}},
          "The method (default: ic3); ic3-thesis: for comparison, without -o; qbf within --depth "
          "N; search with -o for wins only; sets only with --aiger; auto chooses, or takes both "
          "with --aiger")
      .value_name("ic3|ic3-thesis|qbf|table|search|sets|auto");
  add_solver_options(verb, o->solver);
  verb.option("--depth", o->depth, "Count only wins within this many plies")
      .between(1, 10000)
      .value_name("N");
  verb.flag("--shortest", o->shortest, "Find the shortest win, step by step");
  verb.flag("--white", o->white, "Ask whether White can force a win (default: Black)");
  add_start_option(verb, o->start, "From this position (default: the start of the game)");
  verb.choice<Cubes>(
          "--generalise", o->generalise,
          {{"none", Cubes::none}, {"exists", Cubes::exists}, {"both", Cubes::both}},
          "Which states become cubes (default: both; of ic3-thesis, which cannot do that: none)")
      .value_name("none|exists|both");
  verb.flag("--trace", o->trace, "ic3-thesis: print every frame, obligation and counterexample");
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
