// SPDX-License-Identifier: MIT
// Every block of a table begins with a checksum of the rest of it, whose seed is its identity
// (block_identity), so that a block that was put in another's place is noticed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/file.h"

namespace zermelo {

inline constexpr std::size_t block_checksum_bytes = 8;

// Over the first bytes of a block, which are there for it.
inline void put_block_checksum(std::vector<std::byte>& block, std::uint64_t identity) {
  const std::uint64_t sum = checksum(Bytes(block).subspan(block_checksum_bytes), identity);
  for (std::size_t i = 0; i < block_checksum_bytes; ++i)
    block[i] = static_cast<std::byte>(sum >> (8 * i));
}

// Throws DamagedTable (without a file name), also if the block has fewer bytes than `least`, which
// includes the checksum.
inline void check_block_checksum(Bytes block, std::size_t least, std::uint64_t identity) {
  if (block.size() < least) throw DamagedTable("a block is cut short");
  if (checksum(block.subspan(block_checksum_bytes), identity) !=
      read_integer<std::uint64_t>(block.data()))
    throw DamagedTable("a block's checksum is wrong");
}

}  // namespace zermelo
