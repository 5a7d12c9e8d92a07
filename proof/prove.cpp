// SPDX-License-Identifier: MIT
// Verdicts with strategies, on games and on safety games, by any of the methods.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "gen/bddl/sanity.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/text/counted.h"
#include "gen/wrong_file.h"
#include "probe/game.h"
#include "proof/aiger/aiger.h"
#include "proof/check/check.h"
#include "proof/circuit_file.h"
#include "proof/ic3/ic3_options.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/ic3/turn_game_aiger.h"
#include "proof/proof_limits.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/lifted.h"
#include "proof/qbf/possible_goals.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/strategy.h"
#include "proof/strategy/search_strategy.h"
#include "proof/strategy/strategy_output.h"
#include "proof/synthesis/safety_game.h"
#include "proof/synthesis/safety_sets.h"
#include "proof/temporary_table.h"
#include "symbolic/model/game_model.h"
#include "symmetry/grid.h"
#include "tablebase/format/output_place.h"

namespace zermelo {
namespace {

using proof::Ic3Result;
using proof::Strategy;

ProofReport report_of(Verdict verdict, int plies, const proof::Ic3Statistics& statistics,
                      const ProofOptions& options, const ProofLimits& limits) {
  ProofReport report;
  report.verdict = verdict;
  report.obligations = statistics.obligations;
  report.sat_calls = statistics.sat_calls;
  report.cubes = statistics.blocked + statistics.won;
  if (verdict == Verdict::win) {
    report.plies = plies;
    if (options.stepwise) report.refuted = std::max(plies - 1, 0);
  } else {
    report.complete = plies == proof::infinity;
    report.refuted = depth_or_zero(plies);
  }
  if (verdict == Verdict::unknown) report.stopped_by = limits.stopped_by();
  return report;
}

// Writes the strategy that was proved, unless the path is empty.
void write_proof(Strategy strategy, const std::string& path, ProofReport& report) {
  strategy.creator = creator();
  report.gates = strategy_gates(strategy);
  report.bytes = write_strategy(strategy, path);
}

ProofReport prove_by_ic3(const GameSpec& game, const std::string& path, const ProofOptions& options,
                         ProofLimits& limits) {
  proof::Ic3Proof found =
      proof::prove_by_ic3(game, options.white ? symbolic::white : symbolic::black, options.start,
                          ic3_options(options, limits));
  ProofReport report = report_of(found.verdict, found.plies, found.statistics, options, limits);
  report.method = "ic3";
  if (found.verdict != Verdict::unknown) write_proof(std::move(found.strategy), path, report);
  return report;
}

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

// A game in BDDL on a board that has no positions, no table and no Boolean model here.
bool is_large(const GameSpec& game) {
  if (game.name != "bddl") return false;
  const bddl::Problem problem = bddl::rules_of(game).problem;
  return problem.columns * problem.rows > max_squares;
}

// The game, if it has positions here: a board in BDDL may be too large, or its moves may have too
// many ways back for tables, and then formulas are the only method.
std::shared_ptr<const Game> find_game(const GameSpec& spec, bool large) {
  if (large) return nullptr;
  if (spec.name != "bddl") return make_game(spec);
  try {
    return make_game(spec);
  } catch (const UsageError&) {
    return nullptr;
  }
}

// Throws UsageError, which says why, if there is no such game.
std::shared_ptr<const Game> required(const std::shared_ptr<const Game>& game,
                                     const GameSpec& spec) {
  return game ? game : make_game(spec);
}

// --- By a table, or by search --------------------------------------------------------------------

void take_value(const Table& table, const Value& value, bool attacker_to_move,
                ProofReport& report) {
  const bool wins = attacker_to_move ? value.is_win() : value.is_loss();
  report.verdict = wins ? Verdict::win : Verdict::no_win;
  report.complete = !wins;
  if (!wins || table.info().metric != "distance") return;
  report.plies = value.plies();
  report.refuted = std::max(value.plies() - 1, 0);
}

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

ProofReport prove_by_search(const Game& game, const std::string& path, const ProofOptions& options,
                            ProofLimits& limits) {
  if (!path.empty() && !symbolic::find_game_model(game.spec()))
    throw UsageError(fmt::format(
        "There is no strategy file for {}: what one says is about its Boolean model, and "
        "it has none. Leave out the file.",
        game.spec().name));
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

// How the game has ended at its start, if it is over there. Throws IllegalPosition or GameOver for
// another start at which there is nothing to play.
std::string over_at_start(const Game& game, const std::string& start) {
  if (!start.empty()) require_to_move(game.status(start));
  const PositionStatus status = game.status(start.empty() ? game.start() : start);
  return status.why;
}

// --- Which method --------------------------------------------------------------------------------

struct MethodChoice {
  ProofOptions::Method method;
  std::string reason;
};

// (docs/qbf.md compares the methods.)
MethodChoice choose_method(const GameSpec& spec, const Game* game, bool large,
                           const std::string& path, const ProofOptions& options) {
  using Method = ProofOptions::Method;
  if (large) return {Method::qbf, "the board has more than 64 squares"};
  const auto model = symbolic::find_game_model(spec);
  const bool by_search = path.empty() && game != nullptr && game->shortest_win() != nullptr;
  if (!model) {
    if (options.depth && by_search)
      return {Method::search, "the game has no Boolean model, and the length is bounded"};
    return {Method::table, "the game has no Boolean model"};
  }
  if (options.depth) {
    constexpr int short_win = 15;
    if (*options.depth <= short_win)
      return {Method::qbf,
              fmt::format("only wins within {} count", counted(*options.depth, "ply", "plies"))};
    if (by_search) return {Method::search, "the wins may be long, and no strategy is wanted"};
    return {Method::ic3,
            fmt::format("wins of up to {} count", counted(*options.depth, "ply", "plies"))};
  }
  // There are at most three to the power of that many boards, of which about a million can be
  // reached.
  constexpr int squares_of_small_table = 15;
  const int squares = model->grid.squares();
  if (squares <= squares_of_small_table)
    return {Method::table, fmt::format("the board has only {} squares", squares)};
  return {Method::ic3, "wins of any length count"};
}

}  // namespace

ProofReport prove(const GameSpec& game, const std::string& path, const ProofOptions& options) {
  using Method = ProofOptions::Method;
  if (options.depth && *options.depth < 1) throw UsageError("A depth must be at least 1 ply.");
  if (!path.empty()) check_output(path);
  ProofLimits limits(options.seconds, options.memory, options.stop);
  const bool large = is_large(game);
  const std::shared_ptr<const Game> rules = find_game(game, large);
  const GameSpec spec = rules ? rules->spec() : game;  // (a game in BDDL is complete as it is)
  const std::string over = rules ? over_at_start(*rules, options.start) : "";
  MethodChoice choice{options.method, ""};
  if (choice.method == Method::automatic)
    choice = choose_method(spec, rules.get(), large, path, options);
  ProofReport report;
  switch (choice.method) {
    case Method::ic3:
      report = prove_by_ic3(spec, path, options, limits);
      break;
    case Method::qbf:
      report = prove_by_qbf(spec, path, options, limits);
      break;
    case Method::table:
      report = prove_by_table(*required(rules, spec), path, options, limits);
      break;
    case Method::search:
      report = prove_by_search(*required(rules, spec), path, options, limits);
      break;
    default:
      throw UsageError("Sets are for safety games; for games, `validate` and `bdd` make them.");
  }
  report.reason = choice.reason;
  report.over_at_start = over;
  report.seconds = limits.seconds();
  return report;
}

// --- Quantified Boolean formulas -----------------------------------------------------------------

QbfEncodingReport write_qbf(const GameSpec& game, std::optional<int> depth,
                            QbfChoice::Encoding encoding, QbfChoice::Format format,
                            const std::string& path) {
  if (depth && *depth < 1) throw UsageError("A depth must be at least 1.");
  check_output(path);
  const proof::BoundedGame bounded = proof::bounded_game(game, depth);
  const proof::Qbf formula = encoding == QbfChoice::Encoding::lifted
                                 ? lifted_formula(bounded)
                                 : std::move(grounded_formula(bounded).formula);
  const proof::QbfSize size = size_of(formula);
  const std::string text =
      format == QbfChoice::Format::qcir ? to_qcir(formula) : to_qdimacs(formula).text;
  write_bytes(path, text);
  QbfEncodingReport report;
  const proof::BoundedGame possible = with_possible_goals(bounded);
  for (const symbolic::Side side : symbolic::both_sides) {
    report.goals += possible.goals[side].size();
    report.goals_left_out += bounded.goals[side].size() - possible.goals[side].size();
  }
  if (bounded.columns * bounded.rows <= max_squares) {
    const bddl::Rules rules = bddl::rules_of(game);
    report.sane = !opponents_goal(rules.domain, rules.problem);
  }
  report.gates = size.gates;
  report.variables = size.variables;
  report.clauses = size.clauses;
  report.blocks = size.blocks;
  report.universals = size.universals;
  report.bytes = text.size();
  return report;
}

// --- Games in AIGER ------------------------------------------------------------------------------

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
  const Ic3Result found = proof::solve_by_ic3(make_safety_game(file), inner);
  SafetySolution result{report_of(found.verdict, found.plies, found.statistics, options, limits),
                        {}};
  if (found.verdict != Verdict::unknown) result.circuit = winning_circuit(file, found);
  return result;
}

SafetySolution solve_by_sets(const proof::AigerFile& file, const ProofOptions& options,
                             ProofLimits& limits) {
  symbolic::BddOptions bdd;
  if (options.memory > 0) bdd.memory = options.memory;
  SafetySolution result;
  ProofReport& report = result.report;
  try {
    const LimitWatch watch(limits);
    symbolic::IsolatedOptions isolated;
    isolated.stop = &watch.flag();
    proof::SafetySets sets = solve_safety_by_sets_isolated(file, bdd, isolated);
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
    return by_sets ? solve_by_sets(aiger, options, limits) : solve_by_ic3(aiger, options, limits);
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
