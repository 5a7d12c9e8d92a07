// SPDX-License-Identifier: MIT
#include "proof/ic3/ic3.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <limits>
#include <set>
#include <span>
#include <utility>

#include "gen/error.h"
#include "proof/ic3/move_solver.h"
#include "proof/ic3/needed_cubes.h"

namespace zermelo::proof {
namespace {

struct WentInCircles {};

// If play goes on for this many plies without coming to an end, it is taken to go on forever, also
// because each ply takes room on the stack.
constexpr std::size_t longest_path = 1000;
// The same limit when depths are looked at one by one.
constexpr int greatest_depth = 4000;

int before(int level) { return level == for_ever ? for_ever : level - 1; }
int after(int level) { return level == for_ever ? for_ever : level + 1; }

// States for which something holds, and the bound for which it holds.
struct Core {
  Cube cube;
  int bound;
};

class Ic3 {
 public:
  Ic3(const ReachGame& game, const Ic3Options& options)
      : game_(game),
        options_(options),
        attacker_(game.moves[Player::attacker]),
        defender_(game.moves[Player::defender]) {
    goes_on_ = attacker_.solver().new_variable();
    attacker_.solver().add_clause({-goes_on_, attacker_.attacked(), -attacker_.ended()});
    if (!options.stop) return;
    attacker_.solver().stop_when(options.stop);
    defender_.solver().stop_when(options.stop);
  }

  Ic3Result run() {
    start_ = StateVector(game_.start.size());
    for (std::size_t k = 0; k < game_.start.size(); ++k) start_.set(k, game_.start[k]);
    try {
      if (options_.generalise == Generalise::both) find_kept();
      if (options_.stepwise || options_.depth || !search_at_once()) search_stepwise();
    } catch (const QueryStopped&) {
      result_.verdict = Verdict::unknown;
    }
    count();
    result_.statistics = statistics_;
    return std::move(result_);
  }

 private:
  MoveSolver& solver(Player player) { return player == Player::attacker ? attacker_ : defender_; }

  // --- The search --------------------------------------------------------------------------------

  // Returns false if play can go round in circles; then levels are needed. (What has been found
  // until then remains valid.)
  bool search_at_once() {
    statistics_.depth = for_ever;
    try {
      const bool is_blocked = block(start_, game_.first, for_ever);
      finish(is_blocked ? Verdict::no_win : Verdict::win, for_ever);
      return true;
    } catch (const WentInCircles&) {
      path_.clear();
      return false;
    }
  }

  void search_stepwise() {
    const int last = options_.depth.value_or(for_ever);
    for (int depth = options_.only_depth ? last : 1; depth <= last; ++depth) {
      if (depth > greatest_depth)
        throw OutOfMemory(fmt::format("IC3 looks no further than {} plies.", greatest_depth));
      statistics_.depth = depth;
      if (!block(start_, game_.first, depth)) return finish(Verdict::win, depth);
      result_.plies = depth;
      if (is_inductive(depth)) return finish(Verdict::no_win, for_ever);
      if (is_closed_start_due(depth) && add_closed_start())
        return finish(Verdict::no_win, for_ever);
    }
    finish(Verdict::no_win, last);
  }

  void finish(Verdict verdict, int plies) {
    const bool won = verdict == Verdict::win;
    if (won) plies = won_[game_.first][*won_[game_.first].find(start_, {0, plies})].bound;
    assert(check());
    auto cubes = needed_cubes(game_, won ? won_ : blocked_, won, plies, options_.stop);
    if (!cubes) throw QueryStopped();
    result_.cubes = std::move(*cubes);
    result_.verdict = verdict;
    result_.plies = plies;
  }

  // Whether the attacker cannot win the state within `level` plies; if so, it is then in a blocked
  // cube of at least that level, otherwise in a won one of at most that rank.
  bool block(const StateVector& state, Player player, int level) {
    if (level == 0) return true;
    ++statistics_.obligations;
    if (options_.progress && statistics_.obligations % 64 == 0) {
      count();
      options_.progress(statistics_);
    }
    if (const auto known = known_verdict(state, player, level)) return *known;
    if (level == for_ever) {
      const bool is_new = path_.emplace(player, state.words()).second;
      if (!is_new || path_.size() > longest_path) throw WentInCircles();
    }
    const bool result =
        player == Player::attacker ? block_attacker(state, level) : block_defender(state, level);
    if (level == for_ever) path_.erase({player, state.words()});
    assert(result ? blocked_[player].find(state, {level, for_ever}).has_value()
                  : won_[player].find(state, {0, level}).has_value());
    return result;
  }

