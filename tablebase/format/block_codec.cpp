// SPDX-License-Identifier: MIT
#include "tablebase/format/block_codec.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <numeric>

#include "gen/error.h"
#include "tablebase/format/block_checksum.h"

namespace zermelo {
namespace {

constexpr std::size_t block_head_bytes = 20;

// Codes take one byte each, or two if some code needs it: first all low bytes, then all high bytes.
void append_codes(std::vector<std::byte>& out, const auto& items, auto code_of, bool wide) {
  for (const auto& item : items) out.push_back(static_cast<std::byte>(code_of(item) & 0xff));
  if (!wide) return;
  for (const auto& item : items) out.push_back(static_cast<std::byte>(code_of(item) >> 8));
}

// Reads `count` codes into `out`, a callable (i, code).
void read_codes(Bytes codes, std::size_t count, std::size_t palette, auto out) {
  PaletteCode greatest = 0;
  for (std::size_t i = 0; i < count; ++i) {
    auto code = static_cast<PaletteCode>(codes[i]);
    if (palette > 256)
      code = static_cast<PaletteCode>(code | static_cast<unsigned>(codes[count + i]) << 8);
    greatest = std::max(greatest, code);
    out(i, code);
  }
  if (count > 0 && greatest >= palette) throw DamagedTable("a value is not in the palette");
}

constexpr std::uint8_t gap_escape = 255;

constexpr std::uint64_t runs_of(std::uint64_t indices) { return (indices + 63) / 64; }

// The second values as three runs of bytes: gaps between members (255 adds 255 and goes on), slots,
// codes.
std::vector<std::byte> plain_second(const std::vector<SecondValue>& second, bool wide) {
  std::vector<std::byte> out;
  unsigned expected = 0;
  for (const SecondValue& s : second) {
    unsigned gap = s.member - expected;
    for (; gap >= gap_escape; gap -= gap_escape) out.push_back(std::byte{gap_escape});
    out.push_back(static_cast<std::byte>(gap));
    expected = s.member + 1u;
  }
  for (const SecondValue& s : second) out.push_back(static_cast<std::byte>(s.slot));
  append_codes(
      out, second, [](const SecondValue& s) { return s.code; }, wide);
  return out;
}

void parse_second(Bytes plain, std::size_t count, std::size_t members, std::size_t palette,
                  std::vector<SecondValue>& second) {
  second.resize(count);
  std::size_t at = 0;
  unsigned expected = 0;
  for (SecondValue& s : second) {
    unsigned member = expected;
    for (;;) {
      if (at == plain.size()) throw DamagedTable("a block's second values are cut short");
      const auto gap = static_cast<std::uint8_t>(plain[at++]);
      member += gap;
      if (gap != gap_escape) break;
    }
    if (member >= members) throw DamagedTable("a second value belongs to no member");
    s.member = static_cast<std::uint16_t>(member);
    expected = member + 1;
  }
  const std::size_t width = palette > 256 ? 2 : 1;
  if (plain.size() - at != count * (1 + width))
    throw DamagedTable("a block's second values have a wrong size");
  for (std::size_t i = 0; i < count; ++i) second[i].slot = static_cast<std::uint8_t>(plain[at + i]);
  const Bytes codes = plain.subspan(at + count);
  read_codes(codes, count, palette,
             [&](std::size_t i, PaletteCode code) { second[i].code = code; });
}

}  // namespace

std::uint32_t BlockContents::members_before(std::uint64_t run) const {
  return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(run), 0u);
}

bool BlockContents::check(std::uint64_t indices, std::size_t palette) const {
  const auto is_code = [&](PaletteCode code) { return code < palette; };
  if (indices > block_indices || first.size() > indices || !std::ranges::all_of(first, is_code))
    return false;
  for (std::uint64_t run = 0; run < runs_of(indices); ++run) {
    if (counts[run] > std::min<std::uint64_t>(64, indices - 64 * run)) return false;
  }
  const bool counted = !first.empty() && first.size() < indices;
  if (counted && members_before(runs_of(indices)) != first.size()) return false;
  std::uint32_t expected = 0;
  for (const SecondValue& s : second) {
    if (s.member < expected || s.member >= first.size() || !is_code(s.code)) return false;
    expected = s.member + 1u;
  }
  return true;
}

