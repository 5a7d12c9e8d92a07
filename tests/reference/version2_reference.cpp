// SPDX-License-Identifier: MIT
#include "tests/reference/version2_reference.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace zermelo::reference {
namespace {

using Position = Version2Position;
using Square = Position::Square;
using Condition = tree::Condition;
using Effect = tree::Effect;
using tree::Sort;
using tree::Whose;

int coordinate(const bddl::Coordinate& c, int free, int size) {
  using Base = bddl::Coordinate::Base;
  const int base = c.base == Base::anchor    ? free
                   : c.base == Base::minimum ? 1
                   : c.base == Base::maximum ? size
                                             : 0;
  return base + c.offset;
}

std::vector<Square> all_of(const tree::PlaceOnBoard& place, const tree::Game& game) {
  std::set<Square> found;
  for (int x = 1; x <= game.columns; ++x) {
    for (int y = 1; y <= game.rows; ++y)
      found.insert({coordinate(place.x, x, game.columns), coordinate(place.y, y, game.rows)});
  }
  return {found.begin(), found.end()};
}

bool same_name(const std::string& a, const std::string& b) {
  return std::ranges::equal(
      a, b, [](unsigned char c, unsigned char d) { return std::tolower(c) == std::tolower(d); });
}

// The image of a square under the mirror; each mirror is its own inverse.
Square mirrored(Square s, const tree::Game& game) {
  const auto [x, y] = s;
  const int c = game.columns + 1, r = game.rows + 1;
  switch (game.mirror) {
    case tree::Mirror::none:
      return s;
    case tree::Mirror::turn:
      return {c - x, r - y};
    case tree::Mirror::rows:
      return {x, r - y};
    case tree::Mirror::columns:
      return {c - x, y};
    case tree::Mirror::diagonal:
      return {y, x};
    case tree::Mirror::antidiagonal:
      return {r - y, c - x};
  }
  return s;
}

bool compare(int a, tree::Comparison comparison, int b) {
  switch (comparison) {
    case tree::Comparison::less:
      return a < b;
    case tree::Comparison::at_most:
      return a <= b;
    case tree::Comparison::equal:
      return a == b;
    case tree::Comparison::at_least:
      return a >= b;
    case tree::Comparison::greater:
      return a > b;
  }
  return false;
}

}  // namespace

Version2Reference::Version2Reference(const tree::Game& game) : game_(game) {
  for (const auto* lines : {&game.lines, &game.links}) {
    for (const auto& line : *lines) {
      std::vector<Square> path;
      for (const tree::PlaceOnBoard& place : line) path.push_back(all_of(place, game).front());
      squares_.insert(path.begin(), path.end());
      for (std::size_t i = 1; i < path.size(); ++i) {
        next_.insert({path[i - 1], path[i]});
        next_.insert({path[i], path[i - 1]});
      }
      for (std::size_t i = 2; lines == &game.lines && i < path.size(); ++i) {
        lines_.insert({path[i - 2], path[i - 1], path[i]});
        lines_.insert({path[i], path[i - 1], path[i - 2]});
      }
    }
  }
  if (!squares_.empty()) return;
  for (int x = 1; x <= game.columns; ++x) {
    for (int y = 1; y <= game.rows; ++y) squares_.insert({x, y});
  }
}

Position Version2Reference::start() const {
  Position p;
  p.white_to_move = game_.white_first;
  for (const tree::Piece& piece : game_.start) {
    for (const Square& s : all_of(piece.square, game_)) {
      if (squares_.contains(s)) p.pieces[s] = {piece.white, piece.kind};
    }
  }
  for (const tree::PiecesInHand& h : game_.start_hands) {
    if (h.number > 0)
      p.hands[{h.white, game_.hands[static_cast<std::size_t>(h.hand)].kind}] = h.number;
  }
  return p;
}

// The position as White sees it who takes himself for Black.
Position Version2Reference::image(const Position& p) const {
  Position q;
  q.white_to_move = !p.white_to_move;
  for (const auto& [square, piece] : p.pieces)
    q.pieces[mirrored(square, game_)] = {!piece.white, piece.kind};
  for (const auto& [whose, number] : p.hands) q.hands[{!whose.first, whose.second}] = number;
  return q;
}

bool Version2Reference::belongs(Whose whose, bool white) {
  return whose == Whose::both || (whose == Whose::white) == white;
}

