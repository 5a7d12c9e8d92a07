// SPDX-License-Identifier: MIT
#include "gen/bddl/terms.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/names.h"
#include "gen/bddl/near_names.h"
#include "gen/text/ascii.h"

namespace zermelo::bddl {
namespace {

using tree::Sort;

const char* words_for(Sort sort) {
  switch (sort) {
    case Sort::square:
      return "a square (?p, ?q, ...)";
    case Sort::side:
      return "a side (?c)";
    case Sort::kind:
      return "a kind of piece (?k)";
    case Sort::step:
      return "a step (?d, ?e, ?f)";
    case Sort::number:
      return "a number (?n, ?i, ?j)";
    case Sort::column:
    case Sort::row:
      break;
  }
  return "";
}

constexpr std::string_view side_words[] = {"own", "other", "black", "white"};

// "own-chick" begins with the side "own"; nothing if the word begins with no side.
std::optional<std::size_t> side_in(const Token& token) {
  if (token.kind != Token::Kind::word) return std::nullopt;
  const std::size_t length = std::min(token.text.find('-'), token.text.size());
  const std::string first = to_lower(token.text.substr(0, length));
  const auto found = std::ranges::find(side_words, first);
  if (found == std::end(side_words)) return std::nullopt;
  return static_cast<std::size_t>(found - std::begin(side_words));
}

}  // namespace

// --- Variables -----------------------------------------------------------------------------------

Sort TermReader::sort_of(std::string_view variable) {
  const char first = variable.size() > 1 ? to_lower(variable[1]) : ' ';
  if (first == 'c') return Sort::side;
  if (first == 'k') return Sort::kind;
  if (first >= 'd' && first <= 'f') return Sort::step;
  if (first == 'n' || first == 'i' || first == 'j') return Sort::number;
  return Sort::square;
}

tree::Variable TermReader::make_variable(const Token& token) {
  if (token.text.size() == 1) tokens_.wrong(token.place, "a variable has a name, as in ?p");
  if (scope_.slots == most_variables)
    tokens_.wrong(token.place, fmt::format("there are more than {} variables", most_variables));
  tree::Variable variable;
  variable.name = to_lower(token.text.substr(1));
  variable.sort = sort_of(token.text);
  variable.place = token.place;
  variable.slot = scope_.slots++;
  return variable;
}

bool TermReader::at_declaration() const {
  return tokens_.at(Token::Kind::variable) && !tokens_.peek(1).is_sign("(") &&
         !tokens_.peek(1).is_sign("-");
}

tree::Variable TermReader::declaration(bool quantified) {
  if (!tokens_.at(Token::Kind::variable)) tokens_.expected("a variable, such as ?p");
  const Token token = tokens_.next();
  const std::string name = to_lower(token.text.substr(1));
  for (const auto* known : {&scope_.visible, &scope_.found}) {
    if (find_name(*known, name))
      tokens_.wrong(token.place, fmt::format("{} already stands for something", token.text));
  }
  tree::Variable variable = make_variable(token);
  range(variable, quantified);
  if (variable.sort == Sort::step && variable.among.empty()) {
    tokens_.wrong(token.place,
                  fmt::format("say which steps {0} stands for, as in {0}={1}", token.text,
                              game_.steps.empty() ? "side" : game_.steps[0].name));
  }
  scope_.visible.push_back(variable);
  return variable;
}

void TermReader::range(tree::Variable& variable, bool quantified) {
  const bool given = tokens_.take_sign("=");
  if (variable.sort == Sort::number) {
    const bool bare = quantified && (tokens_.at(Token::Kind::integer) ||
                                     tokens_.at(Token::Kind::variable) || tokens_.at_sign("-"));
    if (!given && !bare) return;
    variable.from = number();
    if (given) tokens_.sign("..");
    variable.to = number();
  } else if (given) {
    if (variable.sort == Sort::side)
      tokens_.wrong(variable.place, "a side has no list: it is own or other");
    do {
      variable.among.push_back(among(variable.sort));
    } while (tokens_.peek(1).kind == Token::Kind::word && tokens_.take_sign(","));
  }
}

// One name after the '=' of a declaration.
int TermReader::among(Sort sort) {
  const auto look_up = [&](const auto& things, const char* what) {
    const Token word = tokens_.word(fmt::format("the name of {}", what));
    if (const auto number = find_name(things, word.text)) return *number;
    tokens_.wrong(word.place, fmt::format("there is no {} '{}'{}", what, word.text,
                                          did_you_mean(word.text, names_of(things))));
  };
  if (sort == Sort::square) return look_up(game_.regions, "region");
  if (sort == Sort::step) return look_up(game_.steps, "set of steps");
  const Token word = tokens_.word("the name of a piece");
  return kind_number(word.text, word.place);
}

// The variable that comes next.
const tree::Variable& TermReader::use(Sort sort, const char* wanted) {
  if (!tokens_.at(Token::Kind::variable)) tokens_.expected(wanted);
  const Token token = tokens_.next();
  const Sort own = sort_of(token.text);
  if (own != sort) {
    tokens_.wrong(token.place, fmt::format("{} is {} by its first letter, but here stands {}",
                                           token.text, words_for(own), words_for(sort)));
  }
  const std::string name = to_lower(token.text.substr(1));
  for (const auto* known : {&scope_.visible, &scope_.found}) {
    if (const auto number = find_name(*known, name))
      return (*known)[static_cast<std::size_t>(*number)];
  }
  if (!scope_.takes_new) {
    tokens_.wrong(
        token.place,
        fmt::format("nothing says what {0} stands for; add {0} to :parameters", token.text));
  }
  if (sort == Sort::step) {
    tokens_.wrong(
        token.place,
        fmt::format("nothing says which steps {0} stands for; begin the line with {0}=...",
                    token.text));
  }
  return scope_.found.emplace_back(make_variable(token));
}

// --- Squares -------------------------------------------------------------------------------------

bool TermReader::at_shift() const {
  return (tokens_.at_sign("+") || tokens_.at_sign("-")) &&
         (tokens_.peek(1).kind == Token::Kind::variable ||
          tokens_.peek(1).kind == Token::Kind::integer);
}

tree::Shift TermReader::shift() {
  tree::Shift shift;
  shift.sign = tokens_.next().is_sign("-") ? -1 : 1;
  if (tokens_.at(Token::Kind::integer)) {
    shift.times.offset = small_number("a number");
  } else if (tokens_.at(Token::Kind::variable) && sort_of(tokens_.peek().text) == Sort::number) {
    shift.times = {use(Sort::number, "a number").slot, 0};
  }
  shift.step = step();
  return shift;
}

tree::Square TermReader::square() {
  tree::Square square;
  square.place = tokens_.peek().place;
  if (tokens_.at(Token::Kind::variable)) {
    square.variable = use(Sort::square, "a square").slot;
  } else if (tokens_.at_sign("(") || tokens_.at(Token::Kind::integer) ||
             tokens_.peek().begins("x")) {
    const bool enclosed = tokens_.take_sign("(");
    square.x = coordinate('x', false);
    tokens_.sign(",");
    square.y = coordinate('y', false);
    if (enclosed) tokens_.sign(")");
    check_on_board({square.x, square.y, square.place}, game_);
  } else {
    tokens_.expected("a square, such as ?p, ?p+?d or (3,ymax-1)");
  }
  while (at_shift()) square.shifts.push_back(shift());
  return square;
}

tree::PlaceOnBoard TermReader::place_on_board(bool free) {
  tree::PlaceOnBoard square;
  square.place = tokens_.peek().place;
  tokens_.sign("(");
  square.x = coordinate('x', free);
  tokens_.sign(",");
  square.y = coordinate('y', free);
  tokens_.sign(")");
  check_on_board(square, game_);
  return square;
}

Coordinate TermReader::coordinate(char axis, bool free) {
  const std::string minimum = fmt::format("{}min", axis), maximum = fmt::format("{}max", axis);
  const std::string wanted =
      fmt::format("{1}{0}min, {0}max or a number", axis, free ? fmt::format("?{}, ", axis) : "");
  if (tokens_.at(Token::Kind::integer)) return {Coordinate::Base::zero, tokens_.next().number};
  const Token& token = tokens_.peek();
  Coordinate result;
  std::size_t length = minimum.size();
  if (free && token.is(Token::Kind::variable, fmt::format("?{}", axis))) {
    length = token.text.size();
  } else if (token.kind == Token::Kind::word && token.begins(minimum)) {
    result.base = Coordinate::Base::minimum;
  } else if (token.kind == Token::Kind::word && token.begins(maximum)) {
    result.base = Coordinate::Base::maximum;
  } else {
    tokens_.expected(wanted);
  }
  if (length < token.text.size()) {
    result.offset = offset_in_word(token, length, axis);
    tokens_.next();
    return result;
  }
  tokens_.next();
  if (tokens_.at_sign("+") || tokens_.at_sign("-"))
    result.offset = tokens_.signed_integer("a number");
  return result;
}

// A word may contain a '-', so xmax-1 is a word.
int TermReader::offset_in_word(const Token& word, std::size_t base_length, char axis) const {
  const std::string_view rest = word.text.substr(base_length);
  int offset = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), offset);
  if (rest.front() == '-' && error == std::errc() && end == rest.data() + rest.size())
    return offset;
  tokens_.wrong(word.place,
                fmt::format("expected {0}min, {0}max or a number, not '{1}'", axis, word.text));
}

