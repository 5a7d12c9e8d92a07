// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_rules.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

#include "gen/bddl/ground_pieces.h"
#include "gen/bddl/rule_symmetries.h"

namespace zermelo::bddl {
namespace {

// Whether an action changes nothing but constants.
bool is_plain(const GroundAction& action) {
  return action.copies.empty() && action.clauses.empty();
}

ContentSet allowed_on(const GroundAction& action, int square, ContentSet everything) {
  const auto found = std::ranges::find(action.before, square, &std::pair<int, ContentSet>::first);
  return found == action.before.end() ? everything : found->second;
}

// What a plain action may have found on the squares that it changes: each possibility, or nothing
// if there are too many.
std::vector<std::vector<std::pair<int, Content>>> causes_of(const GroundAction& action,
                                                            ContentSet everything) {
  constexpr std::size_t most = 64;
  std::vector<std::vector<std::pair<int, Content>>> causes{{}};
  for (const auto& [square, after] : action.after) {
    const ContentSet set = allowed_on(action, square, everything);
    std::vector<std::vector<std::pair<int, Content>>> longer;
    for (const auto& cause : causes) {
      for (Content content = 0; everything.contains(content); ++content) {
        if (!set.contains(content)) continue;
        longer.push_back(cause);
        longer.back().emplace_back(square, content);
      }
    }
    causes = std::move(longer);
    if (causes.size() > most) return {};
  }
  return causes;
}

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
    const auto left = change_of(count.left, action, everything),
               right = change_of(count.right, action, everything);
    return !left || left != right;
  });
  return gate;
}

}  // namespace

