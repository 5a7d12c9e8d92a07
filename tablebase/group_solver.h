// SPDX-License-Identifier: MIT
// The retrograde solver for one group of slices (docs/architecture.md, "One solver").
//
// Initialise: look at every member's moves once. Propagate by level n = 1, 2, ...: every state
// whose value is n plies is announced to its predecessors inside the group. Produce (a worker walks
// the states of the level and unmoves them), deliver (a pipeline of updates by target, so that
// their memory is on its way before it is needed) and apply (compare-and-swap on the target's word)
// are separate steps: updates of one level may be applied in any order.
//
// Work is cut into chunks of neighbouring indices; a schedule says which of them have states to
// announce at which level. Between chunks the arrays are consistent, and pausing, saving and going
// on is possible there.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "gen/edge.h"
#include "gen/value.h"
#include "tablebase/dense_set.h"
#include "tablebase/group_layout.h"
#include "tablebase/huge_array.h"
#include "tablebase/level_schedule.h"
#include "tablebase/parallel.h"
#include "tablebase/state_word.h"

namespace zermelo {

// Thrown when a value cannot be written in the words chosen; the group must be solved in wider
// ones.
struct WordTooNarrow {};

// Game as in docs/architecture.md; Word is NarrowWord or WideWord; Exits tells the values of
// positions in slices solved before (tablebase/solved_slice.h).
template <class Game, class Word, class Exits>
class GroupSolver {
 public:
  using Storage = typename Word::Storage;
  using Code = typename Word::Code;
  static constexpr int raw = 0;  // the level of initialising

  // What sets[i] holds are the members of slices[i]; all must outlive the solver.
  GroupSolver(const Game& game, std::vector<int> slices, std::vector<const DenseSet*> sets,
              const Exits& exits, int threads)
      : game_(game),
        layout_(game, std::move(slices)),
        sets_(std::move(sets)),
        exits_(exits),
        threads_(threads),
        words_(layout_.size()),
        schedule_(layout_.chunks()) {
    for (std::uint64_t chunk = 0; chunk < layout_.chunks(); ++chunk) schedule_.mark(chunk, raw);
  }

  // Bytes that solving a group with this many indices takes.
  static std::uint64_t bytes_needed(std::uint64_t indices) {
    return indices * sizeof(Storage) + LevelSchedule::bytes_needed(indices);
  }

  // Works until done (returns true) or until should_pause() says so (returns false); may be called
  // again to go on. should_pause is called often and from several threads.
  template <class ShouldPause>
  bool run(ShouldPause&& should_pause) {
    for (;;) {
      const int level = schedule_.next(level_);
      if (level == LevelSchedule::done) return true;
      if (level >= Word::max_plies) throw WordTooNarrow{};
      if (level_ == raw && level != raw) decided_ = count_decided();
      level_ = level;
      parallel_tasks(schedule_.chunks(), threads_, [&] {
        return [&, worker = Worker(*this)](std::uint64_t chunk) mutable {
          if (!schedule_.is_due(chunk, level) || should_pause()) return;
          schedule_.clear(chunk, level);
          if (level == raw) {
            worker.initialise(chunk);
          } else {
            worker.announce(chunk, level);
          }
        };
      });
      if (too_narrow_) throw WordTooNarrow{};
      schedule_.finish_level(level);
      if (should_pause()) return false;
    }
  }

  // For progress, from any thread: the level being announced (0: initialising), and the number of
  // members whose value with nothing forbidden is known (while initialising: looked at).
  int level() const { return level_.load(std::memory_order_relaxed); }
  std::uint64_t decided() const { return decided_.load(std::memory_order_relaxed); }

