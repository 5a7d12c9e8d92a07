// SPDX-License-Identifier: MIT
#include "tests/support/random_version2.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>
#include <vector>

namespace zermelo::test {
namespace {

using Words = std::vector<std::string>;

// The variables that can be used somewhere, as in "?p", by what they stand for.
struct Variables {
  Words squares, steps, numbers, kinds, sides;
  bool may_ask_attacked = false;
};

struct RandomBoard {
  int columns, rows;
  const char* graph;  // #lines and #links; empty for a grid
  bool is_square;     // so that every mirror maps its squares onto themselves
};

constexpr std::array<RandomBoard, 11> random_boards = {{
    {2, 2, "", true},
    {2, 2, "", true},
    {3, 2, "", false},
    {2, 3, "", false},
    {4, 1, "", false},
    {1, 5, "", false},
    {3, 3, "", true},
    {3, 3, "#lines\n(1,2) (2,2) (3,2)\n(2,1) (2,2) (2,3)\n", true},
    {3, 3, "#links\n(1,1) (1,3) (3,3) (3,1)\n(1,1) (2,2) (3,3)\n(1,3) (2,2) (3,1)\n", true},
    {3, 2, "#lines\n(1,1) (2,1) (3,1)\n(1,2) (2,1) (3,2)\n#links\n(1,1) (1,2)\n", false},
    {4, 3, "#lines\n(1,1) (2,2) (4,3)\n#links\n(4,3) (4,1) (1,1)\n(2,2) (4,1)\n", false},
}};

// (What is drawn first is a statement of its own: the order in which a compiler evaluates operands
// must not matter.)
class Version2Generator {
 public:
  explicit Version2Generator(std::mt19937& random) : random_(random) {}

  std::string make() {
    board_ = random_boards[index(random_boards.size())];
    text_ = "#bddl 2\n";
    add_pieces();
    text_ += "#boardsize " + std::to_string(board_.columns) + " " + std::to_string(board_.rows) +
             "\n" + board_.graph;
    add_steps();
    add_zone();
    add_mirror();
    add_defines();
    add_actions();
    Words sections;
    for (const char* name : {"goals", "losses", "draws"}) sections.push_back(ends(name));
    sections.push_back(illegal());
    sections.push_back(stuck());
    shuffle(sections);  // (the order of ends matters)
    for (const std::string& section : sections) text_ += section;
    add_start();
    if (one_in(4)) text_ += one_in(2) ? "#endless black\n" : "#endless white\n";
    return std::move(text_);
  }

 private:
  // --- Chance ------------------------------------------------------------------------------------

  int below(int count) { return static_cast<int>(random_() % static_cast<unsigned>(count)); }
  std::size_t index(std::size_t size) {
    return static_cast<std::size_t>(below(static_cast<int>(size)));
  }
  bool one_in(int count) { return below(count) == 0; }
  const std::string& one_of(const Words& words) { return words[index(words.size())]; }
  void shuffle(Words& words) {
    for (std::size_t i = words.size(); i > 1; --i) std::swap(words[i - 1], words[index(i)]);
  }

  // --- Pieces and board --------------------------------------------------------------------------

  void add_pieces() {
    const int number = 1 + below(3);
    const bool named = number > 1 || one_in(2);
    if (named) {
      kinds_ = {"man", "king", "rook"};
      kinds_.resize(static_cast<std::size_t>(number));
      text_ += "#pieces";
      for (const std::string& kind : kinds_) text_ += " " + kind;
      text_ += "\n";
    }
    if (!named || !one_in(3)) return;
    hand_kinds_ = {"man"};
    text_ += "#hands man";
    const bool more = number > 1 && one_in(2);
    if (more) text_ += one_in(2) ? "=man,king" : "=king";
    const bool second = number > 2 && one_in(3);
    if (second) {
      hand_kinds_.push_back("rook");
      text_ += " rook";
    }
    text_ += "\n";
  }

  std::string random_step() {
    constexpr std::array<const char*, 9> all = {"(1,0)",  "(-1,0)",  "(0,1)",  "(0,-1)", "(1,1)",
                                                "(1,-1)", "(-1,-1)", "(-1,1)", "(2,0)"};
    std::string step = all[index(one_in(3) ? all.size() : 4)];
    return step;
  }
  void add_steps() {
    text_ += "#steps\nside";
    for (int n = 1 + below(4); n > 0; --n) text_ += " " + random_step();
    text_ += "\nride";
    for (int n = 1 + below(3); n > 0; --n) text_ += " " + random_step() + "*";
    text_ += "\n";
    for (const std::string& kind : kinds_) {
      text_ += kind;
      for (int n = 1 + below(3); n > 0; --n) {
        text_ += " " + random_step();
        if (one_in(3)) text_ += "*";
      }
      text_ += "\n";
    }
    step_sets_ = {"side", "side", "ride"};
    if (!kinds_.empty()) step_sets_.push_back(kinds_.front());
  }