  // Whether the state is blocked, if a cube tells.
  std::optional<bool> known_verdict(const StateVector& state, Player player, int level) {
    if (find_blocked(player, state, {level, for_ever})) return true;
    if (find_won(player, state, {0, level})) return false;
    return {};
  }
  // A cube that contains the state; if only the image of a cube does, the image is added.
  std::optional<std::size_t> find_blocked(Player player, const StateVector& state,
                                          const BoundRange& range) {
    if (const auto n = blocked_[player].find(state, range)) return n;
    for (const ReachSymmetry& symmetry : game_.symmetries) {
      if (const auto n = blocked_[player].find(image(symmetry, state), range))
        return add_blocked_preimage(symmetry, player, *n);
    }
    return {};
  }
  std::optional<std::size_t> find_won(Player player, const StateVector& state,
                                      const BoundRange& range) {
    if (const auto n = won_[player].find(state, range)) return n;
    for (const ReachSymmetry& symmetry : game_.symmetries) {
      if (const auto n = won_[player].find(image(symmetry, state), range))
        return add_won(player, preimage(symmetry, player, won_[player][*n]));
    }
    return {};
  }

  // The attacker needs one good move.
  bool block_attacker(const StateVector& state, int level) {
    if (options_.generalise == Generalise::both && add_closed(state)) return true;
    const auto query = [&](const Cube& cube) { return no_way_out(cube, level); };
    if (take_advice(Player::attacker, state) && !attacker_.solver().value(attacker_.ended()) &&
        attack_succeeds(state, level))
      return false;
    for (;;) {
      if (auto core = query(cube_of(state, attacker_.variables()))) {
        if (options_.generalise == Generalise::both)
          shrink(*core, query);
        else
          core->cube = cube_of(state, attacker_.variables());
        add_blocked(Player::attacker, {core->cube, core->bound, {}, Ic3Cube::no_target});
        return true;
      }
      if (attack_succeeds(state, level)) return false;
    }
  }
  // Whether the move that the solver has found wins.
  bool attack_succeeds(const StateVector& state, int level) {
    const StateVector choice = attacker_.choice_made(), next = attacker_.state_after();
    if (attacker_.solver().value(attacker_.attacked())) {
      add_won_by_choice(state, choice, {});
      return true;
    }
    if (block(next, Player::defender, before(level))) return false;
    add_won_by_choice(state, choice, won_[Player::defender].find(next, {0, before(level)}));
    return true;
  }

  // The defender needs one good move.
  bool block_defender(const StateVector& state, int level) {
    const auto query = [&](const Cube& cube) { return no_escape(cube, level); };
    if (take_advice(Player::defender, state) && !defender_.solver().value(defender_.attacked()) &&
        defence_succeeds(state, level))
      return true;
    for (;;) {
      if (auto core = query(cube_of(state, defender_.variables()))) {
        if (options_.generalise != Generalise::both)
          core->cube = cube_of(state, defender_.variables());
        else
          shrink(*core, query);
        add_won(Player::defender, {core->cube, core->bound, {}, Ic3Cube::no_target});
        return false;
      }
      if (defence_succeeds(state, level)) return true;
    }
  }
  // Whether the move that the solver has found escapes.
  bool defence_succeeds(const StateVector& state, int level) {
    const StateVector choice = defender_.choice_made(), next = defender_.state_after();
    if (defender_.solver().value(defender_.ended())) {
      add_blocked_by_choice(state, choice, -defender_.ended(), for_ever);
      return true;
    }
    if (!block(next, Player::attacker, before(level))) return false;
    if (level == 1) {
      // No state is won within no plies, so any move that does not lose will do.
      add_blocked_by_choice(state, choice, defender_.attacked(), 1);
    } else {
      add_blocked_by_choice(state, choice,
                            *blocked_[Player::attacker].find(next, {before(level), for_ever}));
    }
    return true;
  }

