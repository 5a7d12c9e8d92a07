// SPDX-License-Identifier: MIT
#include "kinds/own/codes.h"

#include <algorithm>
#include <cassert>
#include <functional>

#include "tablebase/format/file.h"

namespace zermelo {
namespace {

constexpr std::uint64_t hash_codes = std::uint64_t{1} << 63;

// The product of the lists' lengths; nothing if it exceeds 2^63.
std::optional<std::uint64_t> product_of(const std::vector<std::vector<std::uint8_t>>& values) {
  std::uint64_t product = 1;
  for (const auto& list : values) {
    if (list.empty() || __builtin_mul_overflow(product, list.size(), &product) ||
        product > hash_codes)
      return std::nullopt;
  }
  return product;
}

}  // namespace

OwnCodes::OwnCodes(OwnRecipe recipe, std::size_t state_bytes)
    : recipe_(std::move(recipe)), width_(state_bytes) {
  if (recipe_.is_one_way()) {
    size_ = hash_codes;
    return;
  }
  const bool ascends = std::ranges::all_of(recipe_.values, [](const auto& list) {
    return std::ranges::adjacent_find(list, std::ranges::greater_equal()) == list.end();
  });
  const std::optional<std::uint64_t> product = product_of(recipe_.values);
  if (recipe_.values.size() != width_ || !ascends || !product)
    throw DamagedTable("its states' bytes are described wrongly");
  radix_.resize(width_);
  digits_.resize(width_);
  for (std::size_t i = width_; i-- > 0;) {
    radix_[i] = size_;
    digits_[i].fill(-1);
    for (std::size_t d = 0; d < recipe_.values[i].size(); ++d)
      digits_[i][recipe_.values[i][d]] = static_cast<std::int16_t>(d);
    size_ *= recipe_.values[i].size();
  }
}

std::optional<std::uint64_t> OwnCodes::encode(const OwnState& state) const {
  if (is_one_way())
    return checksum(std::as_bytes(std::span(state.bytes)).first(width_), recipe_.seed) >> 1;
  std::uint64_t code = 0;
  for (std::size_t i = 0; i < width_; ++i) {
    const int digit = digits_[i][state.bytes[i]];
    if (digit < 0) return std::nullopt;
    code += static_cast<std::uint64_t>(digit) * radix_[i];
  }
  return code;
}

OwnState OwnCodes::decode(std::uint64_t code) const {
  assert(!is_one_way() && code < size_);
  OwnState state;
  for (std::size_t i = 0; i < width_; ++i) {
    state.bytes[i] = recipe_.values[i][code / radix_[i]];
    code %= radix_[i];
  }
  return state;
}

void OwnValuesSeen::operator+=(const OwnValuesSeen& more) {
  for (std::size_t i = 0; i < seen_.size(); ++i) {
    for (std::size_t value = 0; value < 256; ++value) seen_[i][value] |= more.seen_[i][value];
  }
}

std::optional<OwnRecipe> OwnValuesSeen::recipe() const {
  OwnRecipe recipe;
  for (const auto& seen : seen_) {
    auto& list = recipe.values.emplace_back();
    for (std::size_t value = 0; value < 256; ++value) {
      if (seen[value] != 0) list.push_back(static_cast<std::uint8_t>(value));
    }
    // (No state: any recipe will do.)
    if (list.empty()) list.push_back(0);
  }
  if (!product_of(recipe.values)) return std::nullopt;
  return recipe;
}

}  // namespace zermelo
