// SPDX-License-Identifier: MIT
// From a state back to the start of the game, through a table of distances: a shortest sequence of
// legal moves that leads to it. (Takizawa 2023, Figures 3 to 5, shows such sequences.)
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <vector>

#include "gen/move_kind.h"
#include "gen/stopwatch.h"

namespace zermelo {

// What bounds a search for a way to a state itself, in its own orientation and colours.
struct WayLimits {
  int max_plies = 1000;
  std::uint64_t states = std::uint64_t{1} << 24;  // to remember
  double seconds = 0;                             // 0: no limit
  const std::atomic<bool>* stop = nullptr;
};

// Game is ostle::Ostle<N, Bits>; Distances is StateDistances. Thread-safe if Distances is.
template <class Game, class Distances>
class WayBack {
 public:
  using Position = typename Game::Position;
  using Move = std::decay_t<decltype(Game::no_move)>;

  struct State {
    int slice = 0;
    Position position = {};
    Move forbidden = Game::no_move;
  };
  // The moves of a way, and the position that it begins at (an image of the start), seen from its
  // mover.
  struct Way {
    Position begin = {};
    std::vector<Move> moves;
  };
  struct ExactWay {
    std::optional<Way> way;
    int refuted = -1;  // there is no way in this many plies
  };

  // All must outlive this object. `start` has nothing forbidden.
  WayBack(const Game& game, const Distances& distances, const Position& start)
      : game_(game), distances_(distances), start_(start) {}

  // A shortest way to an image of the state; nothing if play cannot lead to one, or if the
  // distances are not those of legal play.
  std::optional<Way> shortest(const State& state) const {
    int plies = distance(state);
    if (plies == Distances::never) return std::nullopt;
    Way way;
    State here = state;
    while (plies > 0) {
      const std::optional<Arrival> before = earlier(here, plies - 1);
      if (!before) return std::nullopt;
      way.moves.push_back(before->move);
      here = before->from;
      --plies;
    }
    way.begin = here.position;
    std::ranges::reverse(way.moves);
    return way;
  }

  // A shortest way to the state itself from the start itself. Every way to a position with White to
  // move has an odd number of plies. Iterative deepening, backwards, with the distances of images
  // as the lower bound.
  ExactWay exact(const State& state, bool white_to_move, const WayLimits& limits) const {
    ExactWay found;
    const int least = distance(state);
    if (least == Distances::never) return found;
    found.refuted = least - 1;
    int plies = least + ((least & 1) == (white_to_move ? 1 : 0) ? 0 : 1);
    Search search{limits, {}, {}, {}, false};
    for (; plies <= limits.max_plies; plies += 2) {
      search.seen.clear();
      if (walk_back(state, plies, search)) {
        std::ranges::reverse(search.moves);
        found.way = Way{start_, std::move(search.moves)};
        return found;
      }
      if (search.stopped) return found;
      found.refuted = plies;
    }
    return found;
  }

 private:
  // A state in which a move leads to another state.
  struct Arrival {
    State from;
    Move move;
  };
  // A state, and the plies that were left.
  struct Tried {
    Position position;
    Move forbidden;
    int plies;

    bool operator==(const Tried&) const = default;
  };
  struct Hash {
    std::size_t operator()(const Tried& s) const {
      const auto mix = [](std::uint64_t hash, std::uint64_t word) {
        return (hash ^ word) * 0x9e3779b97f4a7c15u ^ hash >> 29;
      };
      std::uint64_t hash = static_cast<std::uint64_t>(s.plies) << 20 |
                           static_cast<std::uint64_t>(s.position.hole) << 10 |
                           static_cast<std::uint64_t>(s.forbidden.order() + 4);
      if constexpr (Game::Geometry::is_small) {
        hash = mix(mix(hash, s.position.own), s.position.opponent);
      } else {
        hash = mix(mix(hash, Game::Geometry::low_word(s.position.own)),
                   Game::Geometry::low_word(s.position.opponent));
      }
      return hash;
    }
  };
  struct Search {
    const WayLimits& limits;
    Stopwatch watch;
    std::vector<Move> moves;
    // States from which this many plies back led nowhere.
    std::unordered_set<Tried, Hash> seen;
    bool stopped;
  };

  int distance(const State& s) const {
    return distances_.distance(s.slice, s.position, s.forbidden);
  }

  // Calls visit(position's slice, position, move) for every move that leads to the state, in its
  // orientation, and leaves that reply forbidden.
  template <class Visit>
  void for_each_move_to(const State& state, Visit&& visit) const {
    const int mirror = game_.next_slice(state.slice);
    game_.for_each_source(state.slice, state.position, Game::no_symmetry,
                          [&](const Position& before, Move move, Move reply) {
                            if (reply == state.forbidden) visit(mirror, before, move);
                          });
    if (!(state.forbidden == Game::no_move)) return;
    game_.for_each_removal_source(state.slice, state.position, visit);
  }

  // The states of a position in which a move of it may be played and which lie this many plies from
  // the start, at most: calls visit(state, plies) until it returns true.
  template <class Visit>
  bool any_state(int slice, const Position& p, Move played, int most, Visit&& visit) const {
    const auto try_it = [&](Move forbidden) {
      const State from{slice, p, forbidden};
      const int plies = distance(from);
      return plies != Distances::never && plies <= most && visit(from, plies);
    };
    if (try_it(Game::no_move)) return true;
    bool found = false;
    game_.for_each_move(slice, p, [&](const auto& made) {
      found =
          found || (made.kind == MoveKind::inner && !(made.move == played) && try_it(made.move));
    });
    return found;
  }

  // A state at that distance with a move to this one or, if a symmetry of its position maps what it
  // forbids to another move, to the state that forbids that move.
  std::optional<Arrival> earlier(const State& state, int plies) const {
    std::optional<Arrival> found;
    for (int g = 0; g < Game::Geometry::symmetries && !found; ++g) {
      if (!(state.position.transformed(g) == state.position)) continue;
      State image = state;
      if (!(state.forbidden == Game::no_move)) image.forbidden = Game::image(g, state.forbidden);
      for_each_move_to(image, [&](int slice, const Position& before, Move move) {
        if (found) return;
        any_state(slice, before, move, plies, [&](const State& from, int distance) {
          if (distance != plies) return false;
          found = Arrival{from, move};
          return true;
        });
      });
    }
    return found;
  }

  // Whether the start lies exactly this many plies before the state; search.moves then has the way,
  // the last move first.
  bool walk_back(const State& state, int plies, Search& search) const {
    if (plies == 0) return state.position == start_ && state.forbidden == Game::no_move;
    if (is_stopped(search)) return false;
    if (!search.seen.insert({state.position, state.forbidden, plies}).second) return false;
    bool found = false;
    for_each_move_to(state, [&](int slice, const Position& before, Move move) {
      if (found || search.stopped) return;
      any_state(slice, before, move, plies - 1, [&](const State& from, int) {
        search.moves.push_back(move);
        found = walk_back(from, plies - 1, search);
        if (!found) search.moves.pop_back();
        return found || search.stopped;
      });
    });
    return found;
  }
  static bool is_stopped(Search& search) {
    const WayLimits& limits = search.limits;
    if ((limits.stop != nullptr && *limits.stop) || search.seen.size() >= limits.states ||
        (limits.seconds > 0 && search.watch.seconds() > limits.seconds)) {
      search.stopped = true;
    }
    return search.stopped;
  }

  const Game& game_;
  const Distances& distances_;
  Position start_;
};

}  // namespace zermelo
