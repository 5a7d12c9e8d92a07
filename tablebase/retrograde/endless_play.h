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
//
// A place stands for a position in two roles, with A to move and with the other side to move: where
// positions are folded by exchanging the sides, a place does not tell which side is A.
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
  static constexpr std::uint64_t place_bytes = 7;

  // The graph must outlive this object; `words` are those of its solver, which has run. Throws
  // what should_stop() throws; it is called often, from any thread.
  template <class Words, class ShouldStop>
  EndlessPlay(const Graph& graph, const EndlessRule& rule, const Words& words, int threads,
              const ShouldStop& should_stop)
      : graph_(graph),
        rule_(rule),
        threads_(threads),
        states_(graph.places()),
        sets_{states_, states_},
        open_(states_.size()),
        count_(states_.size()) {
    look_at_all(words);
    if (rule_.first_side == Outcome::draw) {
      find_wins({.odds = Outcome::draw, .side = {}}, should_stop);
      return;
    }
    for (const int side : {0, 1}) find_wins({.odds = rule_.of(side), .side = side}, should_stop);
  }

  // What a place that the solver has left without a value is worth to its mover.
  Outcome outcome(std::uint64_t place) const {
    assert((states_[place] & is_open) != 0);
    if ((sets_[to_move][place] & won) != 0) return Outcome::win;
    return (sets_[waiting][place] & won) != 0 ? Outcome::loss : Outcome::draw;
  }

 private:
  using Byte = std::uint8_t;
  // Of a place: whether the solver left it open, who is to move, whether it was a check, and the
  // best of its moves that leave the graph without a decision.
  static constexpr Byte is_open = 1, second_moves = 2, was_check = 4;
  static constexpr int exit_shift = 3;
  enum Exit : Byte { no_exit, losing_exit, drawing_exit, winning_exit };
  // The sets that a place is in, by A's role there; `due` still has to be propagated.
  enum Role : std::size_t { to_move, waiting };
  static constexpr Role other(Role role) { return role == to_move ? waiting : to_move; }
  static constexpr Byte in_x = 1, in_y = 2, in_z = 4, due = 8, won = 16;
  // Who A is: a side, or either, if all is the same for both; and what play without end is worth to
  // A, if nobody checks for ever.
  struct Winner {
    Outcome odds;
    std::optional<int> side;
  };

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

  // On which of the sets it depends whether coming to a place is good for A.
  Byte level(Byte state, Role role, const Winner& winner) const {
    const bool has_odds = winner.odds == Outcome::win;
    if (!rule_.perpetual_check_loses) return has_odds ? in_y : in_x;
    if ((state & was_check) != 0) return in_x;
    // Who makes infinitely many quiet moves does not check for ever.
    if (role == waiting) return in_y;
    return has_odds ? in_x : in_z;
  }

  template <class ShouldStop>
  void find_wins(const Winner& winner, const ShouldStop& should_stop) {
    for (bool grows = true; grows;) {
      change(winner, [](Byte set, Role, std::uint64_t) { return static_cast<Byte>(set | in_y); });
      for (bool shrinks = true; shrinks;) {
        should_stop();
        attract(winner);
        // Y becomes X, which is in it.
        shrinks = change(winner, [](Byte set, Role, std::uint64_t) {
          return (set & in_x) != 0 ? set : static_cast<Byte>(set & ~in_y);
        });
      }
      grows = change(winner, [](Byte set, Role, std::uint64_t) {
        return (set & in_y) != 0 ? static_cast<Byte>(set | in_z) : set;
      });
      // (Only where places that may come finitely often matter.)
      grows = grows && rule_.perpetual_check_loses && winner.odds != Outcome::win;
    }
    change(winner, [](Byte set, Role, std::uint64_t) {
      return (set & in_y) != 0 ? static_cast<Byte>(set | won) : set;
    });
  }

  // Finds X from Y and Z.
  void attract(const Winner& winner) {
    std::copy(open_.begin(), open_.end(), count_.begin());
    // X begins where A can leave the graph with a win, and where the other side can do nothing but
    // leave it with a loss. Where it is good for A to come, the moves that lead there are taken
    // back.
    change(winner, [&](Byte set, Role role, std::uint64_t place) {
      const Byte state = states_[place];
      const Exit exit = exit_of(state);
      const bool begins =
          role == to_move ? exit == winning_exit : exit == losing_exit && open_[place] == 0;
      auto begin = static_cast<Byte>((set & ~(in_x | due)) | (begins ? in_x : 0));
      if ((begin & level(state, role, winner)) != 0) begin |= due;
      return begin;
    });
    while (propagate(winner)) {
    }
  }

  // Returns whether there was anything to do.
  bool propagate(const Winner& winner) {
    std::atomic<bool> any = false;
    for_each_chunk([&] {
      return [&, cursor = typename Graph::Cursor(graph_)](std::uint64_t chunk) mutable {
        bool has_begun = false;
        for_each_open_place(chunk, [&](std::uint64_t place) {
          for (const Role role : {to_move, waiting}) {
            std::atomic_ref set(sets_[role][place]);
            if ((set.load(std::memory_order_relaxed) & due) == 0) continue;
            set.fetch_and(static_cast<Byte>(~due));
            if (!has_begun) cursor.start_chunk(chunk);
            has_begun = true;
            cursor.go_to(place);
            cursor.for_each_source(
                [&](std::uint64_t source) { reach(source, other(role), winner); });
          }
        });
        if (has_begun) any = true;
      };
    });
    return any;
  }
  // A move of a place has turned out to be good for A.
  void reach(std::uint64_t place, Role role, const Winner& winner) {
    const Byte state = states_[place];
    if ((state & is_open) == 0) return;
    if (role == waiting) {
      if (exit_of(state) > losing_exit) return;
      if (std::atomic_ref(count_[place]).fetch_sub(1) != 1) return;
    }
    const Byte added = level(state, role, winner) == in_x ? in_x | due : in_x;
    std::atomic_ref set(sets_[role][place]);
    Byte old = set.load();
    while ((old & in_x) == 0 && !set.compare_exchange_weak(old, static_cast<Byte>(old | added))) {
    }
  }

  // Changes the sets of every open place in every role that it can have to
  // change_one(sets, role, place); whether any was changed.
  template <class Change>
  bool change(const Winner& winner, const Change& change_one) {
    std::atomic<bool> any = false;
    for_each_chunk([&] {
      return [&](std::uint64_t chunk) {
        bool has_changed = false;
        for_each_open_place(chunk, [&](std::uint64_t place) {
          for (const Role role : {to_move, waiting}) {
            const bool has_to_move = role == to_move;
            if (winner.side && (mover_of(states_[place]) == *winner.side) != has_to_move) continue;
            Byte& set = sets_[role][place];
            const Byte changed = change_one(set, role, place);
            has_changed = has_changed || changed != set;
            set = changed;
          }
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
  std::vector<Byte> states_;
  std::array<std::vector<Byte>, 2> sets_;    // by role
  std::vector<std::uint16_t> open_, count_;  // moves within the graph that are not decided
};

}  // namespace zermelo
