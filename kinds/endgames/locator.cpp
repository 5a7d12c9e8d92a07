// SPDX-License-Identifier: MIT
#include "kinds/endgames/locator.h"

#include <algorithm>

namespace zermelo::endgames {
namespace {

// A number of its own for every man, so that sums tell sets of men apart.
constexpr std::uint64_t weight_of_man(int man) {
  std::uint64_t x = (static_cast<std::uint64_t>(man) + 1) * 0x9e3779b97f4a7c15u;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

std::uint64_t key_of(const Material& material) {
  std::uint64_t key = 0;
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t k = 0; k < material.counts[side].size(); ++k)
      key += material.counts[side][k] *
             weight_of_man(man_of(static_cast<int>(k), static_cast<int>(side)));
  }
  return key;
}

std::uint64_t key_of(const Men& men) {
  std::uint64_t key = 0;
  for (int i = 0; i < men.count; ++i) key += weight_of_man(men.man[static_cast<std::size_t>(i)]);
  return key;
}

}  // namespace

MaterialLocator::MaterialLocator(const Rules& rules, std::span<const Material> materials) {
  const auto exchange = exchange_of_sides(rules);
  if (exchange) exchange_ = *exchange;
  for (std::size_t table = 0; table < materials.size(); ++table) {
    const std::uint64_t key = key_of(materials[table]);
    entries_.push_back({key, {table, false}});
    const std::uint64_t other_key = key_of(materials[table].exchanged());
    if (exchange && other_key != key) entries_.push_back({other_key, {table, true}});
  }
  std::ranges::sort(entries_, {}, &Entry::key);
}

std::optional<MaterialLocator::Found> MaterialLocator::find(const Men& men) const {
  const std::uint64_t key = key_of(men);
  const auto entry = std::ranges::lower_bound(entries_, key, {}, &Entry::key);
  if (entry == entries_.end() || entry->key != key) return std::nullopt;
  return entry->found;
}

Men MaterialLocator::exchanged(const Men& men) const {
  Men exchanged;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i)
    exchanged.add(men.man[i] ^ 1, exchange_[men.at[i]]);
  return exchanged;
}

}  // namespace zermelo::endgames