  // Has the solver make the advised move. Returns false if none is advised or it is not possible.
  bool take_advice(Player player, const StateVector& state) {
    if (!options_.advice) return false;
    const auto choice = options_.advice(player, state);
    if (!choice) return false;
    MoveSolver& s = solver(player);
    std::vector<SatLiteral> assumptions = {s.legal()};
    s.assume_state(cube_of(state, s.variables()), assumptions);
    s.assume_choice(*choice, assumptions);
    return s.satisfiable(assumptions);
  }

  // --- Queries -----------------------------------------------------------------------------------

  // The cube's core, if no state in it has a move that meets the conditions and the constraint (one
  // of whose literals must be true). Nothing if some state has one.
  std::optional<Cube> refuted(MoveSolver& s, const Cube& cube,
                              const std::vector<SatLiteral>& conditions,
                              std::span<const SatLiteral> constraint = {}) {
    std::vector<SatLiteral> assumptions = conditions;
    s.assume_state(cube, assumptions);
    if (!constraint.empty()) s.solver().constrain(constraint);
    if (s.satisfiable(assumptions)) return {};
    Cube core(s.variables());
    for (std::size_t k = 0; k < s.variables(); ++k) {
      if (cube.has(k) && s.solver().failed(s.state_literal(k, cube.values[k])))
        core.add(k, cube.values[k]);
    }
    return core;
  }

  // Finds whether no move of the attacker's wins or leads out of what is blocked for one ply less.
  // The bound is the level that this shows.
  std::optional<Core> no_way_out(const Cube& cube, int level) {
    MoveSolver& s = attacker_;
    std::vector<SatLiteral> conditions = {s.legal(), level == 1 ? s.attacked() : goes_on_};
    if (level > 1) s.assume_bounds({before(level), for_ever}, conditions);
    const auto core = refuted(s, cube, conditions);
    if (!core) return {};
    if (level == 1) return Core{*core, s.solver().failed(s.attacked()) ? 1 : for_ever};
    int least = for_ever;
    for (const auto& [bound, literal] : s.bounds()) {
      if (bound >= before(level) && s.solver().failed(literal)) least = std::min(least, bound);
    }
    return Core{*core, after(least)};
  }

  // Finds whether no move of the defender's leads out of what is won within one ply less. The bound
  // is the rank.
  std::optional<Core> no_escape(const Cube& cube, int level) {
    MoveSolver& s = defender_;
    std::vector<SatLiteral> conditions = {s.legal(), -s.attacked()};
    s.assume_bounds({0, before(level)}, conditions);
    const auto core = refuted(s, cube, conditions);
    if (!core) return {};
    int most = 0;
    for (const auto& [bound, literal] : s.bounds()) {
      if (bound <= before(level) && s.solver().failed(literal)) most = std::max(most, bound);
    }
    return Core{*core, most + 1};
  }

  // A cube of states in which the choice does the same as in this one: `otherwise` are literals of
  // which one is true where it does not.
  Cube by_choice(MoveSolver& s, const StateVector& state, const StateVector& choice,
                 std::span<const SatLiteral> otherwise) {
    Core core{cube_of(state, s.variables()), 0};
    if (options_.generalise == Generalise::none) return core.cube;
    std::vector<SatLiteral> conditions;
    s.assume_choice(choice, conditions);
    const auto query = [&](const Cube& cube) -> std::optional<Core> {
      auto smaller = refuted(s, cube, conditions, otherwise);
      if (!smaller) return {};
      return Core{std::move(*smaller), 0};
    };
    core = *query(core.cube);
    shrink(core, query);
    return core.cube;
  }

  // The same, without trying to make it larger.
  Cube core_by_choice(MoveSolver& s, const StateVector& state, const StateVector& choice,
                      std::span<const SatLiteral> otherwise) {
    std::vector<SatLiteral> conditions;
    s.assume_choice(choice, conditions);
    return *refuted(s, cube_of(state, s.variables()), conditions, otherwise);
  }

  // Drops the variables that are not needed.
  template <class Query>
  static void shrink(Core& core, Query&& query) {
    for (std::size_t k = 0; k < 64 * core.cube.care.words().size(); ++k) {
      if (!core.cube.has(k)) continue;
      Cube smaller = core.cube;
      smaller.drop(k);
      if (auto found = query(smaller)) {
        assert(found->cube.contains(core.cube));
        core = std::move(*found);
      }
    }
  }

  // --- Closed cubes ------------------------------------------------------------------------------

