// SPDX-License-Identifier: MIT
#include "gen/variant/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

#include "gen/error.h"
#include "symmetry/subset_rank.h"

namespace zermelo::endgames {
namespace {

std::vector<int> kinds_in(const Material& material) {
  std::vector<int> kinds;
  for (std::size_t k = 0; k < material.counts[0].size(); ++k) {
    if (material.counts[0][k] + material.counts[1][k] + material.hands[0][k] +
            material.hands[1][k] >
        0)
      kinds.push_back(static_cast<int>(k));
  }
  return kinds;
}

// binomials[n][k]
constexpr auto set_binomials = [] {
  std::array<std::array<std::uint64_t, max_men + 1>, max_squares> result{};
  for (int n = 0; n < max_squares; ++n) {
    for (int k = 0; k <= max_men; ++k)
      result[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)] = binomial(n, k);
  }
  return result;
}();

constexpr std::uint64_t most_numbers = std::uint64_t{1} << 40;
constexpr std::uint64_t most_sets = 1 << 24;

}  // namespace

MaterialIndex::MaterialIndex(const Rules& rules, const Material& material, bool folds)
    : symmetries_(endgames::symmetries(rules, kinds_in(material))),
      board_(static_cast<std::size_t>(rules.squares())) {
  find_leads(rules, material);
  if (leads_.empty() || !folds) symmetries_.resize(1);  // (The identity.)
  for (const Permutation& a : symmetries_) {
    products_.emplace_back();
    for (const Permutation& b : symmetries_) {
      Permutation both{};
      for (std::size_t s = 0; s < board_; ++s) both[s] = a[b[s]];
      const auto found = std::ranges::find(symmetries_, both);
      assert(found != symmetries_.end());
      products_.back().push_back(static_cast<std::uint8_t>(found - symmetries_.begin()));
    }
  }
  slot_of_man_.fill(no_square);
  auto slot = static_cast<int>(leads_.size());
  for (int k = 0; k < static_cast<int>(rules.kinds().size()); ++k) {
    for (const int side : {0, 1}) {
      const int count =
          material.counts[static_cast<std::size_t>(side)][static_cast<std::size_t>(k)];
      const int man = man_of(k, side);
      if (count == 0 || is_lead(man)) continue;
      slot_of_man_[static_cast<std::size_t>(man)] = static_cast<std::uint8_t>(slot);
      slot += count;
      add_group(rules, man, count);
    }
  }
  add_pairs(rules);
  size_ = pairs_.size() * group_product_;
}

// Men that have no equals, the royal ones if there are any.
void MaterialIndex::find_leads(const Rules& rules, const Material& material) {
  for (const int side : {0, 1}) {
    for (int k = 0; k < static_cast<int>(rules.kinds().size()); ++k) {
      const int count =
          material.counts[static_cast<std::size_t>(side)][static_cast<std::size_t>(k)];
      if (count != 1 || leads_.size() == 2 || rules.kind(k).is_royal != rules.both_have_royal())
        continue;
      leads_.push_back(static_cast<std::uint8_t>(man_of(k, side)));
    }
  }
  if (leads_.size() < 2) leads_.clear();
}

bool MaterialIndex::is_lead(int man) const {
  return std::ranges::find(leads_, static_cast<std::uint8_t>(man)) != leads_.end();
}

void MaterialIndex::add_pairs(const Rules& rules) {
  if (leads_.empty()) {
    pairs_.emplace_back();
    return;
  }
  for (std::size_t i = 0; i < 2; ++i) slot_of_man_[leads_[i]] = static_cast<std::uint8_t>(i);
  const auto region = [&](std::size_t i) {
    return rules.kind(kind_of(leads_[i])).region[static_cast<std::size_t>(side_of(leads_[i]))];
  };
  const bool exclude_each_other = rules.both_have_royal();
  const int n = rules.squares();
  pair_of_.resize(board_ * board_);
  for (int a = 0; a < n; ++a) {
    for (int b = 0; b < n; ++b) {
      if (a == b || !has(region(0), a) || !has(region(1), b)) continue;
      if (exclude_each_other &&
          (rules.always_attacks(leads_[0], a, b) || rules.always_attacks(leads_[1], b, a)))
        continue;
      PairPlace& place = pair_of_[static_cast<std::size_t>(a * n + b)];
      const Pair pair{static_cast<Square>(a), static_cast<Square>(b), {}};
      if (place.pair >= 0) continue;
      // The first of its orbit.
      const auto number = static_cast<std::int32_t>(pairs_.size());
      pairs_.push_back(pair);
      for (std::size_t g = 0; g < symmetries_.size(); ++g) {
        const Square x = symmetries_[g][pair.first], y = symmetries_[g][pair.second];
        PairPlace& image = pair_of_[x * board_ + y];
        if (g > 0 && x == pair.first && y == pair.second)
          pairs_.back().stabiliser.push_back(static_cast<std::uint8_t>(g));
        if (image.pair >= 0) continue;
        // The inverse of g leads back.
        const auto& row = products_;
        std::size_t inverse = 0;
        while (row[inverse][g] != 0) ++inverse;
        image = {number, static_cast<std::uint8_t>(inverse)};
      }
    }
  }
}

