// SPDX-License-Identifier: MIT
#include "symbolic/hybrid/outcome_table.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "tablebase/format/block_checksum.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/section_codec.h"

namespace zermelo::symbolic {
namespace {

// Ranks of a run.
constexpr std::uint64_t run_ranks = 1024;
// What a symbol's chances depend on: so many symbols before it.
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
void for_each_step(const OutcomeVector& outcomes, Side mover, std::uint64_t run, Take&& take) {
  Context context;
  const std::uint64_t end = run_end(outcomes.size(), run);
  for (std::uint64_t rank = run * run_ranks; rank < end; ++rank) {
    const unsigned symbol = symbol_of(outcome_for(mover, outcomes.at(rank)));
    take(context.number(), symbol);
    context.add(symbol);
  }
}

SymbolCounts count_runs(const OutcomeVector& outcomes, Side mover, std::uint64_t runs,
                        int threads) {
  constexpr std::uint64_t runs_of_task = 256;
  SymbolCounts all(contexts / group, group, symbols);
  std::mutex mutex;
  parallel_tasks((runs + runs_of_task - 1) / runs_of_task, threads, [&] {
    return [&](std::uint64_t task) {
      SymbolCounts counts(contexts / group, group, symbols);
      const std::uint64_t end = std::min(runs, (task + 1) * runs_of_task);
      for (std::uint64_t run = task * runs_of_task; run < end; ++run) {
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

// In blocks of so many bytes, packed. Each begins with a checksum, the bytes of the whole diagram,
// and a size field.
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

// Appends a part; returns the bytes of the whole.
std::uint64_t read_diagram_block(SectionCodec& codec, Bytes block, std::uint64_t identity,
                                 std::string& to) {
  check_block_checksum(block, part_head, identity);
  const auto size = read_integer<std::uint32_t>(block.data() + 16);
  const Bytes part = codec.read(block.subspan(part_head), size, part_bytes);
  to.append(reinterpret_cast<const char*>(part.data()), part.size());
  return read_integer<std::uint64_t>(block.data() + 8);
}

}  // namespace

void write_outcomes(TableWriter& writer, std::size_t slice, SliceRecord record,
                    const FrozenBdd& members, const OutcomeVector& outcomes, Side mover,
                    int threads) {
  record.indices = members.size();
  record.palette.assign(outcome_palette.begin(), outcome_palette.end());
  if (members.size() == 0) {
    writer.begin_slice(record);
    return writer.end_slice();
  }
  const std::uint64_t runs = (outcomes.size() + run_ranks - 1) / run_ranks;
  const SymbolModel model(count_runs(outcomes, mover, runs, threads));
  // The blocks after the model.
  std::vector<std::vector<std::byte>> parts;
  const std::string diagram = members.bytes();
  SectionCodec codec;
  for (std::size_t begin = 0; begin < diagram.size(); begin += part_bytes) {
    const std::size_t size = std::min(part_bytes, diagram.size() - begin);
    const Bytes part = as_bytes(diagram).subspan(begin, size);
    const std::uint64_t identity = block_identity(slice, 1 + parts.size());
    parts.push_back(diagram_block(codec, part, diagram.size(), identity));
    record.code_bytes += parts.back().size();
  }

  writer.begin_slice(record);
  RunWriter run_writer(writer, slice, model);
  for (const auto& part : parts) run_writer.append_block(part);
  std::uint64_t first = 0;
  parallel_in_order(
      runs, threads,
      [&] {
        return [&, steps = std::vector<SymbolModel::Step>()](std::uint64_t run) mutable {
          steps.clear();
          for_each_step(outcomes, mover, run, [&](std::uint32_t context, unsigned symbol) {
            steps.push_back({context, symbol});
          });
          std::vector<std::byte> bytes;
          model.pack(steps, bytes);
          return bytes;
        };
      },
      [&](const std::vector<std::byte>& bytes) {
        run_writer.add(first, bytes);
        first += run_ranks;
      });
  run_writer.finish();
  writer.end_slice();
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

OutcomeVector OutcomeProbe::read(std::size_t slice, Side mover, int threads) const {
  const Layer& l = layer(slice);
  OutcomeVector outcomes(l.members.size());
  std::atomic<std::uint64_t> found = 0;
  naming_file(file_, [&] {
    const std::uint64_t blocks =
        outcomes.size() == 0 ? 0 : file_.slices()[slice].blocks() - l.first_block;
    parallel_tasks(blocks, threads, [&] {
      return [&](std::uint64_t task) {
        const RunBlock block = read_run_block(file_, slice, l.first_block + task);
        OutcomeVector::Writer writer(outcomes);
        std::uint64_t count = 0;
        for (std::size_t run = 0; run < block.runs(); ++run) {
          read_run(l, block, run, [&](std::uint64_t rank, unsigned symbol) {
            writer.write(rank, code_for(mover, outcome_palette[symbol].outcome()));
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
