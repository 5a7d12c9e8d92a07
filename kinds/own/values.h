// SPDX-License-Identifier: MIT
// Retrograde analysis of a graph whose players need not alternate: plies to the end, moves to a
// puzzle's goal, or scores. Values are those of player 0, whoever is to move.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/value.h"
#include "kinds/own/graph.h"
#include "tablebase/job/run_state.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// A move from one state to another.
struct OwnEdge {
  std::uint32_t source, target;
};

// The moves of a graph, by the states that they lead to.
class OwnReverseEdges {
 public:
  // For one thread.
  class Reader {
   public:
    virtual ~Reader() = default;
    // Appends the edges that lead to these states.
    virtual void read(std::span<const std::uint32_t> targets, std::vector<OwnEdge>& edges) = 0;
  };

  virtual ~OwnReverseEdges() = default;
  virtual std::uint64_t bytes() const = 0;
  // How many states' edges are read before the work may pause.
  virtual std::uint32_t states_between_pauses() const { return std::uint32_t{1} << 24; }
  // Readers may be used at once. This object must outlive them.
  virtual std::unique_ptr<Reader> reader() const = 0;

  // What both ways take while they are made, beside the edges themselves. (Packed by target, gaps
  // are up to half larger; and an eighth of the edges is unpacked meanwhile.)
  static std::uint64_t bytes_of_lists(std::uint64_t states, std::uint64_t edges) {
    return 4 * edges + 4 * states;
  }
  static std::uint64_t bytes_of_packed(std::uint64_t states, std::uint64_t packed_edges) {
    return packed_edges + packed_edges / 2 + packed_edges / 4 + 8 * states;
  }

 protected:
  // Where each state's list begins: numbers that ascend by less than 2^32 in a page.
  class Begins {
   public:
    void set(std::uint32_t state, std::uint64_t begin);
    void make(std::uint64_t states);
    std::uint64_t of(std::uint32_t state) const { return pages_[state / page] + offsets_[state]; }
    std::uint64_t bytes() const { return offsets_.size() * 4; }
    void prefetch(std::uint32_t state) const { __builtin_prefetch(&offsets_[state]); }

    static constexpr std::uint32_t page = 1 << 12;

   private:
    std::vector<std::uint64_t> pages_;
    HugeArray<std::uint32_t> offsets_;
  };

  // Reads lists in memory: `Reverse` has prefetch(state) and for_each(state, visit).
  template <class Reverse>
  class ListReader final : public Reader {
   public:
    explicit ListReader(const Reverse& reverse) : reverse_(reverse) {}
    void read(std::span<const std::uint32_t> targets, std::vector<OwnEdge>& edges) override {
      constexpr std::size_t ahead = 8;
      for (std::size_t i = 0; i < targets.size(); ++i) {
        if (i + ahead < targets.size()) reverse_.prefetch(targets[i + ahead]);
        reverse_.for_each(targets[i], [&](std::uint32_t source) {
          edges.push_back({source, targets[i]});
        });
      }
    }

   private:
    const Reverse& reverse_;
  };
};

// Four bytes an edge.
class OwnReverseLists final : public OwnReverseEdges {
 public:
  OwnReverseLists(const OwnEdges& edges, std::uint64_t edge_count, int threads);
  std::uint64_t bytes() const override { return 4 * sources_.size() + begins_.bytes(); }
  std::unique_ptr<Reader> reader() const override {
    return std::make_unique<ListReader<OwnReverseLists>>(*this);
  }
  void prefetch(std::uint32_t state) const { __builtin_prefetch(&sources_[begins_.of(state)]); }
  template <class Visit>
  void for_each(std::uint32_t state, Visit&& visit) const {
    for (std::uint64_t i = begins_.of(state), end = begins_.of(state + 1); i < end; ++i)
      visit(sources_[i]);
  }

 private:
  HugeArray<std::uint32_t> sources_;
  Begins begins_;
};

// Packed as the edges are; made in several passes over the edges, so that only a part of them is
// unpacked at a time.
class OwnPackedReverse final : public OwnReverseEdges {
 public:
  OwnPackedReverse(const OwnEdges& edges, int threads);
  std::uint64_t bytes() const override { return bytes_ + begins_.bytes(); }
  std::unique_ptr<Reader> reader() const override {
    return std::make_unique<ListReader<OwnPackedReverse>>(*this);
  }
  void prefetch(std::uint32_t state) const { __builtin_prefetch(list_of(state)); }
  template <class Visit>
  void for_each(std::uint32_t state, Visit&& visit) const {
    const std::byte* from = list_of(state);
    for_each_number(from, state, visit);
  }

