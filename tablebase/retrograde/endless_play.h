// SPDX-License-Identifier: MIT
// What play without end is worth, among the positions that nobody can bring to a decision: for
// rules under which it is one side's win, or lost by the side that from some move on gives check
// with each of its moves.
//
// Whether a move gives check is seen of the position that it leads to. So, for the side A that is
// to win, play is a parity game of three levels on positions: those that may come for ever, those
// that may come finitely often, and those that, for play to be A's win, must come again and again.
// Its winning positions are those of  mu Z. nu Y. mu X. (A has a move to X, or to Y or Z at their
// positions, and all moves of the other side are such) (E. A. Emerson and C. S. Jutla, Tree
// automata, mu-calculus and determinacy, FOCS 1991). Each X is found backwards from Y and Z, with
// unmoves, and with a number of open moves for each position of the other side.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/parallel.h"
#include "gen/value.h"
#include "tablebase/retrograde/level_schedule.h"

namespace zermelo {

// What play without end is worth.
struct EndlessRule {
  Outcome first_side = Outcome::draw;  // to the first side
  // Whoever from some move on gives check with each move loses; both: a draw.
  bool perpetual_check_loses = false;

  // Whether it is always a draw.
  bool is_draw() const { return first_side == Outcome::draw && !perpetual_check_loses; }
  // To a side, 0 or 1, if nobody checks for ever.
  Outcome of(int side) const { return side == 0 ? first_side : opposite(first_side); }
  bool operator==(const EndlessRule&) const = default;
};

// A graph has what it has for the RetrogradeSolver (tablebase/retrograde/solver.h), which has run
// with Words in which no move is forbidden. Its Cursor also has, of the place that it is on,
//   mover()        the side to move, 0 or 1
//   is_checked()   whether the move that led there was a check
template <class Graph, class Word>
class EndlessPlay {
 public:
  // Bytes for each place.
  static constexpr std::uint64_t place_bytes = 6;

  // The graph must outlive this object; `words` are those of its solver, which has run. Throws
  // what should_stop() throws; it is called often, from any thread.
  template <class Words, class ShouldStop>
  EndlessPlay(const Graph& graph, const EndlessRule& rule, const Words& words, int threads,
              const ShouldStop& should_stop)
      : graph_(graph),
        rule_(rule),
        threads_(threads),
        states_(graph.places()),
        sets_(states_),
        open_(states_.size()),
        count_(states_.size()) {
    look_at_all(words);
    for (const int side : {0, 1}) find_wins(side, should_stop);
  }

  // What a place that the solver has left without a value is worth to its mover.
  Outcome outcome(std::uint64_t place) const {
    assert((states_[place] & is_open) != 0);
    const int mover = mover_of(states_[place]);
    if ((sets_[place] & won_by(mover)) != 0) return Outcome::win;
    return (sets_[place] & won_by(mover ^ 1)) != 0 ? Outcome::loss : Outcome::draw;
  }

 private:
  using Byte = std::uint8_t;
  // Of a place: whether the solver left it open, who is to move, whether it was a check, and the
  // best of its moves that leave the graph without a decision.
  static constexpr Byte is_open = 1, second_moves = 2, was_check = 4;
  static constexpr int exit_shift = 3;
  enum Exit : Byte { no_exit, losing_exit, drawing_exit, winning_exit };
  // The sets that a place is in; `due` is in X and still has to be propagated.
  static constexpr Byte in_x = 1, in_y = 2, in_z = 4, due = 8;
  static constexpr Byte won_by(int side) { return static_cast<Byte>(16 << side); }

  static int mover_of(Byte state) { return (state & second_moves) != 0 ? 1 : 0; }
  static Exit exit_of(Byte state) { return static_cast<Exit>(state >> exit_shift & 3); }

  // Takes only what leaves the graph without a decision.
  struct Exits {
    Exit best = no_exit;
    void add_inner() {}
    void add_known(Value value) {
      if (value.is_loss() && !value.is_endless()) return;
      best = std::max(best, value.is_win()    ? winning_exit
                            : value.is_draw() ? drawing_exit
                                              : losing_exit);
    }
  };

  template <class Words>
  void look_at_all(const Words& words) {
    for_each_chunk([&] {
      return [&, cursor = typename Graph::Cursor(graph_),
              questions = std::vector<typename Graph::Question>()](std::uint64_t chunk) mutable {
        cursor.for_each_place(chunk, [&](std::uint64_t place, bool is_member) {
          if (!is_member || Word(words[place]).first() != 0) return;
          questions.clear();
          Exits exits;
          cursor.find_moves(exits, questions);
          for (const auto& question : questions)
            exits.add_known(graph_.answer(question).before_move());
          states_[place] =
              static_cast<Byte>(is_open | (cursor.mover() == 1 ? second_moves : 0) |
                                (cursor.is_checked() ? was_check : 0) | exits.best << exit_shift);
          // (The solver counts all moves that leave the graph without a decision as one.)
          const unsigned open = Word(words[place]).open() - (exits.best == no_exit ? 0 : 1);
          open_[place] = static_cast<std::uint16_t>(open);
          assert(open_[place] == open);
        });
      };
    });
  }

