// SPDX-License-Identifier: MIT
// Ostle's tables of values: opened and read. Included by one source file per board side.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "gen/ostle/ostle.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/state_answers.h"
#include "probe/table_reader.h"

namespace zermelo::ostle {

template <class Rules>
class ValueReader final : public TableReader, public StateAnswers<OstleView<Rules>> {
  static constexpr int side = Rules::Geometry::side;

 public:
  ValueReader(std::shared_ptr<const Rules> rules, std::shared_ptr<const TableFile> file)
      : StateAnswers<OstleView<Rules>>(rules, file),
        rules_(std::move(rules)),
        file_(std::move(file)) {
    check_slices(*rules_, *file_);
  }

  std::string canonical(std::string_view text) const override {
    const StateView<side> seen = read_state<side>(*rules_, text);
    return canonical_text(*rules_, rules_->slice_of(seen.position), seen);
  }

  // For tables of either kind.
  const zermelo::ValueReader* values() const override { return this; }
  std::uint64_t indices(std::size_t slice) const override { return file_->slices()[slice].indices; }
  std::optional<std::string> position_at(TableIndex number) const override {
    return ostle::position_at(*rules_, number);
  }
  std::optional<TableIndex> index_of(std::string_view text) const override {
    return ostle::index_of(*rules_, text);
  }

 private:
  std::shared_ptr<const Rules> rules_;
  std::shared_ptr<const TableFile> file_;
};

template <class Rules>
class ValueKind final : public TableKind {
 public:
  ValueKind(GameSpec spec, std::shared_ptr<const Rules> rules)
      : spec_(std::move(spec)), rules_(std::move(rules)) {}

  const GameSpec& game() const override { return spec_; }
  std::string metric() const override { return distance_metric; }
  std::unique_ptr<const TableReader> open(std::shared_ptr<const TableFile> file) const override {
    const TableHeader& header = file->header();
    if (!(header.game == spec_) || header.metric != metric()) return nullptr;
    return std::make_unique<ValueReader<Rules>>(rules_, std::move(file));
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
};

}  // namespace zermelo::ostle
