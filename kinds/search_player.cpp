// SPDX-License-Identifier: MIT
#include "kinds/search_player.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"

namespace zermelo {
namespace {

using Finding = SearchedMove::Finding;

class MoveSearch {
 public:
  MoveSearch(const Game& game, std::string_view state, const SearchMoveOptions& options)
      : game_(game), state_(state), options_(options), find_(game.shortest_win()) {
    if (!find_) {
      throw UsageError(
          fmt::format("{} has no search for the shortest win, so it cannot be played without a "
                      "table.",
                      game.spec().name));
    }
    mover_is_white_ = game.to_move(state) == Colour::white;
  }

  SearchedMove run() {
    std::vector<LegalMove> moves = game_.moves(state_);
    const auto wins = [](const LegalMove& m) { return m.ending == Outcome::win; };
    if (const auto found = std::ranges::find_if(moves, wins); found != moves.end())
      return {*found, Finding::wins, 1};
    if (auto winner = winning(moves)) return *std::move(winner);
    return best_of_others(std::move(moves));
  }

 private:
  double seconds_left() const { return std::max(options_.seconds - watch_.seconds(), 0.001); }

  // Plies of a side's shortest win from a state on, if it is found.
  std::optional<int> shortest_win(const std::string& from, bool white, int most,
                                  double seconds) const {
    if (most < 1) return std::nullopt;
    DepthOptions search;
    search.start = from;
    search.white = white;
    search.max_plies = most;
    search.memory = options_.memory;
    search.seconds = seconds;
    search.stop = options_.stop;
    return find_(search).search.plies;
  }

  // The first move of the shortest win.
  std::optional<SearchedMove> winning(const std::vector<LegalMove>& moves) const {
    const std::optional<int> plies =
        shortest_win(state_, mover_is_white_, options_.max_plies, seconds_left() / 2);
    if (!plies) return std::nullopt;
    for (const LegalMove& m : moves) {
      // (What has been found once is found again: there is no limit of time now. A win that a move
      // of the other side's completes is only found by looking a ply further.)
      const std::optional<int> rest =
          m.ending ? std::nullopt : shortest_win(m.result, mover_is_white_, *plies, 0);
      if (rest && *rest < *plies) return SearchedMove{m, Finding::wins, *plies};
    }
    return std::nullopt;  // (the search was told to stop)
  }

  SearchedMove best_of_others(std::vector<LegalMove> moves) const {
    std::optional<SearchedMove> best;
    std::size_t fewest_replies = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      SearchedMove candidate =
          weigh(moves[i], seconds_left() / static_cast<double>(moves.size() - i));
      const std::size_t replies =
          candidate.finding == Finding::open ? game_.moves(candidate.move.result).size() : 0;
      const bool better = !best || candidate.finding < best->finding ||
                          (candidate.finding == best->finding &&
                           (candidate.finding == Finding::loses ? candidate.plies > best->plies
                                                                : replies < fewest_replies));
      if (!better) continue;
      best = std::move(candidate);
      fewest_replies = replies;
    }
    assert(best);
    return *std::move(best);
  }

  // A move that does not win, as far as is known.
  SearchedMove weigh(const LegalMove& move, double seconds) const {
    if (move.ending == Outcome::draw) return {move, Finding::draws, 0};
    if (move.ending) return {move, Finding::loses, 1};
    const std::optional<int> plies =
        shortest_win(move.result, !mover_is_white_, options_.max_plies - 1, seconds);
    return plies ? SearchedMove{move, Finding::loses, *plies + 1}
                 : SearchedMove{move, Finding::open, 0};
  }

  const Game& game_;
  std::string state_;
  SearchMoveOptions options_;
  ShortestWinSearch find_;
  bool mover_is_white_ = false;
  Stopwatch watch_;
};

}  // namespace

SearchedMove search_move(const Game& game, std::string_view state,
                         const SearchMoveOptions& options) {
  return MoveSearch(game, state, options).run();
}

}  // namespace zermelo
