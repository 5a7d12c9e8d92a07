// SPDX-License-Identifier: MIT
#include "tests/reference/corner_games.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace zermelo::test {
namespace corner {

using Coordinate = CornerGame::Coordinate;
using Part = CornerGame::Part;

// --- Drawing -------------------------------------------------------------------------------------

class Generator {
 public:
  explicit Generator(std::mt19937& random) : random_(random) {}

  CornerGame make() {
    draw_board();
    game_.white_first = below(2) == 0;
    game_.stuck_loses = below(2) == 0;
    const int idle = below(10);  // a side, or none, that has no action
    for (const int side : {0, 1})
      if (idle != side) draw_actions(side);
    draw_goals();
    draw_start();
    return std::move(game_);
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  bool one_in(int count) { return below(count) == 0; }

  void draw_board() {
    constexpr std::array<std::pair<int, int>, 12> boards = {{{1, 1},
                                                             {1, 3},
                                                             {1, 4},
                                                             {2, 1},
                                                             {4, 1},
                                                             {5, 1},
                                                             {2, 2},
                                                             {2, 2},
                                                             {2, 2},
                                                             {2, 2},
                                                             {2, 3},
                                                             {3, 2}}};
    std::tie(game_.columns, game_.rows) = boards[static_cast<std::size_t>(below(boards.size()))];
  }

  char piece() { return ".bw"[below(3)]; }
  char own(int side) { return side == 0 ? 'b' : 'w'; }

  Coordinate coordinate(int size, bool may_be_number) {
    switch (below(9)) {
      case 0:
        return {Coordinate::Base::anchor, 1};
      case 1:
        return {Coordinate::Base::anchor, -1};
      case 2:
        return {Coordinate::Base::minimum, 0};
      case 3:
        return {Coordinate::Base::maximum, 0};
      case 4:
        if (may_be_number) return {Coordinate::Base::zero, 1 + below(size)};
        return {};
      default:
        return {};
    }
  }
  Part part(char piece, bool may_be_negated, bool may_be_number) {
    return {piece, may_be_negated && one_in(4), coordinate(game_.columns, may_be_number),
            coordinate(game_.rows, may_be_number)};
  }
  Part at_anchor(char piece) { return {piece, false, {}, {}}; }

  void draw_actions(int side) {
    auto& actions = game_.actions[static_cast<std::size_t>(side)];
    for (int n = 1 + below(2); n > 0; --n) actions.push_back(one_in(2) ? put(side) : push(side));
    if (one_in(2)) add_steps(side, actions);
    if (!one_in(3)) return;
    // One more action that does the same, under the same condition or another one.
    CornerGame::Action twin =
        actions[static_cast<std::size_t>(below(static_cast<int>(actions.size())))];
    twin.name = "again";
    if (one_in(2)) twin.before.push_back(part(piece(), true, false));
    actions.push_back(std::move(twin));
  }
  // Changes one square, mostly an open one.
  CornerGame::Action put(int side) {
    CornerGame::Action action{"put" + std::to_string(below(100)), {}, {}};
    action.before.push_back(at_anchor(one_in(4) ? piece() : '.'));
    for (int n = below(2); n > 0; --n) action.before.push_back(part(piece(), true, false));
    action.after.push_back(at_anchor(one_in(5) ? piece() : own(side)));
    return action;
  }
  // Changes two or three squares beside each other: moves, takes, pushes.
  CornerGame::Action push(int side) {
    const int dx = game_.columns == 1 ? 0 : one_in(2) ? 1 : -1;
    const int dy = dx != 0 && !one_in(3) ? 0 : game_.rows == 1 ? 0 : one_in(2) ? 1 : -1;
    const auto along = [&](char what, int steps) {
      return Part{what,
                  false,
                  {Coordinate::Base::anchor, steps * dx},
                  {Coordinate::Base::anchor, steps * dy}};
    };
    CornerGame::Action action{"push" + std::to_string(below(100)), {}, {}};
    action.before = {along(own(side), 0), along(one_in(3) ? '.' : piece(), 1)};
    action.after = {along('.', 0)};
    if (dx == 0 && dy == 0) return action;
    action.after.push_back(along(own(side), 1));
    if (one_in(2)) {
      action.before.push_back(along('.', 2));
      action.after.push_back(along(one_in(2) ? own(1 - side) : piece(), 2));
    }
    return action;
  }

  // Back and forth, so that play can go round in circles.
  void add_steps(int side, std::vector<CornerGame::Action>& actions) {
    const bool across = game_.columns > 1 && (game_.rows == 1 || one_in(2));
    for (const int step : {1, -1}) {
      const Coordinate along{Coordinate::Base::anchor, step};
      const auto next = [&](char what) {
        return Part{what, false, across ? along : Coordinate{}, across ? Coordinate{} : along};
      };
      actions.push_back({step > 0 ? "on" : "back",
                         {at_anchor(own(side)), next('.')},
                         {at_anchor('.'), next(own(side))}});
    }
  }

  void draw_goals() {
    const int which = below(6);  // nobody's, Black's, White's, or both
    for (const int side : {0, 1}) {
      if (which == 0 || which == 2 - side) continue;
      for (int n = 1 + below(2); n > 0; --n) {
        CornerGame::Condition goal = {part(one_in(3) ? piece() : own(side), one_in(6), true)};
        for (int more = 1 + below(2); more > 0; --more)
          goal.push_back(part(one_in(3) ? own(side) : piece(), true, true));
        game_.goals[static_cast<std::size_t>(side)].push_back(std::move(goal));
      }
    }
  }

  void draw_start() {
    game_.start.assign(static_cast<std::size_t>(game_.columns * game_.rows), '.');
    const bool crowded = one_in(3);
    for (char& square : game_.start)
      if (crowded ? !one_in(4) : one_in(3)) square = own(below(2));
  }

  std::mt19937& random_;
  CornerGame game_;
};

// --- Writing -------------------------------------------------------------------------------------

std::string text_of(const Coordinate& c, char axis) {
  const std::string name(1, axis);
  switch (c.base) {
    case Coordinate::Base::anchor:
      if (c.offset == 0) return "?" + name;
      return "?" + name + (c.offset > 0 ? "+" : "-") + std::to_string(std::abs(c.offset));
    case Coordinate::Base::minimum:
      return name + "min";
    case Coordinate::Base::maximum:
      return name + "max";
    case Coordinate::Base::zero:
      break;
  }
  return std::to_string(c.offset);
}

std::string text_of(const CornerGame::Condition& condition) {
  std::string text;
  for (const Part& p : condition) {
    const char* what = p.piece == 'b' ? "black" : p.piece == 'w' ? "white" : "open";
    const std::string square =
        std::string(what) + "(" + text_of(p.x, 'x') + "," + text_of(p.y, 'y') + ")";
    text += (text.empty() ? "" : " ") + (p.negated ? "NOT(" + square + ")" : square);
  }
  return text;
}

}  // namespace corner

using corner::Coordinate;

std::string CornerGame::domain() const {
  std::string text;
  for (const int side : {0, 1}) {
    text += side == 0 ? "#blackactions\n" : "#whiteactions\n";
    for (const Action& action : actions[static_cast<std::size_t>(side)]) {
      text += ":action " + action.name + "\n:parameters (?x,?y)\n:precondition (" +
              corner::text_of(action.before) + ")\n:effect (" + corner::text_of(action.after) +
              ")\n";
    }
  }
  return text;
}

std::string CornerGame::problem() const {
  std::string text = "#boardsize\n" + std::to_string(columns) + " " + std::to_string(rows) + "\n";
  text += "#init\n";
  for (std::size_t square = 0; square < start.size(); ++square) {
    if (start[square] == '.') continue;
    const int number = static_cast<int>(square);
    text += std::string(start[square] == 'b' ? "black" : "white") + "(" +
            std::to_string(number % columns + 1) + "," + std::to_string(number / columns + 1) +
            ")\n";
  }
  text += "#depth\n5\n";
  for (const int side : {0, 1}) {
    text += side == 0 ? "#blackgoals\n" : "#whitegoals\n";
    for (const Condition& goal : goals[static_cast<std::size_t>(side)])
      text += corner::text_of(goal) + "\n";
  }
  if (white_first) text += "#blackturn\nsecond\n";
  return text;
}

CornerGame random_corner_game(std::mt19937& random) {
  // A few of those in which there is nothing to play are enough.
  for (;;) {
    CornerGame game = corner::Generator(random).make();
    const CornerReference reference(game);
    const bool plays = !reference.start_has_goal() &&
                       reference.status(reference.start()) == CornerReference::Kind::to_move;
    if (plays || random() % 8 == 0) return game;
  }
}

// --- Playing -------------------------------------------------------------------------------------

CornerReference::CornerReference(const CornerGame& game)
    : columns_(game.columns),
      rows_(game.rows),
      stuck_loses_(game.stuck_loses),
      start_(game.start + (game.white_first ? 'w' : 'b')) {
  for (const std::size_t side : {0u, 1u}) {
    for (const CornerGame::Action& action : game.actions[side]) {
      // Both concern the same anchors: those for which all squares are on the board.
      CornerGame::Condition both = action.before;
      both.insert(both.end(), action.after.begin(), action.after.end());
      for (const std::vector<Square>& squares : places_of(both)) {
        const auto middle = squares.begin() + static_cast<std::ptrdiff_t>(action.before.size());
        instances_[side].push_back({{squares.begin(), middle}, {middle, squares.end()}});
      }
    }
    for (const CornerGame::Condition& goal : game.goals[side]) {
      for (std::vector<Square>& squares : places_of(goal))
        goals_[side].push_back(std::move(squares));
    }
  }
  if (!start_has_goal()) find_values();
}

int CornerReference::number(const CornerGame::Part& part, int x, int y) const {
  const auto value = [](const Coordinate& c, int anchor, int size) {
    const int base = c.base == Coordinate::Base::anchor    ? anchor
                     : c.base == Coordinate::Base::minimum ? 1
                     : c.base == Coordinate::Base::maximum ? size
                                                           : 0;
    return base + c.offset;
  };
  const int column = value(part.x, x, columns_), row = value(part.y, y, rows_);
  const bool on_board = column >= 1 && column <= columns_ && row >= 1 && row <= rows_;
  return on_board ? (row - 1) * columns_ + column - 1 : -1;
}

std::vector<std::vector<CornerReference::Square>> CornerReference::places_of(
    const CornerGame::Condition& condition) const {
  std::vector<std::vector<Square>> result;
  for (int y = 1; y <= rows_; ++y) {
    for (int x = 1; x <= columns_; ++x) {
      std::vector<Square> squares;
      for (const CornerGame::Part& part : condition)
        squares.push_back({number(part, x, y), part.piece, part.negated});
      const bool fits = std::all_of(squares.begin(), squares.end(),
                                    [](const Square& s) { return s.number >= 0; });
      if (fits) result.push_back(std::move(squares));
    }
  }
  return result;
}

bool CornerReference::holds(const std::vector<Square>& squares, const State& state) {
  return std::all_of(squares.begin(), squares.end(), [&](const Square& s) {
    return (state[static_cast<std::size_t>(s.number)] == s.piece) != s.negated;
  });
}

bool CornerReference::has_goal(const State& state, bool white) const {
  const auto& goals = goals_[white ? 1 : 0];
  return std::any_of(goals.begin(), goals.end(),
                     [&](const std::vector<Square>& goal) { return holds(goal, state); });
}

bool CornerReference::start_has_goal() const {
  return has_goal(start_, false) || has_goal(start_, true);
}

bool CornerReference::can_move(const State& state) const {
  const auto& instances = instances_[state.back() == 'w' ? 1 : 0];
  return std::any_of(instances.begin(), instances.end(),
                     [&](const Instance& i) { return holds(i.before, state); });
}

CornerReference::Kind CornerReference::status(const State& state) const {
  if (has_goal(state, state.back() == 'b')) return Kind::lost;  // the other side moved last
  if (can_move(state)) return Kind::to_move;
  return stuck_loses_ ? Kind::lost : Kind::drawn;
}

std::vector<CornerReference::State> CornerReference::after_moves(const State& state) const {
  const bool white = state.back() == 'w';
  std::set<State> found;
  for (const Instance& instance : instances_[white ? 1 : 0]) {
    if (!holds(instance.before, state)) continue;
    State next = state;
    for (const Square& s : instance.after) next[static_cast<std::size_t>(s.number)] = s.piece;
    next.back() = white ? 'b' : 'w';
    has_twin_moves_ = !found.insert(next).second || has_twin_moves_;
  }
  return {found.begin(), found.end()};
}

std::string CornerReference::text_of(const State& state) const {
  std::string text;
  for (int row = 0; row < rows_; ++row) {
    if (row > 0) text += '/';
    int empty = 0;
    for (int column = 0; column <= columns_; ++column) {
      const bool end = column == columns_;
      const char here = end ? ' ' : state[static_cast<std::size_t>(row * columns_ + column)];
      if (here == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      if (!end) text += here;
    }
  }
  return text + ' ' + state.back();
}

void CornerReference::find_values() {
  // Step 1. All states, and where their moves lead.
  std::map<State, std::vector<State>> next;
  std::set<State> over;
  std::vector<State> waiting = {start_};
  while (!waiting.empty()) {
    const State state = waiting.back();
    waiting.pop_back();
    if (next.contains(state) || over.contains(state)) continue;
    if (status(state) != Kind::to_move) {
      over.insert(state);
      continue;
    }
    next[state] = after_moves(state);
    for (const State& after : next[state]) {
      const bool others_goal = has_goal(after, after.back() == 'w');
      has_opponents_goal_ =
          has_opponents_goal_ || (others_goal && !has_goal(state, after.back() == 'w'));
      waiting.push_back(after);
    }
  }
  finished_.assign(over.begin(), over.end());
  // Step 2. In round n all wins and losses in n plies are found.
  for (const auto& [state, unused] : next) values_[state] = 0;
  int quiet = 0;  // rounds that found none; after two of them there are no more
  for (int n = 1; quiet < 2; ++n) {
    std::map<State, int> found;
    for (const auto& [state, after] : next) {
      if (values_[state] != 0) continue;
      bool wins = false, all_lose = true;
      for (const State& to : after) {
        const auto value = values_.find(to);
        if (value == values_.end()) {
          const Kind kind = status(to);
          wins = wins || (kind == Kind::lost && n == 1);
          all_lose = all_lose && kind == Kind::won;
        } else {
          wins = wins || (value->second < 0 && -value->second == n - 1);
          all_lose = all_lose && value->second > 0 && value->second < n;
        }
      }
      if (wins) {
        found[state] = n;
      } else if (all_lose) {
        found[state] = -n;
      }
    }
    quiet = found.empty() ? quiet + 1 : 0;
    for (const auto& [state, value] : found) values_[state] = value;
  }
  // Step 3. Whether a state recurs: remove states that lead nowhere until there are none left to
  // remove.
  std::map<State, std::vector<State>> rest = next;
  for (bool smaller = true; smaller;) {
    smaller = std::erase_if(rest, [&](const auto& entry) {
                return std::none_of(entry.second.begin(), entry.second.end(),
                                    [&](const State& to) { return rest.contains(to); });
              }) > 0;
  }
  goes_round_ = !rest.empty();
}

}  // namespace zermelo::test
