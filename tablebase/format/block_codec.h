// SPDX-License-Identifier: MIT
// One block of a table: the values of the members among block_indices neighbouring indices of a
// slice. Which indices are members is not written down, since it follows from the rules. A count
// for every 64 indices is, so that finding a member's number takes a look at no more than 63
// positions. docs/table-format.md describes the bytes.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "tablebase/format/file.h"
#include "tablebase/format/section_codec.h"

namespace zermelo {

inline constexpr std::uint64_t block_indices = 2048;

// A member's value is written as a number in the slice's palette (a list of the values that occur).
using PaletteCode = std::uint16_t;

// A member whose value changes when its move `slot` is forbidden.
struct SecondValue {
  std::uint16_t member;  // its number within the block
  std::uint8_t slot;
  PaletteCode code;  // the value then

  bool operator==(const SecondValue&) const = default;
};

struct BlockContents {
  std::array<std::uint8_t, block_indices / 64> counts{};  // members among each 64 indices
  std::vector<PaletteCode> first;                         // one per member, in order
  std::vector<SecondValue> second;                        // ascending by member

  bool operator==(const BlockContents&) const = default;

  // Number of members in the runs of 64 indices before run number `run`.
  std::uint32_t members_before(std::uint64_t run) const;
  // Whether it can be the contents of a block with this many indices and this many values to choose
  // from. (Where all indices are members or none is, the counts are not used.)
  bool check(std::uint64_t indices, std::size_t palette) const;
  // The entry of a member in `second`, or nullptr.
  const SecondValue* find_second(std::uint32_t member) const;
};

// Which parts of a block to decode: second values are needed only where a move is forbidden.
enum class BlockParts { all, without_second };

// Packs and unpacks blocks. Keeps compression contexts; each thread needs its own.
class BlockCodec {
 public:
  // `indices` is how many indices the block covers (block_indices, except in a slice's last one);
  // `identity` goes into the checksum, so that a block that was put in another's place is noticed;
  // `palette` is the number of values in the slice's palette.
  std::vector<std::byte> encode(const BlockContents& contents, std::uint64_t indices,
                                std::uint64_t identity, std::size_t palette);

  // Throws DamagedTable (without a file name; callers add it).
  void decode(Bytes bytes, std::uint64_t indices, std::uint64_t identity, std::size_t palette,
              BlockContents& contents, BlockParts parts = BlockParts::all);

 private:
  SectionCodec sections_;
};

// The identity of a block for encode and decode.
constexpr std::uint64_t block_identity(std::size_t slice, std::uint64_t number) {
  return static_cast<std::uint64_t>(slice) << 48 | number;
}

}  // namespace zermelo
