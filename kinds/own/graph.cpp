// SPDX-License-Identifier: MIT
#include "kinds/own/graph.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <mutex>
#include <optional>
#include <span>

#include "gen/parallel.h"
#include "kinds/own/description.h"

namespace zermelo {

void OwnMoveGraph::note_near_ends(int threads) {
  const auto is_over = [&](std::uint32_t target) { return facts[target].is_over(); };
  parallel_tasks(edges.blocks(), threads, [&] {
    return [&](std::uint64_t block) {
      edges.for_each(block, [&](std::uint32_t state, const std::vector<std::uint32_t>& targets) {
        if (std::ranges::any_of(targets, is_over)) facts[state].note_near_end();
      });
    };
  });
}

void OwnMoveGraph::sort_exits(bool by_scores) {
  std::ranges::sort(exits, [&](const OwnExit& a, const OwnExit& b) {
    return by_scores ? a.magnitude > b.magnitude : a.magnitude < b.magnitude;
  });
}

namespace {

// An array's pieces as arrays of their own, and back.
template <class T>
void save_array(RunState& state, const GrowingArray<T>& array) {
  for (std::size_t piece = 0; piece < array.pieces(); ++piece)
    state.arrays.emplace_back(array.piece(piece));
}
template <class T>
void restore_array(const SavedRun& saved, std::size_t& at, std::uint64_t size,
                   GrowingArray<T>& array) {
  while (array.size() < size) array.append(saved.read_vector<T>(at++));
}

}  // namespace

void OwnMoveGraph::save(RunState& state) const {
  state.numbers["facts"] = {facts.size()};
  state.numbers["counts"] = {counts.size()};
  state.numbers["ends"] = {ends.size()};
  state.numbers["edges"] = {edge_count};
  state.numbers["blocks"] = {};
  save_array(state, facts);
  save_array(state, counts);
  save_array(state, ends);
  state.arrays.emplace_back(std::span<const OwnExit>(exits));
  for (std::size_t block = 0; block < edges.blocks(); ++block) {
    state.numbers["blocks"].push_back(edges.block_states(block));
    state.arrays.emplace_back([this, block] { return edges.block_bytes(block); });
  }
}

void OwnMoveGraph::restore(const SavedRun& saved, std::size_t& array) {
  restore_array(saved, array, saved.number("facts"), facts);
  restore_array(saved, array, saved.number("counts"), counts);
  restore_array(saved, array, saved.number("ends"), ends);
  edge_count = saved.number("edges");
  exits = saved.read_vector<OwnExit>(array++);
  for (const std::uint64_t states : saved.list("blocks")) {
    const auto lists = saved.read_vector<std::byte>(array++);
    edges.append(static_cast<std::uint32_t>(states), lists);
  }
}

OwnExplorer::OwnExplorer(const OwnProgram& program, OwnGraph& graph, int threads,
                         Functions functions)
    : program_(program),
      graph_(graph),
      threads_(program.most_threads(threads)),
      functions_(functions),
      task_states_(program.is_interpreted() ? 32 : 256) {}

void OwnExplorer::begin() {
  assert(graph_.states.size() == 0);
  const OwnProgram::Lease rules = program_.lease();
  for (std::uint64_t number = 0;; ++number) {
    const std::optional<OwnState> start = rules->start_at(number);
    if (!start) break;
    const OwnState image = image_of(*rules, *start);
    graph_.states.add(image, graph_.states.hash(image));
  }
  graph_.starts = graph_.states.size();
}

OwnState OwnExplorer::image_of(OwnRules& rules, const OwnState& state) const {
  return functions_ == Functions::required ? state : rules.canonical(state);
}

// What one thread does: expands states, and looks up what their moves lead to.
class OwnExplorer::Worker {
 public:
  explicit Worker(const OwnExplorer& explorer)
      : explorer_(explorer),
        graph_(explorer.graph_),
        is_quick_(explorer.functions_ == Functions::all),
        traits_(explorer.program_.traits()),
        rules_(explorer.program_.lease()) {}

  void expand(std::uint32_t begin, std::uint32_t end, Found& found) {
    hashes_.clear();
    states_.clear();
    for (std::uint32_t number = begin; number < end; ++number) expand_one(number, found);
    found.targets.resize(states_.size());
    find_all(graph_.states, states_, hashes_,
             [&](std::size_t i, std::optional<std::uint32_t> number) {
               if (number) {
                 found.targets[i] = *number;
               } else {
                 found.unknown.push_back({static_cast<std::uint32_t>(i), hashes_[i], states_[i]});
               }
             });
  }

 private:
  void expand_one(std::uint32_t number, Found& found) {
    const OwnState state = graph_.states.state(number);
    const OwnResult result = rules_->result(state);
    const std::size_t first = hashes_.size();
    int mover = 0;
    if (result.is_over) {
      found.facts.push_back(OwnFacts::over(result.score));
      if (traits_.scores) found.ends.push_back({number, result.score});
    } else {
      mover = rules_->mover(state);
      found.facts.push_back(OwnFacts::going_on(mover));
    }
    const bool is_solved_start = traits_.is_puzzle() && number < graph_.starts && result.score > 0;
    if (!result.is_over || is_solved_start) add_moves(state);
    const std::span<const std::uint64_t> nexts = std::span(hashes_).subspan(first);
    found.counts.push_back(static_cast<std::uint16_t>(nexts.size()));
    const std::uint64_t hash = graph_.states.hash(state);
    found.digest += digest_of(hash, result, mover, nexts);
    if (graph_.keeps == OwnKeeps::edges || result.is_over) return;
    for (const std::uint64_t next : nexts) found.going_on.add(hash, next);
  }
  void add_moves(const OwnState& state) {
    images_.append_successors(
        is_quick_ ? rules_->expand(state) : rules_->expand_by_moves(state),
        [&](const OwnState& next) { return explorer_.image_of(*rules_, next); }, graph_.states,
        hashes_, states_);
  }

