// SPDX-License-Identifier: MIT
#include "kinds/ranked/hybrid.h"

#include <fmt/format.h>

#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/ranked/layer_solver.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

// Goes through three diagrams at the same time.
class SetOutcomes {
 public:
  using Code = OutcomeVector::Code;

  SetOutcomes(const FrozenBdd& boards, const FrozenBdd& first_wins, const FrozenBdd& second_wins,
              RankRange ranks, OutcomeVector& outcomes)
      : boards_(boards),
        first_(first_wins),
        second_(second_wins),
        ranks_(ranks),
        outcomes_(outcomes) {}

  void run(int threads) const {
    if (ranks_.size() == 0) return;
    std::vector<Place> tasks;
    go({boards_.root(), first_.root(), second_.root(), 0}, 0, boards_.variables() / 2,
       [&](const Place& place) {
         // (Among the boards before the first rank, only the last ones may be followed by some
         // after it.)
         if (place.rank <= ranks_.begin) tasks.clear();
         if (place.rank < ranks_.end) tasks.push_back(place);
       });
    parallel_tasks(tasks.size(), thread_count(threads), [&] {
      return [&](std::uint64_t task) {
        OutcomeVector::Writer writer(outcomes_);
        go(tasks[task], boards_.variables() / 2, boards_.variables(), [&](const Place& place) {
          if (place.rank < ranks_.begin || place.rank >= ranks_.end) return;
          writer.write(place.rank - ranks_.begin,
                       place.first != FrozenBdd::empty_set    ? Code::first_wins
                       : place.second != FrozenBdd::empty_set ? Code::second_wins
                                                              : Code::draw);
        });
      };
    });
  }

 private:
  struct Place {
    std::uint32_t board, first, second;
    std::uint64_t rank;
  };
  template <class Visit>
  void go(const Place& p, int variable, int end, Visit&& visit) const {
    if (variable == end) return visit(p);
    const FrozenBdd::Node& node = boards_.node(p.board);
    for (unsigned bit = 0; bit < 2; ++bit) {
      if (node.child[bit] == FrozenBdd::empty_set) continue;
      go({node.child[bit], first_.node(p.first).child[bit], second_.node(p.second).child[bit],
          p.rank + (bit != 0 ? node.false_count : 0)},
         variable + 1, end, visit);
    }
  }

  const FrozenBdd &boards_, &first_, &second_;
  RankRange ranks_;
  OutcomeVector& outcomes_;
};

}  // namespace

Bdd next_connect_boards(const SymbolicGame& game, int stones, const Bdd& boards) {
  const Side side = connect_mover(stones);
  const Bdd ended = game.won(other(side), side, boards);
  return game.successors(boards - ended, side, SymbolicGame::Moves::up);
}

OutcomeCounts solve_connect_layer(const connect::Parameters& game, int stones,
                                  const FrozenBdd& boards, const FrozenBdd& above,
                                  const OutcomeVector& outcomes_above, OutcomeVector& outcomes,
                                  int threads, const BoardsTick& tick, GoalTest test,
                                  const FrozenBdd& ended) {
  check_hybrid_board(game);
  const LayerSolver solver(game, stones, boards, above, outcomes_above, outcomes, test, ended);
  return solver.solve(solver.tasks(), threads, tick);
}

void write_outcomes_of_sets(const FrozenBdd& boards, const FrozenBdd& first_wins,
                            const FrozenBdd& second_wins, RankRange ranks, OutcomeVector& outcomes,
                            int threads) {
  SetOutcomes(boards, first_wins, second_wins, ranks, outcomes).run(threads);
}

}  // namespace zermelo::symbolic
