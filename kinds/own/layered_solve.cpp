// SPDX-License-Identifier: MIT
#include "kinds/own/layered_solve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "kinds/own/description.h"
#include "kinds/own/game.h"
#include "kinds/own/successors.h"

namespace zermelo {
namespace {

// The moves of a state that leave its layer: of those that one side wins, the one that counts.
class ExitsOfState {
 public:
  // `side` is that of the mover: 1 or -1. In a puzzle, only what is won counts.
  ExitsOfState(int side, OwnValues::Count count, bool is_puzzle)
      : side_(side), count_(count), is_puzzle_(is_puzzle) {}

  // A move to a state with this winner (0: none), which gives such a value.
  void add(int sign, int magnitude) {
    if (sign == side_) {
      best_ = best_ == 0 ? magnitude : sooner(best_, magnitude);
    } else if (sign == -side_ && !is_puzzle_) {
      worst_ = worst_ == 0 ? magnitude : later(worst_, magnitude);
    } else {
      is_drawn_ = true;
    }
  }
  // How many moves they count as that have to be refuted before the state is lost: one that can be,
  // at last, and those that never are.
  int count() const { return (worst_ != 0 ? 1 : 0) + (best_ != 0 ? 1 : 0) + (is_drawn_ ? 1 : 0); }
  void append_to(std::vector<OwnExit>& exits, std::uint32_t state) const {
    const auto put = [&](int magnitude, int sign) {
      if (magnitude == 0) return;
      exits.push_back(
          {state, static_cast<std::uint16_t>(magnitude), static_cast<std::int16_t>(sign)});
    };
    put(best_, side_);
    put(worst_, -side_);
  }

 private:
  // What is found first: few plies, or a great score.
  int sooner(int a, int b) const {
    return count_ == OwnValues::Count::plies ? std::min(a, b) : std::max(a, b);
  }
  int later(int a, int b) const {
    return count_ == OwnValues::Count::plies ? std::max(a, b) : std::min(a, b);
  }

  int side_;
  OwnValues::Count count_;
  bool is_puzzle_;
  int best_ = 0, worst_ = 0;  // 0: there is none
  bool is_drawn_ = false;
};

// Of a layer none of whose moves stay in it.
class NoReverseEdges final : public OwnReverseEdges {
 public:
  std::uint64_t bytes() const override { return 0; }
  std::unique_ptr<Reader> reader() const override {
    struct Nothing final : Reader {
      void read(std::span<const std::uint32_t>, std::vector<OwnEdge>&) override {}
    };
    return std::make_unique<Nothing>();
  }
};

// The states of all layers, in order of layer.
class LayersStates final : public OwnSolvedStates {
 public:
  LayersStates(const std::deque<OwnLayer>& layers, bool is_puzzle)
      : layers_(layers), is_puzzle_(is_puzzle) {
    for (const OwnLayer& layer : layers_) ends_.push_back(size() + layer.states.size());
  }
  std::uint64_t size() const override { return ends_.empty() ? 0 : ends_.back(); }
  void read(std::uint64_t begin, std::uint64_t end,
            std::vector<OwnSolvedState>& states) const override {
    states.clear();
    auto at = static_cast<std::size_t>(std::ranges::upper_bound(ends_, begin) - ends_.begin());
    for (; begin < end; begin = std::min(end, ends_[at++])) {
      const OwnLayer& layer = layers_[at];
      const std::uint64_t before = ends_[at] - layer.states.size();
      layer.states.for_each(
          static_cast<std::uint32_t>(begin - before),
          static_cast<std::uint32_t>(std::min(end, ends_[at]) - before),
          [&](std::uint32_t number, const OwnState& state) {
            const OwnFacts facts = layer.facts[number];
            states.push_back(
                {state, facts, own_stored_value(layer.values[number], facts, is_puzzle_)});
          });
    }
  }

 private:
  const std::deque<OwnLayer>& layers_;
  bool is_puzzle_;
  std::vector<std::uint64_t> ends_;  // by layer
};

}  // namespace

// What a task finds about neighbouring states of a layer.
struct OwnLayeredSolve::Found {
  std::vector<OwnFacts> facts;
  std::vector<OwnEnd> ends;
  std::vector<std::uint16_t> counts;
  std::vector<OwnExit> exits;
  std::vector<std::byte> lists;
  std::uint64_t edges = 0, digest = 0;
};

// What one thread does: asks for the moves of states, and looks up where they lead.
class OwnLayeredSolve::Worker {
 public:
  Worker(const OwnLayeredSolve& solve, const OwnLayer& layer)
      : s_(solve),
        traits_(solve.program_.traits()),
        layer_(layer),
        rules_(solve.program_.lease()) {}

