// SPDX-License-Identifier: MIT
#include "tablebase/format/file_index.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <span>
#include <utility>

#include "gen/error.h"

namespace zermelo {
namespace {

constexpr std::array<char, 8> index_magic = {'Z', 'M', 'L', 'O', 'I', 'D', 'X', '1'};
// The magic number, the table's size, that of what is packed, and the checksum of all the rest.
constexpr std::size_t index_head_bytes = 4 * 8;
// No index that could be read is larger once it is unpacked.
constexpr std::uint64_t most_plain_bytes = std::uint64_t{1} << 30;
constexpr int index_level = 19;  // (made once, and sent to every visitor)

// How a part is written: its bytes, or the numbers of 64 bits in it as differences.
enum class Form : std::uint8_t { bytes, numbers };

void append_number(std::vector<std::byte>& out, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) out.push_back(static_cast<std::byte>(number | 0x80));
  out.push_back(static_cast<std::byte>(number));
}

class IndexReader {
 public:
  IndexReader(Bytes bytes, const std::string& name) : left_(bytes), name_(name) {}

  bool is_at_end() const { return left_.empty(); }
  Bytes bytes(std::uint64_t count) {
    if (count > left_.size()) damaged();
    const Bytes result = left_.first(count);
    left_ = left_.subspan(count);
    return result;
  }
  std::uint64_t number() {
    std::uint64_t number = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(bytes(1).front());
      number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
      if ((byte & 0x80) == 0) return number;
    }
    damaged();
  }
  [[noreturn]] void damaged() const {
    throw DamagedTable::in_file(name_, "its index makes no sense");
  }

 private:
  Bytes left_;
  const std::string& name_;
};

void append_part(std::vector<std::byte>& out, Bytes part, Form form) {
  append_number(out, part.size());
  out.push_back(static_cast<std::byte>(form));
  if (form == Form::bytes) {
    out.insert(out.end(), part.begin(), part.end());
    return;
  }
  std::uint64_t before = 0;
  for (std::size_t at = 0; at < part.size(); at += 8) {
    const auto number = read_integer<std::uint64_t>(part.data() + at);
    append_number(out, number - before);
    before = number;
  }
}

std::vector<std::byte> read_part(IndexReader& in, std::uint64_t table_bytes) {
  const std::uint64_t size = in.number();
  const auto form = static_cast<Form>(in.bytes(1).front());
  if (size > table_bytes || form > Form::numbers) in.damaged();
  if (form == Form::bytes) {
    const Bytes bytes = in.bytes(size);
    return {bytes.begin(), bytes.end()};
  }
  if (size % 8 != 0) in.damaged();
  std::vector<std::byte> bytes;
  std::uint64_t number = 0;
  for (std::uint64_t at = 0; at < size; at += 8) append_integer(bytes, number += in.number());
  return bytes;
}

struct IndexedPart {
  std::uint64_t begin;
  Bytes bytes;
  Form form;
};

// Ascending. Throws NotLoaded once it has asked for everything.
std::vector<IndexedPart> parts_in_file(const TableFile& file) {
  std::vector<IndexedPart> parts;
  AskedTogether together;
  for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
    const SliceRecord& record = file.slices()[slice];
    together([&] {
      parts.push_back({record.directory, file.directory_bytes(slice), Form::numbers});
    });
    const std::optional<std::uint64_t> model = file.model_block(slice);
    if (!model) continue;
    together([&] {
      parts.push_back(
          {file.block_begin(slice, *model), file.encoded_block(slice, *model), Form::bytes});
    });
  }
  together.require_all();
  parts.push_back({0, file.header_bytes(), Form::bytes});
  parts.push_back({file.body_end(), file.trailer_bytes(), Form::bytes});
  std::ranges::sort(parts, {}, &IndexedPart::begin);
  return parts;
}

std::vector<std::byte> unpacked(Bytes packed, std::uint64_t size, const std::string& name) {
  std::vector<std::byte> plain(size);
  if (ZSTD_decompress(plain.data(), plain.size(), packed.data(), packed.size()) != size)
    throw DamagedTable::in_file(name, "its index cannot be unpacked");
  return plain;
}

}  // namespace

std::vector<std::byte> write_file_index(const TableFile& file) {
  std::vector<std::byte> plain;
  std::uint64_t end = 0;
  for (const IndexedPart& part : parts_in_file(file)) {
    append_number(plain, part.begin - end);
    append_part(plain, part.bytes, part.form);
    end = part.begin + part.bytes.size();
  }
  std::vector<std::byte> packed(ZSTD_compressBound(plain.size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), plain.data(), plain.size(), index_level);
  if (ZSTD_isError(size)) throw Error("An index of a table cannot be packed.");
  packed.resize(size);
  std::vector<std::byte> out(index_magic.size());
  std::memcpy(out.data(), index_magic.data(), index_magic.size());
  append_integer(out, file.bytes());
  append_integer(out, static_cast<std::uint64_t>(plain.size()));
  append_integer(out, checksum(packed, checksum(out)));
  out.insert(out.end(), packed.begin(), packed.end());
  return out;
}

std::vector<FilePart> indexed_parts(const TableFile& file) {
  std::vector<FilePart> parts;
  for (const IndexedPart& part : parts_in_file(file))
    parts.push_back({part.begin, {part.bytes.begin(), part.bytes.end()}});
  return parts;
}

FileIndex read_file_index(Bytes bytes, const std::string& name) {
  const bool is_index = bytes.size() >= index_head_bytes &&
                        std::memcmp(bytes.data(), index_magic.data(), index_magic.size()) == 0;
  if (!is_index) throw DamagedTable::in_file(name, "its index is none");
  const Bytes packed = bytes.subspan(index_head_bytes);
  const std::uint64_t sum = checksum(packed, checksum(bytes.first(index_head_bytes - 8)));
  const auto plain_bytes = read_integer<std::uint64_t>(bytes.data() + 16);
  if (sum != read_integer<std::uint64_t>(bytes.data() + 24) || plain_bytes > most_plain_bytes)
    throw DamagedTable::in_file(name, "the checksum of its index is wrong");
  FileIndex index{read_integer<std::uint64_t>(bytes.data() + 8), {}};
  const std::vector<std::byte> plain = unpacked(packed, plain_bytes, name);
  IndexReader in(plain, name);
  for (std::uint64_t end = 0; !in.is_at_end(); end = index.parts.back().end()) {
    const std::uint64_t gap = in.number();
    if (gap > index.table_bytes - end) in.damaged();
    index.parts.push_back({end + gap, read_part(in, index.table_bytes - end - gap)});
  }
  return index;
}

}  // namespace zermelo
