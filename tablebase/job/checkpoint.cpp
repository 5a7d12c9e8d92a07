// SPDX-License-Identifier: MIT
#include "tablebase/job/checkpoint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "tablebase/format/file.h"
#include "tablebase/format/section_codec.h"

namespace zermelo {
namespace {

// The last letter is the version of the format.
constexpr char magic[] = "ZERMCKP3";
constexpr std::size_t checkpoint_magic_bytes = 8,
                      checkpoint_head_bytes = checkpoint_magic_bytes + 8 + 8;
constexpr std::size_t array_head_bytes = 8 + 8;  // size, its checksum
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

// The checksum of the array's size, so that the size can be trusted before memory is taken for it.
std::uint64_t checksum_of_size(std::uint64_t size, std::uint64_t number) {
  std::vector<std::byte> bytes;
  append_integer(bytes, size);
  return checksum(bytes, number);
}

void write_array(OutputFile& file, Bytes array, std::uint64_t number, int threads) {
  assert(array.size() <= pieces_of(array.size()) * piece_bytes);
  std::vector<std::byte> head;
  append_integer(head, static_cast<std::uint64_t>(array.size()));
  append_integer(head, checksum_of_size(array.size(), number));
  file.write(head);
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

void write_checkpoint(const std::string& path, const std::string& description,
                      const std::vector<SavedArray>& arrays, int threads) {
  OutputFile file(new_path(path), OutputFile::Mode::temporary);
  std::vector<std::byte> head(reinterpret_cast<const std::byte*>(magic),
                              reinterpret_cast<const std::byte*>(magic) + checkpoint_magic_bytes);
  append_integer(head, static_cast<std::uint64_t>(description.size()));
  append_integer(head, static_cast<std::uint64_t>(arrays.size()));
  const Bytes body = as_bytes(description);
  head.insert(head.end(), body.begin(), body.end());
  append_integer(head, checksum(head));
  file.write(head);
  std::uint64_t number = 0;
  for (const SavedArray& array : arrays)
    array.use([&](Bytes bytes) { write_array(file, bytes, number++, threads); });
  assert(number == arrays.size());
  file.publish_as(path);
}

void remove_checkpoint(const std::string& path) {
  remove_file(path);
  remove_file(new_path(path));
}

Checkpoint::Checkpoint(const std::string& path) : file_(path) {
  const Bytes all = file_.bytes();
  check_version();
  if (all.size() < checkpoint_head_bytes + 8) damaged("it is cut short");
  const auto length = read_integer<std::uint64_t>(all.data() + checkpoint_magic_bytes);
  const auto count = read_integer<std::uint64_t>(all.data() + checkpoint_magic_bytes + 8);
  if (length > all.size() - checkpoint_head_bytes - 8) damaged("it is cut short");
  const std::uint64_t end = checkpoint_head_bytes + length;
  if (checksum(all.first(end)) != read_integer<std::uint64_t>(all.data() + end))
    damaged("a checksum is wrong");
  description_.assign(reinterpret_cast<const char*>(all.data() + checkpoint_head_bytes), length);
  find_arrays(end + 8, count);
}

void Checkpoint::check_version() const {
  const Bytes all = file_.bytes();
  if (all.size() >= checkpoint_magic_bytes &&
      std::memcmp(all.data(), magic, checkpoint_magic_bytes) == 0)
    return;
  const bool other_version = all.size() >= checkpoint_magic_bytes &&
                             std::memcmp(all.data(), magic, checkpoint_magic_bytes - 1) == 0;
  if (!other_version)
    throw DamagedTable(fmt::format("{} is not a checkpoint of this program.", file_.path()));
  of_another_version();
}

void Checkpoint::find_arrays(std::uint64_t begin, std::uint64_t count) {
  const Bytes all = file_.bytes();
  const auto need = [&](std::uint64_t bytes) {
    if (bytes > all.size() - begin) damaged("it is cut short");
  };
  for (std::uint64_t number = 0; number < count; ++number) {
    need(array_head_bytes);
    const auto size = read_integer<std::uint64_t>(all.data() + begin);
    if (read_integer<std::uint64_t>(all.data() + begin + 8) != checksum_of_size(size, number))
      damaged("a checksum is wrong");
    begin += array_head_bytes;
    arrays_.push_back({size, begin});
    for (std::uint64_t piece = 0; piece < pieces_of(size); ++piece) {
      need(piece_head_bytes);
      const auto packed = read_integer<std::uint32_t>(all.data() + begin);
      begin += piece_head_bytes;
      need(packed);
      begin += packed;
    }
  }
  if (begin != all.size()) damaged("it is too long");
}

void Checkpoint::of_another_version() const {
  throw DamagedTable(
      fmt::format("{} is a checkpoint of another version of this program; go on with that one, or "
                  "remove it to start again from the beginning.",
                  file_.path()));
}

void Checkpoint::damaged(const char* what) const {
  throw DamagedTable(
      fmt::format("The checkpoint {} is damaged: {}; remove it to start again from the beginning.",
                  file_.path(), what));
}

void Checkpoint::read(std::size_t array, std::span<std::byte> out, int threads) const {
  struct Piece {
    Bytes packed;
    std::uint64_t sum;
    std::span<std::byte> out;
  };
  if (array >= arrays_.size() || arrays_[array].size != out.size()) of_another_version();
  std::vector<Piece> pieces;
  Bytes rest = file_.bytes().subspan(arrays_[array].begin);
  for (std::uint64_t piece = 0; piece < pieces_of(out.size()); ++piece) {
    const auto size = read_integer<std::uint32_t>(rest.data());
    const auto sum = read_integer<std::uint64_t>(rest.data() + 4);
    rest = rest.subspan(piece_head_bytes);
    pieces.push_back({rest.first(size), sum, piece_of(out, piece)});
    rest = rest.subspan(size);
  }
  parallel_tasks(pieces.size(), threads, [&] {
    return [&, codec = SectionCodec()](std::uint64_t i) mutable {
      if (checksum(pieces[i].packed) != pieces[i].sum) damaged("a checksum is wrong");
      codec.unpack(pieces[i].packed, pieces[i].out);
      file_.forget(pieces[i].packed);
    };
  });
}

namespace {

std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

// The epoch of a file of this name; nothing if it is not a rank's file.
std::optional<std::uint64_t> epoch_of(std::string_view name, std::string_view master) {
  if (!name.starts_with(master)) return std::nullopt;
  name.remove_prefix(master.size());
  if (!name.starts_with('.')) return std::nullopt;
  name.remove_prefix(1);
  const auto epoch = take_number(name);
  if (!epoch || !name.starts_with('.')) return std::nullopt;
  name.remove_prefix(1);
  if (!take_number(name) || (!name.empty() && name != ".new")) return std::nullopt;
  return epoch;
}

}  // namespace

std::string rank_checkpoint_path(const std::string& master, std::uint64_t epoch, int rank) {
  return fmt::format("{}.{}.{}", master, epoch, rank);
}

void remove_other_epochs(const std::string& master, std::uint64_t kept) {
  const std::filesystem::path path(master);
  const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
  const std::string name = path.filename().string();
  std::vector<std::string> found;  // (a folder is not changed while it is read)
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const auto epoch = epoch_of(entry->path().filename().string(), name);
    const bool is_left = entry->path().extension() == ".new";
    if (epoch && (*epoch != kept || is_left)) found.push_back(entry->path().string());
  }
  for (const std::string& file : found) remove_file(file);
}

}  // namespace zermelo
