// SPDX-License-Identifier: MIT
// All states that play can lead to in a game of one's own, and the moves between them: every state
// is expanded once, breadth first.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "kinds/own/edges.h"
#include "kinds/own/growing_array.h"
#include "kinds/own/rules.h"
#include "kinds/own/state_set.h"
#include "kinds/own/successors.h"
#include "tablebase/job/run_state.h"

namespace zermelo {

// What the rules say of a state, in one byte.
class OwnFacts {
 public:
  OwnFacts() = default;
  static OwnFacts going_on(int mover) { return OwnFacts(mover == 1 ? white : 0); }
  static OwnFacts over(int score) {
    return OwnFacts(static_cast<std::uint8_t>(ended | (score > 0 ? won : score < 0 ? lost : 0)));
  }
  bool is_over() const { return has(ended); }
  int mover() const { return has(white) ? 1 : 0; }
  // Of the result for player 0: 1, 0 or -1.
  int sign() const { return has(won) ? 1 : has(lost) ? -1 : 0; }
  std::uint8_t bits() const { return __atomic_load_n(&bits_, __ATOMIC_RELAXED); }
  static OwnFacts of_bits(std::uint8_t bits) { return OwnFacts(bits); }
  // Whether a move leads from the state to one in which the game is over, if somebody noted it.
  bool is_near_end() const { return has(near_end); }
  // Any number of threads may note things of the same state, and ask about it, at once.
  void note_near_end() { std::atomic_ref(bits_).fetch_or(near_end, std::memory_order_relaxed); }

 private:
  static constexpr std::uint8_t ended = 1, white = 2, won = 4, lost = 8, near_end = 16;
  bool has(std::uint8_t bit) const { return (bits() & bit) != 0; }
  explicit OwnFacts(int bits) : bits_(static_cast<std::uint8_t>(bits)) {}
  std::uint8_t bits_ = 0;
};
static_assert(sizeof(OwnFacts) == 1);

// The score of a state in which the game is over.
struct OwnEnd {
  std::uint32_t state;
  std::int32_t score;
};

// A move out of the states that are looked at, to one whose value is known.
struct OwnExit {
  std::uint32_t state;
  std::uint16_t magnitude;  // that the state has if the move decides it: plies, or a score
  std::int16_t sign;        // 1: player 0 wins there; -1: player 1
};

// The number of what both solves of such games save in checkpoints: raised by every change, so that
// nobody goes on from what an earlier version has saved.
constexpr std::uint64_t own_checkpoint_layout = 2;

// States by number, and the moves between them: what retrograde analysis is about.
class OwnMoveGraph {
 public:
  // `folder`: as of OwnEdges.
  explicit OwnMoveGraph(const std::string& folder) : edges(folder) {}

  OwnEdges edges;
  GrowingArray<OwnFacts> facts;  // by state
  GrowingArray<OwnEnd> ends;     // ascending; only if scores count
  // By state, how many moves have to be refuted before it is lost. Empty: as many as `edges` has.
  GrowingArray<std::uint16_t> counts;
  std::vector<OwnExit> exits;  // in the order in which values are found
  std::uint64_t edge_count = 0;

  // As OwnValues takes them: those with few plies, or with a great score, first.
  void sort_exits(bool by_scores);
  // Notes in the facts which states have an edge to one in which the game is over.
  void note_near_ends(int threads);

  // For checkpoints: appends arrays; reads them from number `array` on, which then is that of the
  // first array after them.
  void save(RunState& state) const;
  void restore(const SavedRun& saved, std::size_t& array);

  std::uint64_t bytes() const {
    return edges.bytes() + facts.bytes() + counts.bytes() + ends.bytes() +
           exits.capacity() * sizeof(OwnExit);
  }
};

// What is kept of the moves: where they lead, or only how many different states each state has
// moves to, for a solve that asks the rules again.
enum class OwnKeeps : std::uint8_t { edges, counts };

class OwnGraph : public OwnMoveGraph {
 public:
  OwnGraph(std::size_t state_bytes, const std::string& folder, OwnKeeps what = OwnKeeps::edges)
      : OwnMoveGraph(folder), keeps(what), states(state_bytes) {}

  OwnKeeps keeps;
  OwnStateSet states;
  std::uint64_t over = 0;  // states in which the game is
  std::uint64_t digest = 0;
  // Of the edges that leave states in which the game goes on; only if edges are not kept.
  OwnEdgeSum going_on;
  std::uint32_t starts = 0;  // the first states are the starts

  std::uint64_t bytes() const { return states.bytes() + OwnMoveGraph::bytes(); }
};

// Finds the graph. Throws RulesError and FileError.
class OwnExplorer {
 public:
  // Which functions of a game are asked, if it has them.
  enum class Functions : std::uint8_t {
    all,       // what makes it quick
    plain,     // `moves` and `play`, not `expand`
    required,  // also without `canonical`: images of a state are states of their own
  };

  // Both must outlive this object.
  OwnExplorer(const OwnProgram& program, OwnGraph& graph, int threads,
              Functions functions = Functions::all);

  // Adds the starts; to be called first, unless a state is restored.
  void begin();
  // Goes on until should_pause() (from any thread, one at a time) or the end. Returns whether it is
  // the end. before_batch() is called while nothing works on the graph.
  bool run(
      const std::function<bool()>& should_pause, const std::function<void()>& before_batch = [] {});
  bool done() const { return next_ == graph_.states.size(); }
  // States that have been expanded.
  std::uint32_t expanded() const { return next_; }

  // What has been found, between two calls of run() or when all is done; and back: returns how many
  // of the saved arrays were read. (Counts are gone once values are being found.)
  static RunState save(const OwnGraph& graph, std::uint32_t expanded);
  std::size_t restore(const SavedRun& saved);

 private:
  // A state that was not there when a task looked for it.
  struct Unknown {
    std::uint32_t target;  // where its number goes in Found::targets
    std::uint64_t hash;
    OwnState state;
  };
  // What a task finds about some neighbouring states.
  struct Found {
    std::vector<OwnFacts> facts;
    std::vector<OwnEnd> ends;
    std::vector<std::uint16_t> counts;   // of successors, by state
    std::vector<std::uint32_t> targets;  // their numbers
    std::vector<Unknown> unknown;
    std::uint64_t digest = 0;
    OwnEdgeSum going_on;
    std::vector<std::byte> lists;
  };
  class Worker;

  OwnState image_of(OwnRules& rules, const OwnState& state) const;
  void add_new_states(Found& found);
  void pack(std::uint32_t begin, Found& found) const;
  void take(std::uint32_t states, Found& found);
  std::uint32_t batch_states() const;

  const OwnProgram& program_;
  OwnGraph& graph_;
  int threads_;
  Functions functions_;
  std::uint32_t task_states_;
  std::uint32_t next_ = 0;
};

}  // namespace zermelo
