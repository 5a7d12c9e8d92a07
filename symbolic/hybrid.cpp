// SPDX-License-Identifier: MIT
#include "symbolic/hybrid.h"

#include <array>
#include <atomic>
#include <bit>
#include <mutex>

#include "gen/error.h"
#include "tablebase/parallel.h"

namespace zermelo::symbolic {
namespace {

using Code = OutcomeVector::Code;
constexpr int most_columns = 32;

// On the way through a diagram.
struct Walk {
  std::uint32_t node = FrozenBdd::empty_set;
  std::uint64_t rank = 0;
};

Walk step(const FrozenBdd& set, Walk walk, unsigned bit) {
  const FrozenBdd::Node& node = set.node(walk.node);
  return {node.child[bit], walk.rank + (bit != 0 ? node.false_count : 0)};
}

// A board as far as it has been looked at: some columns, and some cells of the next one.
struct Prefix {
  Walk self;                             // in its own layer
  Walk same;                             // the same in the layer above
  std::array<Walk, most_columns> moved;  // the same with a stone dropped into one of its columns
  int moves = 0;
  Walk dropped;  // a stone dropped into the column looked at
  enum { none, just_dropped, above_drop } drop = none;
  unsigned column = 0;                  // its cells so far, the lowest first
  std::uint64_t first = 0, second = 0;  // stones of the sides, in columns of rows + 1 bits
};

// Collects codes of neighbouring ranks, and writes them a word at a time.
class Writer {
 public:
  explicit Writer(OutcomeVector& outcomes) : outcomes_(outcomes) {}
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
  ~Writer() { flush(); }
  void write(std::uint64_t rank, Code code) {
    if (rank / 32 != word_) {
      flush();
      word_ = rank / 32;
    }
    codes_ |= std::uint64_t{code} << rank % 32 * 2;
  }

 private:
  void flush() {
    if (codes_ != 0) outcomes_.add(word_, codes_);
    codes_ = 0;
  }
  OutcomeVector& outcomes_;
  std::uint64_t word_ = 0, codes_ = 0;
};

class LayerSolver {
 public:
  LayerSolver(const connect::Parameters& game, int stones, const FrozenBdd& boards,
              const FrozenBdd& above, const OutcomeVector& outcomes_above, OutcomeVector& outcomes)
      : columns_(game.columns),
        rows_(game.rows),
        line_(game.line),
        mover_(stones % 2 == 0 ? Code::first_wins : Code::second_wins),
        other_(stones % 2 == 0 ? Code::second_wins : Code::first_wins),
        boards_(boards),
        above_(above),
        outcomes_above_(outcomes_above),
        outcomes_(outcomes) {
    if (columns_ > most_columns || columns_ * (rows_ + 1) > 64)
      throw UsageError("The board is too large.");
  }

  OutcomeCounts run(int threads) {
    std::vector<Prefix> tasks;
    Prefix start;
    start.self.node = boards_.root();
    start.same.node = above_.root();
    const int variables = columns_ * (rows_ + 1);
    const int first = columns_ / 2 * (rows_ + 1);
    OutcomeCounts all;
    go(start, 0, first, [&](const Prefix& p) { tasks.push_back(p); });
    std::mutex mutex;
    parallel_tasks(tasks.size(), thread_count(threads), [&] {
      return [&](std::uint64_t task) {
        OutcomeCounts counts;
        {
          Writer writer(outcomes_);
          go(tasks[task], first, variables, [&](const Prefix& p) {
            const Code code = outcome(p);
            writer.write(p.self.rank, code);
            ++(code == Code::first_wins    ? counts.first_wins
               : code == Code::second_wins ? counts.second_wins
                                           : counts.draws);
          });
        }
        const std::lock_guard lock(mutex);
        all += counts;
      };
    });
    return all;
  }

 private:
  // Calls visit with every board's prefix before variable `end`.
  template <class Visit>
  void go(const Prefix& p, int variable, int end, Visit&& visit) const {
    if (variable == end) return visit(p);
    const FrozenBdd::Node& node = boards_.node(p.self.node);
    const int row = variable % (rows_ + 1);
    for (unsigned bit = 0; bit < 2; ++bit) {
      if (node.child[bit] == FrozenBdd::empty_set) continue;
      Prefix next = p;
      next.self = step(boards_, p.self, bit);
      next.same = step(above_, p.same, bit);
      for (int m = 0; m < p.moves; ++m) {
        next.moved[static_cast<std::size_t>(m)] =
            step(above_, p.moved[static_cast<std::size_t>(m)], bit);
      }
      next.column |= bit << row;
      follow_drop(p, row, bit, next);
      if (row == rows_) finish_column(variable / (rows_ + 1), next);
      go(next, variable + 1, end, visit);
    }
  }

  // If this bit is the one above the column's stones, the next stone takes its place, and its bit
  // goes one up.
  void follow_drop(const Prefix& p, int row, unsigned bit, Prefix& next) const {
    if (bit != 0) {
      next.drop = row < rows_ ? Prefix::just_dropped : Prefix::none;
      next.dropped = step(above_, p.same, mover_ == Code::first_wins ? 1 : 0);
    } else if (p.drop != Prefix::none) {
      next.dropped = step(above_, p.dropped, p.drop == Prefix::just_dropped ? 1 : 0);
      next.drop = Prefix::above_drop;
    }
  }

  void finish_column(int column, Prefix& next) const {
    if (next.drop != Prefix::none)
      next.moved[static_cast<std::size_t>(next.moves++)] = next.dropped;
    next.drop = Prefix::none;
    const unsigned stones = (1u << (31 - std::countl_zero(next.column))) - 1;
    const int shift = column * (rows_ + 1);
    next.first |= std::uint64_t{next.column & stones} << shift;
    next.second |= std::uint64_t{~next.column & stones} << shift;
    next.column = 0;
  }

  // The sides' stones have an empty row between columns, so that no line goes around the edge.
  bool has_line(std::uint64_t stones) const {
    for (const int shift : {1, rows_, rows_ + 1, rows_ + 2}) {
      std::uint64_t run = stones;
      for (int n = 1; n < line_ && run != 0; ++n) run &= stones >> n * shift;
      if (run != 0) return true;
    }
    return false;
  }

  Code outcome(const Prefix& p) const {
    if (has_line(other_ == Code::first_wins ? p.first : p.second)) return other_;
    bool some_draw = p.moves == 0;
    for (int m = 0; m < p.moves; ++m) {
      const Code code = outcomes_above_.at(p.moved[static_cast<std::size_t>(m)].rank);
      if (code == mover_) return mover_;
      some_draw = some_draw || code == Code::draw;
    }
    return some_draw ? Code::draw : other_;
  }

  int columns_, rows_, line_;
  Code mover_, other_;
  const FrozenBdd &boards_, &above_;
  const OutcomeVector& outcomes_above_;
  OutcomeVector& outcomes_;
};

}  // namespace

void OutcomeVector::add(std::uint64_t word, std::uint64_t codes) {
  std::atomic_ref(words_[word]).fetch_or(codes, std::memory_order_relaxed);
}

OutcomeCounts solve_connect_layer(const connect::Parameters& game, int stones,
                                  const FrozenBdd& boards, const FrozenBdd& above,
                                  const OutcomeVector& outcomes_above, OutcomeVector& outcomes,
                                  int threads) {
  return LayerSolver(game, stones, boards, above, outcomes_above, outcomes).run(threads);
}

}  // namespace zermelo::symbolic