  // The outcome, after run() has returned true. `index` is a member of slices[i].
  Value first_value(std::size_t i, std::uint64_t index) const {
    return Word::value(Word(words_[layout_.base(i) + index]).first());
  }
  // Whether forbidding one move changes the value, and if so which and what then.
  struct Second {
    bool exists;
    unsigned slot;
    Value value;
  };
  Second second_value(std::size_t i, std::uint64_t index) const {
    const Word w(words_[layout_.base(i) + index]);
    if (w.slot() == Word::no_slot || w.first() == w.second()) return {false, 0, {}};
    return {true, w.slot(), Word::value(w.second())};
  }

  const std::vector<int>& slices() const { return layout_.slices(); }
  const DenseSet& set(std::size_t i) const { return *sets_[i]; }

  // The whole state between calls of run(), for checkpoints.
  std::span<Storage> words() { return words_.span(); }
  std::span<std::uint64_t> marks() { return schedule_.marks(); }
  void restore(int level, std::uint64_t decided) {
    level_ = level;
    decided_ = decided;
  }

 private:
  // An update on its way to its owner.
  struct Update {
    std::uint64_t target;  // into words_
    Code value;            // of the target's mover, if the move is taken
    std::uint8_t slot;     // of the move
  };

  class Worker {
   public:
    explicit Worker(GroupSolver& solver) : s_(solver) {
      for (const int slice : s_.slices()) cursors_.emplace_back(s_.game_.index(slice));
    }
    Worker(Worker&&) = default;
    ~Worker() { flush(); }

    void initialise(std::uint64_t chunk) {
      const std::size_t i = s_.layout_.slice_of_chunk(chunk);
      const DenseSet& set = *s_.sets_[i];
      const std::uint64_t base = s_.layout_.base(i), begin = chunk * chunk_size - base;
      LevelSet levels;
      std::uint64_t members = 0;
      for (std::uint64_t index = begin; index < begin + chunk_size; ++index) {
        if (index >= set.universe() || !set.contains(index)) {
          s_.words_[base + index] = Word(Word::unused).bits();
          continue;
        }
        Opening& place = openings_[members++ % openings_.size()];
        if (members > openings_.size()) finish(place, base, levels);
        begin_opening(place, i, index);
      }
      for (std::uint64_t k = 0; k < std::min<std::uint64_t>(members, openings_.size()); ++k)
        finish(openings_[k], base, levels);
      newly_decided_ += members;
      s_.schedule_.mark(chunk, levels);
      report();
    }

    void announce(std::uint64_t chunk, int level) {
      const std::size_t i = s_.layout_.slice_of_chunk(chunk);
      const std::uint64_t begin = chunk * chunk_size;
      constexpr std::uint64_t block = 16;
      for (std::uint64_t b = begin; b < begin + chunk_size; b += block) {
        if (!any_at_level(b, b + block, level)) continue;
        for (std::uint64_t k = b; k < b + block; ++k) {
          const Word word(s_.word(k).load(std::memory_order_relaxed));
          if (word.bits() != Word::unused) announce_state(i, k - s_.layout_.base(i), word, level);
        }
      }
      if constexpr (Word::max_plies >= LevelSet::period) mark_again(chunk, level);
      report();
    }

   private:
    void report() {
      s_.decided_.fetch_add(std::exchange(newly_decided_, 0), std::memory_order_relaxed);
    }

    // Of the levels that look like this one to the schedule, those still to come.
    void mark_again(std::uint64_t chunk, int level) {
      for (std::uint64_t k = chunk * chunk_size; k < (chunk + 1) * chunk_size; ++k) {
        const Word word(s_.word(k).load(std::memory_order_relaxed));
        if (word.bits() == Word::unused) continue;
        for (const Code code : {word.first(), word.second()}) {
          const int later = Word::plies(code) - level;
          if (code != 0 && later > 0 && later % LevelSet::period == 0)
            s_.schedule_.mark(chunk, level);
        }
      }
    }

