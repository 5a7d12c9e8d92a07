// SPDX-License-Identifier: MIT
// The names are the thesis's. F_0, F_1, ... are frames, sets of states: F_0 is the start, Alice has
// won in none of them, and from a state of F_i all moves of Alice's and at least one of Bob's, if
// he has any, lead into F_{i+1} (invariants 4a and 4b). P, the property, is "Alice has not won". A
// CTI (counterexample to induction) is a state of a frame that contradicts this once a state, or
// won_A, is removed from the next one.
//
// Where the printed algorithms contradict the text, the text and its example (section 3.2) count:
// - Algorithm 2, lines 14 and 18, print "not s'" and "not p'" for "s'" and "p'". In games "there is
//   such a transition" is "there is a CTI".
// - Lines 15 and 19 remove states from F_0 to F_m, but for m = k + 1 only from F_0 to F_k: F_{k+1}
//   is P as long as k is the frontier.
// - Line 25 is about i < k. (For i = k both frames are P at first.)
// - Algorithm 4, lines 2 and 8, print "not p" for "not p'".
#include "proof/ic3/thesis.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "proof/ic3/cube.h"
#include "proof/ic3/move_solver.h"

namespace zermelo::proof {
namespace {

// T, as clauses: `legal` says that the two states are a pair of it, `attacked` that Alice has won
// in the second.
Moves transitions(const TurnGame& game) {
  TurnGame extended = game;
  Moves result;
  result.attacked =
      functions_of(extended, extended.next, std::vector<Literal>{extended.won_a}).front();
  result.ended = symbolic::false_literal;
  const Literal over = extended.aig.lor(extended.won_a, extended.won_b);
  result.legal = extended.aig.land(extended.possible, !over);
  result.is_state = symbolic::true_literal;
  result.state = extended.state;
  result.choice = extended.choice;
  result.next = extended.next;
  result.aig = std::move(extended.aig);
  return result;
}

// One of the two SAT solvers, with names for functions of the state.
class TransitionSolver : public MoveSolver {
 public:
  TransitionSolver(const Moves& transitions, const TurnGame& game)
      : MoveSolver(transitions), bob_(literal_of(game.turn)), won_(literal_of(game.won_a)) {}

  SatLiteral bob() const { return bob_; }  // Bob is to move
  SatLiteral won() const { return won_; }  // Alice has won
  // Demands that the state is not in the cube where the condition holds; the same for the next one.
  void forbid_state_if(SatLiteral condition, const Cube& cube) {
    std::vector<SatLiteral> clause = {-condition};
    state_not_in(cube, clause);
    solver().add_clause(clause);
  }
  void forbid_next_if(SatLiteral condition, const Cube& cube) {
    std::vector<SatLiteral> clause = {-condition};
    next_not_in(cube, clause);
    solver().add_clause(clause);
  }
  // A literal that can be true only if the next state is in the cube.
  SatLiteral implies_next_in(const Cube& cube) {
    const SatLiteral result = solver().new_variable();
    std::vector<SatLiteral> literals;
    assume_next(cube, literals);
    for (const SatLiteral literal : literals) solver().add_clause({-result, literal});
    return result;
  }

 private:
  SatLiteral bob_, won_;
};

// A condition for clauses of one query, which count no longer when it goes.
class QueryClauses {
 public:
  explicit QueryClauses(TransitionSolver& solver)
      : solver_(solver), condition_(solver.solver().new_variable()) {}
  ~QueryClauses() { solver_.solver().add_clause({-condition_}); }
  QueryClauses(const QueryClauses&) = delete;
  QueryClauses& operator=(const QueryClauses&) = delete;

  SatLiteral condition() const { return condition_; }
  void forbid_state(const Cube& cube) { solver_.forbid_state_if(condition_, cube); }

 private:
  TransitionSolver& solver_;
  SatLiteral condition_;
};

// What is removed from P in a frame, and the conditions under which the solvers know it.
struct Frame {
  std::vector<std::size_t> cubes;  // numbers
  SatLiteral for_state, for_next;

  bool has(std::size_t cube) const { return std::ranges::find(cubes, cube) != cubes.end(); }
};

// What must not be reached: a cube, or, if there is none, the states in which Alice has won.
using Bad = std::optional<Cube>;

// Obligations are handled in the order of their frames, and then in that in which their states were
// found.
struct ObligationKey {
  int n;
  std::size_t number;
  auto operator<=>(const ObligationKey&) const = default;
};
using Obligations = std::map<ObligationKey, std::optional<StateVector>>;

class ThesisIc3 {
 public:
  ThesisIc3(const TurnGame& game, const ThesisIc3Options& options)
      : game_(game), options_(options), transitions_(transitions(game)), start_(game.state.size()) {
    for (std::size_t k = 0; k < game.start.size(); ++k) start_.set(k, game.start[k]);
    renew_solvers();
  }

