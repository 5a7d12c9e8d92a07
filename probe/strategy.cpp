// SPDX-License-Identifier: MIT
#include "probe/strategy.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <fstream>
#include <thread>
#include <utility>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "probe/game.h"
#include "probe/strategy_output.h"
#include "probe/whole_file.h"
#include "proof/aiger/aiger.h"
#include "proof/prove.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/lifted.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/strategy/check.h"
#include "proof/strategy/state_walk.h"
#include "proof/strategy/strategy_file.h"
#include "proof/synthesis/safety_game.h"
#include "proof/synthesis/safety_sets.h"
#include "symbolic/model/game_model.h"
#include "tablebase/job/stopwatch.h"

namespace zermelo {
namespace {

using proof::Ic3Result;
using proof::Strategy;

// What is wrong with the bytes is said with the file's name.
template <class Parse>
auto parse_file(const std::string& path, Parse&& parse) {
  const std::string bytes = read_whole_file(path);
  try {
    return parse(bytes);
  } catch (const SyntaxError& error) {
    throw SyntaxError(fmt::format("{}: {}", path, error.what()));
  } catch (const UsageError& error) {
    throw UsageError(fmt::format("{}: {}", path, error.what()));
  }
}
Strategy read_strategy(const std::string& path) { return parse_file(path, proof::parse_strategy); }

// The whole file or none: what stood there before stays until the new bytes are written.
void write_bytes(const std::string& path, const std::string& bytes) {
  const std::string unfinished = path + ".part";
  errno = 0;
  std::ofstream file(unfinished, std::ios::binary);
  file << bytes;
  file.close();
  if (file && std::rename(unfinished.c_str(), path.c_str()) == 0) return;
  const int error = errno;
  std::remove(unfinished.c_str());
  throw FileError(fmt::format("Cannot write {}: {}.", path, std::strerror(error)));
}

StrategyInfo info_of(const Strategy& strategy) {
  StrategyInfo info;
  info.game = strategy.game;
  info.start = strategy.start;
  info.owner_is_white = strategy.owner == symbolic::white;
  info.wins = strategy.claim.kind == proof::Claim::Kind::wins;
  info.plies = strategy.claim.plies;
  info.sentence = claim_sentence(strategy.owner, strategy.claim, strategy.start);
  info.creator = strategy.creator;
  info.gates = strategy_gates(strategy);
  return info;
}

bool is_set(const std::atomic<bool>* flag) { return flag != nullptr && *flag; }

std::uint64_t resident_memory() {
  std::ifstream file("/proc/self/statm");
  std::uint64_t all = 0, resident = 0;
  file >> all >> resident;
  return resident * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

// Stops a proof when its time or memory is used up, or when the user asks.
class ProofLimits {
 public:
  explicit ProofLimits(const ProofOptions& options) : options_(options) {}

  double seconds() const { return watch_.seconds(); }
  const std::string& stopped_by() const { return stopped_by_; }
  // Asked often; looks at the clock only now and then.
  bool stop() {
    if (!stopped_by_.empty()) return true;
    if (is_set(options_.stop)) stopped_by_ = "stop";
    if (++calls_ % 256 != 0) return !stopped_by_.empty();
    look_at_clock();
    if (options_.memory > 0 && calls_ % 65536 == 0 && resident_memory() > options_.memory)
      stopped_by_ = "memory";
    return !stopped_by_.empty();
  }

  // The same, where it is asked seldom.
  bool stop_now() {
    look_at_clock();
    return stop();
  }
  void out_of_memory() { stopped_by_ = "memory"; }

 private:
  void look_at_clock() {
    if (options_.seconds > 0 && seconds() > options_.seconds) stopped_by_ = "time";
  }

  const ProofOptions& options_;
  Stopwatch watch_;
  std::uint64_t calls_ = 0;
  std::string stopped_by_;
};

int depth_or_zero(int depth) { return depth == proof::for_ever ? 0 : depth; }

}  // namespace

std::uint64_t strategy_gates(const Strategy& strategy) {
  return proof::parse_aiger(format_strategy(strategy)).ands.size();
}

std::uint64_t write_strategy(const Strategy& strategy, const std::string& path) {
  const std::string bytes = format_strategy(
      strategy, path.ends_with(".aag") ? proof::AigerForm::ascii : proof::AigerForm::binary);
  if (!path.empty()) write_bytes(path, bytes);
  return bytes.size();
}

// --- StrategyFile --------------------------------------------------------------------------------

class StrategyFile::Contents {
 public:
  explicit Contents(Strategy strategy)
      : strategy_(std::move(strategy)),
        info_(info_of(strategy_)),
        model_(symbolic::game_model_of(strategy_.game)),
        arena_(proof::make_arena(model_.model)),
        game_(make_game(strategy_.game)) {}

