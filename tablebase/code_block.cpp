// SPDX-License-Identifier: MIT
#include "tablebase/code_block.h"

#include <algorithm>
#include <bit>

#include "gen/error.h"

namespace zermelo {
namespace {

constexpr std::size_t head_bytes = 24;

[[noreturn]] void damaged(const char* what) { throw DamagedTable(what); }

// Appends numbers of some bits each, the first in the lowest bits.
class BitWriter {
 public:
  explicit BitWriter(std::vector<std::byte>& out) : out_(out) {}
  // `bits` <= 56.
  void put(std::uint64_t number, int bits) {
    pending_ |= number << count_;
    for (count_ += bits; count_ >= 8; count_ -= 8, pending_ >>= 8)
      out_.push_back(static_cast<std::byte>(pending_));
  }
  void finish() {
    if (count_ > 0) out_.push_back(static_cast<std::byte>(pending_));
    pending_ = 0;
    count_ = 0;
  }

 private:
  std::vector<std::byte>& out_;
  std::uint64_t pending_ = 0;
  int count_ = 0;
};

class BitReader {
 public:
  explicit BitReader(Bytes bytes) : bytes_(bytes) {}
  // `bits` <= 56; 0s after the end.
  std::uint64_t get(int bits) {
    for (; count_ < bits; count_ += 8) {
      const std::uint64_t next = at_ < bytes_.size() ? static_cast<std::uint64_t>(bytes_[at_]) : 0;
      pending_ |= next << count_;
      ++at_;
    }
    const std::uint64_t number = pending_ & ((std::uint64_t{1} << bits) - 1);
    pending_ >>= bits;
    count_ -= bits;
    return number;
  }

