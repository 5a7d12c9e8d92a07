// SPDX-License-Identifier: MIT
#include "gen/bddl/version2_parser.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "gen/bddl/condition_reader.h"
#include "gen/bddl/names.h"
#include "gen/bddl/near_names.h"
#include "gen/bddl/tree_checks.h"
#include "gen/error.h"
#include "gen/text/ascii.h"
#include "symmetry/grid.h"

namespace zermelo::bddl {
namespace {

using tree::Whose;

// Sections that a side can have for itself; the others.
const std::vector<std::string> of_sides = {"actions", "goals",   "losses",
                                           "draws",   "illegal", "stuck"};
const std::vector<std::string> of_game = {
    "bddl",    "game",   "pieces", "hands",   "boardsize", "lines",    "links", "steps",
    "regions", "define", "mirror", "endless", "init",      "material", "turn",  "depth"};

struct Section {
  std::string name;  // in small letters, without '#' and the side
  Whose whose = Whose::both;
  Place place;
  std::size_t begin = 0;  // its first token
};

class Version2Parser {
 public:
  Version2Parser(std::vector<std::string_view> texts, std::vector<std::string> files) {
    game_.files = std::move(files);
    for (std::size_t i = 0; i < texts.size(); ++i) {
      if (is_version_2(texts[i], game_.files[i])) continue;
      throw SyntaxError(fmt::format("{}:1:1: the first line must be #bddl 2.", game_.files[i]));
    }
    tokens_.emplace(texts, game_.files);
  }

  // Names may be used before they are declared, so what declares them is read first.
  tree::Game game() {
    find_sections();
    declare();
    for (const Section& section : sections_) {
      if (section.name == "define") declare_define(section);
    }
    for (const Section& section : sections_) state(section);
    resolve_thens();
    check_whole();
    check_tree(game_);
    return std::move(game_);
  }

 private:
  TokenReader& tokens() { return *tokens_; }

  // --- Sections ----------------------------------------------------------------------------------

  void find_sections() {
    std::map<std::string, Place> seen;
    while (!tokens().finished()) {
      tokens().skip_lines();
      if (tokens().finished()) break;
      if (!tokens().at(Token::Kind::section)) tokens().expected("a section, such as #init");
      const Token token = tokens().next();
      Section section = section_of(token);
      section.begin = tokens().where();
      check_twice(section, token, seen);
      while (!tokens().at_section_end()) tokens().next();
      sections_.push_back(std::move(section));
    }
  }

  Section section_of(const Token& token) {
    Section section{to_lower(token.text.substr(1)), Whose::both, token.place, 0};
    if (std::ranges::find(of_game, section.name) != of_game.end()) return section;
    for (const auto& [prefix, whose] :
         {std::pair{"", Whose::both}, {"black", Whose::black}, {"white", Whose::white}}) {
      for (const std::string& name : of_sides) {
        if (section.name != prefix + name) continue;
        section.name = name;
        section.whose = whose;
        return section;
      }
    }
    unknown_section(token);
  }

  [[noreturn]] void unknown_section(const Token& token) {
    std::vector<std::string> known;
    for (const std::string& name : of_game) known.push_back("#" + name);
    for (const char* side : {"", "black", "white"}) {
      for (const std::string& name : of_sides) known.push_back("#" + (side + name));
    }
    if (token.is_word("#blackturn")) tokens().wrong(token.place, "in version 2 write #turn white");
    if (token.is_word("#name")) tokens().wrong(token.place, "in version 2 write #game");
    tokens().wrong(token.place, fmt::format("there is no section '{}'{}", token.text,
                                            did_you_mean(token.text, known)));
  }

  void check_twice(const Section& section, const Token& token, std::map<std::string, Place>& seen) {
    if (section.name == "define" || section.name == "bddl") return;
    const bool again = !seen.emplace(to_lower(token.text), token.place).second;
    if (again) tokens().wrong(token.place, fmt::format("{} is given twice", token.text));
    const bool shared = seen.contains("#" + section.name);
    const bool own =
        seen.contains("#black" + section.name) || seen.contains("#white" + section.name);
    if (shared && own) {
      tokens().wrong(token.place, fmt::format("write either #{0}, for both sides, or #black{0} and "
                                              "#white{0}",
                                              section.name));
    }
  }

