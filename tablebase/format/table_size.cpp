// SPDX-License-Identifier: MIT
#include "tablebase/format/table_size.h"

#include "tablebase/format/run_block.h"

namespace zermelo {
namespace {

// For a slice, without its directory.
std::uint64_t state_bytes(const TableFile& file, std::size_t slice) {
  const SliceRecord& record = file.slices()[slice];
  if (file.header().states == TableHeader::States::indexed) return (record.indices + 63) / 64;
  // The first block is the model that the others are packed with.
  std::uint64_t sum = record.code_bytes;
  // (The members of a ranked set are given only by a diagram's nodes.)
  if (file.header().states == TableHeader::States::ranked) return sum;
  for (std::uint64_t b = 1; b < record.blocks(); ++b) {
    const Bytes block = file.encoded_block(slice, b);
    const std::size_t bytes = place_bytes_of_block(block);
    if (bytes > block.size()) file.damaged("a block's head makes no sense");
    sum += bytes;
  }
  return sum;
}

}  // namespace

TableSize table_size(const TableFile& file) {
  TableSize size;
  const bool has_first_codes = file.header().has_first_codes();
  file.expect_scan();
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const std::uint64_t blocks = file.slices()[i].blocks();
    const std::uint64_t firsts = has_first_codes ? 8 * blocks : 0;
    size.blocks += file.slice_bytes(i) + 8 * (blocks + 1) + firsts;
    size.state_set += state_bytes(file, i) + firsts;
  }
  if (file.was_cut()) file.damaged("it was cut short while it was in use");
  return size;
}

}  // namespace zermelo