  // States with the attacker to move that the defender can stay in: whatever the attacker does, a
  // reply leads back into the cube, or the game ends without an attack, or the reply leads to what
  // is blocked forever. So all of the cube is blocked forever, and play need not be followed to its
  // end.
  struct ClosedCube {
    Cube cube;
    std::vector<Ic3Cube> replies;  // the defender's; without a target they end the game
  };

  // Adds a closed cube that contains the state, made of what both players' moves keep. Returns
  // false if none is found.
  bool add_closed(const StateVector& state) {
    Cube kept = kept_part(state);
    const auto core = no_attack(kept);
    if (!core) return false;
    auto closed = closed_around(*core);
    if (!closed && !(*core == kept)) closed = closed_around(kept);
    if (!closed) return false;
    add_enlarged(std::move(*closed));
    return true;
  }
  // The same for the start state alone, made of all its variables and not only of those that all
  // moves keep: the defender keeps what they can. A counter that is kept from overflowing takes one
  // bit this way, but all of its values if one goes step by step.
  bool add_closed_start() {
    const std::uint64_t begin = calls();
    closing_limit_ = begin + begin / 4;
    auto closed = closed_around(cube_of(start_, attacker_.variables()));
    if (closed) {
      closing_limit_ = calls() + begin;  // for making it larger
      add_enlarged(std::move(*closed));
    }
    closing_limit_ = no_limit;
    return closed.has_value();
  }
  // Hardly any game has such a cube, so it is looked for only in games that take long, only now and
  // then, and for a fraction of the time that has been spent.
  bool is_closed_start_due(int depth) const {
    constexpr unsigned first_depth = 8;
    return options_.generalise == Generalise::both && game_.only_replies_err &&
           game_.first == Player::attacker && static_cast<unsigned>(depth) >= first_depth &&
           std::has_single_bit(static_cast<unsigned>(depth));
  }
  // Makes the cube as large as possible, and adds it.
  void add_enlarged(ClosedCube closed) {
    for (std::size_t k = 0; k < attacker_.variables(); ++k) {
      if (!closed.cube.has(k)) continue;
      Cube larger = closed.cube;
      larger.drop(k);
      if (auto found = closed_around(std::move(larger))) closed = std::move(*found);
    }
    const std::size_t target =
        add_blocked(Player::attacker, {closed.cube, for_ever, {}, Ic3Cube::no_target});
    for (Ic3Cube& reply : closed.replies) {
      if (reply.target != Ic3Cube::no_target) reply.target = target;
      add_blocked(Player::defender, std::move(reply));
    }
  }
  // --- What moves keep ---------------------------------------------------------------------------

  // Whether no move changes a variable once it has a value, either always or only while another
  // variable has a value that is itself kept. (A square is white for good if there is a piece that
  // is not black.)
  struct Kept {
    enum class When { never, always, with_other } when = When::never;
    std::size_t other = 0;
    bool other_value = false;
  };
  void find_kept() {
    for (const bool value : {false, true}) kept_[value].resize(attacker_.variables());
    // (Boards are smaller; for circuits with thousands of latches this takes too long.)
    if (attacker_.variables() > 256) return;
    for (const bool value : {false, true}) {
      for (std::size_t k = 0; k < attacker_.variables(); ++k)
        if (!change_of(k, value)) kept_[value][k].when = Kept::When::always;
    }
    for (const bool value : {false, true})
      for (std::size_t k = 0; k < attacker_.variables(); ++k) find_support(k, value);
  }
  // Looks among the variables that change together with this one.
  void find_support(std::size_t variable, bool value) {
    Kept& kept = kept_[value][variable];
    if (kept.when != Kept::When::never) return;
    const auto change = *change_of(variable, value);
    for (std::size_t k = 0; k < attacker_.variables(); ++k) {
      const bool other_value = change.second[k];
      if (k == variable || change.first[k] == other_value) continue;
      if (kept_[other_value][k].when != Kept::When::always) continue;
      if (change_of(variable, value, std::pair(k, other_value))) continue;
      kept = {Kept::When::with_other, k, other_value};
      return;
    }
  }
  // A move that changes the variable in a state where the other variable has that value: the states
  // before and after the move.
  std::optional<std::pair<StateVector, StateVector>> change_of(
      std::size_t variable, bool value, std::optional<std::pair<std::size_t, bool>> other = {}) {
    for (const Player player : {Player::attacker, Player::defender}) {
      MoveSolver& s = solver(player);
      std::vector<SatLiteral> assumptions = {s.legal(), s.state_literal(variable, value),
                                             s.next_literal(variable, !value)};
      if (other) assumptions.push_back(s.state_literal(other->first, other->second));
      if (s.satisfiable(assumptions)) return std::pair(s.state(), s.state_after());
    }
    return {};
  }
  // The cube of the variables that keep their values from that state on.
  Cube kept_part(const StateVector& state) const {
    Cube cube(attacker_.variables());
    for (std::size_t k = 0; k < attacker_.variables(); ++k) {
      const Kept& kept = kept_[state[k]][k];
      const bool is_kept = kept.when == Kept::When::with_other
                               ? state[kept.other] == kept.other_value
                               : kept.when == Kept::When::always;
      if (is_kept) cube.add(k, state[k]);
    }
    return cube;
  }

