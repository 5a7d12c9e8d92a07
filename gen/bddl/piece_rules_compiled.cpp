// SPDX-License-Identifier: MIT
// How ground rules are compiled: called once for a game.
#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "gen/bddl/ground_pieces.h"
#include "gen/bddl/piece_rules.h"
#include "gen/bddl/rule_symmetries.h"
#include "gen/bddl/tree_checks.h"

namespace zermelo::bddl {
namespace {

// Whether a condition compares numbers of pieces, and asks for nothing else.
bool is_count(const GroundCondition& c) { return c.type == GroundCondition::Type::compare; }
bool is_gate_alone(const GroundCondition& rest) {
  return is_count(rest) ||
         (rest.type == GroundCondition::Type::all && std::ranges::all_of(rest.parts, is_count));
}

Gate gate_of(const GroundAction& action) {
  Gate gate{action.hands_before, {}};
  if (is_count(action.rest)) gate.counts.push_back(action.rest);
  if (action.rest.type == GroundCondition::Type::all)
    std::ranges::copy_if(action.rest.parts, std::back_inserter(gate.counts), is_count);
  return gate;
}

// By how much a plain action changes a number; nothing if that depends on the position.
std::optional<int> change_of(const GroundQuantity& quantity, const GroundAction& action,
                             ContentSet everything) {
  using Number = tree::Quantity::Of;
  int change = 0;
  if (quantity.of == Number::hand) {
    for (const HandChange& hand : action.hands_after)
      if (hand.hand == quantity.hand && hand.white == quantity.white) change += hand.change;
  }
  if (quantity.of != Number::count) return change;
  for (const auto& [square, content] : action.after) {
    if ((quantity.squares >> square & 1) == 0) continue;
    const ContentSet before = allowed_on(action, square, everything);
    const bool counted = quantity.counted.includes(before);
    if (!counted && !(quantity.counted & before).empty()) return std::nullopt;
    change += (quantity.counted.contains(content) ? 1 : 0) - (counted ? 1 : 0);
  }
  return change;
}

// The part of a plain action's gate that can be told from what it leaves.
Gate gate_after(const GroundAction& action, ContentSet everything) {
  Gate gate = gate_of(action);
  for (HandDemand& demand : gate.hands) {
    int change = 0;
    for (const HandChange& hand : action.hands_after)
      if (hand.hand == demand.hand && hand.white == demand.white) change += hand.change;
    demand.least = std::max(0, demand.least + change);
    demand.most = std::min(PieceSet::most_in_hand, demand.most + change);
  }
  std::erase_if(gate.counts, [&](const GroundCondition& count) {
    const auto left = change_of(count.compared->left, action, everything),
               right = change_of(count.compared->right, action, everything);
    return !left || left != right;
  });
  return gate;
}

}  // namespace

PieceRules::PieceRules(const std::shared_ptr<const GroundGame>& game)
    : games_{game, game},
      grid_(game->grid),
      pieces_(piece_set_of(*game)),
      hand_kinds_(game->hands),
      sides_{compile(*game, false), compile(*game, true)},
      symmetries_(symmetries_of(*game)) {
  if (game->start) start_ = piece_position_of(*game->start, *game);
  for (const Side& s : sides_) {
    for (const Action& action : s.actions) has_texts_ = has_texts_ || !action.text.empty();
  }
}

// --- Compiling -----------------------------------------------------------------------------------

PieceRules::Action PieceRules::compile(const GroundAction& action) const {
  Action result;
  result.name = action.name;
  result.text = action.text;
  result.before = PieceDemand(action.before, action.hands_before, hand_kinds_, pieces_.size());
  result.allowed = action.before;
  result.rest = PieceCondition(action.rest, hand_kinds_, pieces_.size());
  result.has_rest = !action.rest.is_always();
  result.changes = PieceChanges(action.after, action.copies, action.hands_after, hand_kinds_);
  for (const bddl::Clause& clause : action.clauses) {
    const Change& change = clause.change;
    Allowed allowed;
    for (const auto& [square, content] : change.after)
      allowed.emplace_back(square, allowed_on(square, clause.when, everything()));
    for (const auto& [square, from] : change.copies)
      allowed.emplace_back(square, allowed_on(square, clause.when, everything()));
    result.clauses.push_back({PieceCondition(clause.when, hand_kinds_, pieces_.size()),
                              PieceChanges(change.after, change.copies, change.hands, hand_kinds_),
                              std::move(allowed)});
  }
  result.otherwise = action.otherwise;
  result.part = action.part;
  result.then = action.then;
  if (action.then)
    result.then_when = PieceCondition(action.then->when, hand_kinds_, pieces_.size());
  return result;
}

PieceRules::Side PieceRules::compile(const GroundGame& game, bool white) const {
  Side result;
  const GroundSide& side = game.side(white);
  const TouchedEnds touched(game, white);
  result.ends = EndLines(side.ends, hand_kinds_, white, pieces_.size());
  result.stuck = EndLines(side.stuck, hand_kinds_, white, pieces_.size());
  result.illegal = EndLines(side.illegal, hand_kinds_, white, pieces_.size());
  result.attacks = AttackIndex(side.actions, white, pieces_.size());
  for (const GroundAction& action : side.actions) {
    const auto number = static_cast<std::uint32_t>(result.actions.size());
    result.actions.push_back(compile(action));
    result.actions.back().touched_ends = touched.touched_by(action);
    if (action.part == 0) add_first(result, action, number, white);
    result.has_long_turns = result.has_long_turns || action.otherwise || action.then;
  }
  result.needs_forward_test = result.has_long_turns && !side.illegal.empty();
  number_thens(result, side.actions);
  number_material_changes(result, side.actions);
  return result;
}

void PieceRules::add_first(Side& s, const GroundAction& action, std::uint32_t number,
                           bool white) const {
  const Gate gate = gate_of(action);
  ActionIndex& index = action.otherwise ? s.first_otherwise : s.first;
  const bool is_found = index.add(number, gate, action.before, hand_kinds_, white, pieces_.size());
  s.actions[number].is_certain = is_found && is_gate_alone(action.rest);
  const bool to_first_line = std::ranges::any_of(
      s.actions[number].touched_ends, [&](std::uint32_t n) { return s.ends.line(n) == 0; });
  if (to_first_line)
    s.to_first_line.add(number, gate, action.before, hand_kinds_, white, pieces_.size());
  if (s.illegal.empty())
    s.sure_moves.add(action, gate, is_gate_alone(action.rest), hand_kinds_, white, pieces_.size());
}

PieceRules::Unmoves PieceRules::compile_unmoves(bool white) const {
  Unmoves result;
  std::shared_ptr<const GroundGame>& game = games_[white ? 1 : 0];
  const std::vector<GroundAction>& actions = game->side(white).actions;
  const TurnMaterial material(actions, hand_kinds_, everything());
  for (std::uint32_t number = 0; number < actions.size(); ++number)
    add_undos(result, material, actions[number], number, white);
  game.reset();
  return result;
}

void PieceRules::add_undos(Unmoves& unmoves, const TurnMaterial& material,
                           const GroundAction& action, std::uint32_t number, bool white) const {
  SquareDemands left;
  for (const auto& [square, content] : action.after)
    left.emplace_back(square, ContentSet::of(content));
  const std::vector<SquareContents> causes = causes_of(action, everything());
  if (causes.empty()) {
    unmoves.undone_otherwise.add(number, left, white, pieces_.size());
    return;
  }
  const auto is_changed = [&](const std::pair<int, ContentSet>& before) {
    return std::ranges::count(action.after, before.first, &std::pair<int, Content>::first) > 0;
  };
  const Gate gate = gate_after(action, everything());
  const bool asks_no_more = is_gate_alone(action.rest) &&
                            gate.counts.size() == gate_of(action).counts.size() &&
                            std::ranges::all_of(action.before, is_changed);
  for (const SquareContents& cause : causes) {
    const auto undo = static_cast<std::uint32_t>(unmoves.undos.size());
    const std::size_t family = family_of(unmoves, material.ending_with(number, cause));
    const bool is_found =
        unmoves.undone.add(undo, gate, left, hand_kinds_, white, pieces_.size(), family);
    unmoves.undos.push_back({number, PieceChanges(cause), is_found && asks_no_more});
  }
}

std::size_t PieceRules::family_of(Unmoves& unmoves, const TurnMaterial::Differences& differences) {
  const auto found = std::ranges::find(unmoves.families, differences);
  const auto family = static_cast<std::size_t>(found - unmoves.families.begin());
  if (found == unmoves.families.end()) unmoves.families.push_back(differences);
  return family;
}

void PieceRules::number_thens(Side& s, const std::vector<GroundAction>& actions) {
  std::map<std::string, int> numbers;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    if (!actions[i].then) continue;
    std::string key;
    append_key(actions[i].then->when, key);
    s.actions[i].then_number = numbers.emplace(key, static_cast<int>(numbers.size())).first->second;
  }
}

