// SPDX-License-Identifier: MIT
// A state set over a range of codes: one bit per code, with ranks in between so that a look-up and
// the member's number take one access to memory (as in sdsl's bit_vector_il: Gog and Petri,
// "Optimized succinct data structures for massive data", 2014), on huge pages.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "symmetry/bits.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Immutable after construction and then safe to share between threads.
class RankedBits {
 public:
  RankedBits() = default;
  // Bit i%64 of words[i/64] says whether `first` + i is a member.
  RankedBits(std::span<const std::uint64_t> words, std::uint64_t first);
  RankedBits(RankedBits&&) noexcept = default;
  RankedBits& operator=(RankedBits&&) noexcept = default;

  std::uint64_t size() const { return size_; }

  // Any code may be asked for.
  std::optional<std::uint64_t> find(std::uint64_t code) const {
    const std::uint64_t at = code - first_;
    if (at >= universe()) return std::nullopt;
    const Line& line = lines_[at / line_bits];
    const std::uint64_t bit = at % line_bits;
    const std::uint64_t word = line.words[bit / 64] >> bit % 64;
    if ((word & 1) == 0) return std::nullopt;
    return line.before + below(line, bit);
  }
  bool contains(std::uint64_t code) const {
    const std::uint64_t at = code - first_;
    if (at >= universe()) return false;
    const std::uint64_t bit = at % line_bits;
    return (lines_[at / line_bits].words[bit / 64] >> bit % 64 & 1) != 0;
  }
  // How many members are below `code`.
  std::uint64_t rank(std::uint64_t code) const {
    if (code <= first_) return 0;
    const std::uint64_t at = code - first_;
    if (at >= universe()) return size_;
    const Line& line = lines_[at / line_bits];
    return line.before + below(line, at % line_bits);
  }
  // The member with a number below size().
  std::uint64_t select(std::uint64_t number) const;
  // Prefetches from memory what find() reads.
  void prefetch(std::uint64_t code) const {
    const std::uint64_t at = code - first_;
    if (at < universe()) __builtin_prefetch(&lines_[at / line_bits]);
  }

  // Goes from a member to the next ones.
  class Walk {
   public:
    // Begins with a member.
    Walk(const RankedBits& set, std::uint64_t number) : set_(&set), number_(number) {
      const std::uint64_t at = set.select(number) - set.first_;
      line_ = at / line_bits;
      word_ = at % line_bits / 64;
      bits_ = set.lines_[line_].words[word_] & ~std::uint64_t{0} << at % line_bits % 64;
    }
    std::uint64_t number() const { return number_; }
    std::uint64_t code() const {
      return set_->first_ + line_ * line_bits + word_ * 64 +
             static_cast<unsigned>(std::countr_zero(bits_));
    }
    // There is a next member.
    void next() {
      ++number_;
      bits_ &= bits_ - 1;
      while (bits_ == 0) {
        if (++word_ == line_words) {
          word_ = 0;
          ++line_;
        }
        bits_ = set_->lines_[line_].words[word_];
      }
    }

   private:
    const RankedBits* set_;
    std::uint64_t number_, line_ = 0, word_ = 0, bits_ = 0;
  };

  // Calls body(number, code) for the members numbered begin..end-1.
  template <class Body>
  void for_each(std::uint64_t begin, std::uint64_t end, Body&& body) const {
    if (begin >= end) return;
    Walk walk(*this, begin);
    for (;;) {
      body(walk.number(), walk.code());
      if (walk.number() + 1 == end) return;
      walk.next();
    }
  }

  // Memory held.
  std::uint64_t bytes() const { return lines_.size() * sizeof(Line); }
  // What a set over so many codes takes.
  static std::uint64_t bytes_needed(std::uint64_t codes) {
    return (codes / line_bits + 1) * sizeof(Line);
  }
  std::uint64_t first() const { return first_; }
  std::uint64_t universe() const { return lines_.size() * line_bits; }
  // The bits 64*i .. 64*i+63 of those that the constructor took.
  std::uint64_t word(std::uint64_t i) const { return lines_[i / line_words].words[i % line_words]; }

 private:
  static constexpr std::size_t line_words = 7;
  static constexpr std::uint64_t line_bits = 64 * line_words;
  struct alignas(64) Line {
    std::uint64_t before = 0;  // members in the lines before
    std::uint64_t words[line_words] = {};
  };

  static std::uint64_t below(const Line& line, std::uint64_t bit) {
    std::uint64_t count = 0;
    for (std::uint64_t i = 0; i < bit / 64; ++i)
      count += static_cast<std::uint64_t>(count_bits(line.words[i]));
    const std::uint64_t mask = ~(~std::uint64_t{0} << bit % 64);
    return count + static_cast<std::uint64_t>(count_bits(line.words[bit / 64] & mask));
  }

  HugeArray<Line> lines_;
  std::uint64_t size_ = 0, first_ = 0;
};

}  // namespace zermelo
