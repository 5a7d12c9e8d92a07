// SPDX-License-Identifier: MIT
#include "tablebase/sets/ranked_bits.h"

#include <algorithm>

namespace zermelo {

RankedBits::RankedBits(std::span<const std::uint64_t> words, std::uint64_t first)
    : lines_((words.size() + line_words - 1) / line_words), first_(first) {
  for (std::size_t l = 0; l < lines_.size(); ++l) {
    Line& line = lines_[l];
    line.before = size_;
    const std::size_t begin = l * line_words;
    for (std::size_t i = 0; i < std::min(line_words, words.size() - begin); ++i) {
      line.words[i] = words[begin + i];
      size_ += static_cast<std::uint64_t>(count_bits(line.words[i]));
    }
  }
}

std::uint64_t RankedBits::select(std::uint64_t number) const {
  assert(number < size_);
  const auto lines = lines_.span();
  const auto after = std::ranges::upper_bound(lines, number, {}, &Line::before);
  const auto l = static_cast<std::uint64_t>(after - lines.begin()) - 1;
  std::uint64_t left = number - lines_[l].before, word = 0;
  for (;; ++word) {
    const auto count = static_cast<std::uint64_t>(count_bits(lines_[l].words[word]));
    if (left < count) break;
    left -= count;
  }
  std::uint64_t bits = lines_[l].words[word];
  for (; left > 0; --left) bits &= bits - 1;
  return first_ + l * line_bits + word * 64 + static_cast<unsigned>(std::countr_zero(bits));
}

}  // namespace zermelo
