// SPDX-License-Identifier: MIT
// Packed runs (tablebase/format/run_block.h) in a table: a slice's first block is the model that
// its runs are packed with, the last ones hold the runs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "tablebase/format/run_block.h"
#include "tablebase/format/symbol_model.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// Writes the blocks of a slice that has been begun. All members throw FileError.
class RunWriter {
 public:
  // The table's writer must outlive this one; the model is written at once. `stride` is as in
  // RunBlockBuilder.
  RunWriter(TableWriter& writer, std::size_t slice, const SymbolModel& model,
            std::uint64_t stride = 0);
  RunWriter(const RunWriter&) = delete;
  RunWriter& operator=(const RunWriter&) = delete;

  // A block between the model and the runs.
  void append_block(Bytes block) { append(block, 0); }
  // Codes ascend.
  void add(std::uint64_t first_code, Bytes run);
  // Call this after the last run.
  void finish();

 private:
  void append(Bytes block, std::uint64_t first_code);
  void put_runs();
  std::uint64_t identity() const { return block_identity(slice_, blocks_); }

  TableWriter& writer_;
  std::size_t slice_;
  std::uint64_t blocks_ = 0;
  RunBlockBuilder builder_;
};

// Both throw DamagedTable; without a file name if the block itself is damaged.
RunBlock read_run_block(const TableFile& file, std::size_t slice, std::uint64_t block,
                        std::uint64_t stride = 0);
SymbolModel read_run_model(const TableFile& file, std::size_t slice, std::size_t groups,
                           std::size_t group, std::size_t symbols);

}  // namespace zermelo
