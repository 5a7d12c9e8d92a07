// SPDX-License-Identifier: MIT
#include "gen/bddl/version1_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "gen/bddl/coordinates.h"
#include "gen/bddl/lexer.h"
#include "gen/bddl/version1.h"
#include "gen/bddl/version2_parser.h"
#include "gen/text/ascii.h"

namespace zermelo::bddl {
namespace {

using tree::Whose;

// A limit on what a short text may stand for: an action takes a few thousand bytes.
constexpr std::size_t most_actions = 4096;

// How many effects choices_of makes of one, or some number above most_actions if there are more
// than that.
std::size_t number_of_choices(const std::vector<tree::Effect>& effects) {
  std::size_t number = 1;
  for (const tree::Effect& effect : effects) {
    if (effect.type == tree::Effect::Type::avoid && number <= most_actions) number *= 2;
  }
  return number;
}

// Reads one of the two files into a game.
class Version1Parser {
 public:
  Version1Parser(std::string_view text, const std::string& file, tree::Game& game)
      : lexer_(text, file), game_(game), file_number_(static_cast<int>(game.files.size())) {
    game.files.push_back(file);
  }

  void domain() {
    constexpr char sections[] = "#blackactions, #whiteactions or #name";
    std::vector<tree::Action> black, white;
    for (skip_lines(); !at(Token::Kind::end); skip_lines()) {
      const Token section = begin_section(sections);
      if (section.is_word("#blackactions")) {
        black = actions(Whose::black);
      } else if (section.is_word("#whiteactions")) {
        white = actions(Whose::white);
      } else if (section.is_word("#name")) {
        game_.name = name();
      } else {
        unknown_section(section, sections);
      }
    }
    require("#blackactions");
    require("#whiteactions");
    for (std::vector<tree::Action>* side : {&black, &white}) {
      check_effects(*side);
      std::ranges::move(*side, std::back_inserter(game_.actions));
    }
  }

