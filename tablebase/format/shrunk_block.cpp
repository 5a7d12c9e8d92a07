// SPDX-License-Identifier: MIT
#include "tablebase/format/shrunk_block.h"

#include <algorithm>
#include <cassert>

#include "gen/error.h"
#include "tablebase/format/block_checksum.h"

namespace zermelo {
namespace {

constexpr std::uint64_t counts_of(std::uint64_t indices) { return (indices + 63) / 64; }

// Goes through what a block says, symbol by symbol: step(context, symbol).
template <class Step>
void for_each_step(const BlockContents& contents, std::uint64_t indices,
                   const ShrunkContexts& contexts, const Step& step) {
  for (std::uint64_t i = 0; i < counts_of(indices); ++i)
    step(contexts.of_count(), contents.counts[i]);
  ShrunkContexts::Before before(contexts);
  auto second = contents.second.begin();
  for (std::size_t member = 0; member < contents.first.size(); ++member) {
    const std::uint32_t last = before.last(), first = contents.first[member];
    step(contexts.of_first(before), first);
    contexts.pass_first(before, first);
    const bool has_second = second != contents.second.end() && second->member == member;
    step(contexts.of_has_second(before, last), has_second ? 1u : 0u);
    contexts.pass_has_second(before, has_second);
    if (!has_second) continue;
    step(contexts.of_slot(before), second->slot);
    contexts.pass_slot(before, second->slot);
    step(contexts.of_second(before), second->code);
    contexts.pass_second(before, second->code);
    ++second;
  }
}

}  // namespace

std::vector<Value> palette_without_losses(const std::vector<Value>& palette) {
  std::vector<Value> result;
  for (const Value value : palette) {
    if (!value.is_loss()) result.push_back(value);
  }
  if (result.size() < palette.size()) result.insert(result.begin(), some_loss());
  return result;
}

BlockContents without_losses(const BlockContents& contents, const std::vector<Value>& palette,
                             const std::vector<Value>& new_palette) {
  const auto is_loss = [&](PaletteCode code) { return palette[code].is_loss(); };
  // (Both palettes end with the same values.)
  const std::size_t fewer = palette.size() - new_palette.size();
  const auto code_of = [&](PaletteCode code) {
    return is_loss(code) ? PaletteCode{0} : static_cast<PaletteCode>(code - fewer);
  };
  BlockContents result{contents.counts, {}, {}};
  for (const PaletteCode code : contents.first) result.first.push_back(code_of(code));
  for (const SecondValue& second : contents.second) {
    if (is_loss(second.code) && is_loss(contents.first[second.member])) continue;
    result.second.push_back({second.member, second.slot, code_of(second.code)});
  }
  return result;
}

void count_shrunk_block(const BlockContents& contents, std::uint64_t indices,
                        const ShrunkContexts& contexts, SymbolCounts& counts) {
  for_each_step(contents, indices, contexts,
                [&](std::uint32_t context, std::uint32_t symbol) { counts.add(context, symbol); });
}

std::vector<std::byte> pack_shrunk_block(const BlockContents& contents, std::uint64_t indices,
                                         const ShrunkContexts& contexts, const SymbolModel& model,
                                         std::uint64_t identity) {
  assert(contents.check(indices, contexts.palette()));
  std::vector<SymbolModel::Step> steps;
  for_each_step(contents, indices, contexts, [&](std::uint32_t context, std::uint32_t symbol) {
    steps.push_back({context, symbol});
  });
  std::vector<std::byte> out(block_checksum_bytes);
  model.pack(steps, out);
  put_block_checksum(out, identity);
  return out;
}

void read_shrunk_block(Bytes block, std::uint64_t indices, const ShrunkContexts& contexts,
                       const SymbolModel& model, std::uint64_t identity, BlockContents& contents) {
  check_block_checksum(block, block_checksum_bytes, identity);
  SymbolModel::Reader symbols(model, block.subspan(block_checksum_bytes));
  contents.counts.fill(0);
  contents.first.clear();
  contents.second.clear();
  std::size_t members = 0;
  for (std::uint64_t i = 0; i < counts_of(indices); ++i) {
    const std::uint32_t count = symbols.next(contexts.of_count());
    if (count > std::min<std::uint64_t>(64, indices - 64 * i))
      throw DamagedTable("a block counts too many members");
    contents.counts[i] = static_cast<std::uint8_t>(count);
    members += count;
  }
  const auto value = [&](std::uint32_t context) {
    const std::uint32_t code = symbols.next(context);
    if (code >= contexts.palette()) throw DamagedTable("a value is not in the palette");
    return code;
  };
  contents.first.reserve(members);
  ShrunkContexts::Before before(contexts);
  for (std::size_t member = 0; member < members; ++member) {
    const std::uint32_t last = before.last(), first = value(contexts.of_first(before));
    contexts.pass_first(before, first);
    contents.first.push_back(static_cast<PaletteCode>(first));
    const bool has_second = symbols.next(contexts.of_has_second(before, last)) != 0;
    contexts.pass_has_second(before, has_second);
    if (!has_second) continue;
    const std::uint32_t slot = symbols.next(contexts.of_slot(before));
    if (slot >= ShrunkContexts::slots) throw DamagedTable("a second value is of no move");
    contexts.pass_slot(before, slot);
    const std::uint32_t second = value(contexts.of_second(before));
    contexts.pass_second(before, second);
    contents.second.push_back({static_cast<std::uint16_t>(member), static_cast<std::uint8_t>(slot),
                               static_cast<PaletteCode>(second)});
  }
  assert(contents.check(indices, contexts.palette()));
}

}  // namespace zermelo
