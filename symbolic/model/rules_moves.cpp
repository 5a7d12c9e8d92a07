// SPDX-License-Identifier: MIT
#include "symbolic/model/rules_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "gen/error.h"

namespace zermelo::symbolic {
namespace {

using bddl::ContentSet;
using bddl::GroundAction;

constexpr std::size_t most_moves = 262'144;
constexpr std::uint32_t most_gates = 50'000'000;

using Range = std::pair<int, int>;  // of numbers of actions, the second one excluded
using Changes = std::vector<std::pair<int, Literal>>;  // of variables, ascending

// A square that a turn writes.
struct Written {
  int square = 0;
  ContentSet before;             // what may be there before the turn
  std::optional<Content> after;  // nothing if it depends on the position
};

// One way to play a turn.
struct Turn {
  Literal guard;
  Changes changes;
  std::vector<Written> written;        // ascending by square
  std::vector<std::vector<int>> ways;  // its actions; several if turns have been merged
  bool changes_hands_by_clause = false;

  // What it writes is always the same, and never what is there already. Then other turns of this
  // kind lead to the same position only if they have the same changes.
  bool is_plain() const {
    return !changes_hands_by_clause && std::ranges::all_of(written, [](const Written& w) {
      return w.after && !w.before.contains(*w.after);
    });
  }
};

// What is known of a position in the middle of a turn.
struct Known {
  std::map<int, ContentSet> before;             // of the start of the turn, where actions ask
  std::map<int, std::optional<Content>> after;  // of squares that have been written
};

// --- All turns -----------------------------------------------------------------------------------

class TurnLister {
 public:
  TurnLister(const bddl::GroundGame& game, const PieceVariables& variables, Aig& aig,
             const PieceValues& current, bool white)
      : variables_(variables),
        aig_(aig),
        current_(current),
        side_(game.side(white)),
        circuits_(game, variables, aig) {}

  // `possible`: whether one of them is.
  std::vector<Turn> list(Literal& possible) {
    const auto begin = side_.actions.begin();
    const auto end = std::ranges::find_if_not(
        side_.actions, [](const GroundAction& action) { return action.part == 0; });
    possible = part({{0, static_cast<int>(end - begin)}}, current_, true_literal, {});
    return std::move(turns_);
  }

 private:
  // Adds the turns that go on with one of these actions, if `reached` is true. Returns whether one
  // of them is possible.
  Literal part(const std::vector<Range>& ranges, const PieceValues& values, Literal reached,
               const Known& known) {
    Literal possible = false_literal;
    for (const bool otherwise : {false, true}) {
      const Literal from = aig_.land(reached, !possible);
      Literal some = possible;
      for (const auto& [begin, end] : ranges) {
        for (int n = begin; n < end; ++n) {
          if (side_.actions[static_cast<std::size_t>(n)].otherwise == otherwise)
            some = aig_.lor(some, play(n, values, from, known));
        }
      }
      possible = some;
    }
    return possible;
  }

  // Whether the turn can go on with this action and end legally, whether `reached` is true or not.
  Literal play(int number, const PieceValues& values, Literal reached, const Known& known) {
    const GroundAction& action = side_.actions[static_cast<std::size_t>(number)];
    const std::optional<Known> next = known_after(action, known);
    if (!next || reached == false_literal) return false_literal;
    const RulesCircuits::Result result = circuits_.play(action, values);
    if (result.possible == false_literal) return false_literal;
    check_size();
    actions_.push_back(number);
    Literal goes_on = false_literal;
    const Literal here = aig_.land(reached, result.possible);
    if (action.then) {
      const Literal when = circuits_.holds(action.then->when, result.values);
      if (when != false_literal) {
        goes_on =
            aig_.land(when, part(action.then->next, result.values, aig_.land(here, when), *next));
      }
    }
    const Literal legal = aig_.land(!goes_on, !is_illegal(result.values));
    add(aig_.land(here, legal), result.values, *next);
    actions_.pop_back();
    return aig_.land(result.possible, aig_.lor(goes_on, legal));
  }

