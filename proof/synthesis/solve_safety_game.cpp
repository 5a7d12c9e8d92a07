// SPDX-License-Identifier: MIT
// Safety games in AIGER: board games are written as such, and any are solved, by IC3 or by sets.
#include <fmt/format.h>

#include <utility>

#include "gen/error.h"
#include "probe/game.h"
#include "proof/check/arena.h"
#include "proof/circuit_file.h"
#include "proof/ic3/ic3_options.h"
#include "proof/ic3/turn_game_aiger.h"
#include "proof/proof_limits.h"
#include "proof/strategy.h"
#include "proof/synthesis/reduced_game.h"
#include "proof/synthesis/safety_game.h"
#include "proof/synthesis/safety_sets.h"
#include "symbolic/model/game_model.h"
#include "tablebase/format/output_place.h"

namespace zermelo {

EncodingReport write_safety_game(const GameSpec& game, bool white_owns, const std::string& path) {
  check_output(path);
  const GameSpec spec = make_game(game)->spec();
  const symbolic::GameModel model = symbolic::game_model_of(spec);
  proof::AigerFile file = encode_safety_game(proof::make_arena(model.model),
                                             white_owns ? symbolic::white : symbolic::black);
  file.comments.push_back(fmt::format("{} does not lose {}", white_owns ? "White" : "Black",
                                      spec.name == "bddl" ? "a game in BDDL" : to_string(spec)));
  EncodingReport report;
  report.controllable = static_cast<std::uint32_t>(input_roles(file).controller.size());
  report.inputs = file.inputs - report.controllable;
  report.latches = static_cast<std::uint32_t>(file.latches.size());
  report.gates = static_cast<std::uint32_t>(file.ands.size());
  report.bytes = write_aiger(file, path);
  return report;
}

namespace {

struct SafetySolution {
  ProofReport report;
  proof::AigerFile circuit;  // the winner's, if there is a verdict
};

SafetySolution solve_by_ic3(const proof::AigerFile& file, const ProofOptions& options,
                            ProofLimits& limits) {
  proof::Ic3Options inner = ic3_options(options, limits);
  inner.stepwise = true;  // play never ends
  proof::ReducedGame game = reduce(make_safety_graph(file));
  const proof::Ic3Result found = proof::solve_by_ic3(make_safety_game(game.game), inner);
  SafetySolution result{ic3_report(found.verdict, found.plies, found.statistics, options, limits),
                        {}};
  if (found.verdict == Verdict::unknown) return result;
  const auto choices = winning_choices(game.game, found);
  result.circuit = closed_circuit(file, std::move(game), found.verdict == Verdict::no_win, choices);
  return result;
}

SafetySolution solve_by_sets(const proof::AigerFile& file, const ProofOptions& options,
                             bool with_circuit, ProofLimits& limits) {
  proof::SafetySetsOptions sets_options{.with_circuit = with_circuit};
  if (options.memory > 0) sets_options.bdd.memory = options.memory;
  SafetySolution result;
  ProofReport& report = result.report;
  try {
    const LimitWatch watch(limits);
    symbolic::IsolatedOptions isolated;
    isolated.stop = &watch.flag();
    proof::SafetySets sets = solve_safety_by_sets_isolated(file, sets_options, isolated);
    report.verdict = sets.realizable ? Verdict::no_win : Verdict::win;
    report.complete = sets.realizable;
    report.obligations = static_cast<std::uint64_t>(sets.iterations);
    result.circuit = std::move(sets.circuit);
    return result;
  } catch (const Interrupted&) {
  } catch (const symbolic::OutOfNodes&) {
    limits.out_of_memory();
  }
  report.stopped_by = limits.stopped_by();
  return result;
}

}  // namespace

ProofReport solve_safety_game(const std::string& file, const std::string& path,
                              const ProofOptions& options) {
  const proof::AigerFile aiger = parse_file(file, proof::parse_aiger);
  about_file(file, [&] {
    if (is_turn_game(aiger))
      throw UsageError(
          "The file has an output won_A: it is a game with a turn, not a safety game. Give it by "
          "--turn-game.");
    return 0;
  });
  ProofLimits limits(options.seconds, options.memory, options.stop);
  using Method = ProofOptions::Method;
  const bool by_sets = options.method == Method::sets;
  if (!by_sets && options.method != Method::ic3 && options.method != Method::automatic)
    throw UsageError("Safety games are decided by ic3 or by sets.");
  if (!path.empty()) check_output(path);
  // (The options have been checked by now: the fault is in the circuit.)
  SafetySolution solution = about_file(file, [&] {
    return by_sets ? solve_by_sets(aiger, options, !path.empty(), limits)
                   : solve_by_ic3(aiger, options, limits);
  });
  ProofReport& report = solution.report;
  if (report.verdict != Verdict::unknown) {
    report.gates = solution.circuit.ands.size();
    report.bytes = write_aiger(solution.circuit, path);
  }
  report.method = by_sets ? "sets" : "ic3";
  report.seconds = limits.seconds();
  return report;
}

}  // namespace zermelo
