// SPDX-License-Identifier: MIT
// Verifying a table: every checksum; that its members are what the rules say; and that every value
// follows from its successors' values. The last is a proof: a loss in n needs all moves to be
// losing with the longest n-1, a win in n a move to a loss in n-1, so that by induction over plies
// no value of a win or loss can be wrong, and then no draw either.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <string>
#include <vector>

#include "tablebase/parallel.h"
#include "tablebase/reports.h"
#include "tablebase/table_values.h"

namespace zermelo {

template <class Game>
class Verifier {
 public:
  // slice_of[i] is the game's slice number of the table's i-th slice; print gives a position's
  // text.
  using Print = std::function<std::string(const typename Game::Position&)>;

  Verifier(const Game& game, const TableFile& file, std::vector<int> slice_of, Print print,
           int threads, WorkProgress progress)
      : game_(game),
        file_(file),
        slice_of_(std::move(slice_of)),
        print_(std::move(print)),
        threads_(threads <= 0 ? available_threads() : threads),
        progress_(std::move(progress)) {
    table_slice_.resize(slice_of_.size());
    for (std::size_t i = 0; i < slice_of_.size(); ++i) {
      table_slice_[static_cast<std::size_t>(slice_of_[i])] = i;
    }
  }

  // Throws DamagedTable for anything wrong with the file as such.
  VerifyReport run() {
    file_.check_whole();
    const LoadedTable table(file_, threads_);
    table_ = &table;
    for (std::size_t i = 0; i < slice_of_.size(); ++i) total_ += table.set(i).universe();
    for (std::size_t i = 0; i < slice_of_.size() && !failed_; ++i) verify_slice(i);
    return report_;
  }

 private:
  using Cursor = typename Game::Cursor;
  static constexpr std::uint64_t indices_a_task = 1 << 14;

  void verify_slice(std::size_t i) {
    const DenseSet& set = table_->set(i);
    const SliceRecord& record = file_.slices()[i];
    std::atomic<std::uint64_t> positions{0};
    parallel_tasks((set.universe() + indices_a_task - 1) / indices_a_task, threads_, [&] {
      return [&, cursor = Cursor(game_.index(slice_of_[i]))](std::uint64_t task) mutable {
        if (failed_) return;
        const std::uint64_t begin = task * indices_a_task;
        const std::uint64_t end = std::min(set.universe(), begin + indices_a_task);
        std::uint64_t canonical = 0;
        for (std::uint64_t index = begin; index < end; ++index) {
          canonical += verify_index(i, index, cursor) ? 1 : 0;
        }
        positions += canonical;
        advance(end - begin);
      };
    });
    if (!failed_ && (positions != record.positions || set.size() != record.members)) {
      fail(fmt::format("Slice {} has {} positions and {} values; the table says {} and {}.",
                       record.name, positions.load(), set.size(), record.positions,
                       record.members));
    }
    report_.positions += set.size();
  }

  // Returns whether there is a position at the index.
  bool verify_index(std::size_t i, std::uint64_t index, Cursor& cursor) {
    const int slice = slice_of_[i];
    const auto& position = cursor.at(index);
    const bool canonical = cursor.is_canonical();
    const bool member = canonical && !game_.wins_at_once(slice, position);
    if (member != table_->set(i).contains(index)) {
      fail(fmt::format("{}: the table {} a value for it, and should{}.", print_(position),
                       member ? "has not" : "has", member ? "" : " not"));
      return canonical;
    }
    if (member) verify_member(i, index, position, cursor.stabiliser());
    return canonical;
  }

  void verify_member(std::size_t i, std::uint64_t index, const typename Game::Position& position,
                     std::uint8_t stabiliser) {
    const int slice = slice_of_[i];
    const StateValues values(game_, [this](int s, std::uint64_t at, bool) {
      return (*table_)(table_slice_[static_cast<std::size_t>(s)], at);
    });
    // The best move, and the best of the others.
    Best best, other;
    game_.for_each_option(slice, position, [&](const typename Game::Option& option) {
      const Best candidate{true, values.of_option(option), option.move,
                           option.kind == EdgeKind::inner};
      if (!best.exists || candidate.value > best.value) {
        other = std::exchange(best, candidate);
      } else if (!other.exists || candidate.value > other.value) {
        other = candidate;
      }
    });
    const StoredValue stored = (*table_)(i, index);
    if (stored.first != best.value) {
      return fail(fmt::format("{}: the table says {}, its successors say {}.", print_(position),
                              to_string(stored.first), to_string(best.value)));
    }
    // A second value is stored exactly if the best move is the only one and play may forbid it.
    const bool should = best.inner && other.value != best.value &&
                        !game_.has_twin(best.move, stabiliser) &&
                        game_.may_be_forbidden(slice, position, best.move);
    const auto place = game_.locate(slice, position);
    const bool same = should == stored.has_second &&
                      (!should || (stored.second == other.value &&
                                   stored.slot == game_.slot_in(place, best.move, position.hole)));
    if (!same) {
      fail(fmt::format("{}: with its best move forbidden the table says {}, its successors say {}.",
                       print_(position), stored.has_second ? to_string(stored.second) : "nothing",
                       should ? to_string(other.value) : "nothing"));
    }
  }

  struct Best {
    bool exists = false;
    Value value;
    std::decay_t<decltype(Game::no_move)> move;
    bool inner = false;
  };

  void fail(std::string what) {
    const std::lock_guard lock(mutex_);
    if (!report_.failure) report_.failure = std::move(what);
    failed_ = true;
  }

  void advance(std::uint64_t indices) {
    const std::lock_guard lock(mutex_);
    done_ += indices;
    if (progress_) progress_(done_, total_);
  }

  const Game& game_;
  const TableFile& file_;
  std::vector<int> slice_of_;
  std::vector<std::size_t> table_slice_;  // the inverse of slice_of_
  Print print_;
  int threads_;
  WorkProgress progress_;
  const LoadedTable* table_ = nullptr;
  VerifyReport report_;
  std::mutex mutex_;
  std::atomic<bool> failed_ = false;
  std::uint64_t done_ = 0, total_ = 0;
};

}  // namespace zermelo