  const Section* section(std::string_view name) const {
    const auto found = std::ranges::find(sections_, name, &Section::name);
    return found == sections_.end() ? nullptr : &*found;
  }

  using Read = void (Version2Parser::*)();

  void read_section(const Section& section, Read read) {
    place_ = section.place;
    tokens().go_to(section.begin);
    (this->*read)();
    tokens().skip_lines();
    if (!tokens().at_section_end()) tokens().expected("a section, such as #init");
  }

  void read_all(std::string_view name, Read reader) {
    for (const Section& section : sections_) {
      if (section.name == name) read_section(section, reader);
    }
  }

  // Each needs those above it.
  void declare() {
    read_all("bddl", &Version2Parser::version);
    read_all("game", &Version2Parser::name);
    read_all("boardsize", &Version2Parser::board);
    if (game_.columns == 0)
      wrong_whole("#boardsize is missing: write how many columns and rows there are");
    read_all("pieces", &Version2Parser::pieces);
    if (game_.kinds.empty()) game_.kinds.push_back({"piece", 'P', {}});
    read_all("hands", &Version2Parser::hands);
    read_all("lines", &Version2Parser::lines);
    read_all("links", &Version2Parser::links);
    read_all("steps", &Version2Parser::steps);
    read_all("regions", &Version2Parser::regions);
    read_all("mirror", &Version2Parser::mirror);
    read_all("endless", &Version2Parser::endless);
  }

  void state(const Section& section) {
    static const std::map<std::string_view, Read> readers = {
        {"define", &Version2Parser::define_lines}, {"actions", &Version2Parser::actions},
        {"goals", &Version2Parser::goals},         {"losses", &Version2Parser::losses},
        {"draws", &Version2Parser::draws},         {"illegal", &Version2Parser::illegal},
        {"stuck", &Version2Parser::stuck},         {"init", &Version2Parser::start},
        {"material", &Version2Parser::material},   {"turn", &Version2Parser::turn},
        {"depth", &Version2Parser::depth}};
    whose_ = section.whose;
    if (const auto found = readers.find(section.name); found != readers.end())
      read_section(section, found->second);
  }

  [[noreturn]] void wrong_whole(const std::string& sentence) { tokens().wrong({}, sentence); }

  // --- Declarations ------------------------------------------------------------------------------

  void version() { tokens().integer("the version, 2"); }

  void name() {
    if (!tokens().at(Token::Kind::line)) tokens().expected("the game's name");
    const Token line = tokens().next();
    if (line.text.size() > longest_name)
      tokens().wrong(line.place, fmt::format("a name has at most {} bytes", longest_name));
    game_.name = line.text;
  }

  void board() {
    tokens().skip_lines();
    const Place place = tokens().peek().place;
    game_.columns = tokens().integer("the number of columns");
    tokens().skip_lines();
    game_.rows = tokens().integer("the number of rows");
    const bool fits = game_.columns >= 1 && game_.columns <= max_squares && game_.rows >= 1 &&
                      game_.rows <= max_squares / game_.columns;
    if (!fits) {
      tokens().wrong(place,
                     fmt::format("the board has {} by {} squares; it must have 1 to {} in all",
                                 game_.columns, game_.rows, max_squares));
    }
  }

  // (Looking one up takes time.)
  void check_number(std::size_t names, Place place) {
    constexpr std::size_t most_names = 500;
    if (names >= most_names)
      tokens().wrong(place, fmt::format("there are more than {} of them", most_names));
  }

  // A name that is declared. `names` are those of its sort.
  template <class Named>
  Token new_name(const std::vector<Named>& names, const char* what) {
    const Token word = tokens().word(what);
    if (is_reserved(word.text))
      tokens().wrong(word.place,
                     fmt::format("'{}' has a meaning of its own; choose another name", word.text));
    check_number(names.size(), word.place);
    if (find_name(names, word.text))
      tokens().wrong(word.place, fmt::format("{} is given twice", word.text));
    return word;
  }

