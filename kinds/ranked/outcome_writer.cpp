// SPDX-License-Identifier: MIT
#include "kinds/ranked/outcome_writer.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/ranked/outcome_format.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/section_codec.h"

namespace zermelo::symbolic {
namespace {

std::uint64_t run_end(std::uint64_t size, std::uint64_t run) {
  return std::min(size, (run + 1) * outcome_run);
}

// A value's place in the palette.
unsigned symbol_of(Outcome outcome) {
  return static_cast<unsigned>(static_cast<int>(outcome) - static_cast<int>(Outcome::loss));
}

// Calls take(context, symbol) for the ranks of a run.
template <class Take>
void for_each_step(const OutcomeShare& share, Side mover, std::uint64_t run, Take&& take) {
  OutcomeContext context;
  const OutcomeVector& outcomes = share.outcomes();
  const std::uint64_t end = run_end(share.boards(), run) - share.first();
  for (std::uint64_t place = run * outcome_run - share.first(); place < end; ++place) {
    const unsigned symbol = symbol_of(outcome_for(mover, outcomes.at(place)));
    take(context.number(), symbol);
    context.add(symbol);
  }
}

// The runs of some ranks, which begin and end at run boundaries.
struct RunNumbers {
  explicit RunNumbers(RankRange ranks) {
    if (ranks.size() == 0) return;
    begin = ranks.begin / outcome_run;
    end = (ranks.end + outcome_run - 1) / outcome_run;
  }
  std::uint64_t size() const { return end - begin; }
  std::uint64_t begin = 0, end = 0;
};

SymbolCounts count_runs(const OutcomeShare& outcomes, Side mover, int threads) {
  constexpr std::uint64_t runs_of_task = 256;
  SymbolCounts all(outcome_contexts / outcome_group, outcome_group, outcome_symbols);
  std::mutex mutex;
  const RunNumbers runs(outcomes.own());
  parallel_tasks((runs.size() + runs_of_task - 1) / runs_of_task, threads, [&] {
    return [&](std::uint64_t task) {
      SymbolCounts counts(outcome_contexts / outcome_group, outcome_group, outcome_symbols);
      const std::uint64_t begin = runs.begin + task * runs_of_task;
      const std::uint64_t end = std::min(runs.end, begin + runs_of_task);
      for (std::uint64_t run = begin; run < end; ++run) {
        for_each_step(outcomes, mover, run,
                      [&](std::uint32_t context, unsigned symbol) { counts.add(context, symbol); });
      }
      const std::lock_guard lock(mutex);
      all += counts;
    };
  });
  return all;
}

// --- The diagram ---------------------------------------------------------------------------------

std::vector<std::byte> diagram_block(SectionCodec& codec, Bytes part, std::uint64_t whole,
                                     std::uint64_t identity) {
  std::vector<std::byte> out(block_checksum_bytes);
  append_integer(out, whole);
  out.resize(diagram_part_head);
  codec.append(out, 16, part);
  put_block_checksum(out, identity);
  return out;
}

// --- The runs ------------------------------------------------------------------------------------

// Packs one run after another. Each thread needs its own.
class RunPacker {
 public:
  // All must outlive this object.
  RunPacker(const OutcomeShare& outcomes, Side mover, const SymbolModel& model)
      : outcomes_(outcomes), mover_(mover), model_(model) {}
  std::vector<std::byte> operator()(std::uint64_t run) {
    steps_.clear();
    for_each_step(outcomes_, mover_, run, [&](std::uint32_t context, unsigned symbol) {
      steps_.push_back({context, symbol});
    });
    std::vector<std::byte> bytes;
    model_.pack(steps_, bytes);
    return bytes;
  }

