// SPDX-License-Identifier: MIT
// Every square that an action or a goal names is described by its place relative to one of them,
// the reference: "a black piece ... the open square just above it".
#include "gen/bddl/anchor_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/version1.h"
#include "gen/grid/position.h"
#include "gen/text/board_words.h"

namespace zermelo::bddl {
namespace {

// --- Where a square is ---------------------------------------------------------------------------

// A column or a row (from below): by number from 0, or as a distance from the anchor's.
struct AxisPlace {
  bool relative = true;
  int value = 0;
  auto operator<=>(const AxisPlace&) const = default;
};

struct SpotPlace {
  AxisPlace column, row;
  bool relative() const { return column.relative && row.relative; }
  bool fixed() const { return !column.relative && !row.relative; }
  auto operator<=>(const SpotPlace&) const = default;
};

// What a square may be, one bit per colour.
enum Contents : unsigned {
  can_be_open = 1,
  can_be_black = 2,
  can_be_white = 4,
  can_be_anything = 7
};

struct SeenSquare {
  SpotPlace place;
  unsigned before = can_be_anything;
  std::optional<unsigned> after = std::nullopt;  // of squares that an effect names

  bool changes() const { return after && (*after & before) != before; }
};

unsigned contents_of(const SquareCondition& c) { return c.allowed().bits(); }

AxisPlace axis_place(const Coordinate& c, int size, bool upwards) {
  const bool relative = c.base == Coordinate::Base::anchor;
  const auto value = static_cast<int>(value_of(c, relative ? 0 : 1, size));
  if (relative) return {true, upwards ? -value : value};
  return {false, upwards ? size - value : value - 1};
}

SpotPlace place_of(const SquareCondition& c, Grid grid) {
  return {axis_place(c.x, grid.columns, false), axis_place(c.y, grid.rows, true)};
}

SeenSquare& seen_at(std::vector<SeenSquare>& spots, const SpotPlace& place) {
  const auto found = std::ranges::find(spots, place, &SeenSquare::place);
  if (found != spots.end()) return *found;
  return spots.emplace_back(SeenSquare{.place = place});
}

std::vector<SeenSquare> spots_of(const SquareConditions& condition, Grid grid) {
  std::vector<SeenSquare> spots;
  for (const SquareCondition& c : condition)
    seen_at(spots, place_of(c, grid)).before &= contents_of(c);
  return spots;
}

// --- Words for them ------------------------------------------------------------------------------

std::string squares_away(int n) {
  return fmt::format("{} square{}", number_word(n), n == 1 ? "" : "s");
}

// How to get from one square to another: "one square up", "two squares diagonally down and left".
std::string way_text(int dx, int dy) {
  const char* const across = dx > 0 ? "right" : "left";
  const char* const upright = dy > 0 ? "up" : "down";
  if (dy == 0) return fmt::format("{} to the {}", squares_away(std::abs(dx)), across);
  if (dx == 0) return fmt::format("{} {}", squares_away(std::abs(dy)), upright);
  if (std::abs(dx) == std::abs(dy))
    return fmt::format("{} diagonally {} and {}", squares_away(std::abs(dx)), upright, across);
  return fmt::format("{} to the {} and {} {}", squares_away(std::abs(dx)), across,
                     number_word(std::abs(dy)), upright);
}

// Where a square is, seen from another: "just above it", "two squares to its right".
std::string seen_from_it(int dx, int dy) {
  if (dx == 0 && std::abs(dy) == 1) return dy > 0 ? "just above it" : "just below it";
  if (dx == 0)
    return fmt::format("{} {} it", squares_away(std::abs(dy)), dy > 0 ? "above" : "below");
  if (dy == 0) {
    const char* const side = dx > 0 ? "right" : "left";
    if (std::abs(dx) == 1) return fmt::format("just to its {}", side);
    return fmt::format("{} to its {}", squares_away(std::abs(dx)), side);
  }
  return way_text(dx, dy) + " from it";
}

// Describes the squares of one action or goal.
class Describer {
 public:
  Describer(const std::vector<SeenSquare>& spots, Grid grid) : grid_(grid) {
    // The anchor if it is named, then whatever moves with it.
    for (const SeenSquare& spot : spots) {
      if (spot.place.fixed()) continue;
      const bool is_anchor = spot.place == SpotPlace{};
      if (!reference_ || is_anchor) reference_ = spot.place;
      if (is_anchor) break;
    }
  }

