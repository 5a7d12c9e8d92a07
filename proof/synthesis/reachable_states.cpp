// SPDX-License-Identifier: MIT
#include "proof/synthesis/reachable_states.h"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <unordered_set>
#include <utility>

namespace zermelo::proof {
namespace {

constexpr std::size_t most_latches = 64, most_inputs = 12, most_states = 2000;
// Gates evaluated, for 64 choices of the inputs at once: for a part, and for all of them.
constexpr std::size_t most_work_of_part = 1'000'000, most_work = 20'000'000;

// Latches with all latches, inputs and gates that their next values depend on.
struct Part {
  std::vector<std::size_t> latches;   // numbers, ascending
  std::vector<std::uint32_t> inputs;  // nodes that are inputs of either side
  std::vector<std::uint32_t> gates;   // nodes, each after those that it needs
};

class Parts {
 public:
  explicit Parts(const SafetyGraph& game)
      : game_(game), latch_of_(game.aig.size(), no_latch), seen_(game.aig.size(), no_latch) {
    for (std::size_t k = 0; k < game.latches.size(); ++k) latch_of_[game.latches[k].node()] = k;
  }

  // The larger ones first.
  std::vector<Part> all() {
    std::vector<Part> result;
    for (std::size_t k = 0; k < game_.latches.size(); ++k)
      if (std::optional<Part> part = part_of(k)) result.push_back(std::move(*part));
    std::ranges::stable_sort(result, std::ranges::greater(),
                             [](const Part& part) { return part.latches.size(); });
    return result;
  }

 private:
  static constexpr std::size_t no_latch = ~std::size_t{0};

  // Nothing if it is too large.
  std::optional<Part> part_of(std::size_t latch) {
    Part part;
    std::vector<std::uint32_t> waiting = {game_.latches[latch].node()};
    while (!waiting.empty()) {
      const std::uint32_t node = waiting.back();
      waiting.pop_back();
      if (node == 0 || std::exchange(seen_[node], latch) == latch) continue;
      if (game_.aig.is_and(node)) {
        part.gates.push_back(node);
        waiting.insert(waiting.end(), {game_.aig.left(node).node(), game_.aig.right(node).node()});
      } else if (latch_of_[node] != no_latch) {
        part.latches.push_back(latch_of_[node]);
        waiting.push_back(game_.next[latch_of_[node]].node());
      } else {
        part.inputs.push_back(node);
      }
      if (part.latches.size() > most_latches || part.inputs.size() > most_inputs) return {};
      if (part.gates.size() > most_work_of_part) return {};
    }
    std::ranges::sort(part.latches);
    std::ranges::sort(part.gates);
    return part;
  }

  const SafetyGraph& game_;
  std::vector<std::size_t> latch_of_;  // by node
  std::vector<std::size_t> seen_;      // by node: the latch whose part it was seen in last
};

class Exploration {
 public:
  explicit Exploration(const SafetyGraph& game) : game_(game), values_(game.aig.size()) {}

  // Nothing if there are too many states, or it takes too long.
  std::optional<ReachableStates> reachable(const Part& part) {
    ReachableStates result{part.latches, {start_of(part)}};
    std::unordered_set<std::uint64_t> known = {result.states.front()};
    const std::size_t before = work_;
    for (std::size_t done = 0; done < result.states.size(); ++done) {
      const std::uint64_t state = result.states[done];
      for (std::uint32_t high = 0; high < blocks(part); ++high) {
        work_ += part.gates.size() + part.latches.size();
        if (work_ > most_work || work_ - before > most_work_of_part) return {};
        for (const std::uint64_t next : successors(part, state, high))
          if (known.insert(next).second) result.states.push_back(next);
        if (result.states.size() > most_states) return {};
      }
    }
    return result;
  }

 private:
  static constexpr std::size_t lane_inputs = 6;  // 64 lanes: all choices of six inputs

  static std::uint32_t blocks(const Part& part) {
    return std::uint32_t{1} << (std::max(part.inputs.size(), lane_inputs) - lane_inputs);
  }
  std::uint64_t start_of(const Part& part) const {
    std::uint64_t state = 0;
    for (std::size_t k = 0; k < part.latches.size(); ++k)
      if (game_.start[part.latches[k]]) state |= std::uint64_t{1} << k;
    return state;
  }

  // The next states for all choices of the first six inputs, the others being the bits of `high`.
  std::array<std::uint64_t, 64> successors(const Part& part, std::uint64_t state,
                                           std::uint32_t high) {
    constexpr std::array<std::uint64_t, lane_inputs> choices = {
        0xAAAA'AAAA'AAAA'AAAA, 0xCCCC'CCCC'CCCC'CCCC, 0xF0F0'F0F0'F0F0'F0F0,
        0xFF00'FF00'FF00'FF00, 0xFFFF'0000'FFFF'0000, 0xFFFF'FFFF'0000'0000};
    for (std::size_t k = 0; k < part.latches.size(); ++k)
      values_[game_.latches[part.latches[k]].node()] = everywhere((state >> k & 1) != 0);
    for (std::size_t k = 0; k < part.inputs.size(); ++k)
      values_[part.inputs[k]] =
          k < lane_inputs ? choices[k] : everywhere((high >> (k - lane_inputs) & 1) != 0);
    for (const std::uint32_t gate : part.gates)
      values_[gate] = value(game_.aig.left(gate)) & value(game_.aig.right(gate));
    std::array<std::uint64_t, 64> result{};
    for (std::size_t k = 0; k < part.latches.size(); ++k) {
      const std::uint64_t next = value(game_.next[part.latches[k]]);
      for (std::size_t lane = 0; lane < 64; ++lane) result[lane] |= (next >> lane & 1) << k;
    }
    return result;
  }
  static std::uint64_t everywhere(bool value) { return value ? ~std::uint64_t{0} : 0; }
  std::uint64_t value(Literal literal) const {
    return literal.negated() ? ~values_[literal.node()] : values_[literal.node()];
  }

  const SafetyGraph& game_;
  std::vector<std::uint64_t> values_;  // by node, a bit for each lane
  std::size_t work_ = 0;
};

bool is_within(const Part& part, const ReachableStates& larger) {
  return std::ranges::includes(larger.latches, part.latches);
}

}  // namespace

std::vector<ReachableStates> reachable_states(const SafetyGraph& game) {
  std::vector<ReachableStates> result;
  Exploration exploration(game);
  for (const Part& part : Parts(game).all()) {
    if (std::ranges::any_of(result, [&](const auto& r) { return is_within(part, r); })) continue;
    if (auto reachable = exploration.reachable(part)) result.push_back(std::move(*reachable));
  }
  return result;
}

}  // namespace zermelo::proof
