// SPDX-License-Identifier: MIT
// The shortest win from a state of a game with dense tables (Ostle), found by search: one position
// can be asked about that no table holds. Depth-first iterative deepening over an AND/OR tree with
// a transposition table. Play may go round, but a win within n plies is defined without reference
// to what was played before (a state has the forbidden reply in it), so that no path through a
// cycle can make an answer wrong (the graph history interaction problem does not arise).
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/move_kind.h"
#include "tablebase/search/depth_options.h"
#include "tablebase/search/search_pace.h"
#include "tablebase/search/transposition_table.h"

namespace zermelo {

// A state and whether the attacker is to move in it, in one number.
class DenseKey {
 public:
  DenseKey() = default;
  explicit DenseKey(std::uint64_t number) : number_(number) {}

  std::uint64_t hash() const { return number_; }
  bool operator==(const DenseKey&) const = default;

 private:
  std::uint64_t number_ = ~std::uint64_t{0};
};

// A state of a dense game: a position in any orientation, and the reply that is forbidden in it.
template <class Game>
struct DenseState {
  int slice = 0;
  typename Game::Position position;
  std::remove_const_t<decltype(Game::no_move)> forbidden = Game::no_move;
};

// Each object is for one use. Game is ostle::Ostle<N, Bits>.
template <class Game>
class DenseDepthSearch {
 public:
  using State = DenseState<Game>;

  // The game must outlive the search. Of the options, `start` and `white` are for the caller.
  DenseDepthSearch(const Game& game, DepthOptions options)
      : game_(game), options_(std::move(options)), known_(options_.memory) {}

  // Whether the side to move in `start` (attacks), or else the other one, can win.
  DepthResult run(const State& start, bool attacks) {
    DepthResult result;
    for (int plies = attacks ? 1 : 2; plies <= options_.max_plies; plies += 2) {
      depth_ = plies;
      const Answer answer = look(start, attacks, plies);
      if (pace_.stopped()) break;
      if (answer == Answer::yes) {
        result.plies = ends_a_ply_sooner(start, attacks, plies) ? plies - 1 : plies;
        break;
      }
      result.refuted = plies;
      result.complete = answer == Answer::never;
      if (result.complete) break;
    }
    result.nodes = pace_.nodes();
    return result;
  }

 private:
  using Move = std::remove_const_t<decltype(Game::no_move)>;
  using MadeMove = typename Game::MadeMove;
  using Table = TranspositionTable<DenseKey>;
  using Entry = typename Table::Entry;

  // Whether the attacker wins: within the given plies; not within them; or not in any number of
  // plies.
  enum class Answer : std::uint8_t { yes, not_yet, never };

  struct Child {
    State state;
    std::uint16_t history_place;
    std::uint8_t slot;
    std::uint32_t hope;  // that the move settles the question
  };

  // As a rule it is the attacker's moves that end the game; but the defender may have none left but
  // to push off a piece of his own.
  bool ends_a_ply_sooner(const State& start, bool attacks, int plies) {
    return defender_can_lose_by_moving_ && plies > 1 &&
           look(start, attacks, plies - 1) == Answer::yes;
  }

  Answer look(const State& state, bool attacks, int plies) {
    if (!pace_.look(depth_)) return Answer::not_yet;
    if (game_.wins_at_once(state.slice, state.position))
      return !attacks ? Answer::never : plies >= 1 ? Answer::yes : Answer::not_yet;
    if (!attacks && plies <= 2) return look_at_replies(state, plies);
    const auto place = game_.locate(state.slice, state.position);
    const DenseKey key = key_of(state, place, attacks);
    Entry known = known_.find(key);
    if (known.used != 0) {
      if (known.yes <= plies) return Answer::yes;
      if (known.no == Table::for_ever) return Answer::never;
      if (known.no >= plies) return Answer::not_yet;
    } else {
      known.best = Game::no_slot_number;
    }
    known.key = key;
    known.used = 1;
    const Answer answer = look_deeper(state, place, attacks, plies, known);
    if (pace_.stopped()) return Answer::not_yet;
    const auto most = static_cast<std::uint16_t>(plies);
    if (answer == Answer::yes)
      known.yes = std::min(known.yes, most);
    else
      known.no = answer == Answer::never ? Table::for_ever : std::max(known.no, most);
    known.work = most;
    known_.keep(known);
    return answer;
  }

