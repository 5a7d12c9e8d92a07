// SPDX-License-Identifier: MIT
// Tables of games on grids with planted errors: the checksums are right, but the contents wrong.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/codes/code_table.h"
#include "kinds/ranked/outcome_table.h"
#include "kinds/ranked/outcome_writer.h"
#include "kinds/stones/stone_table.h"
#include "symbolic/model/connect_model.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/table_file.h"
#include "tablebase/reports.h"
#include "tablebase/verify/table_verifier.h"

namespace zermelo::test {

// What is wrong with a table, in a sentence, found by verifying or by reading it; empty if nothing
// is.
template <class Kind, class Game>
std::string complaint_of(const Game& game, const std::string& path, int threads = 1) {
  try {
    const TableFile file(path);
    Verification verification(file, threads, {});
    Kind kind(game, verification);
    return verify_table(kind, verification).failure.value_or("");
  } catch (const DamagedTable& defect) {
    return defect.what();
  }
}

// Every slice of `table` that an error can be planted in is found to be wrong, in one sentence.
// plant(slice) makes the wrong table and returns whether the error is in it; complaint() returns
// what is found to be wrong with it.
template <class Plant, class Complaint>
void expect_found_in_every_slice(const char* what, const std::string& table, Plant&& plant,
                                 Complaint&& complaint) {
  const std::size_t slices = TableFile(table).slices().size();
  int planted = 0;
  for (std::size_t slice = 0; slice < slices; ++slice) {
    if (!plant(slice)) continue;
    ++planted;
    const std::string found = complaint();
    ASSERT_NE(found, "") << what << " in slice " << slice;
    EXPECT_EQ(found.back(), '.') << found;
  }
  EXPECT_GT(planted, 0) << what;
}

// --- Tables that list codes ----------------------------------------------------------------------

using EditCodes = std::function<void(std::size_t slice, SliceRecord& record, CodeMembers& members)>;

inline void write_code_runs(TableWriter& writer, std::size_t slice, const SliceRecord& record,
                            const CodeMembers& members) {
  const CodeContexts contexts(record.palette.size());
  SymbolCounts counts(contexts.groups(), CodeContexts::group(), contexts.symbols());
  std::vector<CodeStretch> runs;
  for (std::size_t begin = 0; begin < members.codes.size(); begin += code_run_members) {
    runs.push_back({&members, begin, std::min(members.codes.size(), begin + code_run_members)});
    count_code_run(runs.back(), contexts, counts);
  }
  const SymbolModel model(counts);
  RunWriter run_writer(writer, slice, model);
  for (const CodeStretch& run : runs)
    run_writer.add(members.codes[run.begin], pack_code_run(run, contexts, model));
  run_writer.finish();
}

// `codes` are those of the game of the table in `from`.
inline void rewrite_codes(const std::string& from, const std::string& to, std::uint64_t codes,
                          const EditCodes& edit) {
  const TableFile file(from);
  const CodeProbe probe(file, codes);
  TableWriter writer(to, file.header());
  for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
    SliceRecord record = file.slices()[slice];
    CodeMembers all, block;
    for (std::uint64_t b = 1; b < record.blocks(); ++b) {
      probe.read_block(slice, b, block);
      all.codes.insert(all.codes.end(), block.codes.begin(), block.codes.end());
      all.values.insert(all.values.end(), block.values.begin(), block.values.end());
    }
    edit(slice, record, all);
    writer.begin_slice(record);
    if (!all.codes.empty()) write_code_runs(writer, slice, record, all);
    writer.end_slice();
  }
  writer.finish();
}

// --- Tables of unforced positions ----------------------------------------------------------------

// The values of a slice, in order, as places in the palette; cut into runs.
struct StoneRun {
  std::uint64_t first_code;
  std::vector<std::uint32_t> values;
  std::vector<unsigned> hints;  // of their positions
};
using EditStones =
    std::function<void(std::size_t slice, SliceRecord& record, std::vector<StoneRun>& runs)>;

