// SPDX-License-Identifier: MIT
#include "proof/check/verification_conditions.h"

#include <fmt/format.h>

#include <cassert>
#include <span>
#include <utility>

#include "proof/check/binary_number.h"
#include "symbolic/model/aig.h"

namespace zermelo::proof {
namespace {

using symbolic::AigCopier;
using symbolic::other;
using symbolic::true_literal;
using symbolic::white;

class ConditionMaker {
 public:
  ConditionMaker(const Strategy& strategy, Arena arena) : strategy_(strategy) {
    all_.arena = std::move(arena);
    AigCopier copy(strategy.aig, aig());
    for (std::size_t k = 0; k < all_.arena.board.size(); ++k)
      copy.set(strategy.inputs[k], all_.arena.board[k]);
    copy.set(strategy.inputs.back(), all_.arena.white_to_move);
    all_.member = copy(strategy.member);
    for (const Literal bit : strategy.rank) all_.rank.push_back(copy(bit));
    for (const Literal bit : strategy.move) all_.move.push_back(copy(bit));
    invariant_ = aig().land(all_.arena.is_board, all_.member);
  }

  StrategyInArena make() {
    const Side owner = strategy_.owner, opponent = other(owner);
    add({Kind::initiation, {}, -1, "the start", initiation_violated()});
    add({Kind::progress, {}, -1, "the game goes on", progress_violated()});
    add({Kind::choice, owner, -1, "a possible move is named", choice_violated()});
    for (const Side side : {owner, opponent}) {
      const auto& moves = all_.arena.moves[side];
      for (std::size_t n = 0; n < moves.size(); ++n) {
        add({Kind::consecution, side, static_cast<int>(n),
             fmt::format("{}'s {}", side == white ? "White" : "Black", moves[n].name),
             consecution_violated(side, n)});
      }
    }
    return std::move(all_);
  }

 private:
  using Kind = VerificationCondition::Kind;

  Aig& aig() { return all_.arena.aig; }
  void add(VerificationCondition condition) { all_.conditions.push_back(std::move(condition)); }
  bool has_ranking() const {
    return strategy_.claim.kind == Claim::Kind::wins || strategy_.claim.plies;
  }

  Literal over_as_claimed() {
    const Arena& a = all_.arena;
    const Literal won = a.won[strategy_.owner];
    const bool must_win = strategy_.claim.kind == Claim::Kind::wins;
    return aig().land(a.is_board, must_win ? won : aig().lor(won, a.drawn));
  }

  // The rank of a win bounds the plies that are left, so the depth must not be below it. Where the
  // owner does not lose, it says for how many plies that holds: it must not be below the depth.
  Literal initiation_violated() {
    Literal holds = invariant_;
    if (strategy_.claim.plies) {
      const auto plies = static_cast<std::uint64_t>(*strategy_.claim.plies);
      const Literal within = strategy_.claim.kind == Claim::Kind::wins
                                 ? !greater_than(aig(), all_.rank, plies)
                                 : at_least(aig(), all_.rank, plies);
      holds = aig().land(holds, within);
    }
    return aig().land(all_.arena.start, !aig().lor(holds, over_as_claimed()));
  }

  // (A win takes at least one ply. If members could have rank 0, every rank could be one too
  // small.)
  Literal progress_violated() {
    const Arena& a = all_.arena;
    const Literal can_move =
        aig().choose(a.white_to_move, a.can_move[white], a.can_move[symbolic::black]);
    Literal ended = aig().lor(a.over, !can_move);
    if (strategy_.claim.kind == Claim::Kind::wins)
      ended = aig().lor(ended, equals(aig(), all_.rank, 0));
    return aig().land(invariant_, ended);
  }

  Literal named(std::size_t move) { return equals(aig(), all_.move, move); }

  Literal choice_violated() {
    Literal some = symbolic::false_literal;
    const auto& moves = all_.arena.moves[strategy_.owner];
    for (std::size_t n = 0; n < moves.size(); ++n)
      some = aig().lor(some, aig().land(named(n), moves[n].guard));
    return aig().land(aig().land(invariant_, all_.arena.to_move(strategy_.owner)), !some);
  }

  Literal consecution_violated(Side side, std::size_t number) {
    const ArenaMove& move = all_.arena.moves[side][number];
    Literal made = aig().land(aig().land(invariant_, all_.arena.to_move(side)), move.guard);
    if (side == strategy_.owner) made = aig().land(made, named(number));
    return aig().land(made, !weakest_precondition(side, move));
  }

  // The states from which the move, if that side makes it, leads to a state as claimed.
  Literal weakest_precondition(Side side, const ArenaMove& move) {
    AigCopier after(aig(), aig());
    for (std::size_t k = 0; k < all_.arena.board.size(); ++k)
      after.set(all_.arena.board[k], move.next[k]);
    after.set(all_.arena.white_to_move, side == white ? symbolic::false_literal : true_literal);
    Literal stays = after(invariant_);
    if (has_ranking()) {
      std::vector<Literal> rank_after;
      for (const Literal bit : all_.rank) rank_after.push_back(after(bit));
      stays = aig().land(stays, rank_decreases(rank_after));
    }
    const Literal holds = aig().lor(stays, after(over_as_claimed()));
    if (strategy_.claim.kind == Claim::Kind::wins || !has_ranking()) return holds;
    // On the last ply it is enough not to have lost, and with none left the claim is fulfilled.
    const Arena& a = all_.arena;
    const Literal not_lost = after(aig().land(a.is_board, !a.won[other(strategy_.owner)]));
    const Literal last = aig().land(!greater_than(aig(), all_.rank, 1), not_lost);
    return aig().lor(holds, aig().lor(last, equals(aig(), all_.rank, 0)));
  }

  // A rank that bounds the plies left must get smaller; one that counts the plies for which a claim
  // holds may fall by at most one.
  Literal rank_decreases(std::span<const Literal> after) {
    if (strategy_.claim.kind == Claim::Kind::wins) return less(aig(), after, all_.rank);
    return !less(aig(), plus_one(aig(), after), all_.rank);
  }

  const Strategy& strategy_;
  StrategyInArena all_;
  Literal invariant_;  // the set of the strategy, which its moves must not leave
};

}  // namespace

StrategyInArena make_verification_conditions(const Strategy& strategy, Arena arena) {
  assert(strategy.check() && arena.check());
  assert(strategy.inputs.size() == arena.board.size() + 1);
  StrategyInArena made = ConditionMaker(strategy, std::move(arena)).make();
  assert(made.arena.check());
  return made;
}

}  // namespace zermelo::proof