  void expand(std::uint32_t begin, std::uint32_t end, Found& found) {
    hashes_.clear();
    nexts_.clear();
    asked_.clear();
    layer_.states.for_each(begin, end, [&](std::uint32_t number, const OwnState& state) {
      ask(number, state, found);
    });
    look_up();
    std::size_t next = 0;
    for (const Asked& state : asked_) {
      take(state, next, found);
      next = state.nexts_end;
    }
  }

 private:
  struct Asked {
    std::uint32_t number;
    OwnState state;
    int mover;
    bool goes_on;
    std::size_t nexts_end;
  };
  struct Place {
    const OwnLayer* layer;
    std::uint32_t number;
  };

  void ask(std::uint32_t number, const OwnState& state, Found& found) {
    const OwnResult result = rules_->result(state);
    const int mover = result.is_over ? 0 : rules_->mover(state);
    if (result.is_over && traits_.scores) found.ends.push_back({number, result.score});
    found.facts.push_back(result.is_over ? OwnFacts::over(result.score)
                                         : OwnFacts::going_on(mover));
    const std::size_t first = hashes_.size();
    const std::uint64_t hash = s_.starts_.hash(state);
    if (!result.is_over || is_solved_start(traits_, s_.starts_, state, result)) {
      images_.append_successors(
          rules_->expand(state), [&](const OwnState& next) { return rules_->canonical(next); },
          s_.starts_, hashes_, nexts_);
    }
    found.digest += digest_of(hash, result, mover, std::span(hashes_).subspan(first));
    asked_.push_back({number, state, mover, !result.is_over, nexts_.size()});
  }

  void look_up() {
    places_.clear();
    std::size_t next = 0;
    for (const Asked& asked : asked_) {
      for (; next < asked.nexts_end; ++next)
        places_.push_back(place_of(asked.state, nexts_[next], hashes_[next]));
    }
  }
  Place place_of(const OwnState& from, const OwnState& state, std::uint64_t hash) {
    const int number = rules_->layer(state);
    const OwnLayer* layer = &layer_;
    if (number != layer_.number) {
      const auto there = s_.numbers_.find(number);
      const bool is_higher = there != s_.numbers_.end() && number > layer_.number;
      if (!is_higher) fail(from, state);
      layer = &s_.layers_[there->second];
    }
    const std::optional<std::uint32_t> place = layer->states.find(state, hash);
    if (!place) fail(from, state);
    return {layer, *place};
  }
  [[noreturn]] void fail(const OwnState& from, const OwnState& state) {
    rules_->fail("moves", &from,
                 fmt::format("asked again, they lead to {}, which is new, or in another layer",
                             own_state_text(*rules_, state)));
  }

  void take(const Asked& asked, std::size_t next, Found& found) {
    const int side = traits_.is_puzzle() || asked.mover == 0 ? 1 : -1;
    ExitsOfState exits(side, s_.count(), traits_.is_puzzle());
    targets_.clear();
    for (; asked.goes_on && next < asked.nexts_end; ++next) {
      if (places_[next].layer == &layer_) {
        targets_.push_back(places_[next].number);
      } else {
        add_exit(places_[next], exits, found.facts[asked.number - asked_.front().number]);
      }
    }
    std::ranges::sort(targets_);
    append_numbers(found.lists, asked.number, targets_);
    found.edges += targets_.size();
    found.counts.push_back(
        static_cast<std::uint16_t>(static_cast<int>(targets_.size()) + exits.count()));
    exits.append_to(found.exits, asked.number);
  }
  void add_exit(const Place& place, ExitsOfState& exits, OwnFacts& facts) const {
    const OwnFacts there = place.layer->facts[place.number];
    if (there.is_over()) facts.note_near_end();
    const int value = place.layer->values[place.number];
    if (traits_.scores) return exits.add((value > 0) - (value < 0), std::abs(value));
    if (there.is_over()) return exits.add(there.sign(), 1);
    exits.add((value > 0) - (value < 0), std::abs(value) + 1);
  }

