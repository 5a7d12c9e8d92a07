// SPDX-License-Identifier: MIT
#include "proof/qbf/prove_qbf.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/stopwatch.h"
#include "gen/text/counted.h"
#include "proof/check/arena.h"
#include "proof/check/move_texts.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/ic3/reach_game.h"
#include "proof/qbf/certificate.h"
#include "proof/qbf/certified_moves.h"
#include "proof/qbf/ground_arena.h"
#include "proof/qbf/grounded.h"
#include "proof/qbf/lifted.h"
#include "symbolic/model/game_model.h"
#include "symmetry/grid.h"

namespace zermelo::proof {
namespace {

using symbolic::black;
using symbolic::other;

constexpr int most_plies = 1000;

bool is_blacks(int step) { return step % 2 != 0; }

class QbfProver {
 public:
  QbfProver(const GameSpec& spec, const QbfOptions& options) : spec_(spec), options_(options) {
    if (spec.name == "bddl" && !bddl::has_version_2(spec)) written_ = bounded_game(spec, 1);
    small_ = !written_ || written_->columns * written_->rows <= max_squares;
    std::vector<symbolic::ModelSymmetry> symmetries;
    if (small_) {
      model_ = symbolic::game_model_of(spec);
      arena_ = make_arena(*model_, options.start);
      symmetries = model_->symmetries;
    } else {
      if (!options.start.empty())
        throw UsageError("Positions can be given only for boards with up to 64 squares.");
      arena_ = ground_arena(*written_);
    }
    start_ = start_board(arena_);
    if (options.solver == QbfOptions::Solver::expansion) {
      expansion_.emplace(
          arena_, options.attacker, options.stop,
          [this](const ExpansionStatistics& s) {
            if (options_.progress) options_.progress(plies_, s);
          },
          symmetries);
    }
  }

  QbfProof prove() {
    const int most = find_plies();
    if (is_over_at_start()) return std::move(proof_);
    for (plies_ = options_.stepwise ? 1 : most; plies_ <= most; ++plies_) {
      ask();
      if (!proof_.wins) return std::move(proof_);
      proof_.plies = plies_;
      if (*proof_.wins) break;
      proof_.refuted = plies_;
    }
    if (expansion_) proof_.statistics = expansion_->statistics();
    tell_first_move();
    if (options_.certify && small_) certify();
    return std::move(proof_);
  }

 private:
  int find_plies() const {
    int plies = 0;
    if (options_.plies) {
      plies = *options_.plies;
    } else if (written_) {
      plies = plies_of_depth(bounded_game(spec_));
    } else if (const std::optional<int> depth = depth_of_version_2(spec_)) {
      plies = *depth;
    } else {
      throw UsageError("A formula is about a fixed number of plies: give it with --depth N.");
    }
    if (plies > most_plies)
      throw UsageError(fmt::format("A formula can be about at most {} plies.", most_plies));
    return std::max(plies, 1);
  }

  // If the game is over at the start, the rules give the verdict.
  bool is_over_at_start() {
    std::vector<bool> inputs = start_.values;
    inputs.push_back(start_.to_move == symbolic::white);
    const std::vector<bool> values = evaluate(arena_.aig, inputs);
    if (!value_of(values, arena_.over)) return false;
    proof_.wins = value_of(values, arena_.won[options_.attacker]);
    proof_.complete = !*proof_.wins;
    if (options_.certify && small_) certify();
    return true;
  }

  // --- One number of plies ---