  // On which of the sets it depends whether coming to a place is good for a side.
  Byte level(Byte state, int winner) const {
    if (!rule_.perpetual_check_loses) return rule_.of(winner) == Outcome::win ? in_y : in_x;
    if ((state & was_check) != 0) return in_x;
    // Who makes infinitely many quiet moves does not check for ever.
    if (mover_of(state) != winner) return in_y;
    return rule_.of(winner) == Outcome::win ? in_x : in_z;
  }

  template <class ShouldStop>
  void find_wins(int winner, const ShouldStop& should_stop) {
    const Byte all = in_x | in_y | in_z | due;
    change([all](Byte, Byte set) { return static_cast<Byte>(set & ~all); });
    for (bool grows = true; grows;) {
      change([](Byte, Byte set) { return static_cast<Byte>(set | in_y); });
      for (bool shrinks = true; shrinks;) {
        should_stop();
        attract(winner);
        // Y becomes X, which is in it.
        shrinks = change([](Byte, Byte set) {
          return static_cast<Byte>((set & in_x) != 0 ? set : set & ~in_y);
        });
      }
      grows = change(
          [](Byte, Byte set) { return static_cast<Byte>((set & in_y) != 0 ? set | in_z : set); });
      // (Only where places that may come finitely often matter.)
      grows = grows && rule_.perpetual_check_loses && rule_.of(winner) != Outcome::win;
    }
    change([winner](Byte, Byte set) {
      return static_cast<Byte>((set & in_y) != 0 ? set | won_by(winner) : set);
    });
  }

  // Finds X from Y and Z.
  void attract(int winner) {
    std::copy(open_.begin(), open_.end(), count_.begin());
    change([&](Byte state, Byte set) {
      Byte begin = static_cast<Byte>(set & ~(in_x | due));
      if (mover_of(state) == winner && exit_of(state) == winning_exit) begin |= in_x;
      return begin;
    });
    begin_attracting(winner);
    while (propagate(winner)) {
    }
  }

  // X begins with positions of the other side that have no move but losing exits; and what may have
  // come to a position is looked at where its set says that coming to it is good.
  void begin_attracting(int winner) {
    for_each_chunk([&] {
      return [&](std::uint64_t chunk) {
        for_each_open_place(chunk, [&](std::uint64_t place) {
          const Byte state = states_[place], where = level(state, winner);
          Byte& set = sets_[place];
          if (open_[place] == 0 && mover_of(state) != winner && exit_of(state) == losing_exit)
            set |= in_x;
          if ((set & where) != 0) set |= due;
        });
      };
    });
  }

  // Returns whether there was anything to do.
  bool propagate(int winner) {
    std::atomic<bool> any = false;
    for_each_chunk([&] {
      return [&, cursor = typename Graph::Cursor(graph_)](std::uint64_t chunk) mutable {
        bool has_begun = false;
        for_each_open_place(chunk, [&](std::uint64_t place) {
          std::atomic_ref set(sets_[place]);
          if ((set.load(std::memory_order_relaxed) & due) == 0) return;
          set.fetch_and(static_cast<Byte>(~due));
          if (!has_begun) cursor.start_chunk(chunk);
          has_begun = true;
          cursor.go_to(place);
          cursor.for_each_source([&](std::uint64_t source) { reach(source, winner); });
        });
        if (has_begun) any = true;
      };
    });
    return any;
  }
  // A move of a place has turned out to be good for the winner.
  void reach(std::uint64_t place, int winner) {
    const Byte state = states_[place];
    if ((state & is_open) == 0) return;
    if (mover_of(state) != winner) {
      if (exit_of(state) > losing_exit) return;
      if (std::atomic_ref(count_[place]).fetch_sub(1) != 1) return;
    }
    const Byte added = level(state, winner) == in_x ? in_x | due : in_x;
    std::atomic_ref set(sets_[place]);
    Byte old = set.load();
    while ((old & in_x) == 0 && !set.compare_exchange_weak(old, static_cast<Byte>(old | added))) {
    }
  }

  // Changes the sets of every open place to change_one(state, sets); whether any was changed.
  template <class Change>
  bool change(const Change& change_one) {
    std::atomic<bool> any = false;
    for_each_chunk([&] {
      return [&](std::uint64_t chunk) {
        bool has_changed = false;
        for_each_open_place(chunk, [&](std::uint64_t place) {
          const Byte changed = change_one(states_[place], sets_[place]);
          has_changed = has_changed || changed != sets_[place];
          sets_[place] = changed;
        });
        if (has_changed) any = true;
      };
    });
    return any;
  }
  template <class MakeWorker>
  void for_each_chunk(const MakeWorker& make_worker) {
    parallel_tasks(states_.size() / chunk_size, threads_, make_worker);
  }
  template <class Visit>
  void for_each_open_place(std::uint64_t chunk, const Visit& visit) const {
    for (std::uint64_t place = chunk * chunk_size; place < (chunk + 1) * chunk_size; ++place) {
      if ((states_[place] & is_open) != 0) visit(place);
    }
  }

  const Graph& graph_;
  EndlessRule rule_;
  int threads_;
  std::vector<Byte> states_, sets_;
  std::vector<std::uint16_t> open_, count_;  // moves within the graph that are not decided
};

}  // namespace zermelo