  const OwnLayeredSolve& s_;
  const OwnTraits& traits_;
  const OwnLayer& layer_;
  OwnProgram::Lease rules_;
  OwnImages images_;
  std::vector<Asked> asked_;
  std::vector<std::uint64_t> hashes_;  // of all that their moves lead to
  std::vector<OwnState> nexts_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> targets_;
};

OwnLayeredSolve::OwnLayeredSolve(const OwnProgram& program, TableHeader header,
                                 const std::string& path, SolveOptions options)
    : program_(program),
      folder_(std::filesystem::path(path).parent_path()),
      starts_(program.traits().state_bytes),
      driver_(*this, std::move(header), path, std::move(options)) {}

std::uint64_t OwnLayeredSolve::bytes_of_layers() const {
  std::uint64_t bytes = fixed_memory + (graph_ ? graph_->bytes() : 0);
  for (const OwnLayer& layer : layers_) bytes += layer.bytes();
  return bytes;
}

namespace {

// What solving a layer takes beside its states: facts, counts, exits, words and a frontier, and
// what it keeps; without edges.
std::uint64_t bytes_to_solve(const OwnLayer& layer) {
  constexpr std::uint64_t of_state = 1 + 2 + 2 * sizeof(OwnExit) + 8 + 3;
  return of_state * layer.states.size();
}
// About.
std::uint64_t bytes_of_packed_edges(const OwnLayer& layer) { return 3 * layer.inner_edges; }

}  // namespace

MemoryNeed OwnLayeredSolve::memory(std::size_t step) const {
  if (explorer_) return {.bytes = explorer_->bytes() + fixed_memory, .at_least = true};
  if (layers_.empty()) return {.bytes = fixed_memory, .at_least = true};
  std::uint64_t most = 0;
  for (std::size_t i = 0; step < layers_.size() && i <= number_of(step); ++i) {
    const OwnLayer& layer = layers_[i];
    const std::uint64_t packed =
        OwnReverseEdges::bytes_of_packed(layer.states.size(), bytes_of_packed_edges(layer));
    most = std::max(most, bytes_to_solve(layer) + (layer.inner_edges == 0 ? 0 : packed));
  }
  // (All keep their facts and values to the end.)
  const std::uint64_t kept = bytes_of_layers() + 3 * (total_ - solved_);
  return {.bytes = kept + std::max(most, bytes_to_write_own(total_))};
}

bool OwnLayeredSolve::forward(Driver& driver) {
  if (!explorer_) {
    explorer_ = std::make_unique<OwnLayerExplorer>(program_, driver.threads());
    explorer_->begin();
  }
  const bool done = explorer_->run([&] { return driver.should_pause(Phase::enumerating); },
                                   [&] { driver.limit().require(memory(0)); });
  driver.show(Phase::enumerating);
  if (!done) return false;
  starts_ = explorer_->take_starts();
  layers_ = explorer_->take_layers();
  explorer_.reset();
  end_exploring();
  report.positions = total_;
  return true;
}

void OwnLayeredSolve::end_exploring() {
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    numbers_[layers_[i].number] = i;
    total_ += layers_[i].states.size();
  }
}

void OwnLayeredSolve::begin(Driver& driver, std::size_t step) {
  driver.show(Phase::initialising);
  make_graph(driver, layer_of(step));
}

bool OwnLayeredSolve::lists_fit(const OwnLayer& layer, const MemoryLimit& limit) const {
  const std::uint64_t edges =
      OwnReverseEdges::bytes_of_lists(layer.states.size(), layer.inner_edges) +
      bytes_of_packed_edges(layer);
  return limit.none() || bytes_of_layers() + bytes_to_solve(layer) + edges <= limit.bytes();
}

void OwnLayeredSolve::make_graph(Driver& driver, const OwnLayer& layer) {
  graph_ = std::make_unique<OwnMoveGraph>(folder_);
  if (!lists_fit(layer, driver.limit())) graph_->edges.move_to_file();
}

// Asks for the moves of all states of a layer, from where it stopped. Returns whether all are done.
bool OwnLayeredSolve::find_moves(Driver& driver, const OwnLayer& layer) {
  const std::uint32_t task_states = program_.is_interpreted() ? 32 : 256;
  constexpr std::uint32_t batch_states = 1 << 14;
  const int threads = program_.most_threads(driver.threads());
  while (graph_->facts.size() < layer.states.size()) {
    if (driver.should_pause(Phase::initialising)) return false;
    const auto begin = static_cast<std::uint32_t>(graph_->facts.size());
    const std::uint32_t end =
        begin + std::min<std::uint32_t>(layer.states.size() - begin,
                                        program_.is_interpreted() ? 1024 : batch_states);
    const auto begin_of = [&](std::uint64_t task) {
      return std::min(end, begin + static_cast<std::uint32_t>(task) * task_states);
    };
    const std::uint64_t tasks = (end - begin + task_states - 1) / task_states;
    std::vector<Found> found(tasks);
    parallel_tasks(tasks, threads, [&] {
      return [&, worker = std::make_shared<Worker>(*this, layer)](std::uint64_t task) {
        worker->expand(begin_of(task), begin_of(task + 1), found[task]);
      };
    });
    for (std::uint64_t task = 0; task < tasks; ++task)
      take(begin_of(task + 1) - begin_of(task), found[task]);
  }
  return true;
}

void OwnLayeredSolve::take(std::uint32_t states, Found& found) {
  graph_->facts.append(found.facts);
  graph_->ends.append(found.ends);
  graph_->counts.append(found.counts);
  graph_->exits.insert(graph_->exits.end(), found.exits.begin(), found.exits.end());
  graph_->edges.append(states, found.lists);
  graph_->edge_count += found.edges;
  digest_ += found.digest;
  over_ += static_cast<std::uint64_t>(std::ranges::count_if(found.facts, &OwnFacts::is_over));
  found = {};
}

