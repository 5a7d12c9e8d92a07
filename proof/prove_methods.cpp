// SPDX-License-Identifier: MIT
#include "proof/prove_methods.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <utility>

#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "proof/check/check.h"
#include "proof/ic3/ic3_options.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/strategy/search_strategy.h"
#include "proof/strategy/strategy_output.h"
#include "proof/temporary_table.h"
#include "symbolic/model/game_model.h"

namespace zermelo {
namespace {

using proof::Strategy;

// Writes the strategy that was proved, unless the path is empty.
void write_proof(Strategy strategy, const std::string& path, ProofReport& report) {
  strategy.creator = creator();
  report.gates = strategy_gates(strategy);
  report.bytes = write_strategy(strategy, path);
}

}  // namespace

// --- By IC3 --------------------------------------------------------------------------------------

ProofReport prove_by_ic3(const GameSpec& game, const std::string& path, const ProofOptions& options,
                         ProofLimits& limits) {
  proof::Ic3Proof found =
      proof::prove_by_ic3(game, options.white ? symbolic::white : symbolic::black, options.start,
                          ic3_options(options, limits));
  ProofReport report = ic3_report(found.verdict, found.plies, found.statistics, options, limits);
  if (found.verdict != Verdict::unknown) write_proof(std::move(found.strategy), path, report);
  return report;
}

// --- By quantified Boolean formulas --------------------------------------------------------------

namespace {

proof::QbfOptions qbf_options(const ProofOptions& options, bool certify, ProofLimits& limits) {
  proof::QbfOptions inner;
  inner.solver = static_cast<proof::QbfOptions::Solver>(options.qbf.solver);
  inner.encoding = static_cast<proof::QbfOptions::Encoding>(options.qbf.encoding);
  inner.format = static_cast<proof::QbfOptions::Format>(options.qbf.format);
  inner.command = options.qbf.command;
  inner.attacker = options.white ? symbolic::white : symbolic::black;
  inner.start = options.start;
  inner.plies = options.depth;
  inner.stepwise = options.stepwise;
  inner.certify = certify;
  inner.limits = {options.seconds, options.memory, options.stop};
  inner.stop = [&limits] { return limits.stop_now(); };
  if (options.progress) {
    inner.progress = [&options](int plies, const proof::ExpansionStatistics& s) {
      options.progress({plies, s.states, s.sat_calls, s.replies});
    };
  }
  return inner;
}

}  // namespace

ProofReport prove_by_qbf(const GameSpec& game, const std::string& path, const ProofOptions& options,
                         ProofLimits& limits) {
  proof::QbfProof found = proof::prove_by_qbf(game, qbf_options(options, !path.empty(), limits));
  ProofReport report;
  report.method = "qbf";
  report.obligations = found.statistics.states;
  report.sat_calls = found.statistics.sat_calls;
  report.refuted = found.refuted;
  report.complete = found.complete;
  if (!found.wins) {
    const std::string why = limits.stopped_by();
    report.stopped_by = why.empty() ? found.stopped_by : why;
    return report;
  }
  report.verdict = *found.wins ? Verdict::win : Verdict::no_win;
  if (*found.wins) report.plies = found.plies;
  report.first_move = found.first_move;
  if (found.certificate) {
    report.certificate_steps = found.certificate->steps;
    report.certificate_functions = found.certificate->functions;
  }
  if (!found.strategy) return report;
  proof::CheckOptions check;
  check.stop = [&limits] { return limits.stop_now(); };
  try {
    report.certified = check_strategy(*found.strategy, check).ok();
    write_proof(std::move(*found.strategy), path, report);
  } catch (const Interrupted&) {  // the verdict holds without it
  }
  return report;
}

// --- By a table ----------------------------------------------------------------------------------

namespace {

void take_value(const Table& table, const Value& value, bool attacker_to_move,
                ProofReport& report) {
  const bool wins = attacker_to_move ? value.is_win() : value.is_loss();
  report.verdict = wins ? Verdict::win : Verdict::no_win;
  report.complete = !wins;
  if (!wins || table.metric() != Metric::distance || value.is_endless()) return;
  report.plies = value.plies();
  report.refuted = std::max(value.plies() - 1, 0);
}

}  // namespace

ProofReport prove_by_table(const Game& game, const std::string& path, const ProofOptions& options,
                           ProofLimits& limits) {
  if (options.depth)
    throw UsageError("A table tells wins of any length: leave out the depth, or the method.");
  ProofReport report;
  report.method = "table";
  try {
    const LimitWatch watch(limits);
    SolveOptions solving;
    solving.memory_limit = options.memory;
    solving.stop = &watch.flag();
    const TemporaryTable table(game, solving);
    const std::string position = options.start.empty() ? table->start() : options.start;
    if (!table->game().status(position).goes_on()) {
      // There is no value, but the rules give the verdict.
      report = prove_by_ic3(game.spec(), path, options, limits);
      report.method = "table";
      return report;
    }
    const bool attacker_to_move = table->game().to_move(position) == colour_of(options.white);
    take_value(*table, table->probe(position), attacker_to_move, report);
    report.obligations = table->info().positions;
    if (path.empty()) return report;
    using Owner = TableStrategyOptions::Owner;
    const bool white_owns = options.white == (report.verdict == Verdict::win);
    TableStrategyOptions writing;
    writing.owner = white_owns ? Owner::white : Owner::black;
    writing.stop = &watch.flag();
    const TableStrategyReport written = write_table_strategy(*table, position, path, writing);
    report.gates = written.gates;
    report.bytes = written.bytes;
    return report;
  } catch (const Interrupted&) {
  } catch (const OutOfMemory&) {
    limits.out_of_memory();
  }
  report = {};
  report.method = "table";
  report.stopped_by = limits.stopped_by();
  return report;
}

// --- By search -----------------------------------------------------------------------------------

namespace {

// Writes the strategy of a win that a search has found. If a limit is reached meanwhile, the
// verdict holds without it.
void write_found_win(const Game& game, const std::string& path, const ProofOptions& options,
                     const std::atomic<bool>& stop, ProofReport& report) {
  SearchStrategyOptions writing;
  writing.white = options.white;
  writing.plies = *report.plies;
  writing.stop = &stop;
  try {
    const SearchStrategyReport written = write_search_strategy(
        game, options.start.empty() ? game.start() : options.start, path, writing);
    report.gates = written.gates;
    report.bytes = written.bytes;
  } catch (const Interrupted&) {
  }
}

}  // namespace

ProofReport prove_by_search(const Game& game, const std::string& path, const ProofOptions& options,
                            ProofLimits& limits) {
  if (!path.empty() && !symbolic::find_game_model(game.spec()))
    throw UsageError(fmt::format(
        "There is no strategy file for {}: what one says is about its Boolean model, and "
        "it has none. Leave out the file.",
        game.spec().name));
  if (!options.depth && bddl::endless_winner(game.spec()) == colour_of(options.white)) {
    throw UsageError(
        fmt::format("In this game {} also wins if play never ends, which a search does not find: "
                    "give a depth, or prove it by a table.",
                    colour_name(colour_of(options.white))));
  }
  const ShortestWinSearch search = game.shortest_win();
  if (!search)
    throw UsageError(fmt::format("{} has no search for the shortest win.", game.spec().name));
  if (!path.empty() && !game.status(game.start()).goes_on() && options.start.empty()) {
    // There is nothing to search, but the rules give the verdict.
    ProofReport report = prove_by_ic3(game.spec(), path, options, limits);
    report.method = "search";
    return report;
  }
  const LimitWatch watch(limits);
  DepthOptions searching;
  searching.start = options.start;
  searching.white = options.white;
  if (options.depth) searching.max_plies = *options.depth;
  if (options.memory > 0) searching.memory = options.memory / 2;
  searching.stop = &watch.flag();
  if (options.progress) {
    searching.progress = [&options](int plies, std::uint64_t nodes) {
      options.progress({plies, nodes, 0, 0});
    };
  }
  const DepthResult found = search(searching).search;
  ProofReport report;
  report.method = "search";
  report.obligations = found.nodes;
  report.plies = found.plies;
  report.refuted = found.plies ? std::max(*found.plies - 1, 0) : found.refuted;
  report.complete = !found.plies && found.complete;
  const bool refuted = report.complete || (options.depth && found.refuted >= *options.depth);
  if (found.plies)
    report.verdict = Verdict::win;
  else if (refuted)
    report.verdict = Verdict::no_win;
  else
    report.stopped_by = limits.stopped_by();
  if (found.plies && !path.empty()) write_found_win(game, path, options, watch.flag(), report);
  return report;
}

}  // namespace zermelo
