// SPDX-License-Identifier: MIT
// Materials of a chess variant: which men both sides have, on the board and in hand, and how
// endgame tables name them: "KQvKR", "K[G]vKS", and "KQvKR-2+1" where the first side has two checks
// left to give and the second side has one. The stronger side is named first, if the rules allow
// exchanging the sides: the one with more men, then the one with more of the kind that comes first
// in the variant's order.
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/variant/endgame_rules.h"

namespace zermelo::endgames {

// How many men of each kind each side has: by side, then by kind.
struct Material {
  using Counts = std::array<std::vector<std::uint8_t>, 2>;
  Counts counts;                         // on the board
  Counts hands;                          // in hand
  std::array<std::uint8_t, 2> checks{};  // that a side still has to give, where they are counted

  explicit Material(std::size_t kinds) {
    for (Counts* all : {&counts, &hands}) {
      for (auto& side : *all) side.assign(kinds, 0);
    }
  }

  // On the board and in hand.
  int men(int side) const;
  int men() const { return men(0) + men(1); }
  int in_hand() const;
  // The same with the sides exchanged.
  Material exchanged() const;

  std::strong_ordering operator<=>(const Material&) const = default;
  bool operator==(const Material&) const = default;
};

Material material_of(const Rules& rules, const Men& men);
// "KQvKR", "K+PvK", "K[G]vKS".
std::string name_of(const Rules& rules, const Material& material);
// Reads such a name, with the kinds in any order, or that of a group: "KK[GS]". Without counters of
// checks, they are those of the start. Throws UsageError if it is not one, if a letter is unknown,
// if a side does not have exactly one royal man (in variants that have them) or no man at all, if
// men are in hand in a variant without hands, or with more than max_men men.
Material read_material(const Rules& rules, std::string_view name);

// Whether the first side is at least as strong as the second.
bool is_stronger_first(const Material& material);

// Materials that play can lead to from one another, so that they are solved at once and make one
// table. Nearly always that is one material; where men that are taken go to a hand, it is all ways
// to share some men out, and where men turn into others and back, all that they can be.
struct MaterialGroup {
  std::string name;                 // "KQvKR"; with hands, "KK[GS]"
  std::vector<Material> materials;  // ascending, as Materials::normal has them
  // The positions of a material with a side to move are one slice of the table. If exchanging the
  // sides leaves a material as it is, there is only the first side's.
  struct Slot {
    std::size_t material;
    int side;
  };
  std::vector<Slot> slots;

  // All have as many.
  int men() const { return materials.front().men(); }
  std::string slot_name(const Rules& rules, std::size_t slot) const;  // "KQvKR w"
  bool operator==(const MaterialGroup& other) const { return materials == other.materials; }
};

// What tables are made of.
class Materials {
 public:
  // The rules must outlive this object. Throws UsageError if the variant has several royal kinds.
  explicit Materials(const Rules& rules);

  bool sides_exchange() const { return sides_exchange_; }
  // The table's material: if the sides can be exchanged, the one with the stronger side first.
  Material normal(const Material& material) const;
  MaterialGroup group_of(const Material& material) const;
  // Whether the game is over with such men, wherever they stand and whoever is to move.
  bool is_over(const Material& material) const;
  // The groups to which moves lead from this one, each once, without itself.
  std::vector<MaterialGroup> conversions(const MaterialGroup& group) const;
  // The group of a material and all to which play can lead from it; each comes after those it
  // converts to.
  std::vector<MaterialGroup> with_conversions(const Material& material) const;
  // All groups of up to `men` men (2..max_men) that play can lead to, and what they lead to,
  // ordered likewise; smaller ones come first.
  std::vector<MaterialGroup> up_to(int men) const;

 private:
  void add(const MaterialGroup& group, std::vector<MaterialGroup>& done) const;
  // The materials of exactly that many men, all on the board.
  std::vector<Material> of(int men) const;
  // Calls visit(material) for what one move can make of a material.
  template <class Visit>
  void for_each_next(const Material& material, Visit&& visit) const;
  template <class Visit>
  void for_each_capture(const Material& material, std::size_t side, Visit&& visit) const;
  template <class Visit>
  void for_each_explosion(const Material& material, std::size_t side, Visit&& visit) const;
  template <class Visit>
  void for_each_form(const Material& material, std::size_t side, Visit&& visit) const;
  template <class Visit>
  void for_each_drop(const Material& material, std::size_t side, Visit&& visit) const;
  template <class Visit>
  void come_with_check(const Material& material, std::size_t side, Visit&& visit) const;
  static std::optional<Material> after_check(const Material& material, std::size_t side);
  template <class Visit>
  void for_each_answer_en_passant(const Material& material, std::size_t side, Visit&& visit) const;
  void name_by_hand(MaterialGroup& group) const;
  // What all materials of a group have in common, and no others.
  std::vector<int> group_key(const Material& material) const;

  const Rules& rules_;
  int royal_ = -1;  // -1: none
  bool sides_exchange_;
};

}  // namespace zermelo::endgames
