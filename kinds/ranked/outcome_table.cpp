// SPDX-License-Identifier: MIT
#include "kinds/ranked/outcome_table.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/ranked/outcome_format.h"
#include "tablebase/format/run_file.h"
#include "tablebase/format/section_codec.h"

namespace zermelo::symbolic {
namespace {

// Appends a part; returns the size in bytes of the whole.
std::uint64_t read_diagram_block(SectionCodec& codec, Bytes block, std::uint64_t identity,
                                 std::string& to) {
  check_block_checksum(block, diagram_part_head, identity);
  const auto size = read_integer<std::uint32_t>(block.data() + 16);
  const Bytes part = codec.read(block.subspan(diagram_part_head), size, diagram_part_bytes);
  to.append(reinterpret_cast<const char*>(part.data()), part.size());
  return read_integer<std::uint64_t>(block.data() + 8);
}

}  // namespace

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
  layer.model = read_run_model(file_, slice, outcome_contexts / outcome_group, outcome_group,
                               outcome_symbols);
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
  OutcomeContext context;
  const std::uint64_t first = block.first_code(run);
  const std::uint64_t end = std::min(layer.members.size(), first + outcome_run);
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
