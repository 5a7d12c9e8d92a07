// SPDX-License-Identifier: MIT
#include "gen/variant/material.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

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
    if (royal_men(rules, counts) != (rules.has_royal(side) ? 1 : 0)) {
      throw UsageError(
          fmt::format("'{}' is not a material of this variant: {} exactly one royal man.", name,
                      rules.both_have_royal() ? "each side has" : "one side has"));
    }
    if (material.men(side) == 0)
      throw UsageError(fmt::format("'{}' is not a material: each side has men.", name));
    const auto& held = material.hands[static_cast<std::size_t>(side)];
    for (std::size_t k = 0; k < held.size(); ++k) {
      if (held[k] > 0 && rules.kinds()[k].drops[static_cast<std::size_t>(side)] == 0) {
        throw UsageError(fmt::format("'{}' is not a material of this variant: {} is never in hand.",
                                     name, rules.kinds()[k].letter));
      }
    }
  }
  if (material.men() > max_men) {
    throw UsageError(
        fmt::format("'{}' has {} men; tables have {} at most.", name, material.men(), max_men));
  }
}

// Reads names of materials and of groups.
class MaterialReader {
 public:
  MaterialReader(const Rules& rules, std::string_view name)
      : rules_(rules), name_(name), rest_(name), material_(rules.kinds().size()) {}

  Material read() {
    read_side(0);
    if (take('v')) {
      read_side(1);
    } else if (rules_.keeps_men() && share_royals()) {
      // (The name of a group.)
    } else if (rest_.empty() || rest_.front() == '-') {
      throw UsageError(fmt::format("'{}' is not a material: write both sides, like KQvKR.", name_));
    }
    read_checks();
    if (!rest_.empty()) refuse();
    check_material(rules_, material_, name_);
    return material_;
  }

 private:
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void read_side(std::size_t side) {
    read_men(material_.counts[side], "[v-");
    if (!take('[')) return;
    read_men(material_.hands[side], "]");
    if (!take(']')) refuse();
  }
  void read_men(std::vector<std::uint8_t>& counts, std::string_view ends) {
    while (!rest_.empty() && ends.find(rest_.front()) == std::string_view::npos) {
      const auto kind = take_kind(rules_, rest_);
      if (!kind || ++men_ > 255) refuse();
      ++counts[*kind];
    }
  }
  // "-2+1".
  void read_checks() {
    const Endings& e = rules_.endings();
    if (!e.counts_checks()) return;
    const bool are_given = take('-');
    for (const std::size_t side : {0u, 1u}) {
      material_.checks[side] = static_cast<std::uint8_t>(e.checks[side]);
      if (!are_given) continue;
      const bool is_right = (side == 0 || take('+')) && !rest_.empty() && rest_.front() >= '1' &&
                            rest_.front() - '0' <= e.checks[side];
      if (!is_right) {
        throw UsageError(fmt::format(
            "'{}' is not a material of this variant: the checks that are left to give follow it as "
            "in -{}+{}, and are 1 at least.",
            name_, e.checks[0], e.checks[1]));
      }
      material_.checks[side] = static_cast<std::uint8_t>(rest_.front() - '0');
      rest_.remove_prefix(1);
    }
  }
  // "KK[..]": one royal man for each side.
  bool share_royals() {
    for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
      if (!rules_.kinds()[k].is_royal || material_.counts[0][k] != 2) continue;
      --material_.counts[0][k];
      ++material_.counts[1][k];
      return true;
    }
    return false;
  }
  [[noreturn]] void refuse() const {
    throw UsageError(fmt::format(
        "'{}' is not a material of this variant: '{}' is none of its men. Write it like {}.", name_,
        rest_.substr(0, 1), rules_.keeps_men() ? "KQvKR or K[Q]vKR" : "KQvKR"));
  }

  const Rules& rules_;
  std::string_view name_, rest_;
  Material material_;
  int men_ = 0;
};

std::string letters_of(const Rules& rules, const std::vector<std::uint8_t>& counts) {
  std::string letters;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    for (int i = 0; i < counts[k]; ++i) letters += rules.kinds()[k].letter;
  }
  return letters;
}

// "-2+1", if checks are counted.
std::string checks_of(const Material& material) {
  if (material.checks[0] == 0) return {};
  return fmt::format("-{}+{}", material.checks[0], material.checks[1]);
}

int sum(const std::vector<std::uint8_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0);
}

}  // namespace

int Material::men(int side) const {
  const auto s = static_cast<std::size_t>(side);
  return sum(counts[s]) + sum(hands[s]);
}
int Material::in_hand() const { return sum(hands[0]) + sum(hands[1]); }

