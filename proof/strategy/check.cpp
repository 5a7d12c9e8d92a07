// SPDX-License-Identifier: MIT
#include "proof/strategy/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "proof/arena.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"
#include "proof/strategy/obligations.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {
namespace {

using symbolic::GameModel;
using symbolic::white;

const char* name_of(Side side) { return side == white ? "White" : "Black"; }

// --- Whether a strategy is one of that game ------------------------------------------------------

void require_fit(const Strategy& strategy, const symbolic::Model& model) {
  const Strategy fitting = empty_strategy(strategy.game, model, strategy.owner, strategy.claim);
  if (strategy.variables != fitting.variables || strategy.moves != fitting.moves) {
    throw UsageError(
        fmt::format("The strategy's variables or moves are not those of {}: it is of another game.",
                    strategy.game.name));
  }
}

// --- One state, looked at ------------------------------------------------------------------------

// The values of all functions in one state.
class StateView {
 public:
  StateView(const StrategyInArena& all, std::vector<bool> inputs)
      : all_(all), inputs_(std::move(inputs)), values_(evaluate(all.arena.aig, inputs_)) {}

  bool operator()(Literal literal) const { return symbolic::value_of(values_, literal); }
  std::uint64_t number(const std::vector<Literal>& bits) const {
    std::uint64_t result = 0;
    for (std::size_t k = 0; k < std::min<std::size_t>(bits.size(), 64); ++k)
      result |= std::uint64_t{(*this)(bits[k])} << k;
    return result;
  }
  bool white_to_move() const { return (*this)(all_.arena.white_to_move); }
  StateView after(const ArenaMove& move) const {
    std::vector<bool> next(inputs_.size());
    for (std::size_t k = 0; k < move.next.size(); ++k) next[k] = (*this)(move.next[k]);
    next[move.next.size()] = !white_to_move();
    return {all_, std::move(next)};
  }
  GridPosition position(const GameModel& model) const {
    BoardState board;
    for (int k = 0; k < all_.arena.variables(); ++k)
      board[static_cast<std::size_t>(k)] = inputs_[static_cast<std::size_t>(k)];
    return model.position(board, white_to_move() ? white : symbolic::black);
  }

 private:
  const StrategyInArena& all_;
  std::vector<bool> inputs_;  // board variables, then whether White is to move
  std::vector<bool> values_;
};

// --- What is wrong -------------------------------------------------------------------------------

class Explainer {
 public:
  Explainer(const Strategy& strategy, const GameModel& model, const StrategyInArena& all)
      : strategy_(strategy), model_(model), all_(all) {}

  Counterexample explain(const Obligation& obligation, const StateView& state) const {
    const GridPosition position = state.position(model_);
    Counterexample result{format_position(position, model_.grid),
                          make_diagram(position, model_.grid), "", ""};
    if (obligation.kind == Obligation::Kind::move) {
      const ArenaMove& move = move_of(obligation);
      result.move = move.name;
      const StateView after = state.after(move);
      result.sentence =
          fmt::format("{} {} {}, and then {}.", name_of(obligation.side),
                      obligation.side == strategy_.owner ? "is told to play" : "can play",
                      move.name, what_is_wrong(after, rank_needed(state)));
    } else {
      result.sentence = sentence(obligation, state);
    }
    return result;
  }

 private:
  const ArenaMove& move_of(const Obligation& o) const {
    return all_.arena.moves[o.side][static_cast<std::size_t>(o.move)];
  }
  bool wins() const { return strategy_.claim.kind == Claim::Kind::wins; }
  bool has_ranks() const { return wins() || strategy_.claim.plies; }

  // Of a state after a move: the rank that it must be below, or reach.
  std::uint64_t rank_needed(const StateView& before) const {
    const std::uint64_t rank = before.number(all_.rank);
    return wins() ? rank : rank - 1;
  }

  std::string sentence(const Obligation& obligation, const StateView& state) const {
    switch (obligation.kind) {
      case Obligation::Kind::start:
        return fmt::format("Play begins here, and {}.", what_is_wrong(state, start_rank()));
      case Obligation::Kind::goes_on:
        return state(all_.arena.over)
                   ? "The strategy counts this position as one of its own, but the game is over."
                   : "The game is not over here, but no move is possible.";
      default: {
        const std::uint64_t number = state.number(all_.move);
        const auto& moves = all_.arena.moves[strategy_.owner];
        return number < moves.size()
                   ? fmt::format("{} is told to play {}, which is not possible here.",
                                 name_of(strategy_.owner), moves[number].name)
                   : fmt::format("{} is told to play move number {}; there are {}.",
                                 name_of(strategy_.owner), number, moves.size());
      }
    }
  }
  std::uint64_t start_rank() const {
    if (!strategy_.claim.plies) return ~std::uint64_t{0};
    const auto plies = static_cast<std::uint64_t>(*strategy_.claim.plies);
    return wins() ? plies + 1 : plies;
  }

