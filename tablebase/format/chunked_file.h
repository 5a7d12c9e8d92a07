// SPDX-License-Identifier: MIT
// A table's file of which only parts are in memory: chunks of one size, which the caller loads as
// they are asked for, and what its index (tablebase/format/file_index.h) holds. Reading never
// waits: what is not there is noted, and NotLoaded is thrown, so that whoever asks for several
// things learns of all that is missing in one go.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tablebase/format/table_source.h"

namespace zermelo {

// The bytes of a file from `begin` on.
struct FilePart {
  std::uint64_t begin = 0;
  std::vector<std::byte> bytes;

  std::uint64_t end() const { return begin + bytes.size(); }
};

// Not thread-safe.
class ChunkedFile : public TableSource {
 public:
  // `parts` are always there, ascending and apart; chunk n has the bytes from n * chunk_bytes on.
  // Throws DamagedTable, which names `name`, if a part is not within the file.
  ChunkedFile(std::string name, std::uint64_t size, std::uint32_t chunk_bytes,
              std::vector<FilePart> parts);

  // Parts that are always there from now on, instead of others. Throws as the constructor.
  void set_parts(std::vector<FilePart> parts);
  // Gives a chunk's bytes. Throws DamagedTable if there is no such chunk, or they are too many or
  // too few.
  void put(std::uint64_t chunk, std::vector<std::byte> bytes);
  // The chunks that were missing since the last call, ascending.
  std::vector<std::uint64_t> take_missing();
  // Forgets all chunks. Nothing that part() returned may be in use any more.
  void forget_chunks();
  // Of the chunks that are there, and of copies of what lies across chunks; without the parts.
  std::uint64_t bytes_in_memory() const { return bytes_in_memory_; }

  const std::string& path() const override { return name_; }
  std::uint64_t size() const override { return size_; }
  Bytes part(std::uint64_t begin, std::uint64_t end) const override;
  // Notes what is missing.
  void prefetch(std::uint64_t begin, std::uint64_t end) const override { note_missing(begin, end); }

 private:
  std::uint64_t chunks() const { return (size_ + chunk_bytes_ - 1) / chunk_bytes_; }
  // Null if none of the parts has all of it.
  const FilePart* part_with(std::uint64_t begin, std::uint64_t end) const;
  // Returns whether none is.
  bool note_missing(std::uint64_t begin, std::uint64_t end) const;
  Bytes joined(std::uint64_t begin, std::uint64_t end) const;

  std::string name_;
  std::uint64_t size_;
  std::uint32_t chunk_bytes_;
  std::vector<FilePart> parts_;
  std::map<std::uint64_t, std::vector<std::byte>> chunks_;
  mutable std::uint64_t bytes_in_memory_ = 0;
  mutable std::set<std::uint64_t> missing_;
  // What lies across chunks, by where it begins and ends.
  mutable std::map<std::pair<std::uint64_t, std::uint64_t>, std::vector<std::byte>> joined_;
};

}  // namespace zermelo