 private:
  static constexpr std::uint32_t parts = 8;
  void make_part(const OwnEdges& edges, std::uint32_t begin, std::uint32_t end, int threads);
  const std::byte* list_of(std::uint32_t state) const {
    return lists_[state / part_states_].data() + begins_.of(state);
  }

  std::uint32_t part_states_ = 1;
  // By part; what a list does not need at the end of its room takes no memory.
  std::vector<HugeArray<std::byte>> lists_;
  Begins begins_;
  std::uint64_t bytes_ = 0;
};

// The edges of a graph, reversed: as lists, which are faster, or packed, which take less memory.
std::unique_ptr<OwnReverseEdges> reversed_edges(const OwnMoveGraph& graph, bool as_lists,
                                                int threads);

// What a table stores of a value for player 0, for the side to move.
inline Value own_stored_value(int value, OwnFacts facts, bool is_puzzle) {
  return Value::of_score(is_puzzle || facts.mover() == 0 ? value : -value);
}

// Finds the values. A word per state: the value so far (0: not decided), and how many moves lead to
// states that the opponent of the side to move has not won yet.
class OwnValues {
 public:
  enum class Count : std::uint8_t { plies, scores };

  // All must outlive this object.
  OwnValues(const OwnMoveGraph& graph, const OwnReverseEdges& reverse, bool is_puzzle, Count count,
            int threads);

  // Sets the words to what the graph says before anything is decided.
  void begin();
  // Level by level; in a solve for scores, from the greatest score down. Returns whether it is
  // finished; if not, it has paused, and the next call goes on. Throws RulesError for more than
  // 32,767 plies.
  bool run(const std::function<bool()>& should_pause);

  // > 0: won by player 0 in so many plies, or by that score; < 0: by player 1; 0: a draw, or a
  // puzzle without solution. (Of a state in which the game is over: 0 plies count as undecided.)
  int value(std::uint32_t state) const { return static_cast<std::int16_t>(words_[state] & 0xffff); }

  int level() const { return level_; }
  std::uint64_t decided() const { return decided_; }
  std::uint64_t states() const { return words_.size(); }
  // Words and frontiers.
  static std::uint64_t bytes_needed(std::uint64_t states) { return 8 * states; }
  // Whether the states before this one were asked for: it is decided, or over with a winner.
  bool was_propagated(std::uint32_t state) const;

  // For checkpoints, between two calls of run(): appends arrays, and reads them from number `array`
  // on. (Who keeps them numbers their layout.)
  void save(RunState& state) const;
  void restore(const SavedRun& saved, std::size_t array);

 private:
  // From the lowest bit: the value, how many moves are left, and whether player 1 is to move.
  using Word = std::uint32_t;
  static constexpr int count_shift = 16;
  static constexpr Word player_1 = Word{1} << 31;

  Word first_word(std::uint32_t state, std::uint64_t moves) const;
  bool run_plies(const std::function<bool()>& should_pause);
  bool run_scores(const std::function<bool()>& should_pause);
  // Propagates the rest of the frontier, until should_pause(); what it decides gets this many
  // plies, or this score. Returns whether it is done: what was decided is then the frontier.
  bool propagate(int magnitude, const std::function<bool()>& should_pause);
  void propagate(std::span<const std::uint32_t> decided, int magnitude);
  void decide_by(std::uint32_t source, int sign, int magnitude, std::vector<std::uint32_t>& next);
  void take_exits(int magnitude, std::vector<std::uint32_t>& next);
  void find_next_exit();
  int sign_of(std::uint32_t state) const;
  void seed(int score);

  const OwnMoveGraph& graph_;
  const OwnReverseEdges& reverse_;
  bool is_puzzle_;
  Count count_;
  int threads_;
  HugeArray<Word> words_;
  std::vector<std::uint32_t> frontier_;
  std::size_t propagated_ = 0;       // states of the frontier
  std::vector<std::uint32_t> next_;  // what they have decided
  std::size_t next_exit_ = 0;
  int level_ = 0;
  std::uint64_t decided_ = 0;
};

}  // namespace zermelo
