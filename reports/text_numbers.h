// SPDX-License-Identifier: MIT
// Numbers many texts, without keeping them.
#pragma once

#include <xxhash.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "tablebase/sets/huge_vector.h"

namespace zermelo {

// A position's text, as a number of 128 bits: two of a thousand million texts are alike with a
// probability of 10^-20.
struct TextKey {
  std::uint64_t low = 0, high = 0;

  TextKey() = default;
  explicit TextKey(std::string_view text) {
    const XXH128_hash_t hash = XXH3_128bits(text.data(), text.size());
    low = hash.low64;
    high = hash.high64;
  }
  bool operator==(const TextKey&) const = default;
};

// The numbers of texts, in the order in which they come.
class TextNumbers {
 public:
  // The number of a text, and whether it is new.
  std::pair<std::uint32_t, bool> add(const TextKey& key) {
    if (keys_.size() * 2 >= slots_.size()) grow();
    std::size_t at = slot_of(key);
    for (; slots_[at] != none; at = (at + 1) & (slots_.size() - 1)) {
      if (keys_[slots_[at]] == key) return {slots_[at], false};
    }
    const auto number = static_cast<std::uint32_t>(keys_.size());
    slots_[at] = number;
    keys_.push_back(key);
    return {number, true};
  }
  // The number of a text, if it has one.
  std::optional<std::uint32_t> find(const TextKey& key) const {
    std::size_t at = slot_of(key);
    for (; slots_[at] != none; at = (at + 1) & (slots_.size() - 1)) {
      if (keys_[slots_[at]] == key) return slots_[at];
    }
    return std::nullopt;
  }
  // Of many texts to find, what find() reads first may be fetched for all of them; then for all of
  // them what it reads next; then they are found.
  void fetch_slot(const TextKey& key) const { __builtin_prefetch(&slots_[slot_of(key)]); }
  void fetch_key(const TextKey& key) const {
    const std::uint32_t number = slots_[slot_of(key)];
    if (number != none) __builtin_prefetch(&keys_[number]);
  }
  std::size_t size() const { return keys_.size(); }
  std::uint64_t bytes() const {
    return keys_.capacity() * sizeof(TextKey) + slots_.size() * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t none = 0xffff'ffff;

  std::size_t slot_of(const TextKey& key) const { return key.low & (slots_.size() - 1); }
  void grow() {
    slots_.assign(slots_.size() * 2, none);
    for (std::uint32_t number = 0; number < keys_.size(); ++number) {
      std::size_t at = slot_of(keys_[number]);
      while (slots_[at] != none) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = number;
    }
  }

  HugeVector<TextKey> keys_;
  HugeVector<std::uint32_t> slots_ = HugeVector<std::uint32_t>(1024, none);  // a power of two
};

}  // namespace zermelo
