// SPDX-License-Identifier: MIT
#include "probe/lure.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "gen/error.h"
#include "probe/temptation.h"

namespace zermelo {
namespace {

// The pieces of the side to move in a state, and those of the other side.
struct SidePieces {
  std::ptrdiff_t own = 0, other = 0;

  SidePieces(const Game& game, std::string_view state, Colour own_side) {
    const Diagram board = game.diagram(state);
    own = std::ranges::count(board.cells, Cell::Kind::black, &Cell::kind);
    other = std::ranges::count(board.cells, Cell::Kind::white, &Cell::kind);
    if (own_side == Colour::white) std::swap(own, other);
  }
};

// The chances of a beginner in a state with these moves, best first, of which there is one at
// least.
class Beginner {
 public:
  Beginner(const Game& game, std::string_view state)
      : game_(game), side_(game.to_move(state)), before_(game, state, side_) {}

  ErrorRisk risk(const std::vector<MoveValue>& moves) const {
    const Value best = moves.front().value;
    double all = 0, changing = 0, lesser = 0;
    const bool sees_win = std::ranges::any_of(moves, ends_with_win);
    for (const MoveValue& m : moves) {
      const double weight = sees_win && !ends_with_win(m) ? 0 : temptation(m);
      all += weight;
      if (m.value.outcome() != best.outcome()) changing += weight;
      if (m.value != best) lesser += weight;
    }
    return all > 0 ? ErrorRisk{changing / all, lesser / all} : ErrorRisk{};
  }

 private:
  static bool ends_with_win(const MoveValue& m) { return m.ending == Outcome::win; }

  double temptation(const MoveValue& m) const {
    const SidePieces after(game_, m.after, side_);
    return temptation_of(m.ending == Outcome::loss, after.other < before_.other,
                         after.own < before_.own);
  }

  const Game& game_;
  Colour side_;
  SidePieces before_;
};

// Whether the side that makes a move in a state is to move after it.
bool moves_again(const Game& game, std::string_view state, const MoveValue& move) {
  return !move.ending && game.to_move(state) == game.to_move(move.result);
}

// That of the other side after a move; none if the table does not tell. If the same side moves
// again, the greatest that its best moves lead to while its turn lasts.
class ReplyRisk {
 public:
  explicit ReplyRisk(const Table& table) : table_(table) {}

  ErrorRisk after(std::string_view state, const MoveValue& move) {
    if (move.ending) return {};
    try {
      return moves_again(table_.game(), state, move) ? in_turn(move.result)
                                                     : error_risk(table_, move.result);
    } catch (const NotInTable&) {
      return {};
    }
  }

 private:
  ErrorRisk in_turn(const std::string& state) {
    const auto [known, is_new] = known_.try_emplace(state);
    if (!is_new)
      return known->second;  // (Where the turn goes round in a circle, it leads nowhere.)
    const std::vector<MoveValue> moves = table_.moves(state);
    ErrorRisk greatest;
    for (const MoveValue& move : moves)
      if (move.value == moves.front().value) greatest = std::max(greatest, after(state, move));
    return known_[state] = greatest;
  }

  const Table& table_;
  std::map<std::string, ErrorRisk> known_;  // by state in the turn
};

}  // namespace

ErrorRisk error_risk(const Table& table, std::string_view state) {
  return error_risk(table, state, table.moves(state));
}

ErrorRisk error_risk(const Table& table, std::string_view state,
                     const std::vector<MoveValue>& moves) {
  return Beginner(table.game(), state).risk(moves);
}

std::vector<StyledMove> moves_in_style(const Table& table, std::string_view state,
                                       Style preferred) {
  std::vector<StyledMove> result;
  for (MoveValue& m : table.moves(state)) result.push_back({std::move(m)});
  if (preferred == Style::plain) return result;
  if (table.metric() == Metric::moves)
    throw UsageError("In a puzzle for one there is nobody to lure into errors.");
  const Value best = result.front().move.value;
  const auto end =
      std::ranges::find_if(result, [&](const StyledMove& m) { return m.move.value != best; });
  ReplyRisk risk(table);
  for (auto m = result.begin(); m != end; ++m) m->reply = risk.after(state, m->move);
  std::stable_sort(result.begin(), end,
                   [](const StyledMove& a, const StyledMove& b) { return *a.reply > *b.reply; });
  return result;
}

Line line_in_style(const Table& table, std::string_view state, int limit, Style preferred) {
  if (preferred == Style::plain) return table.line(state, limit);
  table.probe(state);  // (throws if there is nothing to play)
  Line line;
  std::string here(state);
  std::set<std::string> seen;
  while (static_cast<int>(line.moves.size()) < limit && seen.insert(here).second) {
    const MoveValue best = moves_in_style(table, here, preferred).front().move;
    line.moves.push_back(best.move);
    line.complete = best.ending.has_value();
    line.moves_again.push_back(moves_again(table.game(), here, best));
    if (line.complete) break;
    here = best.result;
  }
  return line;
}

}  // namespace zermelo
