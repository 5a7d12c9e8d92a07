// SPDX-License-Identifier: MIT
// Shrunk tables: whole slices are left out, and a probe of one of their positions goes one ply on,
// or some plies, to slices that are there. This is the one place that decides which ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tablebase/format/table_file.h"
#include "tablebase/reports.h"

namespace zermelo {

// By slice of a table: the slices that some move from it leads to, without a slice in between whose
// positions have no stored value. What follows from other moves does not concern shrinking.
using SliceMoves = std::vector<std::vector<std::size_t>>;

// Which slices to leave out, so that many bytes are saved: by slice, whether it is. `bytes`: of
// each slice. No move then leads from a slice to itself if that is left out, and one that is left
// out leads to others that are `plies` - 1 times in turn at most. The heaviest slices come first,
// equal ones in their order. `plies` is at least 1.
std::vector<bool> slices_to_leave_out(const std::vector<std::uint64_t>& bytes,
                                      const SliceMoves& moves, int plies);

// Writes a table without those slices; the blocks of the others are the same, byte for byte.
// PATH.part becomes PATH at the end, and is begun anew each time. `creator`: as TableHeader's.
// Throws FileError, and DamagedTable if the checksum of the table, as a whole, is wrong.
void write_shrunk(const TableFile& table, const std::vector<bool>& left_out, std::string creator,
                  const std::string& path, const WorkProgress& progress);

}  // namespace zermelo