inline void write_stone_runs(TableWriter& writer, std::size_t slice, std::size_t palette,
                             std::size_t hints, const std::vector<StoneRun>& runs) {
  const ValueContexts contexts(palette);
  SymbolCounts counts(hints, contexts.group(), palette);
  std::vector<std::vector<SymbolModel::Step>> steps;
  for (const StoneRun& run : runs) {
    std::size_t before = contexts.none();
    steps.emplace_back();
    for (std::size_t i = 0; i < run.values.size(); ++i) {
      const std::uint32_t context = contexts.context(run.hints[i], before);
      counts.add(context, run.values[i]);
      steps.back().push_back({context, run.values[i]});
      before = run.values[i];
    }
  }
  const SymbolModel model(counts);
  RunWriter run_writer(writer, slice, model);
  for (std::size_t r = 0; r < runs.size(); ++r) {
    std::vector<std::byte> bytes;
    model.pack(steps[r], bytes);
    run_writer.add(runs[r].first_code, bytes);
  }
  run_writer.finish();
}

// Values of all slices, with what the game knows of their positions.
template <class Game, class Lane>
void rewrite_stones(const Game& game, const std::string& from, const std::string& to,
                    const EditStones& edit) {
  const TableFile file(from);
  const StoneProbe<Game, Lane> probe(game, {std::shared_ptr<const void>(), &file});
  TableWriter writer(to, file.header());
  for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
    SliceRecord record = file.slices()[slice];
    std::vector<StoneRun> runs;
    std::vector<std::pair<std::uint64_t, unsigned>> hints;  // by code, ascending
    UnforcedWalk<Game, Lane>(game).from(static_cast<int>(slice), 0,
                                        [&](std::uint64_t code, unsigned hint) {
                                          hints.emplace_back(code, hint);
                                          return true;
                                        });
    std::size_t number = 0;
    for (std::uint64_t b = 1; b < record.blocks(); ++b) {
      probe.read_block(slice, b, [&](std::uint64_t code, Value value) {
        if (number % run_values == 0) runs.push_back({code, {}, {}});
        runs.back().values.push_back(static_cast<std::uint32_t>(
            std::ranges::find(record.palette, value) - record.palette.begin()));
        runs.back().hints.push_back(hints.at(number++).second);
      });
    }
    edit(slice, record, runs);
    writer.begin_slice(record);
    if (!runs.empty()) write_stone_runs(writer, slice, record.palette.size(), Game::hints, runs);
    writer.end_slice();
  }
  writer.finish();
}

// --- Tables of outcomes --------------------------------------------------------------------------

struct OutcomeSlice {
  symbolic::FrozenBdd members;
  symbolic::OutcomeVector outcomes;
};
// What replaces a slice.
using EditOutcomes =
    std::function<void(std::size_t slice, SliceRecord& record, OutcomeSlice& contents)>;

// `cells` of the board.
inline void rewrite_outcomes(int cells, const std::string& from, const std::string& to,
                             const EditOutcomes& edit) {
  const TableFile file(from);
  TableWriter writer(to, file.header());
  for (std::size_t slice = 0; slice < file.slices().size(); ++slice) {
    const symbolic::OutcomeProbe probe(file);
    const symbolic::Side mover =
        symbolic::connect_mover(fullest_first(cells, static_cast<int>(slice)));
    OutcomeSlice contents{symbolic::FrozenBdd(probe.members(slice).bytes()),
                          probe.read(slice, mover, 1)};
    SliceRecord record = file.slices()[slice];
    record.code_bytes = 0;
    edit(slice, record, contents);
    symbolic::OutcomeShare all(contents.outcomes.size());
    all.outcomes() = std::move(contents.outcomes);
    symbolic::write_outcomes(&writer, slice, record, contents.members, all, mover, 1, nullptr);
  }
  writer.finish();
}

}  // namespace zermelo::test
