// SPDX-License-Identifier: MIT
// What a reader of a table needs before it can ask for a block: the header, the trailer, each
// slice's directory and first block (the model of its runs). A table that is read in chunks
// (tablebase/format/chunked_file.h) has this in a file of its own, its index, a few hundredths of
// the table; docs/table-format.md describes the bytes.
#pragma once

#include <cstddef>
#include <vector>

#include "tablebase/format/chunked_file.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// The index of a table. Directories are written as differences, and all of it is packed. Throws
// DamagedTable.
std::vector<std::byte> write_file_index(const TableFile& file);

// What is in an index, from the table itself. If parts of the file are not loaded, throws NotLoaded
// once all that can be asked for by now has been. Throws DamagedTable.
std::vector<FilePart> indexed_parts(const TableFile& file);

struct FileIndex {
  std::uint64_t table_bytes = 0;  // the size of the table
  std::vector<FilePart> parts;    // ascending
};
// Reads one. Throws DamagedTable, which names `name`.
FileIndex read_file_index(Bytes bytes, const std::string& name);

}  // namespace zermelo
