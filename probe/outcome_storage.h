// SPDX-License-Identifier: MIT
// Tables of Connect Four that tell who wins, of all boards that play can lead to: made by the
// hybrid (symbolic/hybrid_solve.h).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "gen/connect/game.h"
#include "gen/grid/metric.h"
#include "probe/stone_storage.h"
#include "symbolic/connect_model.h"
#include "symbolic/hybrid_solve.h"
#include "symbolic/outcome_table.h"
#include "tablebase/first_failure.h"
#include "tablebase/progress_counter.h"

namespace zermelo {

// As StoneStorage, whose positions these are, with other values. Slice number i holds the boards
// with i empty squares.
template <class Game, class Lane>
struct OutcomeStorage : StoneStorage<Game, Lane> {
  static_assert(std::is_same_v<Game, connect::Connect>);
  using Positions = StoneStorage<Game, Lane>;
  using Metric = OutcomeMetric;
  static constexpr TableHeader::States states = TableHeader::States::ranked;
  static constexpr bool has_all_orientations = true;

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
                                   .checkpoint_seconds = options.checkpoint_seconds,
                                   .stop = options.stop};
    if (options.memory_limit != 0) hybrid.memory = options.memory_limit;
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

  // Against another method: the retrograde analysis that makes tables of plies, position by
  // position.
  static VerifyReport verify(const Game& game, const TableFile& table, int threads,
                             WorkProgress progress);

  static std::optional<GridPosition> position_at(const Game& game, const TableFile& table,
                                                 std::size_t slice, std::uint64_t index) {
    const symbolic::FrozenBdd members = symbolic::OutcomeProbe(table).members(slice);
    if (members.size() == 0) return std::nullopt;
    const auto [first, second] =
        symbolic::connect_stones(game.parameters(), members.unrank(index % members.size()));
    const GridPosition p{first, second, white_to_move(game.cells() - static_cast<int>(slice))};
    const bool over = game.lines().any(game.to_cells(first)) ||
                      game.lines().any(game.to_cells(second)) || slice == 0;
    return over ? std::nullopt : std::optional(p);
  }

 private:
  static std::size_t slice_of(const Game& game, const GridPosition& p) {
    return static_cast<std::size_t>(game.cells() - count_bits(p.occupied()));
  }
  static symbolic::StateBits state_of(const Game& game, const GridPosition& p) {
    return symbolic::connect_state(game.parameters(), p.black, p.white);
  }
  class Verifier;
};

template <class Game, class Lane>
class OutcomeStorage<Game, Lane>::Verifier {
 public:
  Verifier(const Game& game, const TableFile& file, int threads, WorkProgress progress)
      : game_(game),
        file_(file),
        threads_(thread_count(threads)),
        probe_(file),
        // (Values that are only read of such a table, not looked up in it.)
        source_(game, {std::shared_ptr<const void>(), &file}, true, false, threads_),
        progress_(std::move(progress)) {}

  VerifyReport run() {
    file_.check_whole();
    check_layers(game_, file_);
    progress_.expect(file_.positions());
    VerifyReport report;
    // From the fullest boards on.
    for (int slice = 0; slice < source_.slices() && !failure_.happened(); ++slice) {
      source_.begin_slice(slice);
      verify_slice(slice);
      report.positions += file_.slices()[static_cast<std::size_t>(slice)].members;
    }
    report.failure = failure_.text();
    return report;
  }

 private:
  using Source = typename Positions::Source;

  void verify_slice(int slice) {
    const auto number = static_cast<std::size_t>(slice);
    const symbolic::Side mover = symbolic::connect_mover(game_.cells() - slice);
    const symbolic::FrozenBdd& members = probe_.members(number);
    const symbolic::OutcomeVector outcomes = probe_.read(number, mover, threads_);
    std::atomic<std::uint64_t> found = 0;
    parallel_tasks(source_.blocks(slice), threads_, [&] {
      return [&, reader = typename Source::Reader(source_)](std::uint64_t block) mutable {
        std::uint64_t count = 0;
        reader.read_block(
            slice, block, [](Value) { return true; },
            [&](const auto&, const GridPosition& p, Value value) {
              for_each_image(p, [&](const GridPosition& image) {
                ++count;
                check(image, value.outcome(), members, outcomes, mover);
              });
              return !failure_.happened();
            });
        found += count;
        progress_.add(count);
      };
    });
    const SliceRecord& record = file_.slices()[number];
    if (!failure_.happened() && found != record.members) {
      failure_.note(
          fmt::format("Of {} the table has {} positions in which the game goes on, but "
                      "play can lead to {}.",
                      record.name, record.members, found.load()));
    }
  }

  // Every position that symmetries make of this one, once.
  template <class Visit>
  void for_each_image(const GridPosition& p, Visit&& visit) const {
    std::vector<GridPosition> images;
    for (const GridSymmetry& g : game_.symmetries()) {
      const GridPosition image{g(p.black), g(p.white), p.white_to_move};
      if (std::ranges::find(images, image) == images.end()) images.push_back(image);
    }
    for (const GridPosition& image : images) visit(image);
  }

  void check(const GridPosition& p, Outcome outcome, const symbolic::FrozenBdd& members,
             const symbolic::OutcomeVector& outcomes, symbolic::Side mover) {
    const symbolic::StateBits state = state_of(game_, p);
    const auto say = [&](const std::string& what) {
      failure_.note(fmt::format("{} {}.", format_position(p, game_.grid()), what));
    };
    if (!members.contains(state)) return say("is not in the table, but play can lead to it");
    const Outcome stored = symbolic::outcome_for(mover, outcomes.at(members.rank(state)));
    if (stored != outcome) {
      say(fmt::format("is a {} in the table, but a {}", outcome_name(stored),
                      outcome_name(outcome)));
    }
  }

  const Game& game_;
  const TableFile& file_;
  int threads_;
  symbolic::OutcomeProbe probe_;
  Source source_;
  ProgressCounter progress_;
  FirstFailure failure_;
};

template <class Game, class Lane>
VerifyReport OutcomeStorage<Game, Lane>::verify(const Game& game, const TableFile& table,
                                                int threads, WorkProgress progress) {
  return Verifier(game, table, threads, std::move(progress)).run();
}

}  // namespace zermelo
