// SPDX-License-Identifier: MIT
#include "kinds/own/solve.h"

#include <algorithm>
#include <filesystem>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

// The states of a graph with the values that were found.
class GraphStates final : public OwnSolvedStates {
 public:
  GraphStates(const OwnGraph& graph, const OwnValues& values, bool is_puzzle)
      : graph_(graph), values_(values), is_puzzle_(is_puzzle) {}
  std::uint64_t size() const override { return graph_.states.size(); }
  void read(std::uint64_t begin, std::uint64_t end,
            std::vector<OwnSolvedState>& states) const override {
    states.clear();
    for (std::uint64_t i = begin; i < end; ++i) {
      const auto state = static_cast<std::uint32_t>(i);
      const OwnFacts facts = graph_.facts[i];
      states.push_back({graph_.states.state(state), facts,
                        own_stored_value(values_.value(state), facts, is_puzzle_)});
    }
  }

 private:
  const OwnGraph& graph_;
  const OwnValues& values_;
  bool is_puzzle_;
};

OwnKeeps kept_for(const OwnProgram& program) {
  return program.traits().has_unmoves ? OwnKeeps::counts : OwnKeeps::edges;
}

}  // namespace

OwnSolve::OwnSolve(const OwnProgram& program, TableHeader header, const std::string& path,
                   SolveOptions options)
    : program_(program),
      graph_(program.traits().state_bytes, std::filesystem::path(path).parent_path(),
             kept_for(program)),
      driver_(*this, std::move(header), path, std::move(options)) {}

MemoryNeed OwnSolve::memory(std::size_t) const {
  const std::uint64_t here = graph_.bytes() + fixed_memory;
  if (explorer_ || graph_.states.size() == 0) return {.bytes = here, .at_least = true};
  const std::uint64_t states = graph_.states.size();
  const std::uint64_t packed = OwnReverseEdges::bytes_of_packed(states, graph_.edges.all_bytes());
  const std::uint64_t back = OwnValues::bytes_needed(states) + (asks_unmoves() ? 0 : packed);
  // (What finds states is gone by then, and so are frontiers.)
  const std::uint64_t writing =
      here - graph_.states.bytes_of_places() + 4 * states + bytes_to_write_own(states);
  return {.bytes = std::max(here + back, writing)};
}

bool OwnSolve::forward(Driver& driver) {
  if (!explorer_) {
    explorer_ = std::make_unique<OwnExplorer>(program_, graph_, driver.threads());
    explorer_->begin();
  }
  // (Edges leave memory in good time: the states need most of it.)
  const auto make_room = [&] {
    const bool full = !driver.limit().none() && graph_.bytes() > driver.limit().bytes() / 2;
    if (full) graph_.edges.move_to_file();
    driver.limit().require(memory(0));
  };
  const bool done =
      explorer_->run([&] { return driver.should_pause(Phase::enumerating); }, make_room);
  driver.show(Phase::enumerating);
  if (!done) return false;
  report.positions = graph_.states.size();
  end_exploring(driver.limit());
  return true;
}

void OwnSolve::end_exploring(const MemoryLimit& limit) {
  explorer_.reset();
  if (asks_unmoves()) return;
  graph_.states.forget_places();
  if (!lists_fit(limit)) return graph_.edges.move_to_file();
  // (Lists of the edges reversed take twice as much again. Reading the edges in order meanwhile is
  // as quick from a file; where there is no room for it, they may stay.)
  constexpr std::uint64_t worth_moving = std::uint64_t{1} << 28;
  if (graph_.edges.bytes() < worth_moving) return;
  try {
    graph_.edges.move_to_file();
  } catch (const FileError&) {
  }
}

// Whether the reversed edges may be lists, beside what there is.
bool OwnSolve::lists_fit(const MemoryLimit& limit) const {
  const std::uint64_t states = graph_.states.size();
  const std::uint64_t lists = OwnReverseEdges::bytes_of_lists(states, graph_.edge_count);
  const std::uint64_t all = graph_.bytes() + lists + OwnValues::bytes_needed(states) + fixed_memory;
  return limit.none() || all <= limit.bytes();
}

