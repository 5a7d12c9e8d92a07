// SPDX-License-Identifier: MIT
#include "tablebase/format/symbol_model.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <numeric>

#include "gen/error.h"
#include "tablebase/format/section_codec.h"

namespace zermelo {
namespace {

using Counts = std::vector<std::uint64_t>;

// Numbers with four significant bits as bytes: 0, 16, 17, ..., 31, 32, 34, ...
constexpr std::uint64_t frequency_of(std::uint8_t byte) {
  if (byte == 0) return 0;
  const unsigned b = byte - 1u;
  return std::uint64_t{16 + b % 16} << b / 16;
}

// Such bytes for numbers, scaled so that the greatest becomes about 2^19.
std::vector<std::uint8_t> packed_row(const Counts& counts) {
  const std::uint64_t greatest = *std::ranges::max_element(counts);
  std::vector<std::uint8_t> row;
  for (const std::uint64_t count : counts) {
    if (count == 0) {
      row.push_back(0);
      continue;
    }
    const double part = static_cast<double>(count) / static_cast<double>(greatest);
    const auto number = std::max<std::uint64_t>(16, static_cast<std::uint64_t>(part * 1e6));
    const auto shift = static_cast<unsigned>(std::bit_width(number)) - 5;
    row.push_back(static_cast<std::uint8_t>(1 + 16 * shift + (number >> shift) % 16));
  }
  return row;
}

// Frequencies whose sum is SymbolModel::scale; nothing becomes 0 that was not 0.
std::vector<std::uint32_t> normalised(const std::vector<std::uint8_t>& row) {
  std::uint64_t sum = 0;
  for (const std::uint8_t byte : row) sum += frequency_of(byte);
  std::vector<std::uint32_t> result;
  if (sum == 0) return std::vector<std::uint32_t>(row.size(), 0);
  for (const std::uint8_t byte : row) {
    const std::uint64_t share = frequency_of(byte) * SymbolModel::scale / sum;
    result.push_back(byte == 0 ? 0 : std::max<std::uint32_t>(1, static_cast<std::uint32_t>(share)));
  }
  // What rounding has left over goes to the greatest frequency; what it has taken in excess is
  // subtracted from the greatest one if that is possible (as old tables expect), or else in turn
  // from whichever is the greatest by then. At most 256 symbols need 1 each, so there is enough to
  // subtract from.
  std::uint32_t total = std::accumulate(result.begin(), result.end(), 0u);
  const auto greatest = std::ranges::max_element(result);
  if (*greatest + SymbolModel::scale > total) {
    *greatest = *greatest + SymbolModel::scale - total;
    return result;
  }
  for (; total > SymbolModel::scale; --total) --*std::ranges::max_element(result);
  return result;
}

// Bits that the counts take if they are coded with a row that has all of their symbols.
double bits_with(const Counts& counts, const std::vector<std::uint8_t>& row) {
  const std::vector<std::uint32_t> frequencies = normalised(row);
  double bits = 0;
  for (std::size_t s = 0; s < counts.size(); ++s) {
    if (counts[s] == 0) continue;
    bits += static_cast<double>(counts[s]) *
            (SymbolModel::precision - std::log2(static_cast<double>(frequencies[s])));
  }
  return bits;
}

// About the cost of a row of its own.
double bits_of_row(const std::vector<std::uint8_t>& row) {
  return 8.0 * static_cast<double>(row.size() - static_cast<std::size_t>(
                                                    std::ranges::count(row, std::uint8_t{0}))) +
         static_cast<double>(row.size());
}

void append_number(std::vector<std::byte>& out, std::uint32_t number) {
  out.push_back(static_cast<std::byte>(number));
  out.push_back(static_cast<std::byte>(number >> 8));
}

constexpr std::uint32_t smallest_state = 1u << 16;

}  // namespace

SymbolCounts& SymbolCounts::operator+=(const SymbolCounts& more) {
  for (std::size_t i = 0; i < counts_.size(); ++i) counts_[i] += more.counts_[i];
  return *this;
}

SymbolModel::SymbolModel(const SymbolCounts& counts)
    : group_(counts.group()),
      symbols_(counts.symbols()),
      row_of_group_(counts.contexts() / counts.group()),
      row_of_context_(counts.contexts()) {
  Counts all(symbols_);
  std::vector<Counts> groups(row_of_group_.size(), Counts(symbols_));
  for (std::size_t c = 0; c < row_of_context_.size(); ++c) {
    for (std::size_t s = 0; s < symbols_; ++s) {
      groups[c / group_][s] += counts.of(c)[s];
      all[s] += counts.of(c)[s];
    }
  }
  rows_.push_back(packed_row(all));
  const auto try_row = [&](const Counts& own, const Row& otherwise) -> std::uint16_t {
    if (std::ranges::all_of(own, [](auto n) { return n == 0; })) return 0;
    Row row = packed_row(own);
    const bool pays = bits_with(own, otherwise) > bits_with(own, row) + bits_of_row(row);
    if (!pays || rows_.size() > 65000) return 0;
    rows_.push_back(std::move(row));
    return static_cast<std::uint16_t>(rows_.size() - 1);
  };
  for (std::size_t g = 0; g < groups.size(); ++g) {
    row_of_group_[g] = try_row(groups[g], rows_[0]);
    for (std::size_t c = g * group_; c < (g + 1) * group_; ++c) {
      row_of_context_[c] =
          try_row({counts.of(c).begin(), counts.of(c).end()}, Row(rows_[row_of_group_[g]]));
    }
  }
  prepare();
}

void SymbolModel::prepare() {
  for (const Row& row : rows_) {
    first_slot_.push_back(static_cast<std::uint32_t>(slots_.size()));
    const std::vector<std::uint32_t> frequencies = normalised(row);
    std::vector<std::uint8_t> order;
    for (std::size_t s = 0; s < symbols_; ++s) {
      if (frequencies[s] > 0) order.push_back(static_cast<std::uint8_t>(s));
    }
    std::ranges::stable_sort(order, std::greater(), [&](std::uint8_t s) { return frequencies[s]; });
    std::uint32_t below = 0;
    for (const std::uint8_t s : order) {
      slots_.push_back(
          {static_cast<std::uint16_t>(frequencies[s]), static_cast<std::uint16_t>(below), s});
      below += frequencies[s];
    }
  }
  first_slot_.push_back(static_cast<std::uint32_t>(slots_.size()));
  for (std::size_t c = 0; c < row_of_context_.size(); ++c)
    slots_of_context_.push_back(first_slot_[row_of(c)]);
  assert(check());
}

bool SymbolModel::check() const {
  if (first_slot_.size() != rows_.size() + 1 || slots_of_context_.size() != row_of_context_.size())
    return false;
  for (std::size_t row = 0; row < rows_.size(); ++row) {
    std::vector<bool> seen(symbols_);
    std::uint32_t below = 0, last = scale;
    for (std::uint32_t i = first_slot_[row]; i < first_slot_[row + 1]; ++i) {
      const Slot& slot = slots_[i];
      if (slot.frequency == 0 || slot.frequency > last || slot.below != below) return false;
      if (slot.symbol >= symbols_ || rows_[row][slot.symbol] == 0 || seen[slot.symbol])
        return false;
      seen[slot.symbol] = true;
      below += last = slot.frequency;
    }
    // (A model of nothing that was counted has an empty row.)
    if (below != scale && below != 0) return false;
  }
  const auto is_row = [&](std::uint16_t row) { return row < rows_.size(); };
  return std::ranges::all_of(row_of_group_, is_row) && std::ranges::all_of(row_of_context_, is_row);
}

std::uint32_t SymbolModel::frequency(std::size_t context, std::size_t symbol) const {
  const std::uint16_t row = row_of(context);
  for (std::uint32_t i = first_slot_[row]; i < first_slot_[row + 1u]; ++i) {
    if (slots_[i].symbol == symbol) return slots_[i].frequency;
  }
  return 0;
}

double SymbolModel::bits(const SymbolCounts& counts, std::size_t first, std::size_t end) const {
  double sum = 0;
  for (std::size_t c = first; c < end; ++c) {
    const auto own = counts.of(c);
    sum += bits_with({own.begin(), own.end()}, rows_[row_of(c)]);
  }
  return sum;
}

std::vector<std::byte> SymbolModel::to_bytes() const {
  std::vector<std::byte> plain;
  append_number(plain, static_cast<std::uint32_t>(rows_.size()));
  // Which groups and contexts have rows of their own; they come in that order.
  for (const auto* of : {&row_of_group_, &row_of_context_}) {
    for (std::size_t i = 0; i < of->size(); i += 8) {
      unsigned byte = 0;
      for (std::size_t k = i; k < std::min(i + 8, of->size()); ++k)
        byte |= static_cast<unsigned>((*of)[k] != 0) << (k - i);
      plain.push_back(static_cast<std::byte>(byte));
    }
  }
  const auto put = [&](std::size_t row) {
    for (const std::uint8_t byte : rows_[row]) plain.push_back(static_cast<std::byte>(byte));
  };
  put(0);
  for (const auto* of : {&row_of_group_, &row_of_context_}) {
    for (const std::uint16_t row : *of) {
      if (row != 0) put(row);
    }
  }
  std::vector<std::byte> out;
  append_number(out, static_cast<std::uint32_t>(plain.size()));
  append_number(out, static_cast<std::uint32_t>(plain.size() >> 16));
  append_integer(out, std::uint32_t{0});
  SectionCodec().append(out, 4, plain);
  return out;
}

SymbolModel SymbolModel::from_bytes(Bytes bytes, std::size_t groups, std::size_t group,
                                    std::size_t symbols) {
  if (bytes.size() < 8) throw DamagedTable("a slice's model is cut short");
  const auto size = read_integer<std::uint32_t>(bytes.data());
  const auto size_field = read_integer<std::uint32_t>(bytes.data() + 4);
  const Bytes section = bytes.subspan(8);
  const std::size_t most = 2 + (groups + 7) / 8 + (groups * group + 7) / 8 + 65536 * symbols;
  if (size > most || SectionCodec::bytes_of(size_field) != section.size())
    throw DamagedTable("a slice's model has a wrong size");
  SectionCodec codec;
  Bytes plain = codec.read(section, size_field, size);
  if (plain.size() != size) throw DamagedTable("a slice's model has a wrong size");

  const auto take = [&](std::size_t count) {
    if (plain.size() < count) throw DamagedTable("a slice's model is cut short");
    const Bytes part = plain.first(count);
    plain = plain.subspan(count);
    return part;
  };
  SymbolModel model;
  model.group_ = group;
  model.symbols_ = symbols;
  const std::size_t row_count = read_integer<std::uint16_t>(take(2).data());
  std::size_t next = 1;
  for (auto [of, count] : {std::pair(&model.row_of_group_, groups),
                           std::pair(&model.row_of_context_, groups * group)}) {
    const Bytes flags = take((count + 7) / 8);
    for (std::size_t i = 0; i < count; ++i) {
      const bool own = (static_cast<unsigned>(flags[i / 8]) >> i % 8 & 1) != 0;
      of->push_back(own ? static_cast<std::uint16_t>(next++) : std::uint16_t{0});
    }
  }
  if (row_count != next) throw DamagedTable("a slice's model miscounts its rows");
  for (std::size_t i = 0; i < row_count; ++i) {
    Row& row = model.rows_.emplace_back();
    for (const std::byte byte : take(symbols)) row.push_back(static_cast<std::uint8_t>(byte));
    if (std::ranges::count(row, 0) == static_cast<std::ptrdiff_t>(symbols))
      throw DamagedTable("a slice's model has an empty row");
  }
  if (!plain.empty()) throw DamagedTable("a slice's model has a wrong size");
  model.prepare();
  return model;
}

void SymbolModel::pack(std::span<const Step> steps, std::vector<std::byte>& out) const {
  // The last symbol goes in first, so that the first one comes out first; so do the bytes.
  std::vector<std::uint16_t> words;
  std::uint64_t state = smallest_state;
  for (std::size_t i = steps.size(); i-- > 0;) {
    const Slot* slot = &slots_[slots_of_context_[steps[i].context]];
    while (slot->symbol != steps[i].symbol) ++slot;
    const std::uint64_t frequency = slot->frequency;
    if (state >= frequency << (32 - precision)) {
      words.push_back(static_cast<std::uint16_t>(state));
      state >>= 16;
    }
    state = (state / frequency << precision) + state % frequency + slot->below;
  }
  append_integer(out, static_cast<std::uint32_t>(state));
  for (std::size_t i = words.size(); i-- > 0;) append_integer(out, words[i]);
}

SymbolModel::Reader::Reader(const SymbolModel& model, Bytes bytes) : model_(model), bytes_(bytes) {
  state_ = take();
  state_ |= take() << 16;
}

// The next 16 bits; 0 after the end.
std::uint32_t SymbolModel::Reader::take() {
  if (at_ + 2 > bytes_.size()) return 0;
  const auto word = read_integer<std::uint16_t>(bytes_.data() + at_);
  at_ += 2;
  return word;
}

std::uint32_t SymbolModel::Reader::next(std::uint32_t context) {
  const std::uint32_t place = state_ & (scale - 1);
  const Slot* slot = &model_.slots_[model_.slots_of_context_[context]];
  while (place - slot->below >= slot->frequency) ++slot;
  state_ = slot->frequency * (state_ >> precision) + place - slot->below;
  if (state_ < smallest_state) state_ = state_ << 16 | take();
  return slot->symbol;
}

}  // namespace zermelo
