// SPDX-License-Identifier: MIT
// Verifying a table of a grid game: every checksum; that the start is in it, and every position
// that a member's moves lead to; that no member is over or won at once; and that every value
// follows from its successors' values, which proves it by induction over plies (see
// tablebase/verify.h).
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "gen/grid/game.h"
#include "tablebase/code_table.h"
#include "tablebase/first_failure.h"
#include "tablebase/grid_table.h"
#include "tablebase/parallel.h"
#include "tablebase/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

template <class Game, class Metric>
class GridVerifier {
 public:
  GridVerifier(const Game& game, const TableFile& file, int threads, WorkProgress progress)
      : game_(game), file_(file), threads_(thread_count(threads)), progress_(std::move(progress)) {}

  // Throws DamagedTable for anything wrong with the file as such.
  VerifyReport run() {
    file_.check_whole();
    const LoadedCodes members(file_, threads_);
    const GridTable<Game, LoadedCodes, Metric> table(game_, members, file_.slices().size());
    for (const SliceRecord& slice : file_.slices()) progress_.expect(slice.members);
    if (!table.value(game_.start())) failure_.note("The start is not in the table.");
    std::uint64_t positions = 0;
    for (std::size_t i = 0; i < file_.slices().size() && !failure_.happened(); ++i) {
      verify_slice(table, members, i);
      positions += file_.slices()[i].members;
    }
    return {positions, failure_.text()};
  }

 private:
  void verify_slice(const auto& table, const LoadedCodes& members, std::size_t i) {
    constexpr std::uint64_t chunk = 4096;
    const std::uint64_t size = members.members(i).size();
    parallel_tasks((size + chunk - 1) / chunk, threads_, [&] {
      return [&](std::uint64_t task) {
        if (failure_.happened()) return;
        const std::uint64_t end = std::min(size, (task + 1) * chunk);
        members.members(i).for_each(task * chunk, end, [&](std::uint64_t n, std::uint64_t code) {
          verify_member(table, i, code, members.value(i, n));
        });
        progress_.add(end - task * chunk);
      };
    });
  }

  void verify_member(const auto& table, std::size_t i, std::uint64_t code, Value stored) {
    if (code >= game_.codes().size()) {
      failure_.note("A code belongs to no position.");
      return;
    }
    const GridPosition p = game_.codes().decode(code);
    if (game_.layer(p) != static_cast<int>(i)) return note("It is in a wrong slice", code);
    if (!(canonical(game_, p) == p))
      return note("It is not the form that stands for its images", code);
    BestValue<Metric> best;
    bool complete = true;
    game_.for_each_successor(p, [&](const GridPosition& next, Ending ending) {
      const std::optional<Value> value = table.of_move(next, ending);
      complete = complete && value.has_value();
      if (value) best.take(*value);
    });
    if (!complete) return note("Some move leads to a position that is not in the table", code);
    if (!best.any()) return note("It has no moves", code);
    if (Metric::knows_wins_at_once && best.value() == Value::win(1))
      return note("It is won at once and needs no value", code);
    if (best.value() == stored) return;
    failure_.note(fmt::format("{}: the table says {}, its successors say {}.", text_of(code),
                              to_string(stored, Metric::kind),
                              to_string(best.value(), Metric::kind)));
  }

  void note(const char* what, std::uint64_t code) {
    failure_.note(fmt::format("{}: {}.", text_of(code), what));
  }
  std::string text_of(std::uint64_t code) const {
    return format_position(position_of(game_, code), game_.grid());
  }

  const Game& game_;
  const TableFile& file_;
  int threads_;
  ProgressCounter progress_;
  FirstFailure failure_;
};

}  // namespace zermelo