  const StrategyInfo& info() const { return info_; }

  StrategyAnswer answer(std::string_view text) const {
    const GridPosition position = parse_position(text, model_.grid);
    const symbolic::BoardState board = board_of(model_, position);
    std::vector<bool> inputs;
    for (int k = 0; k < model_.model.variables(); ++k)
      inputs.push_back(board[static_cast<std::size_t>(k)]);
    inputs.push_back(position.white_to_move);
    const std::vector<bool> values = evaluate(strategy_.aig, inputs);
    StrategyAnswer result;
    result.is_member = value_of(values, strategy_.member);
    if (!result.is_member) return result;
    result.rank = number(values, strategy_.rank);
    if (position.white_to_move == info_.owner_is_white)
      result.move =
          move_name(number(values, strategy_.move),
                    {board, position.white_to_move ? symbolic::white : symbolic::black}, text);
    return result;
  }

 private:
  static std::uint64_t number(const std::vector<bool>& values,
                              const std::vector<symbolic::Literal>& bits) {
    std::uint64_t result = 0;
    for (std::size_t k = 0; k < bits.size(); ++k)
      result |= std::uint64_t{value_of(values, bits[k])} << k;
    return result;
  }
  // A move of the model may be written in several ways ("b2-c3 or b2xc3"): here in the one that
  // leads where it does.
  std::string move_name(std::uint64_t number, const proof::ArenaState& state,
                        std::string_view position) const {
    if (number >= strategy_.moves.size()) return {};
    const auto moves = successors(arena_, state);
    const auto made = std::ranges::find(moves, number, &proof::ArenaSuccessor::move);
    if (made == moves.end()) return {};
    const GridPosition after = model_.position(made->state.board, made->state.to_move);
    const std::string result = format_position(after, model_.grid);
    const std::string change =
        format_change(GridChange(model_.position(state.board, state.to_move), after), model_.grid);
    const std::string all = " or " + strategy_.moves[number] + " or ";
    std::string name;
    for (const LegalMove& legal : game_->moves(position)) {
      if (all.find(" or " + legal.move + " or ") == std::string::npos) continue;
      if (legal.move == change || (!legal.ending && legal.result == result)) return legal.move;
      if (name.empty()) name = legal.move;
    }
    return name;
  }