PieceRules::PieceRules(const GroundGame& game)
    : grid_(game.grid),
      pieces_(piece_set_of(game)),
      hand_kinds_(game.hands),
      sides_{compile(game, false), compile(game, true)},
      symmetries_(symmetries_of(game)) {
  if (game.start) start_ = piece_position_of(*game.start, game);
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
  result.ends = EndLines(side.ends, hand_kinds_, pieces_.size());
  result.stuck = EndLines(side.stuck, hand_kinds_, pieces_.size());
  result.illegal = EndLines(side.illegal, hand_kinds_, pieces_.size());
  for (const GroundAction& action : side.actions) {
    const auto number = static_cast<std::uint32_t>(result.actions.size());
    result.actions.push_back(compile(action));
    result.actions.back().touched_ends = touched.touched_by(action);
    if (action.part == 0) add_first(result, action, number, white);
    add_undos(result, action, number, white);
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
  const auto attacks = [&](const std::vector<std::pair<int, Content>>& after,
                           const std::vector<std::pair<int, int>>& copies) {
    const auto add = [&](int square) {
      Numbers& numbers = s.attacks[static_cast<std::size_t>(square)];
      if (numbers.empty() || numbers.back() != number) numbers.push_back(number);
    };
    for (const auto& [square, content] : after) add(square);
    for (const auto& [to, from] : copies) add(to);
  };
  attacks(action.after, action.copies);
  for (const bddl::Clause& clause : action.clauses)
    attacks(clause.change.after, clause.change.copies);
  note_sure_moves(s, action, ContentSet::of_side(white, pieces_.size()), pieces_.size());
}

// An action that asks for two squares only, and changes no hand, is a move that need not be tried.
void PieceRules::note_sure_moves(Side& s, const GroundAction& action, const ContentSet& own,
                                 int kinds) {
  const bool is_simple = action.before.size() == 2 && action.rest.is_always() &&
                         action.hands_before.empty() && action.hands_after.empty() &&
                         action.clauses.empty() && s.illegal.empty();
  if (!is_simple) return;
  for (const std::size_t first : {0, 1}) {
    const auto& [from, piece] = action.before[first];
    const auto& [to, set] = action.before[1 - first];
    if (!own.includes(piece)) continue;
    const ContentSet not_own = ContentSet::everything(kinds).without(own);
    for (int kind = 0; kind < kinds; ++kind) {
      const bool has_kind =
          piece.contains(content_of(kind, false)) || piece.contains(content_of(kind, true));
      if (!has_kind) continue;
      auto& target = set.includes(not_own) ? s.to_not_own : s.to_open;
      if (set.contains(open_square))
        target[static_cast<std::size_t>(from)][static_cast<std::size_t>(kind)] |= bit_of(to);
    }
  }
}

void PieceRules::add_undos(Side& s, const GroundAction& action, std::uint32_t number,
                           bool white) const {
  SquareDemands left;
  for (const auto& [square, content] : action.after)
    left.emplace_back(square, ContentSet::of(content));
  const auto causes = is_plain(action) ? causes_of(action, everything())
                                       : std::vector<std::vector<std::pair<int, Content>>>();
  if (causes.empty()) {
    s.undone_otherwise.add(number, left, white, pieces_.size());
    return;
  }
  const auto is_changed = [&](const std::pair<int, ContentSet>& before) {
    return std::ranges::count(action.after, before.first, &std::pair<int, Content>::first) > 0;
  };
  const Gate gate = gate_after(action, everything());
  const bool asks_no_more = is_gate_alone(action.rest) &&
                            gate.counts.size() == gate_of(action).counts.size() &&
                            std::ranges::all_of(action.before, is_changed);
  for (const auto& cause : causes) {
    const auto undo = static_cast<std::uint32_t>(s.undos.size());
    const bool is_found = s.undone.add(undo, gate, left, hand_kinds_, white, pieces_.size());
    s.undos.push_back({number, PieceChanges(cause), is_found && asks_no_more});
  }
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

// What a plain action does to the material beside taking away what was on its squares: pieces by
// content, then what comes into hands.
std::vector<int> PieceRules::material_change(const GroundAction& action) const {
  std::vector<int> change(PieceSet::contents + 2 * PieceSet::most_kinds);
  for (const auto& [square, content] : action.after) ++change[content];
  for (const HandChange& hand : action.hands_after) {
    const int kind = hand_kinds_[static_cast<std::size_t>(hand.hand)].kind;
    change[static_cast<std::size_t>(PieceSet::contents + 2 * kind + (hand.white ? 1 : 0))] +=
        hand.change;
  }
  return change;
}

void PieceRules::number_material_changes(Side& s, const std::vector<GroundAction>& actions) const {
  std::map<std::vector<int>, std::uint16_t> numbers;
  for (std::size_t i = 0; i < actions.size(); ++i) {
    const GroundAction& action = actions[i];
    Action& compiled = s.actions[i];
    compiled.material.fill(no_change);
    if (!is_plain(action)) continue;
    std::vector<int> change = material_change(action);
    int unknown = 0;
    for (const auto& [square, content] : action.after) {
      const ContentSet before = allowed_on(action, square, everything());
      if (before.size() == 1) {
        --change[before.only()];
        if (unknown == 0) compiled.material_square = square;
      } else {
        ++unknown;
        compiled.material_square = square;
      }
    }
    if (unknown > 1) continue;
    for (Content content = 0; everything().contains(content); ++content) {
      std::vector<int> whole = change;
      if (unknown == 1) --whole[content];
      if (numbers.size() == no_change) break;
      compiled.material[content] =
          numbers.emplace(whole, static_cast<std::uint16_t>(numbers.size())).first->second;
    }
  }
  s.material_changes = numbers.size();
}

// --- Ends ----------------------------------------------------------------------------------------

bool PieceRules::attacked(const PiecePosition& p, int square, bool white) const {
  const Content here = p.at(square);
  if (here == open_square || is_white(here) != white) return false;
  const Side& other = side(!white);
  PiecePosition turned = p;
  turned.white_to_move = !white;
  const auto attacks = [&](const Action& action) {
    PiecePosition next;
    return is_applicable(action, turned) && apply(action, turned, next) && next.at(square) != here;
  };
  bool attacked_otherwise = false;
  for (const std::uint32_t n : other.attacks[static_cast<std::size_t>(square)]) {
    const Action& action = other.actions[n];
    if ((action.otherwise && attacked_otherwise) || !attacks(action)) continue;
    if (!action.otherwise) return true;
    attacked_otherwise = true;
  }
  if (!attacked_otherwise) return false;
  // (Such an action counts only if none without :otherwise is possible.)
  return other.first.for_each(turned, [&](std::uint32_t n) {
    const Action& action = other.actions[n];
    PiecePosition next;
    return !is_applicable(action, turned) || !apply(action, turned, next);
  });
}

std::optional<tree::Result> PieceRules::end_by_line(const PiecePosition& p) const {
  const std::optional<int> line = end_line(p);
  return line ? std::optional(side(!p.white_to_move).ends.result(*line)) : std::nullopt;
}

bool PieceRules::reaches_first_line(const PiecePosition& p) const {
  const Side& s = side(p.white_to_move);
  PiecePosition before = p;
  before.white_to_move = !p.white_to_move;
  const auto reaches = [&](const PiecePosition& next) {
    return s.ends.holds_line(0, next, attacks_in(next));
  };
  if (s.has_long_turns || reaches(before))
    return !for_each_result(p, [&](const PiecePosition& next) { return !reaches(next); });
  return !s.to_first_line.for_each(p, [&](std::uint32_t n) {
    const Action& action = s.actions[n];
    PiecePosition next;
    if (!(action.is_certain || is_applicable(action, p)) || !apply(action, p, next)) return true;
    next.white_to_move = !p.white_to_move;
    return !reaches(next) || (!s.illegal.empty() && is_illegal(next));
  });
}

tree::Result PieceRules::stuck_result(const PiecePosition& p) const {
  const EndLines& stuck = side(p.white_to_move).stuck;
  const std::optional<int> line = stuck.first(p, attacks_in(p));
  assert(line.has_value());  // (the last line holds always)
  return stuck.result(*line);
}

Ending PieceRules::ending_or_stuck(std::optional<int> line, const PiecePosition& p) const {
  const auto for_mover = [](tree::Result result) {
    return result == tree::Result::draw  ? Ending::drawn
           : result == tree::Result::win ? Ending::won
                                         : Ending::lost;
  };
  if (line) return for_mover(side(!p.white_to_move).ends.result(*line));
  if (can_move(p)) return Ending::none;
  const tree::Result result = stuck_result(p);
  if (result == tree::Result::draw) return Ending::drawn;
  return result == tree::Result::win ? Ending::lost : Ending::won;
}

// --- Moves and unmoves ---------------------------------------------------------------------------

bool PieceRules::apply_clauses(const Action& action, const PiecePosition& p,
                               PiecePosition& next) const {
  for (const Clause& clause : action.clauses)
    if (clause.when.holds(p, attacks_in(p)) && !clause.changes.apply(p, next)) return false;
  return true;
}

bool PieceRules::any_possible(const Side& s, const GroundThen& then, bool plain_only,
                              const PiecePosition& p) const {
  PiecePosition next;
  for (const auto& [begin, end] : then.next) {
    for (int n = begin; n < end; ++n) {
      const Action& action = s.actions[static_cast<std::size_t>(n)];
      if (plain_only && action.otherwise) continue;
      if (is_applicable(action, p) && apply(action, p, next)) return true;
    }
  }
  return false;
}

bool PieceRules::any_first_possible(const Side& s, const PiecePosition& p) const {
  return !s.first.for_each(p, [&](std::uint32_t n) {
    const Action& action = s.actions[n];
    PiecePosition next;
    return !((action.is_certain || is_applicable(action, p)) && apply(action, p, next));
  });
}

bool PieceRules::leads_on_to(const Action& action, int next) {
  return action.then && std::ranges::any_of(action.then->next, [&](const auto& range) {
           return range.first <= next && next < range.second;
         });
}

// Where a copy tells what was on a square, that is put there; other squares that change may have
// held anything that the action allows.
void PieceRules::undo_squares(const Allowed& allowed, const PieceChanges& changes,
                              std::vector<PiecePosition>& causes) const {
  Squares unknown = 0, known = 0;
  for (const auto& [square, content] : changes.after()) unknown |= bit_of(square);
  for (const auto& [to, from] : changes.copies()) {
    unknown |= bit_of(to);
    known |= bit_of(from);
  }
  for (PiecePosition& q : causes) {
    const PiecePosition after = q;
    for (const auto& [to, from] : changes.copies()) q.set(from, after.at(to));
  }
  for_each_square(unknown & ~known, [&](int square) {
    const auto found = std::ranges::find(allowed, square, &std::pair<int, ContentSet>::first);
    const ContentSet set = found == allowed.end() ? everything() : found->second;
    std::vector<PiecePosition> longer;
    for (const PiecePosition& q : causes) {
      for (Content c = 0; c <= 2 * pieces_.size(); ++c) {
        if (!set.contains(c)) continue;
        longer.push_back(q);
        longer.back().set(square, c);
      }
    }
    causes = std::move(longer);
  });
}

void PieceRules::list_causes(const Action& action, const PiecePosition& p,
                             std::vector<PiecePosition>& causes) const {
  if (!action.changes.may_lead_to(p)) return;
  causes = {p};
  for (const Clause& clause : action.clauses) {
    if (!clause.changes.may_lead_to(p)) continue;
    std::vector<PiecePosition> fired;
    for (PiecePosition q : causes)
      if (clause.changes.undo_hands(q)) fired.push_back(q);
    undo_squares(clause.allowed, clause.changes, fired);
    causes.insert(causes.end(), fired.begin(), fired.end());
  }
  std::erase_if(causes, [&](PiecePosition& q) { return !action.changes.undo_hands(q); });
  undo_squares(action.allowed, action.changes, causes);
}

}  // namespace zermelo::bddl