  void ask() {
    if (expansion_) {
      proof_.wins = expansion_->wins(start_, plies_);
      if (!proof_.wins) proof_.stopped_by = "stop";  // (the caller knows the true reason)
      proof_.statistics = expansion_->statistics();
      return;
    }
    GroundedFormula formula;  // (of the lifted one the moves are not looked at)
    if (options_.encoding == QbfOptions::Encoding::lifted) {
      formula.formula = lifted();
    } else {
      formula = grounded_formula(arena_, options_.attacker, start_, plies_,
                                 arena_.won[options_.attacker]);
    }
    const QbfVerdict verdict = solve(formula);
    proof_.wins = verdict.is_true;
    proof_.stopped_by = verdict.stopped_by;
  }
  Qbf lifted() const {
    if (bddl::has_version_2(spec_)) throw_no_lifted_formula();
    if (!written_ || options_.attacker != black || !options_.start.empty()) {
      throw UsageError("The lifted formula says that Black wins a game in BDDL from its start.");
    }
    BoundedGame game = *written_;
    game.depth = depth_of_plies(game, plies_);
    return lifted_formula(game);
  }
  // What is left of the limits: the time limit is for all formulas together.
  QbfLimits limits_left() const {
    QbfLimits result = options_.limits;
    constexpr double hardly_any = 1e-6;  // (0 would mean no limit)
    if (result.seconds > 0)
      result.seconds = std::max(result.seconds - watch_.seconds(), hardly_any);
    return result;
  }
  QbfVerdict solve(const GroundedFormula& formula) {
    if (options_.format == QbfOptions::Format::qcir) {
      if (options_.solver == QbfOptions::Solver::depqbf)
        throw UsageError("DepQBF only reads QDIMACS.");
      return solve_by_command(options_.command, to_qcir(formula.formula), limits_left());
    }
    const QdimacsText text = to_qdimacs(formula.formula);
    QbfVerdict verdict = options_.solver == QbfOptions::Solver::depqbf
                             ? solve_by_depqbf(text.text, limits_left())
                             : solve_by_command(options_.command, text.text, limits_left());
    if (start_.to_move == options_.attacker && !formula.moves.empty())
      read_first_move(formula.formula, text, formula.moves.front(), verdict.outer);
    if (!verdict.proof.empty()) read_certificate(formula, text, verdict);
    return verdict;
  }
  // Bits that the solver does not report may be anything.
  void read_first_move(const Qbf& formula, const QdimacsText& text,
                       const std::vector<Literal>& first, const std::vector<int>& outer) {
    if (first.empty() || outer.empty()) return;
    std::size_t number = 0;
    for (std::size_t bit = 0; bit < first.size(); ++bit) {
      const int variable = text.inputs[formula.aig.input_number(first[bit].node())];
      if (std::ranges::count(outer, variable) > 0) number |= std::size_t{1} << bit;
    }
    if (number < arena_.moves[start_.to_move].size()) first_ = number;
  }

  // Checks the solver's proof and takes the winner's moves from it. (The verdict holds without it
  // if there is no time for that.)
  void read_certificate(const GroundedFormula& formula, const QdimacsText& text,
                        const QbfVerdict& verdict) {
    const auto stop = [this] { return reached_limit(); };
    const auto variables = static_cast<int>(formula.formula.aig.inputs());
    try {
      const QbfCertificate certificate =
          certificate_of(parse_qdimacs(text.text), verdict.proof, variables, stop);
      if (certificate.is_true != *verdict.is_true)
        throw Error("The solver's proof does not prove its verdict.");
      if (!fulfils(certificate, formula.formula, text.inputs, stop))
        throw Error("The functions of the solver's proof do not certify its verdict.");
      proof_.certificate = {certificate.steps, certificate.functions};
      if (formula.moves.empty()) return;
      const Side owner = *verdict.is_true ? options_.attacker : other(options_.attacker);
      certified_moves_ = moves_of(certificate, formula, text.inputs, arena_, start_, owner, stop);
      if (owner == options_.attacker) first_ = certified_move(start_);
    } catch (const Interrupted&) {
    }
  }
  bool reached_limit() const {
    if (options_.stop && options_.stop()) return true;
    return options_.limits.seconds > 0 && watch_.seconds() > options_.limits.seconds;
  }
  std::optional<std::size_t> certified_move(const ArenaBoard& board) const {
    const auto found = certified_moves_.find({board.to_move, board.values});
    return found == certified_moves_.end() ? std::nullopt : std::optional(found->second);
  }

