// SPDX-License-Identifier: MIT
// Verifying a table: every checksum; that its members are what the rules say; and that every value
// follows from its successors' values. The last is a proof: a loss in n needs all moves to be
// losing with the longest n-1, a win in n a move to a loss in n-1, so that by induction over plies
// no value of a win or loss can be wrong, and then no draw either.
#pragma once

#include <fmt/format.h>

#include <algorithm>
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
    for (int i = 0; i < game_.slice_count(); ++i) progress_.expect(bands(i));
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
    parallel_tasks(bands(slice), threads_, [&] {
      return [&, worker = Worker(*this, slice)](std::uint64_t band) mutable {
        if (failure_.happened()) return;
        worker.verify_band(band);
        progress_.add(1);
      };
    });
    positions_ += record.members;
  }

  // Positions of neighbouring rows of the index, in the same column, differ in their own pieces
  // only, so that their moves lead to places near each other: rows are gone through in step, so
  // many at once.
  static constexpr std::uint64_t band_rows = 32;
  std::uint64_t rows(int slice) const {
    return game_.index_size(slice) / game_.index(slice).columns();
  }
  std::uint64_t bands(int slice) const { return (rows(slice) + band_rows - 1) / band_rows; }

  // What a member's moves are worth is asked for a few members before it is compared, so that the
  // answers are on their way from memory.
  class Worker {
   public:
    Worker(Verifier& verifier, int slice)
        : v_(verifier),
          slice_(slice),
          values_(verifier.game_, Lookup{&verifier}),
          cursors_(band_rows, Cursor(verifier.game_.index(slice_))) {}

    void verify_band(std::uint64_t band) {
      const std::uint64_t columns = v_.game_.index(slice_).columns();
      const std::uint64_t first = band * band_rows;
      const std::uint64_t count = std::min(band_rows, v_.rows(slice_) - first);
      for (std::uint64_t column = 0; column < columns; ++column) {
        for (std::uint64_t row = 0; row < count; ++row)
          ask((first + row) * columns + column, cursors_[row]);
      }
      compare_waiting();
    }

   private:
    struct Asked {
      typename Game::Option move;
      typename Values::MoveQuestion question;
    };
    struct Member {
      std::uint64_t index = 0;
      Position position;
      std::uint8_t stabiliser = 0;
      std::vector<Asked> moves;
    };
    struct Best {
      bool exists = false;
      Value value;
      Move move;
      bool inner = false;
    };

    void ask(std::uint64_t index, Cursor& cursor) {
      const Position& position = cursor.at(index);
      if (!cursor.is_canonical() || v_.game_.wins_at_once(slice_, position)) return;
      if (waiting_ == ahead) compare_waiting();
      Member& member = members_[waiting_++];
      member.index = index;
      member.position = position;
      member.stabiliser = cursor.stabiliser();
      member.moves.clear();
      v_.game_.for_each_option(slice_, position, [&](const typename Game::Option& option) {
        Asked& asked = member.moves.emplace_back();
        asked.move = option;
        values_.ask(option, asked.question);
      });
    }

    void compare_waiting() {
      for (std::size_t k = 0; k < waiting_; ++k) compare(members_[k]);
      waiting_ = 0;
    }

    void compare(const Member& member) {
      // The best move, and the best of the others.
      Best best, other;
      for (const auto& [move, question] : member.moves) {
        const Best candidate{true, values_.answer(member.position, move, question), move.move,
                             move.kind == EdgeKind::inner};
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
    int slice_;
    Values values_;
    std::vector<Cursor> cursors_;  // by row of a band
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
