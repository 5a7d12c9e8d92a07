// SPDX-License-Identifier: MIT
// The moves of a graph by the states that they lead to, as the rules themselves say: a call of
// `unmoves` for each state, so that no edge takes memory.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "kinds/own/graph.h"
#include "kinds/own/values.h"

namespace zermelo {

// It notes which states are one move from an end, and sums up the edges that it finds: if each
// state was asked about once, the sum is that of the graph (OwnGraph::going_on) if and only if
// `unmoves` takes back exactly the moves that there are, up to a chance of 2^-64.
class OwnUnmoves final : public OwnReverseEdges {
 public:
  // Both must outlive this object. The graph is found, and knows where its states are.
  OwnUnmoves(const OwnProgram& program, OwnGraph& graph) : program_(program), graph_(graph) {}

  std::uint64_t bytes() const override { return 0; }
  // (Interpreted rules may take milliseconds for a state.)
  std::uint32_t states_between_pauses() const override {
    return program_.is_interpreted() ? 64 : 1 << 18;
  }
  std::unique_ptr<Reader> reader() const override;

  // Asks about the states from number asked() on that the values have not asked about, until
  // should_pause() or the end. Returns whether it is the end.
  bool ask_about_rest(const OwnValues& values, int threads,
                      const std::function<bool()>& should_pause);
  std::uint32_t asked() const { return asked_; }
  OwnEdgeSum sum() const { return {edges_, digest_}; }
  // For checkpoints.
  void restore(const OwnEdgeSum& sum, std::uint32_t asked);

  // Throws RulesError if the sum is not that of the graph, with a state at which `unmoves` is
  // wrong.
  void require_complete() const;

 private:
  class Asker;
  [[noreturn]] void find_wrong_state() const;

  const OwnProgram& program_;
  OwnGraph& graph_;
  std::uint32_t asked_ = 0;
  mutable std::atomic<std::uint64_t> edges_ = 0, digest_ = 0;
};

}  // namespace zermelo
