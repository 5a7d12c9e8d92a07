// SPDX-License-Identifier: MIT
// Makes a diagram of boards column by column. From left to right, what a board's first columns
// leave to be known is a *key*, a few words: walks on their way through other diagrams, lines that
// are begun. Boards with equal keys have the same future, so each key is followed once, through
// all contents of the next column. Then nodes are made from right to left, each once.
//
// This is how a product of automata is determinized and then minimized. There is no cache that may
// be too small, and memory goes to one level's keys and to the steps between them, so it takes a
// fraction of the time and the memory that the same sets take with a library.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "kinds/ranked/layer_diagram.h"
#include "symbolic/bdd/bdd.h"

namespace zermelo::symbolic {

// A list that grows without being moved, so that it never takes twice its size.
template <class T>
class GrowingList {
 public:
  std::uint64_t size() const { return size_; }
  std::uint64_t bytes() const { return parts_.size() * part * sizeof(T); }
  const T& operator[](std::uint64_t n) const { return parts_[n / part][n % part]; }
  void push_back(T value) {
    if (size_ % part == 0) parts_.push_back(std::make_unique_for_overwrite<T[]>(part));
    parts_.back()[size_++ % part] = value;
  }

 private:
  static constexpr std::uint64_t part = std::uint64_t{1} << 12;
  std::vector<std::unique_ptr<T[]>> parts_;
  std::uint64_t size_ = 0;
};

// Different keys, numbered 0, 1, 2, ... in the order in which they were found.
class KeySet {
 public:
  KeySet() : slots_(std::size_t{1} << 10) {}
  std::uint32_t size() const { return static_cast<std::uint32_t>(begins_.size() - 1); }
  std::span<const std::uint32_t> key(std::uint32_t number) const {
    return std::span(words_).subspan(begins_[number], begins_[number + 1] - begins_[number]);
  }
  std::uint32_t number(std::span<const std::uint32_t> key);
  std::uint64_t bytes() const {
    return words_.capacity() * sizeof words_[0] + begins_.capacity() * sizeof begins_[0] +
           slots_.capacity() * sizeof slots_[0];
  }

 private:
  std::size_t slot(std::span<const std::uint32_t> key) const;

  std::vector<std::uint32_t> words_;
  std::vector<std::uint64_t> begins_ = {0};
  std::vector<std::uint32_t> slots_;  // numbers + 1, hashed: open addressing; a power of two
};

class ColumnWalk {
 public:
  using Key = std::vector<std::uint32_t>;

  // Boards of `columns` columns of `cells` variables each, at most 16. Throws OutOfNodes from
  // `build` if that takes more than `memory` bytes.
  ColumnWalk(int columns, int cells, std::uint64_t memory)
      : columns_(columns), cells_(cells), memory_(memory) {}

  // Calls expand(column, key) for every key that can come up before a column, which calls add() or
  // add_last() for the columns that may follow, in ascending order of their bits from the lowest
  // cell on: in the order of their boards' ranks.
  template <class Expand>
  LayerDiagram build(const Key& start, Expand&& expand) {
    steps_ = std::vector<Steps>(static_cast<std::size_t>(columns_));
    keys_ = {};
    keys_.number(start);
    for (column_ = 0; column_ < columns_; ++column_) {
      next_keys_ = {};
      for (std::uint32_t n = 0; n < keys_.size(); ++n) {
        here().ends.push_back(0);
        expand(column_, keys_.key(n));
        here().finish();
        if (n % 1024 == 0) require_memory();
      }
      keys_ = std::move(next_keys_);
    }
    keys_ = {};
    return reduced();
  }

  // A column's cells as a number: bit `row` for each, the lowest cell first.
  void add(std::uint32_t code, std::span<const std::uint32_t> key) {
    here().add(code, next_keys_.number(key));
  }
  // After the last column: the number of the board, from 1 on.
  void add_last(std::uint32_t code, std::uint32_t number) { here().add(code, number); }

 private:
  // All steps from the keys before a column.
  struct Steps {
    GrowingList<std::uint16_t> codes;
    GrowingList<std::uint32_t> targets;
    std::vector<std::uint64_t> ends;  // of the steps of each key

    void add(std::uint32_t code, std::uint32_t target) {
      codes.push_back(static_cast<std::uint16_t>(code));
      targets.push_back(target);
    }
    void finish() { ends.back() = codes.size(); }
    std::uint64_t bytes() const {
      return codes.bytes() + targets.bytes() + ends.capacity() * sizeof ends[0];
    }
  };
  Steps& here() { return steps_[static_cast<std::size_t>(column_)]; }

  void require_memory() const;
  LayerDiagram reduced();
  // The place of the node for steps begin..end-1, which agree on the cells before `cell`.
  std::uint32_t node_of(const Steps& steps, std::uint64_t begin, std::uint64_t end, int cell,
                        std::vector<UniqueNodes>& nodes,
                        const std::vector<std::uint32_t>& places) const;

  int columns_, cells_;
  std::uint64_t memory_;
  int column_ = 0;
  KeySet keys_, next_keys_;
  std::vector<Steps> steps_;
};

}  // namespace zermelo::symbolic