void OwnLayeredSolve::make_values(Driver& driver, const OwnLayer& layer) {
  if (layer.inner_edges == 0) {
    reverse_ = std::make_unique<NoReverseEdges>();
  } else {
    reverse_ = reversed_edges(*graph_, lists_fit(layer, driver.limit()), driver.threads());
  }
  values_ = std::make_unique<OwnValues>(*graph_, *reverse_, program_.traits().is_puzzle(), count(),
                                        driver.threads());
}

TableWork::StepEnd OwnLayeredSolve::step(Driver& driver, std::size_t step) {
  OwnLayer& layer = layers_[number_of(step)];
  if (!values_) {
    if (!find_moves(driver, layer)) return StepEnd::paused;
    graph_->note_near_ends(driver.threads());
    graph_->sort_exits(count() == OwnValues::Count::scores);
    make_values(driver, layer);
    values_->begin();
    graph_->counts.clear();
  }
  if (!values_->run([&] { return driver.should_pause(Phase::propagating); }))
    return StepEnd::paused;
  keep_values(layer);
  return StepEnd::done;
}

void OwnLayeredSolve::keep_values(OwnLayer& layer) {
  const std::uint32_t size = layer.states.size();
  layer.facts = HugeArray<OwnFacts>(size);
  layer.values = HugeArray<std::int16_t>(size);
  for (std::uint32_t state = 0; state < size; ++state) {
    layer.facts[state] = graph_->facts[state];
    layer.values[state] = static_cast<std::int16_t>(values_->value(state));
  }
  solved_ += size;
  values_.reset();
  reverse_.reset();
  graph_.reset();
}

// (States of different layers have codes of any order, so the table is written when all are done.)
void OwnLayeredSolve::write(Driver& driver, std::size_t step) {
  if (step + 1 < steps()) return;
  const LayersStates states(layers_, program_.traits().is_puzzle());
  write_own_table(driver, program_, states, over_, digest_, report);
}

RunState OwnLayeredSolve::save(const RunPlace& place) {
  RunState state = explorer_ ? explorer_->save() : RunState();
  state.numbers["layout"] = {own_checkpoint_layout};
  if (explorer_) return state;
  OwnLayerExplorer::save_layers(layers_, starts_, state);
  state.numbers["digest"] = {digest_};
  state.numbers["over"] = {over_};
  for (const OwnLayer& layer : layers_) {
    if (layer.facts.size() == 0) continue;
    state.arrays.emplace_back(layer.facts.span());
    state.arrays.emplace_back(layer.values.span());
  }
  state.numbers["has_values"] = {values_ != nullptr};
  if (place.at != RunPlace::At::inside_step) return state;
  graph_->save(state);
  if (!values_) return state;
  values_->save(state);
  return state;
}

void OwnLayeredSolve::restore(Driver& driver, const SavedRun& saved) {
  saved.require("layout", own_checkpoint_layout);
  const RunPlace place = saved.place();
  if (place.at == RunPlace::At::forward) {
    explorer_ = std::make_unique<OwnLayerExplorer>(program_, driver.threads());
    return explorer_->restore(saved);
  }
  std::size_t array = 0;
  layers_ = OwnLayerExplorer::saved_layers(program_.traits().state_bytes, saved, starts_, array);
  end_exploring();
  digest_ = saved.number("digest");
  over_ = saved.number("over");
  for (std::size_t i = layers_.size() - place.step; i < layers_.size(); ++i) {
    OwnLayer& layer = layers_[i];
    layer.facts = HugeArray<OwnFacts>(layer.states.size());
    layer.values = HugeArray<std::int16_t>(layer.states.size());
    saved.read(array++, layer.facts.span());
    saved.read(array++, layer.values.span());
    solved_ += layer.states.size();
  }
  if (!saved.inside_step()) return;
  make_graph(driver, layer_of(place.step));
  graph_->restore(saved, array);
  if (saved.number("has_values") == 0) return;
  make_values(driver, layer_of(place.step));
  values_->restore(saved, array);
}

SolveProgress OwnLayeredSolve::progress(Phase phase) const {
  SolveProgress p{.phase = phase, .group = own_slice};
  if (explorer_ || layers_.empty()) {
    p.done = explorer_ ? explorer_->expanded() : 0;
    p.total = 0;
    return p;
  }
  p.total = total_;
  p.done = solved_;
  if (values_) {
    p.level = values_->level();
    p.done += values_->decided();
    p.fraction = static_cast<double>(values_->decided()) /
                 static_cast<double>(std::max<std::uint64_t>(1, values_->states()));
  }
  return p;
}

}  // namespace zermelo
