// SPDX-License-Identifier: MIT
// A checkpoint file: a description in JSON and large arrays, packed in pieces with a checksum each.
// Written under a temporary name and renamed, so that a crash leaves the old one or the new one.
// All errors are FileError or DamagedTable.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "tablebase/file.h"

namespace zermelo {

// Writes `description` and the arrays to `path`, packing with `threads` threads.
void write_checkpoint(const std::string& path, const nlohmann::json& description,
                      const std::vector<Bytes>& arrays, int threads);

// Removes the checkpoint, if there is one, and what a kill while writing it may have left.
void remove_checkpoint(const std::string& path);

class Checkpoint {
 public:
  explicit Checkpoint(const std::string& path);

  const nlohmann::json& description() const { return description_; }
  // Fills `arrays` in the order of writing; their sizes must be the original ones.
  void read(const std::vector<std::span<std::byte>>& arrays, int threads) const;

 private:
  [[noreturn]] void damaged(const char* what) const;

  MappedFile file_;
  nlohmann::json description_;
  std::size_t body_ = 0;
};

}  // namespace zermelo