// --- Values --------------------------------------------------------------------------------------

int Version2Reference::number(const tree::Number& number, const Values& values) const {
  return (number.variable ? values.at(*number.variable).number : 0) + number.offset;
}

int Version2Reference::kind(const tree::KindName& kind, const Values& values) const {
  return kind.which == tree::KindName::Which::variable ? values.at(kind.number).number
                                                       : kind.number;
}

bool Version2Reference::is_white(const tree::Side& side, const Values& values, Seen seen) const {
  using Who = tree::Side::Who;
  if (side.who == Who::variable) return values.at(side.variable).white;
  if (side.who == Who::own) return seen.own_white;
  if (side.who == Who::other) return !seen.own_white;
  return side.who == Who::white;
}

std::vector<Version2Reference::Value> Version2Reference::range(const tree::Variable& variable,
                                                               const Values& values,
                                                               Seen seen) const {
  std::vector<Value> all;
  const auto among = [&](int number) {
    return variable.among.empty() || std::ranges::count(variable.among, number) > 0;
  };
  if (variable.sort == Sort::square) {
    std::set<Square> wanted;
    for (const int region : variable.among) {
      for (const auto& place : game_.regions[static_cast<std::size_t>(region)].squares) {
        for (const Square& s : all_of(place, game_)) wanted.insert(s);
      }
    }
    for (const Square& s : squares_) {
      if (variable.among.empty() || wanted.contains(s)) all.emplace_back().square = s;
    }
  } else if (variable.sort == Sort::side) {
    all.emplace_back().white = seen.own_white;
    all.emplace_back().white = !seen.own_white;
  } else if (variable.sort == Sort::kind) {
    for (int k = 0; k < static_cast<int>(game_.kinds.size()); ++k) {
      if (among(k)) all.emplace_back().number = k;
    }
  } else if (variable.sort == Sort::step) {
    for (const int set : variable.among) {
      for (const tree::Step& step : game_.steps[static_cast<std::size_t>(set)].steps) {
        const int most = step.rides ? std::max(game_.columns, game_.rows) - 1 : 1;
        for (int times = 1; times <= most; ++times)
          all.emplace_back().step = {step.dx, step.dy, times, step.rides};
      }
    }
  } else {
    const int from = variable.from ? number(*variable.from, values) : 1;
    const int to = variable.to ? number(*variable.to, values) : std::max(game_.columns, game_.rows);
    for (int n = from; n <= to; ++n) all.emplace_back().number = n;
  }
  return all;
}

// Whether visit(values) returns true for some values of the variables.
template <class Visit>
bool Version2Reference::any_values(const std::vector<tree::Variable>& variables, std::size_t from,
                                   Values& values, Seen seen, const Visit& visit) const {
  if (from == variables.size()) return visit(values);
  for (const Value& value : range(variables[from], values, seen)) {
    values[variables[from].slot] = value;
    if (any_values(variables, from + 1, values, seen, visit)) return true;
  }
  return false;
}

// Nothing if it does not exist, or if something is in the way of a step that rides.
std::optional<Square> Version2Reference::square(const tree::Square& square, const Values& values,
                                                Seen seen) const {
  Square at{coordinate(square.x, 0, game_.columns), coordinate(square.y, 0, game_.rows)};
  if (square.variable) {
    if (!values.at(*square.variable).square) return std::nullopt;
    at = *values.at(*square.variable).square;
  }
  if (!squares_.contains(at)) return std::nullopt;
  for (const tree::Shift& shift : square.shifts) {
    const Step& step = values.at(shift.step).step;
    const int total = shift.sign * number(shift.times, values) * step.times;
    const int way = total < 0 ? -1 : 1;
    for (int i = 1; i <= std::abs(total); ++i) {
      at = {at.first + way * step.dx, at.second + way * step.dy};
      const bool between = step.rides && i < std::abs(total);
      if (between && (!squares_.contains(at) || seen.position->pieces.contains(at)))
        return std::nullopt;
    }
  }
  return squares_.contains(at) ? std::optional(at) : std::nullopt;
}

// --- Conditions ----------------------------------------------------------------------------------

