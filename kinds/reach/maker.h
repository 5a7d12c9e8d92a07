// SPDX-License-Identifier: MIT
// Ostle's tables of distances from the start: made, verified and counted. Included by one source
// file per board side.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "gen/ostle/ostle.h"
#include "gen/ostle/start.h"
#include "kinds/dense/ostle_view.h"
#include "kinds/reach/reach.h"
#include "kinds/reach/stats.h"
#include "kinds/reach/verify.h"
#include "probe/table_maker.h"
#include "tablebase/job/memory_limit.h"

namespace zermelo::ostle {

template <class Rules>
class DistanceMaker final : public TableMaker, public DistanceWork {
 public:
  DistanceMaker(GameSpec spec, std::shared_ptr<const Rules> rules, SearchedMoves moves)
      : spec_(std::move(spec)), rules_(std::move(rules)), moves_(moves) {}

  std::string metric() const override { return reach_metric_of(moves_); }
  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    return Reach<Rules>(*rules_, start_position(*rules_), TableHeader{spec_, metric(), creator()},
                        path, options)
        .run();
  }
  VerifyReport verify(const OpenTable& table, const WorkOptions& options) const override {
    std::uint64_t indices = 0;
    for (const SliceRecord& slice : table.file->slices()) indices += slice.indices;
    MemoryLimit().require({.bytes = 4 * indices + fixed_memory, .who = "Verifying needs"});
    Verification verification(*table.file, options.threads, options.progress);
    ReachVerifier<Rules> verifier(*rules_, start_position(*rules_), print_state<Rules>,
                                  verification);
    return verify_table(verifier, verification);
  }

  const DistanceWork* distances() const override { return this; }
  ReachReport stats(const OpenTable& table, const WorkOptions& options) const override {
    ReachStatistics<Rules> statistics(*rules_, *table.file, options.threads, options.progress);
    ReachReport report = statistics.run();
    for (const PlacedState& state : statistics.farthest()) {
      typename Rules::Cursor cursor(rules_->index(static_cast<int>(state.slice)));
      const auto& p = cursor.at(state.index);
      const Move forbidden = state.slot == no_slot
                                 ? Rules::no_move
                                 : Rules::move_of_slot(p, static_cast<Slot>(state.slot));
      report.farthest_states.push_back(print_state<Rules>(p, forbidden));
    }
    return report;
  }

 private:
  GameSpec spec_;
  std::shared_ptr<const Rules> rules_;
  SearchedMoves moves_;
};

}  // namespace zermelo::ostle
