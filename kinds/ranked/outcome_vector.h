// SPDX-License-Identifier: MIT
// Who wins, in two bits per member of a set of boards: Edelkamp, Kissmann and Rohte (2014),
// "Retrograde Analysis on a Bitvector".
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "gen/value.h"
#include "kinds/ranked/hybrid_options.h"
#include "symbolic/model/side.h"
#include "tablebase/distributed/cluster.h"

namespace zermelo::symbolic {

// Neighbouring ranks: begin..end-1.
struct RankRange {
  std::uint64_t begin = 0, end = 0;

  std::uint64_t size() const { return end - begin; }
  bool operator==(const RankRange&) const = default;
};

// By rank. Many threads may write, each rank once.
class OutcomeVector {
 public:
  enum Code : unsigned { unknown = 0, first_wins = 1, second_wins = 2, draw = 3 };

  explicit OutcomeVector(std::uint64_t size = 0) : size_(size), words_((size + 31) / 32) {}
  std::uint64_t size() const { return size_; }
  Code at(std::uint64_t rank) const {
    assert(rank < size_);
    return static_cast<Code>(words_[rank / 32] >> rank % 32 * 2 & 3);
  }
  std::uint64_t memory() const { return words_.size() * sizeof(std::uint64_t); }
  // The outcomes of 32 ranks in each, the first one's in the lowest bits.
  static constexpr std::uint64_t ranks_a_word = 32;
  std::span<const std::uint64_t> words() const { return words_; }
  std::span<std::uint64_t> words() { return words_; }
  bool operator==(const OutcomeVector&) const = default;

  // Collects codes of neighbouring ranks, and writes them word by word. Each thread needs its own.
  class Writer {
   public:
    explicit Writer(OutcomeVector& outcomes) : outcomes_(outcomes) {}
    Writer(const Writer&) = delete;
    Writer& operator=(const Writer&) = delete;
    ~Writer() { flush(); }
    void write(std::uint64_t rank, Code code) {
      assert(rank < outcomes_.size());
      if (rank / 32 != word_) {
        flush();
        word_ = rank / 32;
      }
      codes_ |= std::uint64_t{code} << rank % 32 * 2;
    }

   private:
    void flush() {
      if (codes_ != 0)
        std::atomic_ref(outcomes_.words_[word_]).fetch_or(codes_, std::memory_order_relaxed);
      codes_ = 0;
    }
    OutcomeVector& outcomes_;
    std::uint64_t word_ = 0, codes_ = 0;
  };

 private:
  std::uint64_t size_;
  std::vector<std::uint64_t> words_;
};

constexpr OutcomeVector::Code won_by(Side side) {
  return side == black ? OutcomeVector::first_wins : OutcomeVector::second_wins;
}
// Conversion between who wins and the value for the side to move.
constexpr Outcome outcome_for(Side mover, OutcomeVector::Code code) {
  if (code == OutcomeVector::draw) return Outcome::draw;
  return code == won_by(mover) ? Outcome::win : Outcome::loss;
}
constexpr OutcomeVector::Code code_for(Side mover, Outcome outcome) {
  if (outcome == Outcome::draw) return OutcomeVector::draw;
  return won_by(outcome == Outcome::win ? mover : other(mover));
}

// Counts one more board.
inline void count_outcome(OutcomeCounts& counts, OutcomeVector::Code outcome, bool has_line) {
  ++(outcome == OutcomeVector::first_wins    ? counts.first_wins
     : outcome == OutcomeVector::second_wins ? counts.second_wins
                                             : counts.draws);
  counts.lines += has_line ? 1 : 0;
}
inline std::uint64_t wins_of(Side side, const OutcomeCounts& counts) {
  return side == black ? counts.first_wins : counts.second_wins;
}

// Boards that are packed together in a table (kinds/ranked/outcome_table.h). A share begins at
// the start of such a run.
inline constexpr std::uint64_t outcome_run = 1024;

// The outcomes of neighbouring boards of a layer, which one rank of a cluster has. (A rank of the
// cluster is a process here, that of a board its number in its diagram.) To be moved, not copied,
// if it is large.
class OutcomeShare {
 public:
  // An empty share, of a layer without boards.
  OutcomeShare() : OutcomeShare(0) {}
  // The whole layer, for a single process.
  explicit OutcomeShare(std::uint64_t boards) : OutcomeShare({0, boards}, 0) {}
  // Process `rank` is to compute the boards cuts[rank]..cuts[rank+1]-1; cuts ascend from 0 to the
  // number of boards, one more than there are processes. They are the same on all.
  OutcomeShare(std::vector<std::uint64_t> cuts, int rank);

  // Cuts for shares of the same size, each at the beginning of a run.
  static std::vector<std::uint64_t> even_cuts(std::uint64_t boards, int processes);
  // The most that a process takes for its share, in bytes, if no cut is further than `slack` boards
  // from an even one.
  static std::uint64_t bytes(std::uint64_t boards, int processes, std::uint64_t slack = 0);

  std::uint64_t boards() const { return cuts_.back(); }
  // What this process computes; what it has afterwards; and what any has.
  RankRange computed() const { return {cuts_[rank_], cuts_[rank_ + 1]}; }
  RankRange own() const { return owned(rank_); }
  RankRange owned(std::size_t process) const {
    return {run_begin(cuts_[process]), run_begin(cuts_[process + 1])};
  }
  // Which process has a board.
  std::size_t owner(std::uint64_t board) const;

  // The outcomes of what this process computes and of what it has; place 0 is that of board
  // first(), the beginning of a run.
  std::uint64_t first() const { return first_; }
  OutcomeVector& outcomes() { return outcomes_; }
  const OutcomeVector& outcomes() const { return outcomes_; }

  // Collective, after all processes have computed: gives what is before the beginning of the first
  // run to the process that has the run it belongs to.
  void settle(Cluster& cluster);

 private:
  // A cut moves to the beginning of the next run, or to the end.
  std::uint64_t run_begin(std::uint64_t cut) const;

  std::vector<std::uint64_t> cuts_;
  std::size_t rank_;
  std::uint64_t first_;
  OutcomeVector outcomes_;
};

}  // namespace zermelo::symbolic