  Literal is_illegal(const PieceValues& values) {
    Literal illegal = false_literal;
    for (const bddl::GroundEnd& line : side_.illegal)
      illegal = aig_.lor(illegal, circuits_.holds(line.when, values));
    return illegal;
  }

  void add(Literal guard, const PieceValues& values, const Known& known) {
    if (guard == false_literal) return;
    Turn turn{guard, {}, {}, {actions_}, false};
    for (std::size_t n = 0; n < values.size(); ++n)
      if (values[n] != current_[n]) turn.changes.emplace_back(static_cast<int>(n), values[n]);
    for (const auto& [square, after] : known.after)
      turn.written.push_back({square, known.before.at(square), after});
    for (const int number : actions_) {
      for (const bddl::Clause& clause : side_.actions[static_cast<std::size_t>(number)].clauses)
        turn.changes_hands_by_clause |= !clause.change.hands.empty();
    }
    turns_.push_back(std::move(turn));
    if (turns_.size() > most_moves)
      throw OutOfMemory(
          fmt::format("The Boolean model would have more than {} moves.", most_moves));
  }
  void check_size() const {
    if (aig_.size() > most_gates)
      throw OutOfMemory("The circuit of the game's moves would be too large.");
  }

  // Nothing if the action cannot follow.
  std::optional<Known> known_after(const GroundAction& action, const Known& known) const {
    Known next = known;
    for (const auto& [square, set] : action.before) {
      if (const auto written = known.after.find(square); written != known.after.end()) {
        if (written->second && !set.contains(*written->second)) return std::nullopt;
        continue;
      }
      ContentSet& before = before_of(next, square);
      before = before & set;
      if (before.empty()) return std::nullopt;
    }
    write(action.after, action.copies, true, next);
    for (const bddl::Clause& clause : action.clauses)
      write(clause.change.after, clause.change.copies, false, next);
    return next;
  }
  ContentSet& before_of(Known& known, int square) const {
    return known.before.try_emplace(square, variables_.possible(square)).first->second;
  }
  void write(const std::vector<std::pair<int, Content>>& after,
             const std::vector<std::pair<int, int>>& copies, bool always, Known& known) const {
    for (const auto& [square, content] : after) {
      before_of(known, square);
      known.after[square] = always ? std::optional(content) : std::nullopt;
    }
    for (const auto& [square, from] : copies) {
      before_of(known, square);
      known.after[square] = std::nullopt;
    }
  }