  const OwnExplorer& explorer_;
  const OwnGraph& graph_;
  bool is_quick_;
  const OwnTraits& traits_;
  OwnProgram::Lease rules_;
  OwnImages images_;
  std::vector<std::uint64_t> hashes_;  // of all that the moves lead to
  std::vector<OwnState> states_;
};

void OwnExplorer::add_new_states(Found& found) {
  const std::vector<Unknown>& unknown = found.unknown;
  with_prefetching(
      unknown.size(), [&](std::size_t) { return &graph_.states; },
      [&](std::size_t i) { return unknown[i].hash; },
      [&](std::size_t i) {
        const Unknown& u = unknown[i];
        found.targets[u.target] = graph_.states.add(u.state, u.hash).first;
      });
  found.unknown = {};
}

void OwnExplorer::pack(std::uint32_t begin, Found& found) const {
  if (graph_.keeps != OwnKeeps::edges) return;
  std::span<std::uint32_t> left(found.targets);
  for (std::size_t i = 0; i < found.counts.size(); ++i) {
    const std::span<std::uint32_t> targets = left.first(found.counts[i]);
    std::ranges::sort(targets);
    append_numbers(found.lists, begin + static_cast<std::uint32_t>(i), targets);
    left = left.subspan(targets.size());
  }
}

void OwnExplorer::take(std::uint32_t states, Found& found) {
  graph_.facts.append(found.facts);
  graph_.ends.append(found.ends);
  graph_.edge_count += found.targets.size();
  graph_.digest += found.digest;
  graph_.going_on += found.going_on;
  graph_.over += static_cast<std::uint64_t>(std::ranges::count_if(found.facts, &OwnFacts::is_over));
  if (graph_.keeps == OwnKeeps::edges) {
    graph_.edges.append(states, found.lists);
  } else {
    graph_.counts.append(found.counts);
  }
  found = {};
}

// As many as have about a quarter of a million moves.
std::uint32_t OwnExplorer::batch_states() const {
  constexpr std::uint64_t moves = 1 << 18, most = 1 << 16;
  const std::uint64_t a_state = next_ == 0 ? 16 : graph_.edge_count / next_ + 1;
  const std::uint64_t wanted = std::clamp<std::uint64_t>(moves / a_state, task_states_, most);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(wanted, graph_.states.size() - next_));
}

// (Between tasks the work can pause: interpreted rules may take a millisecond for a move.)
bool OwnExplorer::run(const std::function<bool()>& should_pause,
                      const std::function<void()>& before_batch) {
  std::mutex asking;
  const auto pauses_now = [&] {
    const std::unique_lock one_at_a_time(asking, std::try_to_lock);
    return one_at_a_time.owns_lock() && should_pause();
  };
  while (!done() && !should_pause()) {
    before_batch();
    const std::uint32_t batch = batch_states();
    const std::uint64_t tasks = (batch + task_states_ - 1) / task_states_;
    const auto begin_of = [&](std::uint64_t task) {
      return next_ + static_cast<std::uint32_t>(task) * task_states_;
    };
    const auto end_of = [&](std::uint64_t task) {
      return std::min(next_ + batch, begin_of(task) + task_states_);
    };
    std::vector<Found> found(tasks);
    const std::uint64_t expanded = parallel_until(
        0, tasks, threads_,
        [&] {
          return [&, worker = std::make_shared<Worker>(*this)](std::uint64_t task) {
            worker->expand(begin_of(task), end_of(task), found[task]);
          };
        },
        pauses_now);
    found.resize(expanded);
    for (Found& f : found) add_new_states(f);
    parallel_tasks(expanded, threads_,
                   [&] { return [&](std::uint64_t task) { pack(begin_of(task), found[task]); }; });
    for (std::uint64_t task = 0; task < expanded; ++task)
      take(end_of(task) - begin_of(task), found[task]);
    if (expanded > 0) next_ = end_of(expanded - 1);
  }
  return done();
}

RunState OwnExplorer::save(const OwnGraph& graph, std::uint32_t expanded) {
  RunState state;
  state.numbers["states"] = {graph.states.size()};
  state.numbers["expanded"] = {expanded};
  state.numbers["starts"] = {graph.starts};
  state.numbers["digest"] = {graph.digest};
  state.numbers["going_on"] = {graph.going_on.edges, graph.going_on.digest};
  state.numbers["over"] = {graph.over};
  for (std::uint32_t piece = 0; piece < graph.states.pieces(); ++piece)
    state.arrays.emplace_back([&graph, piece] { return graph.states.piece(piece); });
  graph.OwnMoveGraph::save(state);
  return state;
}

std::size_t OwnExplorer::restore(const SavedRun& saved) {
  std::size_t array = 0;
  while (graph_.states.size() < saved.number("states"))
    graph_.states.add_piece(saved.read_vector<std::byte>(array++));
  next_ = saved.number<std::uint32_t>("expanded");
  graph_.starts = saved.number<std::uint32_t>("starts");
  graph_.digest = saved.number("digest");
  graph_.over = saved.number("over");
  graph_.going_on = {saved.list("going_on").at(0), saved.list("going_on").at(1)};
  graph_.OwnMoveGraph::restore(saved, array);
  return array;
}

}  // namespace zermelo
