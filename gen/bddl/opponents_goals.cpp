// SPDX-License-Identifier: MIT
#include "gen/bddl/opponents_goals.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

namespace zermelo::bddl {
namespace {

using GroundType = GroundCondition::Type;
using tree::Comparison;

class GoalFinder {
 public:
  explicit GoalFinder(const GroundGame& game) : game_(game), everything_(game.everything()) {}

  std::vector<std::string> run() {
    // (Shared rules are written as Black sees the board, so Black's goals come first.)
    for (const bool white : {game_.shared_rules, !game_.shared_rules}) look_at_actions(white);
    std::vector<std::string> sentences;
    for (const Found& found : found_) {
      const bool first_only = game_.version == 1;
      sentences.push_back(first_only ? sentence_of_paper(found) : sentence(found));
      if (first_only) break;
    }
    return sentences;
  }

 private:
  struct Found {
    bool white;  // who acts
    const GroundAction* action;
    const GroundEnd* goal;
  };

  // What an action does to a square, if it is known.
  struct Touched {
    ContentSet before, after;
    bool touched = false;
  };
  using Board = std::array<Touched, max_squares>;

  static std::string key_of(const GroundDemand& demand) {
    std::string key;
    append_key(demand, key);
    return key;
  }

  // Whether every way to meet the goal is a way to end the game after the side's own move.
  bool is_said(const GroundEnd& goal, bool white) const {
    std::set<std::string> own;
    for (const GroundEnd& end : game_.side(white).ends) {
      if (end.result == tree::Result::draw) continue;
      for (const GroundDemand& demand : end.when) own.insert(key_of(demand));
    }
    return std::ranges::all_of(
        goal.when, [&](const GroundDemand& demand) { return own.contains(key_of(demand)); });
  }

  void look_at_actions(bool white) {
    std::vector<const GroundEnd*> goals;
    for (const GroundEnd& goal : game_.side(!white).ends) {
      if (goal.result == tree::Result::win && !is_said(goal, white)) goals.push_back(&goal);
    }
    if (goals.empty()) return;
    std::map<std::pair<int, std::size_t>, Found> found;  // by action and goal, as written
    for (const GroundAction& action : game_.side(white).actions) {
      const Board board = board_of(action);
      for (std::size_t n = 0; n < goals.size(); ++n) {
        const std::pair about{action.action, n};
        if (!found.contains(about) && can_fulfil(board, *goals[n], white))
          found.emplace(about, Found{white, &action, goals[n]});
      }
    }
    for (const auto& [about, what] : found) {
      const std::pair written{about.first, what.goal->place.line};
      if (warned_.insert(written).second) found_.push_back(what);
    }
  }

  static const char* name_of(bool white) { return white ? "White" : "Black"; }

  std::string place_text(const Place& place) const {
    return fmt::format("{}:{}:{}", game_.files[static_cast<std::size_t>(place.file)], place.line,
                       place.column);
  }
  std::string sentence(const Found& found) const {
    return fmt::format(
        "{}: {}'s {} can bring about {}'s goal in line {}, where only {}'s moves are looked at; "
        "add a line under #losses.",
        place_text(found.action->place), name_of(found.white), found.action->name,
        name_of(!found.white), found.goal->place.line, name_of(!found.white));
  }
  std::string sentence_of_paper(const Found& found) const {
    return fmt::format(
        "{}: {}'s action '{}' can fulfil a goal of {}'s ({}), against sanity condition {} of BDDL. "
        "A goal counts only after a move of its own side, so the game goes on then.",
        place_text(found.action->place), name_of(found.white), found.action->name,
        name_of(!found.white), place_text(found.goal->place), found.white ? 3 : 2);
  }

  Board board_of(const GroundAction& action) const {
    Board board;
    board.fill({everything_, everything_, false});
    const auto at = [&](int square) -> Touched& { return board[static_cast<std::size_t>(square)]; };
    for (const auto& [square, set] : action.before) at(square) = {set, set, false};
    const auto change = [&](const std::vector<std::pair<int, Content>>& after, bool surely) {
      for (const auto& [square, content] : after) {
        const ContentSet now = ContentSet::of(content);
        at(square).after = surely ? now : at(square).after | now;
        at(square).touched = true;
      }
    };
    const auto copy = [&](const std::vector<std::pair<int, int>>& copies) {
      for (const auto& [square, from] : copies) {
        at(square).after = at(square).after | at(from).before;
        at(square).touched = true;
      }
    };
    change(action.after, true);
    copy(action.copies);
    for (const Clause& clause : action.clauses) {
      change(clause.change.after, false);
      copy(clause.change.copies);
    }
    for_each_square(changed_by_clauses_alone(action),
                    [&](int square) { narrow(at(square), action, square); });
    return board;
  }

