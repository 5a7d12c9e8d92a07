// SPDX-License-Identifier: MIT
// The conditions and effects of rules in version 2 of BDDL in words, one clause each, with squares
// called P, Q, ... as their variables are. Three in a row are said as players say it.
// (gen/bddl/tree_in_words.cpp makes sentences of them.)
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gen/bddl/ground_board.h"
#include "gen/bddl/tree.h"
#include "gen/grid/position.h"
#include "gen/text/ascii.h"
#include "gen/text/board_words.h"

namespace zermelo::bddl {

std::string capitalized(std::string text);
std::string in_capitals(std::string text);
// "an elephant"
std::string with_article(const std::string& noun);
// "men", "chicks"
std::string plural(const std::string& noun);
// "one square up, down or to a side"; a step that rides goes over open squares.
std::string ways_text(const std::vector<tree::Step>& steps);

// What is said depends on the variables that are declared: declare() those of an action or line
// first, and forget() those of the one before.
class ConditionWords {
 public:
  explicit ConditionWords(const tree::Game& game)
      : game_(game),
        board_(game),
        along_lines_(moves_along_lines(game) || board_.exists() != board_.grid().all()) {}

 protected:
  using Sort = tree::Sort;
  using Says = tree::Condition::Type;
  using Does = tree::Effect::Type;

  // --- Small things

  const char* square_noun() const { return along_lines_ ? "point" : "square"; }
  static std::string side_name(tree::Whose whose) {
    return whose == tree::Whose::black ? "Black" : "White";
  }
  std::string kind_noun(const tree::KindName& kind) const {
    using Which = tree::KindName::Which;
    if (kind.which == Which::named && game_.names_kinds)
      return game_.kinds[static_cast<std::size_t>(kind.number)].name;
    if (kind.which == Which::variable && kind_variables_.contains(kind.number))
      return kind_variables_.at(kind.number);
    if (game_.kinds.size() == 1 && game_.names_kinds) return game_.kinds[0].name;
    return "piece";
  }

  // "one of your pieces", "your lion", "a black piece", "one of the other side's chicks".
  std::string piece_text(const tree::Contents& c) const {
    using Who = tree::Side::Who;
    const std::string noun = kind_noun(c.kind);
    switch (c.side.who) {
      case Who::own:
        return "one of your " + plural(noun);
      case Who::other:
        return "one of the other side's " + plural(noun);
      case Who::black:
        return "a black " + noun;
      case Who::white:
        return "a white " + noun;
      case Who::variable:
        return "one of that side's " + plural(noun);
    }
    return noun;
  }
  // The same of several: "your pieces".
  std::string pieces_text(const tree::Contents& c) const {
    using Who = tree::Side::Who;
    const std::string noun = plural(kind_noun(c.kind));
    switch (c.side.who) {
      case Who::own:
        return "your " + noun;
      case Who::other:
        return "the other side's " + noun;
      case Who::black:
        return "black " + noun;
      case Who::white:
        return "white " + noun;
      case Who::variable:
        return "that side's " + noun;
    }
    return noun;
  }
  // "three of your pieces", "three black pieces"
  std::string some_of(const std::string& number, const tree::Contents& c) const {
    using Who = tree::Side::Who;
    const bool named = c.side.who == Who::black || c.side.who == Who::white;
    return number + (named ? " " : " of ") + pieces_text(c);
  }
  // "none of your pieces", "no black piece"
  std::string none_of(const tree::Contents& c) const {
    using Who = tree::Side::Who;
    const bool named = c.side.who == Who::black || c.side.who == Who::white;
    if (!named) return some_of("none", c);
    return fmt::format("no {} {}", c.side.who == Who::black ? "black" : "white", kind_noun(c.kind));
  }
  static std::string side_text(const tree::Side& side) {
    using Who = tree::Side::Who;
    switch (side.who) {
      case Who::own:
        return "you";
      case Who::other:
        return "the other side";
      case Who::black:
        return "Black";
      case Who::white:
        return "White";
      case Who::variable:
        return "that side";
    }
    return "";
  }
  static const char* has(const tree::Side& side) {
    return side.who == tree::Side::Who::own ? "have" : "has";
  }

  std::string name_of(int slot) const {
    const auto found = names_.find(slot);
    return found == names_.end() ? "?" : found->second;
  }
  std::string number_text(const tree::Number& n) const {
    if (!n.variable) return std::to_string(n.offset);
    std::string text = name_of(*n.variable);
    if (n.offset != 0) text += fmt::format(" {} {}", n.offset > 0 ? "+" : "-", std::abs(n.offset));
    return text;
  }

