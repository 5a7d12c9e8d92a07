// SPDX-License-Identifier: MIT
// Small solved tables, and ways to corrupt them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "probe/table.h"
#include "tablebase/format/table_file.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/small_game.h"

namespace zermelo::test {

// Solves into `path` and returns the bytes.
inline std::string solve_into(const std::string& path, const SmallGame& game = smallest_game) {
  solve(*make_game(spec_of(game)), path, {});
  return read_whole(path);
}

// Writes a table like the one in `from`, with right checksums, but with its blocks changed by
// edit(slice, block, contents).
inline void rewrite_table(
    const std::string& from, const std::string& to,
    const std::function<void(std::size_t, std::uint64_t, BlockContents&)>& edit) {
  const TableFile file(from);
  TableWriter writer(to, file.header());
  BlockCodec codec;
  BlockContents contents;
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& record = file.slices()[i];
    writer.begin_slice(record);
    for (std::uint64_t b = 0; b < record.blocks(); ++b) {
      file.read_block(codec, i, b, contents);
      edit(i, b, contents);
      writer.append_block(
          codec.encode(contents, record.indices_in_block(b), block_identity(i, b), record.codes()));
    }
    writer.end_slice();
  }
  writer.finish();
}

// The same for a table of any kind whose blocks stay as they are, but not what its directory says
// of its slices, which edit(slice, record) changes.
using EditRecord = std::function<void(std::size_t, SliceRecord&)>;
inline void rewrite_slices(const std::string& from, const std::string& to, const EditRecord& edit) {
  const TableFile file(from);
  TableWriter writer(to, file.header());
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    SliceRecord record = file.slices()[i];
    edit(i, record);
    writer.begin_slice(record);
    for (std::uint64_t b = 0; b < record.blocks(); ++b)
      writer.append_block(file.encoded_block(i, b), file.first_code(i, b));
    writer.end_slice();
  }
  writer.finish();
}

}  // namespace zermelo::test