  const PieceVariables& variables_;
  Aig& aig_;
  const PieceValues& current_;
  const bddl::GroundSide& side_;
  RulesCircuits circuits_;
  std::vector<int> actions_;  // of the turn so far
  std::vector<Turn> turns_;
};

// --- One result, one move ------------------------------------------------------------------------

// Turns with the same changes become one.
std::vector<Turn> merged(std::vector<Turn> turns, Aig& aig) {
  std::map<Changes, std::size_t> seen;
  std::vector<Turn> result;
  for (Turn& turn : turns) {
    const auto [found, is_new] = seen.emplace(turn.changes, result.size());
    if (is_new) {
      result.push_back(std::move(turn));
      continue;
    }
    Turn& first = result[found->second];
    first.guard = aig.lor(first.guard, turn.guard);
    first.changes_hands_by_clause |= turn.changes_hands_by_clause;
    first.ways.push_back(std::move(turn.ways.front()));
    const bool alike =
        std::ranges::equal(first.written, turn.written, [](const Written& a, const Written& b) {
          return a.square == b.square && a.after == b.after;
        });
    for (std::size_t n = 0; n < first.written.size(); ++n) {
      Written& written = first.written[n];
      if (alike) {
        written.before = written.before | turn.written[n].before;
      } else {  // (Then nothing is known of it.)
        written.before = ContentSet::everything(PieceSet::most_kinds);
        written.after.reset();
      }
    }
  }
  return result;
}

// Whether what is known of the two tells that they are never possible together with the same
// result.
bool differ(const Turn& a, const Turn& b) {
  auto i = a.written.begin(), j = b.written.begin();
  const auto surely_changes = [](const Written& w) {
    return w.after && !w.before.contains(*w.after);
  };
  while (i != a.written.end() || j != b.written.end()) {
    if (j == b.written.end() || (i != a.written.end() && i->square < j->square)) {
      if (surely_changes(*i++)) return true;
    } else if (i == a.written.end() || j->square < i->square) {
      if (surely_changes(*j++)) return true;
    } else {
      if ((i->before & j->before).empty()) return true;
      if (i->after && j->after && *i->after != *j->after) return true;
      ++i, ++j;
    }
  }
  return false;
}

// Whether the same position comes about.
Literal same_result(const Turn& a, const Turn& b, const PieceValues& current, Aig& aig) {
  Literal same = true_literal;
  auto i = a.changes.begin(), j = b.changes.begin();
  while (i != a.changes.end() || j != b.changes.end()) {
    if (same == false_literal) break;
    const bool only_a = j == b.changes.end() || (i != a.changes.end() && i->first < j->first);
    const bool only_b = i == a.changes.end() || (j != b.changes.end() && j->first < i->first);
    const int variable = only_b ? j->first : i->first;
    const Literal unchanged = current[static_cast<std::size_t>(variable)];
    const Literal x = only_b ? unchanged : i->second, y = only_a ? unchanged : j->second;
    same = aig.land(same, aig.equal(x, y));
    if (!only_b) ++i;
    if (!only_a) ++j;
  }
  return same;
}

// Of turns that lead to the same position the first one is the move. Returns whether there are any.
bool exclude_repetitions(std::vector<Turn>& turns, const PieceValues& current, Aig& aig) {
  std::vector<Literal> guards;
  std::vector<std::size_t> all, not_plain;  // those so far
  for (std::size_t b = 0; b < turns.size(); ++b) {
    const bool plain = turns[b].is_plain();
    guards.push_back(turns[b].guard);
    for (const std::size_t a : plain ? not_plain : all) {
      if (differ(turns[a], turns[b])) continue;
      const Literal same = same_result(turns[a], turns[b], current, aig);
      turns[b].guard = aig.land(turns[b].guard, !aig.land(guards[a], same));
    }
    all.push_back(b);
    if (!plain) not_plain.push_back(b);
  }
  bool any = false;
  for (std::size_t n = 0; n < turns.size(); ++n) any = any || turns[n].guard != guards[n];
  std::erase_if(turns, [](const Turn& turn) { return turn.guard == false_literal; });
  return any;
}

// By how many pieces on the board a turn adds, if that is always the same.
std::optional<int> gain_of(const Turn& turn) {
  int gain = 0;
  for (const Written& written : turn.written) {
    const bool may_be_open = written.before.contains(open_square);
    if (!written.after || (may_be_open && written.before.size() > 1)) return std::nullopt;
    gain += (*written.after == open_square ? 0 : 1) - (may_be_open ? 0 : 1);
  }
  return gain;
}
std::optional<int> gain_of(const std::vector<Turn>& turns) {
  if (turns.empty()) return std::nullopt;
  const std::optional<int> first = gain_of(turns.front());
  const auto is_same = [&](const Turn& turn) { return gain_of(turn) == first; };
  return std::ranges::all_of(turns, is_same) ? first : std::nullopt;
}

// --- Names ---------------------------------------------------------------------------------------

// How players write a turn. What is on the squares that it changes may be left open: then these are
// all ways of writing it; if there are too many, or if the result is open, the actions' names.
class TurnName {
 public:
  TurnName(const Turn& turn, const bddl::GroundSide& side, const PieceSet& pieces, bool white)
      : turn_(turn), side_(side), pieces_(pieces) {
    change_.before.white_to_move = white;
    change_.after.white_to_move = !white;
  }