 private:
  const OutcomeShare& outcomes_;
  Side mover_;
  const SymbolModel& model_;
  std::vector<SymbolModel::Step> steps_;
};

// Appends the runs of all processes, in order, by take(bytes), on the first one. All processes pack
// their own runs at the same time; then the runs are sent there, a few at a time.
template <class Take>
void send_runs(const OutcomeShare& outcomes, Side mover, const SymbolModel& model, int threads,
               Cluster& cluster, Take&& take) {
  constexpr std::uint64_t runs_a_message = 4096;  // some hundred kilobytes
  const auto messages = [](const RunNumbers& runs) {
    return (runs.size() + runs_a_message - 1) / runs_a_message;
  };
  const RunNumbers own(outcomes.own());
  std::vector<std::vector<std::byte>> packed(messages(own));
  parallel_tasks(packed.size(), threads, [&] {
    return [&, pack = RunPacker(outcomes, mover, model)](std::uint64_t message) mutable {
      const std::uint64_t begin = own.begin + message * runs_a_message;
      const std::uint64_t end = std::min(own.end, begin + runs_a_message);
      for (std::uint64_t run = begin; run < end; ++run) {
        const std::vector<std::byte> bytes = pack(run);
        append_integer(packed[message], static_cast<std::uint32_t>(bytes.size()));
        packed[message].insert(packed[message].end(), bytes.begin(), bytes.end());
      }
      packed[message].shrink_to_fit();
    };
  });
  for (int process = 0; process < cluster.size(); ++process) {
    const RunNumbers runs(outcomes.owned(static_cast<std::size_t>(process)));
    for (std::uint64_t message = 0; message < messages(runs); ++message) {
      std::vector<std::byte> bytes;
      if (process == cluster.rank()) bytes = std::move(packed[message]);
      bytes = cluster.gather(bytes);
      for (Bytes rest(bytes); !rest.empty();) {
        const auto length = read_integer<std::uint32_t>(rest.data());
        take(rest.subspan(sizeof length, length));
        rest = rest.subspan(sizeof length + length);
      }
    }
  }
}

// The blocks after the model.
std::vector<std::vector<std::byte>> diagram_blocks(const FrozenBdd& members, std::size_t slice) {
  std::vector<std::vector<std::byte>> blocks;
  const std::string diagram = members.bytes();
  SectionCodec codec;
  for (std::size_t begin = 0; begin < diagram.size(); begin += diagram_part_bytes) {
    const std::size_t size = std::min(diagram_part_bytes, diagram.size() - begin);
    const Bytes part = as_bytes(diagram).subspan(begin, size);
    const std::uint64_t identity = block_identity(slice, 1 + blocks.size());
    blocks.push_back(diagram_block(codec, part, diagram.size(), identity));
  }
  return blocks;
}

}  // namespace

void write_outcomes(TableWriter* writer, std::size_t slice, SliceRecord record,
                    const FrozenBdd& members, const OutcomeShare& outcomes, Side mover, int threads,
                    Cluster* cluster) {
  record.indices = members.size();
  record.palette.assign(outcome_palette.begin(), outcome_palette.end());
  if (members.size() == 0) {
    if (writer == nullptr) return;
    writer->begin_slice(record);
    return writer->end_slice();
  }
  SymbolCounts counts = count_runs(outcomes, mover, threads);
  if (cluster != nullptr) cluster->reduce(counts.numbers(), Cluster::Reduction::sum);
  const SymbolModel model(counts);

  std::optional<RunWriter> run_writer;
  if (writer != nullptr) {
    const std::vector<std::vector<std::byte>> blocks = diagram_blocks(members, slice);
    for (const auto& block : blocks) record.code_bytes += block.size();
    writer->begin_slice(record);
    run_writer.emplace(*writer, slice, model);
    for (const auto& block : blocks) run_writer->append_block(block);
  }
  std::uint64_t first = 0;
  const auto add = [&](Bytes run) {
    run_writer->add(first, run);
    first += outcome_run;
  };
  if (cluster != nullptr) {
    send_runs(outcomes, mover, model, threads, *cluster, add);
  } else {
    parallel_in_order(
        RunNumbers(outcomes.own()).end, threads, [&] { return RunPacker(outcomes, mover, model); },
        add);
  }
  if (writer == nullptr) return;
  run_writer->finish();
  writer->end_slice();
}

}  // namespace zermelo::symbolic
