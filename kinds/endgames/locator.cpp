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

constexpr std::uint64_t weight_of_checks(const std::array<std::uint8_t, 2>& checks) {
  return checks[0] * weight_of_man(512) + checks[1] * weight_of_man(513);
}

// Men in hand are others than those on the board.
constexpr std::uint64_t weight_in_hand(int man) { return weight_of_man(man + 256); }

std::uint64_t key_of(const Material& material) {
  std::uint64_t key = weight_of_checks(material.checks);
  for (const int side : {0, 1}) {
    const auto s = static_cast<std::size_t>(side);
    for (std::size_t k = 0; k < material.counts[s].size(); ++k) {
      const int man = man_of(static_cast<int>(k), side);
      key +=
          material.counts[s][k] * weight_of_man(man) + material.hands[s][k] * weight_in_hand(man);
    }
  }
  return key;
}

std::uint64_t key_of(const Men& men) {
  std::uint64_t key = weight_of_checks(men.checks);
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i)
    key += weight_of_man(men.man[i]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.in_hand); ++i)
    key += weight_in_hand(men.hand[i]);
  return key;
}

}  // namespace

MaterialLocator::MaterialLocator(const Rules& rules, std::span<const MaterialGroup> groups) {
  const auto exchange = exchange_of_sides(rules);
  if (exchange) exchange_ = *exchange;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const MaterialGroup& group = groups[g];
    for (std::size_t slot = 0; slot < group.slots.size(); ++slot) {
      if (group.slots[slot].side != 0) continue;
      const Material& material = group.materials[group.slots[slot].material];
      const bool is_mirrored = exchange && material == material.exchanged();
      const auto found = [&](std::size_t s, bool exchanges) {
        return Found{static_cast<std::uint32_t>(g), static_cast<std::uint16_t>(s), exchanges};
      };
      const Found white = found(slot, false),
                  black = found(slot + (is_mirrored ? 0 : 1), is_mirrored);
      entries_.push_back({key_of(material), {white, black}});
      if (!exchange || is_mirrored) continue;
      entries_.push_back(
          {key_of(material.exchanged()), {found(slot + 1, true), found(slot, true)}});
    }
  }
  std::ranges::sort(entries_, {}, &Entry::key);
}

std::optional<MaterialLocator::Found> MaterialLocator::find(const Men& men, int to_move) const {
  const std::uint64_t key = key_of(men);
  const auto entry = std::ranges::lower_bound(entries_, key, {}, &Entry::key);
  if (entry == entries_.end() || entry->key != key) return std::nullopt;
  return entry->found[static_cast<std::size_t>(to_move)];
}

Men MaterialLocator::exchanged(const Men& men) const {
  Men exchanged;
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i)
    exchanged.add(men.man[i] ^ 1, exchange_[men.at[i]]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.in_hand); ++i)
    exchanged.add_to_hand(men.hand[i] ^ 1);
  exchanged.checks = {men.checks[1], men.checks[0]};
  return exchanged;
}

}  // namespace zermelo::endgames
