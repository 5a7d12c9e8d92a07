// SPDX-License-Identifier: MIT
// Strategies from tables and from searches: play from a position on, with the owner's best moves
// and all of the other side's. The moves are those of the Boolean model, the values those of the
// table, or what the search finds.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/grid/position.h"
#include "gen/stopwatch.h"
#include "gen/wrong_file.h"
#include "probe/game.h"
#include "proof/check/binary_number.h"
#include "proof/check/strategy.h"
#include "proof/ic3/ic3.h"
#include "proof/ic3/ic3_strategy.h"
#include "proof/ic3/reach_game.h"
#include "proof/strategy.h"
#include "proof/strategy/search_strategy.h"
#include "proof/strategy/state_circuits.h"
#include "proof/strategy/state_walk.h"
#include "proof/strategy/strategy_output.h"
#include "symbolic/model/game_model.h"
#include "tablebase/format/output_place.h"

namespace zermelo {
namespace {

using proof::Arena;
using proof::ArenaState;
using proof::ArenaSuccessor;
using proof::BoardKey;
using symbolic::GameModel;
using symbolic::Side;
using Owner = TableStrategyOptions::Owner;

struct StateHash {
  std::size_t operator()(const ArenaState& state) const {
    return std::hash<symbolic::BoardState>()(state.board) * 2 +
           static_cast<std::size_t>(state.to_move);
  }
};

// A state that can come up.
struct StrategyState {
  ArenaState state;
  std::uint32_t rank = 0;
  std::uint32_t move = 0;             // if the owner is to move
  std::vector<std::uint32_t> next{};  // where the game can go on; only for ranks that are counted
};

// A game's Boolean model from a position on, for the side that will own the strategy.
class ModelPlay {
 public:
  ModelPlay(GameSpec spec, GameModel model, const std::string& position)
      : spec_(std::move(spec)),
        model_(std::move(model)),
        arena_(proof::make_arena(model_, position)),
        position_(position),
        start_(start_of(arena_)) {}

  const GameModel& model() const { return model_; }
  const Arena& arena() const { return arena_; }
  const ArenaState& start() const { return start_; }
  Side owner() const { return owner_; }
  bool wins() const { return wins_; }  // otherwise does not lose

  // Without circuits. `plies`: for a claim that has a number of plies.
  proof::Strategy empty_strategy(std::optional<int> plies) const {
    const proof::Claim claim{wins_ ? proof::Claim::Kind::wins : proof::Claim::Kind::does_not_lose,
                             plies};
    proof::Strategy result = proof::empty_strategy(spec_, model_.model, owner_, claim);
    result.start = position_;
    result.creator = creator();
    return result;
  }

 protected:
  std::string text_of(const ArenaState& state) const {
    return format_position(model_.position(state.board, state.to_move), model_.grid);
  }
  void owned_by(Side owner, bool wins) {
    owner_ = owner;
    wins_ = wins;
  }

 private:
  GameSpec spec_;
  GameModel model_;
  Arena arena_;
  std::string position_;
  ArenaState start_;
  Side owner_ = symbolic::black;
  bool wins_ = false;
};

// What a table knows about it.
class TablePlay : public ModelPlay {
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

bool is_stopped(const TableStrategyOptions& options) {
  return options.stop != nullptr && *options.stop;
}
[[noreturn]] void throw_stopped() { throw Interrupted("Stopped; nothing is saved."); }

// What a search finds out about it: a side's shortest win from a position on, and from those that
// the strategy then leads to.
class SearchPlay : public ModelPlay {
 public:
  // The game and the options must outlive it.
  SearchPlay(const Game& game, const std::string& position, const SearchStrategyOptions& options)
      : ModelPlay(game.spec(), symbolic::game_model_of(game.spec()), position),
        options_(options),
        find_(game.shortest_win()) {
    owned_by(options.white ? symbolic::white : symbolic::black, true);
  }

  static bool tells_plies() { return true; }
  // For states in which the owner wins.
  int plies(const ArenaState& state) const {
    const std::optional<int> found = win_within(state, options_.plies);
    if (!found) throw Error("The search does not find a win again that it has found before.");
    return *found;
  }