  // --- What it shows ---

  void tell_first_move() {
    if (!*proof_.wins || start_.to_move != options_.attacker) return;
    const std::optional<std::size_t> move = expansion_ ? expansion_->known_move(start_) : first_;
    if (move) proof_.first_move = text_of_first(*move);
  }

  std::string text_of_first(std::size_t move) const {
    if (!model_) return arena_.moves[start_.to_move][move].name;
    std::vector<bool> inputs = start_.values;
    inputs.push_back(start_.to_move == symbolic::white);
    return move_texts(*model_, arena_, inputs).at(move);
  }

  // IC3 makes the strategy; it is given the moves that were found.
  void certify() {
    Ic3Options ic3;
    ic3.depth = plies_of_strategy();
    ic3.only_depth = true;
    ic3.stop = options_.stop;
    ic3.advice = [this](Player player, const StateVector& state) { return advice(player, state); };
    Ic3Proof found = prove_by_ic3(spec_, options_.attacker, options_.start, ic3);
    if (found.verdict == Verdict::unknown) return;
    if ((found.verdict == Verdict::win) != *proof_.wins) {
      throw Error(fmt::format(
          "The solver's verdict is wrong: it says that there is {} within {}, but there is a "
          "strategy that refutes that.",
          *proof_.wins ? "a win" : "no win", counted(plies_of_strategy(), "ply", "plies")));
    }
    proof_.strategy = std::move(found.strategy);
  }
  int plies_of_strategy() const { return proof_.plies; }
  std::optional<StateVector> advice(Player player, const StateVector& state) const {
    const Side side = player == Player::attacker ? options_.attacker : other(options_.attacker);
    ArenaBoard board{{}, side};
    for (std::size_t v = 0; v < arena_.board.size(); ++v) board.values.push_back(state[v]);
    std::optional<std::size_t> move;
    if (expansion_) move = expansion_->known_move(board);
    if (!expansion_) move = certified_move(board);
    if (!expansion_ && !move && board == start_) move = first_;
    if (!move) return std::nullopt;
    StateVector choice(arena_.moves[side].size());
    choice.set(*move, true);
    return choice;
  }

  const GameSpec& spec_;
  const QbfOptions& options_;
  const Stopwatch watch_;
  std::optional<BoundedGame> written_;
  bool small_ = true;                         // whether there are positions and strategies
  std::optional<symbolic::GameModel> model_;  // then
  Arena arena_;
  ArenaBoard start_;
  std::optional<ExpansionSolver> expansion_;
  int plies_ = 0;
  std::optional<std::size_t> first_;
  CertifiedMoves certified_moves_;
  QbfProof proof_;
};

}  // namespace

void throw_no_lifted_formula() {
  throw UsageError(
      "There is no lifted formula of a game in version 2 of BDDL: choose --encoding grounded.");
}

std::optional<int> depth_of_version_2(const GameSpec& spec) {
  return bddl::has_version_2(spec) ? bddl::tree_of(spec).depth : std::nullopt;
}

int plies_of_depth(const BoundedGame& game) {
  // Black's last step that can win: one of its own with a goal, or one that leaves White without a
  // move.
  int last = game.depth;
  const bool ends_with_goal = is_blacks(last) && !game.goals[black].empty();
  if (!ends_with_goal) last -= is_blacks(last) ? 2 : 1;
  return last - (game.white_first ? 1 : 0);
}

int depth_of_plies(const BoundedGame& game, int plies) {
  const int step = plies + (game.white_first ? 1 : 0);
  return is_blacks(step) && game.stuck_loses ? step + 1 : step;
}

QbfProof prove_by_qbf(const GameSpec& game, const QbfOptions& options) {
  return QbfProver(game, options).prove();
}

}  // namespace zermelo::proof
