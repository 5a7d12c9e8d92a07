// SPDX-License-Identifier: MIT
#include "proof/check/counterexample.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/grid/piece_position.h"
#include "gen/text/counted.h"
#include "proof/check/move_texts.h"

namespace zermelo::proof {
namespace {

using symbolic::GameModel;
using symbolic::white;

const char* name_of(Side side) { return side == white ? "White" : "Black"; }

// --- One state, looked at ------------------------------------------------------------------------

// The values of all functions in one state.
class StateView {
 public:
  StateView(const StrategyInArena& all, std::vector<bool> inputs)
      : all_(all), inputs_(std::move(inputs)), values_(evaluate(all.arena.aig, inputs_)) {}

  bool operator()(Literal literal) const { return symbolic::value_of(values_, literal); }
  std::uint64_t number(const std::vector<Literal>& bits) const {
    std::uint64_t result = 0;
    for (std::size_t k = 0; k < std::min<std::size_t>(bits.size(), 64); ++k)
      result |= std::uint64_t{(*this)(bits[k])} << k;
    return result;
  }
  bool white_to_move() const { return (*this)(all_.arena.white_to_move); }
  StateView after(const ArenaMove& move) const {
    std::vector<bool> next(inputs_.size());
    for (std::size_t k = 0; k < move.next.size(); ++k) next[k] = (*this)(move.next[k]);
    next[move.next.size()] = !white_to_move();
    return {all_, std::move(next)};
  }
  const std::vector<bool>& inputs() const { return inputs_; }
  PiecePosition position(const GameModel& model) const {
    BoardState board;
    for (int k = 0; k < all_.arena.variables(); ++k)
      board[static_cast<std::size_t>(k)] = inputs_[static_cast<std::size_t>(k)];
    return model.position(board, white_to_move() ? white : symbolic::black);
  }

 private:
  const StrategyInArena& all_;
  std::vector<bool> inputs_;  // board variables, then whether White is to move
  std::vector<bool> values_;
};

// --- What is wrong -------------------------------------------------------------------------------

class Explainer {
 public:
  Explainer(const Strategy& strategy, const GameModel& model, const StrategyInArena& all)
      : strategy_(strategy), model_(model), all_(all) {}

  Counterexample explain(const VerificationCondition& condition, const StateView& state) const {
    const PiecePosition position = state.position(model_);
    Counterexample result{format_position(position, model_.pieces),
                          make_diagram(position, model_.pieces), "", ""};
    if (condition.kind == VerificationCondition::Kind::consecution) {
      result.move = text_of(static_cast<std::size_t>(condition.move), state);
      const StateView after = state.after(move_of(condition));
      result.sentence =
          fmt::format("{} {} {}, and then {}.", name_of(condition.side),
                      condition.side == strategy_.owner ? "is told to play" : "can play",
                      result.move, what_is_wrong(after, rank_needed(state)));
    } else {
      result.sentence = sentence(condition, state);
    }
    return result;
  }

 private:
  const ArenaMove& move_of(const VerificationCondition& c) const {
    return all_.arena.moves[c.side][static_cast<std::size_t>(c.move)];
  }
  // How the move is written there, if it is possible.
  std::string text_of(std::size_t move, const StateView& state) const {
    const auto texts = move_texts(model_, all_.arena, state.inputs());
    const auto found = texts.find(move);
    const Side side = state.white_to_move() ? white : symbolic::black;
    return found == texts.end() ? all_.arena.moves[side][move].name : found->second;
  }
  bool wins() const { return strategy_.claim.kind == Claim::Kind::wins; }
  bool has_ranks() const { return wins() || strategy_.claim.plies; }

  // For a state after a move: the rank that it must be below, or reach.
  std::uint64_t rank_needed(const StateView& before) const {
    const std::uint64_t rank = before.number(all_.rank);
    return wins() ? rank : rank - 1;
  }

  std::string sentence(const VerificationCondition& condition, const StateView& state) const {
    switch (condition.kind) {
      case VerificationCondition::Kind::initiation:
        return fmt::format("Play begins here, and {}.", what_is_wrong(state, start_rank()));
      case VerificationCondition::Kind::progress:
        return why_not_on(state);
      default: {
        const std::uint64_t number = state.number(all_.move);
        const auto& moves = all_.arena.moves[strategy_.owner];
        return number < moves.size()
                   ? fmt::format("{} is told to play {}, which is not possible here.",
                                 name_of(strategy_.owner), moves[number].name)
                   : fmt::format(
                         "{} is told to play move number {}, but the number of moves is {}.",
                         name_of(strategy_.owner), number, moves.size());
      }
    }
  }
  std::string why_not_on(const StateView& state) const {
    const Arena& arena = all_.arena;
    if (state(arena.over))
      return "The strategy counts this position as one of its own, but the game is over.";
    if (!state(arena.can_move[state.white_to_move() ? white : symbolic::black]))
      return "The game is not over here, but no move is possible.";
    return "The rank is 0, as if the game had been won, but it goes on: a win takes at least one "
           "ply.";
  }
  std::uint64_t start_rank() const {
    if (!strategy_.claim.plies) return ~std::uint64_t{0};
    const auto plies = static_cast<std::uint64_t>(*strategy_.claim.plies);
    return wins() ? plies + 1 : plies;
  }

  std::string what_is_wrong(const StateView& state, std::uint64_t rank_needed) const {
    const Arena& arena = all_.arena;
    if (!state(arena.is_board)) return "the variables do not stand for a position";
    for (const Side side : symbolic::both_sides) {
      if (state(arena.won[side])) return fmt::format("the game is over: {} has won", name_of(side));
    }
    if (state(arena.over)) return "the game is over: it is drawn";
    if (!state(all_.member)) return "the strategy does not have the position";
    const std::uint64_t rank = state.number(all_.rank);
    return wins() ? fmt::format("the rank is {}, which is not below {}", rank, rank_needed)
                  : fmt::format("the strategy holds for {}, which is less than {}",
                                counted(rank, "ply", "plies"), rank_needed);
  }

  const Strategy& strategy_;
  const GameModel& model_;
  const StrategyInArena& all_;
};

}  // namespace

Counterexample make_counterexample(const Strategy& strategy, const GameModel& model,
                                   const StrategyInArena& all,
                                   const VerificationCondition& condition,
                                   const std::vector<bool>& inputs) {
  const StateView state(all, inputs);
  assert(state(condition.violated));
  return Explainer(strategy, model, all).explain(condition, state);
}

}  // namespace zermelo::proof
