// SPDX-License-Identifier: MIT
// From a position back to the start of a game with an index, through its distances: a shortest
// sequence of moves that leads to it. (For Ostle: kinds/reach/way_back.h.)
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/stopwatch.h"
#include "kinds/codes/played_moves.h"
#include "kinds/grid/grid_moves.h"
#include "probe/table.h"

namespace zermelo {

// distance(p) gives the plies from the start to p or one of its images, or nothing if play cannot
// lead there. Thread-safe if that is.
template <class Game, class Distance>
class GridWayBack {
 public:
  using Position = PositionOf<Game>;

  // The game must outlive this object.
  GridWayBack(const Game& game, Distance distance) : game_(game), distance_(std::move(distance)) {}

  // Without the positions (Way::states). Throws DamagedTable (without a file name) if the distances
  // contradict each other.
  Way find(const Position& p, const WayOptions& options) const {
    const std::optional<int> plies = distance_(p);
    if (!plies) return {};
    return options.exact ? exact(p, *plies, options) : shortest(p, *plies);
  }

 private:
  // A way to an image of p: back from p to an image of the start, and then the same way from the
  // start, by moves that lead to images of the same positions.
  Way shortest(const Position& p, int plies) const {
    std::vector<Position> back = {p};
    for (int left = plies; left > 0; --left) back.push_back(before(back.back(), left - 1));
    Way way;
    way.found = true;
    way.refuted = plies - 1;
    Position here = game_.start();
    for (auto next = back.rbegin() + 1; next != back.rend(); ++next) {
      const Position image = canonical(game_, *next);
      here = make_move(
          here, [&](const Position& q) { return canonical(game_, q) == image; }, way);
    }
    return way;
  }
  // A position at that distance from which play leads to p.
  Position before(const Position& p, int plies) const {
    std::optional<Position> found;
    game_.for_each_predecessor(p, [&](const Position& q) {
      if (!found && is_played_on(game_, q) && distance_(q) == plies) found = q;
    });
    if (!found) throw DamagedTable("no move leads to a position when it says so");
    return *found;
  }

  // A way to p itself: iterative deepening, backwards, with the distances of images as the lower
  // bound. Sides take turns, so every way has an even or every way an odd number of plies.
  Way exact(const Position& p, int plies, const WayOptions& options) const {
    Way way;
    way.refuted = plies - 1;
    const bool is_odd = p.white_to_move != game_.start().white_to_move;
    if ((plies % 2 != 0) != is_odd) ++plies;
    Search search{options, options.memory / (2 * sizeof(Tried)), {}, {}, {}, false};
    for (; plies <= options.max_plies; plies += 2) {
      search.tried.clear();
      if (walk_back(p, plies, search)) {
        way.found = true;
        Position here = game_.start();
        for (auto next = search.back.rbegin(); next != search.back.rend(); ++next)
          here = make_move(
              here, [&](const Position& q) { return q == *next; }, way);
        return way;
      }
      if (search.stopped) return way;
      way.refuted = plies;
    }
    return way;
  }

  // A position from which so many plies back led nowhere.
  struct Tried {
    Position position;
    int plies;
    bool operator==(const Tried&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Tried& t) const {
      return quick_hash(t.position) ^ static_cast<std::uint64_t>(t.plies) * 0x9e3779b97f4a7c15u;
    }
  };
  struct Search {
    const WayOptions& options;
    std::uint64_t most;  // to remember
    Stopwatch watch;
    std::unordered_set<Tried, Hash> tried;
    std::vector<Position> back;  // from the last position to the first one after the start
    bool stopped;
  };
  // Whether the start lies exactly so many plies before p; search.back then has the way.
  bool walk_back(const Position& p, int plies, Search& search) const {
    if (plies == 0) return p == game_.start();
    if (is_stopped(search) || !search.tried.insert({p, plies}).second) return false;
    std::vector<Position> earlier;
    game_.for_each_predecessor(p, [&](const Position& q) {
      if (!is_played_on(game_, q)) return;
      if (const std::optional<int> least = distance_(q); least && *least < plies)
        earlier.push_back(q);
    });
    search.back.push_back(p);
    for (const Position& q : earlier)
      if (walk_back(q, plies - 1, search)) return true;
    search.back.pop_back();
    return false;
  }
  static bool is_stopped(Search& search) {
    const WayOptions& o = search.options;
    if ((o.stop != nullptr && *o.stop) || search.tried.size() >= search.most ||
        (o.seconds > 0 && search.watch.seconds() > o.seconds))
      search.stopped = true;
    return search.stopped;
  }

  // Makes a move after which play goes on in a position that is wanted, and adds its text.
  template <class IsWanted>
  Position make_move(const Position& here, const IsWanted& is_wanted, Way& way) const {
    std::vector<MoveOf<Game>> moves;
    list_moves(game_, here, moves);
    const std::vector<std::string> texts = move_texts(game_, moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (moves[i].ending != Ending::none || !is_wanted(moves[i].next)) continue;
      way.moves.push_back(texts[i]);
      return moves[i].next;
    }
    throw DamagedTable("no move leads to a position when it says so");
  }

  const Game& game_;
  Distance distance_;
};

}  // namespace zermelo
