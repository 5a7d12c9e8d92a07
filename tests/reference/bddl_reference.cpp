// SPDX-License-Identifier: MIT
#include "tests/reference/bddl_reference.h"

#include <algorithm>
#include <cstdlib>
#include <regex>
#include <set>
#include <sstream>
#include <stdexcept>

namespace zermelo::test {
namespace {

std::string without_comments(const std::string& text) {
  return std::regex_replace(text, std::regex("%[^\n]*"), "");
}

// The text from after `begin` to the next '#', or nothing.
std::string section(const std::string& text, const std::string& begin) {
  const std::regex head(begin + "s?(?![a-z])");
  std::smatch found;
  if (!std::regex_search(text, found, head)) return {};
  const std::string rest = found.suffix();
  return rest.substr(0, rest.find('#'));
}

}  // namespace

std::vector<BddlReference::Condition> BddlReference::read_conditions(const std::string& text,
                                                                     bool by_line) {
  static const std::regex part(
      R"((NOT\s*\(\s*)?(open|black|white)\s*\(\s*([^,()]*?)\s*,\s*([^,()]*?)\s*\))");
  std::vector<Condition> result;
  std::istringstream lines(text);
  std::string line;
  Condition all;
  while (std::getline(lines, line)) {
    Condition here;
    for (std::sregex_iterator i(line.begin(), line.end(), part), end; i != end; ++i)
      here.push_back({(*i)[2], (*i)[1].matched, (*i)[3], (*i)[4]});
    if (by_line && !here.empty()) result.push_back(here);
    all.insert(all.end(), here.begin(), here.end());
  }
  if (!by_line) result.push_back(all);
  return result;
}

BddlReference::BddlReference(const std::string& domain, const std::string& problem,
                             bool stuck_loses)
    : stuck_loses_(stuck_loses) {
  const std::string rules = without_comments(domain), game = without_comments(problem);
  static const std::regex action(R"(:precondition([^:]*):effect([^:#]*))");
  for (const int side : {0, 1}) {
    const std::string text = section(rules, side == 0 ? "#blackaction" : "#whiteaction");
    for (std::sregex_iterator i(text.begin(), text.end(), action), end; i != end; ++i)
      actions_[side].push_back(
          {read_conditions((*i)[1], false)[0], read_conditions((*i)[2], false)[0]});
    goals_[side] = read_conditions(section(game, side == 0 ? "#blackgoal" : "#whitegoal"), true);
  }
  std::istringstream(section(game, "#boardsize")) >> columns_ >> rows_;
  start_ = State(static_cast<std::size_t>(columns_ * rows_), '.');
  const Condition pieces = read_conditions(section(game, "#init"), false)[0];
  for (const Part& p : pieces) at(start_, std::stoi(p.x), std::stoi(p.y)) = p.colour[0];
  const bool second = section(game, "#blackturn").find("second") != std::string::npos;
  start_ += second ? 'w' : 'b';
}

int BddlReference::coordinate(const std::string& text, int anchor, int size) const {
  int value = 0;
  std::size_t length = 2;
  if (text[0] == '?') {
    value = anchor;
  } else if (text.substr(1, 3) == "min") {
    value = 1;
    length = 4;
  } else if (text.substr(1, 3) == "max") {
    value = size;
    length = 4;
  } else {
    return std::stoi(text);
  }
  std::string rest;
  std::remove_copy(text.begin() + static_cast<std::ptrdiff_t>(length), text.end(),
                   std::back_inserter(rest), ' ');
  return rest.empty() ? value : value + std::stoi(rest);
}

bool BddlReference::on_board(const Condition& c, int x, int y) const {
  return std::all_of(c.begin(), c.end(), [&](const Part& p) {
    const int px = coordinate(p.x, x, columns_), py = coordinate(p.y, y, rows_);
    return px >= 1 && px <= columns_ && py >= 1 && py <= rows_;
  });
}

bool BddlReference::holds(const Condition& c, const State& s, int x, int y) const {
  return std::all_of(c.begin(), c.end(), [&](const Part& p) {
    const int px = coordinate(p.x, x, columns_), py = coordinate(p.y, y, rows_);
    const char wanted = p.colour == "open" ? '.' : p.colour[0];
    return (s[static_cast<std::size_t>((py - 1) * columns_ + px - 1)] == wanted) != p.negated;
  });
}

bool BddlReference::reaches_goal(const State& s, bool white) const {
  for (const Condition& goal : goals_[white ? 1 : 0]) {
    for (int y = 1; y <= rows_; ++y) {
      for (int x = 1; x <= columns_; ++x) {
        if (on_board(goal, x, y) && holds(goal, s, x, y)) return true;
      }
    }
  }
  return false;
}

std::string BddlReference::text_of(const State& s) const {
  std::string text;
  for (int y = 0; y < rows_; ++y) {
    if (y > 0) text += '/';
    int empty = 0;
    for (int x = 0; x <= columns_; ++x) {
      const char c = x < columns_ ? s[static_cast<std::size_t>(y * columns_ + x)] : ' ';
      if (c == '.') {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      if (c != ' ') text += c;
    }
  }
  return text + ' ' + s.back();
}

std::set<BddlReference::State> BddlReference::successors(const State& s) const {
  const bool white = s.back() == 'w';
  std::set<State> results;
  for (const Action& action : actions_[white ? 1 : 0]) {
    for (int y = 1; y <= rows_; ++y) {
      for (int x = 1; x <= columns_; ++x) {
        if (!on_board(action.before, x, y) || !on_board(action.after, x, y)) continue;
        if (!holds(action.before, s, x, y)) continue;
        State next = s;
        for (const Part& p : action.after) {
          if (p.negated) throw std::logic_error("an effect with NOT");
          at(next, coordinate(p.x, x, columns_), coordinate(p.y, y, rows_)) =
              p.colour == "open" ? '.' : p.colour[0];
        }
        next.back() = white ? 'b' : 'w';
        results.insert(next);
      }
    }
  }
  return results;
}

std::vector<BddlReference::Move> BddlReference::moves(const State& s) const {
  std::vector<Move> moves;
  for (const State& next : successors(s)) {
    End end = End::none;
    if (reaches_goal(next, s.back() == 'w')) {
      end = End::won;
    } else if (successors(next).empty()) {
      end = stuck_loses_ ? End::won : End::drawn;
    }
    moves.push_back({next, end});
  }
  return moves;
}

std::map<BddlReference::State, int> BddlReference::values() const {
  // Step 1. All positions, and what their moves lead to.
  std::map<State, std::vector<Move>> all;
  std::vector<State> waiting = {start_};
  while (!waiting.empty()) {
    const State s = waiting.back();
    waiting.pop_back();
    if (all.contains(s)) continue;
    all[s] = moves(s);
    for (const Move& move : all[s]) {
      if (move.end == End::none) waiting.push_back(move.next);
    }
  }
  // Step 2. In round n all wins and losses in n are found.
  std::map<State, int> values;
  for (const auto& [s, unused] : all) values[s] = 0;
  std::size_t quiet = 0;
  for (int n = 1; quiet < 2; ++n) {
    std::map<State, int> found;
    for (const auto& [s, moves] : all) {
      if (values[s] != 0) continue;
      bool wins = false, loses = true;
      for (const Move& move : moves) {
        const int reply = move.end == End::none ? values[move.next] : 0;
        wins = wins || (move.end == End::won && n == 1) || (reply != 0 && -reply == n - 1);
        loses = loses && move.end == End::none && reply > 0 && reply < n;
      }
      if (wins) {
        found[s] = n;
      } else if (loses) {
        found[s] = -n;
      }
    }
    quiet = found.empty() ? quiet + 1 : 0;
    for (const auto& [s, value] : found) values[s] = value;
  }
  return values;
}

}  // namespace zermelo::test
