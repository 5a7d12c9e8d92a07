// SPDX-License-Identifier: MIT
#include "kinds/stones/row_kernels.h"

#include <algorithm>
#include <array>

#include "kinds/stones/shape_rows.h"

// One version for any processor and one for AVX2 (an ifunc, which sanitizers cannot instrument).
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__SANITIZE_ADDRESS__) && \
    !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define ZERMELO_VECTOR_VERSIONS __attribute__((target_clones("avx2", "default")))
#else
#define ZERMELO_VECTOR_VERSIONS
#endif

namespace zermelo::rows {
namespace {

// The squares that complete a line in one direction. Length 0 stands for any length.
template <int Length, class Lane>
[[gnu::always_inline]] inline Lane completing(Lane stones, Lane starts, int step, int any_length) {
  constexpr std::size_t room = Length > 0 ? Length : max_squares;
  const std::size_t length = Length > 0 ? Length : static_cast<std::size_t>(any_length);
  Lane result = 0;
  // Whether the squares before the missing one, and those after it, are all there.
  std::array<Lane, room + 1> before;
  before[0] = starts;
  for (std::size_t k = 0; k < length; ++k)
    before[k + 1] = before[k] & (stones >> static_cast<int>(k) * step);
  Lane after = ~Lane{0};
  for (std::size_t k = length; k-- > 0;) {
    const int shift = static_cast<int>(k) * step;
    result |= (before[k] & after) << shift;
    after &= stones >> shift;
  }
  return result;
}

template <int Length, class Lane>
[[gnu::always_inline]] inline void find_unforced_in(const Lane* __restrict low, std::uint32_t n,
                                                    Lane high, Lane shape, Lane next,
                                                    const Lines& lines, Lane* __restrict black,
                                                    Lane* __restrict white,
                                                    std::uint8_t* __restrict unforced) {
  const int length = lines.length();
  std::fill_n(black, n, Lane{0});
  std::fill_n(white, n, Lane{0});
  // (One direction after the other: the loop's code is a quarter as long, and no slower.)
  for (std::size_t d = 0; d < 4; ++d) {
    const auto starts = static_cast<Lane>(lines.directions()[d].starts);
    const int step = lines.directions()[d].step;
    for (std::uint32_t i = 0; i < n; ++i) {
      const Lane of_black = low[i] | high;
      black[i] |= completing<Length>(of_black, starts, step, length);
      white[i] |= completing<Length>(of_black ^ shape, starts, step, length);
    }
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const Lane of_black = low[i] | high, of_white = of_black ^ shape;
    // (A stone that completes a line with others has completed it.)
    const Lane forced = (black[i] & (of_black | next)) | (white[i] & (of_white | next));
    unforced[i] = forced == 0;
  }
}

template <class Lane>
[[gnu::always_inline]] inline void find_unforced_any(const Lane* low, std::uint32_t n, Squares high,
                                                     Squares shape, Squares next,
                                                     const Lines& lines, Lane* black, Lane* white,
                                                     std::uint8_t* unforced) {
  const auto h = static_cast<Lane>(high), s = static_cast<Lane>(shape), x = static_cast<Lane>(next);
  switch (lines.length()) {
    case 3:
      return find_unforced_in<3>(low, n, h, s, x, lines, black, white, unforced);
    case 4:
      return find_unforced_in<4>(low, n, h, s, x, lines, black, white, unforced);
    case 5:
      return find_unforced_in<5>(low, n, h, s, x, lines, black, white, unforced);
    default:
      return find_unforced_in<0>(low, n, h, s, x, lines, black, white, unforced);
  }
}

}  // namespace

ZERMELO_VECTOR_VERSIONS
void mark_where(std::uint8_t* __restrict found, const std::uint16_t* __restrict strings,
                std::uint16_t mask, std::uint16_t bits, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i)
    found[i] = static_cast<std::uint8_t>(found[i] | ((strings[i] & mask) == bits ? 1 : 0));
}

ZERMELO_VECTOR_VERSIONS
void find_unforced(const std::uint32_t* low, std::uint32_t n, Squares high, Squares shape,
                   Squares next, const Lines& lines, std::uint32_t* black, std::uint32_t* white,
                   std::uint8_t* unforced) {
  find_unforced_any(low, n, high, shape, next, lines, black, white, unforced);
}

ZERMELO_VECTOR_VERSIONS
void find_unforced(const std::uint64_t* low, std::uint32_t n, Squares high, Squares shape,
                   Squares next, const Lines& lines, std::uint64_t* black, std::uint64_t* white,
                   std::uint8_t* unforced) {
  find_unforced_any(low, n, high, shape, next, lines, black, white, unforced);
}

ZERMELO_VECTOR_VERSIONS
void or_into(std::uint8_t* __restrict to, const std::uint8_t* __restrict from, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) to[i] |= from[i];
}

void or_into(std::uint8_t* __restrict to, const std::uint8_t* __restrict from,
             const std::uint16_t* __restrict index, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) {
    if (index[i] != LowStrings::none) to[i] |= from[index[i]];
  }
}

ZERMELO_VECTOR_VERSIONS
void max_into(std::int8_t* __restrict to, const std::int8_t* __restrict from, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) to[i] = std::max(to[i], from[i]);
}

void max_into(std::int8_t* __restrict to, const std::int8_t* __restrict from,
              const std::uint16_t* __restrict index, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) to[i] = std::max(to[i], from[index[i]]);
}

ZERMELO_VECTOR_VERSIONS
void min_into(std::int8_t* __restrict to, const std::int8_t* __restrict from, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) to[i] = std::min(to[i], from[i]);
}

void min_into(std::int8_t* __restrict to, const std::int8_t* __restrict from,
              const std::uint16_t* __restrict index, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) to[i] = std::min(to[i], from[index[i]]);
}

ZERMELO_VECTOR_VERSIONS
void set_where(std::int8_t* __restrict values, const std::uint8_t* __restrict found,
               std::int8_t value, std::uint32_t n) {
  for (std::uint32_t i = 0; i < n; ++i) values[i] = found[i] != 0 ? value : values[i];
}

ZERMELO_VECTOR_VERSIONS
Cleared clear_where(std::uint8_t* __restrict positions, const std::uint8_t* __restrict found,
                    std::uint32_t n) {
  std::uint32_t all = 0, cleared = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint8_t gone = positions[i] & found[i];
    all += positions[i];
    cleared += gone;
    positions[i] = static_cast<std::uint8_t>(positions[i] ^ gone);
  }
  return {all, cleared};
}

}  // namespace zermelo::rows
