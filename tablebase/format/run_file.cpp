// SPDX-License-Identifier: MIT
#include "tablebase/format/run_file.h"

namespace zermelo {

RunWriter::RunWriter(TableWriter& writer, std::size_t slice, const SymbolModel& model,
                     std::uint64_t stride)
    : writer_(writer), slice_(slice), builder_(stride) {
  append(model_block(model, identity()), 0);
}

void RunWriter::append(Bytes block, std::uint64_t first_code) {
  writer_.append_block(block, first_code);
  ++blocks_;
}

void RunWriter::add(std::uint64_t first_code, Bytes run) {
  if (!builder_.has_room(first_code)) put_runs();
  builder_.add(first_code, run);
}

void RunWriter::finish() {
  if (!builder_.empty()) put_runs();
}

void RunWriter::put_runs() {
  const std::uint64_t first = builder_.first_code();
  append(builder_.take(identity()), first);
}

RunBlock read_run_block(const TableFile& file, std::size_t slice, std::uint64_t block,
                        std::uint64_t stride) {
  return {file.encoded_block(slice, block), block_identity(slice, block),
          file.first_code(slice, block), stride};
}

SymbolModel read_run_model(const TableFile& file, std::size_t slice, std::size_t groups,
                           std::size_t group, std::size_t symbols) {
  return read_model_block(file.encoded_block(slice, 0), block_identity(slice, 0), groups, group,
                          symbols);
}

}  // namespace zermelo