  void add_zone() {
    constexpr std::array<const char*, 5> zones = {"(?x,ymin)", "(xmax,?y)", "(1,1)",
                                                  "(?x,ymin) (xmax,ymax)", "(xmin,?y) (1,1)"};
    text_ += std::string("#regions\nzone ") + zones[index(zones.size())] + "\n";
  }

  void add_mirror() {
    constexpr std::array<const char*, 6> all = {"none",    "turn",     "rows",
                                                "columns", "diagonal", "antidiagonal"};
    const bool is_grid = *board_.graph == '\0';
    const std::size_t possible = board_.is_square ? all.size() : is_grid ? 4 : 1;
    text_ += std::string("#mirror ") + all[index(possible)] + "\n";
  }

  // --- Terms -------------------------------------------------------------------------------------

  std::string constant() {
    switch (below(3)) {
      case 0:
        return "(xmax,ymin)";
      case 1:
        return "(xmin,ymax)";
      default: {
        const int x = 1 + below(board_.columns), y = 1 + below(board_.rows);
        return "(" + std::to_string(x) + "," + std::to_string(y) + ")";
      }
    }
  }
  std::string shift(const Variables& v) {
    std::string text = one_in(3) ? "-" : "+";
    const bool by_number = !v.numbers.empty() && one_in(2);
    if (by_number) {
      text += one_of(v.numbers);
    } else if (one_in(5)) {
      text += "2";
    }
    return text + one_of(v.steps);
  }
  std::string square(const Variables& v) {
    if (v.squares.empty() || one_in(10)) return constant();
    std::string text = one_of(v.squares);
    const bool moved = !v.steps.empty() && one_in(2);
    return moved ? text + shift(v) : text;
  }
  std::string kind(const Variables& v) {
    const bool variable = !v.kinds.empty() && one_in(2);
    return variable ? one_of(v.kinds) : one_of(kinds_);
  }
  std::string side(const Variables& v) {
    if (!v.sides.empty() && one_in(2)) return one_of(v.sides);
    constexpr std::array<const char*, 6> all = {"own", "other", "own", "other", "black", "white"};
    return all[index(all.size())];
  }
  std::string contents(const Variables& v) {
    if (one_in(4)) return "open";
    std::string text = side(v);
    const bool exact = !kinds_.empty() && one_in(3);
    return exact ? text + "-" + kind(v) : text;
  }

  // --- Conditions --------------------------------------------------------------------------------

  std::string stands(const Variables& v) {
    const std::string what = contents(v);
    return what + "(" + square(v) + ")";
  }
  std::string quantity(const Variables& v) {
    if (!hand_kinds_.empty() && one_in(2)) {
      const std::string whose = side(v);
      return "hand(" + whose + "," + one_of(hand_kinds_) + ")";
    }
    return "count(" + contents(v) + ")";
  }
  std::string comparison(const Variables& v) {
    constexpr std::array<const char*, 5> signs = {"<", "<=", "=", ">=", ">"};
    std::string text = quantity(v);
    text += signs[index(signs.size())];
    return text + (one_in(3) ? quantity(v) : std::to_string(below(4)));
  }
  std::string on_board(const Variables& v) {
    const std::string a = square(v), b = square(v), c = square(v);
    if (board_.graph[0] != '\0') {
      const bool has_lines = std::string(board_.graph).starts_with("#lines");
      if (has_lines && one_in(2)) return "line(" + a + "," + b + "," + c + ")";
      return "next(" + a + "," + b + ")";
    }
    if (kinds_.empty()) return "on(" + a + ")";
    return "reaches(" + kind(v) + "," + a + "," + b + ")";
  }
  std::string quantified(const Variables& v, int depth) {
    Variables inner = v;
    std::string text = one_in(2) ? "any " : "each ";
    const auto declare = [&](Words& names, const char* name, const std::string& range) {
      names.emplace_back(name);
      text += name + range;
    };
    switch (below(4)) {
      case 0:
        declare(inner.squares, depth == 2 ? "?y" : "?z", one_in(2) ? "=zone" : "");
        break;
      case 1:
        if (v.steps.empty()) {
          declare(inner.sides, depth == 2 ? "?ca" : "?cb", "");
        } else {
          declare(inner.numbers, depth == 2 ? "?i" : "?j", " 0 2");
        }
        break;
      default:
        declare(inner.steps, depth == 2 ? "?e" : "?f", "=" + one_of(step_sets_));
    }
    return text + " (" + conditions(inner, 1 + below(2), depth - 1) + ")";
  }
  std::string call(const Variables& v) {
    if (defines_ == 0) return stands(v);
    if (defines_ == 1 || one_in(2)) {
      const std::string whose = side(v);
      return "good(" + whose + "," + square(v) + ")";
    }
    const std::string from = square(v);
    return "near(" + from + "," + square(v) + ")";
  }
  std::string condition(const Variables& v, int depth) {
    switch (below(depth > 0 ? 13 : 9)) {
      case 4:
        return "zone(" + square(v) + ")";
      case 5: {
        const std::string word = one_in(2) ? "on(" : "off(";
        return word + square(v) + ")";
      }
      case 6:
        return comparison(v);
      case 7:
        return on_board(v);
      case 8:
        return v.may_ask_attacked ? "attacked(" + square(v) + ")" : stands(v);
      case 9:
        return "NOT(" + conditions(v, 1 + below(2), depth - 1) + ")";
      case 10:
      case 11:
        return quantified(v, depth);
      case 12:
        return call(v);
      default:
        return stands(v);
    }
  }
  std::string conditions(const Variables& v, int number, int depth) {
    std::string text;
    for (int n = 0; n < number; ++n) {
      if (n > 0) text += " ";
      text += condition(v, depth);
    }
    return text;
  }