  void pieces() {
    game_.names_kinds = true;
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      const Token word = new_name(game_.kinds, "the name of a piece");
      if (game_.kinds.size() == tree::most_kinds)
        tokens().wrong(word.place,
                       fmt::format("there can be at most {} kinds of pieces", tree::most_kinds));
      tree::Kind kind{std::string(word.text), '\0', word.place};
      if (tokens().take_sign("=")) kind.letter = letter();
      game_.kinds.push_back(kind);
    }
    if (game_.kinds.empty()) tokens().expected("the name of a piece");
    for (tree::Kind& kind : game_.kinds) {
      if (kind.letter == '\0') kind.letter = capital(kind.name.substr(0, 1)).front();
    }
    check_letters();
  }

  char letter() {
    const Token word = tokens().word("the piece's letter, as in giraffe=G");
    const char letter = capital(std::string(word.text)).front();
    if (word.text.size() != 1 || letter < 'A' || letter > 'Z')
      tokens().wrong(word.place, "a piece is written with one letter, as in giraffe=G");
    return letter;
  }

  bool has_letter(char letter) const {
    return std::ranges::find(game_.kinds, letter, &tree::Kind::letter) != game_.kinds.end();
  }

  void check_letters() {
    for (std::size_t i = 0; i < game_.kinds.size(); ++i) {
      const tree::Kind& later = game_.kinds[i];
      for (std::size_t j = 0; j < i; ++j) {
        const tree::Kind& first = game_.kinds[j];
        if (first.letter != later.letter) continue;
        const char letter = first.letter;
        tokens().wrong(later.place,
                       fmt::format("{0} and {1} both begin with {2}; write {0}={2} {1}={3}",
                                   first.name, later.name, letter, free_letter(later.name)));
      }
    }
  }
  // One from the end of the name, where there is one.
  char free_letter(const std::string& name) const {
    for (const char c : name) {
      const char letter = capital(std::string(1, c)).front();
      if (letter >= 'A' && letter <= 'Z' && !has_letter(letter)) return letter;
    }
    char letter = 'A';
    while (has_letter(letter)) ++letter;
    return letter;
  }

  TermReader terms() { return TermReader(tokens(), game_); }

  int kind(const char* what) {
    const Token word = tokens().word(what);
    return terms().kind_number(word.text, word.place);
  }

  void hands() {
    std::set<int> taken;
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      tree::Hand hand;
      hand.place = tokens().peek().place;
      hand.kind = kind("a piece that can be in hand");
      if (std::ranges::find(game_.hands, hand.kind, &tree::Hand::kind) != game_.hands.end())
        tokens().wrong(hand.place, "this piece is given twice");
      if (game_.hands.size() == tree::most_hands)
        tokens().wrong(hand.place,
                       fmt::format("at most {} kinds of pieces can be in hand", tree::most_hands));
      if (tokens().take_sign("=")) {
        do hand.takes.push_back(kind("a piece that comes to hand when it is taken"));
        while (tokens().take_sign(","));
      } else {
        hand.takes.push_back(hand.kind);
      }
      for (const int kind : hand.takes) {
        if (taken.insert(kind).second) continue;
        tokens().wrong(hand.place, fmt::format("{} comes to hand as two things",
                                               game_.kinds[static_cast<std::size_t>(kind)].name));
      }
      game_.hands.push_back(std::move(hand));
    }
  }

