// SPDX-License-Identifier: MIT
// Which indices the values of a table's block belong to: the rules tell it, the block only counts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "tablebase/enumerate.h"
#include "tablebase/table_file.h"

namespace zermelo {

// Which positions have something in a table.
inline Members members_of(const TableFile& file) {
  return file.header().metric == reach_metric ? Members::all : Members::not_won_at_once;
}

// Walks over the members of blocks of one slice. One a thread.
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

  // Calls body(index, member) for every member of block number `block`, `member` being its number
  // within the block. `canonical`, if given, grows by the number of canonical positions. Throws
  // DamagedTable if the rules have other members than the block counts.
  template <class Body>
  void for_each(std::uint64_t block, const BlockContents& contents, Body&& body,
                std::uint64_t* canonical = nullptr) {
    const std::uint64_t indices =
        file_.slices()[static_cast<std::size_t>(slice_)].indices_in_block(block);
    std::uint32_t member = 0;
    for (std::uint64_t run = 0; 64 * run < indices; ++run) {
      const std::uint64_t begin = block * block_indices + 64 * run;
      const std::uint64_t count = std::min<std::uint64_t>(64, indices - 64 * run);
      std::uint64_t bits = member_bits(game_, slice_, members_, cursor_, begin, count, canonical);
      if (std::popcount(bits) != contents.counts[run]) {
        file_.damaged("a block's members are not those of the rules");
      }
      for (; bits != 0; bits &= bits - 1) {
        body(begin + static_cast<unsigned>(std::countr_zero(bits)), member++);
      }
    }
  }

 private:
  const Game& game_;
  int slice_;
  const TableFile& file_;
  Members members_;
  typename Game::Cursor cursor_;
};

}  // namespace zermelo