  std::string text() {
    std::size_t ways = 1;
    for (const Written& written : turn_.written) {
      if (!written.after) return by_actions();
      ways *= static_cast<std::size_t>(written.before.size());
      if (ways > most_ways) return by_actions();
    }
    visit(0);
    if (names_.size() > most_names || (changes_hands() && may_tell_hands())) return by_actions();
    return fmt::format("{}", fmt::join(names_, " or "));
  }

 private:
  static constexpr std::size_t most_ways = 64, most_names = 4;

  bool changes_hands() const {
    return std::ranges::any_of(turn_.ways.front(), [&](int number) {
      const GroundAction& action = side_.actions[static_cast<std::size_t>(number)];
      return !action.hands_after.empty() ||
             std::ranges::any_of(action.clauses, [](const bddl::Clause& clause) {
               return !clause.change.hands.empty();
             });
    });
  }
  // Texts that tell what is in hand afterwards, which is not known here.
  bool may_tell_hands() const {
    return std::ranges::any_of(
        names_, [](const std::string& name) { return name == "pass" || name.starts_with('{'); });
  }

  void visit(std::size_t n) {
    if (n == turn_.written.size()) return add(format_change(change_, pieces_));
    const Written& written = turn_.written[n];
    change_.after.set(written.square, *written.after);
    for (Content content = 0; content <= 2 * pieces_.size(); ++content) {
      if (!written.before.contains(content)) continue;
      change_.before.set(written.square, content);
      visit(n + 1);
    }
  }
  void add(std::string name) {
    if (std::ranges::find(names_, name) == names_.end()) names_.push_back(std::move(name));
  }

  // "a1>c1", or "push {a1=b1,b1=c1,c1=b}": a square gets what another one had, or a piece.
  std::string by_actions() const {
    std::string text;
    for (const int number : turn_.ways.front()) {
      const GroundAction& action = side_.actions[static_cast<std::size_t>(number)];
      if (!text.empty()) text += ", then ";
      text += action.text.empty() ? action.name + ' ' + effect(action) : action.text;
    }
    return text;
  }
  std::string effect(const GroundAction& action) const {
    const auto square_text = [&](int square) { return format_square(square, grid_of(pieces_)); };
    std::map<int, std::string> becomes;
    for (const auto& [square, content] : action.after)
      becomes[square] = content == open_square ? '.' : pieces_.letter(content);
    for (const auto& [square, from] : action.copies) becomes[square] = square_text(from);
    std::string text;
    for (const auto& [square, what] : becomes)
      text += (text.empty() ? "{" : ",") + square_text(square) + '=' + what;
    return text.empty() ? "{}" : text + '}';
  }

  const Turn& turn_;
  const bddl::GroundSide& side_;
  const PieceSet& pieces_;
  PieceChange change_;
  std::vector<std::string> names_;
};

}  // namespace

RulesMoves make_rules_moves(const bddl::GroundGame& game, const PieceVariables& variables, Aig& aig,
                            const PieceValues& current, bool white) {
  RulesMoves result;
  TurnLister lister(game, variables, aig, current, white);
  std::vector<Turn> turns = merged(lister.list(result.possible), aig);
  result.leaves_out = exclude_repetitions(turns, current, aig);
  result.gain = gain_of(turns);
  for (const Turn& turn : turns) {
    ModelMove move{
        TurnName(turn, game.side(white), variables.pieces(), white).text(), turn.guard, {}, 0, 0};
    for (const auto& [variable, value] : turn.changes) move.changes.push_back({variable, value});
    result.moves.push_back(std::move(move));
    result.ways.push_back(turn.ways);
  }
  return result;
}

}  // namespace zermelo::symbolic
