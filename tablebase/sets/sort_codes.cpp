// SPDX-License-Identifier: MIT
#include "tablebase/sets/sort_codes.h"

#include <array>
#include <bit>
#include <cstddef>

#include "gen/sorted.h"

namespace zermelo {
namespace {

constexpr int digit_bits = 11;
constexpr std::uint64_t digits = std::uint64_t{1} << digit_bits;

// One pass of a radix sort: by the digit that begins at a bit; stable.
void sort_by_digit(const std::vector<std::uint64_t>& from, std::vector<std::uint64_t>& to,
                   int bit) {
  std::array<std::uint32_t, digits> begin{};
  for (const std::uint64_t code : from) ++begin[code >> bit & (digits - 1)];
  std::uint32_t sum = 0;
  for (std::uint32_t& place : begin) {
    const std::uint32_t count = place;
    place = sum;
    sum += count;
  }
  for (const std::uint64_t code : from) to[begin[code >> bit & (digits - 1)]++] = code;
}

}  // namespace

void sort_codes(std::vector<std::uint64_t>& codes) {
  // (Below the first, comparing is quicker; above the second, numbers of codes need more bits.)
  if (codes.size() < digits || codes.size() > UINT32_MAX) return sort_unique(codes);
  std::uint64_t different = 0;
  for (const std::uint64_t code : codes) different |= code ^ codes.front();
  std::vector<std::uint64_t> others(codes.size());
  // (Codes of one layer have many bits in common.)
  const int end = static_cast<int>(std::bit_width(different));
  for (int bit = different == 0 ? 0 : std::countr_zero(different); bit < end; bit += digit_bits) {
    sort_by_digit(codes, others, bit);
    codes.swap(others);
  }
  drop_repeated(codes);
}

}  // namespace zermelo