void PieceRules::number_material_changes(Side& s, const std::vector<GroundAction>& actions) const {
  std::map<MaterialDifference, std::uint16_t> numbers = {{{}, 0}};
  const auto lose = [](MaterialDifference& difference, Content content) {
    if (content != open_square) --difference.board[static_cast<std::size_t>(content - 1)];
  };
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const GroundAction& action = actions[i];
    Action& compiled = s.actions[i];
    compiled.material.fill(no_change);
    if (!is_plain(action)) continue;
    MaterialDifference change = gain_of(action, hand_kinds_);
    int unknown = 0;
    for (const auto& [square, content] : action.after) {
      const ContentSet before = allowed_on(action, square, everything());
      if (before.size() == 1) {
        lose(change, before.only());
        if (unknown == 0) compiled.material_square = square;
      } else {
        ++unknown;
        compiled.material_square = square;
      }
    }
    if (unknown > 1) continue;
    for (Content content = 0; everything().contains(content); ++content) {
      MaterialDifference whole = change;
      if (unknown == 1) lose(whole, content);
      if (numbers.size() == no_change) break;
      compiled.material[content] =
          numbers.emplace(whole, static_cast<std::uint16_t>(numbers.size())).first->second;
    }
  }
  s.material_changes = s.changes_of_actions = numbers.size();
  if (!s.has_long_turns) return;
  std::vector<MaterialDifference> changes(numbers.size());
  for (const auto& [change, number] : numbers) changes[number] = change;
  number_changes_together(s, std::move(changes));
}

// Of up to three parts of turns.
void PieceRules::number_changes_together(Side& s, std::vector<MaterialDifference> changes) {
  constexpr std::size_t most = 4096;
  const std::size_t single = changes.size();
  std::vector<std::uint16_t> together;
  for (std::size_t i = 0, pairs = 0; i < std::max(single, pairs); ++i) {
    for (std::size_t j = 0; j < single; ++j) {
      MaterialDifference sum = changes[i];
      sum += changes[j];
      auto place = std::ranges::find(changes, sum);
      if (place == changes.end()) {
        if (changes.size() == most) return;
        place = changes.insert(place, sum);
      }
      together.push_back(static_cast<std::uint16_t>(place - changes.begin()));
    }
    if (i + 1 == single) pairs = changes.size();
  }
  s.material_changes = changes.size();
  s.together = std::move(together);
}

}  // namespace zermelo::bddl
