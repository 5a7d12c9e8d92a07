// SPDX-License-Identifier: MIT
// Verifying a table: the frame that all kinds of tables share. The proof is always the same. Every
// stored value is compared with what the values of the position's successors imply, as they stand
// in the table: a loss in n needs all moves to be losing with the longest n-1, a win in n a move to
// a loss in n-1, so that by induction over plies no value of a win or loss can be wrong, and then
// no draw either. Moves come from the rules as they are written for reading, not from what solvers
// use; so does the knowledge of which positions are in the table.
//
// docs/architecture.md, "Verification", says what is compared for each kind.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <utility>

#include "gen/parallel.h"
#include "gen/value.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/first_failure.h"
#include "tablebase/job/progress_counter.h"
#include "tablebase/reports.h"

namespace zermelo {

// What a kind of table provides: rounds of work, one after the other, each in tasks that threads
// share.
template <class K>
concept VerifiedKind = requires(K& kind, std::uint64_t task) {
  // Reads what is needed all the time, and tells the counter how much work there will be.
  kind.prepare();
  // Goes to the first round, then to the next one; false after the last. On one thread.
  { kind.next_round() } -> std::same_as<bool>;
  // The number of tasks in this round.
  { kind.tasks() } -> std::convertible_to<std::uint64_t>;
  // Made once per thread; does a task, and notes the first thing wrong.
  kind.worker()(task);
  // After the round's tasks, if nothing was wrong: checks what is known only then. It runs on one
  // thread.
  kind.end_round();
  // Members whose values were compared so far.
  { kind.verified() } -> std::convertible_to<std::uint64_t>;
};

// What verifiers are given, and what they report. Not copied: kinds keep references.
struct Verification {
  Verification(const TableFile& f, int wanted_threads, WorkProgress p)
      : file(f), threads(thread_count(wanted_threads)), progress(std::move(p)) {}

  const TableFile& file;
  const int threads;
  ProgressCounter progress;
  FirstFailure failure;
};

// Whether the rules let a side win by endless play. Only a kind of table whose games may say so has
// the member.
template <class Kind>
bool endless_play_can_win(const Kind& kind) {
  if constexpr (requires { kind.endless_play_can_win(); }) {
    return kind.endless_play_can_win();
  } else {
    return false;
  }
}

// Wins by endless play are worth the same all round a circle of moves, so comparing each value with
// those of its successors does not refute them where the rules do not have them. Notes the first
// slice that has such a value.
inline void refuse_endless_play(Verification& v) {
  if (v.file.header().value_metric() != Metric::distance) return;
  for (const SliceRecord& slice : v.file.slices()) {
    for (const Value value : slice.palette) {
      if (!value.is_endless()) continue;
      return v.failure.note(
          fmt::format("Slice '{}' has the value '{}', but endless play is a draw.", slice.name,
                      to_string(value)));
    }
  }
}

// How many of those belong to slices that a shrunk table leaves out. Only a kind of table that can
// be shrunk has the member.
template <class Kind>
std::uint64_t left_out_verified(const Kind& kind) {
  if constexpr (requires { kind.left_out_verified(); }) {
    return kind.left_out_verified();
  } else {
    return 0;
  }
}

// Throws DamagedTable for anything wrong with the file as such.
template <VerifiedKind Kind>
VerifyReport verify_table(Kind& kind, Verification& v) {
  v.file.check_whole();
  if (!endless_play_can_win(kind)) refuse_endless_play(v);
  if (!v.failure.happened()) kind.prepare();
  while (!v.failure.happened() && kind.next_round()) {
    parallel_tasks(kind.tasks(), v.threads, [&] {
      return [&, worker = kind.worker()](std::uint64_t task) mutable {
        if (!v.failure.happened()) worker(task);
      };
    });
    if (!v.failure.happened()) kind.end_round();
  }
  return {kind.verified(), v.failure.text(), left_out_verified(kind)};
}

}  // namespace zermelo