 private:
  Bytes bytes_;
  std::size_t at_ = 0;
  std::uint64_t pending_ = 0;
  int count_ = 0;
};

// Elias-Fano: the lower bits of each code as they are, the rest in unary.
int lower_bits_of(std::uint64_t range, std::size_t members) {
  const std::uint64_t each = range / std::max<std::size_t>(1, members);
  return std::clamp(static_cast<int>(std::bit_width(each)) - 1, 0, 56);
}

std::vector<std::byte> packed_codes(const std::vector<std::uint64_t>& codes, int lower) {
  std::vector<std::byte> out;
  BitWriter bits(out);
  const std::uint64_t mask = (std::uint64_t{1} << lower) - 1;
  for (const std::uint64_t code : codes) bits.put((code - codes.front()) & mask, lower);
  bits.finish();
  std::uint64_t upper = 0;
  for (const std::uint64_t code : codes) {
    const std::uint64_t next = (code - codes.front()) >> lower;
    for (; upper < next; ++upper) bits.put(0, 1);
    bits.put(1, 1);
  }
  bits.finish();
  return out;
}

// Codes must ascend, or they are not what was packed.
void unpack_codes(Bytes bytes, std::uint64_t first, int lower, std::vector<std::uint64_t>& codes) {
  const std::size_t lower_bytes = (codes.size() * static_cast<std::size_t>(lower) + 7) / 8;
  if (bytes.size() < lower_bytes) damaged("a block's codes are cut short");
  BitReader bits(bytes.first(lower_bytes));
  for (std::uint64_t& code : codes) code = bits.get(lower);
  const Bytes uppers = bytes.subspan(lower_bytes);
  std::size_t member = 0;
  for (std::size_t at = 0; at < uppers.size(); ++at) {
    auto ones = static_cast<unsigned>(uppers[at]);
    for (; ones != 0; ones &= ones - 1) {
      if (member == codes.size()) damaged("a block has too many codes");
      const std::uint64_t upper = 8 * at + static_cast<unsigned>(std::countr_zero(ones)) - member;
      codes[member] += first + (upper << lower);
      if (member > 0 && codes[member] <= codes[member - 1])
        damaged("a block's codes are out of order");
      ++member;
    }
  }
  if (member != codes.size()) damaged("a block has too few codes");
}

}  // namespace

std::optional<PaletteCode> CodeBlock::find(std::uint64_t code) const {
  const auto found = std::ranges::lower_bound(codes, code);
  if (found == codes.end() || *found != code) return std::nullopt;
  return values[static_cast<std::size_t>(found - codes.begin())];
}

std::vector<std::byte> CodeBlockCodec::encode(const CodeBlock& block, std::uint64_t identity,
                                              std::size_t palette) {
  const std::size_t members = block.codes.size();
  const std::uint64_t first = members > 0 ? block.codes.front() : 0;
  const int lower = members > 0 ? lower_bits_of(block.codes.back() - first, members) : 0;
  std::vector<std::byte> out(8);
  append_integer(out, static_cast<std::uint16_t>(members));
  append_integer(out, static_cast<std::uint16_t>(lower));
  const std::vector<std::byte> codes = packed_codes(block.codes, lower);
  append_integer(out, static_cast<std::uint32_t>(codes.size()));
  append_integer(out, first);
  out.insert(out.end(), codes.begin(), codes.end());
  std::vector<std::byte> values;
  for (const PaletteCode value : block.values) values.push_back(static_cast<std::byte>(value));
  if (palette > 256) {
    for (const PaletteCode value : block.values)
      values.push_back(static_cast<std::byte>(value >> 8));
  }
  const std::size_t size_at = out.size();
  append_integer(out, std::uint32_t{0});
  sections_.append(out, size_at, values);
  const std::uint64_t sum = checksum(Bytes(out).subspan(8), identity);
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<std::byte>(sum >> (8 * i));
  return out;
}

std::size_t code_bytes_of_block(Bytes encoded) {
  if (encoded.size() < head_bytes) return 0;
  // The codes, and in the head their number, the width of their lower bits, their size and the
  // first one.
  return read_integer<std::uint32_t>(encoded.data() + 12) + head_bytes - 8;
}

void CodeBlockCodec::decode(Bytes bytes, std::uint64_t identity, std::size_t palette,
                            CodeBlock& block) {
  if (bytes.size() < head_bytes + 4) damaged("a block is cut short");
  if (checksum(bytes.subspan(8), identity) != read_integer<std::uint64_t>(bytes.data()))
    damaged("a block's checksum is wrong");
  const std::size_t members = read_integer<std::uint16_t>(bytes.data() + 8);
  const int lower = read_integer<std::uint16_t>(bytes.data() + 10);
  const std::size_t code_bytes = read_integer<std::uint32_t>(bytes.data() + 12);
  const auto first = read_integer<std::uint64_t>(bytes.data() + 16);
  if (members > block_indices || lower > 56) damaged("a block's head makes no sense");
  if (code_bytes > bytes.size() - head_bytes - 4) damaged("a block is cut short");

  block.codes.assign(members, 0);
  unpack_codes(bytes.subspan(head_bytes, code_bytes), first, lower, block.codes);

  const auto size_field = read_integer<std::uint32_t>(bytes.data() + head_bytes + code_bytes);
  const Bytes section = bytes.subspan(head_bytes + code_bytes + 4);
  if (SectionCodec::bytes_of(size_field) != section.size()) damaged("a block has a wrong size");
  const std::size_t width = palette > 256 ? 2 : 1;
  const Bytes values = sections_.read(section, size_field, members * width);
  if (values.size() != members * width) damaged("a block has a wrong number of values");
  block.values.resize(members);
  for (std::size_t i = 0; i < members; ++i) {
    auto value = static_cast<PaletteCode>(values[i]);
    if (width == 2)
      value = static_cast<PaletteCode>(value | static_cast<unsigned>(values[members + i]) << 8);
    if (value >= palette) damaged("a value is not in the palette");
    block.values[i] = value;
  }
}

}  // namespace zermelo
