// SPDX-License-Identifier: MIT
// Random graphs of moves, for tests of the retrograde solver.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "gen/value.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tests/reference/graph_game.h"

namespace zermelo::test {

inline Value exact_value(int worth) {
  return worth > 0 ? Value::win(worth) : worth < 0 ? Value::loss(-worth) : Value::draw();
}

// A GraphGame for the solver. Positions are scattered over the places; a move's slot is its number.
class TestGraph {
 public:
  using Question = Value;

  // `gap`: places from one position to the next.
  explicit TestGraph(const GraphGame& game, std::uint64_t gap) : game_(game), gap_(gap) {
    sources_.resize(game.moves.size());
    for (std::size_t p = 0; p < game.moves.size(); ++p) {
      for (std::size_t m = 0; m < game.moves[p].size(); ++m) {
        const GraphMove& move = game.moves[p][m];
        if (move.kind != GraphMove::Kind::inner) continue;
        sources_[static_cast<std::size_t>(move.target)].push_back(
            {place(p), static_cast<unsigned>(m), move.forbids});
      }
    }
  }

  std::uint64_t places() const {
    return (place(game_.moves.size()) + chunk_size - 1) / chunk_size * chunk_size;
  }
  std::uint64_t place(std::size_t position) const { return position * gap_; }
  Value answer(Value reply) const { return reply; }

  class Cursor {
   public:
    explicit Cursor(const TestGraph& graph) : g_(graph) {}

    template <class Visit>
    void for_each_place(std::uint64_t chunk, Visit&& visit) {
      for (std::uint64_t k = chunk * chunk_size; k < (chunk + 1) * chunk_size; ++k) {
        position_ = k / g_.gap_;
        visit(k, k % g_.gap_ == 0 && position_ < g_.game_.moves.size());
      }
    }
    template <class Moves>
    void find_moves(Moves& moves, std::vector<Question>& exits) const {
      std::set<int> targets;
      const auto& all = g_.game_.moves[position_];
      for (std::size_t m = 0; m < all.size(); ++m) {
        const Value worth = exact_value(all[m].worth);
        if (all[m].kind == GraphMove::Kind::exit) {
          exits.push_back(worth.after_move());
        } else if (all[m].kind == GraphMove::Kind::end) {
          moves.add_known(worth);
        } else if constexpr (requires { moves.add_inner(1u); }) {
          const auto slot = static_cast<unsigned>(m);
          if (all[m].kind == GraphMove::Kind::inner) {
            moves.add_inner(slot);
          } else {
            moves.add_loss_in_2(slot);
          }
        } else {
          if (all[m].kind == GraphMove::Kind::reply_wins) {
            moves.add_known(worth);
          } else if (targets.insert(all[m].target).second) {
            moves.add_inner();
          }
        }
      }
    }

    void start_chunk(std::uint64_t) {}
    void go_to(std::uint64_t place) { position_ = place / g_.gap_; }
    static constexpr int no_reply = -1;
    int reply(unsigned slot) const { return static_cast<int>(slot); }
    void for_each_source(auto&& send) const {
      std::set<std::uint64_t> places;
      for (const Source& s : g_.sources_[position_]) {
        if (places.insert(s.place).second) send(s.place);
      }
    }
    void for_each_source_allowing(int reply, auto&& send) const {
      for (const Source& s : g_.sources_[position_]) {
        if (reply == no_reply || s.forbids != reply) send(s.place, s.slot);
      }
    }
    void for_each_source_forbidding(int reply, auto&& send) const {
      for (const Source& s : g_.sources_[position_]) {
        if (reply != no_reply && s.forbids == reply) send(s.place, s.slot);
      }
    }

   private:
    const TestGraph& g_;
    std::size_t position_ = 0;
  };

 private:
  struct Source {
    std::uint64_t place;
    unsigned slot;
    int forbids;
  };
  const GraphGame& game_;
  std::uint64_t gap_;
  std::vector<std::vector<Source>> sources_;
};

struct Taste {
  bool forbids = false;     // some moves forbid a reply
  bool any_parity = false;  // values that narrow words cannot hold
  bool far = false;         // exits with values far away
};

class RandomGraphs {
 public:
  RandomGraphs(unsigned seed, Taste taste) : random_(seed), taste_(taste) {}

  GraphGame operator()(std::size_t positions) {
    GraphGame game;
    game.moves.resize(positions);
    for (auto& moves : game.moves) {
      // Many positions have only one move, so that some games are long.
      const int inner = below(3) == 0 ? below(4) : 1;
      for (int i = 0; i < inner; ++i)
        moves.push_back({GraphMove::Kind::inner, below(static_cast<int>(positions)), -1, 0});
      if (below(30) == 0) moves.push_back({GraphMove::Kind::reply_wins, -1, -1, -2});
      while (moves.empty() || below(12) == 0) moves.push_back(last_move());
      std::shuffle(moves.begin(), moves.end(), random_);
    }
    if (taste_.forbids) forbid(game);
    return game;
  }

 private:
  int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

  GraphMove last_move() {
    if (taste_.any_parity && below(4) == 0) {
      // (A position that is won at once is not a member where moves are forbidden.)
      const int least = taste_.forbids ? -1 : 1;
      return {GraphMove::Kind::end, -1, -1, below(3) == 0 ? 0 : below(2) == 0 ? least : -1};
    }
    if (below(6) == 0) return {GraphMove::Kind::exit, -1, -1, 0};
    static const int far[] = {254, 255, 256, 257, 258, 511, 512, 513, 700, 2000};
    int plies = taste_.far && below(3) == 0 ? far[below(10)] : 2 + below(40);
    const bool wins = below(2) == 0;
    if (wins || !taste_.any_parity) plies += wins == (plies % 2 == 0) ? 1 : 0;
    return {GraphMove::Kind::exit, -1, -1, wins ? plies : -plies};
  }

  void forbid(GraphGame& game) {
    for (auto& moves : game.moves) {
      for (GraphMove& move : moves) {
        if (move.kind != GraphMove::Kind::inner || below(3) == 0) continue;
        const auto target = static_cast<std::size_t>(move.target);
        const auto reply =
            static_cast<std::size_t>(below(static_cast<int>(game.moves[target].size())));
        if (game.may_be_forbidden(target, reply)) move.forbids = static_cast<int>(reply);
      }
    }
  }

  std::mt19937 random_;
  Taste taste_;
};

}  // namespace zermelo::test
