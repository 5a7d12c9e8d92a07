// SPDX-License-Identifier: MIT
#include "gen/grid/codes.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>

#include "gen/error.h"

namespace zermelo {

// What must be known about eight squares.
struct ChunkTables {
  // How many squares a set has. (A look-up is faster than std::popcount, which calls a function
  // where the processor is not known to have an instruction for it.)
  std::array<std::uint8_t, 256> size_of{};
  // A set's number among those of the same size, ascending, and back.
  std::array<std::uint8_t, 256> rank{};
  std::array<std::array<std::uint8_t, 70>, 9> select{};
  // [mask][set]: the bits of `set` where `mask` has ones, moved together; and back.
  std::array<std::array<std::uint8_t, 256>, 256> extract{}, deposit{};

  ChunkTables() {
    std::array<std::uint8_t, 9> count{};
    for (unsigned set = 0; set < 256; ++set) {
      const auto size = static_cast<std::size_t>(std::popcount(set));
      size_of[set] = static_cast<std::uint8_t>(size);
      rank[set] = count[size]++;
      select[size][rank[set]] = static_cast<std::uint8_t>(set);
    }
    for (unsigned mask = 0; mask < 256; ++mask) {
      for (unsigned set = 0; set < 256; ++set) {
        unsigned together = 0, apart = 0, place = 0;
        for (unsigned bit = 0; bit < 8; ++bit) {
          if (!(mask >> bit & 1)) continue;
          together |= (set >> bit & 1) << place;
          apart |= (set >> place & 1) << bit;
          ++place;
        }
        extract[mask][set] = static_cast<std::uint8_t>(together);
        deposit[mask][set] = static_cast<std::uint8_t>(apart);
      }
    }
  }
};

namespace {

const ChunkTables& chunk_tables() {
  static const ChunkTables t;
  return t;
}

unsigned byte_of(Squares set, int c) { return static_cast<unsigned>(set >> (8 * c) & 255); }

// Too large to matter.
constexpr std::uint64_t limit = std::uint64_t{1} << 63;

std::uint64_t limited_sum(std::uint64_t a, std::uint64_t b) {
  std::uint64_t sum = 0;
  return __builtin_add_overflow(a, b, &sum) ? limit : std::min(sum, limit);
}

std::uint64_t limited_product(std::uint64_t a, std::uint64_t b) {
  std::uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? limit : std::min(product, limit);
}

}  // namespace

GridCodes::GridCodes(Grid grid, int fewest, int most)
    : tables_(chunk_tables()), fewest_(fewest), chunks_((grid.squares() + chunk - 1) / chunk) {
  below_[0][0] = 1;
  for (int c = 0; c < chunks_; ++c) {
    const int here = std::min(chunk, grid.squares() - c * chunk);
    for (int k = 0; k <= grid.squares(); ++k) {
      std::uint64_t sum = 0, ways = 1;  // ways: sets of `high` squares of the chunk
      for (int high = 0; high <= chunk + 1; ++high) {
        base_[static_cast<std::size_t>(c)][static_cast<std::size_t>(k)]
             [static_cast<std::size_t>(high)] = sum;
        if (high <= std::min(k, here))
          sum = limited_sum(sum, limited_product(ways, below(c, k - high)));
        ways = high < here
                   ? ways * static_cast<unsigned>(here - high) / (static_cast<unsigned>(high) + 1)
                   : 0;
      }
      below_[static_cast<std::size_t>(c) + 1][static_cast<std::size_t>(k)] = sum;
    }
  }
  first_.push_back(0);
  for (int k = fewest; k <= most; ++k) {
    const std::uint64_t colours = k < 62 ? std::uint64_t{2} << k : limit;
    first_.push_back(limited_sum(first_.back(), limited_product(below(chunks_, k), colours)));
  }
  if (size() >= limit) {
    throw UsageError(fmt::format(
        "A board of {} by {} squares with up to {} pieces has too many positions to number.",
        grid.columns, grid.rows, most));
  }
}

std::uint64_t GridCodes::encode(const GridPosition& p) const {
  const ChunkTables& t = tables_;
  const Squares occupied = p.occupied();
  std::uint64_t rank = 0, colours = 0;
  int pieces = 0;
  for (int c = 0; c < chunks_; ++c) {
    const unsigned set = byte_of(occupied, c);
    const int high = t.size_of[set];
    colours |= std::uint64_t{t.extract[set][byte_of(p.black, c)]} << pieces;
    const std::uint64_t lower_sets = below(c, pieces);
    pieces += high;
    rank += base(c, pieces, high) + t.rank[set] * lower_sets;
  }
  assert(covers(pieces));
  const std::uint64_t code =
      first_with(pieces) + ((rank << pieces | colours) << 1 | (p.white_to_move ? 1 : 0));
  assert(code < size() && decode(code) == p);
  return code;
}

int GridCodes::pieces_of(std::uint64_t code) const {
  const auto after = std::upper_bound(first_.begin(), first_.end(), code);
  return fewest_ + static_cast<int>(after - first_.begin()) - 1;
}

GridPosition GridCodes::decode(std::uint64_t code) const {
  assert(code < size());
  const ChunkTables& t = tables_;
  int pieces = pieces_of(code);
  code -= first_with(pieces);
  GridPosition p;
  p.white_to_move = (code & 1) != 0;
  const std::uint64_t colours = code >> 1 & ((std::uint64_t{1} << pieces) - 1);
  std::uint64_t rank = code >> 1 >> pieces;
  for (int c = chunks_ - 1; c >= 0; --c) {
    int high = 0;
    while (rank >= base(c, pieces, high + 1)) ++high;
    rank -= base(c, pieces, high);
    pieces -= high;
    const std::uint64_t lower_sets = below(c, pieces);
    const unsigned set = t.select[static_cast<std::size_t>(high)][rank / lower_sets];
    rank %= lower_sets;
    const Squares black = t.deposit[set][colours >> pieces & 255];
    p.black |= black << (chunk * c);
    p.white |= (set & ~black) << (chunk * c);
  }
  return p;
}

GridCodesIfAny::GridCodesIfAny(Grid grid, int fewest, int most) : fewest_(fewest), most_(most) {
  try {
    codes_.emplace(grid, fewest, most);
  } catch (const UsageError& error) {
    why_not_ = error.what();
  }
}

void GridCodesIfAny::refuse() const {
  throw UsageError(why_not_ +
                   " Tables need that; moves, pictures, play, searches and proofs do not.");
}

}  // namespace zermelo
