// SPDX-License-Identifier: MIT
#include "proof/strategy/search_strategy.h"

#include <optional>
#include <unordered_map>
#include <vector>

#include "gen/error.h"
#include "proof/strategy.h"
#include "proof/strategy/model_play.h"
#include "proof/strategy/strategy_output.h"
#include "proof/strategy/strategy_walk.h"
#include "symbolic/model/game_model.h"

namespace zermelo {
namespace {

// What a search finds out about it: a side's shortest win from a position on, and from those that
// the strategy then leads to.
class SearchPlay : public proof::ModelPlay {
 public:
  // The game and the options must outlive it.
  SearchPlay(const Game& game, const std::string& position, const SearchStrategyOptions& options)
      : ModelPlay(game.spec(), symbolic::game_model_of(game.spec()), position),
        options_(options),
        find_(game.shortest_win()) {
    owned_by(options.white ? symbolic::white : symbolic::black, true);
  }

  static bool tells_plies() { return true; }
  // For states in which the owner wins.
  int plies(const proof::ArenaState& state) const {
    const std::optional<int> found = win_within(state, options_.plies);
    if (!found) throw Error("The search does not find a win again that it has found before.");
    return *found;
  }

  // The first move of a shortest win; of several, one for which `is_known` is true.
  template <class IsKnown>
  const proof::ArenaSuccessor& best_of(const proof::ArenaState& state,
                                       const std::vector<proof::ArenaSuccessor>& moves,
                                       IsKnown&& is_known) const {
    const int rest = plies(state) - 1;
    const auto leads_on = [&](const proof::ArenaSuccessor& move) {
      if (move.is_over) return move.winner == owner();
      const std::optional<int> found = win_within(move.state, rest);
      return found && *found <= rest;
    };
    for (const bool known : {true, false}) {
      for (const proof::ArenaSuccessor& move : moves) {
        if ((move.is_over || is_known(move.state)) == known && leads_on(move)) return move;
      }
    }
    throw Error("The search does not find the first move of a win.");
  }

 private:
  // Plies of the owner's shortest win, if they are no more than that.
  std::optional<int> win_within(const proof::ArenaState& state, int most) const {
    if (most < 1) return std::nullopt;
    if (const auto known = plies_.find(state); known != plies_.end())
      return known->second <= most ? std::optional(known->second) : std::nullopt;
    DepthOptions search;
    search.start = text_of(state);
    search.white = options_.white;
    search.max_plies = most + 1;  // (a win by a move of the other side's is seen a ply later)
    search.memory = options_.memory;
    search.stop = options_.stop;
    const std::optional<int> found = find_(search).search.plies;
    if (options_.stop != nullptr && *options_.stop) proof::throw_strategy_stopped();
    if (!found) return std::nullopt;
    plies_.emplace(state, *found);
    return *found <= most ? found : std::nullopt;
  }

  const SearchStrategyOptions& options_;
  ShortestWinSearch find_;
  mutable std::unordered_map<proof::ArenaState, int, proof::StateHash> plies_;  // what was found
};

}  // namespace

SearchStrategyReport write_search_strategy(const Game& game, const std::string& position,
                                           const std::string& path,
                                           const SearchStrategyOptions& options) {
  const SearchPlay play(game, position, options);
  TableStrategyOptions walking;
  walking.stop = options.stop;
  proof::StrategyWalk walk(play, walking);
  const proof::Strategy strategy = walk.run();
  return {walk.positions(), strategy_gates(strategy), write_strategy(strategy, path)};
}

}  // namespace zermelo
