// SPDX-License-Identifier: MIT
// Ostle's tables of values: opened and read. Included by one source file per board side.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "gen/ostle/notation.h"
#include "gen/ostle/state_view.h"
#include "kinds/dense/dense_reader.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/state_answers.h"
#include "probe/table_reader.h"

namespace zermelo::ostle {

template <class Rules>
class ValueReader final : public DenseReader<Rules>, public StateAnswers<OstleView<Rules>> {
  using Dense = DenseReader<Rules>;
  static constexpr int side = Rules::Geometry::side;

 public:
  ValueReader(const std::shared_ptr<const Rules>& rules, std::shared_ptr<const TableFile> file)
      : Dense(rules, file), StateAnswers<OstleView<Rules>>(rules, std::move(file)) {}

  const zermelo::ValueReader* values() const override { return this; }
  std::string canonical(std::string_view text) const override {
    const Rules& rules = Dense::rules();
    const StateView<side> seen = read_state<side>(rules, text);
    return canonical_text(rules, rules.slice_of(seen.position), seen);
  }
};

template <class Rules>
using ValueKind = DenseKind<Rules, ValueReader<Rules>>;

}  // namespace zermelo::ostle