  void problem() {
    constexpr char sections[] =
        "#boardsize, #init, #depth, #blackgoals, #whitegoals, #blackturn or #name";
    std::vector<tree::End> black, white;
    for (skip_lines(); !at(Token::Kind::end); skip_lines()) {
      const Token section = begin_section(sections);
      if (section.is_word("#boardsize")) {
        board_size();
      } else if (section.is_word("#init")) {
        start();
      } else if (section.is_word("#depth")) {
        game_.depth = integer("the number of plies");
      } else if (section.is_word("#blackgoals") || section.is_word("#blackgoal")) {
        black = goals(Whose::black);
      } else if (section.is_word("#whitegoals") || section.is_word("#whitegoal")) {
        white = goals(Whose::white);
      } else if (section.is_word("#blackturn")) {
        game_.white_first = is_second_turn();
      } else if (section.is_word("#name")) {
        game_.name = name();
      } else if (section.is_word("#times")) {
        skip_section();
      } else {
        unknown_section(section, sections);
      }
    }
    require("#boardsize");
    require("#init");
    fill_in_start();
    for (std::vector<tree::End>* side : {&black, &white})
      std::ranges::move(*side, std::back_inserter(game_.ends));
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

  // Of what comes next.
  Place place() const { return in_file(lexer_.peek().place); }
  Place in_file(Place place) const { return {place.line, place.column, file_number_}; }

  void board_size() {
    skip_lines();
    game_.size_place = place();
    game_.columns = integer("the number of columns");
    game_.rows = integer("the number of rows");
    const bool fits = game_.columns >= 1 && game_.columns <= most_squares_written &&
                      game_.rows >= 1 && game_.rows <= most_squares_written / game_.columns;
    if (!fits) {
      lexer_.wrong(game_.size_place,
                   fmt::format("the board has {} by {} squares; it must have 1 to {} in all",
                               game_.columns, game_.rows, most_squares_written));
    }
  }

  void start() {
    for (const SquareCondition& c : squares(Lines::any)) {
      if (c.negated)
        lexer_.wrong(c.place,
                     "a square of the start is written as black(1,2) or white(1,2), a whole row as "
                     "black(?x,2)");
      tree::Piece piece;
      piece.open = c.colour == Colour::open;
      piece.white = c.colour == Colour::white;
      piece.square = {c.x, c.y, c.place};
      piece.place = c.place;
      game_.start.push_back(piece);
    }
  }

  // A piece on (?x,1) is one on every square of the row. This is done when the board is known, so
  // that all else meets single squares.
  void fill_in_start() {
    const auto squares =
        static_cast<std::size_t>(game_.columns) * static_cast<std::size_t>(game_.rows);
    std::vector<tree::Piece> filled;
    std::size_t rows_of_pieces = 0;
    for (const tree::Piece& piece : game_.start) {
      const auto& [x, y, unused] = piece.square;
      if (!counts_from_anchor(x) && !counts_from_anchor(y)) {
        filled.push_back(piece);
        continue;
      }
      if (piece.open) continue;  // (Squares are open anyway.)
      const std::size_t before = filled.size();
      for (const Coordinate& row : filled_in(y, game_.rows)) {
        for (const Coordinate& column : filled_in(x, game_.columns)) {
          filled.push_back(piece);
          filled.back().square = {column, row, piece.place};
        }
      }
      if (filled.size() == before)
        lexer_.wrong(piece.place, "there is no such square on this board");
      if (++rows_of_pieces > squares)
        lexer_.wrong(piece.place, "this square of the start is given twice");
    }
    game_.start = std::move(filled);
  }

  // The columns or rows that it stands for, on a board of this extent.
  static std::vector<Coordinate> filled_in(const Coordinate& c, int extent) {
    if (!counts_from_anchor(c)) return {c};
    std::vector<Coordinate> all;
    for (int anchor = 1; anchor <= extent; ++anchor) {
      const std::int64_t at = value_of(c, anchor, extent);
      if (at >= 1 && at <= extent) all.push_back({Coordinate::Base::zero, static_cast<int>(at)});
    }
    return all;
  }

  static bool counts_from_anchor(const Coordinate& c) { return c.base == Coordinate::Base::anchor; }

  std::vector<tree::End> goals(Whose whose) {
    std::vector<tree::End> result;
    for (skip_lines(); !at(Token::Kind::section) && !at(Token::Kind::end); skip_lines()) {
      if (lexer_.peek().is(Token::Kind::word, "false")) {
        lexer_.next();
      } else {
        result.push_back({tree::Result::win, whose, goal()});
      }
      if (!at(Token::Kind::line_end) && !at(Token::Kind::end) && !at(Token::Kind::section))
        lexer_.expected("the end of the line");
    }
    return result;
  }

  tree::Line goal() {
    const Place begin = place();
    const SquareConditions said = squares(Lines::one);
    if (said.empty()) lexer_.wrong(begin, "a goal must name a square");
    const tree::Condition condition = condition_of(said);
    return {anchors_of(said), anchor_slots, condition, condition.place};
  }

  bool is_second_turn() {
    skip_lines();
    if (!lexer_.peek().is_word("first") && !lexer_.peek().is_word("second"))
      lexer_.expected("'first' or 'second'");
    return lexer_.next().is_word("second");
  }

  // --- Actions -----------------------------------------------------------------------------------

  std::vector<tree::Action> actions(Whose whose) {
    std::vector<tree::Action> result;
    for (skip_lines(); !at(Token::Kind::section) && !at(Token::Kind::end); skip_lines()) {
      result.push_back(action());
      result.back().whose = whose;
    }
    return result;
  }

  tree::Action action() {
    tree::Action action;
    action.place = place();
    keyword(":action");
    if (!at(Token::Kind::word) && !at(Token::Kind::integer)) lexer_.expected("the action's name");
    action.name = lexer_.next().text;
    keyword(":parameters");
    parameters();
    keyword(":precondition");
    const SquareConditions before = squares(Lines::any);
    action.precondition = condition_of(before);
    keyword(":effect");
    const SquareConditions after = squares(Lines::any);
    action.effects = effects_of(after);
    SquareConditions all = before;
    all.insert(all.end(), after.begin(), after.end());
    action.parameters = anchors_of(all);
    action.slots = anchor_slots;
    return action;
  }

  // Those of ?y and ?x that are used. (What does not depend on an anchor is so once.)
  static std::vector<tree::Variable> anchors_of(const SquareConditions& said) {
    std::vector<tree::Variable> anchors;
    if (std::ranges::any_of(said, counts_from_anchor, &SquareCondition::y))
      anchors.push_back({"y", tree::Sort::row, tree::anchor_row, {}, {}, {}, {}});
    if (std::ranges::any_of(said, counts_from_anchor, &SquareCondition::x))
      anchors.push_back({"x", tree::Sort::column, tree::anchor_column, {}, {}, {}, {}});
    return anchors;
  }
  static constexpr int anchor_slots = 2;

  // What can be seen without a board.
  void check_effects(const std::vector<tree::Action>& actions) const {
    std::size_t number = 0;
    for (const tree::Action& action : actions) {
      refuse_contradiction(said_by(action.effects));
      number += number_of_choices(action.effects);
      if (number <= most_actions) continue;
      lexer_.wrong(action.place,
                   fmt::format("the actions of a side stand for more than {} moves: every NOT in "
                               "an effect doubles them",
                               most_actions));
    }
  }
  void refuse_contradiction(const SquareConditions& effect) const {
    std::vector<std::pair<SquareAsWritten, ContentSet>> all;
    for (const SquareCondition& c : effect) {
      const SquareAsWritten square = as_written(c);
      auto found = std::ranges::find(all, square, &std::pair<SquareAsWritten, ContentSet>::first);
      if (found == all.end()) found = all.insert(found, {square, any_colour});
      found->second = found->second & c.allowed();
      if (found->second.empty())
        lexer_.wrong(c.place, "the effect already says that this square becomes something else");
    }
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

  SquareConditions squares(Lines lines) {
    SquareConditions result;
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
    const Place begin = place();
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
    result.place = begin;
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
  tree::Game& game_;
  int file_number_;
  std::set<std::string, std::less<>> seen_;
};

}  // namespace

tree::Game parse_domain(std::string_view text, const std::string& file) {
  tree::Game game;
  game.version = 1;
  game.kinds.push_back({"piece", 'P', {}});
  Version1Parser(text, file, game).domain();
  return game;
}

void add_problem(std::string_view text, const std::string& file, tree::Game& game) {
  Version1Parser(text, file, game).problem();
}

tree::Game parse_version_1(std::string_view domain, const std::string& domain_file,
                           std::string_view problem, const std::string& problem_file) {
  tree::Game game = parse_domain(domain, domain_file);
  add_problem(problem, problem_file, game);
  return game;
}

}  // namespace zermelo::bddl