bool Version2Reference::stands(const tree::Contents& contents, Square square, const Values& values,
                               Seen seen) const {
  const auto found = seen.position->pieces.find(square);
  if (found == seen.position->pieces.end()) return contents.open;
  if (contents.open || found->second.white != is_white(contents.side, values, seen)) return false;
  return contents.kind.which == tree::KindName::Which::any ||
         found->second.kind == kind(contents.kind, values);
}

bool Version2Reference::reaches(int kind, Square from, Square to, Seen seen) const {
  for (const tree::StepSet& set : game_.steps) {
    if (!same_name(set.name, game_.kinds[static_cast<std::size_t>(kind)].name)) continue;
    for (const tree::Step& step : set.steps) {
      Square at = from;
      do {
        at = {at.first + step.dx, at.second + step.dy};
        if (at == to) return true;
      } while (step.rides && squares_.contains(at) && !seen.position->pieces.contains(at));
    }
  }
  return false;
}

int Version2Reference::value(const tree::Quantity& q, const Values& values, Seen seen) const {
  if (q.of == tree::Quantity::Of::number) return number(q.number, values);
  if (q.of == tree::Quantity::Of::count) {
    return static_cast<int>(std::ranges::count_if(
        squares_, [&](const Square& s) { return stands(q.contents, s, values, seen); }));
  }
  const auto found =
      seen.position->hands.find({is_white(q.side, values, seen), kind(q.kind, values)});
  return found == seen.position->hands.end() ? 0 : found->second;
}

bool Version2Reference::all_hold(const std::vector<Condition>& parts, const Values& values,
                                 Seen seen) const {
  return std::ranges::all_of(parts,
                             [&](const Condition& part) { return holds(part, values, seen); });
}

bool Version2Reference::call_holds(const Condition& c, const Values& values, Seen seen) const {
  const tree::Define& define = game_.defines[static_cast<std::size_t>(c.number)];
  Values given;
  for (std::size_t i = 0; i < c.arguments.size(); ++i) {
    const tree::Argument& argument = c.arguments[i];
    Value& value = given[static_cast<int>(i)];
    if (argument.sort == Sort::square) value.square = square(argument.square, values, seen);
    if (argument.sort == Sort::side) value.white = is_white(argument.side, values, seen);
    if (argument.sort == Sort::kind) value.number = kind(argument.kind, values);
    if (argument.sort == Sort::number) value.number = number(argument.number, values);
    if (argument.sort == Sort::step) value.step = values.at(argument.step).step;
  }
  return std::ranges::any_of(define.lines, [&](const tree::Line& line) {
    Values own = given;
    return any_values(line.variables, 0, own, seen,
                      [&](const Values& all) { return all_hold(line.condition.parts, all, seen); });
  });
}

bool Version2Reference::holds(const Condition& c, const Values& values, Seen seen) const {
  using Type = Condition::Type;
  if (c.type == Type::all) return all_hold(c.parts, values, seen);
  if (c.type == Type::none) return !all_hold(c.parts, values, seen);
  if (c.type == Type::call) return call_holds(c, values, seen);
  if (c.type == Type::compare)
    return compare(value(c.left, values, seen), c.comparison, value(c.right, values, seen));
  if (c.type == Type::any || c.type == Type::each) {
    Values own = values;
    const bool any = c.type == Type::any;
    const bool found = any_values({c.variable}, 0, own, seen, [&](const Values& all) {
      return all_hold(c.parts, all, seen) == any;
    });
    return found == any;
  }
  std::vector<Square> at;
  for (const tree::Square& s : c.squares) {
    const auto found = square(s, values, seen);
    if (!found) return c.type == Type::off;
    at.push_back(*found);
  }
  switch (c.type) {
    case Type::stands:
      return stands(c.contents, at[0], values, seen);
    case Type::region:
      return std::ranges::any_of(
          game_.regions[static_cast<std::size_t>(c.number)].squares,
          [&](const auto& place) { return std::ranges::count(all_of(place, game_), at[0]) > 0; });
    case Type::on:
      return true;
    case Type::next:
      return next_.contains({at[0], at[1]});
    case Type::line:
      return lines_.contains(at);
    case Type::reaches:
      return reaches(kind(c.kind, values), at[0], at[1], seen);
    case Type::attacked:
      return attacked(at[0], seen);
    default:
      return false;
  }
}