  void add_defines() {
    const int wanted = below(3);
    for (int n = 0; n < wanted; ++n) {
      Variables v;
      v.squares = {"?p"};
      if (n == 0) v.sides = {"?c"};
      if (n == 1) v.squares.emplace_back("?q");
      text_ += n == 0 ? "#define good ?c ?p\n" : "#define near ?p ?q\n";
      for (int lines = 1 + below(2); lines > 0; --lines) {
        const int number = 1 + below(2);
        text_ += conditions(v, number, 2) + "\n";
      }
      defines_ = n + 1;  // (so that none calls itself)
    }
  }

  // --- Actions -----------------------------------------------------------------------------------

  struct DrawnAction {
    Variables variables;
    std::string parameters, precondition, effect, text;
  };

  // "own" or "own-man", and so on; of pieces that are put it must say the kind if there are
  // several.
  std::string of_kind(const char* whose, const std::string& kind) const {
    return kind.empty() ? whose : std::string(whose) + "-" + kind;
  }
  std::string some_kind() { return kinds_.empty() ? std::string() : one_of(kinds_); }

  DrawnAction step() {
    DrawnAction a{{{"?p"}, {"?d"}, {}, {}, {}}, "?p ?d=" + one_of(step_sets_), {}, {}, {}};
    std::string from = some_kind(), to = from;
    if (!kinds_.empty() && !one_in(3)) {
      from = to = "?k";
      a.variables.kinds = {"?k"};
      a.parameters = (kinds_.size() > 1 && one_in(2) ? "?k=man,king " : "?k ") + a.parameters;
    } else if (one_in(3)) {
      to = some_kind();
    }
    constexpr std::array<const char*, 4> targets = {"open(?p+?d)", "NOT(own(?p+?d))",
                                                    "other(?p+?d)", "NOT(other(?p+?d))"};
    a.precondition = of_kind("own", from) + "(?p) ";
    a.precondition += targets[index(targets.size())];
    a.effect = "open(?p) ";
    if (one_in(2)) a.effect += "take(?p+?d) ";
    a.effect += of_kind("own", to) + "(?p+?d)";
    a.text = "?p:?p+?d";
    return a;
  }
  DrawnAction reach() {
    if (kinds_.empty()) return step();
    DrawnAction a{{{"?p", "?q"}, {}, {}, {"?k"}, {}}, "?k ?p ?q", {}, {}, "?k?p?q"};
    a.precondition = "own-?k(?p) reaches(?k,?p,?q) NOT(own(?q))";
    a.effect = "open(?p) take(?q) own-?k(?q)";
    return a;
  }
  DrawnAction place() {
    DrawnAction a{{{"?p"}, {}, {}, {}, {}}, one_in(4) ? "?p=zone" : "?p", "open(?p)", {}, "+?p"};
    if (!hand_kinds_.empty()) {
      const std::string& kind = one_of(hand_kinds_);
      a.precondition += " hand(own," + kind + ")";
      a.effect = "hand(own," + kind + ")-1 own-" + kind + "(?p)";
    } else {
      a.effect = of_kind("own", some_kind()) + "(?p)";
    }
    return a;
  }
  DrawnAction go() {
    if (board_.graph[0] == '\0') return step();
    const std::string kind = some_kind();
    DrawnAction a{{{"?p", "?q"}, {}, {}, {}, {}}, "?p ?q", {}, {}, "?p-?q"};
    a.precondition = of_kind("own", kind) + "(?p) next(?p,?q) open(?q)";
    a.effect = "open(?p) " + of_kind("own", kind) + "(?q)";
    return a;
  }
  DrawnAction swap() {
    DrawnAction a{{{"?p"}, {"?d"}, {}, {}, {}}, "?p ?d=side", "own(?p)", {}, "?p~?p+?d"};
    a.effect = "becomes(?p+?d,?p) ";
    a.effect += one_in(2) ? "open(?p)" : "becomes(?p,?p+?d)";
    return a;
  }
  DrawnAction push() {
    DrawnAction a{{{"?p"}, {"?d"}, {"?n"}, {}, {}}, "?p ?d=side ?n=1..2", "NOT(other(?p))", {}, ""};
    a.effect = "each ?i 0 ?n-1 (becomes(?p+?i?d,?p+?i?d+?d)) ";
    a.effect += of_kind("own", some_kind()) + "(?p+?n?d)";
    a.text = "?p+?n?d";
    return a;
  }
  DrawnAction remove() {
    DrawnAction a{{{"?p"}, {}, {}, {}, {}}, "?p", {}, {}, "-?p"};
    a.precondition = one_in(2) ? "other(?p)" : "own(?p)";
    a.effect = one_in(2) ? "take(?p)" : "open(?p)";
    if (!hand_kinds_.empty() && one_in(12)) {
      const std::string whose = one_in(2) ? "own" : "other";
      a.effect += " hand(" + whose + "," + one_of(hand_kinds_) + ")+1";
    }
    return a;
  }
  DrawnAction convert() {
    DrawnAction a{{{"?p"}, {"?d"}, {}, {}, {}}, "?p ?d=" + one_of(step_sets_), {}, {}, ""};
    a.precondition = "own(?p) other(?p+?d)";
    a.effect = of_kind("own", some_kind()) + "(?p+?d)";
    return a;
  }
  // Most of the time possible somewhere.
  DrawnAction plain_action() {
    const int drawn = below(5);
    return drawn == 0 ? place() : drawn == 1 ? reach() : drawn == 2 ? go() : step();
  }
  DrawnAction drawn_action() {
    switch (below(12)) {
      case 0:
      case 1:
      case 2:
        return step();
      case 3:
      case 4:
        return reach();
      case 5:
        return place();
      case 6:
      case 7:
        return go();
      case 8:
        return swap();
      case 9:
        return push();
      case 10:
        return remove();
      default:
        return convert();
    }
  }

