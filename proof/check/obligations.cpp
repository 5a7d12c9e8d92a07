// SPDX-License-Identifier: MIT
#include "proof/check/obligations.h"

#include <fmt/format.h>

#include <cassert>
#include <span>
#include <utility>

#include "proof/check/binary_number.h"
#include "symbolic/model/aig_copy.h"

namespace zermelo::proof {
namespace {

using symbolic::AigCopier;
using symbolic::other;
using symbolic::true_literal;
using symbolic::white;

class ObligationMaker {
 public:
  ObligationMaker(const Strategy& strategy, Arena arena) : strategy_(strategy) {
    all_.arena = std::move(arena);
    AigCopier copy(strategy.aig, aig());
    for (std::size_t k = 0; k < all_.arena.board.size(); ++k)
      copy.set(strategy.inputs[k], all_.arena.board[k]);
    copy.set(strategy.inputs.back(), all_.arena.white_to_move);
    all_.member = copy(strategy.member);
    for (const Literal bit : strategy.rank) all_.rank.push_back(copy(bit));
    for (const Literal bit : strategy.move) all_.move.push_back(copy(bit));
    in_set_ = aig().land(all_.arena.is_board, all_.member);
  }

  StrategyInArena make() {
    const Side owner = strategy_.owner, opponent = other(owner);
    add({Obligation::Kind::start, {}, -1, "the start", start_violated()});
    add({Obligation::Kind::goes_on, {}, -1, "the game goes on", goes_on_violated()});
    add({Obligation::Kind::move_named, owner, -1, "a possible move is named", named_violated()});
    for (const Side side : {owner, opponent}) {
      const auto& moves = all_.arena.moves[side];
      for (std::size_t n = 0; n < moves.size(); ++n) {
        add({Obligation::Kind::move, side, static_cast<int>(n),
             fmt::format("{}'s {}", side == white ? "White" : "Black", moves[n].name),
             move_violated(side, n)});
      }
    }
    return std::move(all_);
  }

 private:
  Aig& aig() { return all_.arena.aig; }
  void add(Obligation obligation) { all_.obligations.push_back(std::move(obligation)); }
  bool ranks_fall() const {
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
  Literal start_violated() {
    Literal well = in_set_;
    if (strategy_.claim.plies) {
      const auto plies = static_cast<std::uint64_t>(*strategy_.claim.plies);
      const Literal within = strategy_.claim.kind == Claim::Kind::wins
                                 ? !greater_than(aig(), all_.rank, plies)
                                 : at_least(aig(), all_.rank, plies);
      well = aig().land(well, within);
    }
    return aig().land(all_.arena.start, !aig().lor(well, over_as_claimed()));
  }

  // (A win takes at least one ply. If members could have rank 0, every rank could be one too
  // small.)
  Literal goes_on_violated() {
    const Arena& a = all_.arena;
    const Literal can_move =
        aig().choose(a.white_to_move, a.can_move[white], a.can_move[symbolic::black]);
    Literal ended = aig().lor(a.over, !can_move);
    if (strategy_.claim.kind == Claim::Kind::wins)
      ended = aig().lor(ended, equals(aig(), all_.rank, 0));
    return aig().land(in_set_, ended);
  }

  Literal named(std::size_t move) { return equals(aig(), all_.move, move); }

  Literal named_violated() {
    Literal some = symbolic::false_literal;
    const auto& moves = all_.arena.moves[strategy_.owner];
    for (std::size_t n = 0; n < moves.size(); ++n)
      some = aig().lor(some, aig().land(named(n), moves[n].guard));
    return aig().land(aig().land(in_set_, all_.arena.to_move(strategy_.owner)), !some);
  }

  Literal move_violated(Side side, std::size_t number) {
    const ArenaMove& move = all_.arena.moves[side][number];
    Literal made = aig().land(aig().land(in_set_, all_.arena.to_move(side)), move.guard);
    if (side == strategy_.owner) made = aig().land(made, named(number));
    return aig().land(made, !fares_well_after(side, move));
  }

  // For a state in which the other side is then to move.
  Literal fares_well_after(Side side, const ArenaMove& move) {
    AigCopier after(aig(), aig());
    for (std::size_t k = 0; k < all_.arena.board.size(); ++k)
      after.set(all_.arena.board[k], move.next[k]);
    after.set(all_.arena.white_to_move, side == white ? symbolic::false_literal : true_literal);
    Literal stays = after(in_set_);
    if (ranks_fall()) {
      std::vector<Literal> rank_after;
      for (const Literal bit : all_.rank) rank_after.push_back(after(bit));
      stays = aig().land(stays, rank_falls(rank_after));
    }
    const Literal well = aig().lor(stays, after(over_as_claimed()));
    if (strategy_.claim.kind == Claim::Kind::wins || !ranks_fall()) return well;
    // On the last ply it is enough not to have lost, and with none left the claim is fulfilled.
    const Arena& a = all_.arena;
    const Literal not_lost = after(aig().land(a.is_board, !a.won[other(strategy_.owner)]));
    const Literal last = aig().land(!greater_than(aig(), all_.rank, 1), not_lost);
    return aig().lor(well, aig().lor(last, equals(aig(), all_.rank, 0)));
  }

  // A rank that bounds the plies left must get smaller; one that counts the plies for which a claim
  // holds may fall by at most one.
  Literal rank_falls(std::span<const Literal> after) {
    if (strategy_.claim.kind == Claim::Kind::wins) return less(aig(), after, all_.rank);
    return !less(aig(), plus_one(aig(), after), all_.rank);
  }

  const Strategy& strategy_;
  StrategyInArena all_;
  Literal in_set_;
};

}  // namespace

StrategyInArena make_obligations(const Strategy& strategy, Arena arena) {
  assert(strategy.check() && arena.check());
  assert(strategy.inputs.size() == arena.board.size() + 1);
  StrategyInArena made = ObligationMaker(strategy, std::move(arena)).make();
  assert(made.arena.check());
  return made;
}

}  // namespace zermelo::proof
