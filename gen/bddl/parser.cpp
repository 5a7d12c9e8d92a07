// SPDX-License-Identifier: MIT
#include "gen/bddl/parser.h"

#include <fmt/format.h>

#include <charconv>
#include <set>

#include "gen/bddl/effects.h"
#include "gen/bddl/lexer.h"
#include "gen/bddl/version2_parser.h"
#include "gen/text/ascii.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {
namespace {

class Parser {
 public:
  Parser(std::string_view text, const std::string& file) : lexer_(text, file), file_(file) {}

  Domain domain() {
    constexpr char sections[] = "#blackactions, #whiteactions or #name";
    Domain domain;
    for (skip_lines(); !at(Token::Kind::end); skip_lines()) {
      const Token section = begin_section(sections);
      if (section.is_word("#blackactions")) {
        domain.black = actions();
      } else if (section.is_word("#whiteactions")) {
        domain.white = actions();
      } else if (section.is_word("#name")) {
        domain.name = name();
      } else {
        unknown_section(section, sections);
      }
    }
    require("#blackactions");
    require("#whiteactions");
    domain.file = file_;
    check_effects(domain.black, file_);
    check_effects(domain.white, file_);
    return domain;
  }

  Problem problem() {
    constexpr char sections[] =
        "#boardsize, #init, #depth, #blackgoals, #whitegoals, #blackturn or #name";
    Problem problem;
    for (skip_lines(); !at(Token::Kind::end); skip_lines()) {
      const Token section = begin_section(sections);
      if (section.is_word("#boardsize")) {
        board_size(problem);
      } else if (section.is_word("#init")) {
        problem.start = start();
      } else if (section.is_word("#depth")) {
        problem.depth = integer("the number of plies");
      } else if (section.is_word("#blackgoals") || section.is_word("#blackgoal")) {
        problem.black_goals = goals();
      } else if (section.is_word("#whitegoals") || section.is_word("#whitegoal")) {
        problem.white_goals = goals();
      } else if (section.is_word("#blackturn")) {
        problem.white_first = is_second_turn();
      } else if (section.is_word("#name")) {
        problem.name = name();
      } else if (section.is_word("#times")) {
        skip_section();
      } else {
        unknown_section(section, sections);
      }
    }
    require("#boardsize");
    require("#init");
    problem.file = file_;
    return problem;
  }

 private:
  // --- Tokens ------------------------------------------------------------------------------------

  bool at(Token::Kind kind) const { return lexer_.peek().kind == kind; }
  bool at_sign(char c) const { return lexer_.peek().is_sign(c); }

  void skip_lines() {
    while (at(Token::Kind::line_end)) lexer_.next();
  }
  void sign(char c) {
    if (!at_sign(c)) lexer_.expected(fmt::format("'{}'", c));
    lexer_.next();
  }
  int integer(const char* what) {
    skip_lines();
    if (!at(Token::Kind::integer)) lexer_.expected(what);
    return lexer_.next().number;
  }

  // --- Sections ----------------------------------------------------------------------------------

  // The name in small letters. (The plural of #blackgoal is the same section.)
  static std::string singular(std::string_view name) {
    std::string word = to_lower(name);
    if (word.ends_with("goals")) word.pop_back();
    return word;
  }

  Token begin_section(const char* expected) {
    if (!at(Token::Kind::section)) lexer_.expected(expected);
    const Token section = lexer_.next();
    if (!seen_.insert(singular(section.text)).second) {
      lexer_.wrong(section.place, fmt::format("{} is given twice", section.text));
    }
    return section;
  }
  [[noreturn]] void unknown_section(const Token& section, const char* expected) const {
    if (is_section_of_version_2_only(section.text)) {
      lexer_.wrong(section.place, fmt::format("{} needs #bddl 2 as the first line", section.text));
    }
    lexer_.wrong(section.place, fmt::format("expected {}, not '{}'", expected, section.text));
  }
  void require(const char* section) const {
    if (!seen_.contains(section)) lexer_.expected(section);
  }