  // Something happens under a condition.
  std::string clause(const Variables& v) {
    const int number = 1 + below(2);
    if (one_in(2)) {
      const std::string when = conditions(v, number, 1);
      return " when (" + when + ") (" + harm(v.squares.front(), v) + ")";
    }
    const std::string at = v.squares.back() + (v.steps.empty() ? "" : "+" + v.steps.front());
    return " each ?f=side (when (other(" + at + "+?f)) (" + harm(at + "+?f", v) + "))";
  }
  // (Only some of these agree with what the action does anyway.)
  std::string harm(const std::string& square, const Variables& v) {
    if (one_in(2)) return "take(" + square + ")";
    if (one_in(2)) return "open(" + square + ")";
    if (!hand_kinds_.empty() && one_in(12)) return "hand(other," + one_of(hand_kinds_) + ")+1";
    if (!v.steps.empty() && one_in(2))
      return "open(" + v.squares.front() + "-" + v.steps.front() + ")";
    return of_kind("other", some_kind()) + "(" + square + ")";
  }

  // `then`: the actions that the turn may go on with.
  std::string action(const std::string& name, const Words& then, bool plain) {
    const bool passes = !plain && one_in(15);
    DrawnAction a = plain ? plain_action() : passes ? DrawnAction() : drawn_action();
    if (passes) a.precondition = comparison({});
    if (one_in(plain ? 6 : 2)) {
      const int number = 1 + below(2);
      a.precondition += " " + conditions(a.variables, number, 2);
    }
    if (!passes && one_in(4)) a.effect += clause(a.variables);
    std::string text = ":action " + name;
    if (one_in(5)) text += " :otherwise";
    if (!a.parameters.empty()) text += "\n:parameters " + a.parameters;
    text += "\n:precondition " + a.precondition + "\n:effect " + a.effect + "\n";
    if (!then.empty()) {
      text += ":then " + then.front();
      for (std::size_t i = 1; i < then.size(); ++i) text += "," + then[i];
      const int number = below(2);
      text += " " + conditions(a.variables, number, 1) + "\n";
    }
    const bool has_text = !a.text.empty() && one_in(3);
    return has_text ? text + ":text " + a.text + "\n" : text;
  }
  std::string actions_of_side() {
    const int beginnings = 1 + below(3);
    const bool goes_on = one_in(3), goes_on_again = goes_on && one_in(3);
    std::string text;
    for (int n = 0; n < beginnings; ++n) {
      const bool here = goes_on && (n == 0 || one_in(2));
      Words then;
      if (here) then = one_in(2) ? Words{"second", "other-second"} : Words{"second"};
      const bool plain = n == 0 && !one_in(5);
      text += action("first-" + std::to_string(n), then, plain);
    }
    if (!goes_on) return text;
    text += action("second", goes_on_again ? Words{"third"} : Words{}, false);
    text += action("other-second", {}, false);
    if (goes_on_again) text += action("third", {}, false);
    return text;
  }
  void add_actions() {
    if (!one_in(5)) {
      text_ += "#actions\n" + actions_of_side();
      return;
    }
    text_ += "#blackactions\n" + actions_of_side();
    text_ += "#whiteactions\n" + actions_of_side();
  }