    // A word with a floor of `level` plies also says yes; announce_state looks closer. Other
    // workers may be updating the words, but never to or from this level.
    bool any_at_level(std::uint64_t begin, std::uint64_t end, int level) const {
      bool any = false;
      for (std::uint64_t k = begin; k < end; ++k) {
        any |= Word::may_have_level(s_.word(k).load(std::memory_order_relaxed), level);
      }
      return any;
    }

    // What a position's moves are, found before the values of those that leave the group are: they
    // are on their way from memory while the next positions are looked at.
    struct Opening {
      std::uint64_t index = 0;
      unsigned open = 0, mixed = 0;
      unsigned slow_losses = 0, slow_slot = Word::no_slot;  // losing moves that do not end the game
      Value exit_win, floor;
      bool draws = false;
      std::vector<typename Exits::Question> exits;

      void take(Value value) {
        if (value.is_draw()) draws = true;
        if (value.is_win() && (!exit_win.is_win() || value > exit_win)) exit_win = value;
        if (value.is_loss() && value.plies() > floor.plies()) floor = value;
        if (value.is_loss() && value.plies() >= 2) ++slow_losses;
      }
    };

    void begin_opening(Opening& o, std::size_t i, std::uint64_t index) {
      auto exits = std::move(o.exits);  // keeps its memory
      exits.clear();
      o = {.index = index, .exit_win = {}, .floor = {}, .exits = std::move(exits)};
      const auto& position = cursors_[i].at(index);
      s_.game_.for_each_edge(s_.slices()[i], position, cursors_[i].stabiliser(),
                             [&](Edge edge, int next_slice, const typename Game::Position& next) {
                               if (edge.kind == EdgeKind::loses) return o.take(Value::loss(1));
                               if (edge.kind == EdgeKind::wins) return o.take(Value::win(1));
                               if (edge.kind == EdgeKind::exit) {
                                 o.exits.push_back(s_.exits_.ask(next_slice, next));
                                 return;
                               }
                               if (s_.game_.wins_at_once(next_slice, next)) {
                                 o.slow_slot = edge.slot;
                                 return o.take(Value::loss(2));
                               }
                               ++o.open;
                               o.mixed ^= edge.slot;
                             });
    }

    // Writes the position's word. Adds the levels at which it has to be announced.
    void finish(Opening& o, std::uint64_t base, LevelSet& levels) {
      for (const auto& question : o.exits) o.take(s_.exits_.answer(question).before_move());
      const Word word = initial_word(o);
      s_.words_[base + o.index] = word.bits();
      for (const Code code : {word.first(), word.second()}) {
        if (code != 0) levels.add(Word::plies(code));
      }
    }

    Word initial_word(Opening& o) {
      if (o.draws) {
        ++o.open;
        o.mixed ^= Word::no_slot;
      }
      // With two moves open, a floor of one ply says no more than the least inner loss does, 2;
      // written so, it does not ask for words that can hold a loss in 1.
      if (o.open >= 2 && o.floor == Value::loss(1)) o.floor = Value::loss(2);
      Word word = Word::initial(o.open, o.mixed, code_of(o.exit_win), code_of(o.floor));
      const bool lost = o.open == 0 && !o.exit_win.is_win();
      if (lost && o.slow_losses == 1 && o.slow_slot != Word::no_slot)
        word.set_loss_in_1_without(o.slow_slot);
      return word;
    }

    Code code_of(Value value) {
      if (value.is_draw()) return 0;
      if (!Word::can_hold(value)) {
        s_.too_narrow_.store(true, std::memory_order_relaxed);
        return 0;
      }
      return value.is_win() ? Word::win(value.plies()) : Word::loss(value.plies());
    }

