// SPDX-License-Identifier: MIT
#include "tablebase/block_codec.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <numeric>

#include "gen/error.h"

namespace zermelo {
namespace {

// Sizes are written with this bit set where the bytes stand uncompressed.
constexpr std::uint32_t stored_bit = 1u << 31;
constexpr std::size_t head_bytes = 20;
constexpr int checkpoint_level = -3;  // as fast as the disk

[[noreturn]] void damaged(const char* what) { throw DamagedTable(what); }

// Codes take one byte each, or two if some need it: first all low bytes, then all high bytes.
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
  if (count > 0 && greatest >= palette) damaged("a value is not in the palette");
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
      if (at == plain.size()) damaged("a block's second values are cut short");
      const auto gap = static_cast<std::uint8_t>(plain[at++]);
      member += gap;
      if (gap != gap_escape) break;
    }
    if (member >= members) damaged("a second value belongs to no member");
    s.member = static_cast<std::uint16_t>(member);
    expected = member + 1;
  }
  const std::size_t width = palette > 256 ? 2 : 1;
  if (plain.size() - at != count * (1 + width))
    damaged("a block's second values have a wrong size");
  for (std::size_t i = 0; i < count; ++i) second[i].slot = static_cast<std::uint8_t>(plain[at + i]);
  const Bytes codes = plain.subspan(at + count);
  read_codes(codes, count, palette,
             [&](std::size_t i, PaletteCode code) { second[i].code = code; });
}

// `size` is what a compression into `packed` returned.
std::vector<std::byte> finished(std::vector<std::byte> packed, std::size_t size) {
  if (ZSTD_isError(size))
    throw Error(fmt::format("Compression failed: {}.", ZSTD_getErrorName(size)));
  packed.resize(size);
  return packed;
}

}  // namespace

std::uint32_t BlockContents::members_before(std::uint64_t run) const {
  return std::accumulate(counts.begin(), counts.begin() + static_cast<std::ptrdiff_t>(run), 0u);
}

const SecondValue* BlockContents::find_second(std::uint32_t member) const {
  const auto found =
      std::lower_bound(second.begin(), second.end(), member,
                       [](const SecondValue& s, std::uint32_t m) { return s.member < m; });
  return found != second.end() && found->member == member ? &*found : nullptr;
}

struct BlockCodec::Contexts {
  ZSTD_CCtx* compressor = ZSTD_createCCtx();
  ZSTD_DCtx* decompressor = ZSTD_createDCtx();
  std::vector<std::byte> plain;

  ~Contexts() {
    ZSTD_freeCCtx(compressor);
    ZSTD_freeDCtx(decompressor);
  }

  std::vector<std::byte> compress(Bytes bytes) {
    std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
    const std::size_t size =
        ZSTD_compress2(compressor, packed.data(), packed.size(), bytes.data(), bytes.size());
    return finished(std::move(packed), size);
  }

  void set(ZSTD_cParameter parameter, int value) {
    ZSTD_CCtx_setParameter(compressor, parameter, value);
  }

  void append_section(std::vector<std::byte>& out, std::size_t size_at, Bytes bytes) {
    std::vector<std::byte> packed;
    if (!bytes.empty()) packed = compress(bytes);
    const bool stored = packed.size() >= bytes.size();
    const Bytes written = stored ? bytes : Bytes(packed);
    const auto size = static_cast<std::uint32_t>(written.size()) | (stored ? stored_bit : 0);
    for (std::size_t i = 0; i < 4; ++i) out[size_at + i] = static_cast<std::byte>(size >> (8 * i));
    out.insert(out.end(), written.begin(), written.end());
  }

  // Unpacks a section of at most `limit` bytes; the result stays valid until the next call.
  Bytes section(Bytes bytes, bool stored, std::size_t limit) {
    if (stored) return bytes;
    plain.resize(limit);
    const std::size_t size =
        ZSTD_decompressDCtx(decompressor, plain.data(), plain.size(), bytes.data(), bytes.size());
    if (ZSTD_isError(size)) damaged("a block does not decompress");
    return Bytes(plain).first(size);
  }
};

// A block is short and repeats little: what pays is the entropy coding of single bytes. Short
// matches gain less than they cost in decoding (docs/experiments.md, "Blocks").
BlockCodec::BlockCodec() : contexts_(std::make_unique<Contexts>()) {
  contexts_->set(ZSTD_c_compressionLevel, 1);
  contexts_->set(ZSTD_c_strategy, ZSTD_fast);
  contexts_->set(ZSTD_c_minMatch, 7);
}
BlockCodec::BlockCodec(BlockCodec&&) noexcept = default;
BlockCodec::~BlockCodec() = default;

