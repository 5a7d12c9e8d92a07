// SPDX-License-Identifier: MIT
#include "kinds/own/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/value.h"

namespace zermelo {
namespace {

// Calls visit(source, targets) for all states, several threads at once.
template <class Visit>
void for_each_list(const OwnEdges& edges, int threads, const Visit& visit) {
  parallel_tasks(edges.blocks(), threads,
                 [&] { return [&](std::uint64_t block) { edges.for_each(block, visit); }; });
}

[[noreturn]] void throw_too_long() {
  throw RulesError(fmt::format(
      "This game has states that are decided only after more than {} plies; a table has "
      "no room for such values.",
      Value::max_plies));
}

}  // namespace

void OwnReverseEdges::Begins::make(std::uint64_t states) {
  offsets_ = HugeArray<std::uint32_t>(states + 1);
  pages_.assign(states / page + 1, 0);
}

// (For ascending states.)
void OwnReverseEdges::Begins::set(std::uint32_t state, std::uint64_t begin) {
  if (state % page == 0) pages_[state / page] = begin;
  offsets_[state] = static_cast<std::uint32_t>(begin - pages_[state / page]);
}

namespace {

// Adds one to the number of each edge's target, which edges of several threads may share, and calls
// visit(source, target, number before). What an edge needs is fetched while those of some states
// before it are counted: counting in order would wait for memory at every edge.
template <class Prefetch, class Visit>
class EdgeCounter {
 public:
  EdgeCounter(std::span<std::uint32_t> numbers, const Prefetch& prefetch, const Visit& visit)
      : numbers_(numbers), prefetch_(prefetch), visit_(visit) {}

  void add(std::uint32_t source, const std::vector<std::uint32_t>& targets) {
    for (const std::uint32_t target : targets) {
      __builtin_prefetch(&numbers_[target], 1);
      prefetch_(target);
      waiting_.push_back({source, target});
    }
    if (waiting_.size() >= most_waiting) count(waiting_.size() - most_waiting / 2);
  }
  void finish() { count(waiting_.size()); }

 private:
  static constexpr std::size_t most_waiting = 64;
  void count(std::size_t edges) {
    for (std::size_t i = 0; i < edges; ++i) {
      const OwnEdge edge = waiting_[i];
      const std::atomic_ref number(numbers_[edge.target]);
      visit_(edge.source, edge.target, number.fetch_add(1, std::memory_order_relaxed));
    }
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(edges));
  }

  std::span<std::uint32_t> numbers_;
  const Prefetch& prefetch_;
  const Visit& visit_;
  std::vector<OwnEdge> waiting_;
};

template <class Prefetch, class Visit>
void count_edges(const OwnEdges& edges, int threads, std::span<std::uint32_t> numbers,
                 const Prefetch& prefetch, const Visit& visit) {
  parallel_tasks(edges.blocks(), threads, [&] {
    return [&](std::uint64_t block) {
      EdgeCounter counter(numbers, prefetch, visit);
      edges.for_each(block, [&](std::uint32_t source, const std::vector<std::uint32_t>& targets) {
        counter.add(source, targets);
      });
      counter.finish();
    };
  });
}

}  // namespace

OwnReverseLists::OwnReverseLists(const OwnEdges& edges, std::uint64_t edge_count, int threads)
    : sources_(edge_count) {
  const std::uint32_t states = edges.states();
  begins_.make(states);
  HugeArray<std::uint32_t> places(
      states);  // how many edges lead to a state, then where the next goes
  count_edges(
      edges, threads, places.span(), [](std::uint32_t) {},
      [](std::uint32_t, std::uint32_t, std::uint32_t) {});
  std::uint64_t begin = 0;
  for (std::uint32_t state = 0; state < states; ++state) {
    begins_.set(state, begin);
    begin += places[state];
    places[state] = 0;
  }
  begins_.set(states, begin);
  assert(begin == edge_count);
  count_edges(
      edges, threads, places.span(), [&](std::uint32_t target) { begins_.prefetch(target); },
      [&](std::uint32_t source, std::uint32_t target, std::uint32_t place) {
        sources_[begins_.of(target) + place] = source;
      });
}

std::unique_ptr<OwnReverseEdges> reversed_edges(const OwnMoveGraph& graph, bool as_lists,
                                                int threads) {
  if (as_lists) return std::make_unique<OwnReverseLists>(graph.edges, graph.edge_count, threads);
  return std::make_unique<OwnPackedReverse>(graph.edges, threads);
}

OwnPackedReverse::OwnPackedReverse(const OwnEdges& edges, int threads) {
  const std::uint32_t states = edges.states();
  // (Whole pages, for lists begin anew with each part.)
  const std::uint64_t least = (std::uint64_t{states} + parts - 1) / parts;
  part_states_ = static_cast<std::uint32_t>(
      std::max<std::uint64_t>(1, (least + Begins::page - 1) / Begins::page) * Begins::page);
  begins_.make(states);
  for (std::uint64_t begin = 0; begin < states; begin += part_states_) {
    const auto end = std::min<std::uint64_t>(states, begin + part_states_);
    make_part(edges, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), threads);
  }
}

