// SPDX-License-Identifier: MIT
// Which indices the values of a table's block belong to: the rules tell it, the block only counts.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

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

  static constexpr std::uint32_t no_member = ~std::uint32_t{0};

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
      std::uint64_t bits = members_of_run(contents, run, begin, count, canonical);
      for (; bits != 0; bits &= bits - 1) {
        body(begin + static_cast<unsigned>(std::countr_zero(bits)), member++);
      }
    }
  }

  // The same for every canonical position of the block: calls body(index, cursor, member), the
  // cursor standing at the index; `member` is no_member for positions won at once.
  template <class Body>
  void for_each_canonical(std::uint64_t block, const BlockContents& contents, Body&& body) {
    const std::uint64_t indices =
        file_.slices()[static_cast<std::size_t>(slice_)].indices_in_block(block);
    std::uint32_t member = 0;
    for (std::uint64_t run = 0; 64 * run < indices; ++run) {
      const std::uint64_t begin = block * block_indices + 64 * run;
      const std::uint64_t count = std::min<std::uint64_t>(64, indices - 64 * run);
      const std::uint64_t bits = members_of_run(contents, run, begin, count, nullptr);
      for (std::uint64_t k = 0; k < count; ++k) {
        cursor_.at(begin + k);
        if (!cursor_.is_canonical()) continue;
        body(begin + k, std::as_const(cursor_), (bits >> k & 1) != 0 ? member++ : no_member);
      }
    }
  }

 private:
  std::uint64_t members_of_run(const BlockContents& contents, std::uint64_t run,
                               std::uint64_t begin, std::uint64_t count, std::uint64_t* canonical) {
    const std::uint64_t bits =
        member_bits(game_, slice_, members_, cursor_, begin, count, canonical);
    if (std::popcount(bits) != contents.counts[run]) {
      file_.damaged("a block's members are not those of the rules");
    }
    return bits;
  }

  const Game& game_;
  int slice_;
  const TableFile& file_;
  Members members_;
  typename Game::Cursor cursor_;
};

}  // namespace zermelo