  bool is_reference(const SeenSquare& spot) const {
    return reference_ && *reference_ == spot.place;
  }

  // "an open square", "the black piece just above it", "d1", "the open square d1".
  std::string noun(const SeenSquare& spot) const {
    const std::string what = contents_noun(spot.before);
    if (spot.place.fixed()) {
      const std::string name = name_of(spot.place);
      if (spot.before == can_be_open) return "the open square " + name;
      if (spot.before == can_be_anything) return name;
      return fmt::format("the {} on {}", what, name);
    }
    if (is_reference(spot)) return article(what) + " " + what + lines_text(spot.place);
    return fmt::format("the {} {}", what, where(spot.place));
  }

  // "just above it", "in row 1 of the same column", "on d1".
  std::string where(const SpotPlace& place) const {
    if (place.fixed()) return "on " + name_of(place);
    if (place.relative() && reference_->relative()) {
      return seen_from_it(place.column.value - reference_->column.value,
                          place.row.value - reference_->row.value);
    }
    std::vector<std::string> parts;
    if (place.column.relative) {
      const int dx =
          place.column.value - (reference_->column.relative ? reference_->column.value : 0);
      parts.push_back(dx == 0  ? "in the same column"
                      : dx > 0 ? fmt::format("{} to the right", columns_away(dx))
                               : fmt::format("{} to the left", columns_away(-dx)));
    } else {
      parts.push_back("in " + column_name(place.column.value));
    }
    if (place.row.relative) {
      const int dy = place.row.value - (reference_->row.relative ? reference_->row.value : 0);
      parts.push_back(dy == 0  ? "in the same row"
                      : dy > 0 ? fmt::format("{} up", rows_away(dy))
                               : fmt::format("{} down", rows_away(-dy)));
    } else {
      parts.push_back("in " + row_name(place.row.value));
    }
    return parts[1] + " " + parts[0];
  }

  // Where the reference must be: " in the top row"; mostly nothing.
  std::string lines_text(const SpotPlace& place) const {
    if (!place.row.relative) return " in " + row_name(place.row.value);
    if (!place.column.relative) return " in " + column_name(place.column.value);
    return "";
  }

  // A condition: "just above it is open", "there is a black piece on c1".
  std::string requirement(const SeenSquare& spot) const {
    if (is_reference(spot)) return fmt::format("there is {} on the board", noun(spot));
    const std::string place = where(spot.place);
    switch (spot.before) {
      case can_be_open:
        return spot.place.fixed() ? name_of(spot.place) + " is open"
                                  : fmt::format("the square {} is open", place);
      case can_be_black:
        return "there is a black piece " + place;
      case can_be_white:
        return "there is a white piece " + place;
      case can_be_black | can_be_white:
        return "there is a piece " + place;
      case can_be_open | can_be_white:
        return "there is no black piece " + place;
      case can_be_open | can_be_black:
        return "there is no white piece " + place;
      default:
        return fmt::format("there is a square {}", place);
    }
  }

  std::string name_of(const SpotPlace& place) const {
    return format_square(grid_.square(place.column.value, place.row.value), grid_);
  }

  static std::string contents_noun(unsigned contents) {
    switch (contents) {
      case can_be_open:
        return "open square";
      case can_be_black:
        return "black piece";
      case can_be_white:
        return "white piece";
      case can_be_black | can_be_white:
        return "piece of either colour";
      case can_be_open | can_be_white:
        return "square without a black piece";
      case can_be_open | can_be_black:
        return "square without a white piece";
      default:
        return "square";
    }
  }
  static std::string article(const std::string& noun) { return noun[0] == 'o' ? "an" : "a"; }

 private:
  static std::string columns_away(int n) {
    return fmt::format("{} column{}", number_word(n), n == 1 ? "" : "s");
  }
  static std::string rows_away(int n) {
    return fmt::format("{} row{}", number_word(n), n == 1 ? "" : "s");
  }
  std::string row_name(int row) const {
    if (grid_.rows > 1 && row == grid_.rows - 1)
      return fmt::format("the top row (row {})", row + 1);
    if (row == 0) return "the bottom row";
    return fmt::format("row {}", row + 1);
  }
  std::string column_name(int column) const {
    std::string name = format_square(grid_.square(column, 0), grid_);
    name.pop_back();
    return "column " + name;
  }

