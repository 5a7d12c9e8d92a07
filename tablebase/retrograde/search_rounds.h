// SPDX-License-Identifier: MIT
// How a breadth-first search works through a level: chunk by chunk, alone or with other ranks, with
// whom it exchanges in rounds what each has found for the others (tablebase/retrograde/exchange.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "gen/parallel.h"
#include "tablebase/retrograde/level_schedule.h"

namespace zermelo {

// Expands all chunks that are due, or as many as can be done before a pause or until rests() says
// that what has been found must first go where it belongs. make_worker() makes what has
// expand_chunk(chunk), one for each thread.
template <class Rests, class ShouldPause, class MakeWorker>
void expand_due_chunks(LevelSchedule& schedule, int level, int threads, const Rests& rests,
                       ShouldPause& should_pause, const MakeWorker& make_worker) {
  parallel_tasks(schedule.chunks(), threads, [&] {
    return [&, worker = make_worker()](std::uint64_t chunk) mutable {
      if (!schedule.is_due(chunk, level) || rests() || should_pause()) return;
      schedule.clear(chunk, level);
      worker.expand_chunk(chunk);
    };
  });
}

// Works with the other ranks until none has anything left to do at this level: work() expands, and
// receive(records) takes what others have sent, in records of so many bytes. Returns whether they
// pause before that.
template <class Exchange, class ShouldPause, class Work, class Receive>
bool search_in_rounds(LevelSchedule& schedule, int level, Exchange& exchange,
                      std::size_t record_bytes, ShouldPause& should_pause, const Work& work,
                      const Receive& receive) {
  for (;;) {
    work();
    receive(exchange.round(record_bytes));
    const auto all = exchange.fail_together(
        {.has_more = schedule.count_due(level, 1) > 0, .pauses = should_pause()});
    if (all.pauses || !all.has_more) return all.pauses;
  }
}

// Shares records out among threads: make_receiver() makes what takes a part of them, one for each
// thread.
template <class MakeReceiver>
void receive_in_parts(std::span<const std::byte> records, std::size_t record_bytes, int threads,
                      const MakeReceiver& make_receiver) {
  const std::size_t a_task = 4096 * record_bytes;
  parallel_tasks((records.size() + a_task - 1) / a_task, threads, [&] {
    return [&, a_task, receiver = make_receiver()](std::uint64_t task) mutable {
      const auto all = records.subspan(task * a_task);
      receiver(all.first(std::min(a_task, all.size())));
    };
  });
}

}  // namespace zermelo
