// SPDX-License-Identifier: MIT
#include "gen/bddl/condition_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "gen/bddl/names.h"
#include "gen/bddl/near_names.h"
#include "gen/text/ascii.h"

namespace zermelo::bddl {
namespace {

using ConditionType = tree::Condition::Type;

const std::vector<std::string> reserved = {
    "open", "own",  "other", "black", "white",   "NOT",      "any",  "each", "on",
    "off",  "next", "line",  "count", "reaches", "attacked", "hand", "take", "becomes",
    "when", "and",  "or",    "xmin",  "xmax",    "ymin",     "ymax"};

// What designers ask for and a position cannot answer.
bool is_history(std::string_view word) {
  const std::string name = to_lower(word);
  return name == "threefold" || name == "repetition" || name == "ko" || name == "superko" ||
         name == "perpetual";
}

}  // namespace

bool is_reserved(std::string_view name) {
  const std::string lower = to_lower(name);
  for (const char* side : {"own-", "other-", "black-", "white-"}) {
    if (lower.starts_with(side)) return true;
  }
  return std::ranges::any_of(reserved, [&](const auto& word) { return to_lower(word) == lower; });
}

// --- Lists of conditions -------------------------------------------------------------------------

tree::Condition ConditionReader::conjunction(Extent extent) {
  tree::Condition all;
  all.place = tokens_.peek().place;
  list(extent, false, all.parts);
  return all;
}

tree::Condition ConditionReader::enclosed() {
  tree::Condition all;
  all.place = tokens_.peek().place;
  tokens_.open();
  list(Extent::section, true, all.parts);
  tokens_.close();
  return all;
}

// Parentheses within a list mean nothing.
void ConditionReader::list(Extent extent, bool enclosed, std::vector<tree::Condition>& parts) {
  for (;;) {
    if (extent == Extent::section) tokens_.skip_lines();
    if (tokens_.at_sign("(")) {
      std::vector<tree::Condition> inner = this->enclosed().parts;
      std::ranges::move(inner, std::back_inserter(parts));
    } else if (tokens_.at_word("and")) {
      tokens_.next();  // (as PDDL writes it; several conditions must all hold anyway)
    } else if (tokens_.at(Token::Kind::word) || tokens_.at(Token::Kind::variable)) {
      parts.push_back(condition());
    } else if (enclosed && !tokens_.at_sign(")")) {
      tokens_.expected("a condition or ')'");
    } else if (enclosed || tokens_.at_section_end() || tokens_.at(Token::Kind::keyword) ||
               tokens_.at(Token::Kind::line_end)) {
      return;
    } else {
      tokens_.expected("a condition, such as own(?p)");
    }
  }
}

tree::Line ConditionReader::line(const std::vector<tree::Variable>& parameters) {
  terms_.begin_scope(true);
  Scope& scope = terms_.scope();
  scope.visible = parameters;
  scope.slots = static_cast<int>(parameters.size());
  tree::Line line;
  line.place = tokens_.peek().place;
  while (terms_.at_declaration()) {
    line.variables.push_back(terms_.declaration(false));
    tokens_.take_sign(",");
  }
  line.condition = conjunction(Extent::line);
  if (line.condition.parts.empty() && !line.variables.empty())
    tokens_.expected("a condition, such as own(?p)");
  std::ranges::move(scope.found, std::back_inserter(line.variables));
  line.slots = scope.slots;
  return line;
}

// --- One condition -------------------------------------------------------------------------------

tree::Condition ConditionReader::condition() {
  const Token& word = tokens_.peek();
  const Place place = word.place;
  tree::Condition read;
  if (tokens_.at_word("not")) {
    tokens_.next();
    read = enclosed();
    read.type = ConditionType::none;
  } else if (tokens_.at_word("any")) {
    read = quantified(ConditionType::any);
  } else if (tokens_.at_word("each")) {
    read = quantified(ConditionType::each);
  } else if (tokens_.at_word("on")) {
    read = of_squares(ConditionType::on, 1);
  } else if (tokens_.at_word("off")) {
    read = of_squares(ConditionType::off, 1);
  } else if (tokens_.at_word("next")) {
    if (game_.lines.empty() && game_.links.empty())
      tokens_.wrong(place, "next(...) needs #lines or #links, which say what is next to what");
    read = of_squares(ConditionType::next, 2);
  } else if (tokens_.at_word("line")) {
    if (game_.lines.empty()) tokens_.wrong(place, "line(...) needs #lines");
    read = of_squares(ConditionType::line, 3);
  } else if (tokens_.at_word("reaches")) {
    read = reaches();
  } else if (tokens_.at_word("attacked")) {
    read = of_squares(ConditionType::attacked, 1);
  } else if (tokens_.at_word("count") || tokens_.at_word("hand")) {
    read = comparison();
  } else if (terms_.at_contents()) {
    const tree::Contents contents = terms_.contents();
    tokens_.sign("(");
    read.type = ConditionType::stands;
    read.contents = contents;
    read.squares.push_back(terms_.square());
    tokens_.sign(")");
  } else {
    read = named();
  }
  read.place = place;
  return read;
}

tree::Condition ConditionReader::of_squares(ConditionType type, std::size_t number) {
  tokens_.next();
  tree::Condition read;
  read.type = type;
  tokens_.sign("(");
  for (std::size_t i = 0; i < number; ++i) {
    if (i > 0) tokens_.sign(",");
    read.squares.push_back(terms_.square());
  }
  tokens_.sign(")");
  return read;
}

tree::Condition ConditionReader::quantified(ConditionType type) {
  tokens_.next();
  const tree::Variable variable = terms_.declaration(true);
  tree::Condition read = enclosed();
  terms_.forget_last();
  read.type = type;
  read.variable = variable;
  return read;
}

tree::Condition ConditionReader::reaches() {
  tokens_.next();
  tokens_.sign("(");
  const Place place = tokens_.peek().place;
  tree::Condition read;
  read.type = ConditionType::reaches;
  read.kind = terms_.kind();
  if (read.kind.which == tree::KindName::Which::named) {
    const std::string& name = game_.kinds[static_cast<std::size_t>(read.kind.number)].name;
    if (!find_name(game_.steps, name))
      tokens_.wrong(place,
                    fmt::format("#steps has no line {}, so nothing says how it moves", name));
  }
  for (int i = 0; i < 2; ++i) {
    tokens_.sign(",");
    read.squares.push_back(terms_.square());
  }
  tokens_.sign(")");
  return read;
}

tree::Quantity ConditionReader::quantity() {
  tree::Quantity quantity;
  quantity.place = tokens_.peek().place;
  if (tokens_.at_word("count")) {
    tokens_.next();
    quantity.of = tree::Quantity::Of::count;
    tokens_.sign("(");
    quantity.contents = terms_.contents();
    tokens_.sign(")");
  } else if (tokens_.at_word("hand")) {
    tokens_.next();
    if (game_.hands.empty())
      tokens_.wrong(quantity.place, "hand(...) needs #hands, which says what can be in a hand");
    quantity.of = tree::Quantity::Of::hand;
    tokens_.sign("(");
    quantity.side = terms_.side();
    tokens_.sign(",");
    quantity.kind = terms_.kind();
    tokens_.sign(")");
  } else {
    quantity.number = terms_.number();
  }
  return quantity;
}

tree::Condition ConditionReader::comparison() {
  tree::Condition read;
  read.type = ConditionType::compare;
  read.left = quantity();
  using enum tree::Comparison;
  constexpr std::pair<const char*, tree::Comparison> signs[] = {
      {"<", less}, {"<=", at_most}, {"=", equal}, {">=", at_least}, {">", greater}};
  for (const auto& [sign, comparison] : signs) {
    if (!tokens_.take_sign(sign)) continue;
    read.comparison = comparison;
    read.right = quantity();
    return read;
  }
  if (read.left.of != tree::Quantity::Of::hand) tokens_.expected("<, <=, =, >= or >");
  read.comparison = greater;  // (than none)
  return read;
}

// A region or a define.
tree::Condition ConditionReader::named() {
  const Token word = tokens_.next();
  tree::Condition read;
  if (const auto region = find_name(game_.regions, word.text)) {
    read.type = ConditionType::region;
    read.number = *region;
    tokens_.sign("(");
    read.squares.push_back(terms_.square());
    tokens_.sign(")");
    return read;
  }
  const auto define = find_name(game_.defines, word.text);
  if (!define) unknown(word);
  read.type = ConditionType::call;
  read.number = *define;
  const auto& parameters = game_.defines[static_cast<std::size_t>(*define)].parameters;
  if (parameters.empty() && !tokens_.at_sign("(")) return read;
  tokens_.sign("(");
  for (const tree::Variable& parameter : parameters) {
    if (!read.arguments.empty()) tokens_.sign(",");
    read.arguments.push_back(terms_.argument(parameter.sort));
  }
  tokens_.sign(")");
  return read;
}

void ConditionReader::unknown(const Token& word) const {
  if (to_lower(word.text) == "or")
    tokens_.wrong(word.place, "OR: write two actions or lines, or any ?d=... (...)");
  if (is_history(word.text)) {
    tokens_.wrong(word.place,
                  fmt::format("{}: a position does not say it; endless play is drawn", word.text));
  }
  if (to_lower(word.text) == "take" || to_lower(word.text) == "becomes" ||
      to_lower(word.text) == "when")
    tokens_.wrong(word.place, fmt::format("{} is an effect, not a condition", word.text));
  std::vector<std::string> known = reserved;
  for (const auto& region : game_.regions) known.push_back(region.name);
  for (const auto& define : game_.defines) known.push_back(define.name);
  std::string near = did_you_mean(word.text, known);
  if (near.empty())
    near =
        "; conditions are own(?p), NOT(...), any ?d=... (...), and what "
        "#regions and #define name";
  tokens_.wrong(word.place, fmt::format("there is no condition '{}'{}", word.text, near));
}

}  // namespace zermelo::bddl
