// SPDX-License-Identifier: MIT
// A state set of codes, sparse or dense: Elias-Fano, or a bit per code with ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "tablebase/sets/ranked_bits.h"
#include "tablebase/sets/sparse_set.h"

namespace zermelo {

// Sets that have fewer codes per member than that are dense: they take up to four times the memory
// of Elias-Fano, but a look-up takes a tenth of the time.
inline constexpr std::uint64_t dense_below = 20;

// It numbers its members 0, 1, 2, ... in order of code. Immutable and then safe to share between
// threads.
class CodeSet {
 public:
  // Takes the members in ascending order, so that they need not be in memory all at once.
  class Builder {
   public:
    // Of `size` members from `first` to `last`.
    Builder(std::uint64_t size, std::uint64_t first, std::uint64_t last);
    // `code` is larger than the one before.
    void add(std::uint64_t code) {
      if (sparse_) return sparse_->add(code);
      const std::uint64_t at = code - first_;
      words_[at / 64] |= std::uint64_t{1} << at % 64;
    }

   private:
    friend CodeSet;
    std::uint64_t first_;
    std::vector<std::uint64_t> words_;          // of a dense set,
    std::optional<SparseSet::Builder> sparse_;  // or this
  };

  CodeSet() = default;  // empty
  // To be called after all members were added.
  explicit CodeSet(Builder&& builder);
  // From members in ascending order, each once.
  explicit CodeSet(std::span<const std::uint64_t> codes);
  explicit CodeSet(SparseSet&& sparse) : sparse_(std::move(sparse)) {}
  explicit CodeSet(RankedBits&& dense) : is_dense_(true), dense_(std::move(dense)) {}

  std::uint64_t size() const { return is_dense_ ? dense_.size() : sparse_.size(); }
  // The number of a member; nothing if the code is not a member.
  std::optional<std::uint64_t> find(std::uint64_t code) const {
    return is_dense_ ? dense_.find(code) : sparse_.find(code);
  }
  bool contains(std::uint64_t code) const {
    return is_dense_ ? dense_.contains(code) : sparse_.contains(code);
  }
  // How many members are below `code`.
  std::uint64_t rank(std::uint64_t code) const {
    return is_dense_ ? dense_.rank(code) : sparse_.rank(code);
  }
  // The member with a number below size().
  std::uint64_t select(std::uint64_t number) const {
    return is_dense_ ? dense_.select(number) : sparse_.select(number);
  }
  // Prefetches from memory what find() reads, if that is one place.
  void prefetch(std::uint64_t code) const {
    if (is_dense_) dense_.prefetch(code);
  }
  // Calls body(number, code) for the members numbered begin..end-1, which is much faster than
  // select for each.
  template <class Body>
  void for_each(std::uint64_t begin, std::uint64_t end, Body&& body) const {
    if (is_dense_) {
      dense_.for_each(begin, end, body);
    } else {
      sparse_.for_each(begin, end, body);
    }
  }

  // About what a set of `size` members from `first` to `last` takes while it is made.
  static std::uint64_t bytes_needed(std::uint64_t size, std::uint64_t first, std::uint64_t last);
  // Memory held.
  std::uint64_t bytes() const { return is_dense_ ? dense_.bytes() : sparse_.bytes(); }

  // For checkpoints: the whole set as bytes, and back.
  std::vector<std::byte> to_bytes() const;
  static CodeSet from_bytes(std::span<const std::byte> bytes);

 private:
  bool is_dense_ = false;
  SparseSet sparse_;
  RankedBits dense_;
};

}  // namespace zermelo
