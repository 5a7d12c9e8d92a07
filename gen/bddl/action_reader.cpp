// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "gen/bddl/condition_reader.h"
#include "gen/bddl/near_names.h"
#include "gen/text/ascii.h"

namespace zermelo::bddl {

using EffectType = tree::Effect::Type;

bool ActionReader::at_keyword(const char* name) {
  tokens_.skip_lines();
  return tokens_.peek().is(Token::Kind::keyword, name);
}

void ActionReader::keyword(const char* name) {
  if (!at_keyword(name)) tokens_.expected(name);
  tokens_.next();
}

ReadAction ActionReader::action() {
  ReadAction read;
  tree::Action& action = read.action;
  terms_.begin_scope(false);
  keyword(":action");
  action.place = tokens_.peek().place;
  if (!tokens_.at(Token::Kind::word) && !tokens_.at(Token::Kind::integer))
    tokens_.expected("the action's name");
  action.name = tokens_.next().text;
  if (action.name.size() > longest_name)
    tokens_.wrong(action.place, fmt::format("a name has at most {} bytes", longest_name));
  if (at_keyword(":otherwise")) {
    tokens_.next();
    action.otherwise = true;
  }
  if (at_keyword(":parameters")) parameters(action);
  keyword(":precondition");
  action.precondition = conditions_.conjunction(ConditionReader::Extent::section);
  keyword(":effect");
  action.effects = effects(false);
  if (at_keyword(":then")) then(read);
  if (at_keyword(":text")) action.text = text();
  action.slots = terms_.scope().slots;
  tokens_.skip_lines();
  if (!tokens_.at_section_end() && !at_keyword(":action"))
    tokens_.expected(":action, or :then and :text in this order");
  return read;
}

// With or without parentheses and commas.
void ActionReader::parameters(tree::Action& action) {
  tokens_.next();
  tokens_.skip_lines();
  const bool enclosed = tokens_.take_sign("(");
  for (;;) {
    tokens_.skip_lines();
    if (enclosed && tokens_.take_sign(")")) return;
    if (!enclosed && !tokens_.at(Token::Kind::variable)) return;
    action.parameters.push_back(terms_.declaration(false));
    tokens_.take_sign(",");
  }
}

// --- Effects -------------------------------------------------------------------------------------

std::vector<tree::Effect> ActionReader::effects(bool enclosed) {
  std::vector<tree::Effect> read;
  if (enclosed) tokens_.open();
  for (;;) {
    tokens_.skip_lines();
    if (tokens_.at_sign("(")) {
      std::vector<tree::Effect> inner = effects(true);
      std::ranges::move(inner, std::back_inserter(read));
    } else if (tokens_.at_word("and")) {
      tokens_.next();
    } else if (tokens_.at(Token::Kind::word) || tokens_.at(Token::Kind::variable)) {
      read.push_back(effect());
    } else if (enclosed) {
      if (!tokens_.at_sign(")")) tokens_.expected("an effect or ')'");
      tokens_.close();
      return read;
    } else if (tokens_.at_section_end() || tokens_.at(Token::Kind::keyword)) {
      return read;
    } else {
      tokens_.expected("an effect, such as own(?p)");
    }
  }
}

tree::Effect ActionReader::effect() {
  const Place place = tokens_.peek().place;
  tree::Effect read;
  if (tokens_.at_word("hand")) {
    read = hand();
  } else if (tokens_.at_word("take")) {
    tokens_.next();
    read.type = EffectType::take;
    tokens_.sign("(");
    read.to = terms_.square();
    tokens_.sign(")");
  } else if (tokens_.at_word("becomes")) {
    tokens_.next();
    read.type = EffectType::becomes;
    tokens_.sign("(");
    read.to = terms_.square();
    tokens_.sign(",");
    read.from = terms_.square();
    tokens_.sign(")");
  } else if (tokens_.at_word("when")) {
    tokens_.next();
    read.type = EffectType::when;
    read.condition = conditions_.enclosed();
    read.parts = effects(true);
  } else if (tokens_.at_word("each")) {
    tokens_.next();
    read.type = EffectType::each;
    read.variable = terms_.declaration(true);
    read.parts = effects(true);
    terms_.forget_last();
  } else {
    read = put();
  }
  read.place = place;
  return read;
}

tree::Effect ActionReader::hand() {
  tree::Effect read;
  const Token word = tokens_.next();
  if (game_.hands.empty())
    tokens_.wrong(word.place, "hand(...) needs #hands, which says what can be in a hand");
  read.type = EffectType::hand;
  tokens_.sign("(");
  read.side = terms_.side();
  tokens_.sign(",");
  read.kind = terms_.kind();
  tokens_.sign(")");
  if (!tokens_.at_sign("+") && !tokens_.at_sign("-"))
    tokens_.expected("+1 or -1: by how much the hand changes");
  read.sign = tokens_.next().is_sign("-") ? -1 : 1;
  read.number = terms_.number();
  return read;
}

tree::Effect ActionReader::put() {
  const Token word = tokens_.peek();
  if (tokens_.at_word("not")) {
    tokens_.wrong(word.place,
                  "NOT in an effect is of version 1; say what the square becomes, as in open(?p)");
  }
  if (tokens_.at_word("any"))
    tokens_.wrong(word.place,
                  "any is not an effect: what a move does must be definite; make it a "
                  "parameter, and each choice is a move of its own");
  if (!terms_.at_contents()) {
    tokens_.wrong(word.place,
                  fmt::format("there is no effect '{}'{}", word.text,
                              did_you_mean(word.text, {"open", "own", "other", "take", "becomes",
                                                       "when", "each", "hand"})));
  }
  tree::Effect read;
  read.contents = terms_.contents();
  one_piece(read.contents, word.place);
  tokens_.sign("(");
  read.to = terms_.square();
  tokens_.sign(")");
  return read;
}

void ActionReader::one_piece(const tree::Contents& contents, Place place) const {
  const bool vague = !contents.open && contents.kind.which == tree::KindName::Which::any;
  if (!vague || game_.kinds.size() == 1) return;
  tokens_.wrong(place, fmt::format("say which piece comes to stand there, as in own-{}(?p)",
                                   game_.kinds.front().name));
}

// --- :then and :text -----------------------------------------------------------------------------

void ActionReader::then(ReadAction& read) {
  tokens_.next();
  do {
    tokens_.skip_lines();
    if (!tokens_.at(Token::Kind::word) && !tokens_.at(Token::Kind::integer))
      tokens_.expected("the name of an action that goes on with the turn");
    read.then.push_back(tokens_.next());
  } while (tokens_.take_sign(","));
  read.action.then.emplace();
  read.action.then->condition = conditions_.conjunction(ConditionReader::Extent::section);
}

namespace {

std::size_t variable_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (to_lower(text[length]) >= 'a' && to_lower(text[length]) <= 'z'))
    ++length;
  return length;
}

