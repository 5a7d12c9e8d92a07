// SPDX-License-Identifier: MIT
#include "gen/variant/material.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <set>

#include "gen/error.h"
#include "gen/variant/symmetry.h"

namespace zermelo::endgames {
namespace {

// Takes the letter of a kind off the text: the longest that fits.
std::optional<std::size_t> take_kind(const Rules& rules, std::string_view& text) {
  std::optional<std::size_t> found;
  for (std::size_t k = 0; k < rules.kinds().size(); ++k) {
    const std::string& letter = rules.kinds()[k].letter;
    if (letter.empty() || !text.starts_with(letter)) continue;
    if (!found || rules.kinds()[*found].letter.size() < letter.size()) found = k;
  }
  if (found) text.remove_prefix(rules.kinds()[*found].letter.size());
  return found;
}

int royal_men(const Rules& rules, const std::vector<std::uint8_t>& counts) {
  int men = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) men += rules.kinds()[k].is_royal ? counts[k] : 0;
  return men;
}

void check_material(const Rules& rules, const Material& material, std::string_view name) {
  for (const int side : {0, 1}) {
    const auto& counts = material.counts[static_cast<std::size_t>(side)];
    if (rules.has_royal() && royal_men(rules, counts) != 1) {
      throw UsageError(
          fmt::format("'{}' is not a material of this variant: each side has exactly "
                      "one royal man.",
                      name));
    }
    if (material.men(side) == 0)
      throw UsageError(fmt::format("'{}' is not a material: each side has men.", name));
  }
  if (material.men() > max_men) {
    throw UsageError(
        fmt::format("'{}' has {} men; tables have {} at most.", name, material.men(), max_men));
  }
}

}  // namespace

int Material::men(int side) const {
  const auto& all = counts[static_cast<std::size_t>(side)];
  return std::accumulate(all.begin(), all.end(), 0);
}

Material material_of(const Rules& rules, const Men& men) {
  Material material;
  for (auto& counts : material.counts) counts.assign(rules.kinds().size(), 0);
  for (int i = 0; i < men.count; ++i) {
    const int man = men.man[static_cast<std::size_t>(i)];
    ++material
          .counts[static_cast<std::size_t>(side_of(man))][static_cast<std::size_t>(kind_of(man))];
  }
  return material;
}

std::string name_of(const Rules& rules, const Material& material) {
  std::string name;
  for (std::size_t side = 0; side < 2; ++side) {
    if (side == 1) name += 'v';
    for (std::size_t k = 0; k < rules.kinds().size(); ++k) {
      for (int i = 0; i < material.counts[side][k]; ++i) name += rules.kinds()[k].letter;
    }
  }
  return name;
}

Material read_material(const Rules& rules, std::string_view name) {
  Material material;
  for (auto& counts : material.counts) counts.assign(rules.kinds().size(), 0);
  std::string_view rest = name;
  std::size_t side = 0;
  int men = 0;
  while (!rest.empty()) {
    if (rest.front() == 'v' && side == 0) {
      side = 1;
      rest.remove_prefix(1);
      continue;
    }
    const auto kind = take_kind(rules, rest);
    if (!kind || ++men > 255) {
      throw UsageError(fmt::format(
          "'{}' is not a material of this variant: '{}' is none of its men. Write it like {}.",
          name, rest.substr(0, 1), "KQvKR"));
    }
    ++material.counts[side][*kind];
  }
  if (side == 0) {
    throw UsageError(fmt::format("'{}' is not a material: write both sides, like KQvKR.", name));
  }
  check_material(rules, material, name);
  return material;
}

bool is_stronger_first(const Material& material) {
  const int first = material.men(0), second = material.men(1);
  if (first != second) return first > second;
  return material.counts[0] >= material.counts[1];
}

Materials::Materials(const Rules& rules)
    : rules_(rules), sides_exchange_(exchange_of_sides(rules).has_value()) {
  for (int k = 0; k < static_cast<int>(rules.kinds().size()); ++k) {
    if (!rules.kind(k).is_royal) continue;
    if (royal_ >= 0)
      throw UsageError("A variant with several kinds of royal men has no tables yet.");
    royal_ = k;
  }
}

Material Materials::normal(const Material& material) const {
  return !sides_exchange_ || is_stronger_first(material) ? material : material.exchanged();
}

std::vector<Material> Materials::conversions(const Material& material) const {
  std::set<Material> found;
  const std::size_t kinds = rules_.kinds().size();
  for (std::size_t side = 0; side < 2; ++side) {
    for (std::size_t victim = 0; victim <= kinds; ++victim) {  // the last: nobody is taken
      Material taken = material;
      if (victim < kinds) {
        std::uint8_t& count = taken.counts[side ^ 1][victim];
        if (count == 0 || rules_.kinds()[victim].is_royal) continue;
        --count;
        if (taken.men(static_cast<int>(side ^ 1)) == 0) continue;  // (The game is over.)
        found.insert(normal(taken));
      }
      for (std::size_t k = 0; k < kinds; ++k) {
        if (taken.counts[side][k] == 0) continue;
        for (const int next : rules_.kinds()[k].promotes_to[side]) {
          Material promoted = taken;
          --promoted.counts[side][k];
          ++promoted.counts[side][static_cast<std::size_t>(next)];
          found.insert(normal(promoted));
        }
      }
    }
  }
  found.erase(normal(material));
  return {found.begin(), found.end()};
}

void Materials::add(const Material& material, std::vector<Material>& open,
                    std::vector<Material>& done) const {
  if (std::ranges::find(done, material) != done.end()) return;
  if (std::ranges::find(open, material) != open.end()) {
    throw UsageError(
        "Men of this variant can promote round in a circle: it has no endgame tables "
        "yet.");
  }
  open.push_back(material);
  std::vector<Material> next = conversions(material);
  std::ranges::stable_sort(next, {}, [](const Material& m) { return m.men(); });
  for (const Material& m : next) add(m, open, done);
  open.pop_back();
  done.push_back(material);
}

std::vector<Material> Materials::with_conversions(const Material& material) const {
  std::vector<Material> open, done;
  add(normal(material), open, done);
  return done;
}

std::vector<Material> Materials::of(int men) const {
  const std::size_t kinds = rules_.kinds().size();
  Material kings;
  for (auto& counts : kings.counts) {
    counts.assign(kinds, 0);
    if (royal_ >= 0) ++counts[static_cast<std::size_t>(royal_)];
  }
  std::set<Material> found{kings};
  for (int k = kings.men(); k < men; ++k) {
    std::set<Material> more;
    for (const Material& smaller : found) {
      for (std::size_t i = 0; i < 2 * kinds; ++i) {
        if (static_cast<int>(i / 2) == royal_) continue;
        Material larger = smaller;
        ++larger.counts[i % 2][i / 2];
        more.insert(larger);
      }
    }
    found = std::move(more);
  }
  std::set<Material> result;
  for (const Material& m : found) {
    if (m.men(0) > 0 && m.men(1) > 0) result.insert(normal(m));
  }
  return {result.begin(), result.end()};
}

std::vector<Material> Materials::up_to(int men) const {
  if (men < 2 || men > max_men) {
    throw UsageError(fmt::format("Tables can be made of 2 to {} men, not of {}.", max_men, men));
  }
  std::vector<Material> open, done;
  for (int count = 2; count <= men; ++count) {
    for (const Material& m : of(count)) add(m, open, done);
  }
  return done;
}

}  // namespace zermelo::endgames