  const Grid grid_;
  std::optional<SpotPlace> reference_;
};

// --- Actions -------------------------------------------------------------------------------------

std::string colour_word(unsigned contents) {
  switch (contents) {
    case can_be_open:
      return "open";
    case can_be_black:
      return "black";
    case can_be_white:
      return "white";
    case can_be_open | can_be_black:
      return "open or black";
    case can_be_open | can_be_white:
      return "open or white";
    default:
      return "black or white";
  }
}

class ActionWords {
 public:
  ActionWords(const tree::Action& action, Grid grid, const std::string& side)
      : side_(side),
        spots_(spots_of(said_by(action.precondition), grid)),
        describer_(make(action, grid)) {}

  std::string sentence() {
    std::string text = moved();
    if (text.empty()) text = changed();
    std::vector<std::string> conditions = requirements();
    if (!conditions.empty()) text += ", if " + listed(conditions);
    return text + ".";
  }

 private:
  Describer make(const tree::Action& action, Grid grid) {
    for (const SquareCondition& c : said_by(action.effects)) {
      SeenSquare& spot = seen_at(spots_, place_of(c, grid));
      spot.after = spot.after.value_or(can_be_anything) & contents_of(c);
    }
    return {spots_, grid};
  }

  // The phrase for a piece that leaves one square and comes to another, if that is what happens,
  // with anything else that happens after it. Empty if something else happens.
  std::string moved() {
    SeenSquare* from = nullptr;
    SeenSquare* to = nullptr;
    for (SeenSquare& spot : spots_) {
      if (!spot.changes()) continue;
      const bool left =
          spot.after == can_be_open && (spot.before == can_be_black || spot.before == can_be_white);
      if (left && (from == nullptr || is_own(spot) || !is_own(*from))) {
        if (from != nullptr && is_own(*from) == is_own(spot)) return {};
        from = &spot;
      }
    }
    if (from == nullptr) return {};
    for (SeenSquare& spot : spots_) {
      const bool arrives = spot.changes() && spot.after == from->before;
      if (arrives && to != nullptr) return {};
      if (arrives) to = &spot;
    }
    if (to == nullptr || to->place.relative() != from->place.relative() ||
        to->place.fixed() != from->place.fixed())
      return {};
    if (!from->place.fixed() && !from->place.relative()) return {};
    const std::string piece = describer_.noun(*from);
    const std::string way =
        from->place.fixed() ? "moves to " + describer_.name_of(to->place)
                            : "moves " + way_text(to->place.column.value - from->place.column.value,
                                                  to->place.row.value - from->place.row.value);
    std::string text = capital(piece) + " " + way + arrival(*to, from->before);
    from->after = to->after = std::nullopt;
    from->before = to->before = can_be_anything;
    std::vector<std::string> taken;
    for (SeenSquare& spot : spots_) {
      if (!spot.changes() || spot.after != can_be_open || (spot.before & can_be_open) != 0)
        continue;
      taken.push_back(describer_.noun(spot));
      spot = SeenSquare{.place = spot.place};
    }
    if (!taken.empty()) text += ", taking " + listed(taken);
    const std::vector<std::string> more = changes();
    return more.empty() ? text : text + "; " + side_ + " " + listed(more);
  }

  bool is_own(const SeenSquare& spot) const {
    return spot.before == (side_ == "Black" ? can_be_black : can_be_white);
  }

  static std::string arrival(const SeenSquare& to, unsigned piece) {
    if (to.before == can_be_open) return ", to an open square";
    const unsigned other = piece == can_be_black ? can_be_white : can_be_black;
    const std::string word = colour_word(other);
    if (to.before == other) return fmt::format(", taking a {} piece there", word);
    if (to.before == (other | can_be_open))
      return fmt::format(", to an open square or one with a {} piece, which is taken", word);
    return ", whatever stands there: it is taken";
  }

  std::string changed() {
    // (A piece that stays where it is, and from which all places are described, comes first.)
    std::string begin;
    for (SeenSquare& spot : spots_) {
      const bool any_change = std::ranges::any_of(spots_, &SeenSquare::changes);
      if (!describer_.is_reference(spot) || spot.changes() || !any_change) continue;
      begin = "From " + describer_.noun(spot) + ": ";
      spot.before = can_be_anything;
      spot.after = std::nullopt;
    }
    const std::vector<std::string> all = changes();
    if (all.empty()) return side_ + " changes nothing";
    return begin + side_ + " " + listed(all);
  }

