// SPDX-License-Identifier: MIT
// What the readers of Ostle's tables have in common, of values and of distances: both are numbered
// by the dense index.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "gen/ostle/notation.h"
#include "kinds/dense/ostle_view.h"
#include "probe/table.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"

namespace zermelo::ostle {

// The table's slices must be this game's, in its order. Throws DamagedTable.
template <class Rules>
void check_slices(const Rules& rules, const TableFile& table) {
  const auto& slices = table.slices();
  bool same = slices.size() == static_cast<std::size_t>(rules.slice_count());
  for (int i = 0; same && i < rules.slice_count(); ++i) {
    const SliceRecord& record = slices[static_cast<std::size_t>(i)];
    same = record.name == rules.slice_name(i) && record.indices == rules.index_size(i);
  }
  if (!same) table.damaged("its slices are not those of its game");
}

// Rules is Ostle<N, Bits>.
template <class Rules>
class DenseReader : public TableReader {
 public:
  DenseReader(std::shared_ptr<const Rules> rules, std::shared_ptr<const TableFile> file)
      : rules_(std::move(rules)), file_(std::move(file)) {
    check_slices(*rules_, *file_);
  }

  std::uint64_t indices(std::size_t slice) const final { return file_->slices()[slice].indices; }
  std::optional<std::string> position_at(TableIndex number) const final {
    return ostle::position_at(*rules_, number);
  }
  // Whatever is forbidden in the state.
  std::optional<TableIndex> index_of(std::string_view text) const final {
    const auto seen = read_state<Rules::Geometry::side>(*rules_, text);
    const int slice = rules_->slice_of(seen.position);
    return TableIndex{static_cast<std::size_t>(slice), rules_->locate(slice, seen.position).index};
  }

 protected:
  const Rules& rules() const { return *rules_; }
  const std::shared_ptr<const TableFile>& file() const { return file_; }

 private:
  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<const TableFile> file_;
};

// The kind of table that a Reader opens; it is made from the rules and the file.
template <class Rules, class Reader>
class DenseKind final : public TableKind {
 public:
  DenseKind(GameSpec spec, std::string metric, std::shared_ptr<const Rules> rules)
      : spec_(std::move(spec)), metric_(std::move(metric)), rules_(std::move(rules)) {}

  const GameSpec& game() const override { return spec_; }
  std::string metric() const override { return metric_; }
  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    if (!(header.game == spec_) || header.metric != metric_) return nullptr;
    return std::make_unique<Reader>(rules_, std::move(file));
  }

 private:
  GameSpec spec_;
  std::string metric_;
  std::shared_ptr<const Rules> rules_;
};

}  // namespace zermelo::ostle