  // The cube, without the variables that the defender cannot keep.
  std::optional<ClosedCube> closed_around(Cube cube) {
    ClosedCube closed{std::move(cube), {}};
    const SatLiteral selected = attacker_.solver().new_variable();
    const bool is_closed = close(closed, selected);
    attacker_.solver().add_clause({-selected});
    if (!is_closed) return {};
    return closed;
  }
  bool close(ClosedCube& closed, SatLiteral selected) {
    MoveSolver& s = attacker_;
    if (!may_be_closed(closed.cube)) return false;
    for (;;) {
      if (calls() > closing_limit_) return false;
      std::vector<SatLiteral> conditions = {s.legal(), goes_on_, selected};
      s.assume_bounds({for_ever, for_ever}, conditions);
      if (refuted(s, closed.cube, conditions)) return true;
      const StateVector next = s.state_after();
      while (!add_reply(closed, next, selected)) {
        if (!drop_failed(closed.cube) || !may_be_closed(closed.cube)) return false;
      }
    }
  }
  // Replies are never attacks, so where only replies can be attacks, nothing has to be ruled out.
  bool may_be_closed(const Cube& cube) { return game_.only_replies_err || no_attack(cube); }
  // The cube's core, if no move of either side in it is an attack. (Where a side can lose by its
  // own move, cubes are hardly ever closed.)
  std::optional<Cube> no_attack(const Cube& cube) {
    auto result = refuted(attacker_, cube, {attacker_.legal(), attacker_.attacked()});
    if (!result) return {};
    // (A state with the defender to move may have more variables.)
    Cube same(defender_.variables());
    for (std::size_t k = 0; k < attacker_.variables(); ++k)
      if (cube.has(k)) same.add(k, cube.values[k]);
    const auto of_defender = refuted(defender_, same, {defender_.legal(), defender_.attacked()});
    if (!of_defender) return {};
    for (std::size_t k = 0; k < attacker_.variables(); ++k)
      if (of_defender->has(k)) result->add(k, cube.values[k]);
    return result;
  }
  // A reply in that state that leads into the cube, or ends the game.
  bool add_reply(ClosedCube& closed, const StateVector& state, SatLiteral selected) {
    MoveSolver& s = defender_;
    std::vector<SatLiteral> assumptions = {s.legal(), -s.attacked()};
    s.assume_state(cube_of(state, s.variables()), assumptions);
    std::vector<SatLiteral> ending = assumptions;
    ending.push_back(s.ended());
    const bool ends = s.satisfiable(ending);
    if (!ends) {
      s.assume_next(closed.cube, assumptions);
      if (!s.satisfiable(assumptions)) return false;
    }
    const StateVector choice = s.choice_made();
    std::vector<SatLiteral> otherwise = {-s.legal(), ends ? -s.ended() : s.attacked()};
    if (!ends) s.next_not_in(closed.cube, otherwise);
    Ic3Cube reply{core_by_choice(s, state, choice, otherwise), for_ever, choice,
                  ends ? Ic3Cube::no_target : 0};
    attacker_.forbid_if(selected, reply.cube, attacker_.attacked());
    closed.replies.push_back(std::move(reply));
    return true;
  }
  // After a failure of add_reply: drops what the defender cannot keep. Returns false if there is
  // nothing to drop.
  bool drop_failed(Cube& cube) const {
    bool dropped = false;
    for (std::size_t k = 0; k < attacker_.variables(); ++k) {
      if (!cube.has(k) || !defender_.solver().failed(defender_.next_literal(k, cube.values[k])))
        continue;
      cube.drop(k);
      dropped = true;
    }
    return dropped;
  }

