// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_rules.h"

#include <algorithm>

#include "gen/sorted.h"

namespace zermelo::bddl {
namespace {

using Type = GroundCondition::Type;

PieceSet pieces_of(const GroundGame& game) {
  std::vector<PieceKind> kinds;
  for (const tree::Kind& kind : game.kinds) kinds.push_back({kind.name, kind.letter, false});
  for (const tree::Hand& hand : game.hands)
    kinds[static_cast<std::size_t>(hand.kind)].in_hand = true;
  std::vector<BoardLine> lines;
  if (game.moves_along_lines || game.exists != game.grid.all()) {
    lines = game.lines;
    lines.insert(lines.end(), game.links.begin(), game.links.end());
  }
  return PieceSet(game.grid.columns, game.grid.rows, std::move(kinds), game.exists,
                  std::move(lines));
}

PiecePosition position_of(const PlainPosition& plain, Grid grid,
                          const std::vector<tree::Hand>& hands) {
  PiecePosition p;
  p.white_to_move = plain.white_to_move;
  for (int square = 0; square < grid.squares(); ++square)
    p.set(square, plain.squares[static_cast<std::size_t>(square)]);
  for (const bool white : {false, true}) {
    for (std::size_t hand = 0; hand < hands.size(); ++hand)
      p.set_in_hand(white, hands[hand].kind, plain.hands[white ? 1 : 0][hand]);
  }
  return p;
}

// --- Images, for finding symmetries --------------------------------------------------------------

GroundQuantity image(const GridSymmetry& g, GroundQuantity quantity) {
  quantity.squares = g(quantity.squares);
  return quantity;
}

GroundCondition image(const GridSymmetry& g, const GroundCondition& condition) {
  GroundCondition result = condition;
  if (condition.type == Type::square || condition.type == Type::attacked)
    result.square = g.image(condition.square);
  result.left = image(g, condition.left);
  result.right = image(g, condition.right);
  for (GroundCondition& part : result.parts) part = image(g, part);
  return result;
}

// A text that two conditions have in common if they are the same but for the order of their parts.
std::string key_of(const GroundCondition& condition) {
  GroundCondition bare = condition;
  bare.parts.clear();
  std::string key;
  append_key(bare, key);
  std::vector<std::string> parts;
  for (const GroundCondition& part : condition.parts) parts.push_back(key_of(part));
  std::ranges::sort(parts);
  for (const std::string& part : parts) key += '(' + part + ')';
  return key;
}

template <class Second>
std::vector<std::pair<int, Second>> image(const GridSymmetry& g,
                                          std::vector<std::pair<int, Second>> pairs) {
  for (auto& [square, second] : pairs) square = g.image(square);
  std::ranges::sort(pairs, {}, &std::pair<int, Second>::first);
  return pairs;
}

std::string key_of(const GridSymmetry& g, const GroundDemand& demand) {
  std::string key;
  for (const auto& [square, set] : image(g, demand.squares))
    key += std::to_string(square) + ':' + std::to_string(set.bits()) + ' ';
  for (const HandDemand& hand : demand.hands) {
    key += (hand.white ? 'W' : 'B') + std::to_string(hand.hand) + ':' + std::to_string(hand.least) +
           '-' + std::to_string(hand.most) + ' ';
  }
  return key + key_of(image(g, demand.rest));
}

std::string key_of(const GridSymmetry& g, const std::vector<std::pair<int, Content>>& after,
                   std::vector<std::pair<int, int>> copies, const std::vector<HandChange>& hands) {
  std::string key = " >";
  for (const auto& [square, content] : image(g, after))
    key += std::to_string(square) + '=' + std::to_string(content) + ' ';
  for (auto& [to, from] : copies) {
    to = g.image(to);
    from = g.image(from);
  }
  std::ranges::sort(copies);
  for (const auto& [to, from] : copies)
    key += std::to_string(to) + '<' + std::to_string(from) + ' ';
  for (const HandChange& hand : hands) {
    key += (hand.white ? 'W' : 'B') + std::to_string(hand.hand) + ':' +
           std::to_string(hand.change) + ' ';
  }
  return key;
}

std::string key_of(const GridSymmetry& g, const GroundAction& action) {
  std::string key = std::to_string(action.part) + (action.otherwise ? "o " : " ");
  key += key_of(g, GroundDemand{action.before, action.hands_before, action.rest});
  key += key_of(g, action.after, action.copies, action.hands_after);
  std::vector<std::string> clauses;
  for (const Clause& clause : action.clauses) {
    const Change& change = clause.change;
    clauses.push_back(key_of(image(g, clause.when)) +
                      key_of(g, change.after, change.copies, change.hands));
  }
  std::ranges::sort(clauses);
  for (const std::string& clause : clauses) key += '[' + clause + ']';
  if (!action.then) return key;
  for (const auto& [begin, end] : action.then->next)
    key += " then " + std::to_string(begin) + '-' + std::to_string(end);
  return key + key_of(image(g, action.then->when));
}

std::vector<std::string> keys_of(const GridSymmetry& g, const std::vector<GroundAction>& actions) {
  std::vector<std::string> keys;
  for (const GroundAction& action : actions) keys.push_back(key_of(g, action));
  sort_unique(keys);
  return keys;
}

// Of lines whose order matters.
std::vector<std::string> keys_of(const GridSymmetry& g, const std::vector<GroundEnd>& ends) {
  std::vector<std::string> keys;
  for (const GroundEnd& end : ends) {
    std::vector<std::string> demands;
    for (const GroundDemand& demand : end.when) demands.push_back(key_of(g, demand));
    sort_unique(demands);
    std::string key = std::to_string(static_cast<int>(end.result));
    for (const std::string& demand : demands) key += '|' + demand;
    keys.push_back(std::move(key));
  }
  return keys;
}

bool same_rules(const GridSymmetry& g, const GridSymmetry& identity, const GroundSide& side) {
  return keys_of(g, side.ends) == keys_of(identity, side.ends) &&
         keys_of(g, side.stuck) == keys_of(identity, side.stuck) &&
         keys_of(g, side.illegal) == keys_of(identity, side.illegal) &&
         keys_of(g, side.actions) == keys_of(identity, side.actions);
}

}  // namespace

// --- Demands -------------------------------------------------------------------------------------

PieceDemand::PieceDemand(const std::vector<std::pair<int, ContentSet>>& squares,
                         const std::vector<HandDemand>& hands,
                         std::span<const tree::Hand> hand_kinds, int kinds) {
  for (const auto& [square, set] : squares) add(square, set, kinds);
  for (const HandDemand& hand : hands) {
    const int kind = hand_kinds[static_cast<std::size_t>(hand.hand)].kind;
    hands_.push_back({hand.white, kind, hand.least, hand.most});
  }
  plain_ = squares_.empty() && hands_.empty();
}

void PieceDemand::add(int square, ContentSet set, int kinds) {
  const Squares here = bit_of(square);
  const ContentSet all_black = ContentSet::of_side(false, kinds),
                   all_white = ContentSet::of_side(true, kinds);
  const ContentSet black = set & all_black, white = set & all_white;
  if (black.empty()) no_black_ |= here;
  if (white.empty()) no_white_ |= here;
  if (!set.contains(open_square)) no_open_ |= here;
  const bool any_black = black.empty() || black == all_black,
             any_white = white.empty() || white == all_white;
  if (any_black && any_white) return;
  const ContentSet one = black.empty() ? white : black;
  const bool is_one_kind =
      one.size() == 1 && (black.empty() || white.empty() || white == black.exchanged());
  if (!is_one_kind) {
    squares_.emplace_back(square, set);
    return;
  }
  one_kind_ |= here;
  for (std::size_t i = 0; i < kinds_.size(); ++i)
    if ((kind_of(one.only()) >> i & 1) != 0) kinds_[i] |= here;
}

bool PieceDemand::holds_otherwise(const PiecePosition& p) const {
  for (const auto& [square, set] : squares_)
    if (!set.contains(p.at(square))) return false;
  return std::ranges::all_of(hands_, [&](const InHand& hand) {
    const int number = p.in_hand(hand.white, hand.kind);
    return hand.least <= number && number <= hand.most;
  });
}

// --- Changes -------------------------------------------------------------------------------------

PieceChanges::PieceChanges(const std::vector<std::pair<int, Content>>& after,
                           const std::vector<std::pair<int, int>>& copies,
                           const std::vector<HandChange>& hands,
                           std::span<const tree::Hand> hand_kinds)
    : after_(after), copies_(copies) {
  PiecePosition constants;
  for (const auto& [square, content] : after) {
    changed_ |= bit_of(square);
    constants.set(square, content);
  }
  black_ = constants.black;
  white_ = constants.white;
  kinds_ = constants.kinds;
  for (const HandChange& hand : hands) {
    hands_.push_back(
        {hand.white, hand_kinds[static_cast<std::size_t>(hand.hand)].kind, hand.change});
  }
  plain_ = copies_.empty() && hands_.empty();
}

bool PieceChanges::apply_otherwise(const PiecePosition& p, PiecePosition& next) const {
  for (const auto& [to, from] : copies_) next.set(to, p.at(from));
  return change_hands(next, 1);
}

// What leaves a hand must have been in it before anything comes.
bool PieceChanges::change_hands(PiecePosition& p, int sign) const {
  for (const bool comes : {sign<0, sign> 0}) {
    for (const InHand& hand : hands_) {
      if ((hand.change > 0) != comes) continue;
      const int number = p.in_hand(hand.white, hand.kind) + sign * hand.change;
      if (number < 0 || number > PieceSet::most_in_hand) return false;
      p.set_in_hand(hand.white, hand.kind, number);
    }
  }
  return true;
}

bool PieceChanges::may_lead_to(const PiecePosition& p) const {
  return (p.black & changed_) == black_ && (p.white & changed_) == white_ &&
         (p.kinds[0] & changed_) == kinds_[0] && (p.kinds[1] & changed_) == kinds_[1] &&
         (p.kinds[2] & changed_) == kinds_[2];
}

// --- Compiling -----------------------------------------------------------------------------------

PieceRules::PieceRules(const GroundGame& game)
    : grid_(game.grid),
      pieces_(pieces_of(game)),
      hand_kinds_(game.hands),
      sides_{compile(game.side(false), false), compile(game.side(true), true)} {
  if (game.start) start_ = position_of(*game.start, grid_, game.hands);
  find_gains();
  find_symmetries(game);
  for (const Side& s : sides_) {
    needs_forward_test_ = needs_forward_test_ || !s.illegal.empty();
    for (const Action& action : s.actions) {
      needs_forward_test_ = needs_forward_test_ || action.otherwise || action.then;
      has_texts_ = has_texts_ || !action.text.empty();
    }
  }
}

PieceRules::Action PieceRules::compile(const GroundAction& action) const {
  Action result;
  result.name = action.name;
  result.text = action.text;
  result.before = PieceDemand(action.before, action.hands_before, hand_kinds_, pieces_.size());
  result.allowed = action.before;
  result.rest = action.rest;
  result.has_rest = !action.rest.is_always();
  result.changes = PieceChanges(action.after, action.copies, action.hands_after, hand_kinds_);
  for (const bddl::Clause& clause : action.clauses) {
    const Change& change = clause.change;
    result.clauses.push_back(
        {clause.when, PieceChanges(change.after, change.copies, change.hands, hand_kinds_)});
  }
  result.otherwise = action.otherwise;
  result.part = action.part;
  result.then = action.then;
  return result;
}

std::vector<PieceRules::End> PieceRules::compile(const std::vector<GroundEnd>& ends) const {
  std::vector<End> result;
  for (const GroundEnd& end : ends) {
    result.push_back({end.result, {}});
    for (const GroundDemand& demand : end.when) {
      result.back().when.emplace_back(
          PieceDemand(demand.squares, demand.hands, hand_kinds_, pieces_.size()), demand.rest);
    }
  }
  return result;
}

// Under each piece of the side that the first fitting square may hold.
void PieceRules::add_to_index(Index& index, std::uint32_t number,
                              const std::vector<std::pair<int, ContentSet>>& squares,
                              bool white) const {
  const ContentSet own = ContentSet::of_side(white, pieces_.size());
  const auto fits = [&](const auto& pair) { return own.includes(pair.second); };
  const auto found = std::ranges::find_if(squares, fits);
  if (found == squares.end()) {
    index.others.push_back(number);
    return;
  }
  auto& by_kind = index.by_piece[static_cast<std::size_t>(found->first)];
  for (int kind = 0; kind < pieces_.size(); ++kind) {
    if (found->second.contains(content_of(kind, white)))
      by_kind[static_cast<std::size_t>(kind)].push_back(number);
  }
}

PieceRules::Side PieceRules::compile(const GroundSide& side, bool white) const {
  Side result;
  for (const GroundAction& action : side.actions) {
    const auto number = static_cast<std::uint32_t>(result.actions.size());
    result.actions.push_back(compile(action));
    if (action.part == 0) {
      add_to_index(action.otherwise ? result.first_otherwise : result.first, number, action.before,
                   white);
      for (const auto& [square, content] : action.after)
        result.attacks[static_cast<std::size_t>(square)].push_back(number);
    }
    std::vector<std::pair<int, ContentSet>> after;
    for (const auto& [square, content] : action.after)
      after.emplace_back(square, ContentSet::of(content));
    add_to_index(result.undone, number, after, white);
  }
  result.ends = compile(side.ends);
  result.stuck = compile(side.stuck);
  result.illegal = compile(side.illegal);
  return result;
}

void PieceRules::find_gains() {
  for (const Side& s : sides_) {
    for (const Action& action : s.actions) {
      const auto may_be = [&](int square, bool open) {
        const auto found =
            std::ranges::find(action.allowed, square, &std::pair<int, ContentSet>::first);
        const ContentSet set = found == action.allowed.end() ? everything() : found->second;
        return open ? set.contains(open_square) : set != ContentSet::open();
      };
      int least = 0, greatest = 0;
      const auto add = [&](const PieceChanges& changes, bool surely) {
        int down = 0, up = 0;
        for (const auto& [square, content] : changes.after()) {
          const int after = content == open_square ? 0 : 1;
          down += after - (may_be(square, false) ? 1 : 0);
          up += after - (may_be(square, true) ? 0 : 1);
        }
        for (const auto& [to, from] : changes.copies()) {
          down += (may_be(from, true) ? 0 : 1) - (may_be(to, false) ? 1 : 0);
          up += (may_be(from, false) ? 1 : 0) - (may_be(to, true) ? 0 : 1);
        }
        least += surely ? down : std::min(0, down);
        greatest += surely ? up : std::max(0, up);
      };
      add(action.changes, true);
      for (const Clause& clause : action.clauses) add(clause.changes, false);
      // (A turn has at most three parts.)
      const int parts = action.part > 0 || action.then ? 3 : 1;
      least_gain_ = std::min(least_gain_, parts * least);
      greatest_gain_ = std::max(greatest_gain_, parts * greatest);
    }
  }
}

void PieceRules::find_symmetries(const GroundGame& game) {
  const std::vector<GridSymmetry> all = grid_symmetries(grid_);
  for (const GridSymmetry& g : all) {
    const bool keeps = g(game.exists) == game.exists &&
                       same_rules(g, all.front(), game.side(false)) &&
                       same_rules(g, all.front(), game.side(true));
    if (keeps) symmetries_.push_back(g);
  }
  assert(!symmetries_.empty());
}

// --- Conditions and ends -------------------------------------------------------------------------

bool PieceRules::holds(const GroundCondition& c, const PiecePosition& p) const {
  const auto value = [&](const GroundQuantity& q) {
    if (q.of == tree::Quantity::Of::number) return q.number;
    if (q.of == tree::Quantity::Of::hand)
      return p.in_hand(q.white, hand_kinds_[static_cast<std::size_t>(q.hand)].kind);
    int count = 0;
    for_each_square(q.squares, [&](int square) { count += q.counted.contains(p.at(square)); });
    return count;
  };
  const auto part_holds = [&](const GroundCondition& part) { return holds(part, p); };
  switch (c.type) {
    case Type::all:
      return std::ranges::all_of(c.parts, part_holds);
    case Type::any:
      return std::ranges::any_of(c.parts, part_holds);
    case Type::square:
      return c.set.contains(p.at(c.square));
    case Type::compare:
      return compare(value(c.left), c.comparison, value(c.right));
    case Type::attacked:
      return attacked(p, c.square, c.white) != c.negated;
  }
  return false;
}

bool PieceRules::attacked(const PiecePosition& p, int square, bool white) const {
  const Content here = p.at(square);
  if (here == open_square || is_white(here) != white) return false;
  const Side& other = side(!white);
  PiecePosition turned = p;
  turned.white_to_move = !white;
  return std::ranges::any_of(other.attacks[static_cast<std::size_t>(square)], [&](std::uint32_t n) {
    const Action& action = other.actions[n];
    if (!is_applicable(action, turned)) return false;
    const std::optional<PiecePosition> next = applied(action, turned);
    return next && next->at(square) != here;
  });
}

bool PieceRules::holds(const PieceRules& rules, const std::vector<End>& ends,
                       const PiecePosition& p, std::optional<tree::Result>& result) {
  for (const End& end : ends) {
    for (const auto& [demand, rest] : end.when) {
      if (!demand.holds(p) || !(rest.is_always() || rules.holds(rest, p))) continue;
      result = end.result;
      return true;
    }
  }
  return false;
}

bool PieceRules::is_illegal(const PiecePosition& after) const {
  std::optional<tree::Result> result;
  return holds(*this, side(!after.white_to_move).illegal, after, result);
}

std::optional<tree::Result> PieceRules::end_by_line(const PiecePosition& p) const {
  std::optional<tree::Result> result;
  holds(*this, side(!p.white_to_move).ends, p, result);
  return result;
}

tree::Result PieceRules::stuck_result(const PiecePosition& p) const {
  std::optional<tree::Result> result;
  holds(*this, side(p.white_to_move).stuck, p, result);
  assert(result.has_value());  // (the last line holds always)
  return *result;
}

Ending PieceRules::ending_of(const PiecePosition& p) const {
  const auto for_mover = [](tree::Result result) {
    return result == tree::Result::draw  ? Ending::drawn
           : result == tree::Result::win ? Ending::won
                                         : Ending::lost;
  };
  if (const std::optional<tree::Result> result = end_by_line(p)) return for_mover(*result);
  if (can_move(p)) return Ending::none;
  const tree::Result result = stuck_result(p);
  if (result == tree::Result::draw) return Ending::drawn;
  return result == tree::Result::win ? Ending::lost : Ending::won;
}

// --- Moves and unmoves ---------------------------------------------------------------------------

std::optional<PiecePosition> PieceRules::applied(const Action& action,
                                                 const PiecePosition& p) const {
  PiecePosition next = p;
  if (!action.changes.apply(p, next)) return std::nullopt;
  for (const Clause& clause : action.clauses)
    if (holds(clause.when, p) && !clause.changes.apply(p, next)) return std::nullopt;
  return next;
}

bool PieceRules::leads_on_to(const Action& action, int next) {
  return action.then && std::ranges::any_of(action.then->next, [&](const auto& range) {
           return range.first <= next && next < range.second;
         });
}

// Where a copy tells what was on a square, that is put there; other squares that change may have
// held anything that the action allows.
void PieceRules::undo_squares(const Action& action, const PieceChanges& changes,
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
    const auto found =
        std::ranges::find(action.allowed, square, &std::pair<int, ContentSet>::first);
    const ContentSet set = found == action.allowed.end() ? everything() : found->second;
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
    undo_squares(action, clause.changes, fired);
    causes.insert(causes.end(), fired.begin(), fired.end());
  }
  std::erase_if(causes, [&](PiecePosition& q) { return !action.changes.undo_hands(q); });
  undo_squares(action, action.changes, causes);
}

}  // namespace zermelo::bddl
