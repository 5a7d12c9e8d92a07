// SPDX-License-Identifier: MIT
// Shrunk tables: whole slices are left out, and a probe of one of their positions goes on by moves
// to slices that are there; or, in tables with a dense index, the plies of losses. This is the one
// place that decides which layers these are, and that writes such tables.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tablebase/format/table_file.h"
#include "tablebase/reports.h"

namespace zermelo {

// If a layer is left out: how often a probe of one of its positions, on average, has to know a
// value of another layer, to which moves and forced replies to them lead.
struct ValuesNeeded {
  std::size_t layer = 0;
  double count = 0;
};

// A table's layers, all of whose moves lead to later ones.
struct LayerCosts {
  std::vector<std::uint64_t> bytes;  // of each layer; none if it has no values
  std::vector<std::vector<ValuesNeeded>> needs;

  std::size_t size() const { return bytes.size(); }
};

struct ChosenLayers {
  std::vector<bool> left_out;  // by layer
  // How many positions a probe of one with a value looks up, itself included, stored or not, as an
  // average over the layers that have values. (A probe that comes to the same position twice looks
  // it up once, which is not known here.)
  double lookups = 1;
};

// Which layers to leave out to save the most bytes, if probes may look up `lookups` positions, as
// in ChosenLayers, and 16 times as many in any one layer. The search is exact (branch and bound,
// with the bound of the continuous knapsack problem) unless it takes more than some millions of
// steps; then the result is the best that was found. `lookups` is at least 1.
ChosenLayers layers_to_leave_out(const LayerCosts& layers, double lookups);

// Writes a table without those slices; the blocks of the others are the same, byte for byte. If it
// leaves out none, the table is that which it was made from, byte for byte. PATH.part becomes PATH
// at the end; it is begun anew each time, and removed if writing fails. `creator`: as
// TableHeader's. Throws FileError, and DamagedTable if the checksum of the table, as a whole, is
// wrong.
void write_shrunk(const TableFile& table, const std::vector<bool>& left_out,
                  const std::string& creator, const std::string& path,
                  const WorkProgress& progress);

// Writes a table with a dense index without the plies of losses (tablebase/format/shrunk_block.h);
// its slices count these instead. The rest as write_shrunk. Throws WrongFile if a slice has more
// kinds of values than can be packed.
void write_without_loss_plies(const TableFile& table, const std::string& creator,
                              const std::string& path, int threads, const WorkProgress& progress);

}  // namespace zermelo
