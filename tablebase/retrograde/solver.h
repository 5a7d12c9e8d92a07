// SPDX-License-Identifier: MIT
// The retrograde solver (docs/architecture.md, "One solver"): the values of a set of positions
// whose moves can go round in circles.
//
// Initialise: look at every member's moves once. Propagate by level n = 1, 2, ...: every state
// whose value is n plies is propagated to its predecessors. Workers walk the states of the level
// and unmove them; the updates wait in bins by where their targets are (update_bins.h), and are
// applied bin by bin: those of one level may be applied in any order.
//
// Work is cut into chunks of neighbouring places; a schedule says which of them have states to
// propagate at which level. Between chunks, once the bins are empty, the arrays are consistent, and
// the solve can be paused, saved and continued there.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/value.h"
#include "tablebase/retrograde/exchange.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/retrograde/update_bins.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Thrown when a value cannot be written in the words chosen; the graph must then be solved in wider
// ones. With the widest words an Error is thrown instead.
struct WordTooNarrow {};

// Word is NarrowWord or WideWord (state_word.h) where moves can be forbidden, otherwise
// NarrowPlainWord or PlainWord.
//
// Graph gives the members, their moves and their predecessors. It has
//   places()          size of the array of words, a multiple of chunk_size; a place is a number
//                     below that
//   Question, answer(question)   the value of a position that is not solved here, to its mover; if
//                     others may have it, what AsksOthers says (exchange.h). A graph that cannot
//                     tell whether a position of another rank is a member asks, too: if it is, the
//                     reply is the constant inner_reply
//   skips_members     (if it has this constant, and it is true) some members are not to be valued:
//                     for_each_place says so, but updates may be sent to them
//   Cursor            one per worker, made from the graph:
//     for_each_place(chunk, visit)  visit(place, is_member) for a chunk's places in order; then
//     find_moves(moves, exits)      the moves of the member visited: to a Word::Moves, those that
//                     leave the graph to a vector of questions, prefetched
//     start_chunk(chunk), go_to(place)   before what follows
//     for_each_source(send)         send(place) for each predecessor; or, if Word::forbids,
//     reply(slot), no_reply         the reply with that number, or no_reply if forbidding it takes
//                     nothing away
//     for_each_source_allowing(reply, send), for_each_source_forbidding(reply, send)
//                     send(place, slot of the move) for those by whose move the reply is allowed,
//                     and those by whose move it is forbidden
//
// Exchange says who has the words (exchange.h). Where several ranks share them, each has a solver
// of the same graph; chunks and places of the arrays are then its own, and those of the graph are
// found from them. run() is collective.
template <class Graph, class Word, class Exchange = Alone>
class RetrogradeSolver {
 public:
  using Storage = typename Word::Storage;
  using Code = typename Word::Code;
  static constexpr int raw = 0;  // the level of initialising

  // The graph must outlive the solver.
  RetrogradeSolver(const Graph& graph, int threads, const typename Exchange::Setup& setup = {})
      : graph_(graph),
        threads_(threads),
        exchange_(setup, threads),
        words_(exchange_.own_places(graph.places())),
        schedule_(words_.size() / chunk_size),
        updates_(words_.size(), sizeof(Storage), threads) {
    for (std::uint64_t chunk = 0; chunk < schedule_.chunks(); ++chunk) schedule_.mark(chunk, raw);
  }

  // Bytes that solving a graph with this many places takes.
  static std::uint64_t bytes_needed(std::uint64_t places) {
    return places * sizeof(Storage) + LevelSchedule::bytes_needed(places) +
           Updates::bytes_needed(places, sizeof(Storage));
  }

  // Works until done (returns true) or until should_pause() returns true (returns false); may be
  // called again to go on. should_pause is called often and from several threads; all ranks pause
  // if one should. Throws WordTooNarrow, or an Error if there are no wider words; after that the
  // solver cannot be used any more.
  template <class ShouldPause>
  bool run(ShouldPause&& should_pause) {
    const auto levels_of = [this](std::uint64_t chunk, auto&& visit) {
      this->for_each_code(chunk, [&](Code code) { visit(Word::plies(code)); });
    };
    for (;;) {
      const int level = exchange_.next_level(schedule_.next(level_, levels_of));
      if (level == LevelSchedule::done) {
        exchange_.release();
        return true;
      }
      if (level >= Word::max_plies) refuse_plies();
      if (level_ == raw && level != raw) decided_ = count_decided();
      schedule_.begin_level(level, levels_of);
      level_ = level;
      bool pauses = false;
      if constexpr (Exchange::is_alone) {
        work_on(level, should_pause);
        if (too_narrow_) refuse_word();
      } else {
        pauses = work_in_rounds(level, should_pause);
      }
      schedule_.finish_level(level);
      assert(check());
      if constexpr (Exchange::is_alone) pauses = should_pause();
      if (pauses) return false;
    }
  }