void OwnPackedReverse::make_part(const OwnEdges& edges, std::uint32_t begin, std::uint32_t end,
                                 int threads) {
  const auto for_each_here = [&](const std::vector<std::uint32_t>& targets, const auto& visit) {
    auto at = std::ranges::lower_bound(targets, begin);
    for (; at != targets.end() && *at < end; ++at) visit(*at - begin);
  };
  std::vector<std::uint32_t> counts(end - begin);
  for_each_list(edges, threads, [&](std::uint32_t, const std::vector<std::uint32_t>& targets) {
    for_each_here(targets, [&](std::uint32_t i) {
      std::atomic_ref(counts[i]).fetch_add(1, std::memory_order_relaxed);
    });
  });
  std::vector<std::uint64_t> places(counts.size());
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    places[i] = all;
    all += counts[i];
  }
  HugeArray<std::uint32_t> sources(all);
  for_each_list(
      edges, threads, [&](std::uint32_t source, const std::vector<std::uint32_t>& targets) {
        for_each_here(targets, [&](std::uint32_t i) {
          sources[std::atomic_ref(places[i]).fetch_add(1, std::memory_order_relaxed)] = source;
        });
      });
  constexpr std::uint64_t most_of_number = 5;  // bytes
  HugeArray<std::byte>& lists = lists_.emplace_back(most_of_number * (all + counts.size()));
  std::uint64_t length = 0;
  std::vector<std::byte> packed;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto list = sources.span().subspan(places[i] - counts[i], counts[i]);
    std::ranges::sort(list);
    const std::uint32_t state = begin + static_cast<std::uint32_t>(i);
    begins_.set(state, length);
    packed.clear();
    append_numbers(packed, state, list);
    std::ranges::copy(packed, lists.data() + length);
    length += packed.size();
  }
  bytes_ += length;
}

OwnValues::OwnValues(const OwnMoveGraph& graph, const OwnReverseEdges& reverse, bool is_puzzle,
                     Count count, int threads)
    : graph_(graph),
      reverse_(reverse),
      is_puzzle_(is_puzzle),
      count_(count),
      threads_(threads),
      words_(graph.facts.size()) {}

// How many moves a state has, and who is to move; nothing of a state in which the game is over.
OwnValues::Word OwnValues::first_word(std::uint32_t state, std::uint64_t moves) const {
  const OwnFacts facts = graph_.facts[state];
  assert(moves < player_1 >> count_shift);
  if (facts.is_over()) return 0;
  return static_cast<Word>(moves) << count_shift | (facts.mover() == 1 ? player_1 : 0);
}

void OwnValues::begin() {
  if (graph_.counts.empty()) {
    for_each_list(graph_.edges, threads_,
                  [&](std::uint32_t source, const std::vector<std::uint32_t>& targets) {
                    words_[source] = first_word(source, targets.size());
                  });
  }
  for (std::uint32_t state = 0; state < graph_.counts.size(); ++state)
    words_[state] = first_word(state, graph_.counts[state]);
  level_ = 0;
  decided_ = 0;
  next_exit_ = 0;
  frontier_.clear();
  next_.clear();
  propagated_ = 0;
  if (count_ == Count::scores) {
    for (std::uint64_t i = 0; i < graph_.ends.size(); ++i)
      level_ = std::max(level_, std::abs(graph_.ends[i].score));
    if (!graph_.exits.empty()) level_ = std::max<int>(level_, graph_.exits.front().magnitude);
    if (level_ > 0) seed(level_);
    return;
  }
  for (std::uint32_t state = 0; state < states(); ++state)
    if (graph_.facts[state].is_over() && was_propagated(state)) frontier_.push_back(state);
}

int OwnValues::sign_of(std::uint32_t state) const {
  const int value = this->value(state);
  return value > 0 ? 1 : value < 0 ? -1 : graph_.facts[state].sign();
}

bool OwnValues::was_propagated(std::uint32_t state) const {
  if (value(state) != 0) return true;
  const int sign = graph_.facts[state].sign();
  return count_ == Count::plies && sign != 0 && (sign > 0 || !is_puzzle_);
}

// The states in which the game is over with this score, for either side, and those that moves to
// other graphs decide.
void OwnValues::seed(int score) {
  for (std::uint64_t i = 0; i < graph_.ends.size(); ++i) {
    const OwnEnd& end = graph_.ends[i];
    if (std::abs(end.score) != score) continue;
    words_[end.state] = static_cast<std::uint16_t>(end.score);
    frontier_.push_back(end.state);
  }
  const std::size_t before = frontier_.size();
  take_exits(score, frontier_);
  decided_ += frontier_.size() - before;
}

void OwnValues::take_exits(int magnitude, std::vector<std::uint32_t>& next) {
  for (; next_exit_ < graph_.exits.size(); ++next_exit_) {
    const OwnExit& exit = graph_.exits[next_exit_];
    if (exit.magnitude != magnitude) return;
    decide_by(exit.state, exit.sign, magnitude, next);
  }
}