// The length of +?d, -2?d or +?n?d at the beginning of a text; 0 if something else is there, such
// as the '-' between two squares.
std::size_t shift_length(std::string_view text) {
  if (text.empty() || (text.front() != '+' && text.front() != '-')) return 0;
  std::size_t at = 1;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  for (int variables = 0; variables < 2 && at < text.size() && text[at] == '?'; ++variables) {
    const std::string_view variable = text.substr(at, variable_length(text.substr(at)));
    at += variable.size();
    const tree::Sort sort = TermReader::sort_of(variable);
    if (sort == tree::Sort::step) return at;
    if (sort != tree::Sort::number) return 0;
  }
  return 0;
}

}  // namespace

// A move's text is a line of letters; what begins with a '?' is read as elsewhere, and filled in.
std::vector<tree::TextPart> ActionReader::text() {
  tokens_.next();
  if (!tokens_.at(Token::Kind::line)) tokens_.expected("how the move is written, as in ?p>?q");
  const Token line = tokens_.next();
  if (line.text.size() > longest_name)
    tokens_.wrong(line.place, fmt::format("a move's text has at most {} bytes", longest_name));
  if (line.text.find_first_of(" \t,{}") != line.text.npos) {
    tokens_.wrong(line.place,
                  "a move's text has no spaces, commas or braces: they stand between moves, and "
                  "in those that are written by their results");
  }
  std::vector<tree::TextPart> parts;
  for (std::size_t at = 0; at < line.text.size();) {
    const std::string_view rest = line.text.substr(at);
    std::size_t length = std::min(rest.find('?'), rest.size());
    if (length > 0) {
      parts.emplace_back().letters = rest.substr(0, length);
    } else {
      length = variable_length(rest);
      if (TermReader::sort_of(rest.substr(0, length)) == tree::Sort::square) {
        while (const std::size_t more = shift_length(rest.substr(length))) length += more;
      }
      Place place = line.place;
      place.column += static_cast<int>(at);
      parts.push_back(filled_in(rest.substr(0, length), place));
    }
    at += length;
  }
  return parts;
}

// A move is one word, and those that begin with a brace are results (gen/grid/piece_position.h).
tree::TextPart ActionReader::filled_in(std::string_view term, Place place) {
  TokenReader tokens(term, place, game_.files);
  TermReader terms(tokens, game_);
  terms.scope() = terms_.scope();
  tree::TextPart part;
  switch (TermReader::sort_of(term)) {
    case tree::Sort::square:
      part.type = tree::TextPart::Type::square;
      part.square = terms.square();
      return part;
    case tree::Sort::number:
      part.type = tree::TextPart::Type::number;
      part.number = terms.number();
      return part;
    case tree::Sort::kind:
      part.type = tree::TextPart::Type::kind;
      part.kind = terms.kind();
      return part;
    default:
      tokens_.wrong(place, "a move's text can show squares, numbers and pieces");
  }
}

}  // namespace zermelo::bddl
