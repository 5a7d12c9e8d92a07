// SPDX-License-Identifier: MIT
#include "proof/turn_game.h"

#include <fmt/format.h>

#include <utility>

#include "gen/error.h"
#include "probe/game.h"
#include "proof/aiger/aiger.h"
#include "proof/circuit_file.h"
#include "proof/ic3/ic3_options.h"
#include "proof/ic3/thesis.h"
#include "proof/ic3/thesis_models.h"
#include "proof/ic3/transition_system.h"
#include "proof/ic3/turn_game.h"
#include "proof/ic3/turn_game_aiger.h"
#include "proof/proof_limits.h"
#include "proof/strategy/state_walk.h"
#include "symbolic/model/game_model.h"
#include "tablebase/format/output_place.h"

namespace zermelo {
namespace {

using proof::Ic3Result;
using proof::TurnGame;

ProofReport report_of_thesis(const proof::ThesisIc3Result& found, const ProofLimits& limits) {
  ProofReport report;
  report.method = "ic3-thesis";
  report.verdict = found.verdict;
  report.complete = found.verdict == Verdict::no_win;
  report.obligations = found.statistics.obligations;
  report.sat_calls = found.statistics.sat_calls;
  report.cubes = found.statistics.blocked;
  if (found.verdict == Verdict::unknown) report.stopped_by = limits.stopped_by();
  report.seconds = limits.seconds();
  return report;
}

ProofReport solve_for_report(const TurnGame& game, const Ic3ThesisOptions& options,
                             ProofLimits& limits) {
  proof::ThesisIc3Options inner;
  inner.generalise = options.generalise;
  inner.trace = options.trace;
  inner.stop = [&limits] { return limits.stop(); };
  if (options.progress) {
    inner.progress = [&options](const proof::Ic3Statistics& s) {
      options.progress({s.depth, s.obligations, s.sat_calls, s.blocked});
    };
  }
  return report_of_thesis(solve_as_in_thesis(game, inner), limits);
}

// The side that is Alice, from the position.
TurnGame turn_game_of(const GameSpec& game, bool white, const std::string& start) {
  const proof::Arena arena = proof::make_arena(symbolic::game_model_of(game), start);
  return make_turn_game(arena, white ? symbolic::white : symbolic::black);
}

bool is_aiger(const std::string& bytes) {
  return bytes.starts_with("aag ") || bytes.starts_with("aig ");
}

TurnGame parse_turn_game(const std::string& bytes) {
  if (!is_aiger(bytes)) return proof::parse_transition_system(bytes);
  const proof::AigerFile file = proof::parse_aiger(bytes);
  if (!is_turn_game(file))
    throw UsageError("The file has no output won_A, so it is not a game of Alice and Bob.");
  return read_turn_game(file);
}

// The verdict if the game is over at the start: nothing need be searched.
ProofReport over_report(bool won, const char* method) {
  ProofReport report;
  report.method = method;
  report.verdict = won ? Verdict::win : Verdict::no_win;
  report.complete = !won;
  if (won) report.plies = 0;
  return report;
}

ProofReport report_for_alice(const Ic3Result& found, bool alternates, const ProofOptions& options,
                             const ProofLimits& limits) {
  ProofReport report = ic3_report(found.verdict, found.plies, found.statistics, options, limits);
  if (!alternates) {
    report.plies.reset();
    report.refuted = 0;
  }
  report.seconds = limits.seconds();
  return report;
}

}  // namespace

ProofReport prove_as_in_thesis(const GameSpec& game, bool white, const std::string& start,
                               const Ic3ThesisOptions& options) {
  ProofLimits limits(options.seconds, options.memory, options.stop);
  const auto rules = make_game(game);
  if (!start.empty()) require_to_move(rules->status(start));
  const PositionStatus status = rules->status(start.empty() ? rules->start() : start);
  ProofReport report = solve_for_report(turn_game_of(rules->spec(), white, start), options, limits);
  report.over_at_start = status.why;
  return report;
}

class TurnGameFile::Contents {
 public:
  std::string path;  // for messages
  TurnGame game;
};

TurnGameFile TurnGameFile::open(const std::string& path) {
  return TurnGameFile(
      std::make_shared<const Contents>(Contents{path, parse_file(path, parse_turn_game)}));
}

TurnGameFile TurnGameFile::of_board_game(const GameSpec& game, bool white) {
  const auto rules = make_game(game);
  return TurnGameFile(
      std::make_shared<const Contents>(Contents{"", turn_game_of(rules->spec(), white, "")}));
}

std::optional<std::uint64_t> TurnGameFile::states() const { return contents_->game.states; }

ProofReport TurnGameFile::prove(const ProofOptions& options) const {
  if (options.method != ProofOptions::Method::ic3 &&
      options.method != ProofOptions::Method::automatic)
    throw UsageError("Games of Alice and Bob are decided by ic3 or by ic3-thesis.");
  if (options.depth && *options.depth < 1) throw UsageError("A depth must be at least 1 ply.");
  if (const auto won = over_at_start(contents_->game)) return over_report(*won, "ic3");
  ProofLimits limits(options.seconds, options.memory, options.stop);
  const proof::TurnReachGame reach =
      about_file(contents_->path, [&] { return make_reach_game(contents_->game); });
  if (!reach.alternates && (options.depth || options.stepwise))
    throw UsageError(
        "The turn of this game does not change with every move, so plies cannot be counted: leave "
        "out the depth.");
  const Ic3Result found = solve_by_ic3(reach.game, ic3_options(options, limits));
  return report_for_alice(found, reach.alternates, options, limits);
}

ProofReport TurnGameFile::prove_as_in_thesis(const Ic3ThesisOptions& options) const {
  ProofLimits limits(options.seconds, options.memory, options.stop);
  return solve_for_report(contents_->game, options, limits);
}

EncodingReport TurnGameFile::write(const std::string& path) const {
  check_output(path);
  const proof::AigerFile file = write_turn_game(contents_->game);
  EncodingReport report;
  report.inputs = file.inputs;
  report.latches = static_cast<std::uint32_t>(file.latches.size());
  report.gates = static_cast<std::uint32_t>(file.ands.size());
  report.bytes = write_aiger(file, path);
  return report;
}

std::vector<ThesisModelFile> thesis_models() {
  std::vector<ThesisModelFile> result;
  for (proof::ThesisModel& model : proof::thesis_models()) {
    auto contents = std::make_shared<const TurnGameFile::Contents>(
        TurnGameFile::Contents{"", std::move(model.game)});
    result.push_back({model.name, TurnGameFile(std::move(contents))});
  }
  return result;
}

}  // namespace zermelo