  ThesisIc3Result run() {
    ThesisIc3Result result;
    try {
      result.verdict = prove() ? Verdict::win : Verdict::no_win;
    } catch (const QueryStopped&) {
    }
    count();
    result.statistics = statistics_;
    return result;
  }

 private:
  // --- Algorithm 2: prove ------------------------------------------------------------------------

  // True is "reachable": Alice can force a win.
  bool prove() {
    add_frame();  // F_0; its solvers' conditions are not used
    add_frame();
    add_frame();                                         // (F_{k+1} is P.)
    if (start_is_won() || find_cti(0, {})) return true;  // line 4
    for (;;) {                                           // line 6: k = 1
      statistics_.depth = k_;
      if (!handle_obligations()) return true;
      ++k_;  // lines 22 and 23: the new frame is P
      add_frame();
      propagate();
      for (int i = 1; i < k_; ++i)
        if (is_subset(i + 1, i)) return false;
    }
  }

  // Lines 8 to 21. Returns false if the start leads to what must not be reached.
  bool handle_obligations() {
    Obligations obligations = {{{k_, 0}, std::nullopt}};
    std::size_t found = 0;
    trace_obligations(obligations);
    while (!obligations.empty()) {
      const auto [key, p] = *obligations.begin();
      if (key.n == 0) return false;
      count_obligation();
      const auto s = find_cti(key.n, bad_of(p));
      if (s) {
        const int m = remove(*s);
        trace_cti(key.n, p, *s, m);
        if (m <= k_) obligations.emplace(ObligationKey{m, ++found}, s);
      } else {
        const int m = p ? remove(*p) : k_ + 1;  // (what Alice has won is in no frame anyway)
        trace_handled(key.n, p, m);
        if (m <= key.n) throw Error("IC3 as in the thesis cannot go on: its frames contradict it.");
        obligations.erase(key);
        if (m <= k_) obligations.emplace(ObligationKey{m, key.number}, p);
      }
      trace_obligations(obligations);
    }
    return true;
  }

  // Lines 14, 15, 18 and 19. Returns m, the first frame that leads to the state (k + 1 if none
  // does); the state, made more general, is removed from the frames up to that one.
  int remove(const StateVector& state) {
    Cube cube = cube_of_state(state);
    int m = 0;
    while (m <= k_ && !find_cti(m, cube, true)) ++m;
    if (m == 0) return m;
    if (options_.generalise && keeps_turn(cube)) cube = generalised(cube, m);
    const std::size_t number = number_of(cube);
    for (int i = 1; i <= std::min(m, k_); ++i) add(number, frame(i));
    return m;
  }

  // Line 24: a clause moves up where no CTI prevents it.
  void propagate() {
    for (int i = 1; i < k_; ++i) {
      for (const std::size_t cube : std::vector<std::size_t>(frame(i).cubes)) {
        if (!frame(i + 1).has(cube) && !find_cti(i, cubes_[cube])) add(cube, frame(i + 1));
      }
    }
  }

  // --- Algorithm 4: hasCTI -----------------------------------------------------------------------

  // A state of F_i from which Alice can reach a bad state, or from which all moves lead to bad
  // states or out of F_{i+1}. `not_itself`: F_i without the bad states counts.
  std::optional<StateVector> find_cti(int i, const Bad& bad, bool not_itself = false) {
    if (++queries_ % queries_of_solvers == 0) renew_solvers();
    QueryClauses query(*candidates_);
    if (not_itself) query.forbid_state(*bad);
    std::vector<SatLiteral> in_frame = {candidates_->legal(), query.condition()};
    assume_frame(i, in_frame);

    // Lines 2 to 4: an exists-predecessor.
    std::vector<SatLiteral> assumptions = in_frame;
    assumptions.push_back(-candidates_->bob());
    if (bad)
      candidates_->assume_next(*bad, assumptions);
    else
      assumptions.push_back(candidates_->attacked());
    if (candidates_->satisfiable(assumptions)) return candidates_->state();

    // Lines 5 to 13: a forall-predecessor.
    return forall_exists_predecessor(i, bad, in_frame, query);
  }

  // --- Algorithm 3: two SAT solvers --------------------------------------------------------------