std::vector<std::byte> BlockCodec::encode(const BlockContents& contents, std::uint64_t indices,
                                          std::uint64_t identity, std::size_t palette) {
  std::vector<std::byte> out(8);
  append_integer(out, static_cast<std::uint16_t>(contents.first.size()));
  append_integer(out, static_cast<std::uint16_t>(contents.second.size()));
  out.resize(head_bytes);
  if (!contents.first.empty() && contents.first.size() != indices) {
    for (std::uint64_t run = 0; run < runs_of(indices); ++run)
      append_integer(out, contents.counts[run]);
  }
  const bool wide = palette > 256;
  std::vector<std::byte> first;
  append_codes(
      first, contents.first, [](PaletteCode code) { return code; }, wide);
  contexts_->append_section(out, 12, first);
  contexts_->append_section(out, 16, plain_second(contents.second, wide));
  const std::uint64_t sum = checksum(Bytes(out).subspan(8), identity);
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<std::byte>(sum >> (8 * i));
  return out;
}

void BlockCodec::decode(Bytes bytes, std::uint64_t indices, std::uint64_t identity,
                        std::size_t palette, BlockContents& contents, BlockParts parts) {
  if (bytes.size() < head_bytes) damaged("a block is cut short");
  if (checksum(bytes.subspan(8), identity) != read_integer<std::uint64_t>(bytes.data())) {
    damaged("a block's checksum is wrong");
  }
  const std::size_t members = read_integer<std::uint16_t>(bytes.data() + 8);
  const std::size_t seconds = read_integer<std::uint16_t>(bytes.data() + 10);
  const auto first_size = read_integer<std::uint32_t>(bytes.data() + 12);
  const auto second_size = read_integer<std::uint32_t>(bytes.data() + 16);
  bytes = bytes.subspan(head_bytes);

  // Step 1. How many indices are members, by runs of 64.
  if (members > indices || seconds > members) damaged("a block counts too many members");
  contents.counts.fill(0);
  const bool counted = members > 0 && members < indices;
  if (counted && bytes.size() < runs_of(indices)) damaged("a block is cut short");
  for (std::uint64_t run = 0; run < runs_of(indices) && members > 0; ++run) {
    const std::uint64_t most = std::min<std::uint64_t>(64, indices - 64 * run);
    contents.counts[run] =
        counted ? static_cast<std::uint8_t>(bytes[run]) : static_cast<std::uint8_t>(most);
    if (contents.counts[run] > most) damaged("a block counts too many members");
  }
  if (contents.members_before(runs_of(indices)) != members)
    damaged("a block miscounts its members");
  if (counted) bytes = bytes.subspan(runs_of(indices));

  // Step 2. Their values.
  const std::size_t first_bytes = first_size & ~stored_bit,
                    second_bytes = second_size & ~stored_bit;
  if (first_bytes + second_bytes != bytes.size()) damaged("a block has a wrong size");
  const std::size_t width = palette > 256 ? 2 : 1;
  const Bytes first =
      contexts_->section(bytes.first(first_bytes), (first_size & stored_bit) != 0, members * width);
  if (first.size() != members * width) damaged("a block has a wrong number of values");
  contents.first.resize(members);
  read_codes(first, members, palette,
             [out = contents.first.data()](std::size_t i, PaletteCode code) { out[i] = code; });

  // Step 3. The values with a move forbidden.
  contents.second.clear();
  if (parts == BlockParts::without_second) return;
  const std::size_t most = seconds * (2 + width) + block_indices / gap_escape;
  const Bytes second =
      contexts_->section(bytes.subspan(first_bytes), (second_size & stored_bit) != 0, most);
  parse_second(second, seconds, members, palette, contents.second);
}

std::vector<std::byte> BlockCodec::pack(Bytes bytes) {
  std::vector<std::byte> packed(ZSTD_compressBound(bytes.size()));
  const std::size_t size = ZSTD_compressCCtx(contexts_->compressor, packed.data(), packed.size(),
                                             bytes.data(), bytes.size(), checkpoint_level);
  return finished(std::move(packed), size);
}

void BlockCodec::unpack(Bytes bytes, std::span<std::byte> out) {
  const std::size_t size = ZSTD_decompressDCtx(contexts_->decompressor, out.data(), out.size(),
                                               bytes.data(), bytes.size());
  if (ZSTD_isError(size) || size != out.size()) damaged("a section does not decompress");
}

}  // namespace zermelo