  // For progress, from any thread: the level being propagated (0: initialising), and the number of
  // members whose value with nothing forbidden is known (while initialising: looked at).
  int level() const { return level_.load(std::memory_order_relaxed); }
  std::uint64_t decided() const { return decided_.load(std::memory_order_relaxed); }

  // The outcome, after run() has returned true. `place` is that of a member whose word is here.
  Value first_value(std::uint64_t place) const {
    return Word::value(Word(words_[exchange_.own_place(place)]).first());
  }
  // The values of places before that one are not asked for any more; with one rank, or if the place
  // is among this rank's own, counted from 0.
  void drop_before(std::uint64_t place) { words_.drop_before(place); }
  // Whether forbidding one move changes the value, and if so, which move and what the value then
  // is.
  struct Second {
    bool exists;
    unsigned slot;
    Value value;
  };
  Second second_value(std::uint64_t place) const {
    const Word w(words_[exchange_.own_place(place)]);
    if (w.slot() == Word::no_slot || w.first() == w.second()) return {false, 0, {}};
    return {true, w.slot(), Word::value(w.second())};
  }

  const Graph& graph() const { return graph_; }

  // The whole state between calls of run(), for checkpoints. To go on from one, fill the arrays,
  // then call restore().
  std::span<Storage> words() { return words_.span(); }
  std::span<std::uint64_t> marks() { return schedule_.marks(); }
  void restore(int level, std::uint64_t decided) {
    level_ = level;
    decided_ = decided;
    if constexpr (has_far_levels) schedule_.restored();
  }

  // Whether the state between calls of run() makes sense: every member's word makes sense, each
  // chunk is marked for all of its values whose level is still to come, and as many members are
  // decided as it says.
  bool check() {
    bool marked = level_ == raw || std::ranges::all_of(words_.span(), [](Storage bits) {
                    return bits == Word::unused || Word(bits).check();
                  });
    for (std::uint64_t chunk = 0; chunk < schedule_.chunks(); ++chunk) {
      for_each_code(chunk, [&](Code code) {
        const int ahead = Word::plies(code) - level_;
        if (ahead <= 0) return;
        marked = marked &&
                 (schedule_.has_far(chunk) ||
                  (ahead < LevelSchedule::period && schedule_.is_due(chunk, Word::plies(code))));
      });
    }
    return marked && (level_ == raw || decided_ == count_decided());
  }

 private:
  using Question = typename Graph::Question;
  using Record = UpdateRecord<Word>;
  // Updates for words that are here: the move's slot, and whether the value is a win. The value
  // itself is the level plus one.
  using Updates = UpdateBins<Record::slot_bits + 1>;

  // Whether values of positions that are not solved here may be on other ranks.
  static constexpr bool may_ask = [] {
    if constexpr (Exchange::is_alone) {
      return false;
    } else {
      return AsksOthers<Graph>;
    }
  }();

  static constexpr bool skips_members = [] {
    if constexpr (requires { Graph::skips_members; }) {
      return Graph::skips_members;
    } else {
      return false;
    }
  }();

  static constexpr int few_chunks = 8;  // so few that threads would not pay off

  // Whether a value may come so late that the schedule has no mark for its level yet.
  static constexpr bool has_far_levels = Word::max_plies >= LevelSchedule::period;

  // Applies updates to words that no other thread has to do with meanwhile.
  class Applier {
   public:
    explicit Applier(RetrogradeSolver& solver) : s_(solver) {}
    Applier(Applier&&) = delete;  // what it has counted is added once
    ~Applier() { s_.decided_.fetch_add(newly_decided_, std::memory_order_relaxed); }