  // A candidate of F_i with a move to X, the bad states and those outside F_{i+1}, whose moves all
  // lead there.
  std::optional<StateVector> forall_exists_predecessor(int i, const Bad& bad,
                                                       const std::vector<SatLiteral>& in_frame,
                                                       QueryClauses& candidates) {
    std::vector<SatLiteral> to_x = {candidates_->attacked()};
    if (bad) to_x.push_back(candidates_->implies_next_in(*bad));
    for (const std::size_t cube : frame(i + 1).cubes) to_x.push_back(next_in_[cube]);
    for (;;) {
      candidates_->solver().constrain(to_x);
      if (!candidates_->satisfiable(in_frame)) return {};
      const StateVector q = candidates_->state();
      const auto r = reply(i, bad, q);
      if (!r) return q;
      remove_predecessors(*r, candidates);
    }
  }

  // A state of F_{i+1}, and not bad, to which some move from the state leads.
  std::optional<StateVector> reply(int i, const Bad& bad, const StateVector& state) {
    std::vector<SatLiteral> assumptions = {replies_->legal(), -replies_->attacked(),
                                           frame(i + 1).for_next};
    replies_->assume_state(cube_of_state(state), assumptions);
    if (bad) {
      std::vector<SatLiteral> clause;
      replies_->next_not_in(*bad, clause);
      replies_->solver().constrain(clause);
    }
    if (!replies_->satisfiable(assumptions)) return {};
    return replies_->state_after();
  }

  // C := C \ pred(T, r), by enumerating the states that lead to r, as chapter 5 says: one SAT call
  // for each.
  void remove_predecessors(const StateVector& r, QueryClauses& candidates) {
    QueryClauses found(*replies_);
    std::vector<SatLiteral> assumptions = {replies_->legal(), found.condition()};
    replies_->assume_next(cube_of_state(r), assumptions);
    while (replies_->satisfiable(assumptions)) {
      const Cube predecessor = cube_of_state(replies_->state());
      found.forbid_state(predecessor);
      candidates.forbid_state(predecessor);
    }
  }

  // --- Generalisation (sections 2.4.3 and 3.1): A. Bradley's, of VMCAI 2011
  // ------------------------

  // Drops the variables that can be dropped, one after another.
  Cube generalised(Cube cube, int m) {
    for (std::size_t k = 0; k < game_.state.size(); ++k) {
      if (!cube.has(k)) continue;
      Cube wider = cube;
      wider.drop(k);
      if (const auto found = down(wider, m)) cube = *found;
    }
    return cube;
  }

  // The algorithm "down": as long as there is a CTI in a frame below F_m, the cube is widened to
  // contain it.
  std::optional<Cube> down(Cube cube, int m) {
    for (;;) {
      if (cube.contains(start_) || !keeps_turn(cube)) return {};
      std::optional<StateVector> cti;
      for (int i = 0; i < m && !cti; ++i) cti = find_cti(i, cube, true);
      if (!cti) return cube;
      for (std::size_t k = 0; k < game_.state.size(); ++k)
        if (cube.has(k) && cube.values[k] != (*cti)[k]) cube.drop(k);
    }
  }

  // "Care must be taken that the variable turn isn't removed": whether Alice is to move in all of
  // the cube.
  bool keeps_turn(const Cube& cube) {
    const auto turn = std::ranges::find(game_.state, game_.turn);
    if (turn != game_.state.end()) {
      const auto k = static_cast<std::size_t>(turn - game_.state.begin());
      return cube.has(k) && !cube.values[k];
    }
    std::vector<SatLiteral> assumptions = {candidates_->bob()};
    candidates_->assume_state(cube, assumptions);
    return !candidates_->satisfiable(assumptions);
  }

  // --- Frames
  // --------------------------------------------------------------------------------------

  // Now and then the solvers begin anew, without the clauses of past queries.
  static constexpr std::uint64_t queries_of_solvers = 200;
  void renew_solvers() {
    if (candidates_) calls_of_former_ += calls_of_solvers();
    for (auto* const solver : {&candidates_, &replies_}) {
      *solver = std::make_unique<TransitionSolver>(transitions_, game_);
      if (options_.stop) (*solver)->solver().stop_when(options_.stop);
    }
    next_in_.clear();
    for (const Cube& cube : cubes_) next_in_.push_back(candidates_->implies_next_in(cube));
    for (Frame& f : frames_) {
      const std::vector<std::size_t> cubes = std::exchange(f, new_frame()).cubes;
      for (const std::size_t cube : cubes) add(cube, f);
    }
  }
  std::uint64_t calls_of_solvers() const {
    return candidates_->solver().calls() + replies_->solver().calls();
  }

