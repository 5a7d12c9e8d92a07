// SPDX-License-Identifier: MIT
#include "probe/table.h"

#include <fmt/format.h>

namespace zermelo {
namespace {

std::shared_ptr<const Engine> engine_of(const TableFile& file) {
  const auto unknown = [&](const Error& error) {
    return DamagedTable(fmt::format("{} holds a game that this program does not know: {}",
                                    file.path(), error.what()));
  };
  try {
    return engine_for(file.header());
  } catch (const UsageError& error) {
    throw unknown(error);
  } catch (const SyntaxError& error) {
    throw unknown(error);
  }
}

}  // namespace

Table Table::open(const std::string& path) {
  Table table;
  table.file_ = std::make_shared<const TableFile>(path);
  table.engine_ = engine_of(*table.file_);
  const TableHeader& header = table.file_->header();
  if (header.holds_values()) {
    table.prober_ = table.engine_->prober(table.file_);
  } else if (header.holds_distances()) {
    table.distance_prober_ = table.engine_->distance_prober(table.file_);
  } else {
    throw DamagedTable(
        fmt::format("{} holds '{}', which this program does not know.", path, header.metric));
  }
  return table;
}

const Prober& Table::values() const {
  file_->require_values();
  return *prober_;
}

std::optional<int> Table::distance(std::string_view state) const {
  file_->require_distances();
  return distance_prober_->distance(state);
}

}  // namespace zermelo
