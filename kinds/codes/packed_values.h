// SPDX-License-Identifier: MIT
// The values of the members of a set, by number, in a byte each where that is possible.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "tablebase/sets/huge_array.h"

namespace zermelo {

// Most layers have few different values. So a byte is the number of one in a palette; if there are
// more than 256 of them, one number says that the value is a rare one, to be found in a list.
// Values that are still being found, and those of layers in which too many are rare, take two
// bytes.
class PackedValues {
 public:
  PackedValues() = default;  // of nothing

  // Values that can be set: any, or those whose raw() is -128..127. All are draws at first.
  static PackedValues of_any(std::uint64_t size) {
    PackedValues result;
    result.words_ = HugeArray<std::int16_t>(size);
    return result;
  }
  static PackedValues of_small(std::uint64_t size) {
    PackedValues result;
    result.bytes_ = HugeArray<std::uint8_t>(size);
    for (int raw = -128; raw < 128; ++raw)
      result.palette_[static_cast<std::uint8_t>(raw)] = static_cast<std::int16_t>(raw);
    return result;
  }
  // Those that value_of(number) gives for 0..size-1. It is asked for all of them in order, then for
  // all once more; on the way there, forget(number) says that those below it have been asked for
  // for the last time.
  template <class ValueOf, class Forget>
  static PackedValues packed(std::uint64_t size, const ValueOf& value_of, const Forget& forget);

  std::uint64_t size() const { return std::max(bytes_.size(), words_.size()); }
  Value get(std::uint64_t number) const {
    if (bytes_.size() == 0) return Value::from_raw(words_[number]);
    const std::uint8_t byte = bytes_[number];
    if (byte == rare && !rare_.empty()) return rare_value(number);
    return Value::from_raw(palette_[byte]);
  }
  // Only for what of_any and of_small give. Different numbers may be set from different threads.
  void set(std::uint64_t number, Value value) {
    if (bytes_.size() == 0) {
      words_[number] = value.raw();
    } else {
      assert(value.raw() >= -128 && value.raw() < 128);
      bytes_[number] = static_cast<std::uint8_t>(value.raw());
    }
  }
  void prefetch(std::uint64_t number) const {
    if (bytes_.size() == 0) {
      __builtin_prefetch(&words_[number]);
    } else {
      __builtin_prefetch(&bytes_[number]);
    }
  }
  // Values as of_any gives take half of the memory afterwards, if that is possible.
  void pack() {
    if (words_.size() == 0) return;
    HugeArray<std::int16_t> words = std::exchange(words_, {});
    *this = packed(
        words.size(), [&](std::uint64_t number) { return Value::from_raw(words[number]); },
        [&](std::uint64_t number) { words.drop_before(number); });
  }

  // Memory held.
  std::uint64_t bytes() const {
    return bytes_.size() + words_.size() * sizeof(std::int16_t) + rare_.size() * sizeof(Rare);
  }

  // --- Checkpoints: three arrays, which say everything together with their sizes ---

  // Of values; of the palette, empty where values take two bytes; of rare values.
  static constexpr std::size_t arrays = 3;
  std::span<const std::byte> values_array() const {
    return bytes_.size() != 0 ? std::as_bytes(bytes_.span()) : std::as_bytes(words_.span());
  }
  std::span<const std::byte> palette_array() const {
    if (bytes_.size() == 0) return {};
    return std::as_bytes(std::span(palette_));
  }
  std::span<const std::byte> rare_array() const { return std::as_bytes(std::span(rare_)); }
  // The reverse: read(k, bytes) reads array k into bytes, and size_of(k) says how many there are.
  template <class SizeOf, class Read>
  static PackedValues restored(const SizeOf& size_of, const Read& read);

 private:
  static constexpr std::size_t palette_size = 256;
  static constexpr std::uint8_t rare = palette_size - 1;
  // If more than one in so many is rare, two bytes are better.
  static constexpr std::uint64_t most_rare = 32;
  static constexpr std::uint64_t forget_after = 1 << 20;