  // --- Cubes -------------------------------------------------------------------------------------

  // Without a target, the choice wins at once.
  void add_won_by_choice(const StateVector& state, const StateVector& choice,
                         std::optional<std::size_t> target) {
    MoveSolver& s = attacker_;
    std::vector<SatLiteral> otherwise = {-s.legal(), target ? s.ended() : -s.attacked()};
    if (target) s.next_not_in(won_[Player::defender][*target].cube, otherwise);
    const int rank = target ? won_[Player::defender][*target].bound + 1 : 1;
    add_won(Player::attacker,
            {by_choice(s, state, choice, otherwise), rank, choice, Ic3Cube::no_target});
  }
  void add_blocked_by_choice(const StateVector& state, const StateVector& choice,
                             std::size_t target) {
    MoveSolver& s = defender_;
    std::vector<SatLiteral> otherwise = {-s.legal(), s.attacked()};
    s.next_not_in(blocked_[Player::attacker][target].cube, otherwise);
    const int level = after(blocked_[Player::attacker][target].bound);
    add_blocked(Player::defender, {by_choice(s, state, choice, otherwise), level, choice, target});
  }
  // Without a target, the cube is blocked for a reason of its own.
  void add_blocked_by_choice(const StateVector& state, const StateVector& choice,
                             SatLiteral otherwise, int level) {
    const std::array<SatLiteral, 2> all = {-defender_.legal(), otherwise};
    add_blocked(Player::defender,
                {by_choice(defender_, state, choice, all), level, choice, Ic3Cube::no_target});
  }

  // Every cube is added here or by add_won, and is correct by itself: all of its states are blocked
  // for its level, whatever other cubes there are.
  std::size_t add_blocked(Player player, Ic3Cube cube) {
    assert(cube.cube.check(solver(player).variables()) && cube.bound >= 1);
    if (player == Player::defender) attacker_.forbid(cube.cube, cube.bound, attacker_.attacked());
    return blocked_[player].add(std::move(cube));
  }
  std::size_t add_won(Player player, Ic3Cube cube) {
    assert(cube.cube.check(solver(player).variables()) && cube.bound >= 1);
    if (player == Player::attacker) defender_.forbid(cube.cube, cube.bound, defender_.ended());
    return won_[player].add(std::move(cube));
  }
  // The cube whose image under a symmetry is that one. (With its target, so that it can be pushed.)
  std::size_t add_blocked_preimage(const ReachSymmetry& symmetry, Player player, std::size_t n) {
    const Ic3Cube cube = blocked_[player][n];
    Ic3Cube result = preimage(symmetry, player, cube);
    if (cube.target != Ic3Cube::no_target) {
      const Ic3Cube target =
          preimage(symmetry, Player::attacker, blocked_[Player::attacker][cube.target]);
      const auto known = blocked_[Player::attacker].find_same(target.cube);
      result.target = known ? *known : add_blocked(Player::attacker, target);
    }
    return add_blocked(player, std::move(result));
  }

  // --- Invariants --------------------------------------------------------------------------------

  // Whether the sets are in order, targets lead somewhere, and no state is both blocked for a level
  // and won within it. (With solvers of its own, so that those that are in use are not affected.)
  bool check() {
    MoveSolver attacker(game_.moves[Player::attacker]), defender(game_.moves[Player::defender]);
    return targets_are_there() && exclude_each_other(Player::attacker, attacker) &&
           exclude_each_other(Player::defender, defender);
  }
  bool targets_are_there() const {
    const std::size_t targets = blocked_[Player::attacker].size();
    return std::ranges::all_of(blocked_[Player::defender].cubes(), [&](const Ic3Cube& cube) {
      return cube.target == Ic3Cube::no_target || cube.target < targets;
    });
  }
  // (Cubes that have an assignment in common need not have a state in common; there may be millions
  // of such pairs.)
  bool exclude_each_other(Player player, MoveSolver& s) const {
    int questions = 1000;
    for (const Ic3Cube& blocked : blocked_[player].cubes()) {
      for (const Ic3Cube& won : won_[player].cubes()) {
        if (won.bound > blocked.bound || !intersect(won.cube, blocked.cube)) continue;
        if (questions-- == 0) return true;
        std::vector<SatLiteral> assumptions;
        s.assume_state(won.cube, assumptions);
        s.assume_state(blocked.cube, assumptions);
        if (s.satisfiable(assumptions)) return false;
      }
    }
    return blocked_[player].check() && won_[player].check();
  }

