// SPDX-License-Identifier: MIT
// Materials of a chess variant: which men both sides have, and how endgame tables name them:
// "KQvKR". The stronger side is named first, if the rules allow exchanging the sides: the one with
// more men, then the one with more of the kind that comes first in the variant's order.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "gen/variant/endgame_rules.h"

namespace zermelo::endgames {

// How many men of each kind each side has: by side, then by kind.
struct Material {
  std::array<std::vector<std::uint8_t>, 2> counts;

  int men(int side) const;
  int men() const { return men(0) + men(1); }
  // The same with the sides exchanged.
  Material exchanged() const { return {{counts[1], counts[0]}}; }

  std::strong_ordering operator<=>(const Material&) const = default;
  bool operator==(const Material&) const = default;
};

Material material_of(const Rules& rules, const Men& men);
// "KQvKR", "K+PvK".
std::string name_of(const Rules& rules, const Material& material);
// Reads such a name, with the kinds in any order. Throws UsageError if it is not one, if a letter
// is unknown, if a side does not have exactly one royal man (in variants that have them) or no man
// at all, or with more than max_men men.
Material read_material(const Rules& rules, std::string_view name);

// Whether the first side is at least as strong as the second.
bool is_stronger_first(const Material& material);

// What tables are made of. If the sides can be exchanged, that is the material with the stronger
// side first.
class Materials {
 public:
  // The rules must outlive this object. Throws UsageError if the variant has several royal kinds.
  explicit Materials(const Rules& rules);

  bool sides_exchange() const { return sides_exchange_; }
  // The table's material, which may be the exchanged one.
  Material normal(const Material& material) const;
  // The materials of the tables to which a capture or a promotion leads, each once, without the
  // material itself.
  std::vector<Material> conversions(const Material& material) const;
  // The material and all to which play can lead from it; each comes after those it converts to.
  // Throws UsageError if men can promote round in a circle.
  std::vector<Material> with_conversions(const Material& material) const;
  // All materials of up to `men` men (2..max_men) and what they lead to, ordered likewise; smaller
  // ones come first.
  std::vector<Material> up_to(int men) const;

 private:
  void add(const Material& material, std::vector<Material>& open,
           std::vector<Material>& done) const;
  // The materials of exactly that many men.
  std::vector<Material> of(int men) const;

  const Rules& rules_;
  int royal_ = -1;  // -1: none
  bool sides_exchange_;
};

}  // namespace zermelo::endgames
