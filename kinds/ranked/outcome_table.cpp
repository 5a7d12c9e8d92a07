// SPDX-License-Identifier: MIT
#include "kinds/ranked/outcome_table.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "tablebase/format/block_checksum.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/section_codec.h"

namespace zermelo::symbolic {
namespace {

// Ranks of a run.
constexpr std::uint64_t run_ranks = outcome_run;
// What a symbol's chances depend on: this many symbols before it.
constexpr unsigned history = 6;
constexpr std::size_t contexts = std::size_t{1} << 2 * history, group = 64;
constexpr std::size_t symbols = outcome_palette.size();

class Context {
 public:
  std::uint32_t number() const { return number_; }
  void add(unsigned symbol) { number_ = (number_ << 2 | symbol) & (contexts - 1); }

 private:
  std::uint32_t number_ = 0;
};

std::uint64_t run_end(std::uint64_t size, std::uint64_t run) {
  return std::min(size, (run + 1) * run_ranks);
}

// A value's place in the palette.
unsigned symbol_of(Outcome outcome) {
  return static_cast<unsigned>(static_cast<int>(outcome) - static_cast<int>(Outcome::loss));
}

// Calls take(context, symbol) for the ranks of a run.
template <class Take>
void for_each_step(const OutcomeShare& share, Side mover, std::uint64_t run, Take&& take) {
  Context context;
  const OutcomeVector& outcomes = share.outcomes();
  const std::uint64_t end = run_end(share.boards(), run) - share.first();
  for (std::uint64_t place = run * run_ranks - share.first(); place < end; ++place) {
    const unsigned symbol = symbol_of(outcome_for(mover, outcomes.at(place)));
    take(context.number(), symbol);
    context.add(symbol);
  }
}

// The runs of some ranks, which begin and end at run boundaries.
struct RunNumbers {
  explicit RunNumbers(RankRange ranks) {
    if (ranks.size() == 0) return;
    begin = ranks.begin / run_ranks;
    end = (ranks.end + run_ranks - 1) / run_ranks;
  }
  std::uint64_t size() const { return end - begin; }
  std::uint64_t begin = 0, end = 0;
};

SymbolCounts count_runs(const OutcomeShare& outcomes, Side mover, int threads) {
  constexpr std::uint64_t runs_of_task = 256;
  SymbolCounts all(contexts / group, group, symbols);
  std::mutex mutex;
  const RunNumbers runs(outcomes.own());
  parallel_tasks((runs.size() + runs_of_task - 1) / runs_of_task, threads, [&] {
    return [&](std::uint64_t task) {
      SymbolCounts counts(contexts / group, group, symbols);
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

// The diagram is packed in blocks of this many bytes. Each begins with a checksum, the size in
// bytes of the whole diagram, and a size field.
constexpr std::size_t part_bytes = std::size_t{1} << 20;
constexpr std::size_t part_head = block_checksum_bytes + 8 + 4;

std::vector<std::byte> diagram_block(SectionCodec& codec, Bytes part, std::uint64_t whole,
                                     std::uint64_t identity) {
  std::vector<std::byte> out(block_checksum_bytes);
  append_integer(out, whole);
  out.resize(part_head);
  codec.append(out, 16, part);
  put_block_checksum(out, identity);
  return out;
}

// Appends a part; returns the size in bytes of the whole.
std::uint64_t read_diagram_block(SectionCodec& codec, Bytes block, std::uint64_t identity,
                                 std::string& to) {
  check_block_checksum(block, part_head, identity);
  const auto size = read_integer<std::uint32_t>(block.data() + 16);
  const Bytes part = codec.read(block.subspan(part_head), size, part_bytes);
  to.append(reinterpret_cast<const char*>(part.data()), part.size());
  return read_integer<std::uint64_t>(block.data() + 8);
}

// --- Writing -------------------------------------------------------------------------------------

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
  for (std::size_t begin = 0; begin < diagram.size(); begin += part_bytes) {
    const std::size_t size = std::min(part_bytes, diagram.size() - begin);
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
    first += run_ranks;
  };
  if (cluster != nullptr) {
    send_runs(outcomes, mover, model, threads, *cluster, add);
  } else {
    parallel_in_order(
        RunNumbers(outcomes.own()).end, threads, [&] { return RunPacker(outcomes, mover, model); }, add);
  }
  if (writer == nullptr) return;
  run_writer->finish();
  writer->end_slice();
}

const OutcomeProbe::Layer& OutcomeProbe::layer(std::size_t slice) const {
  return naming_file(
      file_, [&]() -> const Layer& { return layers_.get(slice, [&] { return load(slice); }); });
}

OutcomeProbe::Layer OutcomeProbe::load(std::size_t slice) const {
  const SliceRecord& record = file_.slices()[slice];
  Layer layer;
  if (record.indices == 0 && record.blocks() == 0) return layer;
  if (!std::ranges::equal(record.palette, outcome_palette))
    throw DamagedTable("a slice's palette makes no sense");
  if (record.blocks() < 2) throw DamagedTable("a slice lacks its diagram");
  layer.model = read_run_model(file_, slice, contexts / group, group, symbols);
  SectionCodec codec;
  std::string diagram;
  std::uint64_t whole = 1;
  for (layer.first_block = 1; diagram.size() < whole; ++layer.first_block) {
    if (layer.first_block == record.blocks()) throw DamagedTable("a slice lacks its diagram");
    whole = read_diagram_block(codec, file_.encoded_block(slice, layer.first_block),
                               block_identity(slice, layer.first_block), diagram);
  }
  layer.members = FrozenBdd(std::string_view(diagram));
  if (layer.members.size() != record.indices) throw DamagedTable("a slice miscounts its members");
  return layer;
}

template <class Take>
void OutcomeProbe::read_run(const Layer& layer, const RunBlock& block, std::size_t run,
                            Take&& take) {
  SymbolModel::Reader reader(layer.model, block.run(run));
  Context context;
  const std::uint64_t first = block.first_code(run);
  const std::uint64_t end = std::min(layer.members.size(), first + run_ranks);
  for (std::uint64_t rank = first; rank < end; ++rank) {
    const unsigned symbol = reader.next(context.number());
    context.add(symbol);
    if (!take(rank, symbol)) return;
  }
}

std::optional<Value> OutcomeProbe::find(std::size_t slice, StateBits state) const {
  const Layer& l = layer(slice);
  if (!l.members.contains(state)) return std::nullopt;
  const std::uint64_t rank = l.members.rank(state);
  return naming_file(file_, [&] {
    const std::uint64_t number = file_.block_of(slice, rank).value_or(0);
    if (number < l.first_block) throw DamagedTable("a slice lacks outcomes");
    const RunBlock block = read_run_block(file_, slice, number);
    const std::optional<std::size_t> run = block.run_of(rank);
    if (!run) throw DamagedTable("a slice lacks outcomes");
    std::optional<Value> value;
    read_run(l, block, *run, [&](std::uint64_t at, unsigned symbol) {
      if (at == rank) value = outcome_palette[symbol];
      return at < rank;
    });
    if (!value) throw DamagedTable("a slice lacks outcomes");
    return value;
  });
}

OutcomeVector OutcomeProbe::read(std::size_t slice, Side mover, int threads,
                                 RankRange ranks) const {
  const Layer& l = layer(slice);
  OutcomeVector outcomes(ranks.size());
  std::atomic<std::uint64_t> found = 0;
  naming_file(file_, [&] {
    const std::uint64_t last = l.members.size() == 0 ? 0 : file_.slices()[slice].blocks();
    const std::uint64_t blocks = last - std::min(last, l.first_block);
    parallel_tasks(blocks, threads, [&] {
      return [&](std::uint64_t task) {
        const std::uint64_t number = l.first_block + task;
        // (What it holds ends where the next one begins.)
        if (file_.first_code(slice, number) >= ranks.end) return;
        if (number + 1 < last && file_.first_code(slice, number + 1) <= ranks.begin) return;
        const RunBlock block = read_run_block(file_, slice, number);
        OutcomeVector::Writer writer(outcomes);
        std::uint64_t count = 0;
        for (std::size_t run = 0; run < block.runs(); ++run) {
          const std::uint64_t first = block.first_code(run);
          if (first < ranks.begin || first >= ranks.end) continue;
          read_run(l, block, run, [&](std::uint64_t rank, unsigned symbol) {
            if (rank >= ranks.end) return false;  // (damaged)
            writer.write(rank - ranks.begin, code_for(mover, outcome_palette[symbol].outcome()));
            ++count;
            return true;
          });
        }
        found += count;
      };
    });
    if (found != outcomes.size()) throw DamagedTable("a slice lacks outcomes");
  });
  return outcomes;
}

}  // namespace zermelo::symbolic