  std::uint64_t calls() const { return attacker_.solver().calls() + defender_.solver().calls(); }
  void count() {
    statistics_.sat_calls = calls();
    statistics_.blocked = blocked_[Player::attacker].size() + blocked_[Player::defender].size();
    statistics_.won = won_[Player::attacker].size() + won_[Player::defender].size();
  }

  // --- Pushing -----------------------------------------------------------------------------------

  // Raises cubes as far as possible. Returns true if those above some level need no others: then
  // they hold forever.
  bool is_inductive(int depth) {
    for (int level = 1; level <= depth; ++level) {
      for (std::size_t n = 0; n < blocked_[Player::attacker].size(); ++n) push_attacker(n, level);
      for (std::size_t n = 0; n < blocked_[Player::defender].size(); ++n) push_defender(n, level);
      if (has_level(level)) continue;
      for (const Player player : {Player::attacker, Player::defender}) {
        CubeSet& all = blocked_[player];
        for (std::size_t n = 0; n < all.size(); ++n)
          if (all[n].bound > level) all.set_bound(n, for_ever);
      }
      return true;
    }
    return false;
  }
  // Whether a cube of that level is needed, that is, whether it has states that are not in any
  // above.
  bool has_level(int level) {
    for (const Player player : {Player::attacker, Player::defender}) {
      const CubeSet& all = blocked_[player];
      for (std::size_t n = 0; n < all.size(); ++n)
        if (all[n].bound == level && !is_covered(player, Cube(all[n].cube), level + 1)) return true;
    }
    return false;
  }
  // Whether every state of the cube is in a cube of at least that level. A defender's cube names
  // one move, and that move may be worse than another cube's, so that it may be impossible to push
  // it, even where nothing changes any more from one level to the next.
  bool is_covered(Player player, const Cube& cube, int level) {
    MoveSolver& s = solver(player);
    const SatLiteral selected = s.solver().new_variable();
    std::vector<SatLiteral> assumptions = {selected};
    s.assume_state(cube, assumptions);
    bool covered = true;
    while (s.satisfiable(assumptions)) {
      const auto n = find_blocked(player, s.state(), {level, for_ever});
      covered = n.has_value();
      if (!covered) break;
      std::vector<SatLiteral> clause = {-selected};
      s.state_not_in(blocked_[player][*n].cube, clause);
      s.solver().add_clause(clause);
    }
    s.solver().add_clause({-selected});
    return covered;
  }
  void push_attacker(std::size_t n, int level) {
    if (blocked_[Player::attacker][n].bound != level) return;
    for (;;) {
      if (const auto core = no_way_out(blocked_[Player::attacker][n].cube, level + 1))
        return blocked_[Player::attacker].set_bound(n, core->bound);
      // What is missing may be the image of a cube.
      if (!find_blocked(Player::defender, attacker_.state_after(), {level, for_ever})) return;
    }
  }
  void push_defender(std::size_t n, int level) {
    const Ic3Cube& cube = blocked_[Player::defender][n];
    if (cube.bound != level || cube.target == Ic3Cube::no_target) return;
    const int bound = after(blocked_[Player::attacker][cube.target].bound);
    if (bound <= level) return;
    attacker_.forbid(cube.cube, bound, attacker_.attacked());
    blocked_[Player::defender].set_bound(n, bound);
  }

  const ReachGame& game_;
  const Ic3Options& options_;
  MoveSolver attacker_, defender_;
  SatLiteral goes_on_ = 0;  // assumed about the attacker's moves: they win, or do not end the game
  std::array<std::vector<Kept>, 2> kept_;  // by value, for each variable
  StateVector start_;
  static constexpr std::uint64_t no_limit = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t closing_limit_ = no_limit;  // SAT calls after which no closed cube is sought
  ByPlayer<CubeSet> blocked_, won_;
  std::set<std::pair<Player, std::vector<std::uint64_t>>> path_;  // of search_at_once, to here
  Ic3Statistics statistics_;
  Ic3Result result_;
};

}  // namespace

Ic3Result solve_by_ic3(const ReachGame& game, const Ic3Options& options) {
  return Ic3(game, options).run();
}

}  // namespace zermelo::proof
