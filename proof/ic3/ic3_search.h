// SPDX-License-Identifier: MIT
// The inside of IC3 for games: one class, whose members are defined by technique.
//   ic3.cpp                  the search: at once, or level by level
//   block.cpp                proof obligations: is a state blocked at a level, or won?
//   generalize.cpp           cubes made of states: literals are dropped by cores and by queries
//   frames.cpp               the cubes that have been found, and what must hold of them
//   push.cpp                 blocked cubes are pushed to higher levels, until nothing changes
//   inductive_invariant.cpp  cubes that the defender can stay in for ever
//   stable_literals.cpp      literals that no move makes false
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "proof/ic3/cube.h"
#include "proof/ic3/cube_set.h"
#include "proof/ic3/ic3.h"
#include "proof/ic3/move_solver.h"
#include "proof/ic3/reach_game.h"
#include "proof/sat/solver.h"
#include "proof/verdict.h"

namespace zermelo::proof {

// Not thread-safe.
class Ic3Search {
 public:
  // Both must outlive this object.
  Ic3Search(const ReachGame& game, const Ic3Options& options);
  // To be called once.
  Ic3Result run();

 private:
  // Thrown by the search at once: play can return to a state, or takes longer than it follows.
  struct CycleFound {};

  // States for which something holds, as the core of an unsatisfiable query tells, and the bound
  // for which it holds.
  struct Core {
    Cube cube;
    int bound;
  };
  // Returns the core if what is asked holds in all states of the cube.
  using Query = std::function<std::optional<Core>(const Cube&)>;

  // --- The search (ic3.cpp) ----------------------------------------------------------------------

  // Returns false if play can go round in circles; then levels are needed. (What has been found
  // until then remains valid.)
  bool search_at_once();
  void search_by_levels();
  void finish(Verdict verdict, int plies);
  void update_statistics();
  std::uint64_t sat_calls() const {
    return attacker_.solver().calls() + defender_.solver().calls();
  }

  // --- Proof obligations (block.cpp) -------------------------------------------------------------

  // Whether the attacker cannot win the state within `level` plies; if so, it is then in a blocked
  // cube of at least that level, otherwise in a won one of at most that rank.
  bool block(const StateVector& state, Player player, int level);
  // Whether the state is blocked, if a cube tells.
  std::optional<bool> known_verdict(const StateVector& state, Player player, int level);
  bool block_attacker(const StateVector& state, int level);
  bool block_defender(const StateVector& state, int level);
  // The query's core, if it holds in the state: generalised, or of that state alone, as the options
  // say.
  std::optional<Core> core_around(const Cube& state, const Query& query) const;
  // Whether the move that the solver has found wins, or escapes.
  bool attack_succeeds(const StateVector& state, int level);
  bool defence_succeeds(const StateVector& state, int level);
  // Has the solver make the advised move. Returns false if none is advised or it is not possible.
  bool take_advice(Player player, const StateVector& state);
  // Finds whether no move of the attacker's wins or leads out of what is blocked for one ply less.
  // The bound is the level that this shows.
  std::optional<Core> attacker_is_blocked(const Cube& cube, int level);
  // Finds whether every move of the defender's leads to what is won within one ply less. The bound
  // is the rank.
  std::optional<Core> defender_is_attracted(const Cube& cube, int rank);

  // --- Generalisation (generalize.cpp) -----------------------------------------------------------

  // The cube's core, if no state in it has a move that meets the conditions and the constraint (one
  // of whose literals must be true). Nothing if some state has one.
  static std::optional<Cube> unsat_core(MoveSolver& s, const Cube& cube,
                                        const std::vector<SatLiteral>& conditions,
                                        std::span<const SatLiteral> constraint = {});
  // Drops the literals without which the query still holds.
  static void generalise(Core& core, const Query& query);
  // A cube of states in which the choice does the same as in this one: `otherwise` are literals of
  // which one is true where it does not.
  Cube by_choice(MoveSolver& s, const StateVector& state, const StateVector& choice,
                 std::span<const SatLiteral> otherwise) const;
  // The same, without trying to make it larger.
  static Cube core_by_choice(MoveSolver& s, const StateVector& state, const StateVector& choice,
                             std::span<const SatLiteral> otherwise);
  // Without a target, the choice wins at once.
  void add_won_by_choice(const StateVector& state, const StateVector& choice,
                         std::optional<std::size_t> target);
  void add_blocked_by_choice(const StateVector& state, const StateVector& choice,
                             std::size_t target);
  // Without a target, the cube is blocked for a reason of its own.
  void add_blocked_by_choice(const StateVector& state, const StateVector& choice,
                             SatLiteral otherwise, int level);

  // --- Frames (frames.cpp) -----------------------------------------------------------------------

