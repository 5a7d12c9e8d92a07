// SPDX-License-Identifier: MIT
// Strategies from tables: the owner plays the table's best moves, the other side all of its moves.
#include <fmt/format.h>

#include <optional>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "gen/wrong_file.h"
#include "proof/check/strategy.h"
#include "proof/ic3/ic3.h"
#include "proof/ic3/ic3_strategy.h"
#include "proof/ic3/reach_game.h"
#include "proof/strategy.h"
#include "proof/strategy/model_play.h"
#include "proof/strategy/strategy_output.h"
#include "proof/strategy/strategy_walk.h"
#include "tablebase/format/output_place.h"

namespace zermelo {
namespace {

using proof::Arena;
using proof::ArenaState;
using proof::ArenaSuccessor;
using symbolic::Side;
using Owner = TableStrategyOptions::Owner;

// What a table knows about it.
class TablePlay : public proof::ModelPlay {
 public:
  TablePlay(const Table& table, const std::string& position, TableStrategyOptions::Owner owner)
      : ModelPlay(table.game().spec(),
                  blaming_file([&] { return symbolic::game_model_of(table.game().spec()); }),
                  position),
        table_(table) {
    if (table.holds_distances())
      throw WrongFile("A strategy needs values; this table holds distances from the start.");
    const Value value = table.probe(text_of(start()));
    owned_by(owner_of(value, owner), !value.is_draw());
  }

  bool tells_plies() const { return table_.metric() == Metric::distance; }
  // Plies to the end of the game, if the table tells them and the position is not drawn.
  int plies(const ArenaState& state) const { return table_.probe(text_of(state)).plies(); }

  // The first of the best moves; among equally good ones, one for which `is_known` is true.
  template <class IsKnown>
  const ArenaSuccessor& best_of(const ArenaState&, const std::vector<ArenaSuccessor>& moves,
                                IsKnown&& is_known) const {
    const ArenaSuccessor* best = nullptr;
    std::pair<int, bool> best_worth;
    for (const ArenaSuccessor& move : moves) {
      const std::pair worth(worth_of(move), move.is_over || is_known(move.state));
      if (best != nullptr && worth <= best_worth) continue;
      best = &move;
      best_worth = worth;
    }
    return *best;
  }

 private:
  Side owner_of(Value value, Owner wanted) const {
    const Side mover = start().to_move;
    const Side winner = value.is_loss() ? symbolic::other(mover) : mover;
    if (wanted == Owner::winner) return winner;
    const Side owner = wanted == Owner::white ? symbolic::white : symbolic::black;
    if (!value.is_draw() && owner != winner) {
      throw UsageError(fmt::format("{} loses from there, so there is no such strategy.",
                                   owner == symbolic::white ? "White" : "Black"));
    }
    return owner;
  }

  // The value to the owner; fast wins are better only where tables have distances.
  int worth_of(const ArenaSuccessor& move) const {
    constexpr int won = 1 << 20;
    if (move.is_over) {
      if (!move.winner) return 0;
      return *move.winner == owner() ? won : -won;
    }
    const Value value = table_.probe(text_of(move.state));
    if (value.is_draw()) return 0;
    if (value.is_win()) return -won;
    return tells_plies() ? won - value.plies() : won;
  }

  const Table& table_;
};

// --- Cubes ---------------------------------------------------------------------------------------

// The answer is known, and so are the owner's moves; all that IC3 has to do is to find sets of
// positions for which one move, or one refutation, is enough.
proof::Ic3Result find_cubes(const TablePlay& play, const TableStrategyOptions& options) {
  const Side attacker = play.wins() ? play.owner() : symbolic::other(play.owner());
  const proof::Player advised = play.wins() ? proof::Player::attacker : proof::Player::defender;
  proof::Ic3Options ic3;
  ic3.advice = [&play, advised](
                   proof::Player to_move,
                   const proof::StateVector& board) -> std::optional<proof::StateVector> {
    if (to_move != advised) return {};
    const Arena& arena = play.arena();
    ArenaState state{{}, play.owner()};
    for (std::size_t k = 0; k < arena.board.size(); ++k) state.board[k] = board[k];
    const std::vector<ArenaSuccessor> moves = successors(arena, state);
    proof::StateVector choice(arena.moves[play.owner()].size());
    choice.set(play.best_of(state, moves, [](const ArenaState&) { return false; }).move, true);
    return choice;
  };
  if (play.wins() && play.tells_plies()) {
    ic3.depth = play.plies(play.start());
    ic3.only_depth = true;
  }
  ic3.stop = [&options] { return options.stop != nullptr && *options.stop; };
  if (options.progress) {
    ic3.progress = [&options](const proof::Ic3Statistics& s) { options.progress(s.obligations); };
  }
  proof::Ic3Result result =
      solve_by_ic3(proof::make_reach_game(play.arena(), attacker, play.start().board,
                                          play.start().to_move, play.model().symmetries),
                   ic3);
  if (result.verdict == Verdict::unknown) proof::throw_strategy_stopped();
  if ((result.verdict == Verdict::win) != play.wins())
    throw DamagedTable(
        "The table is wrong about this position; `zermelo verify` checks the whole table.");
  return result;
}

proof::Strategy strategy_of_cubes(const TablePlay& play, const proof::Ic3Result& found) {
  std::optional<int> plies;
  if (found.plies != proof::infinity) plies = found.plies;
  proof::Strategy result = play.empty_strategy(plies);
  add_cubes(result, found, play.arena());
  return result;
}

}  // namespace

TableStrategyReport write_table_strategy(const Table& table, const std::string& position,
                                         const std::string& path,
                                         const TableStrategyOptions& options) {
  const Stopwatch watch;
  if (!path.empty()) check_output(path);
  const TablePlay play(table, position, options.owner);
  TableStrategyReport report;
  proof::Strategy strategy;
  if (options.form == TableStrategyOptions::Form::cubes) {
    const proof::Ic3Result found = find_cubes(play, options);
    strategy = strategy_of_cubes(play, found);
    report.positions = found.statistics.obligations;
    report.cubes =
        found.cubes[proof::Player::attacker].size() + found.cubes[proof::Player::defender].size();
  } else {
    proof::StrategyWalk walk(play, options);
    strategy = walk.run();
    report.positions = walk.positions();
  }
  report.sentence = claim_sentence(strategy.owner, strategy.claim, strategy.start);
  report.gates = strategy_gates(strategy);
  report.bytes = write_strategy(strategy, path);
  report.seconds = watch.seconds();
  return report;
}

}  // namespace zermelo
