// SPDX-License-Identifier: MIT
#include "gen/bddl/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/sanity.h"
#include "gen/bddl/statement.h"

namespace zermelo::bddl {
namespace {

constexpr const char* name_of(Colour colour) {
  return colour == Colour::open ? "open" : colour == Colour::black ? "black" : "white";
}

std::string text_of(const SquareCondition& c) {
  const std::string text = fmt::format("{}({},{})", name_of(c.colour), coordinate_text(c.x, 'x'),
                                       coordinate_text(c.y, 'y'));
  return c.negated ? fmt::format("NOT({})", text) : text;
}

std::string alternatives(Colours colours) {
  std::string text;
  for (const Colour colour : {Colour::open, Colour::black, Colour::white}) {
    if (!colours.contains(colour)) continue;
    if (!text.empty()) text += " or ";
    text += name_of(colour);
  }
  return text;
}

class Finder {
 public:
  explicit Finder(const Rules& rules) : rules_(rules), problem_(rules.problem) {}

  std::vector<std::string> run() {
    for (const auto* actions : {&rules_.domain.black, &rules_.domain.white}) {
      for (const Action& action : *actions) look_at(action);
    }
    warn_of_impossible();
    for (const auto* goals : {&problem_.black_goals, &problem_.white_goals}) {
      for (const Condition& goal : *goals) look_at(goal);
    }
    return std::move(found_);
  }

 private:
  using Square = std::pair<std::int64_t, std::int64_t>;
  // What a condition amounts to with its anchor at one place.
  enum class Fit { fits, off_board, contradictory };

  void warn(const std::string& file, Place place, const std::string& sentence) {
    found_.push_back(fmt::format("{}:{}:{}: {}.", file, place.line, place.column, sentence));
  }

  Fit fit_of(const Condition& condition, int x, int y) const {
    Statement<Square> said;
    for (const SquareCondition& c : condition) {
      const Square square{value_of(c.x, x, problem_.columns), value_of(c.y, y, problem_.rows)};
      const bool on_board = square.first >= 1 && square.first <= problem_.columns &&
                            square.second >= 1 && square.second <= problem_.rows;
      if (!on_board) return Fit::off_board;
      if (said.add(square, Colours::of(c)).empty()) return Fit::contradictory;
    }
    return Fit::fits;
  }

  // Calls look(x, y) for every anchor until it returns true; returns whether it did.
  template <class Look>
  bool any_anchor(Look&& look) const {
    for (int y = 1; y <= problem_.rows; ++y) {
      for (int x = 1; x <= problem_.columns; ++x) {
        if (look(x, y)) return true;
      }
    }
    return false;
  }

  void look_at(const Action& action) {
    warn_of_choices(action.effect);
    std::optional<std::pair<int, int>> clash;
    bool possible = false;
    any_anchor([&](int x, int y) {
      if (fit_of(action.precondition, x, y) != Fit::fits) return false;
      const Fit fit = fit_of(action.effect, x, y);
      if (fit == Fit::fits) possible = true;
      if (fit == Fit::contradictory && !clash) clash = {x, y};
      return possible && clash;
    });
    if (!possible) {
      impossible_.push_back(&action);
    } else if (clash) {
      warn(rules_.domain.file, action.effect.front().place,
           fmt::format("with ?x = {} and ?y = {} this effect says two things about one square, so "
                       "there is no such move",
                       clash->first, clash->second));
    }
  }

  // In one sentence: a domain that serves boards of all sizes may have many.
  void warn_of_impossible() {
    if (impossible_.empty()) return;
    const Action& first = *impossible_.front();
    const std::size_t others = impossible_.size() - 1;
    const std::string also = others == 0 ? ""
                             : others == 1
                                 ? fmt::format(" and '{}' (line {})", impossible_.back()->name,
                                               impossible_.back()->place.line)
                                 : fmt::format(" and {} other actions", others);
    warn(rules_.domain.file, first.place,
         fmt::format("the action '{}'{} can never be played on this board, of {} by {} squares",
                     first.name, also, problem_.columns, problem_.rows));
  }

  // An author used to PDDL means something else.
  void warn_of_choices(const Condition& effect) {
    Statement<SquareAsWritten> said;
    for (const SquareCondition& c : effect) said.add(as_written(c), Colours::of(c));
    for (const auto& [square, colours] : said.squares()) {
      if (colours.decided()) continue;
      const auto is_it = [&, s = &square](const SquareCondition& c) { return as_written(c) == *s; };
      const SquareCondition& first = *std::ranges::find_if(effect, is_it);
      SquareCondition emptied = first;
      emptied.colour = Colour::open;
      emptied.negated = false;
      warn(rules_.domain.file, first.place,
           fmt::format("{} in an effect means that the square becomes {}, as the mover chooses; "
                       "to empty it, write {}",
                       text_of(first), alternatives(colours), text_of(emptied)));
    }
  }

  void look_at(const Condition& goal) {
    if (any_anchor([&](int x, int y) { return fit_of(goal, x, y) == Fit::fits; })) return;
    warn(problem_.file, goal.front().place,
         fmt::format("this goal can hold nowhere on the board, of {} by {} squares",
                     problem_.columns, problem_.rows));
  }

  const Rules& rules_;
  const Problem& problem_;
  std::vector<const Action*> impossible_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> warnings_of(const Rules& rules) {
  std::vector<std::string> found = Finder(rules).run();
  // (Larger boards have formulas and no positions.)
  if (rules.problem.columns * rules.problem.rows > max_squares) return found;
  if (auto goal = opponents_goal(rules.domain, rules.problem)) found.push_back(std::move(*goal));
  return found;
}

}  // namespace zermelo::bddl
