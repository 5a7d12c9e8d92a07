// SPDX-License-Identifier: MIT
// Retrograde analysis of one layer of a grid game whose moves can go round in circles.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "gen/grid/game.h"
#include "gen/sorted.h"
#include "tablebase/grid_values.h"
#include "tablebase/parallel.h"

namespace zermelo {

// Level n = 1, 2, ...: every position whose value is n plies is announced to its predecessors. A
// loss makes them wins in n+1 if they are no faster wins; a win takes away one of their open moves,
// and with the last one they are losses. What is left is drawn. Moves to higher layers have known
// values: a win stands as the value until a faster one overtakes it and is announced at its own
// level, and a loss raises the floor that a final loss cannot fall below.
//
// Game has for_each_predecessor. One use an object.
template <class Game, class Values>
class LevelSolver {
 public:
  // Called by the workers when they have looked at so many positions more; returns whether to stop.
  using Tick = std::function<bool(std::uint64_t positions)>;

  // All must outlive the solver. `values` has the layer's, all 0.
  LevelSolver(const Game& game, int layer, Values& values, int threads, Tick tick)
      : game_(game),
        layer_(layer),
        values_(values),
        set_(values.at(layer)),
        threads_(thread_count(threads)),
        tick_(std::move(tick)),
        states_(set_.size()) {}

  // Whether it came to the end; otherwise the values are not there.
  bool run() {
    initialise();
    for (int level = 1; !due_.empty() && !stopped_; ++level) {
      const auto found = due_.find(level);
      if (found == due_.end()) continue;
      const std::vector<std::uint64_t> numbers = std::move(found->second);
      due_.erase(found);
      announce(level, numbers);
    }
    if (stopped_) return false;
    set_.for_each(0, set_.size(), [&](std::uint64_t number, std::uint64_t) {
      values_.set(layer_, number, Value::from_raw(states_[number].value));
    });
    return true;
  }

 private:
  // Of a position: its value, 0 while there is none; how many of its moves inside the layer, up to
  // symmetry, are not known to lose; the least plies of a loss, or `never` if some move draws.
  struct State {
    std::atomic<std::int16_t> value = 0;
    std::atomic<std::uint16_t> open = 0;
    std::int16_t floor = 0;
    static constexpr std::int16_t never = -1;
  };
  static constexpr std::uint64_t chunk = 1024;

  // Positions whose value became known: by level.
  using Due = std::map<int, std::vector<std::uint64_t>>;

  template <class Body>
  void in_chunks(std::uint64_t size, Body&& body) {
    std::mutex mutex;
    parallel_tasks((size + chunk - 1) / chunk, threads_, [&] {
      return [&](std::uint64_t task) {
        if (stopped_) return;
        Due due;
        body(task * chunk, std::min(size, (task + 1) * chunk), due);
        const std::lock_guard lock(mutex);
        for (auto& [level, numbers] : due) {
          auto& all = due_[level];
          all.insert(all.end(), numbers.begin(), numbers.end());
        }
      };
    });
  }

  void initialise() {
    in_chunks(set_.size(), [&](std::uint64_t begin, std::uint64_t end, Due& due) {
      set_.for_each(begin, end, [&](std::uint64_t number, std::uint64_t code) {
        look_at(number, game_.codes().decode(code), due);
      });
      if (tick_(end - begin)) stopped_ = true;
    });
  }

  void look_at(std::uint64_t number, const GridPosition& p, Due& due) {
    State& state = states_[number];
    BestValue<DistanceMetric> exits;
    Value longest_loss = Value::draw();  // of the exits
    std::vector<std::uint64_t> inner;
    game_.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
      if (ending == Ending::none && game_.layer(next) == layer_) {
        inner.push_back(game_.codes().encode(canonical(game_, next)));
        return;
      }
      const Value value = ending == Ending::none ? values_.value_of(next).before_move()
                                                 : DistanceMetric::of_end(game_, next, ending);
      exits.take(value);
      if (value.plies() > longest_loss.plies() && value.is_loss()) longest_loss = value;
    });
    sort_unique(inner);
    state.open = static_cast<std::uint16_t>(inner.size());
    state.floor = static_cast<std::int16_t>(longest_loss.plies());
    if (exits.any() && exits.value().is_draw()) state.floor = State::never;
    if (exits.any() && exits.value().is_win()) {
      state.value = exits.value().raw();
      due[exits.value().plies()].push_back(number);
    } else if (inner.empty() && state.floor != State::never) {
      state.value = longest_loss.raw();
      due[longest_loss.plies()].push_back(number);
    }
  }

  void announce(int level, const std::vector<std::uint64_t>& numbers) {
    in_chunks(numbers.size(), [&](std::uint64_t begin, std::uint64_t end, Due& due) {
      for (std::uint64_t i = begin; i < end; ++i) {
        const std::int16_t value = states_[numbers[i]].value;
        // A slower win that a faster one has overtaken is not announced again.
        if (std::abs(value) == level) announce_one(level, numbers[i], value > 0, due);
      }
      if (tick_(0)) stopped_ = true;
    });
  }

  void announce_one(int level, std::uint64_t number, bool is_win, Due& due) {
    std::vector<std::uint64_t> sources;
    game_.for_each_predecessor(
        game_.codes().decode(set_.select(number)), [&](const GridPosition& q) {
          if (game_.layer(q) != layer_) return;
          const auto source = set_.find(game_.codes().encode(canonical(game_, q)));
          if (source) sources.push_back(*source);
        });
    sort_unique(sources);
    for (const std::uint64_t source : sources) {
      if (is_win) {
        note_losing_move(level, source, due);
      } else {
        note_winning_move(level, source, due);
      }
    }
  }

  void note_losing_move(int level, std::uint64_t source, Due& due) {
    State& state = states_[source];
    if (state.open.fetch_sub(1) != 1 || state.floor == State::never || state.value > 0) return;
    const int plies = std::max<int>(level + 1, state.floor);
    state.value = Value::loss(plies).raw();
    due[plies].push_back(source);
  }

  void note_winning_move(int level, std::uint64_t source, Due& due) {
    State& state = states_[source];
    const auto win = static_cast<std::int16_t>(level + 1);
    std::int16_t old = state.value;
    while (old == 0 || old > win) {
      if (!state.value.compare_exchange_weak(old, win)) continue;
      due[win].push_back(source);
      return;
    }
  }

  const Game& game_;
  int layer_;
  Values& values_;
  const SparseSet& set_;
  int threads_;
  Tick tick_;
  std::atomic<bool> stopped_ = false;
  std::vector<State> states_;
  Due due_;
};

}  // namespace zermelo
