// SPDX-License-Identifier: MIT
#include "gen/bddl/sure_moves.h"

#include <algorithm>

namespace zermelo::bddl {
namespace {

// Whether the hands certainly hold what the action takes from them, and have room.
bool hands_allow(const GroundAction& action) {
  return std::ranges::all_of(action.hands_after, [&](const HandChange& change) {
    const auto demand = std::ranges::find_if(action.hands_before, [&](const HandDemand& before) {
      return before.hand == change.hand && before.white == change.white;
    });
    const auto of_same_hand = [&](const HandChange& other) {
      return other.hand == change.hand && other.white == change.white;
    };
    return change.change < 0 && demand != action.hands_before.end() &&
           demand->least >= -change.change &&
           std::ranges::count_if(action.hands_after, of_same_hand) == 1;
  });
}

}  // namespace

void SureMoves::add(const GroundAction& action, const Gate& gate, bool gate_alone,
                    std::span<const tree::Hand> hand_kinds, bool white, int kinds) {
  const bool is_simple = (gate_alone || action.rest.is_always()) && action.clauses.empty() &&
                         action.copies.empty() && hands_allow(action);
  if (!is_simple) return;
  const ContentSet own = ContentSet::of_side(white, kinds);
  const auto& before = action.before;
  if (before.size() == 1 && before[0].second == ContentSet::open())
    gated(gate, hand_kinds, kinds).drops |= bit_of(before[0].first);
  if (before.size() != 2) return;
  for (const std::size_t first : {0, 1}) {
    const auto& [from, piece] = before[first];
    const auto& [to, set] = before[1 - first];
    if (!own.includes(piece) || !set.contains(open_square)) continue;
    const bool takes = set.includes(ContentSet::everything(kinds).without(own));
    Gated& moves = gated(gate, hand_kinds, kinds);
    moves.from |= bit_of(from);
    for (int kind = 0; kind < kinds; ++kind) {
      if (!piece.contains(content_of(kind, white))) continue;
      auto& targets = takes ? moves.to_not_own : moves.to_open;
      targets[static_cast<std::size_t>(from)][static_cast<std::size_t>(kind)] |= bit_of(to);
    }
  }
}

SureMoves::Gated& SureMoves::gated(const Gate& gate, std::span<const tree::Hand> hand_kinds,
                                   int kinds) {
  const std::string key = gate.key();
  const auto found = std::ranges::find(gates_, key, &Gated::key);
  if (found != gates_.end()) return *found;
  return gates_.emplace_back(Gated{.key = key, .gate = PieceGate(gate, hand_kinds, kinds)});
}

}  // namespace zermelo::bddl
