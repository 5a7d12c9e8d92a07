// SPDX-License-Identifier: MIT
#include "proof/ic3/needed_cubes.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <optional>
#include <utility>

#include "gen/error.h"
#include "proof/ic3/move_solver.h"

namespace zermelo::proof {
namespace {

class Collector {
 public:
  Collector(const ReachGame& game, const ByPlayer<CubeSet>& cubes, bool won,
            const std::function<bool()>& stop)
      : game_(game),
        cubes_(cubes),
        won_(won),
        attacker_(game.moves[Player::attacker]),
        defender_(game.moves[Player::defender]) {
    if (!stop) return;
    attacker_.solver().stop_when(stop);
    defender_.solver().stop_when(stop);
  }

  ByPlayer<std::vector<Ic3Cube>> run(int plies) {
    StateVector start(game_.start.size());
    for (std::size_t k = 0; k < game_.start.size(); ++k) start.set(k, game_.start[k]);
    need(game_.first, start, plies);
    while (!waiting_.empty()) {
      const auto [player, n] = waiting_.front();
      waiting_.pop_front();
      justify(player, Ic3Cube(needed_[player][n]));
    }
    assert(check(start));
    return std::move(needed_);
  }

 private:
  MoveSolver& solver(Player player) { return player == Player::attacker ? attacker_ : defender_; }
  BoundRange good(int bound) const {
    return won_ ? BoundRange{0, bound} : BoundRange{bound, infinity};
  }

  // Adds a cube that contains the state.
  void need(Player player, const StateVector& state, int bound) {
    Ic3Cube cube = find(player, state, bound);
    // A move into this cube needs no other cube.
    MoveSolver& before = solver(other(player));
    before.forbid(cube.cube, cube.bound, won_ ? before.ended() : before.attacked());
    needed_[player].push_back(std::move(cube));
    waiting_.emplace_back(player, needed_[player].size() - 1);
  }
  Ic3Cube find(Player player, const StateVector& state, int bound) const {
    const CubeSet& all = cubes_[player];
    if (const auto n = all.find_widest(state, good(bound))) return all[*n];
    for (const ReachSymmetry& symmetry : game_.symmetries) {
      if (const auto n = all.find_widest(image(symmetry, state), good(bound)))
        return preimage(symmetry, player, all[*n]);
    }
    throw Error("A cube that a proof needs is missing: this is a defect of the program.");
  }

  // Adds cubes until every move from this one, or the chosen move, ends the game as it should or
  // leads to one of them.
  void justify(Player player, const Ic3Cube& cube) {
    const int bound = level_before(cube.bound);
    if (!won_ && bound == 0) return;
    MoveSolver& s = solver(player);
    std::vector<SatLiteral> assumptions = {s.legal(), won_ ? -s.attacked() : -s.ended()};
    s.assume_state(cube.cube, assumptions);
    if (!cube.choice.words().empty()) s.assume_choice(cube.choice, assumptions);
    for (;;) {
      std::vector<SatLiteral> all = assumptions;
      s.assume_bounds(good(bound), all);
      if (!s.satisfiable(all)) return;
      need(other(player), s.state_after(), bound);
    }
  }

  // Whether the cubes justify each other, and one contains the start; checked once more, by solvers
  // that know nothing else.
  bool check(const StateVector& start) const {
    const auto has_start = [&](const Ic3Cube& cube) { return cube.cube.contains(start); };
    if (std::ranges::none_of(needed_[game_.first], has_start)) return false;
    for (const Player player : {Player::attacker, Player::defender}) {
      MoveSolver s(game_.moves[player]);
      const SatLiteral ending = won_ ? s.ended() : s.attacked();
      for (const Ic3Cube& cube : needed_[other(player)]) s.forbid(cube.cube, cube.bound, ending);
      for (const Ic3Cube& cube : needed_[player])
        if (!is_justified(s, cube)) return false;
    }
    return true;
  }
  bool is_justified(MoveSolver& s, const Ic3Cube& cube) const {
    const int bound = level_before(cube.bound);
    if (!won_ && bound == 0) return true;
    std::vector<SatLiteral> assumptions = {s.legal(), won_ ? -s.attacked() : -s.ended()};
    s.assume_state(cube.cube, assumptions);
    if (!cube.choice.words().empty()) s.assume_choice(cube.choice, assumptions);
    s.assume_bounds(good(bound), assumptions);
    return !s.satisfiable(assumptions);
  }

  const ReachGame& game_;
  const ByPlayer<CubeSet>& cubes_;
  bool won_;
  MoveSolver attacker_, defender_;
  ByPlayer<std::vector<Ic3Cube>> needed_;
  std::deque<std::pair<Player, std::size_t>> waiting_;  // cubes that are not justified yet
};

}  // namespace

std::optional<ByPlayer<std::vector<Ic3Cube>>> needed_cubes(const ReachGame& game,
                                                           const ByPlayer<CubeSet>& cubes, bool won,
                                                           int plies,
                                                           const std::function<bool()>& stop) {
  try {
    return Collector(game, cubes, won, stop).run(plies);
  } catch (const QueryStopped&) {
    return {};
  }
}

}  // namespace zermelo::proof