  // A phrase for each square that changes, those of the same kind together.
  std::vector<std::string> changes() {
    std::vector<std::pair<std::string, std::vector<std::string>>> kinds;  // verb, squares
    for (SeenSquare& spot : spots_) {
      if (!spot.changes()) continue;
      const auto [verb, behind] = verb_of(spot);
      const std::string key = verb + "|" + behind;
      auto kind =
          std::ranges::find(kinds, key, &std::pair<std::string, std::vector<std::string>>::first);
      if (kind == kinds.end()) kind = kinds.insert(kinds.end(), {key, {}});
      kind->second.push_back(describer_.noun(spot));
      spot.before = can_be_anything;
      spot.after = std::nullopt;
    }
    std::vector<std::string> phrases;
    for (auto& [key, squares] : kinds) {
      std::string verb = key.substr(0, key.find('|'));
      const std::string behind = key.substr(key.find('|') + 1);
      if (squares.size() > 1 && verb.starts_with("puts a ")) {
        verb = "puts " + verb.substr(7);
        verb.replace(verb.find(" piece "), 7, " pieces ");
      }
      phrases.push_back(verb + listed(squares) + behind);
    }
    return phrases;
  }

  // What is done to a square: the words before it, and those after it.
  static std::pair<std::string, std::string> verb_of(const SeenSquare& spot) {
    const unsigned after = *spot.after;
    const std::string colour = colour_word(after);
    if (after == 0) return {"does what cannot be done on ", ""};
    if (after == can_be_open) {
      if ((spot.before & can_be_open) != 0) return {"clears ", ""};
      return {"takes ", " off the board"};
    }
    if (after != can_be_black && after != can_be_white)
      return {"makes ", fmt::format(" {}, whichever the side likes", colour)};
    const unsigned other = after == can_be_black ? can_be_white : can_be_black;
    if (spot.before == other) return {"turns ", " " + colour};
    const std::string puts = fmt::format("puts a {} piece on ", colour);
    if (spot.before == can_be_open) return {puts, ""};
    return {puts, ", taking what stands there"};
  }

  std::vector<std::string> requirements() const {
    std::vector<std::string> all;
    std::vector<std::string> open_places, open_names;
    std::map<std::string, std::vector<std::string>> pieces;  // "a black piece": places
    for (const SeenSquare& spot : spots_) {
      if (spot.before == can_be_anything) continue;
      if (describer_.is_reference(spot)) {
        all.push_back(describer_.requirement(spot));
      } else if (spot.before == can_be_open && spot.place.fixed()) {
        open_names.push_back(describer_.name_of(spot.place));
      } else if (spot.before == can_be_open) {
        open_places.push_back(describer_.where(spot.place));
      } else if (spot.before == can_be_black || spot.before == can_be_white) {
        pieces[spot.before == can_be_black ? "black" : "white"].push_back(
            describer_.where(spot.place));
      } else {
        all.push_back(describer_.requirement(spot));
      }
    }
    const auto is_or_are = [](std::size_t n) { return n == 1 ? "is" : "are"; };
    if (!open_names.empty())
      all.push_back(fmt::format("{} {} open", listed(open_names), is_or_are(open_names.size())));
    if (!open_places.empty()) {
      all.push_back(fmt::format("the square{} {} {} open", open_places.size() == 1 ? "" : "s",
                                listed(open_places), is_or_are(open_places.size())));
    }
    for (const auto& [colour, places] : pieces) {
      all.push_back(places.size() == 1
                        ? fmt::format("there is a {} piece {}", colour, places.front())
                        : fmt::format("there are {} pieces {}", colour, listed(places)));
    }
    return all;
  }

  static std::string capital(std::string text) {
    text[0] = static_cast<char>(text[0] >= 'a' && text[0] <= 'z' ? text[0] - 'a' + 'A' : text[0]);
    return text;
  }

