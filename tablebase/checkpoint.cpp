// SPDX-License-Identifier: MIT
#include "tablebase/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "gen/error.h"
#include "tablebase/parallel.h"
#include "tablebase/section_codec.h"

namespace zermelo {
namespace {

constexpr char magic[] = "ZERMCKP1";
constexpr std::size_t magic_bytes = 8, head_bytes = magic_bytes + 8;
constexpr std::size_t piece_bytes = std::size_t{1} << 20;
constexpr std::size_t piece_head_bytes = 4 + 8;  // packed size, checksum

// Where a checkpoint is written before it takes the place of the last one.
std::string new_path(const std::string& path) { return path + ".new"; }

std::uint64_t pieces_of(std::size_t bytes) { return (bytes + piece_bytes - 1) / piece_bytes; }

template <class T>
std::span<T> piece_of(std::span<T> array, std::uint64_t piece) {
  const std::size_t begin = piece * piece_bytes;
  return array.subspan(begin, std::min(piece_bytes, array.size() - begin));
}

void write_array(OutputFile& file, Bytes array, int threads) {
  parallel_in_order(
      pieces_of(array.size()), threads,
      [&] {
        return [&, codec = SectionCodec()](std::uint64_t piece) mutable {
          const auto packed = codec.pack(piece_of(array, piece));
          std::vector<std::byte> out;
          append_integer(out, static_cast<std::uint32_t>(packed.size()));
          append_integer(out, checksum(packed));
          out.insert(out.end(), packed.begin(), packed.end());
          return out;
        };
      },
      [&](const std::vector<std::byte>& bytes) { file.write(bytes); });
}

}  // namespace

void write_checkpoint(const std::string& path, const nlohmann::json& description,
                      const std::vector<Bytes>& arrays, int threads) {
  OutputFile file(new_path(path), OutputFile::Mode::truncate);
  const std::string text = description.dump();
  std::vector<std::byte> head(reinterpret_cast<const std::byte*>(magic),
                              reinterpret_cast<const std::byte*>(magic) + magic_bytes);
  append_integer(head, static_cast<std::uint64_t>(text.size()));
  const Bytes body = as_bytes(text);
  head.insert(head.end(), body.begin(), body.end());
  append_integer(head, checksum(head));
  file.write(head);
  for (const Bytes array : arrays) write_array(file, array, threads);
  file.publish_as(path);
}

void remove_checkpoint(const std::string& path) {
  remove_file(path);
  remove_file(new_path(path));
}

Checkpoint::Checkpoint(const std::string& path) : file_(path) {
  const Bytes all = file_.bytes();
  if (all.size() < head_bytes || std::memcmp(all.data(), magic, magic_bytes) != 0) {
    throw DamagedTable(fmt::format("{} is not a checkpoint of this program.", path));
  }
  const auto length = read_integer<std::uint64_t>(all.data() + magic_bytes);
  if (all.size() - head_bytes < 8 || length > all.size() - head_bytes - 8)
    damaged("it is cut short");
  body_ = head_bytes + length;
  if (checksum(all.first(body_)) != read_integer<std::uint64_t>(all.data() + body_)) {
    damaged("a checksum is wrong");
  }
  const auto* text = reinterpret_cast<const char*>(all.data() + head_bytes);
  description_ = nlohmann::json::parse(text, text + length);
  body_ += 8;
}

void Checkpoint::damaged(const char* what) const {
  throw DamagedTable(fmt::format("The checkpoint {} is damaged: {}; remove it to start anew.",
                                 file_.path(), what));
}

void Checkpoint::read(const std::vector<std::span<std::byte>>& arrays, int threads) const {
  struct Piece {
    Bytes packed;
    std::uint64_t sum;
    std::span<std::byte> out;
  };
  std::vector<Piece> pieces;
  Bytes rest = file_.bytes().subspan(body_);
  for (const std::span<std::byte> array : arrays) {
    for (std::uint64_t piece = 0; piece < pieces_of(array.size()); ++piece) {
      if (rest.size() < piece_head_bytes) damaged("it is cut short");
      const auto size = read_integer<std::uint32_t>(rest.data());
      const auto sum = read_integer<std::uint64_t>(rest.data() + 4);
      rest = rest.subspan(piece_head_bytes);
      if (rest.size() < size) damaged("it is cut short");
      pieces.push_back({rest.first(size), sum, piece_of(array, piece)});
      rest = rest.subspan(size);
    }
  }
  if (!rest.empty()) damaged("it is too long");
  parallel_tasks(pieces.size(), threads, [&] {
    return [&, codec = SectionCodec()](std::uint64_t i) mutable {
      if (checksum(pieces[i].packed) != pieces[i].sum) damaged("a checksum is wrong");
      codec.unpack(pieces[i].packed, pieces[i].out);
      file_.forget(pieces[i].packed);
    };
  });
}

}  // namespace zermelo
