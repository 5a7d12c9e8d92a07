// SPDX-License-Identifier: MIT
#include "tablebase/format/slice_directory.h"

#include <algorithm>
#include <cstring>

#include "gen/error.h"

namespace zermelo {

std::vector<std::byte> SliceDirectory::encode(std::span<const std::uint64_t> offsets,
                                              std::span<const std::uint64_t> first_codes) {
  assert(first_codes.empty() || offsets.size() == first_codes.size() + 1);
  std::vector<std::byte> bytes;
  bytes.reserve(8 * (offsets.size() + first_codes.size()));
  for (const std::uint64_t offset : offsets) append_integer(bytes, offset);
  for (const std::uint64_t code : first_codes) append_integer(bytes, code);
  return bytes;
}

SliceDirectory::SliceDirectory(Bytes bytes, std::optional<std::uint64_t> expected_checksum,
                               std::uint64_t blocks, std::uint64_t begin, std::uint64_t end)
    : blocks_(blocks), numbers_(bytes.size() / sizeof(std::uint64_t)) {
  static_assert(std::endian::native == std::endian::little, "files are little-endian");
  assert(bytes.size() == bytes_of(blocks, has_first_codes()));
  std::memcpy(numbers_.data(), bytes.data(), bytes.size());
  if (expected_checksum && checksum(std::as_bytes(std::span(numbers_))) != *expected_checksum)
    throw DamagedTable("the checksum of a slice's directory is wrong");
  if (!check(begin, end)) throw DamagedTable("a slice's directory makes no sense");
}

bool SliceDirectory::check(std::uint64_t begin, std::uint64_t end) const {
  return std::ranges::is_sorted(offsets()) && std::ranges::is_sorted(first_codes()) &&
         offsets().front() >= begin && offsets().back() <= end;
}

std::optional<std::uint64_t> SliceDirectory::block_of(std::uint64_t code) const {
  const auto codes = first_codes();
  const auto after = std::ranges::upper_bound(codes, code);
  if (after == codes.begin()) return std::nullopt;
  return static_cast<std::uint64_t>(after - codes.begin()) - 1;
}

}  // namespace zermelo
