// SPDX-License-Identifier: MIT
// Tables of Connect Four that tell who wins (kinds/ranked/read.h): made by the hybrid, verified and
// read whole. Included by one source file per game.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "kinds/grid/grid_maker.h"
#include "kinds/ranked/kind.h"
#include "kinds/ranked/solve.h"
#include "kinds/ranked/verify.h"
#include "kinds/stones/maker.h"

namespace zermelo {

// The positions with their values, as SourceWalk reads them: each position in all of its
// orientations. The values of one slice are in memory.
class OutcomeSource {
 public:
  OutcomeSource(const connect::Connect& game, std::shared_ptr<const TableFile> file, bool, bool,
                int threads, const std::function<void()>&)
      : game_(game), numbers_(game, std::move(file)), threads_(threads) {}

  int slices() const { return numbers_.slices(); }
  // Its number in the file.
  static std::size_t number_in_file(int slice) { return static_cast<std::size_t>(slice); }
  void expect_scan() const {}
  void begin_slice(int slice) {
    outcomes_ = numbers_.probe().read(static_cast<std::size_t>(slice), mover(slice), threads_);
  }
  std::uint64_t blocks(int slice) const {
    return (numbers_.indices(static_cast<std::size_t>(slice)) + block_indices - 1) / block_indices;
  }

  class Reader {
   public:
    explicit Reader(const OutcomeSource& source) : s_(source) {}

    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const auto number = static_cast<std::size_t>(slice);
      const std::uint64_t begin = block * block_indices;
      const std::uint64_t end = std::min(s_.numbers_.indices(number), begin + block_indices);
      for (std::uint64_t index = begin; index < end; ++index) {
        const TableIndex place{number, index};
        const std::optional<GridPosition> p = s_.numbers_.position_at(place);
        if (!p) continue;
        const Value value =
            Value::of_outcome(symbolic::outcome_for(s_.mover(slice), s_.outcomes_.at(index)));
        if (wants(value) && !visit(place, *p, value)) return;
      }
    }

   private:
    const OutcomeSource& s_;
  };

 private:
  symbolic::Side mover(int slice) const {
    return symbolic::connect_mover(fullest_first(game_.cells(), slice));
  }

  const connect::Connect& game_;
  OutcomeNumbers numbers_;
  int threads_;
  symbolic::OutcomeVector outcomes_;
};

// As StoneTables, by which the positions are counted.
template <class Game, class Lane>
struct OutcomeTables : StoredOutcomes<Game, Lane> {
  using Metric = OutcomeMetric;
  using Walked = OutcomeSource;

  static CountReport count(const Game& game, int threads, const WorkProgress& progress) {
    return StoneTables<Game, Lane>::count(game, threads, progress);
  }

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
    StatsReport report = StoneTables<Game, Lane>::stats(game, table, threads, progress);
    report.metric = Metric::kind;
    return report;
  }

  static VerifyReport verify(const Game& game, const TableFile& table, int threads,
                             WorkProgress progress) {
    Verification verification(table, threads, std::move(progress));
    symbolic::OutcomeVerifier<Game> verifier(game, verification);
    return verify_table(verifier, verification);
  }
};

// Adds the maker of what add_ranked_kinds (kinds/ranked/kind.h) adds.
template <class Game>
void add_ranked_makers(GameWork& work, const GameSpec& spec,
                       const std::shared_ptr<const Game>& game) {
  with_lane(*game, [&](auto lane) {
    add_grid_maker<Game, OutcomeTables<Game, decltype(lane)>>(work, spec, game);
  });
}

}  // namespace zermelo
