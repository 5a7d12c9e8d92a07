// SPDX-License-Identifier: MIT
#include "probe/table.h"

#include <fmt/format.h>

namespace zermelo {
namespace {

std::shared_ptr<const Engine> engine_of(const TableFile& file) {
  try {
    return make_engine(file.header().game);
  } catch (const UsageError& error) {
    throw DamagedTable(fmt::format("{} holds a game that this program does not know: {}",
                                   file.path(), error.what()));
  }
}

}  // namespace

Table Table::open(const std::string& path) {
  Table table;
  table.file_ = std::make_shared<const TableFile>(path);
  table.engine_ = engine_of(*table.file_);
  table.prober_ = table.engine_->prober(table.file_);
  return table;
}

}  // namespace zermelo
