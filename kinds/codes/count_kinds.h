// SPDX-License-Identifier: MIT
// Counting what a table that lists codes says, in one pass over the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "kinds/codes/code_table.h"
#include "tablebase/format/table_file.h"
#include "tablebase/job/progress_counter.h"

namespace zermelo {

// Calls note(slice, block) for the members of each block, from several threads, and take(slice,
// counts) for parts of a slice, one at a time: how many of its members are of each kind, by what
// the slice's palette, or its list of arrivals, is to be asked for. `codes`: as for CodeProbe.
// Throws DamagedTable.
template <class Note, class Take>
void count_kinds(const TableFile& file, std::uint64_t codes, int threads, WorkProgress progress,
                 const Note& note, const Take& take) {
  std::mutex mutex;
  ProgressCounter counter(std::move(progress));
  file.expect_scan();
  for (const SliceRecord& slice : file.slices()) counter.expect(slice.blocks());
  const CodeProbe probe(file, codes);
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& slice = file.slices()[i];
    if (slice.blocks() == 0) continue;
    parallel_tasks(slice.blocks() - 1, thread_count(threads), [&, i] {
      return [&, i, block = CodeMembers()](std::uint64_t b) mutable {
        probe.read_block(i, b + 1, block);
        std::vector<std::uint64_t> counts(slice.codes());
        for (const PaletteCode kind : block.values) ++counts[kind];
        note(i, block);
        const std::lock_guard lock(mutex);
        take(i, counts);
        counter.add(1);
      };
    });
  }
}

}  // namespace zermelo
