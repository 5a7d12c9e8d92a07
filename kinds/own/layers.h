// SPDX-License-Identifier: MIT
// The states of a game of one's own by layer, where no move leads to a lower one (`layer` of
// probe/zermelo_game.h): found layer by layer, without keeping a move.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "kinds/own/graph.h"
#include "kinds/own/rules.h"
#include "kinds/own/state_set.h"
#include "tablebase/job/run_state.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

// Whether a state in which the game is over is a start of a puzzle, which is expanded all the same.
bool is_solved_start(const OwnTraits& traits, const OwnStateSet& starts, const OwnState& state,
                     OwnResult result);

// The states of a layer once all are found: a sorted list, in order of their bytes, if they have at
// most eight of those, and else in the order in which they were found. Immutable.
class OwnLayerStates {
 public:
  explicit OwnLayerStates(OwnStateSet&& found);

  std::uint32_t size() const { return size_; }
  // `hash` is that of the state.
  std::optional<std::uint32_t> find(const OwnState& state, std::uint64_t hash) const;
  // Calls visit(number, state) for the states numbered begin..end-1.
  template <class Visit>
  void for_each(std::uint32_t begin, std::uint32_t end, Visit&& visit) const {
    if (!set_) {
      list_.for_each(begin, end, [&](std::uint64_t number, std::uint64_t code) {
        visit(static_cast<std::uint32_t>(number), state_of(code));
      });
      return;
    }
    for (std::uint32_t number = begin; number < end; ++number) visit(number, set_->state(number));
  }

  std::uint64_t bytes() const { return set_ ? set_->bytes() : list_.bytes(); }

  // For checkpoints: appends arrays, and reads them from number `array` on, which then is that of
  // the first array after them.
  void save(RunState& state) const;
  OwnLayerStates(std::size_t state_bytes, std::uint32_t size, bool is_list, const SavedRun& saved,
                 std::size_t& array);
  bool is_list() const { return set_ == nullptr; }

 private:
  std::uint64_t code_of(const OwnState& state) const;
  OwnState state_of(std::uint64_t code) const;
  static constexpr std::size_t most_in_lists = 8;  // bytes of a state

  std::size_t width_;
  std::uint32_t size_;
  CodeSet list_;
  std::unique_ptr<OwnStateSet> set_;  // instead of the list, if it is not null
};

// A layer that has states.
struct OwnLayer {
  int number;  // as the rules have it
  OwnLayerStates states;
  std::uint64_t inner_edges = 0;  // that stay in the layer
  // Once it is solved, by state: facts, and values for player 0 (scores also where the game is
  // over).
  HugeArray<OwnFacts> facts = {};
  HugeArray<std::int16_t> values = {};

  std::uint64_t bytes() const { return states.bytes() + facts.size() + 2 * values.size(); }
};

// Finds the layers, from the lowest on. A layer that is being looked at, and those above it that
// moves have led to, are hash tables; those below it are done. Throws RulesError and OutOfMemory.
class OwnLayerExplorer {
 public:
  // The program must outlive this object.
  OwnLayerExplorer(const OwnProgram& program, int threads);

  // Adds the starts; to be called first, unless a state is restored.
  void begin();
  // Goes on until should_pause() (from any thread, one at a time), or until a layer is done, or the
  // end. Returns whether it is the end. before_batch() is called while nothing works on the layers.
  bool run(const std::function<bool()>& should_pause, const std::function<void()>& before_batch);

  const std::deque<OwnLayer>& layers() const { return layers_; }  // those that are done
  std::deque<OwnLayer> take_layers() { return std::move(layers_); }
  // Of all layers.
  std::uint64_t states() const { return states_; }
  std::uint64_t expanded() const { return done_ + next_; }
  std::uint64_t bytes() const;
  // (A puzzle is played on from those of them that are goals.)
  OwnStateSet take_starts() { return std::move(starts_); }

  RunState save() const;
  void restore(const SavedRun& saved);

  // The same for layers that are done, and for starts.
  static void save_layers(const std::deque<OwnLayer>& layers, const OwnStateSet& starts,
                          RunState& state);
  static std::deque<OwnLayer> saved_layers(std::size_t state_bytes, const SavedRun& saved,
                                           OwnStateSet& starts, std::size_t& array);

 private:
  struct Unknown {
    int layer;
    std::uint64_t hash;
    OwnState state;
  };
  struct Found {
    std::vector<Unknown> unknown;
    std::uint64_t inner_edges = 0;
  };
  class Worker;

  OwnStateSet& open(int layer);
  void add(const Unknown& state);
  void finish_layer();

  const OwnProgram& program_;
  int threads_;
  std::uint32_t task_states_;
  OwnStateSet starts_;
  std::deque<OwnLayer> layers_;
  std::map<int, OwnStateSet> open_;  // the first is being looked at
  std::uint32_t next_ = 0;           // state of it
  std::uint64_t inner_edges_ = 0;    // of it
  std::uint64_t states_ = 0, done_ = 0;
};

}  // namespace zermelo