  // The names of the steps of play, in #times of published files, say nothing about the game.
  void skip_section() {
    while (!at(Token::Kind::section) && !at(Token::Kind::end)) lexer_.next();
  }

  std::string name() {
    if (!at(Token::Kind::line)) lexer_.expected("the game's name");
    const Token line = lexer_.next();
    if (line.text.size() > longest_name)
      lexer_.wrong(line.place, fmt::format("a name has at most {} bytes", longest_name));
    return std::string(line.text);
  }

  void board_size(Problem& problem) {
    skip_lines();
    const Place place = lexer_.peek().place;
    problem.size_place = place;
    problem.columns = integer("the number of columns");
    problem.rows = integer("the number of rows");
    const bool fits = problem.columns >= 1 && problem.columns <= most_squares_written &&
                      problem.rows >= 1 && problem.rows <= most_squares_written / problem.columns;
    if (!fits) {
      lexer_.wrong(place, fmt::format("the board has {} by {} squares; it must have 1 to {} in all",
                                      problem.columns, problem.rows, most_squares_written));
    }
  }

  Condition start() {
    const Condition squares = condition(Lines::any);
    for (const SquareCondition& c : squares) {
      if (c.negated || c.x.base == Coordinate::Base::anchor ||
          c.y.base == Coordinate::Base::anchor) {
        lexer_.wrong(c.place, "a square of the start is written as black(1,2) or white(1,2)");
      }
    }
    return squares;
  }

  std::vector<Condition> goals() {
    std::vector<Condition> result;
    for (skip_lines(); !at(Token::Kind::section) && !at(Token::Kind::end); skip_lines()) {
      const Place place = lexer_.peek().place;
      if (lexer_.peek().is(Token::Kind::word, "false")) {
        lexer_.next();
      } else {
        result.push_back(condition(Lines::one));
        if (result.back().empty()) lexer_.wrong(place, "a goal must name a square");
      }
      if (!at(Token::Kind::line_end) && !at(Token::Kind::end) && !at(Token::Kind::section))
        lexer_.expected("the end of the line");
    }
    return result;
  }

  bool is_second_turn() {
    skip_lines();
    if (!lexer_.peek().is_word("first") && !lexer_.peek().is_word("second"))
      lexer_.expected("'first' or 'second'");
    return lexer_.next().is_word("second");
  }

  // --- Actions -----------------------------------------------------------------------------------

  std::vector<Action> actions() {
    std::vector<Action> result;
    for (skip_lines(); !at(Token::Kind::section) && !at(Token::Kind::end); skip_lines()) {
      result.push_back(action());
    }
    return result;
  }

  Action action() {
    Action action;
    action.place = lexer_.peek().place;
    keyword(":action");
    if (!at(Token::Kind::word) && !at(Token::Kind::integer)) lexer_.expected("the action's name");
    action.name = lexer_.next().text;
    keyword(":parameters");
    parameters();
    keyword(":precondition");
    action.precondition = condition(Lines::any);
    keyword(":effect");
    action.effect = condition(Lines::any);
    return action;
  }

  void keyword(const char* name) {
    skip_lines();
    if (!lexer_.peek().is(Token::Kind::keyword, name)) lexer_.expected(name);
    lexer_.next();
  }

  void parameters() {
    skip_lines();
    sign('(');
    variable("?x");
    sign(',');
    variable("?y");
    sign(')');
  }
  void variable(const char* name) {
    if (!lexer_.peek().is(Token::Kind::variable, name)) lexer_.expected(name);
    lexer_.next();
  }

  // --- Conditions --------------------------------------------------------------------------------

  // How far a condition reaches: to the end of its line (parentheses may carry it further), or to
  // the next section or keyword.
  enum class Lines { one, any };

