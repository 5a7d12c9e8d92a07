// SPDX-License-Identifier: MIT
// zermelo check: whether a strategy does what it claims.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "proof/strategy.h"

namespace zermelo::cli {
namespace {

struct CheckArguments {
  std::string path, proofs;
  int threads = 0;
  bool json = false;
};

Json fault_json(const StrategyFault& fault) {
  Json json;
  json["position"] = fault.position;
  json["board"] = board_json(fault.board);
  json["move"] = fault.move.empty() ? Json() : Json(fault.move);
  json["sentence"] = fault.sentence;
  return json;
}

void print_json(const StrategyCheckReport& report) {
  Json json;
  json["ok"] = !report.fault;
  json["claim"] = report.sentence;
  json["obligations"] = report.obligations;
  json["counterexample"] = report.fault ? fault_json(*report.fault) : Json();
  json["seconds"] = report.seconds;
  write_json(json);
}

void print_text(const CheckArguments& o, const StrategyCheckReport& report) {
  if (report.fault) return print(diagram_text(report.fault->board));
  print(fmt::format("{}\n{} shown unsatisfiable in {:.1f} s: the strategy does what it claims.\n",
                    report.sentence, grouped(report.obligations, "formula", "formulas"),
                    report.seconds));
  if (!o.proofs.empty()) print(fmt::format("Formulas and proofs are in {}.\n", o.proofs));
}

ExitCode run_check(const CheckArguments& o) {
  ProgressLine line;
  StrategyCheckOptions options;
  options.proofs = o.proofs;
  options.threads = o.threads;
  options.stop = &catch_interrupts();
  if (line.active()) {
    options.progress = [&](std::uint64_t done, std::uint64_t all) {
      line.show(fmt::format("checking: {} of {}", done, all));
    };
  }
  const StrategyCheckReport report = check_strategy(o.path, options);
  line.clear();
  o.json ? print_json(report) : print_text(o, report);
  if (report.fault) {
    throw Error(fmt::format("{} does not do what it claims ('{}'). In {}: {}", o.path,
                            report.sentence, report.fault->position, report.fault->sentence));
  }
  return success;
}

}  // namespace

Verb add_check(CommandLine& program) {
  Arguments verb = program.add_verb("check", "Check a strategy against the rules, by SAT");
  const auto o = std::make_shared<CheckArguments>();
  verb.option("FILE", o->path, "The strategy (-: from standard input)")
      .required()
      .value_name("")
      .file({"aag", "aig"});
  verb.option("--proofs", o->proofs,
              "Write each formula (DIMACS) and its proof (DRAT) into this folder")
      .value_name("DIR")
      .folder();
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "What the strategy claims becomes formulas that must be unsatisfiable, made from the rules\n"
      "alone. If one is not, the board, the move and what is wrong are shown, the exit code is 1,\n"
      "and no formulas and proofs are left. Other programs can confirm them: see docs/proofs.md.\n"
      "Example: zermelo check notakto.aig --proofs notakto-proofs");
  return {verb, [o] { return run_check(*o); }};
}

}  // namespace zermelo::cli
