// SPDX-License-Identifier: MIT
// Files as the library uses them: append-only output that checks every write, and read-only maps.
// All errors are FileError with the file's name and the system's reason.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/truncation_guard.h"

namespace zermelo {

using Bytes = std::span<const std::byte>;

// Appends an integer in little-endian order, or reads one from exactly that many bytes.
template <class T>
void append_integer(std::vector<std::byte>& out, T value) {
  for (std::size_t i = 0; i < sizeof(T); ++i) {
    out.push_back(static_cast<std::byte>(static_cast<std::uint64_t>(value) >> (8 * i)));
  }
}
template <class T>
T read_integer(const std::byte* from) {
  static_assert(std::endian::native == std::endian::little, "files are little-endian");
  T value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

inline Bytes as_bytes(const std::string& text) {
  return {reinterpret_cast<const std::byte*>(text.data()), text.size()};
}

// XXH3-64.
std::uint64_t checksum(Bytes bytes, std::uint64_t seed = 0);

// There is no room for what is to be written: the disk or a quota is full, or the limit on file
// sizes is reached.
class NoRoom : public FileError {
  using FileError::FileError;
};

// Writes all of the bytes. Throws FileError, also NoRoom, which name `path`.
void write_to_descriptor(int descriptor, Bytes bytes, const std::string& path);

// Members throw FileError, also NoRoom.
class OutputFile {
 public:
  enum class Mode {
    truncate,
    keep,      // goes on with what is there
    temporary  // as truncate; the file is removed with the object unless it was published
  };
  OutputFile(const std::string& path, Mode mode);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  void write(Bytes bytes);
  // Makes all that was written survive a crash.
  void sync();
  // Cuts the file and goes on writing there.
  void truncate(std::uint64_t length);
  // Syncs, closes, and renames the file, atomically replacing `path`, which must not be a link, and
  // whose permissions stay; syncs the folder.
  void publish_as(const std::string& path);

  const std::string& path() const { return path_; }

 private:
  void take_permissions_of(const std::string& path) const;
  std::string path_;
  int descriptor_ = -1;
  bool is_temporary_;  // and not published
};

// A file mapped for reading. Immutable and thread-safe.
class MappedFile {
 public:
  explicit MappedFile(const std::string& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  Bytes bytes() const { return {data_, size_}; }
  // What will be read next: single places here and there, or much of the file in order. This is
  // only a hint to the system.
  enum class Access { random, in_order };
  void expect(Access access) const;
  // A part will be read as a whole. This is also only a hint.
  void expect_whole(Bytes part) const;
  // Removes a part from this process's memory; reading it again brings it back.
  void forget(Bytes part) const;
  const std::string& path() const { return path_; }
  // Whether a part that was read is gone from the file and was read as zeros: see guard_maps().
  bool was_cut() const { return watched_ && watched_->was_cut(); }

 private:
  std::string path_;
  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
  std::optional<WatchedMap> watched_;  // unless it is empty
};

// What does not fit in memory: bytes that are appended, and then read through a map. The file has
// no name, so that nothing of it is left whatever happens to the process.
class SpillFile {
 public:
  explicit SpillFile(const std::string& folder);
  SpillFile(const SpillFile&) = delete;
  SpillFile& operator=(const SpillFile&) = delete;
  ~SpillFile();

  void write(Bytes bytes);
  std::size_t size() const { return size_; }
  // Reads what has been written, from `begin` on; more may be written afterwards.
  void read(std::size_t begin, std::span<std::byte> out) const;
  // All bytes; valid as long as the file object. Nothing may be written after the first call.
  Bytes bytes();
  // Instead of both: room for this many bytes, to be filled.
  std::span<std::byte> room(std::size_t bytes);

 private:
  void map(int protection);
  std::string folder_;
  int descriptor_ = -1;
  std::size_t size_ = 0;
  std::byte* data_ = nullptr;
};

bool file_exists(const std::string& path);
bool is_folder(const std::string& path);
// Does nothing if there is no such file.
void remove_file(const std::string& path);

}  // namespace zermelo
