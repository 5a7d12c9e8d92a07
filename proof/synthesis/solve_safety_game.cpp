// SPDX-License-Identifier: MIT
// Safety games in AIGER: board games are written as such, and any are solved, by IC3 or by sets.
#include <fmt/format.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <thread>
#include <utility>

#include "gen/error.h"
#include "gen/watch_thread.h"
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
  proof::AigerFile circuit;  // the winner's, if there is a verdict and one is wanted
};

SafetySolution solve_by_ic3(const proof::AigerFile& file, proof::ReducedGame game,
                            const ProofOptions& options, ProofLimits& limits) {
  proof::Ic3Options inner = ic3_options(options, limits);
  inner.stepwise = true;  // play never ends
  const proof::Ic3Result found = proof::solve_by_ic3(make_safety_game(game.game), inner);
  SafetySolution result{ic3_report(found.verdict, found.plies, found.statistics, options, limits),
                        {}};
  if (found.verdict == Verdict::unknown) return result;
  const auto choices = winning_choices(game.game, found);
  result.circuit = closed_circuit(file, std::move(game), found.verdict == Verdict::no_win, choices);
  return result;
}

SafetySolution solve_by_sets(const proof::AigerFile& file, bool with_circuit, std::uint64_t memory,
                             ProofLimits& limits) {
  proof::SafetySetsOptions options{.with_circuit = with_circuit};
  if (memory > 0) options.bdd.memory = memory;
  SafetySolution result;
  ProofReport& report = result.report;
  report.method = "sets";
  try {
    const LimitWatch watch(limits);
    symbolic::IsolatedOptions isolated;
    isolated.stop = &watch.flag();
    proof::SafetySets sets = solve_safety_by_sets_isolated(file, options, isolated);
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

// Both methods at the same time, IC3 in this thread and the sets in a process of their own, each
// with half of the memory. The first verdict stops the other.
class SideBySide {
 public:
  // All must outlive it.
  SideBySide(const proof::AigerFile& file, const ProofOptions& options, bool with_circuit)
      : file_(file), options_(options), with_circuit_(with_circuit) {}

  SafetySolution solve(proof::ReducedGame game) {
    const WatchThread user(std::chrono::milliseconds(20), [this] {
      if (options_.stop != nullptr && *options_.stop) stop_ = true;
      return !stop_;
    });
    {
      const std::jthread sets([this] {
        attempt(sets_, [&](ProofLimits& limits) {
          return solve_by_sets(file_, with_circuit_, options_.memory / 2, limits);
        });
      });
      attempt(ic3_, [&](ProofLimits& limits) {
        return solve_by_ic3(file_, std::move(game), options_, limits);
      });
    }
    return first_verdict();
  }

 private:
  struct Attempt {
    SafetySolution solution;
    std::exception_ptr failure;
    bool is_first = false;
  };

  template <class Solve>
  void attempt(Attempt& result, Solve solve) {
    try {
      ProofLimits limits(options_.seconds, options_.memory / 2, &stop_);
      result.solution = solve(limits);
    } catch (...) {
      result.failure = std::current_exception();
    }
    // (Whoever is second has been stopped, or was as quick, and is not asked any more.)
    if (result.solution.report.verdict != Verdict::unknown) result.is_first = !stop_.exchange(true);
  }

  SafetySolution first_verdict() {
    for (Attempt* attempt : {&sets_, &ic3_}) {
      if (!attempt->is_first) continue;
      attempt->solution.report.reason = "it found the verdict first";
      return std::move(attempt->solution);
    }
    for (const Attempt* attempt : {&sets_, &ic3_})
      if (attempt->failure) std::rethrow_exception(attempt->failure);
    // The sets may have run out of memory long before the time was over.
    ic3_.solution.report.reason = "neither method found the verdict";
    return std::move(ic3_.solution);
  }

  const proof::AigerFile& file_;
  const ProofOptions& options_;
  bool with_circuit_;
  std::atomic<bool> stop_ = false;  // someone has decided, or the user does not want to wait
  Attempt sets_, ic3_;
};

SafetySolution solve_as_asked(const proof::AigerFile& file, const ProofOptions& options,
                              bool with_circuit, ProofLimits& limits) {
  using Method = ProofOptions::Method;
  // (The process that works with sets reduces the game itself.)
  if (options.method == Method::sets)
    return solve_by_sets(file, with_circuit, options.memory, limits);
  proof::ReducedGame game = reduce(proof::make_safety_graph(file));
  // (Where no error is left, IC3 has nothing to do, and another process would take longer.)
  if (options.method == Method::automatic && game.game.error != symbolic::false_literal)
    return SideBySide(file, options, with_circuit).solve(std::move(game));
  return solve_by_ic3(file, std::move(game), options, limits);
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
  if (options.method != Method::sets && options.method != Method::ic3 &&
      options.method != Method::automatic)
    throw UsageError("Safety games are decided by ic3, by sets, or by both (auto).");
  if (!path.empty()) check_output(path);
  // (The options have been checked by now: the fault is in the circuit.)
  SafetySolution solution =
      about_file(file, [&] { return solve_as_asked(aiger, options, !path.empty(), limits); });
  ProofReport& report = solution.report;
  const bool has_circuit = !path.empty() || report.method == "ic3";
  if (report.verdict != Verdict::unknown && has_circuit) {
    report.gates = solution.circuit.ands.size();
    report.bytes = write_aiger(solution.circuit, path);
  }
  report.seconds = limits.seconds();
  return report;
}

}  // namespace zermelo