  Condition condition(Lines lines) {
    Condition result;
    int open = 0;
    for (;;) {
      if (lines == Lines::any) skip_lines();
      if (at_sign('(')) {
        ++open;
        lexer_.next();
      } else if (at_sign(')') && open > 0) {
        --open;
        lexer_.next();
      } else if (lexer_.peek().is(Token::Kind::word, "and")) {
        lexer_.next();  // (as PDDL writes it; several conditions must all hold anyway)
      } else if (at(Token::Kind::word)) {
        result.push_back(square_condition());
      } else if (open > 0) {
        lexer_.expected("open, white, black, NOT or ')'");
      } else if (at(Token::Kind::section) || at(Token::Kind::keyword) ||
                 at(Token::Kind::line_end) || at(Token::Kind::end)) {
        return result;
      } else {
        lexer_.expected("open, white, black or NOT");
      }
    }
  }

  SquareCondition square_condition() {
    const Place place = lexer_.peek().place;
    SquareCondition result;
    if (lexer_.peek().is_word("not")) {
      lexer_.next();
      sign('(');
      result = plain_condition();
      result.negated = true;
      sign(')');
    } else {
      result = plain_condition();
    }
    result.place = place;
    return result;
  }

  SquareCondition plain_condition() {
    SquareCondition result;
    result.colour = colour();
    sign('(');
    result.x = coordinate('x');
    sign(',');
    result.y = coordinate('y');
    sign(')');
    return result;
  }

  Colour colour() {
    const Token& name = lexer_.peek();
    Colour colour = Colour::open;
    if (name.is_word("black")) {
      colour = Colour::black;
    } else if (name.is_word("white")) {
      colour = Colour::white;
    } else if (name.is_word("or")) {
      lexer_.wrong(name.place,
                   "there is no 'or': write an action, or a line of the goals, for each case");
    } else if (!name.is_word("open")) {
      lexer_.expected("open, white, black or NOT");
    }
    lexer_.next();
    return colour;
  }

  // `axis` is x or y: ?x, ?x+1, ?x-1, xmin, xmax, 3; also xmax-1, which the paper does not have.
  Coordinate coordinate(char axis) {
    const std::string minimum = fmt::format("{}min", axis), maximum = fmt::format("{}max", axis);
    const Token& token = lexer_.peek();
    if (at(Token::Kind::integer)) return {Coordinate::Base::zero, lexer_.next().number};
    Coordinate result;
    if (token.is(Token::Kind::variable, fmt::format("?{}", axis))) {
      result.base = Coordinate::Base::anchor;
    } else if (at(Token::Kind::word) && token.begins(minimum)) {
      result.base = Coordinate::Base::minimum;
    } else if (at(Token::Kind::word) && token.begins(maximum)) {
      result.base = Coordinate::Base::maximum;
    } else {
      expected_coordinate(axis);
    }
    const Token base = lexer_.next();
    if (base.kind == Token::Kind::word && base.text.size() > minimum.size()) {
      result.offset = offset_in_word(base, minimum.size(), axis);
    } else if (at_sign('+') || at_sign('-')) {
      const bool minus = lexer_.next().is_sign('-');
      if (!at(Token::Kind::integer)) lexer_.expected("a number");
      const int number = lexer_.next().number;
      result.offset = minus ? -number : number;
    }
    return result;
  }

  // A word may contain a '-', so xmax-1 is a word.
  int offset_in_word(const Token& word, std::size_t base_length, char axis) const {
    const std::string_view rest = word.text.substr(base_length);
    int offset = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), offset);
    if (rest.front() != '-' || error != std::errc() || end != rest.data() + rest.size()) {
      lexer_.wrong(word.place, fmt::format("expected ?{0}, {0}min, {0}max or a number, not '{1}'",
                                           axis, word.text));
    }
    return offset;
  }
  [[noreturn]] void expected_coordinate(char axis) const {
    lexer_.expected(fmt::format("?{0}, {0}min, {0}max or a number", axis));
  }

  Lexer lexer_;
  const std::string& file_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

Domain parse_domain(std::string_view text, const std::string& file) {
  return Parser(text, file).domain();
}

Problem parse_problem(std::string_view text, const std::string& file) {
  return Parser(text, file).problem();
}

}  // namespace zermelo::bddl
