// SPDX-License-Identifier: MIT
#include "gen/bddl/ground_board.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <utility>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/version1.h"
#include "gen/error.h"
#include "gen/grid/position.h"
#include "gen/text/ascii.h"

namespace zermelo::bddl {

void wrong_at(const tree::Game& game, Place place, const std::string& sentence) {
  throw SyntaxError(fmt::format("{}:{}:{}: {}.", game.files[static_cast<std::size_t>(place.file)],
                                place.line, place.column, sentence));
}

void require_board(const tree::Game& game) {
  if (game.columns * game.rows > max_squares) {
    wrong_at(game, game.size_place,
             fmt::format("the board has {} by {} squares; it must have 1 to {} in all",
                         game.columns, game.rows, max_squares));
  }
  if (game.version == 1) check_squares(game);
}

namespace {

// Looks for next(...) and line(...) in conditions, also in those of the defines that they name.
class LineSearch {
 public:
  explicit LineSearch(const tree::Game& game) : game_(game) {}

  bool in(const tree::Condition& condition) const {
    using What = tree::Condition::Type;
    if (condition.type == What::next || condition.type == What::line) return true;
    if (condition.type == What::call) {
      const auto& lines = game_.defines[static_cast<std::size_t>(condition.number)].lines;
      return std::ranges::any_of(lines, [&](const tree::Line& line) { return in(line.condition); });
    }
    return std::ranges::any_of(condition.parts,
                               [&](const tree::Condition& part) { return in(part); });
  }
  bool in(const tree::Effect& effect) const {
    return in(effect.condition) ||
           std::ranges::any_of(effect.parts, [&](const tree::Effect& part) { return in(part); });
  }
  bool in(const tree::Action& action) const {
    return in(action.precondition) ||
           std::ranges::any_of(action.effects,
                               [&](const tree::Effect& effect) { return in(effect); });
  }

 private:
  const tree::Game& game_;
};

}  // namespace

bool moves_along_lines(const tree::Game& game) {
  const LineSearch search(game);
  return std::ranges::any_of(game.actions,
                             [&](const tree::Action& action) { return search.in(action); });
}

GroundBoard::GroundBoard(const tree::Game& game) : grid_{game.columns, game.rows} {
  exists_ = grid_.all();
  find_lines(game);
  for (const tree::Region& region : game.regions) {
    Squares all = 0;
    for (const tree::PlaceOnBoard& place : region.squares) all |= squares(place);
    regions_.push_back(all);
  }
  find_steps(game);
  find_mirror(game);
}

int GroundBoard::square(std::int64_t x, std::int64_t y) const {
  if (x < 1 || x > grid_.columns || y < 1 || y > grid_.rows) return -1;
  const int square = grid_.square(static_cast<int>(x) - 1, grid_.rows - static_cast<int>(y));
  return (exists_ & bit_of(square)) != 0 ? square : -1;
}

int GroundBoard::square(const Coordinate& x, const Coordinate& y) const {
  return square(value_of(x, 1, grid_.columns), value_of(y, 1, grid_.rows));
}

Squares GroundBoard::squares(const tree::PlaceOnBoard& place) const {
  Squares all = 0;
  for (int y = 1; y <= grid_.rows; ++y) {
    for (int x = 1; x <= grid_.columns; ++x) {
      const int s = square(value_of(place.x, x, grid_.columns), value_of(place.y, y, grid_.rows));
      if (s >= 0) all |= bit_of(s);
    }
  }
  return all;
}

// If there are lines or links, squares on none of them do not exist.
void GroundBoard::find_lines(const tree::Game& game) {
  const auto read = [&](const std::vector<std::vector<tree::PlaceOnBoard>>& from,
                        std::vector<std::vector<int>>& into) {
    for (const auto& line : from) {
      std::vector<int>& squares = into.emplace_back();
      for (const tree::PlaceOnBoard& place : line) {
        squares.push_back(square(place.x, place.y));
        if (squares.back() < 0) wrong_at(game, place.place, "this square is not on the board");
      }
    }
  };
  read(game.lines, lines_);
  read(game.links, links_);
  if (lines_.empty() && links_.empty()) return;
  exists_ = 0;
  for (const auto* all : {&lines_, &links_}) {
    for (const auto& line : *all) {
      for (std::size_t i = 0; i < line.size(); ++i) {
        exists_ |= bit_of(line[i]);
        if (i == 0) continue;
        next_[static_cast<std::size_t>(line[i - 1])] |= bit_of(line[i]);
        next_[static_cast<std::size_t>(line[i])] |= bit_of(line[i - 1]);
      }
    }
  }
  for (const auto& line : lines_) {
    for (std::size_t i = 2; i < line.size(); ++i) {
      const auto a = static_cast<std::size_t>(line[i - 2]),
                 b = static_cast<std::size_t>(line[i - 1]), c = static_cast<std::size_t>(line[i]);
      after_[a][b] |= bit_of(line[i]);
      after_[c][b] |= bit_of(line[i - 2]);
    }
  }
}

void GroundBoard::find_steps(const tree::Game& game) {
  const int extent = std::max(grid_.columns, grid_.rows);
  for (const tree::StepSet& set : game.steps) {
    std::vector<int>& numbers = sets_.emplace_back();
    for (const tree::Step& step : set.steps) {
      const int most = step.rides ? extent - 1 : 1;
      for (int times = 1; times <= most; ++times) {
        numbers.push_back(static_cast<int>(steps_.size()));
        steps_.push_back({step.dx, step.dy, times, step.rides});
      }
    }
  }
  for (const tree::Kind& kind : game.kinds) {
    std::vector<int>& numbers = of_kinds_.emplace_back();
    for (std::size_t set = 0; set < game.steps.size(); ++set) {
      if (to_lower(game.steps[set].name) == to_lower(kind.name)) numbers = sets_[set];
    }
  }
}

void GroundBoard::find_mirror(const tree::Game& game) {
  using tree::Mirror;
  const Mirror mirror = game.mirror;
  const int columns = grid_.columns, rows = grid_.rows;
  mirror_.resize(static_cast<std::size_t>(grid_.squares()));
  for (int square = 0; square < grid_.squares(); ++square) {
    int file = grid_.file_of(square), rank = grid_.rank_of(square);
    if (mirror == Mirror::turn || mirror == Mirror::columns) file = columns - 1 - file;
    if (mirror == Mirror::turn || mirror == Mirror::rows) rank = rows - 1 - rank;
    // (x is file + 1, and y counts from above: the diagonal x = y falls to the right.)
    if (mirror == Mirror::diagonal)
      std::tie(file, rank) = std::pair(columns - 1 - rank, rows - 1 - file);
    if (mirror == Mirror::antidiagonal) std::swap(file, rank);
    mirror_[static_cast<std::size_t>(square)] = grid_.square(file, rank);
  }
  for_each_square(exists_, [&](int square) {
    const int image = mirror_[static_cast<std::size_t>(square)];
    if ((exists_ & bit_of(image)) != 0) return;
    wrong_at(game, game.mirror_place,
             fmt::format("this mirror takes {} to {}, where there is no square",
                         format_square(square, grid_), format_square(image, grid_)));
  });
}

}  // namespace zermelo::bddl