// --- Numbers, sides, kinds, steps ----------------------------------------------------------------

tree::Number TermReader::number() {
  if (!tokens_.at(Token::Kind::variable))
    return {std::nullopt, small_number("a number, such as 3 or ?n-1")};
  tree::Number number{use(Sort::number, "a number").slot, 0};
  const bool signed_number = (tokens_.at_sign("+") || tokens_.at_sign("-")) &&
                             tokens_.peek(1).kind == Token::Kind::integer;
  if (signed_number) number.offset = small_number("a number");
  return number;
}

// So small that sums of some of them fit everywhere.
int TermReader::small_number(const char* what) {
  constexpr int most = 9999;
  const Place place = tokens_.peek().place;
  const int number = tokens_.signed_integer(what);
  if (number > most || number < -most)
    tokens_.wrong(place, fmt::format("a number here is at most {}", most));
  return number;
}

tree::Side TermReader::side() {
  if (tokens_.at(Token::Kind::variable))
    return {tree::Side::Who::variable, use(Sort::side, "").slot};
  const auto word = side_in(tokens_.peek());
  if (!word || tokens_.peek().text.size() != side_words[*word].size())
    tokens_.expected("own, other, black or white");
  tokens_.next();
  return {static_cast<tree::Side::Who>(*word), 0};
}

