// SPDX-License-Identifier: MIT
// Writes every position of a table with its value, and compares such a list with a table.
//
//     const auto table = zermelo::Table::open("connect-4x4.ztb");
//     zermelo::export_table(table, "connect-4x4.zpl", {.format = zermelo::ExportFormat::binary});
//
// docs/export-format.md describes the lists. (Strategies: proof/strategy.h.) Errors are exceptions
// (gen/error.h). All functions are thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <string>

#include "probe/table.h"
#include "tablebase/lists/export_options.h"
#include "tablebase/reports.h"

namespace zermelo {

// Writes the list of a table's positions. A file is written as a whole or not at all; a device or a
// pipe gets as many bytes as it accepts. Throws UsageError (for a slice that does not exist),
// WrongFile (for a table of distances from the start, or if there is a file already and `force` is
// not set), FileError, DamagedTable, OutOfMemory, Interrupted.
ExportReport export_table(const Table& table, const std::string& path,
                          const ExportOptions& options = {});

struct CompareOptions {
  int threads = 0;  // 0: one per processor
  const std::atomic<bool>* stop = nullptr;
  WorkProgress progress{};  // in bytes of the list
};

struct CompareReport {
  std::uint64_t positions = 0;  // of the list that were looked up
  // The first thing that is different, in a sentence; nothing if the list says what the table says.
  std::optional<std::string> difference;
  double seconds = 0;
};

// Looks every position of a list (binary or text) up in a table as users do (Table::probe_many) and
// compares the values; and the number of the positions of each slice with what the table has.
// Throws FileError and SyntaxError for the list, WrongFile if it is not of this table's game,
// DamagedTable, Interrupted.
CompareReport compare_with_list(const Table& table, const std::string& path,
                                const CompareOptions& options = {});

}  // namespace zermelo
