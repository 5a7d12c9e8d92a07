// SPDX-License-Identifier: MIT
#include "tests/reference/random_bddl.h"

#include <array>
#include <set>
#include <utility>

namespace zermelo::test {
namespace {

class Generator {
 public:
  explicit Generator(std::mt19937& random) : random_(random) {}

  RandomBddl make(bool with_goals) {
    columns_ = 2 + below(2);
    rows_ = columns_ == 2 ? 2 + below(2) : 2;
    RandomBddl game;
    game.has_goals = with_goals;
    effects_may_be_negated_ = below(8) == 0;
    game.domain = "#blackactions\n" + actions("black") + "#whiteactions\n" + actions("white");
    game.white_first = below(4) == 0;
    game.stuck_loses = with_goals ? below(2) == 0 : below(8) != 0;
    game.problem = "#boardsize\n" + std::to_string(columns_) + " " + std::to_string(rows_) +
                   "\n#init\n" + start() + "#depth\n5\n#blackgoals\n" +
                   (with_goals ? goals("black") : "") + "#whitegoals\n" +
                   (with_goals && below(3) != 0 ? goals("white") : "");
    game.effects_have_choice = effects_may_be_negated_ || effects_may_meet_;
    if (game.white_first) game.problem += "#blackturn\nsecond\n";
    return game;
  }

 private:
  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  const char* colour() {
    constexpr std::array<const char*, 3> colours = {"open", "black", "white"};
    return colours[static_cast<std::size_t>(below(3))];
  }
  std::string coordinate(char axis, bool may_be_number, int size) {
    const std::string anchor = std::string("?") + axis;
    switch (below(8)) {
      case 0:
        return anchor + "+1";
      case 1:
        return anchor + "-1";
      case 2:
        return std::string(1, axis) + (below(2) == 0 ? "min" : "max");
      case 3:
        if (may_be_number) return std::to_string(1 + below(size));
        return anchor;
      default:
        return anchor;
    }
  }
  std::string part(const char* what, bool may_be_negated, bool may_be_number) {
    const std::string square = std::string(what) + "(" + coordinate('x', may_be_number, columns_) +
                               "," + coordinate('y', may_be_number, rows_) + ")";
    return may_be_negated && below(4) == 0 ? "NOT(" + square + ")" : square;
  }
  std::string actions(const char* side) {
    std::string text;
    const int count = 1 + below(2);
    for (int k = 0; k < count; ++k) {
      text += ":action a" + std::to_string(k) + "\n:parameters (?x,?y)\n:precondition (";
      text += part("open", false, false);
      for (int n = below(2); n > 0; --n) text += " " + part(colour(), true, false);
      const std::string first = part(side, false, false);
      text += ")\n:effect (" + first;
      if (below(2) == 0) {
        const std::string second = part(colour(), effects_may_be_negated_, false);
        // (If an effect names a square twice, both must agree; otherwise the file is in error.)
        if (square_in(first) != square_in(second)) {
          text += " " + second;
          effects_may_meet_ = effects_may_meet_ || may_meet(first, second);
        }
      }
      text += ")\n";
    }
    return text;
  }
  // "?x,ymin" of "NOT(black(?x,ymin))".
  static std::string square_in(const std::string& part) {
    const std::size_t begin = part.rfind('(') + 1;
    return part.substr(begin, part.find(')') - begin);
  }
  // Compares two squares of an effect. (Those that are both relative, in one column or one row at
  // other distances, do not.)
  static bool may_meet(const std::string& a, const std::string& b) {
    const auto axis = [](const std::string& text, char name) {
      const std::size_t at = text.find(std::string("?") + name);
      return at == std::string::npos ? std::string()
                                     : text.substr(at, text.find_first_of(",)", at) - at);
    };
    for (const char name : {'x', 'y'}) {
      const std::string first = axis(a, name), second = axis(b, name);
      if (!first.empty() && !second.empty() && first != second) return false;
    }
    return true;
  }
  std::string start() {
    std::string text;
    std::set<std::pair<int, int>> squares;
    for (int n = below(3); n > 0; --n) {
      const int x = 1 + below(columns_), y = 1 + below(rows_);
      if (!squares.emplace(x, y).second) continue;
      text += std::string(below(2) == 0 ? "black" : "white") + "(" + std::to_string(x) + "," +
              std::to_string(y) + ")\n";
    }
    return text;
  }
  std::string goals(const char* side) {
    std::string text;
    for (int k = 1 + below(2); k > 0; --k) {
      text += part(side, false, true);
      for (int n = below(3); n > 0; --n)
        text += " " + part(below(2) == 0 ? side : colour(), true, true);
      text += "\n";
    }
    return text;
  }

  std::mt19937& random_;
  int columns_ = 2, rows_ = 2;
  bool effects_may_be_negated_ = false, effects_may_meet_ = false;
};

}  // namespace

RandomBddl random_bddl(std::mt19937& random, bool with_goals) {
  return Generator(random).make(with_goals);
}

}  // namespace zermelo::test