Material Material::exchanged() const {
  Material other = *this;
  std::swap(other.counts[0], other.counts[1]);
  std::swap(other.hands[0], other.hands[1]);
  std::swap(other.checks[0], other.checks[1]);
  return other;
}

Material material_of(const Rules& rules, const Men& men) {
  Material material(rules.kinds().size());
  const auto add = [](Material::Counts& counts, int man) {
    ++counts[static_cast<std::size_t>(side_of(man))][static_cast<std::size_t>(kind_of(man))];
  };
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.count); ++i)
    add(material.counts, men.man[i]);
  for (std::size_t i = 0; i < static_cast<std::size_t>(men.in_hand); ++i)
    add(material.hands, men.hand[i]);
  material.checks = men.checks;
  return material;
}

std::string name_of(const Rules& rules, const Material& material) {
  std::string name;
  for (std::size_t side = 0; side < 2; ++side) {
    if (side == 1) name += 'v';
    name += letters_of(rules, material.counts[side]);
    const std::string held = letters_of(rules, material.hands[side]);
    if (!held.empty()) name += "[" + held + "]";
  }
  return name + checks_of(material);
}

Material read_material(const Rules& rules, std::string_view name) {
  return MaterialReader(rules, name).read();
}

bool is_stronger_first(const Material& material) {
  const int first = material.men(0), second = material.men(1);
  if (first != second) return first > second;
  if (material.counts[0] != material.counts[1]) return material.counts[0] > material.counts[1];
  if (material.hands[0] != material.hands[1]) return material.hands[0] > material.hands[1];
  return material.checks[0] <= material.checks[1];
}

std::string MaterialGroup::slot_name(const Rules& rules, std::size_t slot) const {
  return name_of(rules, materials[slots[slot].material]) + (slots[slot].side == 0 ? " w" : " b");
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

// --- What moves make of a material ---------------------------------------------------------------

template <class Visit>
void Materials::for_each_form(const Material& material, std::size_t side, Visit&& visit) const {
  visit(material);
  for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
    if (material.counts[side][k] == 0) continue;
    const auto become = [&](int next) {
      if (next == no_kind) return;
      Material changed = material;
      --changed.counts[side][k];
      ++changed.counts[side][static_cast<std::size_t>(next)];
      visit(changed);
    };
    for (const int next : rules_.kinds()[k].promotes_to[side]) {
      const int limit = rules_.kind(next).limit;
      if (limit < 0 || material.counts[side][static_cast<std::size_t>(next)] < limit) become(next);
    }
    become(rules_.kinds()[k].turns_to);
    become(rules_.kinds()[k].turns_back_to);
  }
}

// Also the material itself: nobody is taken.
template <class Visit>
void Materials::for_each_capture(const Material& material, std::size_t side, Visit&& visit) const {
  visit(material);
  for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
    if (material.counts[side ^ 1][k] == 0 || rules_.kinds()[k].is_royal) continue;
    Material taken = material;
    --taken.counts[side ^ 1][k];
    if (rules_.kinds()[k].in_hand != no_kind)
      ++taken.hands[side][static_cast<std::size_t>(rules_.kinds()[k].in_hand)];
    if (rules_.endings().blast)
      for_each_explosion(taken, side, visit);
    else
      visit(taken);
  }
}

// What a capture by a man of that side may blow up: all men that can be next to it, or some of
// them.
template <class Visit>
void Materials::for_each_explosion(const Material& material, std::size_t side,
                                   Visit&& visit) const {
  const Endings& e = rules_.endings();
  const std::size_t kinds = rules_.kinds().size();
  const auto remove = [&](auto&& self, Material left, std::size_t cell) -> void {
    if (cell == 2 * kinds) return visit(left);
    const std::size_t owner = cell / kinds, k = cell % kinds;
    // (A taker that is spared next to the square is not spared on it.)
    const bool stays = has(e.blast_immune, static_cast<int>(k)) ||
                       (has(e.blast_spares, static_cast<int>(k)) && owner != side);
    self(self, left, cell + 1);
    for (; !stays && left.counts[owner][k] > 0; self(self, left, cell + 1)) --left.counts[owner][k];
  };
  remove(remove, material, 0);
}

template <class Visit>
void Materials::for_each_drop(const Material& material, std::size_t side, Visit&& visit) const {
  for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
    if (material.hands[side][k] == 0) continue;
    for (const int form : {static_cast<int>(k), rules_.kinds()[k].turned_drop}) {
      if (form == no_kind) continue;
      Material dropped = material;
      --dropped.hands[side][k];
      ++dropped.counts[side][static_cast<std::size_t>(form)];
      visit(dropped);
    }
  }
}

