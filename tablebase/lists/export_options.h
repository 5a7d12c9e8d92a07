// SPDX-License-Identifier: MIT
// What a caller can specify for a list of positions, and what it is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "tablebase/reports.h"

namespace zermelo {

enum class ExportFormat : std::uint8_t { text, binary, csv };

struct ExportOptions {
  ExportFormat format = ExportFormat::text;
  std::vector<std::string> layers{};  // of a table: names of slices; none: all of them
  int threads = 0;                    // 0: one per processor
  bool force = false;                 // also if there is already a file with that name
  const std::atomic<bool>* stop = nullptr;
  WorkProgress progress{};  // in positions; how many there will be may be unknown, and is 0 then
};

struct ExportReport {
  std::uint64_t positions = 0;
  std::uint64_t bytes = 0;  // that were written
  double seconds = 0;
};

}  // namespace zermelo