  class Palette;
  struct Rare {
    std::uint64_t number;
    std::int64_t raw;
  };

  Value rare_value(std::uint64_t number) const {
    const auto at = std::ranges::lower_bound(rare_, number, {}, &Rare::number);
    assert(at != rare_.end() && at->number == number);
    return Value::from_raw(static_cast<std::int16_t>(at->raw));
  }

  HugeArray<std::uint8_t> bytes_;  // one of the two is empty
  HugeArray<std::int16_t> words_;
  std::array<std::int16_t, palette_size> palette_{};
  std::vector<Rare> rare_;  // by number
};

// Which values have bytes of their own.
class PackedValues::Palette {
 public:
  // From how often each value occurs, by raw() as an unsigned number.
  explicit Palette(const std::vector<std::uint64_t>& counts) : byte_of_(counts.size(), rare) {
    std::vector<std::size_t> kinds;
    for (std::size_t raw = 0; raw < counts.size(); ++raw)
      if (counts[raw] > 0) kinds.push_back(raw);
    std::ranges::stable_sort(kinds, std::ranges::greater(),
                             [&](std::size_t kind) { return counts[kind]; });
    const std::size_t common = kinds.size() <= palette_size ? kinds.size() : rare;
    for (std::size_t k = 0; k < common; ++k) {
      byte_of_[kinds[k]] = static_cast<std::uint8_t>(k);
      values_[k] = static_cast<std::int16_t>(kinds[k]);
    }
    for (std::size_t k = common; k < kinds.size(); ++k) rare_values_ += counts[kinds[k]];
  }

  std::uint64_t rare_values() const { return rare_values_; }
  std::uint8_t byte_of(Value value) const {
    return byte_of_[static_cast<std::uint16_t>(value.raw())];
  }
  const std::array<std::int16_t, palette_size>& values() const { return values_; }

 private:
  std::vector<std::uint8_t> byte_of_;
  std::array<std::int16_t, palette_size> values_{};
  std::uint64_t rare_values_ = 0;
};

template <class ValueOf, class Forget>
PackedValues PackedValues::packed(std::uint64_t size, const ValueOf& value_of,
                                  const Forget& forget) {
  std::vector<std::uint64_t> counts(std::size_t{1} << 16);
  for (std::uint64_t i = 0; i < size; ++i) ++counts[static_cast<std::uint16_t>(value_of(i).raw())];
  const Palette palette(counts);
  const auto take_all = [&](const auto& take) {
    for (std::uint64_t i = 0; i < size; ++i) {
      if (i % forget_after == 0) forget(i);
      take(i, value_of(i));
    }
  };
  PackedValues result;
  if (palette.rare_values() > size / most_rare) {
    result.words_ = HugeArray<std::int16_t>(size);
    take_all([&](std::uint64_t i, Value value) { result.words_[i] = value.raw(); });
    return result;
  }
  result.bytes_ = HugeArray<std::uint8_t>(size);
  result.palette_ = palette.values();
  result.rare_.reserve(palette.rare_values());
  take_all([&](std::uint64_t i, Value value) {
    result.bytes_[i] = palette.byte_of(value);
    if (result.bytes_[i] == rare && palette.rare_values() > 0)
      result.rare_.push_back({i, value.raw()});
  });
  return result;
}

template <class SizeOf, class Read>
PackedValues PackedValues::restored(const SizeOf& size_of, const Read& read) {
  PackedValues result;
  if (size_of(1) == 0) {
    result.words_ = HugeArray<std::int16_t>(size_of(0) / sizeof(std::int16_t));
    read(0, std::as_writable_bytes(result.words_.span()));
    return result;
  }
  result.bytes_ = HugeArray<std::uint8_t>(size_of(0));
  result.rare_.resize(size_of(2) / sizeof(Rare));
  read(0, std::as_writable_bytes(result.bytes_.span()));
  read(1, std::as_writable_bytes(std::span(result.palette_)));
  read(2, std::as_writable_bytes(std::span(result.rare_)));
  return result;
}

}  // namespace zermelo
