// SPDX-License-Identifier: MIT
// Compressed stretches of bytes (zstd): the sections of a table's blocks, and of checkpoints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "tablebase/format/file.h"

namespace zermelo {

// Keeps compression contexts; each thread needs its own.
class SectionCodec {
 public:
  SectionCodec();
  SectionCodec(SectionCodec&&) noexcept;
  ~SectionCodec();

  // --- Sections of blocks: a size field says how many bytes there are and whether they are packed

  // Appends a section, and writes its size field to the four bytes at out[size_at].
  void append(std::vector<std::byte>& out, std::size_t size_at, Bytes section);
  // The number of bytes that a section has in the file.
  static std::size_t bytes_of(std::uint32_t size_field);
  // A section in its original form, of at most `limit` bytes; valid until the next call. Throws
  // DamagedTable (without a file name).
  Bytes read(Bytes bytes, std::uint32_t size_field, std::size_t limit);

  // --- Sections of checkpoints: packed fast, not small

  std::vector<std::byte> pack(Bytes bytes);
  // `out` has the exact original size. Throws DamagedTable.
  void unpack(Bytes bytes, std::span<std::byte> out);

 private:
  class Contexts;
  std::unique_ptr<Contexts> contexts_;
};

}  // namespace zermelo
