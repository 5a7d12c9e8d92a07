// SPDX-License-Identifier: MIT
// Keeps a few decoded blocks of a table: neighbours along a line of play often share one.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>

#include "kinds/dense/block_members.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Thread-safe. A block that a thread still reads lives on after it has left the cache. No thread
// waits for an entry that another thread is using: a block that is decoded twice costs less, and
// after a fork that thread may be gone.
class BlockCache {
 public:
  explicit BlockCache(std::shared_ptr<const TableFile> file) : file_(std::move(file)) {}

  // The block, if it is kept with these parts.
  std::shared_ptr<const BlockContents> find(std::size_t slice, std::uint64_t block,
                                            BlockParts parts) {
    const std::uint64_t identity = block_identity(slice, block);
    Entry& entry = entry_of(identity);
    const std::unique_lock lock(entry.mutex, std::try_to_lock);
    if (!lock || !entry.contents || entry.identity != identity) return nullptr;
    return parts == BlockParts::without_second || entry.has_second ? entry.contents : nullptr;
  }

  // Decodes the block and keeps it. Throws DamagedTable.
  std::shared_ptr<const BlockContents> decode(std::size_t slice, std::uint64_t block,
                                              BlockParts parts) {
    thread_local BlockCodec codec;
    auto contents = std::make_shared<BlockContents>();
    file_->read_block(codec, slice, block, *contents, parts);
    const std::uint64_t identity = block_identity(slice, block);
    Entry& entry = entry_of(identity);
    if (const std::unique_lock lock(entry.mutex, std::try_to_lock); lock) {
      entry.identity = identity;
      entry.has_second = parts == BlockParts::all;
      entry.contents = contents;
    }
    return contents;
  }

  const TableFile& file() const { return *file_; }
  Members members() const { return members_of(*file_); }

 private:
  struct Entry {
    std::mutex mutex;
    std::uint64_t identity = 0;
    bool has_second = false;
    std::shared_ptr<const BlockContents> contents;
  };
  Entry& entry_of(std::uint64_t identity) {
    return entries_[(identity * 0x9e3779b97f4a7c15u >> 32) % entries_.size()];
  }

  std::shared_ptr<const TableFile> file_;
  std::array<Entry, 64> entries_;
};

// Where the stored value of an index is found.
struct FoundMember {
  std::shared_ptr<const BlockContents> block;
  std::uint32_t member;  // its number in the block
};

// The indices of a run of 64 on one side of an index, where there are fewer: those before it, or
// those from it on. From how many of them are members follows the member's number in its block.
// (Not inlined, since it is the same for all games.)
struct SideOfRun {
  std::uint64_t begin = 0, count = 0;
  std::uint64_t run = 0;  // of the block
  bool is_before = true;

  [[gnu::noinline]] SideOfRun(const SliceRecord& slice, std::uint64_t index)
      : run(index % block_indices / 64) {
    const std::uint64_t before = index % 64;
    const std::uint64_t in_block = slice.indices_in_block(index / block_indices);
    const std::uint64_t after = std::min<std::uint64_t>(64, in_block - 64 * run) - before;
    is_before = before <= after;
    begin = is_before ? index - before : index;
    count = is_before ? before : after;
  }
  // `bits`: which of them are members.
  [[gnu::noinline]] std::uint32_t member(const BlockContents& block, std::uint64_t bits) const {
    const auto members = static_cast<std::uint32_t>(std::popcount(bits));
    return is_before ? block.members_before(run) + members
                     : block.members_before(run + 1) - members;
  }
};

// `index` is that of a member of the game's slice number `slice`. Throws DamagedTable.
template <class Game>
FoundMember find_member(const Game& game, BlockCache& cache, int slice, std::uint64_t index,
                        BlockParts parts) {
  const auto number = static_cast<std::size_t>(slice);
  const std::uint64_t block_number = index / block_indices;
  auto block = cache.find(number, block_number, parts);
  // (The block's bytes come from memory while the positions before the index are looked at.)
  if (!block) cache.file().prefetch_block(number, block_number);
  const SideOfRun side(cache.file().slices()[number], index);
  typename Game::Cursor cursor(game.index(slice));
  const std::uint64_t bits =
      member_bits(game, slice, cache.members(), cursor, side.begin, side.count);
  if (!block) block = cache.decode(number, block_number, parts);
  const std::uint32_t member = side.member(*block, bits);
  if (member >= block->first.size()) cache.file().damaged("it lacks a position's value");
  return {std::move(block), member};
}

}  // namespace zermelo