  const std::string side_;
  std::vector<SeenSquare> spots_;
  const Describer describer_;
};

// --- Goals ---------------------------------------------------------------------------------------

// Squares, as offsets from the lowest row and the leftmost column among them, sorted.
using Shape = std::vector<std::pair<int, int>>;  // columns, rows

Shape moved_to_corner(Shape shape) {
  int column = shape.front().first, row = shape.front().second;
  for (const auto& [x, y] : shape) {
    column = std::min(column, x);
    row = std::min(row, y);
  }
  for (auto& [x, y] : shape) {
    x -= column;
    y -= row;
  }
  std::ranges::sort(shape);
  return shape;
}

std::set<Shape> orientations(const Shape& shape) {
  std::set<Shape> all;
  for (int turn = 0; turn < 8; ++turn) {
    Shape image;
    for (auto [x, y] : shape) {
      if ((turn & 1) != 0) x = -x;
      if ((turn & 2) != 0) y = -y;
      if ((turn & 4) != 0) std::swap(x, y);
      image.emplace_back(x, y);
    }
    all.insert(moved_to_corner(image));
  }
  return all;
}

bool fits_on(const Shape& shape, Grid grid) {
  return std::ranges::all_of(shape, [&](const auto& square) {
    return square.first < grid.columns && square.second < grid.rows;
  });
}

// The rows from above, "x" for a square of the shape and "." for one that may be anything: "xx/x.".
std::string picture_of(const Shape& shape) {
  int columns = 0, rows = 0;
  for (const auto& [x, y] : shape) {
    columns = std::max(columns, x + 1);
    rows = std::max(rows, y + 1);
  }
  std::string text;
  for (int row = rows - 1; row >= 0; --row) {
    for (int column = 0; column < columns; ++column)
      text += std::ranges::count(shape, std::pair{column, row}) > 0 ? 'x' : '.';
    if (row > 0) text += '/';
  }
  return text;
}

// "across", "upright", "diagonally"; nothing if it is not a row without gaps.
std::optional<std::string> direction_of(const Shape& shape) {
  if (shape.size() < 2) return std::nullopt;
  const auto n = static_cast<int>(shape.size());
  const auto [x0, y0] = shape.front();
  const int dx = shape[1].first - x0, dy = shape[1].second - y0;
  if (dx < 0 || dx > 1 || std::abs(dy) > 1) return std::nullopt;
  for (int i = 0; i < n; ++i) {
    if (shape[static_cast<std::size_t>(i)] != std::pair{x0 + i * dx, y0 + i * dy})
      return std::nullopt;
  }
  return dy == 0 ? "across" : dx == 0 ? "upright" : dy > 0 ? "diagonally up" : "diagonally down";
}

// Goals of pieces of one colour, anywhere on the board, are described together; the others one by
// one.
class GoalWords {
 public:
  GoalWords(const tree::Game& game, tree::Whose whose, Grid grid) : grid_(grid) {
    for (const tree::End& end : game.ends)
      if (end.whose == whose) sort_in(spots_of(said_by(end.line.condition), grid));
  }

  std::vector<std::string> lines() const {
    std::vector<std::string> all;
    for (const auto& [colour, shapes] : shapes_) {
      add_rows(colour, shapes, all);
      add_shapes(colour, shapes, all);
    }
    for (const auto& [contents, sets] : sets_) add_sets(contents, sets, all);
    for (const std::vector<SeenSquare>& goal : others_) add_other(goal, all);
    return all;
  }

 private:
  void sort_in(const std::vector<SeenSquare>& spots) {
    const unsigned contents = spots.front().before;
    const bool same =
        std::ranges::all_of(spots, [&](const SeenSquare& s) { return s.before == contents; });
    const bool relative =
        std::ranges::all_of(spots, [](const SeenSquare& s) { return s.place.relative(); });
    const bool fixed =
        std::ranges::all_of(spots, [](const SeenSquare& s) { return s.place.fixed(); });
    const bool is_piece = contents == can_be_black || contents == can_be_white;
    if (same && relative && is_piece) {
      Shape shape;
      for (const SeenSquare& s : spots) shape.emplace_back(s.place.column.value, s.place.row.value);
      shape = moved_to_corner(shape);
      if (fits_on(shape, grid_)) shapes_[contents].insert(shape);
    } else if (same && fixed && contents != can_be_anything) {
      Squares squares = 0;
      for (const SeenSquare& s : spots)
        squares |= bit_of(grid_.square(s.place.column.value, s.place.row.value));
      sets_[contents].push_back(squares);
    } else {
      others_.push_back(spots);
    }
  }

  static std::string pieces_text(unsigned colour, std::size_t count) {
    return count == 1 ? fmt::format("a {} piece", colour_word(colour))
                      : fmt::format("{} {} pieces", number_word(static_cast<int>(count)),
                                    colour_word(colour));
  }