template <class Visit>
void Materials::for_each_next(const Material& material, Visit&& visit) const {
  for (const std::size_t side : {0u, 1u}) {
    const auto come_to = [&](const Material& next) { come_with_check(next, side, visit); };
    for_each_capture(material, side,
                     [&](const Material& after) { for_each_form(after, side, come_to); });
    for_each_drop(material, side, come_to);
    for_each_answer_en_passant(material, side, visit);
  }
}

// A move of that side leads there, and may give a check.
template <class Visit>
void Materials::come_with_check(const Material& material, std::size_t side, Visit&& visit) const {
  if (!is_over(material)) visit(normal(material));
  const std::optional<Material> checked = after_check(material, side);
  if (checked && !is_over(*checked)) visit(normal(*checked));
}

// The material after a check by that side that does not end the game, if checks are counted.
std::optional<Material> Materials::after_check(const Material& material, std::size_t side) {
  if (material.checks[side] <= 1) return std::nullopt;
  Material checked = material;
  --checked.checks[side];
  return checked;
}

// A double step that gives a check which is counted leads to another table, which does not know
// that it can be answered en passant: that is looked up, too.
template <class Visit>
void Materials::for_each_answer_en_passant(const Material& material, std::size_t side,
                                           Visit&& visit) const {
  const std::optional<Material> checked = after_check(material, side);
  const auto has_one = [&](std::size_t s, auto wanted) {
    for (int k = 0; k < static_cast<int>(rules_.kinds().size()); ++k) {
      if (material.counts[s][static_cast<std::size_t>(k)] > 0 && wanted(k)) return true;
    }
    return false;
  };
  if (!checked ||
      !has_one(side,
               [&](int k) { return rules_.has_double_steps(man_of(k, static_cast<int>(side))); }) ||
      !has_one(side ^ 1, [&](int k) { return rules_.kind(k).takes_en_passant; }))
    return;
  for_each_capture(*checked, side ^ 1,
                   [&](const Material& next) { come_with_check(next, side ^ 1, visit); });
}

bool Materials::is_over(const Material& material) const {
  if (material.men(0) == 0 || material.men(1) == 0) return true;
  const Endings& e = rules_.endings();
  if (!e.extinction && !e.pseudo_royal) return false;
  for (const std::size_t side : {0u, 1u}) {
    const auto decides = [&](auto counts) {
      std::array<int, 2> men{};
      for (const std::size_t s : {side, side ^ 1}) {
        for (std::size_t k = 0; k < rules_.kinds().size(); ++k) {
          if (counts(static_cast<int>(k))) men[s] += material.counts[s][k] + material.hands[s][k];
        }
      }
      // (Last men that may not be left attacked are never taken.)
      if (e.pseudo_royal && !e.blast) return men[side] == 0;
      const int needed = e.extinct_opponent_count + (e.extinct_claim ? 1 : 0);
      return men[side] <= e.extinct_count && men[side ^ 1] >= needed;
    };
    if (e.extinct_all && decides([](int) { return true; })) return true;
    for (int k = 0; k < static_cast<int>(rules_.kinds().size()); ++k) {
      const bool is_one = has(e.extinct_kinds, k) && rules_.look_of(k) == k;
      if (is_one && decides([&](int kind) { return rules_.look_of(kind) == k; })) return true;
    }
  }
  return false;
}

std::vector<int> Materials::group_key(const Material& material) const {
  const std::size_t kinds = rules_.kinds().size();
  std::vector<int> key(4 * kinds, 0);
  for (const std::size_t side : {0u, 1u}) {
    for (std::size_t k = 0; k < kinds; ++k) {
      const auto c = static_cast<std::size_t>(rules_.class_of(static_cast<int>(k)));
      // (Where men are kept, all places of a class count alike.)
      key[(rules_.keeps_men() ? 0 : side * kinds) + c] += material.counts[side][k];
      if (rules_.keeps_men())
        key[c] += material.hands[side][k];
      else
        key[(2 + side) * kinds + k] += material.hands[side][k];
    }
  }
  key.insert(key.end(), material.checks.begin(), material.checks.end());
  return key;
}

// --- Groups --------------------------------------------------------------------------------------

