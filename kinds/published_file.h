// SPDX-License-Identifier: MIT
// A table's file as it is published on a site without a server (docs/publish.md): its bytes, which
// go there in chunks, and the index by which a page reads them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/cxx_standard.h"

namespace zermelo {

// Immutable and thread-safe.
class PublishedFile {
 public:
  // Reads the whole file and compares its checksums. Throws FileError and DamagedTable; WrongFile
  // for what the module in a page cannot read: folders of endgame tables, and tables of games whose
  // rules are code.
  explicit PublishedFile(const std::string& path);
  ~PublishedFile();

  // All of it; valid as long as this object. If the file is cut short meanwhile, what is gone is
  // read as zeros (survive_truncation); check_uncut() then throws DamagedTable.
  std::span<const std::byte> bytes() const;
  void check_uncut() const;
  // Of all bytes (XXH3-64), as 16 hexadecimal digits.
  std::string checksum() const;
  // See tablebase/format/file_index.h.
  std::vector<std::byte> index() const;

 private:
  struct Opened;
  std::unique_ptr<const Opened> opened_;
};

}  // namespace zermelo