  // The first move of a shortest win; of several, one for which `is_known` is true.
  template <class IsKnown>
  const ArenaSuccessor& best_of(const ArenaState& state, const std::vector<ArenaSuccessor>& moves,
                                IsKnown&& is_known) const {
    const int rest = plies(state) - 1;
    const auto leads_on = [&](const ArenaSuccessor& move) {
      if (move.is_over) return move.winner == owner();
      const std::optional<int> found = win_within(move.state, rest);
      return found && *found <= rest;
    };
    for (const bool known : {true, false}) {
      for (const ArenaSuccessor& move : moves) {
        if ((move.is_over || is_known(move.state)) == known && leads_on(move)) return move;
      }
    }
    throw Error("The search does not find the first move of a win.");
  }

 private:
  // Plies of the owner's shortest win, if they are no more than that.
  std::optional<int> win_within(const ArenaState& state, int most) const {
    if (most < 1) return std::nullopt;
    if (const auto known = plies_.find(state); known != plies_.end())
      return known->second <= most ? std::optional(known->second) : std::nullopt;
    DepthOptions search;
    search.start = text_of(state);
    search.white = options_.white;
    search.max_plies = most + 1;  // (a win by a move of the other side's is seen a ply later)
    search.memory = options_.memory;
    search.stop = options_.stop;
    const std::optional<int> found = find_(search).search.plies;
    if (options_.stop != nullptr && *options_.stop) throw_stopped();
    if (!found) return std::nullopt;
    plies_.emplace(state, *found);
    return *found <= most ? found : std::nullopt;
  }

  const SearchStrategyOptions& options_;
  ShortestWinSearch find_;
  mutable std::unordered_map<ArenaState, int, StateHash> plies_;  // what was found
};

// --- Positions -----------------------------------------------------------------------------------

// Play is TablePlay or SearchPlay.
template <class Play>
class StrategyWalk {
 public:
  StrategyWalk(const Play& play, const TableStrategyOptions& options)
      : play_(play), options_(options), counts_ranks_(play.wins() && !play.tells_plies()) {}

  proof::Strategy run() {
    find(play_.start());
    for (std::size_t n = 0; n < states_.size(); ++n) {
      expand(n);
      if (n % 1024 == 0) pause(n);
    }
    if (counts_ranks_) count_ranks();
    return strategy();
  }
  std::uint64_t positions() const { return states_.size(); }

 private:
  // --- The walk ----------------------------------------------------------------------------------

  std::uint32_t find(const ArenaState& state) {
    const auto [found, is_new] =
        numbers_.try_emplace(state, static_cast<std::uint32_t>(states_.size()));
    if (!is_new) return found->second;
    constexpr std::uint64_t most_numbers = std::numeric_limits<std::uint32_t>::max();
    const std::uint64_t most = std::min(options_.most_positions, most_numbers);
    if (states_.size() >= most) {
      throw OutOfMemory(
          fmt::format("More than {} positions can come up, which is too many.", most));
    }
    states_.push_back({.state = state});
    return found->second;
  }

  void expand(std::size_t n) {
    const ArenaState state = states_[n].state;
    const std::vector<ArenaSuccessor> moves = successors(play_.arena(), state);
    if (play_.wins() && !counts_ranks_)
      states_[n].rank = static_cast<std::uint32_t>(play_.plies(state));
    if (state.to_move == play_.owner()) {
      const ArenaSuccessor& best = play_.best_of(
          state, moves, [&](const ArenaState& next) { return numbers_.contains(next); });
      states_[n].move = static_cast<std::uint32_t>(best.move);
      return go_to(n, best);
    }
    for (const ArenaSuccessor& move : moves) go_to(n, move);
  }
  void go_to(std::size_t n, const ArenaSuccessor& move) {
    if (move.is_over) return;
    const std::uint32_t next = find(move.state);
    if (counts_ranks_) states_[n].next.push_back(next);
  }

  void pause(std::size_t done) const {
    if (options_.progress) options_.progress(done);
    if (is_stopped(options_)) throw_stopped();
  }

  // The longest play from each state.
  void count_ranks() {
    std::vector<std::pair<std::uint32_t, std::size_t>> path;  // states, and which move is next
    std::vector<bool> begun(states_.size());
    for (std::uint32_t first = 0; first < states_.size(); ++first) {
      if (!begun[first]) path.emplace_back(first, 0);
      begun[first] = true;
      while (!path.empty()) {
        auto& [n, move] = path.back();
        if (move == states_[n].next.size()) {
          states_[n].rank = rank_above(states_[n]);
          path.pop_back();
          continue;
        }
        const std::uint32_t next = states_[n].next[move++];
        if (begun[next]) continue;
        begun[next] = true;
        path.emplace_back(next, 0);
      }
    }
  }
  std::uint32_t rank_above(const StrategyState& state) const {
    std::uint32_t most = 0;
    for (const std::uint32_t next : state.next) {
      if (states_[next].rank == 0)
        throw WrongFile(
            "A table without distances does not give a strategy for a game in which positions can "
            "recur.");
      most = std::max(most, states_[next].rank);
    }
    return most + 1;
  }