  Frame& frame(int i) { return frames_[static_cast<std::size_t>(i)]; }
  Frame new_frame() {
    return {{}, candidates_->solver().new_variable(), replies_->solver().new_variable()};
  }
  void add_frame() { frames_.push_back(new_frame()); }

  void assume_frame(int i, std::vector<SatLiteral>& assumptions) {
    if (i == 0) return candidates_->assume_state(cube_of_state(start_), assumptions);
    assumptions.push_back(frame(i).for_state);
    assumptions.push_back(-candidates_->won());
  }

  void add(std::size_t cube, Frame& to) {
    if (to.has(cube)) return;
    to.cubes.push_back(cube);
    candidates_->forbid_state_if(to.for_state, cubes_[cube]);
    replies_->forbid_next_if(to.for_next, cubes_[cube]);
  }

  std::size_t number_of(const Cube& cube) {
    const auto known = std::ranges::find(cubes_, cube);
    if (known != cubes_.end()) return static_cast<std::size_t>(known - cubes_.begin());
    cubes_.push_back(cube);
    next_in_.push_back(candidates_->implies_next_in(cube));
    return cubes_.size() - 1;
  }

  bool is_subset(int i, int j) {
    for (const std::size_t cube : frame(j).cubes) {
      if (frame(i).has(cube)) continue;
      std::vector<SatLiteral> assumptions;
      assume_frame(i, assumptions);
      candidates_->assume_state(cubes_[cube], assumptions);
      if (candidates_->satisfiable(assumptions)) return false;
    }
    return true;
  }

  bool start_is_won() {
    std::vector<SatLiteral> assumptions = {candidates_->won()};
    candidates_->assume_state(cube_of_state(start_), assumptions);
    return candidates_->satisfiable(assumptions);
  }

  Cube cube_of_state(const StateVector& state) const { return cube_of(state, game_.state.size()); }
  Bad bad_of(const std::optional<StateVector>& p) const {
    return p ? Bad(cube_of_state(*p)) : std::nullopt;
  }

  // --- Progress and traces -----------------------------------------------------------------------

  void count() {
    statistics_.sat_calls = calls_of_former_ + calls_of_solvers();
    statistics_.blocked = 0;
    for (const Frame& f : frames_) statistics_.blocked += f.cubes.size();
  }
  void count_obligation() {
    if (options_.stop && options_.stop()) throw QueryStopped();
    ++statistics_.obligations;
    if (!options_.progress) return;
    count();
    options_.progress(statistics_);
  }

  std::string text_of(const std::optional<StateVector>& p) const {
    if (!p) return "won_A";
    std::string text;
    for (std::size_t k = 0; k < game_.state.size(); ++k) text += (*p)[k] ? '1' : '0';
    return text;
  }
  std::string text_of(int n, const std::optional<StateVector>& p) const {
    return fmt::format("<F_{}, {}>", n, text_of(p));
  }
  void trace_obligations(const Obligations& obligations) {
    if (!options_.trace) return;
    std::string text;
    for (const auto& [key, p] : obligations) text += (text.empty() ? "" : ", ") + text_of(key.n, p);
    options_.trace(fmt::format("k = {}; Ob = {{{}}}", k_, text));
  }
  void trace_cti(int n, const std::optional<StateVector>& p, const StateVector& s, int m) {
    if (!options_.trace) return;
    const std::string found = fmt::format("  {}: CTI {}", text_of(n, p), text_of(s));
    options_.trace(m == 0 ? fmt::format("{}, which the start leads to", found)
                          : fmt::format("{}, removed up to F_{}", found, std::min(m, k_)));
  }
  void trace_handled(int n, const std::optional<StateVector>& p, int m) {
    if (!options_.trace) return;
    options_.trace(m > k_ ? fmt::format("  {}: no CTI, handled", text_of(n, p))
                          : fmt::format("  {}: no CTI, goes on in F_{}", text_of(n, p), m));
  }

  const TurnGame& game_;
  const ThesisIc3Options& options_;
  const Moves transitions_;
  std::unique_ptr<TransitionSolver> candidates_, replies_;
  std::uint64_t queries_ = 0, calls_of_former_ = 0;
  StateVector start_;
  int k_ = 1;                        // the frontier
  std::vector<Frame> frames_;        // F_0 to F_{k+1}
  std::vector<Cube> cubes_;          // that have been removed from some frame
  std::vector<SatLiteral> next_in_;  // for each, in `candidates_`: the next state is in it
  Ic3Statistics statistics_;
};

}  // namespace

ThesisIc3Result solve_as_in_thesis(const TurnGame& game, const ThesisIc3Options& options) {
  return ThesisIc3(game, options).run();
}

}  // namespace zermelo::proof