    // `value` is the target's mover's, if the move with this slot is taken.
    void apply(std::uint64_t target, unsigned slot, Code value) {
      Storage& bits = s_.words_[target];
      if constexpr (skips_members) {
        if (bits == Word::unused) return;
      }
      const Word before(bits);
      Word after = before;
      if (Word::is_win(value)) {
        after.winning_move(slot, value);
      } else {
        after.losing_move(slot, value);
      }
      if (after.bits() == before.bits()) return;
      bits = after.bits();
      if (before.first() == 0 && after.first() != 0) ++newly_decided_;
      if (after.first() != before.first()) mark(target, value, after.first());
      if constexpr (Word::forbids) {
        if (after.second() != before.second()) mark(target, value, after.second());
      }
    }

   private:
    // An update with the value `sent` has given its target the value `got`.
    void mark(std::uint64_t target, Code sent, Code got) {
      if (got == 0) return;
      const std::uint64_t chunk = target / chunk_size;
      const int more = Word::plies(got) - Word::plies(sent);
      if (more == 0) {
        s_.schedule_.mark_next(chunk);
      } else if (has_far_levels && more >= LevelSchedule::period - 1) {
        s_.schedule_.mark_far(chunk);
      } else {
        s_.schedule_.mark(chunk, Word::plies(got));
      }
    }

    RetrogradeSolver& s_;
    std::uint64_t newly_decided_ = 0;
  };

  // Produces updates.
  class Worker {
   public:
    explicit Worker(RetrogradeSolver& solver)
        : s_(solver), cursor_(solver.graph_), updates_(solver.updates_), bins_(solver.exchange_) {}
    Worker(Worker&&) = delete;

    void initialise(std::uint64_t chunk) {
      LevelSet levels;
      std::uint64_t members = 0;
      const std::uint64_t ahead = s_.exchange_.ahead(chunk);
      cursor_.for_each_place(chunk + ahead / chunk_size, [&](std::uint64_t found, bool is_member) {
        const std::uint64_t place = found - ahead;
        if (!is_member) {
          s_.words_[place] = Word::unused;
          return;
        }
        Pending& pending = pending_[members++ % pending_.size()];
        if (members > pending_.size()) finish(pending, chunk, levels);
        pending.place = place;
        pending.moves = {};
        pending.exits.clear();
        cursor_.find_moves(pending.moves, pending.exits);
      });
      for (std::uint64_t k = 0; k < std::min<std::uint64_t>(members, pending_.size()); ++k)
        finish(pending_[k], chunk, levels);
      s_.decided_.fetch_add(members, std::memory_order_relaxed);
      s_.schedule_.mark(chunk, levels);
      bins_.look();
    }

    void propagate(std::uint64_t chunk, int level) {
      const std::uint64_t ahead = s_.exchange_.ahead(chunk);
      cursor_.start_chunk(chunk + ahead / chunk_size);
      for_each_hit<Word>(s_.words_, chunk * chunk_size, level, [&](std::uint64_t k) {
        const Word word(s_.words_[k]);
        if (word.bits() != Word::unused) propagate_state(k + ahead, word, level);
      });
      updates_.look();
      bins_.look();
    }

   private:
    // A member whose moves have been found, but not yet the values of those that leave the graph:
    // these are on their way from memory while the next members are looked at.
    struct Pending {
      std::uint64_t place = 0;
      typename Word::Moves moves;
      std::vector<Question> exits;
    };

    // Writes the member's word, if everything needed for it is here. Adds the levels at which it
    // has to be propagated.
    void finish(Pending& pending, std::uint64_t chunk, LevelSet& levels) {
      std::uint32_t asked = 0;
      for (const Question& question : pending.exits) {
        if constexpr (may_ask) {
          if (!s_.graph_.is_here(question)) {
            ++asked;
            continue;
          }
        }
        s_.take_up(pending.moves, s_.graph_.answer(question));
      }
      if (asked > 0) return wait(pending, asked);
      s_.write(pending.place, pending.moves, chunk, levels);
    }

    void wait(const Pending& pending, std::uint32_t asked) {
      if constexpr (may_ask) {
        bins_.waiting().append_whole(WaitingMember{pending.place, asked, pending.moves});
        for (const Question& question : pending.exits) {
          if (s_.graph_.is_here(question)) continue;
          const std::uint32_t rank = s_.graph_.owner(question);
          bins_.waiting().append_whole(rank);
          bins_.push(rank, s_.graph_.record(question), question_bytes);
        }
      }
    }

    void too_narrow() { s_.too_narrow(); }