  void lines() { read_lines(game_.lines); }
  void links() { read_lines(game_.links); }
  void read_lines(std::vector<std::vector<tree::PlaceOnBoard>>& into) {
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      std::vector<tree::PlaceOnBoard> line;
      while (tokens().at_sign("(")) line.push_back(terms().place_on_board(false));
      if (line.size() < 2) tokens().expected("the squares of a line, such as (1,1) (2,1)");
      if (!tokens().at(Token::Kind::line_end) && !tokens().at_section_end())
        tokens().expected("a square, or the end of the line");
      into.push_back(std::move(line));
    }
  }

  void steps() {
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      const Token word = new_name(game_.steps, "the name of some steps");
      tree::StepSet set{std::string(word.text), {}, word.place};
      for (tokens().skip_lines(); tokens().at_sign("("); tokens().skip_lines())
        set.steps.push_back(step());
      if (set.steps.empty()) tokens().expected("a step, such as (0,-1) or (1,0)*");
      game_.steps.push_back(std::move(set));
    }
  }

  tree::Step step() {
    const Place place = tokens().peek().place;
    tree::Step step;
    tokens().sign("(");
    step.dx = tokens().signed_integer("columns to the right, such as 1 or -1");
    tokens().sign(",");
    step.dy = tokens().signed_integer("rows down, such as 1 or -1");
    tokens().sign(")");
    step.rides = tokens().take_sign("*");
    if (std::max(std::abs(step.dx), std::abs(step.dy)) >= max_squares)
      tokens().wrong(place, "this step is longer than any board");
    if (step.dx == 0 && step.dy == 0) tokens().wrong(place, "the step (0,0) leads nowhere");
    return step;
  }

  void regions() {
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      const Token word = new_name(game_.regions, "the name of a region");
      tree::Region region{std::string(word.text), {}, word.place};
      for (tokens().skip_lines(); tokens().at_sign("("); tokens().skip_lines())
        region.squares.push_back(terms().place_on_board(true));
      if (region.squares.empty()) tokens().expected("a square, such as (3,1) or (?x,ymin)");
      game_.regions.push_back(std::move(region));
    }
  }

  // One of some words, by its number.
  template <std::size_t n>
  std::size_t choice(const std::array<const char*, n>& words) {
    tokens().skip_lines();
    for (std::size_t i = 0; i < n; ++i) {
      if (!tokens().at_word(words[i])) continue;
      tokens().next();
      return i;
    }
    std::string all = words[0];
    for (std::size_t i = 1; i < n; ++i) all += (i + 1 == n ? " or " : ", ") + std::string(words[i]);
    tokens().expected(all);
  }

  void mirror() {
    game_.mirror_place = place_;
    game_.mirror = static_cast<tree::Mirror>(
        choice(std::array{"none", "turn", "rows", "columns", "diagonal", "antidiagonal"}));
    const bool swaps = game_.mirror >= tree::Mirror::diagonal;
    if (swaps && game_.columns != game_.rows)
      tokens().wrong(place_, "this mirror needs a board with as many columns as rows");
  }

  void endless() {
    tokens().skip_lines();
    if (tokens().at_word("threefold") || tokens().at_word("repetition"))
      tokens().wrong(tokens().peek().place,
                     "threefold: a position does not say it; endless play is drawn");
    game_.endless = static_cast<tree::Endless>(choice(std::array{"draw", "black", "white"}));
  }

  // --- Defines -----------------------------------------------------------------------------------

  void declare_define(const Section& section) {
    tokens().go_to(section.begin);
    const Token word = new_name(game_.defines, "the name of a condition");
    for (const tree::Region& region : game_.regions) {
      if (to_lower(region.name) == to_lower(word.text))
        tokens().wrong(word.place, fmt::format("{} is already a region", word.text));
    }
    tree::Define define{std::string(word.text), {}, {}, word.place};
    // (Not ?c(?p), a condition, nor ?p=far, which belongs to its line.)
    while (tokens().at(Token::Kind::variable) && tokens().peek(1).kind != Token::Kind::sign)
      define.parameters.push_back(parameter(define));
    game_.defines.push_back(std::move(define));
    bodies_.push_back(tokens().where());
  }

  tree::Variable parameter(const tree::Define& define) {
    const Token token = tokens().next();
    if (define.parameters.size() == most_variables)
      tokens().wrong(token.place, fmt::format("there are more than {} variables", most_variables));
    tree::Variable variable;
    variable.name = to_lower(token.text.substr(1));
    variable.sort = TermReader::sort_of(token.text);
    variable.slot = static_cast<int>(define.parameters.size());
    variable.place = token.place;
    for (const tree::Variable& known : define.parameters) {
      if (known.name == variable.name)
        tokens().wrong(token.place, fmt::format("{} already stands for something", token.text));
    }
    return variable;
  }

  void define_lines() {
    tree::Define& define = game_.defines[next_define_];
    tokens().go_to(bodies_[next_define_++]);
    const std::vector<tree::Variable> parameters = define.parameters;
    std::vector<tree::Line> lines;
    read_lines_of(parameters, [&](tree::Line line) { lines.push_back(std::move(line)); });
    if (lines.empty()) tokens().expected(fmt::format("what {} means", define.name));
    define.lines = std::move(lines);
  }

  // --- Rules -------------------------------------------------------------------------------------

  template <class Add>
  void read_lines_of(const std::vector<tree::Variable>& parameters, Add&& add) {
    ConditionReader reader(tokens(), game_);
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      tree::Line line = reader.line(parameters);
      if (!tokens().at(Token::Kind::line_end) && !tokens().at_section_end())
        tokens().expected("the end of the line");
      if (line.condition.parts.empty()) tokens().wrong(line.place, "this line says nothing");
      add(std::move(line));
    }
  }

  void actions() {
    ActionReader reader(tokens(), game_);
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      ReadAction action = reader.action();
      action.action.whose = whose_;
      check_number(game_.actions.size(), action.action.place);
      for (const tree::Action& known : game_.actions) {
        if (known.whose == whose_ && to_lower(known.name) == to_lower(action.action.name))
          tokens().wrong(action.action.place,
                         fmt::format("the action {} is given twice", known.name));
      }
      game_.actions.push_back(std::move(action.action));
      thens_.push_back(std::move(action.then));
    }
  }

  void resolve_thens() {
    for (std::size_t i = 0; i < thens_.size(); ++i) {
      for (const Token& name : thens_[i])
        game_.actions[i].then->actions.push_back(action_number(name, game_.actions[i].whose));
    }
  }

  int action_number(const Token& name, Whose whose) {
    std::vector<std::string> known;
    for (std::size_t i = 0; i < game_.actions.size(); ++i) {
      if (game_.actions[i].whose != whose) continue;
      if (to_lower(game_.actions[i].name) == to_lower(name.text)) return static_cast<int>(i);
      known.push_back(game_.actions[i].name);
    }
    tokens().wrong(name.place, fmt::format("there is no action '{}'{}", name.text,
                                           did_you_mean(name.text, known)));
  }

  void goals() { ends(tree::Result::win); }
  void losses() { ends(tree::Result::loss); }
  void draws() { ends(tree::Result::draw); }
  void ends(tree::Result result) {
    read_lines_of({}, [&](tree::Line line) {
      game_.ends.push_back({result, whose_, std::move(line)});
    });
  }

  void illegal() {
    read_lines_of({}, [&](tree::Line line) { game_.illegal.push_back({whose_, std::move(line)}); });
  }

  void stuck() {
    ConditionReader reader(tokens(), game_);
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      const Place place = tokens().peek().place;
      const std::array words{"win", "loss", "draw"};
      const auto result = static_cast<tree::Result>(choice(words));
      tree::Line line = reader.line({});
      line.place = place;
      if (!tokens().at(Token::Kind::line_end) && !tokens().at_section_end())
        tokens().expected("the end of the line");
      game_.stuck.push_back({result, whose_, std::move(line)});
    }
    if (game_.stuck.empty()) tokens().expected("loss, draw or win");
  }

  // --- The start ---------------------------------------------------------------------------------

  // black-KIND or white-KIND.
  tree::Piece piece() {
    tree::Piece piece;
    piece.place = tokens().peek().place;
    const bool sided = tokens().peek().begins("black") || tokens().peek().begins("white");
    if (!tokens().at(Token::Kind::word) || !sided)
      tokens().expected(fmt::format("a piece, such as black{}",
                                    game_.names_kinds ? "-" + game_.kinds[0].name : ""));
    TermReader reader = terms();
    const tree::Contents contents = reader.contents();
    piece.white = contents.side.who == tree::Side::Who::white;
    if (contents.kind.which == tree::KindName::Which::any) {
      if (game_.kinds.size() > 1)
        tokens().wrong(piece.place,
                       fmt::format("say which piece, as in black-{}", game_.kinds[0].name));
    } else {
      piece.kind = contents.kind.number;
    }
    return piece;
  }

  void start() {
    int depth = 0;
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines()) {
      if (tokens().take_sign("(")) {
        ++depth;
      } else if (depth > 0 && tokens().take_sign(")")) {
        --depth;
      } else if (tokens().at_word("hand")) {
        start_hand();
      } else {
        tree::Piece piece = this->piece();
        piece.square = terms().place_on_board(true);
        game_.start.push_back(piece);
      }
    }
  }

  void start_hand() {
    tree::PiecesInHand pieces;
    pieces.place = tokens().next().place;
    tokens().sign("(");
    if (!tokens().at_word("black") && !tokens().at_word("white"))
      tokens().expected("black or white");
    pieces.white = tokens().next().is_word("white");
    tokens().sign(",");
    const Place place = tokens().peek().place;
    const int kind = this->kind("a piece that can be in hand");
    const auto hand = std::ranges::find(game_.hands, kind, &tree::Hand::kind);
    if (hand == game_.hands.end())
      tokens().wrong(place, fmt::format("{} cannot be in hand: #hands does not name it",
                                        game_.kinds[static_cast<std::size_t>(kind)].name));
    pieces.hand = static_cast<int>(hand - game_.hands.begin());
    tokens().sign(")");
    tokens().sign("=");
    const Place number_place = tokens().peek().place;
    pieces.number = tokens().integer("how many there are");
    if (pieces.number > tree::most_in_hand)
      tokens().wrong(number_place,
                     fmt::format("a hand holds at most {} of a kind", tree::most_in_hand));
    game_.start_hands.push_back(pieces);
  }

  void material() {
    for (tokens().skip_lines(); !tokens().at_section_end(); tokens().skip_lines())
      game_.material.push_back(piece());
    if (game_.material.empty()) tokens().expected("a piece, such as white-king");
  }

  void turn() { game_.white_first = choice(std::array{"black", "white"}) == 1; }

  void depth() {
    tokens().skip_lines();
    game_.depth = tokens().integer("the number of plies");
  }

  // --- The whole ---------------------------------------------------------------------------------

  void check_whole() {
    const auto has = [&](Whose whose) {
      return std::ranges::any_of(
          sections_, [&](const Section& s) { return s.name == "actions" && s.whose == whose; });
    };
    if (!has(Whose::both) && !(has(Whose::black) && has(Whose::white))) {
      wrong_whole(has(Whose::black)   ? "#whiteactions is missing"
                  : has(Whose::white) ? "#blackactions is missing"
                                      : "#actions is missing: write how the pieces move");
    }
    if (!section("init") && !section("material"))
      wrong_whole("#init is missing: write how the game starts");
    if (section("init") && section("material"))
      tokens().wrong(section("material")->place, "write either #init or #material");
  }

  tree::Game game_;
  std::optional<TokenReader> tokens_;
  std::vector<Section> sections_;
  std::vector<std::vector<Token>> thens_;  // by action
  std::vector<std::size_t> bodies_;        // of defines: where they begin
  std::size_t next_define_ = 0;
  Place place_;                // of the section that is read
  Whose whose_ = Whose::both;  // its rules
};

}  // namespace

