// SPDX-License-Identifier: MIT
#include "gen/bddl/attack_index.h"

#include <algorithm>
#include <map>
#include <utility>

namespace zermelo::bddl {
namespace {

// What an action may leave on the squares that it changes.
std::map<int, std::optional<Content>> changed_by(const GroundAction& action) {
  std::map<int, std::optional<Content>> result;
  for (const auto& [square, content] : action.after) result[square] = content;
  for (const auto& [to, from] : action.copies) result[to] = std::nullopt;
  for (const Clause& clause : action.clauses) {
    for (const auto& [square, content] : clause.change.after) result[square] = std::nullopt;
    for (const auto& [to, from] : clause.change.copies) result[to] = std::nullopt;
  }
  return result;
}

}  // namespace

AttackIndex::AttackIndex(const std::vector<GroundAction>& actions, bool white, int kinds)
    : white_(white) {
  const ContentSet own = ContentSet::of_side(white, kinds),
                   others = ContentSet::of_side(!white, kinds);
  std::vector<std::pair<std::size_t, Attack>> found;
  for (std::uint32_t n = 0; n < actions.size() && actions[n].part == 0; ++n) {
    const auto& before = actions[n].before;
    const auto piece =
        std::ranges::find_if(before, [&](const auto& pair) { return own.includes(pair.second); });
    for (const auto& [square, leaves] : changed_by(actions[n])) {
      const auto held = std::ranges::find(before, square, &std::pair<int, ContentSet>::first);
      if (held != before.end() && (held->second & others).empty()) continue;
      if (piece == before.end()) {
        without_piece_[static_cast<std::size_t>(square)].push_back({n, leaves});
        continue;
      }
      sources_[static_cast<std::size_t>(square)] |= bit_of(piece->first);
      for (int kind = 0; kind < kinds; ++kind) {
        if (piece->second.contains(content_of(kind, white)))
          found.emplace_back(place_of(square, piece->first, kind), Attack{n, leaves});
      }
    }
  }
  std::ranges::stable_sort(found, {}, &std::pair<std::size_t, Attack>::first);
  starts_.resize(place_of(max_squares, 0, 0) + 1);
  for (const auto& [place, attack] : found) {
    ++starts_[place + 1];
    attacks_.push_back(attack);
  }
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
}

}  // namespace zermelo::bddl