const SecondValue* BlockContents::find_second(std::uint32_t member) const {
  const auto found =
      std::lower_bound(second.begin(), second.end(), member,
                       [](const SecondValue& s, std::uint32_t m) { return s.member < m; });
  return found != second.end() && found->member == member ? &*found : nullptr;
}

std::vector<std::byte> BlockCodec::encode(const BlockContents& contents, std::uint64_t indices,
                                          std::uint64_t identity, std::size_t palette) {
  assert(contents.check(indices, palette));
  std::vector<std::byte> out(block_checksum_bytes);
  append_integer(out, static_cast<std::uint16_t>(contents.first.size()));
  append_integer(out, static_cast<std::uint16_t>(contents.second.size()));
  out.resize(block_head_bytes);
  if (!contents.first.empty() && contents.first.size() != indices) {
    for (std::uint64_t run = 0; run < runs_of(indices); ++run)
      append_integer(out, contents.counts[run]);
  }
  const bool wide = palette > 256;
  std::vector<std::byte> first;
  append_codes(
      first, contents.first, [](PaletteCode code) { return code; }, wide);
  sections_.append(out, 12, first);
  sections_.append(out, 16, plain_second(contents.second, wide));
  put_block_checksum(out, identity);
  return out;
}

void BlockCodec::decode(Bytes bytes, std::uint64_t indices, std::uint64_t identity,
                        std::size_t palette, BlockContents& contents, BlockParts parts) {
  check_block_checksum(bytes, block_head_bytes, identity);
  const std::size_t members = read_integer<std::uint16_t>(bytes.data() + 8);
  const std::size_t seconds = read_integer<std::uint16_t>(bytes.data() + 10);
  const auto first_size = read_integer<std::uint32_t>(bytes.data() + 12);
  const auto second_size = read_integer<std::uint32_t>(bytes.data() + 16);
  bytes = bytes.subspan(block_head_bytes);

  // Step 1. How many indices are members, by runs of 64.
  if (members > indices || seconds > members) throw DamagedTable("a block counts too many members");
  contents.counts.fill(0);
  const bool counted = members > 0 && members < indices;
  if (counted && bytes.size() < runs_of(indices)) throw DamagedTable("a block is cut short");
  for (std::uint64_t run = 0; run < runs_of(indices) && members > 0; ++run) {
    const std::uint64_t most = std::min<std::uint64_t>(64, indices - 64 * run);
    contents.counts[run] =
        counted ? static_cast<std::uint8_t>(bytes[run]) : static_cast<std::uint8_t>(most);
    if (contents.counts[run] > most) throw DamagedTable("a block counts too many members");
  }
  if (contents.members_before(runs_of(indices)) != members)
    throw DamagedTable("a block miscounts its members");
  if (counted) bytes = bytes.subspan(runs_of(indices));

  // Step 2. Their values.
  const std::size_t first_bytes = SectionCodec::bytes_of(first_size),
                    second_bytes = SectionCodec::bytes_of(second_size);
  if (first_bytes + second_bytes != bytes.size()) throw DamagedTable("a block has a wrong size");
  const std::size_t width = palette > 256 ? 2 : 1;
  const Bytes first = sections_.read(bytes.first(first_bytes), first_size, members * width);
  if (first.size() != members * width) throw DamagedTable("a block has a wrong number of values");
  contents.first.resize(members);
  read_codes(first, members, palette,
             [out = contents.first.data()](std::size_t i, PaletteCode code) { out[i] = code; });

  // Step 3. The values with a move forbidden.
  contents.second.clear();
  assert(contents.check(indices, palette));
  if (parts == BlockParts::without_second) return;
  const std::size_t most = seconds * (2 + width) + block_indices / gap_escape;
  const Bytes second = sections_.read(bytes.subspan(first_bytes), second_size, most);
  parse_second(second, seconds, members, palette, contents.second);
  assert(contents.check(indices, palette));
}

}  // namespace zermelo