    // (A floor of `level` plies is a hit as well.)
    void propagate_state(std::uint64_t place, Word word, int level) {
      const bool first_now = word.first() != 0 && Word::plies(word.first()) == level;
      if constexpr (Word::forbids) {
        const bool second_now = word.second() != 0 && Word::plies(word.second()) == level;
        if (!first_now && !second_now) return;
        cursor_.go_to(place);
        auto reply = cursor_.no_reply;
        if (word.slot() != Word::no_slot) reply = cursor_.reply(word.slot());
        if (first_now) {
          cursor_.for_each_source_allowing(reply, [&](std::uint64_t target, unsigned slot) {
            send(target, slot, word.first(), level);
          });
        }
        if (second_now) {
          cursor_.for_each_source_forbidding(reply, [&](std::uint64_t target, unsigned slot) {
            send(target, slot, word.second(), level);
          });
        }
      } else {
        if (!first_now) return;
        cursor_.go_to(place);
        cursor_.for_each_source(
            [&](std::uint64_t target) { send(target, 0, word.first(), level); });
      }
    }

    // `code` is the value propagated.
    void send(std::uint64_t target, unsigned slot, Code code, int level) {
      if (level == 1 && !Word::can_hold(Word::value(code).before_move())) return too_narrow();
      const bool wins = !Word::is_win(code);
      if constexpr (!Exchange::is_alone) {
        const auto location = s_.exchange_.location(target);
        if (!s_.exchange_.is_own(location))
          return bins_.push(location.rank, Record::pack(location.place, slot, wins), Record::bytes);
        bins_.count_local();
        target = location.place;
      }
      updates_.push(target, slot << 1 | (wins ? 1u : 0u));
    }

    RetrogradeSolver& s_;
    typename Graph::Cursor cursor_;
    typename Updates::Lease updates_;
    [[no_unique_address]] typename Exchange::Bins bins_;
    std::array<Pending, 16> pending_;
  };

  void too_narrow() { too_narrow_.store(true, std::memory_order_relaxed); }

  // A move to a position that is already solved and has this value to its mover.
  void take_up(typename Word::Moves& moves, Value reply) {
    if (reply.plies() >= Value::max_plies) return too_narrow();
    moves.add_known(reply.before_move());
  }
  // The same for what another rank has replied.
  void take_up_reply(typename Word::Moves& moves, Value reply) {
    if constexpr (requires { Graph::inner_reply; }) {
      if (reply == Graph::inner_reply) return moves.add_inner();
    }
    take_up(moves, reply);
  }
  // Writes a member's word. Adds the levels at which it has to be propagated.
  void write(std::uint64_t place, const typename Word::Moves& moves, std::uint64_t chunk,
             LevelSet& levels) {
    const std::optional<Word> word = Word::initial(moves);
    if (!word) return too_narrow();
    words_[place] = word->bits();
    for_each_code_of(*word, [&](Code code) {
      if (has_far_levels && Word::plies(code) >= LevelSchedule::period) {
        schedule_.mark_far(chunk);
      } else {
        levels.add(Word::plies(code));
      }
    });
  }

  // All chunks that are due, or as many as can be done before a pause or a round.
  void work_on(int level, auto& should_pause) {
    // (Long games have thousands of levels with little to do: threads would only wait.)
    const bool little = schedule_.count_due(level, few_chunks) < few_chunks;
    const int threads = little ? 1 : threads_;
    bool is_full = false;
    do {
      parallel_tasks(schedule_.chunks(), threads, [&] {
        return [&, worker = Worker(*this)](std::uint64_t chunk) mutable {
          if (!schedule_.is_due(chunk, level) || updates_.is_full() || exchange_.is_full() ||
              should_pause()) {
            return;
          }
          schedule_.clear(chunk, level);
          if (level == raw) {
            worker.initialise(chunk);
          } else {
            worker.propagate(chunk, level);
          }
        };
      });
      is_full = updates_.is_full();
      apply_updates(level, threads);
    } while (is_full);
  }

  // Applies what waits in the bins.
  void apply_updates(int level, int threads) {
    const Code win = Word::win(level + 1), loss = Word::loss(level + 1);
    updates_.apply_all(words_, threads, [&] {
      return [&, applier = Applier(*this)](std::uint64_t target, std::uint32_t payload) mutable {
        applier.apply(target, payload >> 1, (payload & 1) != 0 ? win : loss);
      };
    });
  }

