// SPDX-License-Identifier: MIT
// Verifying a table with a dense index (see tablebase/verify/table_verifier.h): every canonical
// position is looked at: it must be won at once, or have its value, and its second value where play
// can forbid its best move. Moves are the plain ones of the game. Nearly all of the time goes into
// waiting for memory, so look-ups in the table are prefetched.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "kinds/dense/exact_blocks.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo {

// One round per slice, in the order of the file.
template <class Game>
class DenseVerifier {
 public:
  using Move = std::decay_t<decltype(Game::no_move)>;
  // A position's text, with a forbidden move (or Game::no_move).
  using Print = std::function<std::string(const typename Game::Position&, Move)>;

  // The game must outlive the verifier.
  DenseVerifier(const Game& game, Print print, Verification& v)
      : game_(game), v_(v), print_(std::move(print)), table_(game, v.file) {}

  void prepare() {
    table_.load_all(v_.threads, [this] { v_.progress.look(); });
    for (int i = 0; i < game_.slice_count(); ++i) v_.progress.expect(bands(i));
  }

  bool next_round() {
    if (++slice_ == game_.slice_count()) return false;
    if (table_.positions(slice_) == record().positions &&
        table_.members(slice_) == record().members) {
      return true;
    }
    v_.failure.note(fmt::format(
        "Slice {}: the numbers of positions and values are {} and {}; the table says {} and {}.",
        record().name, table_.positions(slice_), table_.members(slice_), record().positions,
        record().members));
    return false;
  }
  std::uint64_t tasks() const { return bands(slice_); }
  auto worker() {
    return [this, worker = Worker(*this, slice_)](std::uint64_t band) mutable {
      worker.verify_band(band);
      v_.progress.add(1);
    };
  }
  void end_round() {
    verified_ += record().members;
    if (!v_.file.header().leaves_out_loss_plies()) return;
    // (Losses in so many plies that only second values are stand there with 0.)
    std::map<Value, std::uint64_t> counted = record().histogram;
    std::erase_if(counted, [](const auto& entry) { return entry.second == 0; });
    if (losses_ != counted)
      v_.failure.note(fmt::format("Slice {}: it counts losses wrongly.", record().name));
    for (const auto& [value, count] : losses_) left_out_ += count;
    losses_.clear();
  }
  std::uint64_t verified() const { return verified_; }
  // Those whose plies a shrunk table leaves out.
  std::uint64_t left_out_verified() const { return left_out_; }

 private:
  using Cursor = typename Game::Cursor;
  using Position = typename Game::Position;

  using Lookup = LoadedLookup<ExactTable<Game>>;
  using Values = StateValues<Game, Lookup>;

  const SliceRecord& record() const { return v_.file.slices()[static_cast<std::size_t>(slice_)]; }

  // Positions of neighbouring rows of the index, in the same column, differ only in their own
  // pieces, so that their moves lead to places near each other: this many rows are gone through in
  // step.
  static constexpr std::uint64_t band_rows = 32;
  std::uint64_t rows(int slice) const {
    return game_.index_size(slice) / game_.index(slice).columns();
  }
  std::uint64_t bands(int slice) const { return (rows(slice) + band_rows - 1) / band_rows; }

  // The values of a member's moves are requested a few members before it is compared, so that the
  // answers are on their way from memory.
  class Worker {
   public:
    Worker(const DenseVerifier& verifier, int slice)
        : k_(verifier),
          slice_(slice),
          values_(verifier.game_, Lookup{&verifier.table_}),
          cursors_(band_rows, Cursor(verifier.game_.index(slice_))) {}
    // (Moved into a task's worker.)
    Worker(Worker&&) = default;
    ~Worker() {
      const std::lock_guard lock(k_.mutex_);
      for (const auto& [value, count] : losses_) k_.losses_[value] += count;
    }

    void verify_band(std::uint64_t band) {
      const std::uint64_t columns = k_.game_.index(slice_).columns();
      const std::uint64_t first = band * band_rows;
      const std::uint64_t count = std::min(band_rows, k_.rows(slice_) - first);
      for (std::uint64_t column = 0; column < columns; ++column) {
        for (std::uint64_t row = 0; row < count; ++row)
          ask((first + row) * columns + column, cursors_[row]);
      }
      compare_waiting();
    }

   private:
    struct Asked {
      typename Game::MadeMove move;
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
      if (!cursor.is_canonical()) return;
      if (k_.game_.wins_at_once(slice_, position)) return check_win(position);
      if (waiting_ == ahead) compare_waiting();
      Member& member = members_[waiting_++];
      member.index = index;
      member.position = position;
      member.stabiliser = cursor.stabiliser();
      member.moves.clear();
      k_.game_.for_each_plain_option(slice_, position, [&](const typename Game::MadeMove& made) {
        Asked& asked = member.moves.emplace_back();
        asked.move = made;
        values_.ask(made, asked.question);
      });
    }

    // The table treats a position as won at once: it has no value.
    void check_win(const Position& position) {
      bool wins = false;
      k_.game_.for_each_plain_option(slice_, position, [&](const typename Game::MadeMove& made) {
        wins = wins || made.kind == MoveKind::wins;
      });
      if (wins) return;
      k_.v_.failure.note(fmt::format("{}: it has no value in the table, but is not won at once.",
                                     k_.print_(position, Game::no_move)));
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
                             move.kind == MoveKind::inner};
        if (!best.exists || candidate.value > best.value) {
          other = std::exchange(best, candidate);
        } else if (!other.exists || candidate.value > other.value) {
          other = candidate;
        }
      }
      const StoredValue stored = k_.table_(slice_, member.index, true);
      if (stored.first != best.value) {
        return k_.v_.failure.note(fmt::format("{}: the table says {}, its successors say {}.",
                                              k_.print_(member.position, Game::no_move),
                                              to_string(stored.first), to_string(best.value)));
      }
      compare_second(member, stored, best, other.value);
      if (best.value.is_loss()) ++losses_[best.value];
    }

    // A second value is stored exactly if the best move is the only one and play may forbid it.
    void compare_second(const Member& member, const StoredValue& stored, const Best& best,
                        Value other) {
      const Game& game = k_.game_;
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
      k_.v_.failure.note(
          fmt::format("{}: with its best move forbidden the table says {}, its successors say {}.",
                      k_.print_(member.position, Game::no_move),
                      stored.has_second ? to_string(stored.second) : "nothing",
                      should ? to_string(other) : "nothing"));
    }

    static constexpr std::size_t ahead = 16;
    const DenseVerifier& k_;
    int slice_;
    Values values_;
    std::vector<Cursor> cursors_;  // by row of a band
    std::array<Member, ahead> members_;
    std::size_t waiting_ = 0;
    std::map<Value, std::uint64_t> losses_;
  };

  const Game& game_;
  Verification& v_;
  Print print_;
  ExactTable<Game> table_;
  int slice_ = -1;
  std::uint64_t verified_ = 0, left_out_ = 0;
  mutable std::mutex mutex_;
  mutable std::map<Value, std::uint64_t> losses_;  // of this round
};

}  // namespace zermelo