  // The defender moves, and the attacker once at most: no move may leave a position that the
  // attacker does not win at once.
  Answer look_at_replies(const State& state, int plies) {
    bool holds = false, ends = false;
    game_.for_each_move(state.slice, state.position, [&](const MadeMove& made) {
      if (holds || made.move == state.forbidden) return;
      if (made.kind == MoveKind::loses)
        ends = true;
      else
        holds = plies < 2 || !game_.wins_at_once(made.slice, made.position);
    });
    defender_can_lose_by_moving_ |= ends;
    return holds ? Answer::not_yet : Answer::yes;
  }

  template <class Place>
  Answer look_deeper(const State& state, const Place& place, bool attacks, int plies,
                     Entry& known) {
    std::vector<Child>& children = children_at(plies);
    const bool ends = expand(state, place, attacks, known.best, children);
    if (!attacks) defender_can_lose_by_moving_ |= ends;
    if (plies < 2) return attacks && children.empty() ? Answer::never : Answer::not_yet;
    // The attacker needs one move that wins; the defender one after which the attacker does not.
    Answer answer = attacks ? Answer::never : Answer::yes;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Child child = children[i];
      const Answer reply = look(child.state, !attacks, plies - 1);
      if (attacks == (reply == Answer::yes)) {
        settled(child, attacks, plies, known);
        return reply;
      }
      if (reply == Answer::not_yet) answer = reply;
    }
    return answer;
  }

  // Lists the moves after which the game goes on, the most hopeful first. Returns whether there are
  // others, by which the mover loses. (None wins: that was seen before.)
  template <class Place>
  bool expand(const State& state, const Place& place, bool attacks, std::uint8_t best,
              std::vector<Child>& children) {
    children.clear();
    bool ends = false;
    game_.for_each_move(state.slice, state.position, [&](const MadeMove& made) {
      if (made.move == state.forbidden) return;
      if (made.kind == MoveKind::loses) {
        ends = true;
        return;
      }
      Child child{{made.slice, made.position, Game::no_move}, history_place(made.move), 0, 0};
      child.state.forbidden = game_.reply_after(made, state.position);
      child.slot = game_.slot_in(place, made.move, state.position.hole);
      child.hope = hope_of(made, child, state.slice, attacks, best);
      children.push_back(child);
    });
    std::ranges::stable_sort(children, std::greater(), &Child::hope);
    return ends;
  }

  // The move that settled the question before; then what takes a piece; then what has often settled
  // it elsewhere; last what loses a piece of the mover's own.
  std::uint32_t hope_of(const MadeMove& made, const Child& child, int slice, bool attacks,
                        std::uint8_t best) const {
    constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
    if (child.slot == best) return most;
    if (made.kind == MoveKind::exit) {
      const bool takes = game_.slice_size(made.slice).own < game_.slice_size(slice).opponent;
      return takes ? most - 1 : 0;
    }
    return 1 + history_(attacks, child.history_place);
  }
  static std::uint16_t history_place(Move move) { return static_cast<std::uint16_t>(move.order()); }

  void settled(const Child& child, bool attacks, int plies, Entry& known) {
    known.best = child.slot;
    history_.add(attacks, child.history_place, plies);
  }

  template <class Place>
  DenseKey key_of(const State& state, const Place& place, bool attacks) const {
    const unsigned slot = state.forbidden == Game::no_move
                              ? Game::no_slot_number
                              : game_.slot_in(place, state.forbidden, state.position.hole);
    const auto slices = static_cast<std::uint64_t>(game_.slice_count());
    return DenseKey(((place.index * slices + static_cast<std::uint64_t>(state.slice)) * 32 + slot) *
                        2 +
                    (attacks ? 1 : 0));
  }

  std::vector<Child>& children_at(int plies) {
    const auto number = static_cast<std::size_t>(plies);
    while (children_.size() <= number) children_.emplace_back();
    return children_[number];
  }

  const Game& game_;
  DepthOptions options_;
  SearchPace pace_{options_};
  Table known_;
  std::vector<std::vector<Child>> children_;  // by plies left
  HistoryTable<std::size_t{4} * 64> history_;
  int depth_ = 0;
  bool defender_can_lose_by_moving_ = false;
};

}  // namespace zermelo