  // Works with the other ranks until none has anything left to do at this level. Returns whether
  // they pause before that.
  bool work_in_rounds(int level, auto& should_pause) {
    for (;;) {
      work_on(level, should_pause);
      if (level == raw) {
        ask();
      } else {
        receive(exchange_.round(Record::bytes), level);
      }
      const auto all = exchange_.fail_together({.has_more = schedule_.count_due(level, 1) > 0,
                                                .pauses = should_pause(),
                                                .is_too_narrow = too_narrow_});
      if (all.is_too_narrow) refuse_word();
      if (all.pauses || !all.has_more) return all.pauses;
    }
  }

  // A member some of whose moves lead to values on other ranks; the ranks' numbers follow.
  struct WaitingMember {
    std::uint64_t place;
    std::uint32_t asked;
    typename Word::Moves moves;
  };
  // Fetches the values that members wait for. (A graph that never asks takes one round anyway.)
  void ask() {
    if constexpr (may_ask) {
      exchange_.ask(graph_, [this](RecordReader waiting, auto& answers) {
        while (!waiting.at_end()) {
          auto member = waiting.template next<WaitingMember>();
          for (; member.asked > 0; --member.asked)
            take_up_reply(member.moves, answers.next(waiting.template next<std::uint32_t>()));
          const std::uint64_t chunk = member.place / chunk_size;
          LevelSet levels;
          write(member.place, member.moves, chunk, levels);
          schedule_.mark(chunk, levels);
        }
      });
    } else {
      exchange_.round(Record::bytes);
    }
  }

  // Applies what other ranks have sent.
  void receive(std::span<const std::byte> records, int level) {
    constexpr std::uint64_t records_a_task = 4096, task_bytes = records_a_task * Record::bytes;
    parallel_tasks((records.size() + task_bytes - 1) / task_bytes, threads_, [&] {
      return [&, updates = typename Updates::Lease(updates_)](std::uint64_t task) mutable {
        const auto all = records.subspan(task * task_bytes);
        const auto part = all.first(std::min<std::size_t>(task_bytes, all.size()));
        const auto record_at = [&](std::size_t at) {
          std::uint64_t record = 0;
          std::memcpy(&record, part.data() + at, Record::bytes);
          return record;
        };
        constexpr std::size_t ahead = 16 * Record::bytes;
        for (std::size_t at = 0; at < part.size(); at += Record::bytes) {
          if (at + ahead < part.size()) exchange_.expect(Record::place(record_at(at + ahead)));
          const std::uint64_t record = record_at(at);
          const std::optional<std::uint64_t> target = exchange_.arrived(Record::place(record));
          if (target)
            updates.push(*target, Record::slot(record) << 1 | (Record::wins(record) ? 1u : 0u));
        }
      };
    });
    apply_updates(level, threads_);
  }

  // The values that a word has, with nothing forbidden and with a move forbidden.
  template <class Visit>
  static void for_each_code_of(Word word, Visit&& visit) {
    if (word.first() != 0) visit(word.first());
    if constexpr (Word::forbids) {
      if (word.second() != 0) visit(word.second());
    }
  }
  template <class Visit>
  void for_each_code(std::uint64_t chunk, Visit&& visit) const {
    for (std::uint64_t k = chunk * chunk_size; k < (chunk + 1) * chunk_size; ++k) {
      if (words_[k] != Word::unused) for_each_code_of(Word(words_[k]), visit);
    }
  }

  std::uint64_t count_decided() const {
    std::uint64_t count = 0;
    for (const Storage bits : words_.span()) {
      count += bits != Word::unused && Word(bits).first() != 0 ? 1 : 0;
    }
    return count;
  }

  void refuse_plies() {
    if constexpr (!Word::is_widest) throw WordTooNarrow{};
    exchange_.refuse([] {
      throw Error(fmt::format(
          "This game has positions that are decided only after {} plies or more; a table has no "
          "room for such values.",
          Word::max_plies));
    });
  }
  void refuse_word() {
    if constexpr (!Word::is_widest) throw WordTooNarrow{};
    exchange_.refuse([] {
      throw Error(fmt::format(
          "This game has positions with more than {} moves, or with a move that decides the game "
          "only after {} plies or more; such a game cannot be solved.",
          Word::max_moves, Word::max_plies));
    });
  }

  const Graph& graph_;
  int threads_;
  [[no_unique_address]] Exchange exchange_;
  HugeArray<Storage> words_;
  LevelSchedule schedule_;
  Updates updates_;
  std::atomic<bool> too_narrow_ = false;
  std::atomic<int> level_ = 0;
  std::atomic<std::uint64_t> decided_ = 0;
};

}  // namespace zermelo