  std::string square_text(const tree::Square& square) const {
    std::string text;
    if (square.variable) {
      text = name_of(*square.variable);
    } else {
      const int s = board_.square(square.x, square.y);
      text = s < 0 ? "a square off the board" : format_square(s, board_.grid());
    }
    if (square.shifts.empty()) return text;
    std::vector<std::string> steps;
    for (const tree::Shift& shift : square.shifts) steps.push_back(steps_text(shift));
    return fmt::format("the {} {} from {}", square_noun(), listed(steps, "and then"), text);
  }
  // "two steps", "one step back"; where there are several directions, "one step in direction D".
  std::string steps_text(const tree::Shift& shift) const {
    const bool once = !shift.times.variable && shift.times.offset == 1;
    return fmt::format("{}{}{}", once ? "one step" : times_text(shift.times) + " steps",
                       shift.sign < 0 ? " back" : "",
                       steps_named_ > 1 ? " in direction " + name_of(shift.step) : "");
  }
  std::string times_text(const tree::Number& n) const {
    return n.variable ? number_text(n) : number_word(n.offset);
  }

  std::string region_text(int number) const {
    const tree::Region& region = game_.regions[static_cast<std::size_t>(number)];
    return fmt::format("{}s “{}” ({})", square_noun(), region.name,
                       squares_text(board_.region(number), board_.grid()));
  }

  // --- Variables

  void declare(const tree::Variable& v) {
    std::string name = in_capitals(v.name);
    names_[v.slot] = name;
    if (v.sort == Sort::step) ++steps_named_;
    if (v.sort == Sort::kind) {
      std::vector<std::string> nouns;
      for (const int kind : v.among)
        nouns.push_back(game_.kinds[static_cast<std::size_t>(kind)].name);
      kind_variables_[v.slot] = nouns.size() == 1 ? nouns[0] : "piece";
      kinds_among_[v.slot] = nouns;
    }
  }
  void forget() {
    names_.clear();
    kind_variables_.clear();
    kinds_among_.clear();
    steps_named_ = 0;
  }

  std::string steps_text(const tree::Variable& v, int times = 1) const {
    std::vector<tree::Step> steps;
    for (std::size_t set = 0; set < game_.steps.size(); ++set) {
      const bool is_in = v.among.empty() || std::ranges::count(v.among, static_cast<int>(set)) > 0;
      if (!is_in) continue;
      for (tree::Step step : game_.steps[set].steps) {
        step.dx *= times;
        step.dy *= times;
        steps.push_back(step);
      }
    }
    return ways_text(steps);
  }

  // What a variable of any or each stands for.
  std::string quantified_noun(const tree::Variable& v) const {
    const std::string name = name_of(v.slot);
    switch (v.sort) {
      case Sort::step:
        return fmt::format("step {} ({})", name, steps_text(v));
      case Sort::number:
        return fmt::format("number {} from {} to {}", name, v.from ? number_text(*v.from) : "1",
                           v.to ? number_text(*v.to) : "the board's size");
      case Sort::kind:
        return "kind of piece " + name;
      case Sort::side:
        return "side " + name;
      case Sort::square:
        return among_text(fmt::format("{} {}", square_noun(), name), v);
      case Sort::column:
      case Sort::row:
        break;
    }
    return name;
  }
  std::string among_text(const std::string& what, const tree::Variable& v) const {
    if (v.sort != Sort::square || v.among.empty()) return what;
    std::vector<std::string> regions;
    for (const int region : v.among) regions.push_back(region_text(region));
    return what + " of the " + listed(regions, "or");
  }

  // --- Conditions

  static bool same(const tree::Contents& a, const tree::Contents& b) {
    return a.open == b.open && a.side.who == b.side.who && a.side.variable == b.side.variable &&
           a.kind.which == b.kind.which && a.kind.number == b.kind.number;
  }
  static bool same(const tree::Square& a, const tree::Square& b) {
    const auto same_shift = [](const tree::Shift& x, const tree::Shift& y) {
      return x.sign == y.sign && x.step == y.step && x.times.variable == y.times.variable &&
             x.times.offset == y.times.offset;
    };
    const auto same_coordinate = [](const Coordinate& x, const Coordinate& y) {
      return x.base == y.base && x.offset == y.offset;
    };
    return a.variable == b.variable && std::ranges::equal(a.shifts, b.shifts, same_shift) &&
           (a.variable || (same_coordinate(a.x, b.x) && same_coordinate(a.y, b.y)));
  }