    void announce_state(std::size_t i, std::uint64_t index, Word word, int level) {
      const bool first_now = word.first() != 0 && Word::plies(word.first()) == level;
      const bool second_now = word.second() != 0 && Word::plies(word.second()) == level;
      if (!first_now && !second_now) return;
      const int slice = s_.slices()[i], from = s_.game_.next_slice(slice);
      const auto& position = cursors_[i].at(index);
      const std::uint8_t stabiliser = cursors_[i].stabiliser();
      // The one reply whose being forbidden matters; forbidding a move with a twin does not.
      auto special = s_.game_.no_move;
      if (word.slot() != Word::no_slot) {
        special = s_.game_.move_of_slot(position, static_cast<std::uint8_t>(word.slot()));
        if (s_.game_.has_twin(special, stabiliser)) special = s_.game_.no_move;
      }
      if (!first_now && special == s_.game_.no_move) return;
      const std::size_t target = s_.layout_.mirror(i);
      const auto send = [&](const auto& before, auto move, Code code) {
        if (s_.game_.wins_at_once(from, before)) return;
        const auto place = s_.game_.locate(from, before);
        const int plies = level + 1;
        if (level == 1 && !Word::can_hold(Word::value(code).before_move())) {
          s_.too_narrow_.store(true, std::memory_order_relaxed);
          return;
        }
        push({s_.layout_.base(target) + place.index,
              Word::is_win(code) ? Word::loss(plies) : Word::win(plies),
              s_.game_.slot_in(place, move, before.hole)});
      };
      if (first_now) {
        s_.game_.for_each_source_allowing(
            slice, position, stabiliser, special,
            [&](const auto& before, auto move) { send(before, move, word.first()); });
      }
      if (second_now) {
        s_.game_.for_each_source_forbidding(
            slice, position, stabiliser, special,
            [&](const auto& before, auto move) { send(before, move, word.second()); });
      }
    }

    // Deliver: an update waits while its target's memory is fetched.
    void push(const Update& update) {
      __builtin_prefetch(&s_.words_[update.target], 1);
      pipeline_.push(update, [this](const Update& due) { apply(due); });
    }

    void flush() {
      pipeline_.flush([this](const Update& due) { apply(due); });
      report();
    }

    void apply(const Update& update) {
      auto word = s_.word(update.target);
      Storage old = word.load(std::memory_order_relaxed);
      for (;;) {
        Word w(old);
        if (Word::is_win(update.value)) {
          w.winning_move(update.slot, update.value);
        } else {
          w.losing_move(update.slot, update.value);
        }
        if (w.bits() == old) return;
        if (!word.compare_exchange_weak(old, w.bits())) continue;
        if (Word(old).first() == 0 && w.first() != 0) ++newly_decided_;
        if (w.first() != Word(old).first()) mark(update, w.first());
        if (w.second() != Word(old).second()) mark(update, w.second());
        return;
      }
    }

    // An update has given its target this value.
    void mark(const Update& update, Code value) {
      if (value == 0) return;
      const std::uint64_t chunk = update.target / chunk_size;
      if (Word::plies(value) == Word::plies(update.value)) {
        s_.schedule_.mark_next(chunk);
      } else {
        s_.schedule_.mark(chunk, Word::plies(value));
      }
    }

    GroupSolver& s_;
    std::vector<typename Game::Cursor> cursors_;
    UpdatePipeline<Update> pipeline_;
    std::array<Opening, 16> openings_;
    std::uint64_t newly_decided_ = 0;
  };

  std::atomic_ref<Storage> word(std::uint64_t k) { return std::atomic_ref(words_[k]); }

  std::uint64_t count_decided() const {
    std::uint64_t count = 0;
    for (const Storage bits : words_.span()) {
      count += bits != Word::unused && Word(bits).first() != 0 ? 1 : 0;
    }
    return count;
  }

  const Game& game_;
  GroupLayout layout_;
  std::vector<const DenseSet*> sets_;
  const Exits& exits_;
  int threads_;
  HugeArray<Storage> words_;
  LevelSchedule schedule_;
  std::atomic<bool> too_narrow_ = false;
  std::atomic<int> level_ = 0;
  std::atomic<std::uint64_t> decided_ = 0;
};

}  // namespace zermelo