  // A cube that contains the state; if only the image of a cube does, the image is added.
  std::optional<std::size_t> find_blocked(Player player, const StateVector& state,
                                          const BoundRange& range);
  std::optional<std::size_t> find_won(Player player, const StateVector& state,
                                      const BoundRange& range);
  // Every cube is added by these two, and is correct by itself: all of its states are blocked for
  // its level, or won within its rank, whatever other cubes there are.
  std::size_t add_blocked(Player player, Ic3Cube cube);
  std::size_t add_won(Player player, Ic3Cube cube);
  // The cube whose image under a symmetry is that one. (With its target, so that it can be pushed.)
  std::size_t add_blocked_preimage(const ReachSymmetry& symmetry, Player player, std::size_t n);
  // Whether the sets are in order, targets lead somewhere, and no state is both blocked for a level
  // and won within it. (With solvers of its own, so that those that are in use are not affected.)
  bool check() const;
  bool targets_are_there() const;
  bool exclude_each_other(Player player, MoveSolver& s) const;

  // --- Pushing (push.cpp) ------------------------------------------------------------------------

  // Raises cubes as far as possible. Returns true if those above some level need no others: then
  // they are inductive, and hold for ever.
  bool push_cubes(int depth);
  void push_attacker(std::size_t n, int level);
  void push_defender(std::size_t n, int level);
  // Whether a cube of that level is needed, that is, whether it has states that are not in any
  // above.
  bool is_level_needed(int level);
  // Whether every state of the cube is in a cube of at least that level.
  bool is_covered(Player player, const Cube& cube, int level);

  // --- Inductive invariants (inductive_invariant.cpp) --------------------------------------------

  // States with the attacker to move that the defender can stay in: whatever the attacker does, a
  // reply leads back into the cube, or the game ends without an attack, or the reply leads to what
  // is blocked for ever. So all of the cube is blocked for ever, and play need not be followed to
  // its end.
  struct InductiveInvariant {
    Cube cube;
    std::vector<Ic3Cube> replies;  // the defender's; without a target they end the game
  };
  // Adds an invariant that contains the state, made of literals that are stable there. Returns
  // false if none is found.
  bool add_invariant_at(const StateVector& state);
  // The same for the start state alone, made of all its variables.
  bool add_invariant_at_start();
  bool is_invariant_at_start_due(int depth) const;
  // Makes the cube as large as possible, and adds it.
  void add_generalised(InductiveInvariant invariant);
  // The cube, without the literals that the defender cannot keep true.
  std::optional<InductiveInvariant> invariant_around(Cube cube);
  bool make_inductive(InductiveInvariant& invariant, SatLiteral selected);
  bool may_be_inductive(const Cube& cube);
  // The cube's core, if no move of either side in it is an attack.
  std::optional<Cube> without_attacks(const Cube& cube);
  // Adds a reply in that state that leads into the cube, or ends the game.
  bool add_reply(InductiveInvariant& invariant, const StateVector& state, SatLiteral selected);
  // After a failure of add_reply: drops what the defender cannot keep. Returns false if there is
  // nothing to drop.
  bool drop_failed(Cube& cube) const;

  // --- Stable literals (stable_literals.cpp) -----------------------------------------------------

  // Whether no move makes a literal false once it is true, either always or only while another
  // literal is true that is itself stable. (A square is white for good if there is a piece that is
  // not black.)
  struct Stability {
    enum class When { never, always, with_other } when = When::never;
    std::size_t other = 0;
    bool other_value = false;
  };
  // The states before and after a move.
  using Change = std::pair<StateVector, StateVector>;

  void find_stable_literals();
  // Looks for the other literal among the variables that change together with this one.
  void find_other_literal(std::size_t variable, bool value);
  // A move that changes the variable from this value, in a state where the other variable has that
  // value.
  std::optional<Change> change_of(std::size_t variable, bool value,
                                  std::optional<std::pair<std::size_t, bool>> other = {});
  // The cube of the literals that stay true from that state on.
  Cube stable_part(const StateVector& state) const;

  // -----------------------------------------------------------------------------------------------

  MoveSolver& solver(Player player) { return player == Player::attacker ? attacker_ : defender_; }

  const ReachGame& game_;
  const Ic3Options& options_;
  StateVector start_;
  MoveSolver attacker_, defender_;
  SatLiteral wins_or_continues_ = 0;  // assumed about the attacker's moves
  ByPlayer<CubeSet> blocked_, won_;   // the frames: a cube of level k is in all frames up to k
  std::array<std::vector<Stability>, 2> stability_;  // by value, for each variable
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t invariant_limit_ = no_limit;  // SAT calls after which no invariant is sought
  std::set<std::pair<Player, std::vector<std::uint64_t>>> path_;  // of search_at_once, to here
  Ic3Statistics statistics_;
  Ic3Result result_;
};

}  // namespace zermelo::proof