bool Version2Reference::line_holds(const tree::Line& line, Whose whose, bool white,
                                   const Position& p) const {
  const bool through_mirror = whose == Whose::both && white;
  const Position seen_from = through_mirror ? image(p) : p;
  const Seen seen{&seen_from, whose == Whose::white, through_mirror};
  Values values;
  return any_values(line.variables, 0, values, seen,
                    [&](const Values& all) { return all_hold(line.condition.parts, all, seen); });
}

// --- Actions -------------------------------------------------------------------------------------

std::vector<int> Version2Reference::first_actions(bool white) const {
  std::set<int> named;
  for (const tree::Action& action : game_.actions) {
    if (action.then) named.insert(action.then->actions.begin(), action.then->actions.end());
  }
  std::vector<int> first;
  for (int i = 0; i < static_cast<int>(game_.actions.size()); ++i) {
    if (!named.contains(i) && belongs(game_.actions[static_cast<std::size_t>(i)].whose, white))
      first.push_back(i);
  }
  return first;
}

// False if there is no such action.
bool Version2Reference::collect(const std::vector<Effect>& effects, const Values& values, Seen seen,
                                Change& change) const {
  using Type = Effect::Type;
  for (const Effect& e : effects) {
    if (e.type == Type::when) {
      if (holds(e.condition, values, seen) && !collect(e.parts, values, seen, change)) return false;
      continue;
    }
    if (e.type == Type::each) {
      Values own = values;
      const bool fails = any_values({e.variable}, 0, own, seen, [&](const Values& all) {
        return !collect(e.parts, all, seen, change);
      });
      if (fails) return false;
      continue;
    }
    if (e.type == Type::hand) {
      const int by = e.sign * number(e.number, values);
      if (by != 0)
        change.hands.push_back({{is_white(e.side, values, seen), kind(e.kind, values)}, by});
      continue;
    }
    const auto to = square(e.to, values, seen);
    if (!to) return false;
    if (e.type == Type::take) {
      change.takes.insert(*to);
      continue;
    }
    std::optional<Position::Piece> now;
    if (e.type == Type::becomes) {
      const auto from = square(e.from, values, seen);
      if (!from) return false;
      if (from == to) continue;
      const auto piece = seen.position->pieces.find(*from);
      if (piece != seen.position->pieces.end()) now = piece->second;
    } else if (!e.contents.open) {
      const bool any = e.contents.kind.which == tree::KindName::Which::any;
      now = {is_white(e.contents.side, values, seen), any ? 0 : kind(e.contents.kind, values)};
    }
    const auto [found, is_new] = change.puts.try_emplace(*to, now);
    if (found->second != now) throw std::logic_error("an action sets a square to two things");
  }
  return true;
}

bool Version2Reference::change_hands(const Change& change, Position& p, Seen) const {
  std::map<std::pair<bool, int>, std::pair<int, int>> sums;  // what goes, what comes
  for (const auto& [whose, by] : change.hands)
    (by < 0 ? sums[whose].first : sums[whose].second) += std::abs(by);
  for (const auto& [whose, sum] : sums) {
    const bool can_be = std::ranges::count(game_.hands, whose.second, &tree::Hand::kind) > 0;
    const int before = p.hands.contains(whose) ? p.hands[whose] : 0;
    const int after = before - sum.first + sum.second;
    if (!can_be || before < sum.first || after > 15) return false;
    p.hands[whose] = after;
    if (after == 0) p.hands.erase(whose);
  }
  return true;
}

// The same side to move.
std::optional<Position> Version2Reference::applied(const tree::Action& action, const Values& values,
                                                   Seen seen) const {
  Change change;
  if (!collect(action.effects, values, seen, change)) return std::nullopt;
  Position next = *seen.position;
  for (const Square& s : change.takes) {
    const auto piece = seen.position->pieces.find(s);
    if (piece == seen.position->pieces.end() || piece->second.white == seen.own_white) continue;
    for (const tree::Hand& hand : game_.hands) {
      if (std::ranges::count(hand.takes, piece->second.kind) > 0)
        change.hands.push_back({{seen.own_white, hand.kind}, 1});
    }
    next.pieces.erase(s);
  }
  for (const auto& [s, piece] : change.puts) {
    next.pieces.erase(s);
    if (piece) next.pieces[s] = *piece;
  }
  if (!change_hands(change, next, seen)) return std::nullopt;
  return next;
}

