// SPDX-License-Identifier: MIT
// A slice's directory: where its blocks are in the file and, in a table without dense index, the
// code that each begins with. docs/table-format.md describes the bytes.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tablebase/format/file.h"

namespace zermelo {

// A copy, so that what was checked is what is read, whatever happens to the file. Immutable.
class SliceDirectory {
 public:
  // How many bytes the directory of this many blocks has.
  static std::uint64_t bytes_of(std::uint64_t blocks, bool has_first_codes) {
    return 8 * (blocks * (has_first_codes ? 2 : 1) + 1);
  }
  // As it is in the file. `offsets` has one element more than `first_codes`, unless that is empty.
  static std::vector<std::byte> encode(std::span<const std::uint64_t> offsets,
                                       std::span<const std::uint64_t> first_codes);

  // `bytes` is as long as bytes_of() says; the blocks must lie between the offsets `begin` and
  // `end`. Throws DamagedTable (without a file name).
  SliceDirectory(Bytes bytes, std::optional<std::uint64_t> expected_checksum, std::uint64_t blocks,
                 std::uint64_t begin, std::uint64_t end);

  // In all of these, `block` is below the number of blocks.
  std::uint64_t begin(std::uint64_t block) const { return at(block); }
  std::uint64_t end(std::uint64_t block) const { return at(block + 1); }
  std::uint64_t first_code(std::uint64_t block) const {
    assert(block < blocks_ && has_first_codes());
    return at(blocks_ + 1 + block);
  }
  // The last block that begins with the code or before it; nothing if there is none.
  std::optional<std::uint64_t> block_of(std::uint64_t code) const;

  // Whether offsets and codes ascend, and the offsets lie where the blocks may.
  bool check(std::uint64_t begin, std::uint64_t end) const;

 private:
  bool has_first_codes() const { return numbers_.size() > blocks_ + 1; }
  std::uint64_t at(std::uint64_t place) const {
    assert(place < numbers_.size());
    return numbers_[place];
  }
  std::span<const std::uint64_t> offsets() const { return std::span(numbers_).first(blocks_ + 1); }
  std::span<const std::uint64_t> first_codes() const {
    return std::span(numbers_).subspan(blocks_ + 1);
  }

  std::uint64_t blocks_;
  std::vector<std::uint64_t> numbers_;  // the offsets, then the codes
};

}  // namespace zermelo
