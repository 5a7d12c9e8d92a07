// SPDX-License-Identifier: MIT
// How many bytes of a table say which positions are in it, and how many say what they are worth.
#include <filesystem>

#include "probe/table_info.h"
#include "tablebase/format/run_block.h"
#include "tablebase/format/table_file.h"

namespace zermelo {
namespace {

// For a slice, without its directory.
std::uint64_t state_bytes(const TableFile& file, std::size_t slice) {
  const SliceRecord& record = file.slices()[slice];
  if (file.header().leaves_out_loss_plies()) return record.code_bytes;
  if (file.header().states == TableHeader::States::indexed) return (record.indices + 63) / 64;
  // The first block is the model that the others are packed with.
  std::uint64_t sum = record.code_bytes;
  // (The members of a ranked set are given only by a diagram's nodes.)
  if (file.header().states == TableHeader::States::ranked) return sum;
  for (std::uint64_t b = 1; b < record.blocks(); ++b) {
    const Bytes block = file.encoded_block(slice, b);
    const bool has_firsts = file.header().states != TableHeader::States::numbered;
    const std::size_t bytes = place_bytes_of_block(block, has_firsts);
    if (bytes > block.size()) file.damaged("a block's head makes no sense");
    sum += bytes;
  }
  return sum;
}

TableBytes bytes_of_file(const std::string& path) {
  const TableFile file(path);
  TableBytes size;
  std::uint64_t all = 0;  // of all blocks, and of the directories that say where they are
  const bool has_first_codes = file.header().has_first_codes();
  file.expect_scan();
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const std::uint64_t blocks = file.slices()[i].blocks();
    const std::uint64_t firsts = has_first_codes ? 8 * blocks : 0;
    all += file.slice_bytes(i) + file.directory_bytes(i).size();
    size.state_set += state_bytes(file, i) + firsts;
  }
  if (file.was_cut()) file.damaged("it was cut short while it was in use");
  size.values = all - size.state_set;
  return size;
}

}  // namespace

TableBytes count_table_bytes(const std::string& path) {
  if (!is_folder(path)) return bytes_of_file(path);
  TableBytes sum;
  for (const auto& entry : std::filesystem::directory_iterator(path)) {
    if (entry.path().extension() != ".ztb") continue;
    const TableBytes bytes = bytes_of_file(entry.path().string());
    sum.state_set += bytes.state_set;
    sum.values += bytes.values;
  }
  return sum;
}

}  // namespace zermelo
