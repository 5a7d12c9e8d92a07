// SPDX-License-Identifier: MIT
#include "probe/table_info.h"

#include <algorithm>
#include <filesystem>

#include "probe/table_answer.h"
#include "tablebase/format/run_block.h"

namespace zermelo {
namespace {

int greatest_number(const TableFile& file, const SliceRecord& slice) {
  const bool counts_plies = file.header().metric == "distance";
  const auto amount = [&](Value value) { return counts_plies ? value.plies() : value.magnitude(); };
  // (A position without a stored value is won at once.)
  int greatest = file.header().holds_values() && slice.positions > slice.members ? 1 : 0;
  for (const Value value : slice.palette) greatest = std::max(greatest, amount(value));
  for (const auto& [value, count] : slice.histogram) greatest = std::max(greatest, amount(value));
  for (const Arrival& arrival : slice.arrivals) greatest = std::max(greatest, arrival.first);
  return greatest;
}

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
    all += file.slice_bytes(i) + 8 * (blocks + 1) + firsts;
    size.state_set += state_bytes(file, i) + firsts;
  }
  if (file.was_cut()) file.damaged("it was cut short while it was in use");
  size.values = all - size.state_set;
  return size;
}

}  // namespace

TableInfo info_of(const TableFile& file) {
  const TableHeader& header = file.header();
  TableInfo info{.path = file.path(),
                 .game = header.game,
                 .metric = header.metric,
                 .creator = header.creator,
                 .format_version = header.version(),
                 .bytes = file.bytes(),
                 .positions = file.positions(),
                 .values = file.members(),
                 .shrunk_from = header.shrunk_from.value_or(0),
                 .has_values_beyond_play = header.states == TableHeader::States::unforced,
                 .has_directory_checksums = file.has_directory_checksums(),
                 .has_hashed_states = file.has_hashed_states(),
                 .slices = {}};
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& slice = file.slices()[i];
    info.slices.push_back({slice.name, slice.positions, slice.members, file.slice_bytes(i),
                           greatest_number(file, slice), slice.is_left_out});
    info.greatest = std::max(info.greatest, info.slices.back().greatest);
  }
  return info;
}

FolderTable read_folder_table(const std::string& path) {
  if (&open_folder_table != nullptr) return open_folder_table(path);
  throw UsageError(path + " is a folder, and this program does not read folders of tables.");
}

TableInfo read_table_info(const std::string& path) {
  if (is_folder(path)) return *read_folder_table(path).info;
  return info_of(TableFile(path));
}

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