MaterialGroup Materials::group_of(const Material& material) const {
  const Material first = normal(material);
  std::set<std::vector<int>> keys{group_key(first)};
  if (sides_exchange_) keys.insert(group_key(first.exchanged()));
  std::set<Material> found{first};
  for (std::vector<Material> open{first}; !open.empty();) {
    const Material m = open.back();
    open.pop_back();
    for_each_next(m, [&](const Material& next) {
      if (keys.contains(group_key(next)) && found.insert(next).second) open.push_back(next);
    });
  }
  MaterialGroup group{.name = {}, .materials = {found.begin(), found.end()}, .slots = {}};
  for (std::size_t m = 0; m < group.materials.size(); ++m) {
    group.slots.push_back({m, 0});
    if (!sides_exchange_ || group.materials[m] != group.materials[m].exchanged())
      group.slots.push_back({m, 1});
  }
  group.name = name_of(rules_, group.materials.front());
  if (rules_.keeps_men() && rules_.both_have_royal()) name_by_hand(group);
  return group;
}

// "KK[GS]", if all men but the royal ones can be in hand.
void Materials::name_by_hand(MaterialGroup& group) const {
  const auto all_held = std::ranges::find_if(group.materials, [](const Material& m) {
    return sum(m.counts[0]) == 1 && sum(m.counts[1]) == 1;
  });
  if (all_held == group.materials.end()) return;
  std::vector<std::uint8_t> held = all_held->hands[0];
  for (std::size_t k = 0; k < held.size(); ++k)
    held[k] = static_cast<std::uint8_t>(held[k] + all_held->hands[1][k]);
  const std::string royal = rules_.kind(royal_).letter, men = letters_of(rules_, held);
  group.name = royal + royal + (men.empty() ? "" : "[" + men + "]") + checks_of(*all_held);
}

std::vector<MaterialGroup> Materials::conversions(const MaterialGroup& group) const {
  std::set<Material> next;
  for (const Material& m : group.materials)
    for_each_next(m, [&](const Material& after) { next.insert(after); });
  for (const Material& m : group.materials) next.erase(m);
  std::vector<MaterialGroup> groups;
  while (!next.empty()) {
    groups.push_back(group_of(*next.begin()));
    for (const Material& m : groups.back().materials) next.erase(m);
  }
  return groups;
}

void Materials::add(const MaterialGroup& group, std::vector<MaterialGroup>& done) const {
  if (std::ranges::find(done, group) != done.end()) return;
  std::vector<MaterialGroup> next = conversions(group);
  std::ranges::stable_sort(next, {}, [](const MaterialGroup& g) { return g.men(); });
  for (const MaterialGroup& g : next) add(g, done);
  done.push_back(group);
}

std::vector<MaterialGroup> Materials::with_conversions(const Material& material) const {
  std::vector<MaterialGroup> done;
  add(group_of(material), done);
  return done;
}

std::vector<Material> Materials::of(int men) const {
  const std::size_t kinds = rules_.kinds().size();
  Material kings(kinds);
  if (royal_ >= 0) {
    for (const int side : {0, 1}) {
      if (rules_.has_royal(side))
        ++kings.counts[static_cast<std::size_t>(side)][static_cast<std::size_t>(royal_)];
    }
  }
  std::set<Material> found{kings};
  for (int k = kings.men(); k < men; ++k) {
    std::set<Material> more;
    for (const Material& smaller : found) {
      for (std::size_t i = 0; i < 2 * kinds; ++i) {
        if (static_cast<int>(i / 2) == royal_) continue;
        Material larger = smaller;
        const int most = rules_.kinds()[i / 2].most[i % 2];
        if (++larger.counts[i % 2][i / 2] <= most || most < 0) more.insert(larger);
      }
    }
    found = std::move(more);
  }
  std::set<Material> result;
  const auto& [first, second] = rules_.endings().checks;
  for (Material m : found) {
    if (is_over(m)) continue;
    // (One material for each pair of counters.)
    for (int a = first > 0 ? 1 : 0; a <= first; ++a) {
      for (int b = second > 0 ? 1 : 0; b <= second; ++b) {
        m.checks = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
        result.insert(normal(m));
      }
    }
  }
  return {result.begin(), result.end()};
}

std::vector<MaterialGroup> Materials::up_to(int men) const {
  if (men < 2 || men > max_men) {
    throw UsageError(fmt::format("Tables can be made of 2 to {} men, not of {}.", max_men, men));
  }
  std::vector<MaterialGroup> done;
  for (int count = 2; count <= men; ++count) {
    for (const Material& m : of(count)) add(group_of(m), done);
  }
  return done;
}

}  // namespace zermelo::endgames