  // --- Ends --------------------------------------------------------------------------------------

  std::string end_line() {
    Variables v{{"?p"}, {}, {}, {}, {}, true};
    std::string text;
    if (one_in(3)) {
      v.steps = {"?d"};
      text = "?d=side ";
    }
    text += one_in(3) ? "?p=zone own(?p) " : one_in(2) ? "own(?p) " : "";
    const int number = 1 + below(3);
    return text + conditions(v, number, 2);
  }
  std::string ends(const std::string& name) {
    const int chance = name == "goals" ? 3 : 1;
    if (below(4) >= chance) return "";
    std::string text;
    const bool own_lines = one_in(5);
    for (const char* whose : {"black", "white"}) {
      text += "#" + (own_lines ? whose + name : name) + "\n";
      for (int lines = 1 + below(2); lines > 0; --lines) text += end_line() + "\n";
      if (!own_lines) break;
    }
    return text;
  }
  std::string illegal() {
    if (!one_in(5)) return "";
    if (!kinds_.empty() && one_in(2))
      return "#illegal own-" + kinds_.back() + "(?p) attacked(?p)\n";
    return "#illegal " + end_line() + "\n";
  }
  std::string stuck() {
    if (one_in(2)) return "";
    constexpr std::array<const char*, 3> results = {"loss", "draw", "win"};
    std::string text = "#stuck\n";
    if (one_in(2)) {
      text += std::string(results[index(results.size())]) + " ";
      text += end_line() + "\n";
    }
    return text + results[index(results.size())] + "\n";
  }

  // --- The start ---------------------------------------------------------------------------------

  // A few pieces, which can stand anywhere.
  void add_material() {
    text_ += "#material";
    for (int n = 1 + below(3); n > 0; --n) {
      const char* whose = one_in(2) ? " black" : " white";
      text_ += of_kind(whose, some_kind());
    }
    text_ += "\n";
  }
  void add_start() {
    if (one_in(8)) return add_material();
    text_ += "#init";
    const bool is_grid = board_.graph[0] == '\0';
    // (The corners and the centre are on all boards that are graphs, or are left out.)
    for (int y = 1; y <= board_.rows; ++y) {
      for (int x = 1; x <= board_.columns; ++x) {
        const std::string here = "(" + std::to_string(x) + "," + std::to_string(y) + ")";
        const bool exists = is_grid || std::string(board_.graph).find(here) != std::string::npos;
        if (!exists || one_in(3)) continue;
        const char* whose = one_in(2) ? "black" : "white";
        text_ += " " + of_kind(whose, some_kind()) + here;
      }
    }
    for (const std::string& kind : hand_kinds_) {
      for (const char* whose : {"black", "white"}) {
        const int number = below(3);
        if (number > 0)
          text_ += std::string(" hand(") + whose + "," + kind + ")=" + std::to_string(number);
      }
    }
    text_ += "\n";
    if (one_in(4)) text_ += "#turn white\n";
  }

  std::mt19937& random_;
  std::string text_;
  RandomBoard board_{};
  Words kinds_, hand_kinds_;  // empty: one kind, without a name; no hands
  Words step_sets_;
  int defines_ = 0;  // good; near
};

}  // namespace

std::string random_version_2(std::mt19937& random) { return Version2Generator(random).make(); }

}  // namespace zermelo::test