  // A clause changes a square only from what its condition allows there.
  void narrow(Touched& touched, const GroundAction& action, int square) const {
    ContentSet before, after;
    for (const Clause& clause : action.clauses) {
      if (!changes_square(clause.change, square)) continue;
      before = before | (touched.before & allowed_on(square, clause.when, everything_));
      const auto put =
          std::ranges::find(clause.change.after, square, &std::pair<int, Content>::first);
      after =
          after | (put == clause.change.after.end() ? everything_ : ContentSet::of(put->second));
    }
    touched.before = before;
    touched.after = after | before;
  }

  static bool changes_square(const Change& change, int square) {
    const auto is_it = [&](const auto& pair) { return pair.first == square; };
    return std::ranges::any_of(change.after, is_it) || std::ranges::any_of(change.copies, is_it);
  }
  static Squares changed_by_clauses_alone(const GroundAction& action) {
    Squares squares = 0, others = 0;
    for (const auto& [square, content] : action.after) others |= bit_of(square);
    for (const auto& [square, from] : action.copies) others |= bit_of(square);
    for (const Clause& clause : action.clauses) {
      for (const auto& [square, content] : clause.change.after) squares |= bit_of(square);
      for (const auto& [square, from] : clause.change.copies) squares |= bit_of(square);
    }
    return squares & ~others;
  }
  bool can_fulfil(const Board& board, const GroundEnd& goal, bool white) const {
    return std::ranges::any_of(goal.when, [&](const GroundDemand& demand) {
      return can_fulfil(board, demand) && !ends_anyway(board, demand, white);
    });
  }

  // Whether a line of the side's own, not a draw, certainly holds wherever the demand does after
  // the action.
  bool ends_anyway(const Board& board, const GroundDemand& demand, bool white) const {
    const auto is_met = [&](const std::pair<int, ContentSet>& own) {
      const ContentSet after = board[static_cast<std::size_t>(own.first)].after;
      return own.second.includes(after & demand.at(own.first, everything_));
    };
    return std::ranges::any_of(game_.side(white).ends, [&](const GroundEnd& end) {
      return end.result != tree::Result::draw &&
             std::ranges::any_of(end.when, [&](const GroundDemand& own) {
               return own.hands.empty() && own.rest.is_always() &&
                      std::ranges::all_of(own.squares, is_met);
             });
    });
  }

  // Whether the demand can hold after the action, and could not before because of what it changes.
  bool can_fulfil(const Board& board, const GroundDemand& demand) const {
    bool brings = false;
    for (const auto& [square, set] : demand.squares) {
      const Touched& t = board[static_cast<std::size_t>(square)];
      if ((t.after & set).empty()) return false;
      // (What says that a square is not something can hold by accident: it is warned of only where
      // the paper's definition asks for it.)
      const bool positive = game_.version == 1 || set.size() == 1 || !set.contains(open_square);
      if (t.touched && positive && !set.includes(t.before)) brings = true;
    }
    return brings || can_fulfil(board, demand.rest);
  }

  bool can_fulfil(const Board& board, const GroundCondition& rest) const {
    if (rest.type == GroundType::compare) return can_change(board, rest);
    return std::ranges::any_of(
        rest.parts, [&](const GroundCondition& part) { return can_fulfil(board, part); });
  }

  // Whether the action can change a count in the direction that the comparison asks for.
  bool can_change(const Board& board, const GroundCondition& c) const {
    const auto [left_down, left_up] = changes(board, c.compared->left);
    const auto [right_down, right_up] = changes(board, c.compared->right);
    const bool down = left_down || right_up, up = left_up || right_down;
    const Comparison comparison = c.compared->comparison;
    if (comparison == Comparison::equal) return down || up;
    return comparison == Comparison::less || comparison == Comparison::at_most ? down : up;
  }

  std::pair<bool, bool> changes(const Board& board, const GroundQuantity& q) const {
    int least = 0, most = 0;
    if (q.of != tree::Quantity::Of::count) return {false, false};
    for_each_square(q.squares, [&](int square) {
      const Touched& t = board[static_cast<std::size_t>(square)];
      if (!t.touched) return;
      const auto may = [&](ContentSet s) { return !(s & q.counted).empty(); };
      const auto must = [&](ContentSet s) { return q.counted.includes(s); };
      least += (must(t.after) ? 1 : 0) - (may(t.before) ? 1 : 0);
      most += (may(t.after) ? 1 : 0) - (must(t.before) ? 1 : 0);
    });
    return {least<0, most> 0};
  }

  const GroundGame& game_;
  ContentSet everything_;
  std::vector<Found> found_;
  std::set<std::pair<int, int>> warned_;  // action and line: rules of both sides are told once
};

}  // namespace

std::vector<std::string> opponents_goals(const GroundGame& game) { return GoalFinder(game).run(); }

}  // namespace zermelo::bddl
