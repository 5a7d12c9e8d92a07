// SPDX-License-Identifier: MIT
// Conditions and effects are said one after the other, with squares called P, Q, ... as their
// variables are. What most games are made of is said as players say it: a piece moves, takes, is
// put on the board; three pieces in a row.
#include "gen/bddl/version2_in_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "gen/bddl/ground_board.h"
#include "gen/grid/position.h"
#include "gen/text/ascii.h"
#include "gen/text/board_words.h"

namespace zermelo::bddl {
namespace {

using tree::Sort;
using Says = tree::Condition::Type;
using Does = tree::Effect::Type;

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string upper(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string with_article(const std::string& noun) {
  const bool vowel = std::string_view("aeiou").find(to_lower(noun).front()) != std::string::npos;
  return (vowel ? "an " : "a ") + noun;
}

std::string plural(const std::string& noun) {
  if (noun.ends_with("man")) return noun.substr(0, noun.size() - 2) + "en";
  if (noun.ends_with("s") || noun.ends_with("x") || noun.ends_with("sh")) return noun + "es";
  return noun + "s";
}

// --- Steps ---------------------------------------------------------------------------------------

std::string direction_text(int dx, int dy) {  // y counts downwards
  const char* const upright = dy < 0 ? "up" : "down";
  const char* const across = dx < 0 ? "left" : "right";
  if (dx == 0) return upright;
  if (dy == 0) return std::string("to the ") + across;
  return fmt::format("diagonally {} and {}", upright, across);
}

std::string squares_of_way(int n) {
  return fmt::format("{} square{}", number_word(n), n == 1 ? "" : "s");
}

std::string way_text(const tree::Step& step) {
  const int across = std::abs(step.dx), upright = std::abs(step.dy);
  if (across == 0 && upright == 0) return "no square";
  if (across == 0 || upright == 0 || across == upright)
    return squares_of_way(std::max(across, upright)) + " " + direction_text(step.dx, step.dy);
  return fmt::format("{} {} and {} {}", squares_of_way(across), direction_text(step.dx, 0),
                     number_word(upright), direction_text(0, step.dy));
}

// "one square up, down, to the left or to the right": those that differ in their direction only are
// said together.
std::string ways_text(const std::vector<tree::Step>& steps) {
  std::map<std::pair<int, bool>, std::vector<const tree::Step*>> simple;  // by length
  std::vector<std::string> ways;
  for (const tree::Step& step : steps) {
    const int length = std::max(std::abs(step.dx), std::abs(step.dy));
    const bool plain = step.dx == 0 || step.dy == 0 || std::abs(step.dx) == std::abs(step.dy);
    if (plain && length > 0) {
      simple[{length, step.rides}].push_back(&step);
    } else {
      ways.push_back(way_text(step));
    }
  }
  std::vector<std::string> all;
  for (const auto& [key, group] : simple) {
    const auto straight =
        std::ranges::count_if(group, [](const tree::Step* s) { return s->dx == 0 || s->dy == 0; });
    const auto diagonal = static_cast<std::ptrdiff_t>(group.size()) - straight;
    std::vector<std::string> names;
    if (straight == 4 && diagonal == 4) {
      names = {"in any direction"};
    } else {
      if (straight == 4) names.emplace_back("up, down or to a side");
      if (diagonal == 4) names.emplace_back("diagonally");
      for (const tree::Step* s : group) {
        const bool is_straight = s->dx == 0 || s->dy == 0;
        if ((is_straight ? straight : diagonal) != 4) names.push_back(direction_text(s->dx, s->dy));
      }
    }
    const std::string length =
        key.second ? key.first == 1 ? "any number of open squares"
                                    : fmt::format("any number of jumps of {}, over open squares,",
                                                  squares_of_way(key.first))
                   : squares_of_way(key.first);
    all.push_back(length + " " + listed(names, "or"));
  }
  if (!ways.empty()) all.push_back(listed(ways, "or"));
  return listed(all, "or");
}

// --- Nouns ---------------------------------------------------------------------------------------

class Words {
 public:
  explicit Words(const tree::Game& game) : game_(game), board_(game) {
    along_lines_ = moves_along_lines(game) || board_.exists() != board_.grid().all();
  }

  RulesInWords all() {
    RulesInWords words{board(), kinds(), definitions()};
    const bool shared = std::ranges::all_of(game_.actions, [](const tree::Action& action) {
      return action.whose == tree::Whose::both;
    });
    if (shared) {
      words.push_back(turn("A turn", tree::Whose::both));
    } else {
      for (const tree::Whose whose : {tree::Whose::black, tree::Whose::white})
        words.push_back(turn(side_name(whose) + "'s turn", whose));
    }
    words.push_back(end());
    std::erase_if(words, [](const RuleSection& section) { return section.lines.empty(); });
    return words;
  }

 private:
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
    for (const tree::Shift& shift : square.shifts) {
      const std::string step = name_of(shift.step);
      const bool once = !shift.times.variable && shift.times.offset == 1;
      const std::string times =
          once ? "one step" : fmt::format("{} steps", times_text(shift.times));
      const std::string from = text;
      text = fmt::format("the {} {} {}from {}{}", square_noun(), times,
                         shift.sign < 0 ? "back " : "", from, in_direction(step));
    }
    return text;
  }
  std::string times_text(const tree::Number& n) const {
    return n.variable ? number_text(n) : number_word(n.offset);
  }
  // (A move has mostly one direction, which needs no name.)
  std::string in_direction(const std::string& step) const {
    return steps_named_ > 1 ? " in direction " + step : "";
  }

  std::string region_text(int number) const {
    const tree::Region& region = game_.regions[static_cast<std::size_t>(number)];
    return fmt::format("{}s “{}” ({})", square_noun(), region.name,
                       squares_text(board_.region(number), board_.grid()));
  }

  // --- Variables

  void declare(const tree::Variable& v) {
    std::string name = upper(v.name);
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

  std::string steps_text(const tree::Variable& v) const {
    std::vector<tree::Step> steps;
    for (std::size_t set = 0; set < game_.steps.size(); ++set) {
      const bool is_in = v.among.empty() || std::ranges::count(v.among, static_cast<int>(set)) > 0;
      if (is_in) std::ranges::copy(game_.steps[set].steps, std::back_inserter(steps));
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
    std::string text =
        fmt::format("three {} are in a row on a line", pieces_text(parts[found[0]].contents));
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
        return fmt::format("there is {} on {}", some_of("none", only.contents), square);
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
    const std::string at = squares.empty() ? "" : " at " + listed(squares);
    return fmt::format("there is {} “{}”{}{}", negative ? "no" : "a", define.name, whose, at);
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

  // --- Actions

  // What an action does, if it is one of the things that pieces do in most games.
  struct Move {
    const tree::Effect* left = nullptr;     // its square becomes open
    const tree::Effect* arrived = nullptr;  // there an own piece is
    const tree::Effect* taken = nullptr;
    const tree::Effect* from_hand = nullptr;
    bool simple = true;
  };
  static Move move_of(const tree::Action& action) {
    Move move;
    const auto set = [&](const tree::Effect*& place, const tree::Effect& effect) {
      if (place != nullptr) move.simple = false;
      place = &effect;
    };
    for (const tree::Effect& e : action.effects) {
      const bool own = e.contents.side.who == tree::Side::Who::own;
      const bool from_hand = e.type == Does::hand && e.sign < 0 && !e.number.variable &&
                             e.number.offset == 1 && e.side.who == tree::Side::Who::own;
      if (e.type == Does::put && e.contents.open)
        set(move.left, e);
      else if (e.type == Does::put && own)
        set(move.arrived, e);
      else if (e.type == Does::take)
        set(move.taken, e);
      else if (from_hand)
        set(move.from_hand, e);
      else
        move.simple = false;
    }
    return move;
  }

  // Says the first part that fits: its number, so that it is not said again.
  template <class Fits>
  static const tree::Condition* find_part(const tree::Action& action, Fits&& fits) {
    for (const tree::Condition& part : action.precondition.parts)
      if (fits(part)) return &part;
    return nullptr;
  }

  std::string sentence(const tree::Action& action) {
    forget();
    for (const tree::Variable& v : action.parameters) declare(v);
    for (const tree::Variable& v : action.parameters) parameters_.insert({v.slot, &v});
    unsaid_.clear();
    for (const tree::Condition& part : action.precondition.parts) unsaid_.push_back(&part);
    const Move move = move_of(action);
    std::string text;
    if (move.simple && move.left && move.arrived && !move.from_hand) {
      text = moved_text(action, move);
    } else if (move.simple && move.arrived && move.from_hand && !move.left && !move.taken) {
      text = fmt::format("put {} from your hand on {}",
                         with_article(kind_noun(move.arrived->contents.kind)),
                         target_text(action, *move.arrived, nullptr));
    } else if (move.simple && move.left && !move.arrived && !move.taken && !move.from_hand) {
      text = left_text(action, *move.left);
    } else if (action.effects.empty()) {
      text = "pass";
    } else {
      text = generic_text(action);
    }
    parameters_.clear();
    std::vector<tree::Condition> rest;
    for (const tree::Condition* part : unsaid_)
      if (part != nullptr) rest.push_back(*part);
    // (Whether there is something to put is said by putting it.)
    std::erase_if(rest, [&](const tree::Condition& c) {
      return move.from_hand && c.type == Says::compare && c.left.of == tree::Quantity::Of::hand &&
             c.comparison != tree::Comparison::equal && c.comparison != tree::Comparison::less;
    });
    if (!rest.empty()) text += ", if " + listed(clauses(rest));
    return text;
  }

  void mark_said(const tree::Condition* part) {
    std::ranges::replace(unsaid_, part, static_cast<const tree::Condition*>(nullptr));
  }
  const tree::Condition* take_part(Says type, const tree::Square& square,
                                   std::optional<tree::Side::Who> who = std::nullopt,
                                   bool open = false) {
    for (const tree::Condition* part : unsaid_) {
      if (part == nullptr || part->type != type || part->squares.empty()) continue;
      if (!same(part->squares.back(), square) && !same(part->squares[0], square)) continue;
      const bool fits = type != Says::stands ||
                        (open ? part->contents.open
                              : !part->contents.open && who && part->contents.side.who == *who);
      if (!fits) continue;
      mark_said(part);
      return part;
    }
    return nullptr;
  }
  // NOT(own(s)), NOT(other(s)), NOT(region(s))
  const tree::Condition* take_negated(Says type, const tree::Square& square,
                                      std::optional<tree::Side::Who> who = std::nullopt) {
    for (const tree::Condition* part : unsaid_) {
      if (part == nullptr || part->type != Says::none || part->parts.size() != 1) continue;
      const tree::Condition& inner = part->parts[0];
      const bool fits = inner.type == type && same(inner.squares[0], square) &&
                        (!who || (!inner.contents.open && inner.contents.side.who == *who));
      if (!fits) continue;
      mark_said(part);
      return &inner;
    }
    return nullptr;
  }

  // "one of your chicks", and where it must stand.
  std::string mover_text(const tree::Condition* stands, const tree::Square& from) {
    std::string text;
    if (stands == nullptr) {
      text = "a piece of yours from " + square_text(from);
    } else {
      const tree::KindName& kind = stands->contents.kind;
      const auto among = kind.which == tree::KindName::Which::variable
                             ? kinds_among_.find(kind.number)
                             : kinds_among_.end();
      const bool several = among != kinds_among_.end() && among->second.size() > 1;
      if (several) {
        std::vector<std::string> nouns = among->second;
        text = "your " + listed(nouns, "or");
      } else {
        text = "one of your " + plural(kind_noun(kind));
      }
    }
    if (from.variable && from.shifts.empty()) {
      const auto found = parameters_.find(*from.variable);
      if (found != parameters_.end() && !found->second->among.empty())
        text += among_text(fmt::format(" from one", square_noun()), *found->second);
    }
    if (const tree::Condition* region = take_part(Says::region, from))
      text += " from one of the " + region_text(region->number);
    return text;
  }

  std::string moved_text(const tree::Action& action, const Move& move) {
    using Who = tree::Side::Who;
    const tree::Square &from = move.left->to, &to = move.arrived->to;
    const tree::Condition* stands = take_part(Says::stands, from, Who::own);
    std::string text = "move " + mover_text(stands, from);
    const bool takes_there = move.taken && same(move.taken->to, to);
    if (to.variable == from.variable && from.shifts.empty() && !to.shifts.empty()) {
      text += " " + steps_of(action, to);
      text += target_state(to, takes_there, ", to", false);
    } else {
      const char* way = take_part(Says::next, to) != nullptr ? " along a line" : "";
      if (const tree::Condition* reaches = take_part(Says::reaches, to); reaches != nullptr) {
        const bool own_way = stands != nullptr &&
                             reaches->kind.which == stands->contents.kind.which &&
                             reaches->kind.number == stands->contents.kind.number;
        text += own_way ? " as it goes"
                        : fmt::format(" as {} goes", with_article(kind_noun(reaches->kind)));
      }
      text +=
          fmt::format("{} to {}", way, target_text(action, *move.arrived, move.taken, *way != 0));
    }
    if (move.taken && !takes_there)
      text += fmt::format("; what the other side has on {} is taken", square_text(move.taken->to));
    const tree::KindName& after = move.arrived->contents.kind;
    const bool changes = stands != nullptr && (after.which != stands->contents.kind.which ||
                                               after.number != stands->contents.kind.number);
    if (changes && game_.kinds.size() > 1)
      text += fmt::format("; there it becomes {}", with_article(kind_noun(after)));
    return text;
  }

  // "one square up": from the square itself to the one with shifts.
  std::string steps_of(const tree::Action& action, const tree::Square& to) {
    if (to.shifts.size() == 1 && to.shifts[0].sign > 0) {
      const tree::Shift& shift = to.shifts[0];
      for (const tree::Variable& v : action.parameters) {
        if (v.slot != shift.step || v.sort != Sort::step) continue;
        const bool once = !shift.times.variable && shift.times.offset == 1;
        if (once) return steps_text(v);
        return fmt::format("{} times {}", times_text(shift.times), steps_text(v));
      }
    }
    return "to " + square_text(to);
  }

  // What is said of the square that a piece comes to: " to an open square, ...".
  std::string target_state(const tree::Square& to, bool takes, const std::string& before,
                           bool neighbour) {
    using Who = tree::Side::Who;
    const std::string noun = fmt::format("{}{}", neighbour ? "neighbouring " : "", square_noun());
    std::string text;
    if (take_part(Says::stands, to, std::nullopt, true) != nullptr) {
      text = fmt::format(
          "{} {}", before,
          with_article((neighbour ? "neighbouring open " : "open ") + std::string(square_noun())));
    } else if (const tree::Condition* other = take_part(Says::stands, to, Who::other)) {
      text = fmt::format("{} {} with {}, which is taken", before, with_article(noun),
                         piece_text(other->contents));
    } else if (const tree::Condition* not_own = take_negated(Says::stands, to, Who::own);
               not_own != nullptr && not_own->contents.kind.which == tree::KindName::Which::any) {
      text = takes ? fmt::format(
                         "{} {} where you have no piece; what the other side has there is "
                         "taken",
                         before, with_article(noun))
                   : fmt::format("{} {} where you have no piece", before, with_article(noun));
    } else if (takes) {
      text =
          fmt::format("{} {}; what the other side has there is taken", before, with_article(noun));
    } else {
      text = fmt::format("{} {}", before, with_article(noun));
    }
    if (const tree::Condition* region = take_part(Says::region, to))
      text += fmt::format("; it must be one of the {}", region_text(region->number));
    if (const tree::Condition* region = take_negated(Says::region, to))
      text += fmt::format("; it must be none of the {}", region_text(region->number));
    return text;
  }

  std::string target_text(const tree::Action& action, const tree::Effect& arrived,
                          const tree::Effect* taken, bool neighbour = false) {
    const tree::Square& to = arrived.to;
    const bool takes = taken != nullptr && same(taken->to, to);
    std::string text = target_state(to, takes, "", neighbour).substr(1);
    const bool asked_about = action.then && !action.then->condition.parts.empty();
    if (asked_about || !to.variable || !to.shifts.empty()) text += ", " + square_text(to);
    if (!to.variable || !to.shifts.empty()) return text;
    const auto found = parameters_.find(*to.variable);
    if (found != parameters_.end() && !found->second->among.empty())
      text += among_text("; it must be one", *found->second);
    return text;
  }

  std::string left_text(const tree::Action& action, const tree::Effect& left) {
    using Who = tree::Side::Who;
    if (const tree::Condition* other = take_part(Says::stands, left.to, Who::other))
      return "take " + piece_text(other->contents) + where_needed(left.to);
    if (const tree::Condition* own = take_part(Says::stands, left.to, Who::own))
      return "take " + mover_text(own, left.to) + " off the board";
    return generic_text(action);
  }
  // A square is named if something else is said about it.
  std::string where_needed(const tree::Square& square) const {
    const bool more =
        std::ranges::any_of(unsaid_, [](const auto* part) { return part != nullptr; });
    return more ? " on " + square_text(square) : "";
  }

  std::string generic_text(const tree::Action& action) {
    std::vector<std::string> chosen;
    for (const tree::Variable& v : action.parameters) {
      if (v.sort == Sort::square || v.sort == Sort::step)
        chosen.push_back(with_article(quantified_noun(v)));
      if (v.sort == Sort::number) chosen.push_back("a " + quantified_noun(v));
    }
    const std::string effects = listed(effect_texts(action.effects));
    if (chosen.empty()) return effects;
    return fmt::format("choose {}; then {}", listed(chosen), effects);
  }

  // --- Sections

  RuleSection board() const {
    const Grid grid = board_.grid();
    RuleSection section{"The board", {board_sentence(grid)}};
    if (along_lines_) {
      const int points = std::popcount(board_.exists());
      section.lines.push_back(
          fmt::format("Pieces stand on the {} points where lines end or meet: {}.",
                      number_word(points), squares_text(board_.exists(), grid)));
      std::vector<std::string> lines;
      for (const auto* all : {&board_.lines(), &board_.links()}) {
        for (const std::vector<int>& line : *all) {
          std::string text;
          for (const int square : line)
            text += (text.empty() ? "" : "-") + format_square(square, grid);
          lines.push_back(text);
        }
      }
      section.lines.push_back("The lines are " + listed(lines) + ".");
    }
    for (std::string& sentence : start_sentences()) section.lines.push_back(std::move(sentence));
    section.lines.push_back(fmt::format("{} moves first; then the sides take turns.",
                                        game_.white_first ? "White" : "Black"));
    return section;
  }

  std::vector<std::string> start_sentences() const {
    std::vector<std::string> sentences;
    std::map<std::pair<bool, int>, Squares> standing;
    for (const tree::Piece& piece : game_.start)
      standing[{piece.white, piece.kind}] |= board_.squares(piece.square);
    std::vector<std::string> parts;
    bool several = standing.size() > 1;
    for (const auto& [whose, squares] : standing) {
      const std::string noun = kind_noun({tree::KindName::Which::named, whose.second});
      const std::string side = whose.first ? "white" : "black";
      const bool one = std::popcount(squares) == 1;
      several = several || !one;
      parts.push_back(fmt::format("{}{} {} on {}", one ? "a " : "", side, one ? noun : plural(noun),
                                  squares_text(squares, board_.grid())));
    }
    if (!game_.material.empty()) {
      std::vector<std::string> pieces;
      for (const tree::Piece& piece : game_.material) {
        pieces.push_back(fmt::format("a {} {}", piece.white ? "white" : "black",
                                     kind_noun({tree::KindName::Which::named, piece.kind})));
      }
      sentences.push_back("There is no single start: the game begins with any legal placing of " +
                          listed(pieces) + ".");
    } else if (parts.empty()) {
      sentences.emplace_back("At the start it is empty.");
    } else {
      sentences.push_back(
          fmt::format("At the start there {} {}.", several ? "are" : "is", listed(parts)));
    }
    std::vector<std::string> held;
    for (const bool white : {false, true}) {
      std::vector<std::string> items;
      for (const tree::PiecesInHand& in_hand : game_.start_hands) {
        if (in_hand.white != white || in_hand.number == 0) continue;
        const int kind = game_.hands[static_cast<std::size_t>(in_hand.hand)].kind;
        const std::string noun = kind_noun({tree::KindName::Which::named, kind});
        items.push_back(number_word(in_hand.number) + " " +
                        (in_hand.number == 1 ? noun : plural(noun)));
      }
      held.push_back(listed(items));
    }
    if (held[0] == held[1] && !held[0].empty()) {
      sentences.push_back("Each side has " + held[0] + " in hand.");
    } else {
      for (const bool white : {false, true}) {
        const std::string& items = held[white ? 1 : 0];
        if (!items.empty())
          sentences.push_back(fmt::format("{} has {} in hand.", white ? "White" : "Black", items));
      }
    }
    return sentences;
  }

  // How the kinds go whose steps have their names; what comes to hand.
  RuleSection kinds() const {
    RuleSection section{"The pieces", {}};
    for (const tree::Kind& kind : game_.kinds) {
      for (const tree::StepSet& set : game_.steps) {
        if (to_lower(set.name) != to_lower(kind.name)) continue;
        section.lines.push_back(
            fmt::format("{} goes {}.", capitalized(with_article(kind.name)), ways_text(set.steps)));
      }
    }
    const auto takes = [](const tree::Action& action) {
      return std::ranges::any_of(action.effects, [](const tree::Effect& e) { return takes_in(e); });
    };
    if (std::ranges::none_of(game_.actions, takes)) return section;
    for (const tree::Hand& hand : game_.hands) {
      std::vector<std::string> nouns;
      for (const int kind : hand.takes)
        nouns.push_back(with_article(game_.kinds[static_cast<std::size_t>(kind)].name));
      if (nouns.empty()) continue;
      const std::string& name = game_.kinds[static_cast<std::size_t>(hand.kind)].name;
      section.lines.push_back(
          fmt::format("{} that is taken comes into the hand of the side that takes it, as {}.",
                      capitalized(listed(nouns, "or")), with_article(name)));
    }
    return section;
  }

  static bool takes_in(const tree::Effect& effect) {
    return effect.type == Does::take ||
           std::ranges::any_of(effect.parts, [](const tree::Effect& e) { return takes_in(e); });
  }

  RuleSection definitions() {
    RuleSection section{"What words mean", {}};
    for (const tree::Define& define : game_.defines) {
      std::vector<std::string> squares, meanings;
      for (const tree::Line& line : define.lines) {
        forget();
        parameters_.clear();
        for (const tree::Variable& v : define.parameters) {
          declare(v);
          parameters_.insert({v.slot, &v});
        }
        for (const tree::Variable& v : line.variables) declare(v);
        steps_named_ = 2;
        const std::string meaning = listed(clauses(line.condition.parts));
        if (std::ranges::count(meanings, meaning) == 0) meanings.push_back(meaning);
      }
      for (const tree::Variable& v : define.parameters)
        if (v.sort != Sort::side) squares.push_back(upper(v.name));
      parameters_.clear();
      const bool of_side = std::ranges::any_of(
          define.parameters, [](const tree::Variable& v) { return v.sort == Sort::side; });
      std::string text;
      for (const std::string& meaning : meanings) text += (text.empty() ? "" : "; or ") + meaning;
      section.lines.push_back(fmt::format("There is a “{}”{}{} when {}.", define.name,
                                          of_side ? " of a side" : "",
                                          squares.empty() ? "" : " at " + listed(squares), text));
    }
    return section;
  }

  // What White's side of the board is.
  std::optional<std::string> mirror_sentence() const {
    switch (game_.mirror) {
      case tree::Mirror::none:
        return std::nullopt;
      case tree::Mirror::turn:
        return "All this is as Black sees the board; for White it is turned round.";
      case tree::Mirror::rows:
        return "All this is as Black sees the board; for White up is down, and down is up.";
      case tree::Mirror::columns:
        return "All this is as Black sees the board; for White left is right, and right is left.";
      case tree::Mirror::diagonal:
        return "All this is as Black sees the board; for White it is mirrored in the diagonal that "
               "falls to the right.";
      case tree::Mirror::antidiagonal:
        return "All this is as Black sees the board; for White it is mirrored in the diagonal that "
               "rises to the right.";
    }
    return std::nullopt;
  }

  RuleSection turn(const std::string& heading, tree::Whose whose) {
    RuleSection section{heading, {}};
    std::vector<bool> later(game_.actions.size(), false);
    for (const tree::Action& action : game_.actions) {
      if (!action.then) continue;
      for (const int next : action.then->actions) later[static_cast<std::size_t>(next)] = true;
    }
    std::vector<std::size_t> first, second;
    for (std::size_t i = 0; i < game_.actions.size(); ++i) {
      if (game_.actions[i].whose != whose) continue;
      (later[i] ? second : first).push_back(i);
    }
    section.lines.push_back(first.size() == 1 ? "“You” are the side to move."
                                              : "“You” are the side to move, and do one of these:");
    if (first.size() > 1) section.lines.back().back() = '.';
    for (const std::size_t i : first) section.lines.push_back(action_line(i));
    for (const std::size_t i : second)
      section.lines.push_back("Later in a turn, " + action_line(i));
    for (const tree::Illegal& illegal : game_.illegal) {
      if (illegal.whose == tree::Whose::both || illegal.whose == whose)
        section.lines.push_back("You may not move so that afterwards " + line_text(illegal.line) +
                                ".");
    }
    if (const auto mirror = mirror_sentence(); mirror && whose == tree::Whose::both)
      section.lines.push_back(*mirror);
    return section;
  }

  std::string action_line(std::size_t number) {
    const tree::Action& action = game_.actions[number];
    std::string text = sentence(action);
    if (action.otherwise) text += "; only if nothing else can be done";
    if (action.then) {
      std::vector<std::string> next;
      for (const int n : action.then->actions)
        next.push_back("“" + game_.actions[static_cast<std::size_t>(n)].name + "”");
      for (const tree::Variable& v : action.parameters) parameters_.insert({v.slot, &v});
      const std::vector<std::string> when = clauses(action.then->condition.parts);
      parameters_.clear();
      text += fmt::format(". {}the turn goes on with {}",
                          when.empty() ? "Then " : "If then " + listed(when) + ", ",
                          listed(next, "or"));
    }
    return fmt::format("“{}”: {}.", action.name, text);
  }

  std::string line_text(const tree::Line& line) {
    forget();
    parameters_.clear();
    for (const tree::Variable& v : line.variables) declare(v);
    std::vector<tree::Condition> parts = line.condition.parts;
    std::vector<std::string> texts;
    for (const tree::Variable& v : line.variables) {
      if (v.sort != Sort::square || v.among.empty()) continue;
      // Where a piece stands is said with the piece.
      const auto stands = std::ranges::find_if(parts, [&](const tree::Condition& c) {
        return c.type == Says::stands && !c.contents.open && c.squares[0].variable == v.slot &&
               c.squares[0].shifts.empty();
      });
      if (stands == parts.end()) {
        texts.push_back(among_text(name_of(v.slot) + " is one", v));
        continue;
      }
      const std::string place = parts.size() > 1 ? name_of(v.slot) + ", one" : "one";
      texts.push_back(
          fmt::format("{} is on {}", piece_text(stands->contents), among_text(place, v)));
      parts.erase(stands);
    }
    std::ranges::move(clauses(parts), std::back_inserter(texts));
    return listed(texts);
  }

  RuleSection end() {
    RuleSection section{"The end", {}};
    for (const tree::End& e : game_.ends) {
      const char* const result = e.result == tree::Result::win    ? "You win"
                                 : e.result == tree::Result::loss ? "You lose"
                                                                  : "The game is drawn";
      section.lines.push_back(
          fmt::format("{} if after your move{} {}.", result, of_side(e.whose), line_text(e.line)));
    }
    const bool one_needs_order = game_.ends.size() > 1;
    if (one_needs_order) section.lines.emplace_back("The first of these that holds decides.");
    for (const tree::End& e : game_.stuck) {
      const std::string when = line_text(e.line);
      const char* const result = e.result == tree::Result::win    ? "has won"
                                 : e.result == tree::Result::loss ? "has lost"
                                                                  : "draws";
      section.lines.push_back(fmt::format("A side that cannot move{} {}{}.", of_side(e.whose),
                                          result, when.empty() ? "" : ", if " + when));
    }
    const bool always = std::ranges::any_of(game_.stuck, [](const tree::End& e) {
      return e.line.condition.parts.empty() && e.whose == tree::Whose::both;
    });
    if (!always) {
      section.lines.emplace_back(
          game_.ends.empty()    ? game_.stuck.empty() ? "A side that cannot move has lost."
                                                      : "Otherwise a side that cannot move has lost."
          : game_.stuck.empty() ? "If a side cannot move, the game is drawn."
                                : "Otherwise, if a side cannot move, the game is drawn.");
    }
    section.lines.emplace_back(
        game_.endless == tree::Endless::draw    ? "Play that goes on for ever is a draw."
        : game_.endless == tree::Endless::black ? "Play that goes on for ever is won by Black."
                                                : "Play that goes on for ever is won by White.");
    return section;
  }
  static std::string of_side(tree::Whose whose) {
    if (whose == tree::Whose::both) return "";
    return whose == tree::Whose::black ? " (of Black)" : " (of White)";
  }

  const tree::Game& game_;
  const GroundBoard board_;
  bool along_lines_ = false;
  // Of what is being said.
  std::map<int, std::string> names_;           // of variables, by slot
  std::map<int, std::string> kind_variables_;  // how a kind is called
  std::map<int, std::vector<std::string>> kinds_among_;
  std::map<int, const tree::Variable*> parameters_;
  std::vector<const tree::Condition*> unsaid_;
  int steps_named_ = 0;
};

}  // namespace

RulesInWords version_2_in_words(const tree::Game& game) { return Words(game).all(); }

}  // namespace zermelo::bddl
