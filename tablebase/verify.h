// SPDX-License-Identifier: MIT
// Verifying a table: every checksum; that its members are what the rules say; and that every value
// follows from its successors' values. The last is a proof: a loss in n needs all moves to be
// losing with the longest n-1, a win in n a move to a loss in n-1, so that by induction over plies
// no value of a win or loss can be wrong, and then no draw either.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "tablebase/first_failure.h"
#include "tablebase/loaded_table.h"
#include "tablebase/parallel.h"
#include "tablebase/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

template <class Game>
class Verifier {
 public:
  using Move = std::decay_t<decltype(Game::no_move)>;
  // A position's text, with a forbidden move (or Game::no_move).
  using Print = std::function<std::string(const typename Game::Position&, Move)>;

  Verifier(const Game& game, const TableFile& file, Print print, int threads, WorkProgress progress)
      : game_(game),
        file_(file),
        print_(std::move(print)),
        threads_(thread_count(threads)),
        progress_(std::move(progress)) {}

  // Throws DamagedTable for anything wrong with the file as such.
  VerifyReport run() {
    file_.check_whole();
    LoadedTable<Game> table(game_, file_);
    table.load_all(threads_);
    table_ = &table;
    for (const SliceRecord& slice : file_.slices()) progress_.expect(slice.blocks());
    for (std::size_t i = 0; i < file_.slices().size() && !failure_.happened(); ++i) verify_slice(i);
    return {positions_, failure_.text()};
  }

 private:
  using Cursor = typename Game::Cursor;
  using Position = typename Game::Position;

  struct Lookup {
    const Verifier* verifier;
    StoredValue operator()(int slice, std::uint64_t index, bool wants_second) const {
      return (*verifier->table_)(slice, index, wants_second);
    }
    void prefetch(int slice, std::uint64_t index) const {
      verifier->table_->prefetch(slice, index);
    }
  };
  using Values = StateValues<Game, Lookup>;

  void verify_slice(std::size_t i) {
    const SliceRecord& record = file_.slices()[i];
    const int slice = static_cast<int>(i);
    if (table_->positions(slice) != record.positions || table_->members(slice) != record.members) {
      return failure_.note(fmt::format(
          "Slice {} has {} positions and {} values; the table says {} and {}.", record.name,
          table_->positions(slice), table_->members(slice), record.positions, record.members));
    }
    parallel_tasks(record.blocks(), threads_, [&] {
      return [&, worker = Worker(*this, i)](std::uint64_t block) mutable {
        if (failure_.happened()) return;
        worker.verify_block(block);
        progress_.add(1);
      };
    });
    positions_ += record.members;
  }

  // What a member's moves are worth is asked for a few members before it is compared, so that the
  // answers are on their way from memory.
  class Worker {
   public:
    Worker(Verifier& verifier, std::size_t i)
        : v_(verifier),
          i_(i),
          slice_(static_cast<int>(i)),
          values_(verifier.game_, Lookup{&verifier}),
          cursor_(verifier.game_.index(slice_)) {}

    void verify_block(std::uint64_t block) {
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = begin + v_.file_.slices()[i_].indices_in_block(block);
      for (std::uint64_t index = begin; index < end; ++index) {
        const Position& position = cursor_.at(index);
        if (!cursor_.is_canonical() || v_.game_.wins_at_once(slice_, position)) continue;
        if (waiting_ == ahead) compare_waiting();
        ask(index, position);
      }
      compare_waiting();
    }

   private:
    struct Member {
      std::uint64_t index = 0;
      Position position;
      std::uint8_t stabiliser = 0;
      std::vector<typename Values::MoveQuestion> moves;
    };
    struct Best {
      bool exists = false;
      Value value;
      Move move;
      bool inner = false;
    };

    void ask(std::uint64_t index, const Position& position) {
      Member& member = members_[waiting_++];
      member.index = index;
      member.position = position;
      member.stabiliser = cursor_.stabiliser();
      member.moves.clear();
      v_.game_.for_each_option(slice_, position, [&](const typename Game::Option& option) {
        member.moves.push_back(values_.question(position, option));
        values_.prefetch(member.moves.back());
      });
    }

    void compare_waiting() {
      for (std::size_t k = 0; k < waiting_; ++k) compare(members_[k]);
      waiting_ = 0;
    }

    void compare(const Member& member) {
      // The best move, and the best of the others.
      Best best, other;
      for (const auto& question : member.moves) {
        const Best candidate{true, values_.answer(question), question.move.move,
                             question.move.kind == EdgeKind::inner};
        if (!best.exists || candidate.value > best.value) {
          other = std::exchange(best, candidate);
        } else if (!other.exists || candidate.value > other.value) {
          other = candidate;
        }
      }
      const StoredValue stored = (*v_.table_)(slice_, member.index, true);
      if (stored.first != best.value) {
        return v_.failure_.note(fmt::format("{}: the table says {}, its successors say {}.",
                                            v_.print_(member.position, Game::no_move),
                                            to_string(stored.first), to_string(best.value)));
      }
      compare_second(member, stored, best, other.value);
    }

    // A second value is stored exactly if the best move is the only one and play may forbid it.
    void compare_second(const Member& member, const StoredValue& stored, const Best& best,
                        Value other) {
      const Game& game = v_.game_;
      const bool should = best.inner && other != best.value &&
                          !game.has_twin(best.move, member.stabiliser) &&
                          game.may_be_forbidden(slice_, member.position, best.move);
      bool same = should == stored.has_second;
      if (same && should) {
        const auto place = game.locate(slice_, member.position);
        same = stored.second == other &&
               stored.slot == game.slot_in(place, best.move, member.position.hole);
      }
      if (same) return;
      v_.failure_.note(
          fmt::format("{}: with its best move forbidden the table says {}, its successors say {}.",
                      v_.print_(member.position, Game::no_move),
                      stored.has_second ? to_string(stored.second) : "nothing",
                      should ? to_string(other) : "nothing"));
    }

    static constexpr std::size_t ahead = 16;
    Verifier& v_;
    std::size_t i_;
    int slice_;
    Values values_;
    Cursor cursor_;
    std::array<Member, ahead> members_;
    std::size_t waiting_ = 0;
  };

  const Game& game_;
  const TableFile& file_;
  Print print_;
  int threads_;
  ProgressCounter progress_;
  const LoadedTable<Game>* table_ = nullptr;
  std::uint64_t positions_ = 0;
  FirstFailure failure_;
};

}  // namespace zermelo
