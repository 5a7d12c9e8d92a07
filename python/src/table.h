// SPDX-License-Identifier: MIT
// A table as a Python object holds it: it can be closed while others use it, and goes on in a
// process that was forked.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <memory>
#include <string>

#include "probe/table.h"
#include "python/src/own_rules.h"

namespace zermelo::python {

// Which file a path leads to.
struct FileIdentity {
  std::uint64_t device = 0, node = 0, bytes = 0;
  std::int64_t seconds = 0, nanoseconds = 0;
  bool operator==(const FileIdentity&) const = default;
};

// All with the GIL.
class TableHolder {
 public:
  // `rules`: those of its game, if they are a class in Python and it is to be opened with them, or
  // null.
  TableHolder(std::string path, std::shared_ptr<PythonRules> rules);

  // The table, which lives as long as what is returned. Raises ValueError if it was closed. (In a
  // forked process the file is opened again, if it is still there: other threads may have been
  // reading, and what they held stays locked.)
  std::shared_ptr<const Table> get();

  void close() { table_.reset(); }
  bool is_closed() const { return table_ == nullptr; }
  const std::string& path() const { return path_; }
  const std::shared_ptr<PythonRules>& shared_rules() const { return rules_; }
  const PythonRules* rules() const { return rules_.get(); }

 private:
  std::shared_ptr<const Table> opened() const;

  std::string path_;
  std::shared_ptr<PythonRules> rules_;
  FileIdentity identity_;
  int generation_ = 0;
  std::shared_ptr<const Table> table_;
};

}  // namespace zermelo::python