  // --- Circuits ----------------------------------------------------------------------------------

  proof::Strategy strategy() {
    std::optional<int> plies;
    if (play_.wins()) plies = static_cast<int>(states_.front().rank);
    proof::Strategy result = play_.empty_strategy(plies);

    std::vector<symbolic::Literal> board = result.inputs;
    const symbolic::Literal white_to_move = board.back();
    board.pop_back();
    proof::StateCircuits circuits(result.aig, board, following_variables(play_.arena()));
    const auto choose = [&](symbolic::Literal for_black, symbolic::Literal for_white) {
      return result.aig.choose(white_to_move, for_white, for_black);
    };
    const symbolic::BySide<SideStates> sides = {side_states(symbolic::black),
                                                side_states(symbolic::white)};
    result.member = choose(circuits.member(sides[symbolic::black].boards),
                           circuits.member(sides[symbolic::white].boards));
    const auto number = [&](const SideStates& side, bool of_rank) {
      const auto& numbers = of_rank ? side.ranks : side.moves;
      std::vector<symbolic::Literal> bits;
      const std::uint32_t most = numbers.empty() ? 0 : std::ranges::max(numbers);
      for (std::size_t bit = 0; bit < proof::bits_for(most); ++bit) {
        std::vector<bool> values;
        for (const std::uint32_t value : numbers) values.push_back((value >> bit & 1) != 0);
        bits.push_back(circuits.function(side.boards, values));
      }
      return bits;
    };
    result.move = number(sides[play_.owner()], false);
    if (!play_.wins()) return result;
    const auto black_rank = number(sides[symbolic::black], true);
    const auto white_rank = number(sides[symbolic::white], true);
    for (std::size_t bit = 0; bit < std::max(black_rank.size(), white_rank.size()); ++bit) {
      result.rank.push_back(
          choose(proof::bit_of_number(black_rank, bit), proof::bit_of_number(white_rank, bit)));
    }
    return result;
  }

  // The states with that side to move, sorted.
  struct SideStates {
    std::vector<BoardKey> boards;
    std::vector<std::uint32_t> ranks, moves;
  };
  SideStates side_states(Side side) const {
    std::vector<std::pair<BoardKey, std::uint32_t>> order;
    for (std::uint32_t n = 0; n < states_.size(); ++n) {
      if (states_[n].state.to_move == side) order.emplace_back(states_[n].state.board, n);
    }
    std::ranges::sort(order);
    SideStates result;
    for (const auto& [board, n] : order) {
      result.boards.push_back(board);
      result.ranks.push_back(states_[n].rank);
      result.moves.push_back(states_[n].move);
    }
    return result;
  }

  const Play& play_;
  const TableStrategyOptions& options_;
  bool counts_ranks_;  // because the table has none
  std::vector<StrategyState> states_;
  std::unordered_map<ArenaState, std::uint32_t, StateHash> numbers_;
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
  ic3.stop = [&options] { return is_stopped(options); };
  if (options.progress) {
    ic3.progress = [&options](const proof::Ic3Statistics& s) { options.progress(s.obligations); };
  }
  proof::Ic3Result result =
      solve_by_ic3(proof::make_reach_game(play.arena(), attacker, play.start().board,
                                          play.start().to_move, play.model().symmetries),
                   ic3);
  using Verdict = Verdict;
  if (result.verdict == Verdict::unknown) throw_stopped();
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
    StrategyWalk walk(play, options);
    strategy = walk.run();
    report.positions = walk.positions();
  }
  report.sentence = claim_sentence(strategy.owner, strategy.claim, strategy.start);
  report.gates = strategy_gates(strategy);
  report.bytes = write_strategy(strategy, path);
  report.seconds = watch.seconds();
  return report;
}

SearchStrategyReport write_search_strategy(const Game& game, const std::string& position,
                                           const std::string& path,
                                           const SearchStrategyOptions& options) {
  const SearchPlay play(game, position, options);
  TableStrategyOptions walking;
  walking.stop = options.stop;
  StrategyWalk walk(play, walking);
  const proof::Strategy strategy = walk.run();
  return {walk.positions(), strategy_gates(strategy), write_strategy(strategy, path)};
}

}  // namespace zermelo