  // Clauses that must all hold.
  std::vector<std::string> clauses(const std::vector<tree::Condition>& parts) {
    std::vector<std::string> texts;
    std::vector<bool> said(parts.size(), false);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].type == Says::line) say_row(parts, i, said, texts);
      if (parts[i].type == Says::off) say_edge(parts, i, said, texts);
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (said[i]) continue;
      if (parts[i].type != Says::stands) {
        texts.push_back(clause(parts[i]));
        continue;
      }
      std::vector<std::string> squares;
      for (std::size_t j = i; j < parts.size(); ++j) {
        if (said[j] || parts[j].type != Says::stands) continue;
        if (!same(parts[i].contents, parts[j].contents)) continue;
        squares.push_back(square_text(parts[j].squares[0]));
        said[j] = true;
      }
      texts.push_back(stands_text(parts[i].contents, squares));
    }
    return texts;
  }

  // on(s) off(s+?d): the edge of the board.
  void say_edge(const std::vector<tree::Condition>& parts, std::size_t off, std::vector<bool>& said,
                std::vector<std::string>& texts) const {
    tree::Square last = parts[off].squares[0];
    if (last.shifts.empty()) return;
    last.shifts.pop_back();
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (parts[i].type != Says::on || !same(parts[i].squares[0], last)) continue;
      said[i] = said[off] = true;
      texts.push_back(
          fmt::format("{} is the last one before the edge of the board", square_text(last)));
      return;
    }
  }

  // line(p,q,r) with the same on all three: a row.
  void say_row(const std::vector<tree::Condition>& parts, std::size_t line, std::vector<bool>& said,
               std::vector<std::string>& texts) {
    std::vector<std::size_t> found;
    for (const tree::Square& square : parts[line].squares) {
      for (std::size_t i = 0; i < parts.size(); ++i) {
        const bool fits = parts[i].type == Says::stands && !parts[i].contents.open && !said[i] &&
                          same(parts[i].squares[0], square) &&
                          (found.empty() || same(parts[i].contents, parts[found[0]].contents));
        if (!fits) continue;
        found.push_back(i);
        break;
      }
    }
    if (found.size() != 3) return;
    said[line] = true;
    for (const std::size_t i : found) said[i] = true;
    std::string text = some_of("three", parts[found[0]].contents) + " are in a row on a line";
    // (Of the squares only those are named that mean something elsewhere.)
    for (const tree::Square& square : parts[line].squares) {
      if (square.variable && parameters_.contains(*square.variable))
        text += ", one of them on " + square_text(square);
    }
    texts.push_back(text);
  }

  std::string stands_text(const tree::Contents& c, const std::vector<std::string>& squares) const {
    const bool one = squares.size() == 1;
    if (c.open) return fmt::format("{} {} open", listed(squares), one ? "is" : "are");
    if (one) return fmt::format("there is {} on {}", piece_text(c), squares[0]);
    return fmt::format("{} are on {}", pieces_text(c), listed(squares));
  }

  std::string clause(const tree::Condition& c) {
    switch (c.type) {
      case Says::all:
        return listed(clauses(c.parts));
      case Says::none:
        return negated(c);
      case Says::any:
      case Says::each: {
        declare(c.variable);
        return fmt::format("for {} {}: {}", c.type == Says::any ? "some" : "every",
                           quantified_noun(c.variable), listed(clauses(c.parts)));
      }
      case Says::stands:
        return stands_text(c.contents, {square_text(c.squares[0])});
      case Says::region:
        return fmt::format("{} is one of the {}", square_text(c.squares[0]), region_text(c.number));
      case Says::on:
        return square_text(c.squares[0]) + " is on the board";
      case Says::off:
        return square_text(c.squares[0]) + " is not on the board";
      case Says::next:
        return fmt::format("{} and {} are neighbours on a line", square_text(c.squares[0]),
                           square_text(c.squares[1]));
      case Says::line:
        return fmt::format("{}, {} and {} come one after the other on a line",
                           square_text(c.squares[0]), square_text(c.squares[1]),
                           square_text(c.squares[2]));
      case Says::reaches:
        return fmt::format("{} can go from {} to {}", with_article(kind_noun(c.kind)),
                           square_text(c.squares[0]), square_text(c.squares[1]));
      case Says::attacked:
        return fmt::format("the other side could take what is on {}", square_text(c.squares[0]));
      case Says::compare:
        return comparison_text(c);
      case Says::call:
        return call_text(c);
    }
    return "";
  }

  std::string negated(const tree::Condition& c) {
    if (c.parts.size() == 1) {
      const tree::Condition& only = c.parts[0];
      if (only.type == Says::stands) {
        const std::string square = square_text(only.squares[0]);
        if (only.contents.open) return square + " is not open";
        return fmt::format("there is {} on {}", none_of(only.contents), square);
      }
      if (only.type == Says::attacked)
        return fmt::format("the other side could not take what is on {}",
                           square_text(only.squares[0]));
      if (only.type == Says::region)
        return fmt::format("{} is none of the {}", square_text(only.squares[0]),
                           region_text(only.number));
      if (only.type == Says::call) return call_text(only, true);
    }
    return "it is not so that " + listed(clauses(c.parts));
  }

  std::string call_text(const tree::Condition& c, bool negative = false) {
    const tree::Define& define = game_.defines[static_cast<std::size_t>(c.number)];
    std::vector<std::string> squares;
    std::string whose;
    for (const tree::Argument& argument : c.arguments) {
      if (argument.sort == Sort::square) squares.push_back(square_text(argument.square));
      if (argument.sort == Sort::side) {
        const bool own = argument.side.who == tree::Side::Who::own;
        whose = own ? " of yours" : " of " + side_text(argument.side);
      }
      if (argument.sort == Sort::number) squares.push_back(number_text(argument.number));
      if (argument.sort == Sort::kind) squares.push_back(kind_noun(argument.kind));
      if (argument.sort == Sort::step) squares.push_back(name_of(argument.step));
    }
    return named_text(define, squares, whose, negative);
  }
  // “free” of one square is what the square is, a “mill” of a side at a square is something there,
  // and everything else holds.
  static std::string named_text(const tree::Define& define, const std::vector<std::string>& what,
                                const std::string& whose, bool negative) {
    const std::string about = listed(what);
    if (!whose.empty() && what.size() < 2) {
      return fmt::format("there is {} “{}”{}{}", negative ? "no" : "a", define.name, whose,
                         about.empty() ? "" : " at " + about);
    }
    if (whose.empty() && what.size() == 1)
      return fmt::format("{} is {}“{}”", about, negative ? "not " : "", define.name);
    return fmt::format("“{}”{} {}{}{}", define.name, whose, negative ? "does not hold" : "holds",
                       about.empty() ? "" : " for ", about);
  }

  std::string comparison_text(const tree::Condition& c) const {
    using Of = tree::Quantity::Of;
    using tree::Comparison;
    const tree::Quantity &left = c.left, &right = c.right;
    if (right.of != Of::number || left.of == Of::number) {
      static constexpr std::array words{"less than", "at most", "equal to", "at least",
                                        "greater than"};
      return fmt::format("{} is {} {}", quantity_text(left),
                         words[static_cast<std::size_t>(c.comparison)], quantity_text(right));
    }
    const std::string number =
        right.number.variable ? number_text(right.number) : number_word(right.number.offset);
    const bool constant = !right.number.variable;
    const int n = right.number.offset;
    std::string amount;
    switch (c.comparison) {
      case Comparison::less:
        amount = constant && n == 1 ? "no" : "fewer than " + number;
        break;
      case Comparison::at_most:
        amount = constant && n == 0 ? "no" : "at most " + number;
        break;
      case Comparison::equal:
        amount = constant && n == 0 ? "no" : "exactly " + number;
        break;
      case Comparison::at_least:
        amount = "at least " + number;
        break;
      case Comparison::greater:
        amount = constant ? "at least " + number_word(n + 1) : "more than " + number;
        break;
    }
    const bool singular = amount == "no" || amount.ends_with(" one");
    const std::string noun = kind_noun(left.of == Of::hand ? left.kind : left.contents.kind);
    const std::string nouns = singular ? noun : plural(noun);
    if (left.of == Of::hand) {
      return fmt::format("{} {} {} {} in hand", side_text(left.side), has(left.side), amount,
                         nouns);
    }
    if (left.contents.open) return fmt::format("there are {} open {}s", amount, square_noun());
    return fmt::format("{} {} {} {} on the board", side_text(left.contents.side),
                       has(left.contents.side), amount, nouns);
  }
  std::string quantity_text(const tree::Quantity& q) const {
    using Of = tree::Quantity::Of;
    if (q.of == Of::number) return number_text(q.number);
    if (q.of == Of::hand) {
      return fmt::format("the number of {} that {} {} in hand", plural(kind_noun(q.kind)),
                         side_text(q.side), has(q.side));
    }
    if (q.contents.open) return fmt::format("the number of open {}s", square_noun());
    return fmt::format("the number of {} on the board", pieces_text(q.contents));
  }

  // --- Effects

  std::string effect_text(const tree::Effect& e) {
    switch (e.type) {
      case Does::put:
        if (e.contents.open) return square_text(e.to) + " becomes open";
        return fmt::format("{} is put on {}", piece_put(e.contents), square_text(e.to));
      case Does::avoid:
        break;  // (version 1)
      case Does::hand: {
        const std::string number = number_text(e.number);
        const bool one = number == "1";
        const std::string what =
            one ? with_article(kind_noun(e.kind)) : number + " " + plural(kind_noun(e.kind));
        const bool you = e.side.who == tree::Side::Who::own;
        return fmt::format("{} {} {} {} hand", what, one ? "goes" : "go",
                           e.sign < 0 ? "out of" : "into", you ? "your" : side_text(e.side) + "'s");
      }
      case Does::take:
        return fmt::format("what the other side has on {} is taken", square_text(e.to));
      case Does::becomes:
        return fmt::format("{} gets what stood on {}", square_text(e.to), square_text(e.from));
      case Does::when: {
        const std::string condition = clause(e.condition);
        return fmt::format("if {}, {}", condition, listed(effect_texts(e.parts)));
      }
      case Does::each:
        declare(e.variable);
        if (const auto shifted = shifted_text(e)) return *shifted;
        return fmt::format("for every {}: {}", quantified_noun(e.variable),
                           listed(effect_texts(e.parts)));
    }
    return "";
  }
  // each ?i 0 ?n-1 (becomes(?p+?i?d,?p+?i?d+?d)): a row of squares moves up.
  std::optional<std::string> shifted_text(const tree::Effect& e) const {
    const tree::Variable& v = e.variable;
    const bool counts = v.sort == Sort::number && v.from && !v.from->variable &&
                        v.from->offset == 0 && v.to && e.parts.size() == 1 &&
                        e.parts[0].type == Does::becomes;
    if (!counts) return std::nullopt;
    tree::Square to = e.parts[0].to, from = e.parts[0].from;
    const bool in_steps = to.shifts.size() == 1 && to.shifts[0].times.variable == v.slot &&
                          to.shifts[0].times.offset == 0 && from.shifts.size() == 2 &&
                          from.shifts[1].step == to.shifts[0].step && from.shifts[1].sign > 0 &&
                          !from.shifts[1].times.variable && from.shifts[1].times.offset == 1;
    if (!in_steps) return std::nullopt;
    from.shifts.pop_back();
    if (!same(from, to)) return std::nullopt;
    tree::Number squares = *v.to;
    ++squares.offset;
    to.shifts.clear();
    return fmt::format("what stands on the next {} {}s in that direction moves one step towards {}",
                       times_text(squares), square_noun(), square_text(to));
  }

  std::string piece_put(const tree::Contents& c) const {
    using Who = tree::Side::Who;
    const std::string noun = kind_noun(c.kind);
    if (c.side.who == Who::own) return with_article(noun) + " of yours";
    if (c.side.who == Who::other) return with_article(noun) + " of the other side";
    return piece_text(c);
  }
  std::vector<std::string> effect_texts(const std::vector<tree::Effect>& effects) {
    std::vector<std::string> texts;
    for (const tree::Effect& effect : effects) texts.push_back(effect_text(effect));
    return texts;
  }

  const tree::Game& game_;
  const GroundBoard board_;
  const bool along_lines_;  // the board is one of points
  // Of what is being said.
  std::map<int, std::string> names_;           // of variables, by slot
  std::map<int, std::string> kind_variables_;  // how a kind is called
  std::map<int, std::vector<std::string>> kinds_among_;
  std::map<int, const tree::Variable*> parameters_;
  int steps_named_ = 0;
};

}  // namespace zermelo::bddl