void OwnSolve::make_values(Driver& driver) {
  if (asks_unmoves()) {
    auto unmoves = std::make_unique<OwnUnmoves>(program_, graph_);
    unmoves_ = unmoves.get();
    reverse_ = std::move(unmoves);
  } else {
    reverse_ = reversed_edges(graph_, lists_fit(driver.limit()), driver.threads());
  }
  const auto count = program_.traits().scores ? OwnValues::Count::scores : OwnValues::Count::plies;
  // (Rules with one thread are asked by one.)
  const int threads = asks_unmoves() ? program_.most_threads(driver.threads()) : driver.threads();
  values_ =
      std::make_unique<OwnValues>(graph_, *reverse_, program_.traits().is_puzzle(), count, threads);
}

void OwnSolve::begin(Driver& driver, std::size_t) {
  driver.show(Phase::initialising);
  make_values(driver);
  values_->begin();
  graph_.counts.clear();
}

TableWork::StepEnd OwnSolve::step(Driver& driver, std::size_t) {
  const auto should_pause = [&] { return driver.should_pause(Phase::propagating); };
  if (!values_->run(should_pause)) return StepEnd::paused;
  if (unmoves_ == nullptr) return StepEnd::done;
  const int threads = program_.most_threads(driver.threads());
  if (!unmoves_->ask_about_rest(*values_, threads, should_pause)) return StepEnd::paused;
  unmoves_->require_complete();
  return StepEnd::done;
}

void OwnSolve::write(Driver& driver, std::size_t) {
  unmoves_ = nullptr;
  reverse_.reset();
  graph_.states.forget_places();
  graph_.note_near_ends(driver.threads());
  graph_.edges.clear();
  const GraphStates states(graph_, *values_, program_.traits().is_puzzle());
  write_own_table(driver, program_, states, graph_.over, graph_.digest, report);
}

// While values are found, the graph is saved with them, for it is needed to go on.
RunState OwnSolve::save(const RunPlace& place) {
  const std::uint32_t expanded = explorer_ ? explorer_->expanded() : graph_.states.size();
  RunState state = OwnExplorer::save(graph_, expanded);
  state.numbers["layout"] = {own_checkpoint_layout};
  if (place.at != RunPlace::At::inside_step) return state;
  values_->save(state);
  if (unmoves_ != nullptr) {
    state.numbers["unmoves"] = {unmoves_->sum().edges, unmoves_->sum().digest};
    state.numbers["asked"] = {unmoves_->asked()};
  }
  return state;
}

void OwnSolve::restore(Driver& driver, const SavedRun& saved) {
  saved.require("layout", own_checkpoint_layout);
  explorer_ = std::make_unique<OwnExplorer>(program_, graph_, driver.threads());
  std::size_t array = explorer_->restore(saved);
  if (saved.place().at == RunPlace::At::forward) return;
  end_exploring(driver.limit());
  if (!saved.inside_step()) return;
  make_values(driver);
  graph_.counts.clear();
  values_->restore(saved, array);
  if (unmoves_ == nullptr) return;
  const std::vector<std::uint64_t>& sum = saved.list("unmoves");
  unmoves_->restore({sum.at(0), sum.at(1)}, saved.number<std::uint32_t>("asked"));
}

SolveProgress OwnSolve::progress(Phase phase) const {
  SolveProgress p{.phase = phase, .group = own_slice};
  if (explorer_ || !values_) {
    p.done = explorer_ ? explorer_->expanded() : graph_.states.size();
    p.total = 0;
    return p;
  }
  p.level = values_->level();
  p.done = values_->decided();
  p.total = graph_.states.size();
  p.fraction =
      static_cast<double>(p.done) / static_cast<double>(std::max<std::uint64_t>(1, p.total));
  return p;
}

}  // namespace zermelo
