// SPDX-License-Identifier: MIT
#include "gen/bddl/warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/ground.h"
#include "gen/bddl/piece_game.h"
#include "gen/bddl/version1.h"
#include "symmetry/grid.h"

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

std::string alternatives(ContentSet colours) {
  std::string text;
  for (const Colour colour : {Colour::open, Colour::black, Colour::white}) {
    if (!colours.contains(as_content(colour))) continue;
    if (!text.empty()) text += " or ";
    text += name_of(colour);
  }
  return text;
}

// Squares with what is said about them: numbers, or coordinates as they are written.
template <class Square>
class Said {
 public:
  // What is left of the square after this has also been said.
  ContentSet add(const Square& square, ContentSet allowed) {
    auto found = std::ranges::find(squares_, square, &std::pair<Square, ContentSet>::first);
    if (found == squares_.end()) found = squares_.insert(found, {square, any_colour});
    return found->second = found->second & allowed;
  }
  const std::vector<std::pair<Square, ContentSet>>& squares() const { return squares_; }

 private:
  std::vector<std::pair<Square, ContentSet>> squares_;
};

// In version 1, whatever the board's size is.
class Finder {
 public:
  explicit Finder(const tree::Game& game) : game_(game) {}

  std::vector<std::string> run() {
    for (const tree::Action& action : game_.actions) look_at(action);
    warn_of_impossible();
    for (const tree::End& goal : game_.ends) look_at(goal);
    return std::move(found_);
  }

 private:
  using Square = std::pair<std::int64_t, std::int64_t>;
  // What a condition amounts to with its anchor at one place.
  enum class Fit { fits, off_board, contradictory };

  void warn(Place place, const std::string& sentence) {
    found_.push_back(fmt::format("{}:{}:{}: {}.", game_.files[static_cast<std::size_t>(place.file)],
                                 place.line, place.column, sentence));
  }

  Fit fit_of(const SquareConditions& condition, int x, int y) const {
    Said<Square> said;
    for (const SquareCondition& c : condition) {
      const Square square{value_of(c.x, x, game_.columns), value_of(c.y, y, game_.rows)};
      const bool on_board = square.first >= 1 && square.first <= game_.columns &&
                            square.second >= 1 && square.second <= game_.rows;
      if (!on_board) return Fit::off_board;
      if (said.add(square, c.allowed()).empty()) return Fit::contradictory;
    }
    return Fit::fits;
  }

  // Calls look(x, y) for every anchor until it returns true; returns whether it did.
  template <class Look>
  bool any_anchor(Look&& look) const {
    for (int y = 1; y <= game_.rows; ++y) {
      for (int x = 1; x <= game_.columns; ++x) {
        if (look(x, y)) return true;
      }
    }
    return false;
  }

  void look_at(const tree::Action& action) {
    const SquareConditions before = said_by(action.precondition), effect = said_by(action.effects);
    warn_of_choices(effect);
    std::optional<std::pair<int, int>> clash;
    bool possible = false;
    any_anchor([&](int x, int y) {
      if (fit_of(before, x, y) != Fit::fits) return false;
      const Fit fit = fit_of(effect, x, y);
      if (fit == Fit::fits) possible = true;
      if (fit == Fit::contradictory && !clash) clash = {x, y};
      return possible && clash;
    });
    if (!possible) {
      impossible_.push_back(&action);
    } else if (clash) {
      warn(effect.front().place,
           fmt::format("with ?x = {} and ?y = {} this effect says two things about one square, so "
                       "there is no such move",
                       clash->first, clash->second));
    }
  }

  // In one sentence: a domain that serves boards of all sizes may have many.
  void warn_of_impossible() {
    if (impossible_.empty()) return;
    const tree::Action& first = *impossible_.front();
    const std::size_t others = impossible_.size() - 1;
    const std::string also = others == 0 ? ""
                             : others == 1
                                 ? fmt::format(" and '{}' (line {})", impossible_.back()->name,
                                               impossible_.back()->place.line)
                                 : fmt::format(" and {} other actions", others);
    warn(first.place,
         fmt::format("the action '{}'{} can never be played on this board, of {} by {} squares",
                     first.name, also, game_.columns, game_.rows));
  }

  // An author used to PDDL means something else.
  void warn_of_choices(const SquareConditions& effect) {
    Said<SquareAsWritten> said;
    for (const SquareCondition& c : effect) said.add(as_written(c), c.allowed());
    for (const auto& [square, colours] : said.squares()) {
      if (colours.size() == 1) continue;
      const auto is_it = [&, s = &square](const SquareCondition& c) { return as_written(c) == *s; };
      const SquareCondition& first = *std::ranges::find_if(effect, is_it);
      SquareCondition emptied = first;
      emptied.colour = Colour::open;
      emptied.negated = false;
      warn(first.place,
           fmt::format("{} in an effect means that the square becomes {}, as the mover chooses; "
                       "to empty it, write {}",
                       text_of(first), alternatives(colours), text_of(emptied)));
    }
  }

  void look_at(const tree::End& goal) {
    const SquareConditions said = said_by(goal.line.condition);
    if (any_anchor([&](int x, int y) { return fit_of(said, x, y) == Fit::fits; })) return;
    warn(said.front().place,
         fmt::format("this goal can hold nowhere on the board, of {} by {} squares", game_.columns,
                     game_.rows));
  }

  const tree::Game& game_;
  std::vector<const tree::Action*> impossible_;
  std::vector<std::string> found_;
};

std::string warning_of_material(const tree::Game& game, const std::string& start) {
  const Place place = game.material.front().place;
  return fmt::format(
      "{}:{}:{}: #material says no start; where one is needed it is the first legal position, {}.",
      game.files[static_cast<std::size_t>(place.file)], place.line, place.column, start);
}

}  // namespace

std::vector<std::string> warnings_of(const tree::Game& game) {
  // (Larger boards have formulas and no positions.)
  if (game.columns * game.rows > max_squares)
    return game.version == 1 ? Finder(game).run() : std::vector<std::string>();
  const auto ground = std::make_shared<const GroundGame>(bddl::ground(game));
  if (game.material.empty()) return warnings_of(game, *ground, "");
  const PieceGame pieces(ground);
  return warnings_of(game, *ground, format_position(pieces.start(), pieces.pieces()));
}

std::vector<std::string> warnings_of(const tree::Game& game, const GroundGame& ground,
                                     const std::string& start) {
  std::vector<std::string> found;
  if (game.version == 1) found = Finder(game).run();
  found.insert(found.end(), ground.warnings.begin(), ground.warnings.end());
  if (!game.material.empty()) found.push_back(warning_of_material(game, start));
  return found;
}

}  // namespace zermelo::bddl
