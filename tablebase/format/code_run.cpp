// SPDX-License-Identifier: MIT
#include "tablebase/format/code_run.h"

#include <algorithm>
#include <bit>

#include "gen/error.h"

namespace zermelo {
namespace {

constexpr unsigned raw_step = 8;

// Numbers of a few bits each, the first in the lowest bits of the first byte.
class BitWriter {
 public:
  void put(std::uint64_t number, unsigned bits) {
    for (; bits > 32; number >>= 32, bits -= 32) put(number & 0xffffffff, 32);
    pending_ |= number << count_;
    for (count_ += bits; count_ >= raw_step; count_ -= raw_step, pending_ >>= raw_step)
      bytes_.push_back(static_cast<std::byte>(pending_));
  }
  std::vector<std::byte> take() {
    if (count_ > 0) bytes_.push_back(static_cast<std::byte>(pending_));
    return std::move(bytes_);
  }

 private:
  std::vector<std::byte> bytes_;
  std::uint64_t pending_ = 0;
  unsigned count_ = 0;
};

// Calls symbol(context, symbol) and raw(number, bits) in the order in which a reader needs them.
template <class Symbol, class Raw>
void for_each_step(const CodeStretch& stretch, const CodeContexts& contexts, Symbol&& symbol,
                   Raw&& raw) {
  const auto& [codes, values] = *stretch.members;
  unsigned gap = 0, gap_before = 0;
  std::size_t before = contexts.none();
  for (std::size_t i = stretch.begin; i < stretch.end; ++i) {
    if (i > stretch.begin) {
      const std::uint64_t distance = codes[i] - codes[i - 1];
      const auto width = static_cast<unsigned>(std::bit_width(distance));
      symbol(CodeContexts::of_gap(gap, gap_before), width - 1);
      raw(distance ^ std::uint64_t{1} << (width - 1), width - 1);
      gap_before = gap;
      gap = width - 1;
    }
    const PaletteCode value = values[i];
    if (contexts.is_wide()) {
      symbol(contexts.of_value(contexts.none(), 0), value >> 8);
      symbol(CodeContexts::of_lower(value >> 8), value & 0xff);
    } else {
      symbol(contexts.of_value(before, gap), value);
      before = value;
    }
  }
}

}  // namespace

void count_code_run(const CodeStretch& stretch, const CodeContexts& contexts,
                    SymbolCounts& counts) {
  for_each_step(
      stretch, contexts,
      [&](std::uint32_t context, std::size_t symbol) { counts.add(context, symbol); },
      [](std::uint64_t, unsigned) {});
}

// The number of members minus one; the symbols; and, from the end backwards, the raw bits.
std::vector<std::byte> pack_code_run(const CodeStretch& stretch, const CodeContexts& contexts,
                                     const SymbolModel& model) {
  static_assert(code_run_members <= 256);
  std::vector<SymbolModel::Step> steps;
  BitWriter raw;
  for_each_step(
      stretch, contexts,
      [&](std::uint32_t context, std::size_t symbol) {
        steps.push_back({context, static_cast<std::uint32_t>(symbol)});
      },
      [&](std::uint64_t number, unsigned bits) { raw.put(number, bits); });
  std::vector<std::byte> out = {static_cast<std::byte>(stretch.end - stretch.begin - 1)};
  model.pack(steps, out);
  const std::vector<std::byte> raw_bytes = raw.take();
  out.insert(out.end(), raw_bytes.rbegin(), raw_bytes.rend());
  return out;
}

CodeRunReader::CodeRunReader(Bytes run, std::uint64_t first_code, std::size_t palette,
                             const CodeContexts& contexts, const SymbolModel& model)
    : contexts_(contexts),
      run_(run),
      symbols_(model, run.empty() ? run : run.subspan(1)),
      palette_(palette),
      left_(run.empty() ? 0 : static_cast<std::size_t>(run[0]) + 1),
      before_(contexts.none()),
      code_(first_code) {
  if (run.empty()) throw DamagedTable("a run is cut short");
}

void CodeRunReader::next() {
  if (!is_first_) {
    const unsigned bits = symbols_.next(CodeContexts::of_gap(gap_, gap_before_));
    if (bits >= CodeContexts::gap_widths) throw DamagedTable("a gap between codes makes no sense");
    const std::uint64_t distance = std::uint64_t{1} << bits | raw_bits(bits);
    if (distance > ~code_) throw DamagedTable("a code makes no sense");
    code_ += distance;
    gap_before_ = gap_;
    gap_ = bits;
  }
  is_first_ = false;
  std::size_t value;
  if (contexts_.is_wide()) {
    const std::uint32_t upper = symbols_.next(contexts_.of_value(contexts_.none(), 0));
    value = std::size_t{upper} << 8 | symbols_.next(CodeContexts::of_lower(upper));
  } else {
    value = symbols_.next(contexts_.of_value(before_, gap_));
    before_ = value;
  }
  if (value >= palette_) throw DamagedTable("a value is not in the palette");
  value_ = static_cast<PaletteCode>(value);
  --left_;
}

std::uint64_t CodeRunReader::raw_bits(unsigned bits) {
  std::uint64_t result = 0;
  for (unsigned have = 0; have < bits;) {
    const unsigned part = std::min(bits - have, 32u);
    for (; pending_bits_ < part; pending_bits_ += raw_step) {
      const bool any = raw_at_ + 1 < run_.size();
      const auto byte = any ? static_cast<std::uint64_t>(run_[run_.size() - ++raw_at_]) : 0;
      pending_ |= byte << pending_bits_;
    }
    result |= (pending_ & ((std::uint64_t{1} << part) - 1)) << have;
    pending_ >>= part;
    pending_bits_ -= part;
    have += part;
  }
  return result;
}

}  // namespace zermelo
