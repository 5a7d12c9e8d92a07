// SPDX-License-Identifier: MIT
// Tables of Connect Four that tell who wins, for all boards that play can lead to; made by the
// hybrid (kinds/ranked/hybrid_solve.h).
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "gen/connect/game.h"
#include "gen/grid/metric.h"
#include "kinds/ranked/hybrid.h"
#include "kinds/ranked/hybrid_solve.h"
#include "kinds/ranked/outcome_numbers.h"
#include "kinds/ranked/outcome_table.h"
#include "kinds/ranked/outcome_verify.h"
#include "kinds/stones/stone_storage.h"
#include "symbolic/model/connect_model.h"

namespace zermelo {

// As StoneStorage, with the same positions but other values.
template <class Game, class Lane>
struct OutcomeStorage : StoneStorage<Game, Lane> {
  static_assert(std::is_same_v<Game, connect::Connect>);
  using Positions = StoneStorage<Game, Lane>;
  using Metric = OutcomeMetric;
  static constexpr TableHeader::States states = TableHeader::States::ranked;
  using Walked = OutcomeSource;
  using Numbers = OutcomeNumbers;

  // Throws UsageError for boards that are too large.
  static void require_fit(const Game& game) { symbolic::check_hybrid_board(game.parameters()); }

  class Values {
   public:
    using Metric = OutcomeMetric;
    Values(const Game& game, std::shared_ptr<const TableFile> file)
        : game_(game), file_(std::move(file)), probe_(*file_) {
      check_layers(game_, *file_);
    }
    Values(const Values&) = delete;
    Values& operator=(const Values&) = delete;

    std::optional<Value> value(const GridPosition& p) const {
      return probe_.find(slice_of(game_, p), state_of(game_, p));
    }
    std::optional<Value> of_move(const GridPosition& next, Ending ending) const {
      return move_value<Metric>(game_, next, ending,
                                [&](const GridPosition& p) { return value(p); });
    }

   private:
    const Game& game_;
    std::shared_ptr<const TableFile> file_;
    symbolic::OutcomeProbe probe_;
  };

  static SolveReport solve(const Game& game, const TableHeader& header, const std::string& path,
                           const SolveOptions& options) {
    symbolic::HybridOptions hybrid{.threads = options.threads,
                                   .table = path,
                                   .creator = header.creator,
                                   .resume = options.resume,
                                   .force = options.force,
                                   .checkpoint_seconds = options.checkpoint_seconds,
                                   .stop = options.stop};
    const bool is_number =
        options.memory_limit != free_memory_limit && options.memory_limit != no_memory_limit;
    if (is_number) hybrid.memory = options.memory_limit;
    const symbolic::HybridReport found = symbolic::solve_hybrid(game.parameters(), hybrid);
    const TableFile table(path);
    return {.positions = table.positions(),
            .members = table.members(),
            .planned_memory = hybrid.memory,
            .table_bytes = table.bytes(),
            .seconds = found.seconds,
            .was_complete = found.was_complete};
  }

  static StatsReport stats(const Game& game, const TableFile& table, int threads,
                           const WorkProgress& progress) {
    StatsReport report = Positions::stats(game, table, threads, progress);
    report.metric = Metric::kind;
    return report;
  }

  static VerifyReport verify(const Game& game, const TableFile& table, int threads,
                             WorkProgress progress) {
    Verification verification(table, threads, std::move(progress));
    symbolic::OutcomeVerifier<Game> verifier(game, verification);
    return verify_table(verifier, verification);
  }

 private:
  static std::size_t slice_of(const Game& game, const GridPosition& p) {
    return static_cast<std::size_t>(fullest_first(game.cells(), count_bits(p.occupied())));
  }
  static symbolic::StateBits state_of(const Game& game, const GridPosition& p) {
    return symbolic::connect_state(game.parameters(), p.black, p.white);
  }
};

}  // namespace zermelo