bool is_version_2(std::string_view text, const std::string& file) {
  Lexer lexer(text, file, 2);
  if (!lexer.peek().is(Token::Kind::section, "#bddl")) return false;
  lexer.next();
  const Token version = lexer.peek();
  if (version.kind != Token::Kind::integer) lexer.expected("the version, 2");
  if (version.number == 2) return true;
  lexer.wrong(version.place,
              "this program reads BDDL of versions 1 and 2; a file of version 2 begins "
              "with #bddl 2, one of version 1 with no such line");
}

bool is_section_of_version_2_only(std::string_view name) {
  const std::string word = to_lower(name.substr(std::min<std::size_t>(1, name.size())));
  constexpr std::array version_1 = {"boardsize", "init", "depth"};
  if (std::ranges::find(version_1, word) != version_1.end()) return false;
  if (std::ranges::find(of_game, word) != of_game.end()) return true;
  for (const char* side : {"", "black", "white"}) {
    for (const std::string& section : of_sides) {
      const bool old = *side != '\0' && (section == "actions" || section == "goals");
      if (word == side + section) return !old;
    }
  }
  return false;
}

tree::Game parse_version_2(std::string_view text, const std::string& file) {
  return Version2Parser({text}, {file}).game();
}

tree::Game parse_version_2(std::string_view first, const std::string& first_file,
                           std::string_view second, const std::string& second_file) {
  const bool one = is_version_2(first, first_file), other = is_version_2(second, second_file);
  if (one != other) {
    throw SyntaxError(fmt::format("{}:1:1: the other file begins with #bddl 2; this one must too.",
                                  one ? second_file : first_file));
  }
  return Version2Parser({first, second}, {first_file, second_file}).game();
}

}  // namespace zermelo::bddl
