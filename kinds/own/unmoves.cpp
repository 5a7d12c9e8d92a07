// SPDX-License-Identifier: MIT
#include "kinds/own/unmoves.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/own/game.h"
#include "kinds/own/successors.h"

namespace zermelo {

class OwnUnmoves::Asker final : public Reader {
 public:
  explicit Asker(const OwnUnmoves& unmoves)
      : u_(unmoves), graph_(unmoves.graph_), rules_(unmoves.program_.lease()) {}

  void read(std::span<const std::uint32_t> targets, std::vector<OwnEdge>& edges) override {
    hashes_.clear();
    states_.clear();
    asked_.clear();
    for (const std::uint32_t target : targets) ask(target);
    OwnEdgeSum sum;
    find_all(graph_.states, states_, hashes_,
             [&](std::size_t i, std::optional<std::uint32_t> source) {
               if (source) take(*source, asked_[i], hashes_[i], sum, edges);
             });
    u_.edges_.fetch_add(sum.edges, std::memory_order_relaxed);
    u_.digest_.fetch_add(sum.digest, std::memory_order_relaxed);
  }

 private:
  struct Asked {
    std::uint32_t number;
    std::uint64_t hash;
  };

  void ask(std::uint32_t target) {
    const OwnState state = graph_.states.state(target);
    images_.clear();
    for (const OwnState& before : rules_->unmoves(state))
      images_.add(rules_->canonical(before), graph_.states);
    const std::size_t count = images_.append_to(hashes_, states_);
    asked_.insert(asked_.end(), count, {target, graph_.states.hash(state)});
  }
  void take(std::uint32_t source, const Asked& target, std::uint64_t source_hash, OwnEdgeSum& sum,
            std::vector<OwnEdge>& edges) {
    sum.add(source_hash, target.hash);
    edges.push_back({source, target.number});
    if (graph_.facts[target.number].is_over()) graph_.facts[source].note_near_end();
  }

  const OwnUnmoves& u_;
  OwnGraph& graph_;
  OwnProgram::Lease rules_;
  OwnImages images_;
  std::vector<std::uint64_t> hashes_;  // of the states before all targets
  std::vector<OwnState> states_;
  std::vector<Asked> asked_;  // by state before: the target
};

std::unique_ptr<OwnReverseEdges::Reader> OwnUnmoves::reader() const {
  return std::make_unique<Asker>(*this);
}

void OwnUnmoves::restore(const OwnEdgeSum& sum, std::uint32_t asked) {
  edges_ = sum.edges;
  digest_ = sum.digest;
  asked_ = asked;
}

bool OwnUnmoves::ask_about_rest(const OwnValues& values, int threads,
                                const std::function<bool()>& should_pause) {
  constexpr std::uint32_t task_states = 256;
  const std::uint32_t batch = states_between_pauses();
  while (asked_ < graph_.states.size()) {
    if (should_pause()) return false;
    const std::uint32_t states = std::min(batch, graph_.states.size() - asked_);
    parallel_tasks((states + task_states - 1) / task_states, threads, [&] {
      return [&, reader = std::shared_ptr(reader()), targets = std::vector<std::uint32_t>(),
              edges = std::vector<OwnEdge>()](std::uint64_t task) mutable {
        targets.clear();
        edges.clear();
        const auto begin = static_cast<std::uint32_t>(task) * task_states;
        for (std::uint32_t i = begin; i < std::min(states, begin + task_states); ++i)
          if (!values.was_propagated(asked_ + i)) targets.push_back(asked_ + i);
        reader->read(targets, edges);
      };
    });
    asked_ += states;
  }
  return true;
}

void OwnUnmoves::require_complete() const {
  if (sum() != graph_.going_on) find_wrong_state();
}

namespace {

// Looks for what is wrong with `unmoves`, by asking for each state again.
class WrongUnmoves {
 public:
  WrongUnmoves(const OwnProgram& program, const OwnGraph& graph)
      : graph_(graph), rules_(program.lease()) {}

  void look_at(std::uint32_t number) {
    const OwnState state = graph_.states.state(number);
    if (!graph_.facts[number].is_over()) {
      for (const OwnState& next : nexts(state))
        if (!contains(befores(next), state)) fail(next, "lacks", state, "a move");
    }
    for (const OwnState& before : befores(state)) {
      const std::optional<std::uint32_t> found =
          graph_.states.find(before, graph_.states.hash(before));
      if (!found) continue;
      const bool is_there = !graph_.facts[*found].is_over() && contains(nexts(before), state);
      if (!is_there) fail(state, "has", before, "no move");
    }
  }

 private:
  std::vector<OwnState> nexts(const OwnState& state) {
    std::vector<OwnState> all;
    for (const OwnMove& move : rules_->expand(state)) all.push_back(rules_->canonical(move.next));
    return all;
  }
  std::vector<OwnState> befores(const OwnState& state) {
    std::vector<OwnState> all;
    for (const OwnState& before : rules_->unmoves(state)) all.push_back(rules_->canonical(before));
    return all;
  }
  static bool contains(const std::vector<OwnState>& states, const OwnState& state) {
    return std::ranges::find(states, state) != states.end();
  }
  [[noreturn]] void fail(const OwnState& at, const char* has, const OwnState& before,
                         const char* move) {
    rules_->fail("unmoves", &at,
                 fmt::format("it {} {}, from which {} leads there", has,
                             own_state_text(*rules_, before), move));
  }

  const OwnGraph& graph_;
  OwnProgram::Lease rules_;
};

}  // namespace

void OwnUnmoves::find_wrong_state() const {
  WrongUnmoves wrong(program_, graph_);
  for (std::uint32_t state = 0; state < graph_.states.size(); ++state) wrong.look_at(state);
  throw RulesError(fmt::format(
      "{}: unmoves takes back {} moves, and there are {}; asked again, it contradicts itself.",
      program_.where(), sum().edges, graph_.going_on.edges));
}

}  // namespace zermelo