// The positions at the end of a turn that goes on with one of these actions, as they are seen by
// the reader of the rules: `own_white` is who plays there, `white` who plays really.
std::set<Position> Version2Reference::part(const std::vector<int>& actions, const Position& p,
                                           bool own_white, bool white) const {
  const Seen seen{&p, own_white, own_white != white};
  for (const bool otherwise : {false, true}) {
    std::set<Position> found;
    for (const int number : actions) {
      const tree::Action& action = game_.actions[static_cast<std::size_t>(number)];
      if (action.otherwise != otherwise) continue;
      Values values;
      any_values(action.parameters, 0, values, seen, [&](const Values& all) {
        if (!all_hold(action.precondition.parts, all, seen)) return false;
        auto after = applied(action, all, seen);
        if (!after) return false;
        std::set<Position> more;
        if (action.then &&
            holds(action.then->condition, all, {&*after, own_white, own_white != white}))
          more = part(action.then->actions, *after, own_white, white);
        if (more.empty()) {
          after->white_to_move = !after->white_to_move;
          if (is_legal(own_white == white ? *after : image(*after), white)) more.insert(*after);
        }
        found.insert(more.begin(), more.end());
        return false;
      });
    }
    if (!found.empty()) return found;
  }
  return {};
}

bool Version2Reference::is_legal(const Position& p, bool white) const {
  return std::ranges::none_of(game_.illegal, [&](const tree::Illegal& illegal) {
    return belongs(illegal.whose, white) && line_holds(illegal.line, illegal.whose, white, p);
  });
}

std::set<Position> Version2Reference::moves(const Position& p) const {
  const bool white = p.white_to_move;
  const std::vector<int> first = first_actions(white);
  if (first.empty()) return {};
  const bool shared = game_.actions[static_cast<std::size_t>(first[0])].whose == Whose::both;
  if (!white || !shared) return part(first, p, white, white);
  std::set<Position> found;
  for (const Position& next : part(first, image(p), false, true)) found.insert(image(next));
  return found;
}

// Whether the other side could, in the first part of a turn, change what is on the square.
bool Version2Reference::attacked(Square target, Seen seen) const {
  const auto own = seen.position->pieces.find(target);
  if (own == seen.position->pieces.end() || own->second.white != seen.own_white) return false;
  // As it really is, and then as the attacker reads it: White reads shared rules through the
  // mirror.
  const Position real = seen.image ? image(*seen.position) : *seen.position;
  const bool attacker_white = seen.own_white == seen.image;
  const bool shared = game_.actions.front().whose == Whose::both;
  const bool turned = shared && attacker_white;
  const Position from_there = turned ? image(real) : real;
  const Square there = seen.image != turned ? mirrored(target, game_) : target;
  const Seen attacker{&from_there, attacker_white != turned, turned};
  bool plain_possible = false, attacked_plainly = false, attacked_otherwise = false;
  for (const int number : first_actions(attacker_white)) {
    const tree::Action& action = game_.actions[static_cast<std::size_t>(number)];
    Values values;
    any_values(action.parameters, 0, values, attacker, [&](const Values& all) {
      if (!all_hold(action.precondition.parts, all, attacker)) return false;
      const auto after = applied(action, all, attacker);
      if (!after) return false;
      if (!action.otherwise) plain_possible = true;
      const auto now = after->pieces.find(there), before = from_there.pieces.find(there);
      const bool changed = now == after->pieces.end() || now->second != before->second;
      if (changed) (action.otherwise ? attacked_otherwise : attacked_plainly) = true;
      return false;
    });
  }
  return attacked_plainly || (attacked_otherwise && !plain_possible);
}

std::optional<tree::Result> Version2Reference::result(const Position& p) const {
  using tree::Result;
  const bool moved = !p.white_to_move;
  for (const tree::End& end : game_.ends) {
    if (belongs(end.whose, moved) && line_holds(end.line, end.whose, moved, p)) return end.result;
  }
  if (!moves(p).empty()) return std::nullopt;
  for (const tree::End& stuck : game_.stuck) {
    if (!belongs(stuck.whose, !moved) || !line_holds(stuck.line, stuck.whose, !moved, p)) continue;
    if (stuck.result == Result::draw) return Result::draw;
    return stuck.result == Result::loss ? Result::win : Result::loss;
  }
  return game_.ends.empty() ? Result::win : Result::draw;
}

}  // namespace zermelo::reference