int TermReader::kind_number(std::string_view name, Place place) const {
  if (const auto number = find_name(game_.kinds, name)) return *number;
  if (!game_.names_kinds)
    tokens_.wrong(place, fmt::format("there is no piece '{}': name the pieces in #pieces", name));
  tokens_.wrong(place, fmt::format("there is no piece '{}'{}", name,
                                   did_you_mean(name, names_of(game_.kinds))));
}

tree::KindName TermReader::kind() {
  if (tokens_.at(Token::Kind::variable))
    return {tree::KindName::Which::variable, use(Sort::kind, "").slot};
  const Token word = tokens_.word("the name of a piece, or ?k");
  return {tree::KindName::Which::named, kind_number(word.text, word.place)};
}

int TermReader::step() { return use(Sort::step, "a step, such as ?d").slot; }

bool TermReader::at_contents() const {
  if (tokens_.at(Token::Kind::variable) || tokens_.at_word("open")) return true;
  return side_in(tokens_.peek()).has_value();
}

tree::Contents TermReader::contents() {
  tree::Contents contents;
  if (tokens_.at_word("open")) {
    tokens_.next();
    contents.open = true;
  } else if (tokens_.at(Token::Kind::variable)) {  // ?c, ?c-chick, ?c-?k
    contents.side = side();
    if (tokens_.take_sign("-")) contents.kind = kind();
  } else {
    const auto word = side_in(tokens_.peek());
    if (!word) tokens_.expected("what stands there: open, own, other, own-KIND");
    const Token token = tokens_.next();
    contents.side.who = static_cast<tree::Side::Who>(*word);
    const std::string_view rest = token.text.substr(side_words[*word].size());
    if (rest == "-") {
      contents.kind = kind();
    } else if (!rest.empty()) {
      contents.kind = {tree::KindName::Which::named, kind_number(rest.substr(1), token.place)};
    }
  }
  return contents;
}

tree::Argument TermReader::argument(Sort sort) {
  tree::Argument argument;
  argument.sort = sort;
  if (sort == Sort::square) argument.square = square();
  if (sort == Sort::side) argument.side = side();
  if (sort == Sort::kind) argument.kind = kind();
  if (sort == Sort::number) argument.number = number();
  if (sort == Sort::step) argument.step = step();
  return argument;
}

}  // namespace zermelo::bddl
