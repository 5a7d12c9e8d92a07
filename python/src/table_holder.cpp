// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <optional>
#include <utility>

#include "python/src/after_fork.h"
#include "python/src/table.h"
#include "python/src/without_gil.h"

namespace zermelo::python {

namespace py = pybind11;

namespace {

FileIdentity identity_of(const std::string& path) {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return {.device = status.st_dev,
          .node = status.st_ino,
          .bytes = static_cast<std::uint64_t>(status.st_size),
          .seconds = status.st_mtim.tv_sec,
          .nanoseconds = status.st_mtim.tv_nsec};
}

}  // namespace

std::shared_ptr<const Table> TableHolder::opened() const {
  return std::make_shared<const Table>(rules_ ? Table::open(path_, PythonRules::game(rules_))
                                              : Table::open(path_));
}

TableHolder::TableHolder(std::string path, std::shared_ptr<PythonRules> rules)
    : path_(std::move(path)), rules_(std::move(rules)), generation_(fork_generation()) {
  const WithoutGil others;
  survive_truncation();  // (an exception is better than the end of a notebook)
  identity_ = identity_of(path_);
  table_ = opened();
}

std::shared_ptr<const Table> TableHolder::get() {
  if (table_ == nullptr) throw py::value_error("The table " + path_ + " is closed.");
  if (generation_ == fork_generation()) return table_;
  if (identity_of(path_) != identity_) {
    generation_ = fork_generation();
    return table_;
  }
  std::shared_ptr<const Table> again;
  {
    const WithoutGil others;
    again = opened();
  }
  // (Meanwhile another thread may have closed the table, or have been here as well.)
  if (table_ == nullptr) return again;
  if (generation_ != fork_generation()) {
    generation_ = fork_generation();
    // (The old one is left as it is: its locks may be held by threads that do not exist here.)
    new std::shared_ptr<const Table>(std::exchange(table_, std::move(again)));
  }
  return table_;
}

}  // namespace zermelo::python