void MaterialIndex::add_group(const Rules& rules, int man, int count) {
  Group group;
  group.man = static_cast<std::uint8_t>(man);
  group.count = static_cast<std::uint8_t>(count);
  group.place.fill(no_square);
  std::vector<Square> region;
  const SquareBits bits = rules.kind(kind_of(man)).region[static_cast<std::size_t>(side_of(man))];
  for (int square = 0; square < rules.squares(); ++square) {
    if (!has(bits, square)) continue;
    group.place[static_cast<std::size_t>(square)] = static_cast<std::uint8_t>(region.size());
    region.push_back(static_cast<Square>(square));
  }
  group.sets = binomial(static_cast<int>(region.size()), count);
  if (group.sets > most_sets ||
      (group.sets > 0 && group_product_ > most_numbers / group.sets / 8192))
    throw UsageError("This material has too many positions for a table.");
  group_product_ *= group.sets;
  // All sets in colexicographic order.
  std::vector<std::uint8_t> set(static_cast<std::size_t>(count));
  for (std::size_t i = 0; i < set.size(); ++i) set[i] = static_cast<std::uint8_t>(i);
  for (std::uint64_t k = 0; k < group.sets; ++k) {
    for (const std::uint8_t place : set) group.squares.push_back(region[place]);
    std::size_t i = 0;
    while (i + 1 < set.size() && set[i] + 1 == set[i + 1]) ++i;
    ++set[i];
    for (std::size_t j = 0; j < i; ++j) set[j] = static_cast<std::uint8_t>(j);
  }
  groups_.push_back(std::move(group));
}

std::uint64_t MaterialIndex::rank_of_set(const Group& group, const Square* squares,
                                         const Permutation& symmetry) {
  if (group.count == 1) return group.place[symmetry[squares[0]]];
  std::array<std::uint8_t, max_men> places{};
  for (std::size_t i = 0; i < group.count; ++i) {  // sorted by insertion
    const std::uint8_t place = group.place[symmetry[squares[i]]];
    std::size_t j = i;
    for (; j > 0 && places[j - 1] > place; --j) places[j] = places[j - 1];
    places[j] = place;
  }
  std::uint64_t rank = 0;
  for (std::size_t i = 0; i < group.count; ++i) rank += set_binomials[places[i]][i + 1];
  return rank;
}

std::uint64_t MaterialIndex::rank(const Squares& squares, const Permutation& symmetry) const {
  std::uint64_t rank = 0;
  const Square* at = squares.data() + leads_.size();
  for (const Group& group : groups_) {
    rank = rank * group.sets + rank_of_set(group, at, symmetry);
    at += group.count;
  }
  return rank;
}

MaterialIndex::Located MaterialIndex::locate(const Men& men) const {
  Squares squares{};
  std::array<std::uint8_t, max_men> filled{};
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i) {
    const std::size_t slot = slot_of_man_[men.man[i]];
    assert(slot != no_square);
    squares[slot + filled[slot]] = men.at[i];
    ++filled[slot];
  }
  if (leads_.empty()) return {rank(squares, symmetries_[0]), 1, 0};
  const PairPlace& place = pair_of_[squares[0] * board_ + squares[1]];
  if (place.pair < 0) return {0, 0, 0};
  const Pair& pair = pairs_[static_cast<std::size_t>(place.pair)];
  Located result{rank(squares, symmetries_[place.symmetry]), 1, place.symmetry};
  for (const std::uint8_t g : pair.stabiliser) {
    const std::uint8_t both = products_[g][place.symmetry];
    const std::uint64_t other_rank = rank(squares, symmetries_[both]);
    if (other_rank == result.index) ++result.stabiliser;
    if (other_rank < result.index) result = {other_rank, 1, both};
  }
  result.index += static_cast<std::uint64_t>(place.pair) * group_product_;
  return result;
}

bool MaterialIndex::at(std::uint64_t index, Men& men, unsigned& stabiliser) const {
  assert(index < size_);
  const Pair& pair = pairs_[index / group_product_];
  std::uint64_t rest = index % group_product_;
  const std::uint64_t own_rank = rest;
  Squares squares{};
  auto count = static_cast<int>(leads_.size());
  for (const Group& group : groups_) count += group.count;
  men.count = count;
  if (!leads_.empty()) {
    squares[0] = pair.first;
    squares[1] = pair.second;
    men.man[0] = leads_[0];
    men.man[1] = leads_[1];
  }
  auto end = static_cast<std::size_t>(count);
  for (std::size_t g = groups_.size(); g-- > 0;) {
    const Group& group = groups_[g];
    const std::uint64_t set = rest % group.sets;
    rest /= group.sets;
    end -= group.count;
    for (std::size_t i = 0; i < group.count; ++i) {
      squares[end + i] = group.squares[set * group.count + i];
      men.man[end + i] = group.man;
    }
  }
  men.at = squares;
  men.occupied = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
    const SquareBits bit = bit_of(squares[i]);
    if ((men.occupied & bit) != 0) return false;
    men.occupied |= bit;
  }
  stabiliser = 1;
  for (const std::uint8_t g : pair.stabiliser) {
    const std::uint64_t other_rank = rank(squares, symmetries_[g]);
    if (other_rank < own_rank) return false;
    if (other_rank == own_rank) ++stabiliser;
  }
  return true;
}

GroupIndex::GroupIndex(const Rules& rules, MaterialGroup group)
    : group_(std::move(group)), board_width_(static_cast<std::size_t>(rules.width())) {
  // (Materials without leading men cannot be folded.)
  const bool folds = rules.both_have_royal() || group_.materials.size() == 1;
  for (const Material& material : group_.materials) {
    indexes_.emplace_back(rules, material, folds);
    Men& held = held_.emplace_back();
    held.checks = material.checks;
    for (std::size_t k = 0; k < rules.kinds().size(); ++k) {
      for (const int side : {0, 1}) {
        for (int i = 0; i < material.hands[static_cast<std::size_t>(side)][k]; ++i)
          held.add_to_hand(man_of(static_cast<int>(k), side));
      }
    }
  }
}

std::uint64_t GroupIndex::size() const {
  std::uint64_t sum = 0;
  for (std::size_t slot = 0; slot < slots(); ++slot) sum += of(slot).size();
  return sum;
}

}  // namespace zermelo::endgames
