// SPDX-License-Identifier: MIT
#include "proof/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gen/error.h"
#include "gen/grid/piece_position.h"
#include "gen/stopwatch.h"
#include "probe/game.h"
#include "proof/check/check.h"
#include "proof/check/strategy_file.h"
#include "proof/circuit_file.h"
#include "proof/strategy/state_walk.h"
#include "proof/strategy/strategy_answers.h"
#include "proof/strategy/strategy_output.h"
#include "symbolic/model/game_model.h"

namespace zermelo {
namespace {

using proof::Strategy;

Strategy read_strategy(const std::string& path) { return parse_file(path, proof::parse_strategy); }

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

}  // namespace

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
    require_to_move(game_->status(text));
    const PiecePosition position = parse_position(text, model_.pieces);
    const proof::ArenaState state{board_of(model_, position),
                                  position.white_to_move ? symbolic::white : symbolic::black};
    const proof::StateAnswer said = answer_in(strategy_, state);
    StrategyAnswer result{.is_member = said.is_member, .rank = said.rank, .move = {}};
    if (said.is_member && position.white_to_move == info_.owner_is_white)
      result.move = move_text(said.move, state, text);
    return result;
  }

 private:
  // A move of the model may be written in several ways ("b2-c3 or b2xc3"): this is the game's move
  // that leads to the same state.
  std::string move_text(std::uint64_t number, const proof::ArenaState& state,
                        std::string_view position) const {
    if (number >= strategy_.moves.size()) return {};
    const auto moves = successors(arena_, state);
    const auto made = std::ranges::find(moves, number, &proof::ArenaSuccessor::move);
    if (made == moves.end()) return {};
    const PiecePosition after = model_.position(made->state.board, made->state.to_move);
    const std::string result = format_position(after, model_.pieces);
    for (const LegalMove& legal : game_->moves(position))
      if (legal.after == result) return legal.move;
    return {};
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
  if (!strategy.start.empty()) require_to_move(make_game(strategy.game)->status(strategy.start));
  proof::CheckOptions inner;
  inner.proofs = options.proofs;
  inner.threads = options.threads;
  inner.progress = options.progress;
  if (options.stop != nullptr) inner.stop = [&] { return options.stop->load(); };
  const proof::StrategyCheck check = proof::check_strategy(strategy, inner);
  StrategyCheckReport report;
  report.sentence = claim_sentence(strategy.owner, strategy.claim, strategy.start);
  report.obligations = check.formulas;
  if (const auto& found = check.counterexample)
    report.fault = {found->position, found->board, found->move, found->sentence};
  report.seconds = watch.seconds();
  return report;
}

}  // namespace zermelo