void OwnValues::save(RunState& state) const {
  state.numbers["level"] = {static_cast<std::uint64_t>(level_)};
  state.numbers["decided"] = {decided_};
  state.arrays.emplace_back(words_.span());
  state.numbers["propagated"] = {propagated_};
  state.arrays.emplace_back(std::span(frontier_));
  state.arrays.emplace_back(std::span(next_));
}

void OwnValues::restore(const SavedRun& saved, std::size_t array) {
  level_ = saved.number<int>("level");
  decided_ = saved.number("decided");
  saved.read(array, words_.span());
  frontier_ = saved.read_vector<std::uint32_t>(array + 1);
  next_ = saved.read_vector<std::uint32_t>(array + 2);
  propagated_ = saved.number<std::size_t>("propagated");
  find_next_exit();
}

// The first that the level does not include.
void OwnValues::find_next_exit() {
  const auto is_taken = [&](const OwnExit& exit) {
    return count_ == Count::scores ? exit.magnitude >= level_ : exit.magnitude <= level_;
  };
  next_exit_ = static_cast<std::size_t>(std::ranges::partition_point(graph_.exits, is_taken) -
                                        graph_.exits.begin());
}

bool OwnValues::run(const std::function<bool()>& should_pause) {
  return count_ == Count::scores ? run_scores(should_pause) : run_plies(should_pause);
}

bool OwnValues::run_plies(const std::function<bool()>& should_pause) {
  while (!frontier_.empty() || next_exit_ < graph_.exits.size()) {
    if (should_pause()) return false;
    if (frontier_.empty()) level_ = graph_.exits[next_exit_].magnitude - 1;
    if (level_ >= Value::max_plies) throw_too_long();
    if (!propagate(level_ + 1, should_pause)) return false;
    ++level_;
  }
  return true;
}

bool OwnValues::run_scores(const std::function<bool()>& should_pause) {
  while (level_ > 0) {
    while (!frontier_.empty()) {
      if (should_pause() || !propagate(level_, should_pause)) return false;
    }
    if (--level_ > 0) seed(level_);
  }
  return true;
}

bool OwnValues::propagate(int magnitude, const std::function<bool()>& should_pause) {
  while (propagated_ < frontier_.size()) {
    const std::span<const std::uint32_t> left = std::span(frontier_).subspan(propagated_);
    const std::size_t states = std::min<std::size_t>(left.size(), reverse_.states_between_pauses());
    propagate(left.first(states), magnitude);
    propagated_ += states;
    if (states < left.size() && should_pause()) return false;
  }
  if (count_ == Count::plies) take_exits(magnitude, next_);
  decided_ += next_.size();
  frontier_ = std::exchange(next_, {});
  propagated_ = 0;
  return true;
}

void OwnValues::propagate(std::span<const std::uint32_t> decided, int magnitude) {
  constexpr std::uint64_t task_states = 1024, batch_states = 64;
  std::mutex mutex;
  const std::uint64_t tasks = (decided.size() + task_states - 1) / task_states;
  parallel_tasks(tasks, threads_, [&] {
    return [&, reader = std::shared_ptr(reverse_.reader()),
            edges = std::vector<OwnEdge>()](std::uint64_t task) mutable {
      std::vector<std::uint32_t> next;
      const std::uint64_t end = std::min<std::uint64_t>(decided.size(), (task + 1) * task_states);
      for (std::uint64_t i = task * task_states; i < end; i += batch_states) {
        edges.clear();
        reader->read(decided.subspan(i, std::min(batch_states, end - i)), edges);
        constexpr std::size_t ahead = 16;
        for (std::size_t k = 0; k < edges.size(); ++k) {
          if (k + ahead < edges.size()) __builtin_prefetch(&words_[edges[k + ahead].source], 1);
          decide_by(edges[k].source, sign_of(edges[k].target), magnitude, next);
        }
      }
      const std::lock_guard lock(mutex);
      next_.insert(next_.end(), next.begin(), next.end());
    };
  });
}

// A move leads from `source` to a state that is won by player 0 (sign 1) or player 1 (-1).
void OwnValues::decide_by(std::uint32_t source, int sign, int magnitude,
                          std::vector<std::uint32_t>& next) {
  const std::atomic_ref<Word> word(words_[source]);
  const auto decided = static_cast<std::uint16_t>(sign * magnitude);
  Word bits = word.load(std::memory_order_relaxed);
  const bool wins = is_puzzle_ || sign == ((bits & player_1) == 0 ? 1 : -1);
  for (;;) {
    // It has a value; or no move is left: the game is over there (a puzzle's start that is a goal),
    // or more moves are taken back than were made, which OwnUnmoves notices later.
    if ((bits & 0xffff) != 0 || (bits & ~player_1) == 0) return;
    Word changed = bits;
    if (!wins) changed -= Word{1} << count_shift;
    const bool is_decided = wins || (changed & ~player_1) == 0;
    if (is_decided) changed |= decided;
    if (!word.compare_exchange_weak(bits, changed, std::memory_order_relaxed)) continue;
    if (is_decided) next.push_back(source);
    return;
  }
}

}  // namespace zermelo
