// SPDX-License-Identifier: MIT
// Tables of a folder in memory, as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "kinds/endgames/folder.h"
#include "kinds/endgames/solved_table.h"

namespace zermelo::endgames {

// What shrunk tables leave out takes long to compute, so those that have been loaded are kept while
// there is room for them. Not thread-safe.
class TablesInMemory {
 public:
  // The folder must outlive this object.
  TablesInMemory(const EndgameFolder& folder, int threads);

  // All values of those tables, in their order, until the next call. For the slices that a shrunk
  // table leaves out, the tables that it converts to are read as well, and theirs. Throws
  // OutOfMemory if all of these do not fit, NotInTable if one of them is missing, FileError,
  // DamagedTable.
  std::vector<const SolvedTable*> load(const std::vector<std::size_t>& tables);

 private:
  void add_needed(std::size_t table, std::vector<std::size_t>& needed) const;
  // Makes room for these.
  void forget_others(const std::vector<std::size_t>& needed);
  void load_one(std::size_t table);
  void compute(const EndgameFolder::Place& slice, std::vector<std::uint8_t>& codes);
  std::uint64_t bytes_of(std::size_t table) const { return folder_.table(table).index().size(); }

  const EndgameFolder& folder_;
  int threads_;
  std::uint64_t most_bytes_;
  std::map<std::size_t, std::unique_ptr<SolvedTable>> loaded_;
};

}  // namespace zermelo::endgames