  std::string what_is_wrong(const StateView& state, std::uint64_t rank_needed) const {
    const Arena& arena = all_.arena;
    if (!state(arena.is_board)) return "the variables stand for no position";
    for (const Side side : symbolic::both_sides) {
      if (state(arena.won[side])) return fmt::format("the game is over: {} has won", name_of(side));
    }
    if (state(arena.over)) return "the game is over: it is drawn";
    if (!state(all_.member)) return "the strategy does not have the position";
    const std::uint64_t rank = state.number(all_.rank);
    return wins() ? fmt::format("the rank is {}, which is not below {}", rank, rank_needed)
                  : fmt::format("the strategy holds for {} plies, which is less than {}", rank,
                                rank_needed);
  }

  const Strategy& strategy_;
  const GameModel& model_;
  const StrategyInArena& all_;
};

// --- Files ---------------------------------------------------------------------------------------

// "017-White-s-c3": its number and what it is about, in letters that every file system takes.
std::string file_name(std::size_t number, const std::string& text) {
  std::string name = fmt::format("{:03}-", number);
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain || name.back() != '-') name += plain ? c : '-';
  }
  if (name.size() > 60) name.resize(60);
  return name;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw FileError(fmt::format("{} cannot be written.", path.string()));
}

// The folder for formulas and proofs.
class ProofFolder {
 public:
  explicit ProofFolder(const std::string& path) : path_(path) {
    if (path.empty()) return;
    std::error_code error;
    std::filesystem::create_directories(path_, error);
    if (error)
      throw FileError(fmt::format("The folder {} cannot be made: {}.", path, error.message()));
  }
  bool wanted() const { return !path_.empty(); }

  // The path of the proof that is to be written.
  std::string add(std::size_t number, const std::string& text, const Cnf& cnf) {
    const std::string name = file_name(number, text);
    write_file(path_ / (name + ".cnf"), cnf.dimacs());
    list_ += fmt::format("{}  {}\n", name, text);
    return (path_ / (name + ".drat")).string();
  }
  void finish() const {
    if (wanted()) write_file(path_ / "obligations.txt", list_);
  }

 private:
  std::filesystem::path path_;
  std::string list_;
};

// --- The check -----------------------------------------------------------------------------------

class Checker {
 public:
  Checker(const Strategy& strategy, const CheckOptions& options)
      : strategy_(strategy), options_(options), model_(symbolic::game_model_of(strategy.game)) {
    require_fit(strategy, model_.model);
    all_ = make_obligations(strategy, make_arena(model_, strategy.start));
  }

  StrategyCheck run() {
    StrategyCheck result;
    ProofFolder folder(options_.proofs);
    for (const Obligation& obligation : all_.obligations) {
      if (const auto state = violation(obligation, result.obligations + 1, folder)) {
        result.counterexample = Explainer(strategy_, model_, all_).explain(obligation, *state);
        return result;
      }
      ++result.obligations;
      if (options_.progress) options_.progress(result.obligations, all_.obligations.size());
    }
    folder.finish();
    return result;
  }

 private:
  // A state that violates it, if there is one.
  std::optional<StateView> violation(const Obligation& obligation, std::size_t number,
                                     ProofFolder& folder) const {
    Cnf cnf;
    CnfEncoder encoder(all_.arena.aig, cnf);
    std::vector<SatLiteral> state;  // first, so that they have the same numbers in all formulas
    for (const Literal variable : all_.arena.board) state.push_back(encoder.implies(variable));
    state.push_back(encoder.implies(all_.arena.white_to_move));
    cnf.add_clause({encoder.implies(obligation.violated)});
    SatSolver solver;
    if (options_.stop) solver.stop_when(options_.stop);
    if (folder.wanted()) solver.write_proof(folder.add(number, obligation.text, cnf));
    cnf.copy_to(solver);
    const SatSolver::Answer answer = solver.solve();
    if (folder.wanted()) solver.close_proof();
    if (answer == SatSolver::Answer::stopped) throw Interrupted("Stopped; nothing is checked.");
    if (answer == SatSolver::Answer::unsatisfiable) return {};
    std::vector<bool> inputs;
    for (const SatLiteral variable : state) inputs.push_back(solver.value(variable));
    return StateView(all_, std::move(inputs));
  }

  const Strategy& strategy_;
  const CheckOptions& options_;
  GameModel model_;
  StrategyInArena all_;
};

}  // namespace

StrategyCheck check_strategy(const Strategy& strategy, const CheckOptions& options) {
  return Checker(strategy, options).run();
}

}  // namespace zermelo::proof
