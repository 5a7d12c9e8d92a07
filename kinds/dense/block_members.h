// SPDX-License-Identifier: MIT
// Which indices the values of a table's block belong to: this follows from the rules; the block
// only has counts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "tablebase/format/table_file.h"

namespace zermelo {

enum class Members { not_won_at_once, all };

// Bit i: whether index `begin` + i is a member's, for `count` <= 64 indices. If `canonical` is
// given, the canonical positions among them are added to it.
template <class Game>
std::uint64_t member_bits(const Game& game, int slice, Members members,
                          typename Game::Cursor& cursor, std::uint64_t begin, std::uint64_t count,
                          std::uint64_t* canonical = nullptr) {
  std::uint64_t bits = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto& position = cursor.at(begin + i);
    if (!cursor.is_canonical()) continue;
    if (canonical != nullptr) ++*canonical;
    if (members == Members::all || !game.wins_at_once(slice, position))
      bits |= std::uint64_t{1} << i;
  }
  return bits;
}

// Which positions have something in a table.
inline Members members_of(const TableFile& file) {
  return file.header().holds_distances() ? Members::all : Members::not_won_at_once;
}

// Walks over the members of blocks of one slice. Each thread needs its own.
template <class Game>
class BlockMembers {
 public:
  // All must outlive the walk.
  BlockMembers(const Game& game, const TableFile& file, int slice)
      : game_(game),
        slice_(slice),
        file_(file),
        members_(members_of(file)),
        cursor_(game.index(slice)) {}

  static constexpr std::uint32_t no_member = ~std::uint32_t{0};

  // Calls body(index, member) for every member of block number `block`, `member` being its number
  // within the block. `canonical`, if given, grows by the number of canonical positions. Throws
  // DamagedTable if the members by the rules are not as many as the block counts.
  template <class Body>
  void for_each(std::uint64_t block, const BlockContents& contents, Body&& body,
                std::uint64_t* canonical = nullptr) {
    std::uint32_t member = 0;
    for_each_run(block, contents, canonical, [&](std::uint64_t begin, auto, std::uint64_t bits) {
      for (; bits != 0; bits &= bits - 1) {
        body(begin + static_cast<unsigned>(std::countr_zero(bits)), member++);
      }
    });
  }

  // The same for every canonical position of the block: calls body(index, cursor, member), the
  // cursor standing at the index; `member` is no_member for positions won at once.
  template <class Body>
  void for_each_canonical(std::uint64_t block, const BlockContents& contents, Body&& body) {
    std::uint32_t member = 0;
    const auto body_of_run = [&](std::uint64_t begin, std::uint64_t count, std::uint64_t bits) {
      for (std::uint64_t k = 0; k < count; ++k) {
        cursor_.at(begin + k);
        if (!cursor_.is_canonical()) continue;
        body(begin + k, std::as_const(cursor_), (bits >> k & 1) != 0 ? member++ : no_member);
      }
    };
    for_each_run(block, contents, nullptr, body_of_run);
  }

 private:
  // Calls body(first index, number of indices, bits of the members among them) for every 64 indices
  // of the block.
  template <class Body>
  void for_each_run(std::uint64_t block, const BlockContents& contents, std::uint64_t* canonical,
                    Body&& body) {
    const std::uint64_t indices =
        file_.slices()[static_cast<std::size_t>(slice_)].indices_in_block(block);
    for (std::uint64_t run = 0; 64 * run < indices; ++run) {
      const std::uint64_t begin = block * block_indices + 64 * run;
      const std::uint64_t count = std::min<std::uint64_t>(64, indices - 64 * run);
      const std::uint64_t bits =
          member_bits(game_, slice_, members_, cursor_, begin, count, canonical);
      if (std::popcount(bits) != contents.counts[run]) {
        file_.damaged("a block's members are not those of the rules");
      }
      body(begin, count, bits);
    }
  }

  const Game& game_;
  int slice_;
  const TableFile& file_;
  Members members_;
  typename Game::Cursor cursor_;
};

}  // namespace zermelo