  void add_rows(unsigned colour, const std::set<Shape>& shapes,
                std::vector<std::string>& all) const {
    std::map<std::size_t, std::set<std::string>> directions;  // by length
    for (const Shape& shape : shapes) {
      if (shape.size() == 1) all.push_back(pieces_text(colour, 1) + " on any square.");
      if (const auto direction = direction_of(shape)) directions[shape.size()].insert(*direction);
    }
    for (const auto& [length, ways] : directions) {
      std::vector<std::string> words;
      for (const char* way : {"across", "upright"}) {
        if (ways.contains(way)) words.emplace_back(way);
      }
      const bool up = ways.contains("diagonally up"), down = ways.contains("diagonally down");
      if (up && down) words.emplace_back("diagonally");
      if (up != down)
        words.emplace_back(up ? "diagonally, rising to the right"
                              : "diagonally, falling to the right");
      all.push_back(
          fmt::format("{} in a row: {}.", pieces_text(colour, length), listed(words, "or")));
    }
  }

  void add_shapes(unsigned colour, const std::set<Shape>& shapes,
                  std::vector<std::string>& all) const {
    std::set<Shape> left;
    for (const Shape& shape : shapes) {
      if (shape.size() > 1 && !direction_of(shape)) left.insert(shape);
    }
    while (!left.empty()) {
      const Shape shape = *left.begin();
      std::set<Shape> images;
      for (const Shape& image : orientations(shape)) {
        if (fits_on(image, grid_)) images.insert(image);
      }
      const bool in_all = std::ranges::includes(left, images);
      all.push_back(
          fmt::format("{} in the shape {}{} (x is one of them, . may be anything, the top "
                      "row comes first).",
                      pieces_text(colour, shape.size()), picture_of(shape),
                      in_all && images.size() > 1 ? ", turned or mirrored in any way" : ""));
      if (!in_all) images = {shape};
      for (const Shape& image : images) left.erase(image);
    }
  }

  void add_sets(unsigned contents, const std::vector<Squares>& sets,
                std::vector<std::string>& all) const {
    constexpr std::size_t most = 40;
    const auto of_set = [&](Squares squares) {
      std::vector<std::string> names;
      for_each_square(squares, [&](int s) { names.push_back(format_square(s, grid_)); });
      return fmt::format("{}", listed(names));
    };
    const std::string pieces = contents == can_be_black || contents == can_be_white
                                   ? colour_word(contents) + " pieces on all of "
                                   : "all of these squares " + colour_word(contents) + ": ";
    if (sets.size() == 1) {
      const bool one = (sets[0] & (sets[0] - 1)) == 0;
      if (contents == can_be_black || contents == can_be_white) {
        all.push_back(fmt::format(
            "{} on {}.", one ? pieces_text(contents, 1) : colour_word(contents) + " pieces",
            of_set(sets[0])));
      } else {
        all.push_back(fmt::format("{} {}.", of_set(sets[0]), colour_word(contents)));
      }
      return;
    }
    std::vector<std::string> texts;
    for (const Squares squares : sets) {
      if (texts.size() < most) texts.push_back(of_set(squares));
    }
    std::string text = pieces;
    for (std::size_t i = 0; i < texts.size(); ++i) text += (i > 0 ? "; or " : "") + texts[i];
    if (sets.size() > most)
      text += fmt::format("; or one of {} other such sets", sets.size() - most);
    all.push_back(text + ".");
  }

  void add_other(const std::vector<SeenSquare>& goal, std::vector<std::string>& all) const {
    const Describer describer(goal, grid_);
    std::vector<std::string> parts;
    for (const SeenSquare& spot : goal) {
      if (describer.is_reference(spot)) parts.insert(parts.begin(), describer.noun(spot));
    }
    for (const SeenSquare& spot : goal) {
      if (describer.is_reference(spot)) continue;
      std::string noun = Describer::contents_noun(spot.before);
      parts.push_back(
          fmt::format("{} {} {}", Describer::article(noun), noun, describer.where(spot.place)));
    }
    std::string text = listed(parts);
    all.push_back(text + ".");
  }

  const Grid grid_;
  std::map<unsigned, std::set<Shape>> shapes_;     // by what their squares are
  std::map<unsigned, std::vector<Squares>> sets_;  // squares by name
  std::vector<std::vector<SeenSquare>> others_;
};

}  // namespace

std::string action_in_words(const tree::Action& action, Grid grid) {
  return ActionWords(action, grid, action.whose == tree::Whose::white ? "White" : "Black")
      .sentence();
}

std::vector<std::string> goals_in_words(const tree::Game& game, tree::Whose whose) {
  return GoalWords(game, whose, {game.columns, game.rows}).lines();
}

}  // namespace zermelo::bddl