  Strategy strategy_;
  StrategyInfo info_;
  symbolic::GameModel model_;
  proof::Arena arena_;
  std::shared_ptr<const Game> game_;
};

StrategyFile StrategyFile::open(const std::string& path) {
  StrategyFile result;
  result.contents_ = std::make_shared<const Contents>(read_strategy(path));
  return result;
}

const StrategyInfo& StrategyFile::info() const { return contents_->info(); }
StrategyAnswer StrategyFile::answer(std::string_view position) const {
  return contents_->answer(position);
}

// --- Checking ------------------------------------------------------------------------------------

StrategyCheckReport check_strategy(const std::string& path, const StrategyCheckOptions& options) {
  const Stopwatch watch;
  const Strategy strategy = read_strategy(path);
  proof::CheckOptions inner;
  inner.proofs = options.proofs;
  inner.progress = options.progress;
  if (options.stop != nullptr) inner.stop = [&] { return is_set(options.stop); };
  const proof::StrategyCheck check = proof::check_strategy(strategy, inner);
  StrategyCheckReport report;
  report.sentence = claim_sentence(strategy.owner, strategy.claim, strategy.start);
  report.obligations = check.obligations;
  if (const auto& found = check.counterexample)
    report.fault = {found->position, found->board, found->move, found->sentence};
  report.seconds = watch.seconds();
  return report;
}

// --- Proving -------------------------------------------------------------------------------------

namespace {

// The options and the limits must outlive what is returned.
proof::Ic3Options ic3_options(const ProofOptions& options, ProofLimits& limits) {
  proof::Ic3Options inner;
  inner.generalise = static_cast<proof::Ic3Options::Generalise>(options.generalise);
  inner.depth = options.depth;
  inner.stepwise = options.stepwise;
  inner.stop = [&limits] { return limits.stop(); };
  if (options.progress) {
    inner.progress = [&options](const proof::Ic3Statistics& s) {
      options.progress({depth_or_zero(s.depth), s.obligations, s.sat_calls, s.blocked + s.won});
    };
  }
  return inner;
}

ProofReport report_of(Ic3Result::Verdict verdict, int plies, const proof::Ic3Statistics& statistics,
                      const ProofOptions& options, const ProofLimits& limits) {
  ProofReport report;
  report.verdict = static_cast<ProofReport::Verdict>(verdict);
  report.obligations = statistics.obligations;
  report.sat_calls = statistics.sat_calls;
  report.cubes = statistics.blocked + statistics.won;
  if (verdict == Ic3Result::Verdict::win) {
    report.plies = plies;
    if (options.stepwise) report.refuted = std::max(plies - 1, 0);
  } else {
    report.complete = plies == proof::for_ever;
    report.refuted = depth_or_zero(plies);
  }
  if (verdict == Ic3Result::Verdict::unknown) report.stopped_by = limits.stopped_by();
  return report;
}

std::string aiger_bytes(const proof::AigerFile& file, const std::string& path) {
  return path.ends_with(".aag") ? format_aiger_ascii(file) : format_aiger_binary(file);
}

}  // namespace

namespace {

// Writes what was proved, unless the path is empty.
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
  if (found.verdict != Ic3Result::Verdict::unknown)
    write_proof(std::move(found.strategy), path, report);
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
  if (!found.wins) {
    const std::string& why = limits.stopped_by();
    report.stopped_by = why.empty() ? found.stopped_by : why;
    return report;
  }
  report.verdict = *found.wins ? ProofReport::Verdict::win : ProofReport::Verdict::no_win;
  if (*found.wins) report.plies = found.plies;
  report.first_move = found.first_move;
  if (!found.strategy) return report;
  proof::CheckOptions check;
  check.stop = [&limits] { return limits.stop(); };
  report.certified = check_strategy(*found.strategy, check).ok();
  write_proof(std::move(*found.strategy), path, report);
  return report;
}

// A game in BDDL on a board that has no positions, no table and no Boolean model here.
bool is_large(const GameSpec& game) {
  if (game.name != "bddl") return false;
  constexpr int most_squares = 64;
  const proof::BoundedGame written = proof::bounded_game(game, 1);
  return written.columns * written.rows > most_squares;
}

// With all parameters. A game in BDDL is complete as it is; its board may be too large for tables.
GameSpec complete_spec(const GameSpec& game) {
  if (game.name != "bddl") return make_game(game)->spec();
  try {
    return make_game(game)->spec();
  } catch (const UsageError&) {
    return game;
  }
}

// Which of the methods, and why.
struct MethodChoice {
  ProofOptions::Method method;
  std::string reason;
};
MethodChoice choose_method(bool is_large, const ProofOptions& options) {
  using Method = ProofOptions::Method;
  constexpr int short_win = 15;
  if (is_large) return {Method::qbf, "the board has more than 64 squares"};
  if (options.depth && *options.depth <= short_win)
    return {Method::qbf, fmt::format("only wins within {} plies count", *options.depth)};
  return {Method::ic3, "wins of any length count"};
}

}  // namespace

ProofReport prove(const GameSpec& game, const std::string& path, const ProofOptions& options) {
  using Method = ProofOptions::Method;
  if (options.depth && *options.depth < 1) throw UsageError("A depth is at least 1 ply.");
  ProofLimits limits(options);
  const bool large = is_large(game);
  const GameSpec spec = large ? game : complete_spec(game);
  MethodChoice choice{options.method, ""};
  if (choice.method == Method::automatic) choice = choose_method(large, options);
  ProofReport report;
  switch (choice.method) {
    case Method::ic3:
      report = prove_by_ic3(spec, path, options, limits);
      break;
    case Method::qbf:
      report = prove_by_qbf(spec, path, options, limits);
      break;
    default:
      throw UsageError("Sets are for safety games; of games `validate` and `bdd` make them.");
  }
  report.reason = choice.reason;
  report.seconds = limits.seconds();
  return report;
}

// --- Quantified Boolean formulas -----------------------------------------------------------------

QbfEncodingReport write_qbf(const GameSpec& game, std::optional<int> depth,
                            QbfChoice::Encoding encoding, QbfChoice::Format format,
                            const std::string& path) {
  if (depth && *depth < 1) throw UsageError("A depth is at least 1.");
  const proof::BoundedGame bounded = proof::bounded_game(game, depth);
  const proof::Qbf formula = encoding == QbfChoice::Encoding::lifted
                                 ? lifted_formula(bounded)
                                 : std::move(grounded_formula(bounded).formula);
  const proof::QbfSize size = size_of(formula);
  const std::string text =
      format == QbfChoice::Format::qcir ? to_qcir(formula) : to_qdimacs(formula).text;
  write_bytes(path, text);
  return {size.gates, size.variables, size.clauses, size.blocks, size.universals, text.size()};
}

// --- Games in AIGER ------------------------------------------------------------------------------

EncodingReport write_safety_game(const GameSpec& game, bool white_owns, const std::string& path) {
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
  const std::string bytes = aiger_bytes(file, path);
  report.bytes = bytes.size();
  write_bytes(path, bytes);
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
  if (found.verdict != Ic3Result::Verdict::unknown) result.circuit = winning_circuit(file, found);
  return result;
}

// Becomes true when the limits say so: for work in another process, which cannot ask.
class LimitWatch {
 public:
  explicit LimitWatch(ProofLimits& limits)
      : thread_([this, &limits](const std::stop_token& ended) {
          while (!ended.stop_requested() && !flag_) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            flag_ = limits.stop_now();
          }
        }) {}
  const std::atomic<bool>& flag() const { return flag_; }

 private:
  std::atomic<bool> flag_ = false;
  std::jthread thread_;
};

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
    report.verdict = sets.realizable ? ProofReport::Verdict::no_win : ProofReport::Verdict::win;
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
  ProofLimits limits(options);
  const bool by_sets = options.method == ProofOptions::Method::sets;
  SafetySolution solution =
      by_sets ? solve_by_sets(aiger, options, limits) : solve_by_ic3(aiger, options, limits);
  ProofReport& report = solution.report;
  if (report.verdict != ProofReport::Verdict::unknown) {
    const std::string bytes = aiger_bytes(solution.circuit, path);
    report.gates = solution.circuit.ands.size();
    report.bytes = bytes.size();
    if (!path.empty()) write_bytes(path, bytes);
  }
  report.method = by_sets ? "sets" : "ic3";
  report.seconds = limits.seconds();
  return report;
}

}  // namespace zermelo
