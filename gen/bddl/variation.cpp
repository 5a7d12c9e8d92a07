// SPDX-License-Identifier: MIT
#include "gen/bddl/variation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "gen/bddl/lexer.h"
#include "gen/bddl/near_names.h"
#include "gen/bddl/spec.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "gen/text/ascii.h"

namespace zermelo::bddl {
namespace {

// One of a game's texts, with its tokens; changes are collected, and made at the end.
class RuleText {
 public:
  RuleText(std::string text, std::string file, int version)
      : text_(std::move(text)), file_(std::move(file)) {
    Lexer lexer(text_, file_, version);
    while (lexer.peek().kind != Token::Kind::end) tokens_.push_back(lexer.next());
  }
  RuleText(const RuleText&) = delete;
  RuleText& operator=(const RuleText&) = delete;

  std::size_t size() const { return tokens_.size(); }
  const Token& operator[](std::size_t i) const { return tokens_[i]; }
  bool is(std::size_t i, Token::Kind kind) const { return i < size() && tokens_[i].kind == kind; }
  bool is_sign(std::size_t i, char c) const { return i < size() && tokens_[i].is_sign(c); }

  // The next token from `i` on of one of these kinds, or the end.
  std::size_t next(std::size_t i, std::initializer_list<Token::Kind> kinds) const {
    while (i < size() && std::ranges::find(kinds, tokens_[i].kind) == kinds.end()) ++i;
    return i;
  }
  std::size_t section_end(std::size_t section) const {
    return next(section + 1, {Token::Kind::section});
  }
  // The sections with one of these names, in small letters.
  std::vector<std::size_t> sections(const std::vector<std::string_view>& names) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < size(); ++i) {
      const bool named = std::ranges::any_of(
          names, [&](std::string_view name) { return tokens_[i].is(Token::Kind::section, name); });
      if (named) found.push_back(i);
    }
    return found;
  }

  void replace(std::size_t token, const std::string& by) {
    const std::size_t begin = begins_at(token);
    edits_.push_back({begin, begin + tokens_[token].text.size(), by});
  }
  // What stands from one token to another one, which stays; lines are kept.
  void replace(std::size_t begin, std::size_t end, const std::string& by) {
    edits_.push_back({begins_at(begin), begins_at(end), by});
  }
  void remove(std::size_t begin, std::size_t end) { replace(begin, end, ""); }
  void append(const std::string& section) { appended_ += "\n" + section + "\n"; }

  std::string changed() {
    std::ranges::sort(edits_, {}, &Edit::begin);
    std::string result;
    std::size_t at = 0;
    for (const Edit& edit : edits_) {
      if (edit.begin < at) continue;  // (within what another one has removed)
      result.append(text_, at, edit.begin - at);
      result += edit.by;
      for (std::size_t i = edit.begin; i < edit.end; ++i) {
        if (text_[i] == '\n' || text_[i] == '\r') result += text_[i];
      }
      at = edit.end;
    }
    return result.append(text_, at) + appended_;
  }

  [[noreturn]] void wrong(const Token& at, const std::string& sentence) const {
    throw SyntaxError(
        fmt::format("{}:{}:{}: {}.", file_, at.place.line, at.place.column, sentence));
  }

 private:
  struct Edit {
    std::size_t begin, end;
    std::string by;
  };

  std::size_t begins_at(std::size_t token) const {
    if (token >= size()) return text_.size();
    return static_cast<std::size_t>(tokens_[token].text.data() - text_.data());
  }

  std::string text_, file_;
  std::vector<Token> tokens_;
  std::vector<Edit> edits_;
  std::string appended_;
};

std::string text_parameter(const GameSpec& spec, const std::string& name) {
  const auto found = spec.parameters.find(name);
  return found == spec.parameters.end() ? std::string() : found->second;
}

class Varying {
 public:
  explicit Varying(const GameSpec& spec)
      : spec_(spec),
        version_(has_version_2(spec) ? 2 : 1),
        domain_(text_parameter(spec, "domain"), text_parameter(spec, "domain-file"), version_),
        problem_(text_parameter(spec, "problem"), text_parameter(spec, "problem-file"), version_) {}

  GameSpec make(const Variation& variation) {
    change_size(variation);
    if (!variation.stuck.empty()) change_stuck(variation.stuck);
    if (!variation.turn.empty()) change_turn(variation.turn);
    leave_out(variation.without);
    GameSpec result = spec_;
    result.parameters["domain"] = domain_.changed();
    if (has_problem()) result.parameters["problem"] = problem_.changed();
    result.parameters["hash"] =
        hash_of(text_parameter(result, "domain"), text_parameter(result, "problem"));
    return result;
  }

  BoardSize size() const {
    const auto [text, columns, rows] = size_tokens();
    return {(*text)[columns].number, (*text)[rows].number};
  }

  std::vector<std::string> action_names() const {
    std::vector<std::string> names;
    for (const RuleText* text : {&domain_, &problem_}) {
      for (std::size_t i = 0; i + 1 < text->size(); ++i) {
        if (!(*text)[i].is(Token::Kind::keyword, ":action")) continue;
        const std::string name(name_after(*text, i).text);
        const auto same = [&](const std::string& n) { return to_lower(n) == to_lower(name); };
        if (std::ranges::none_of(names, same)) names.push_back(name);
      }
    }
    return names;
  }

 private:
  bool has_problem() const { return spec_.parameters.contains("problem"); }

  // --- The board ---------------------------------------------------------------------------------

  struct SizeTokens {
    const RuleText* text;
    std::size_t columns, rows;
  };
  SizeTokens size_tokens() const {
    for (const RuleText* text : {&domain_, &problem_}) {
      for (const std::size_t section : text->sections({"#boardsize"})) {
        const std::size_t columns = text->next(section + 1, {Token::Kind::integer});
        const std::size_t rows = text->next(columns + 1, {Token::Kind::integer});
        if (rows < text->section_end(section)) return {text, columns, rows};
      }
    }
    throw SyntaxError("The rules do not say how large the board is.");
  }

  void change_size(const Variation& variation) {
    const BoardSize was = size();
    const int columns = variation.columns.value_or(was.columns);
    const int rows = variation.rows.value_or(was.rows);
    for (const RuleText* text : {&domain_, &problem_}) {
      if (columns != was.columns) require_scalable(*text, was.columns, true);
      if (rows != was.rows) require_scalable(*text, was.rows, false);
    }
    const auto [text, columns_at, rows_at] = size_tokens();
    RuleText& changed = text == &domain_ ? domain_ : problem_;
    changed.replace(columns_at, std::to_string(columns));
    changed.replace(rows_at, std::to_string(rows));
  }

  // Whether a coordinate begins at a token: a number, ?x+1, xmax-1.
  static bool begins_coordinate(const RuleText& text, std::size_t i, char axis) {
    if (text.is(i, Token::Kind::integer)) return true;
    if (text.is(i, Token::Kind::variable)) return text[i].begins(fmt::format("?{}", axis));
    return text.is(i, Token::Kind::word) && (text[i].begins(fmt::format("{}min", axis)) ||
                                             text[i].begins(fmt::format("{}max", axis)));
  }

  // Of every (x,y) but those that are steps.
  static void require_scalable(const RuleText& text, int extent, bool is_columns) {
    bool in_steps = false;
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text.is(i, Token::Kind::section)) in_steps = text[i].is_word("#steps");
      if (in_steps || !text.is_sign(i, '(') || !begins_coordinate(text, i + 1, 'x')) continue;
      std::size_t comma = i + 1;
      while (comma < text.size() && !text.is_sign(comma, ',') && !text.is_sign(comma, ')')) ++comma;
      if (!text.is_sign(comma, ',') || !begins_coordinate(text, comma + 1, 'y')) continue;
      const std::size_t at = is_columns ? i + 1 : comma + 1;
      const bool is_number = text.is(at, Token::Kind::integer) && at + 1 < text.size() &&
                             (text.is_sign(at + 1, ',') || text.is_sign(at + 1, ')'));
      if (!is_number || text[at].number == 1 || 2 * text[at].number < extent + 1) continue;
      const char axis = is_columns ? 'x' : 'y';
      const int from_far_edge = extent - text[at].number;
      text.wrong(text[at],
                 fmt::format("a board of another size needs this square as ?{0}, "
                             "{0}min+{1} or {0}max{2}, and not as {0} = {3}; or give a "
                             "problem file for each board",
                             axis, text[at].number - 1,
                             from_far_edge == 0 ? "" : fmt::format("{:+}", -from_far_edge),
                             text[at].number));
    }
  }

  // --- Who begins, and what happens to a side that cannot move -----------------------------------

  void change_turn(const std::string& turn) {
    if (turn != "first" && turn != "second")
      throw UsageError(fmt::format("Black moves first or second, not '{}'.", turn));
    const std::string word = version_ == 1 ? turn : turn == "first" ? "black" : "white";
    change_section(version_ == 1 ? "#blackturn" : "#turn", word);
  }

  void change_stuck(const std::string& stuck) {
    if (stuck != "loss" && stuck != "draw" && (stuck != "win" || version_ == 1))
      throw UsageError(fmt::format("What happens to a side that cannot move is {}, not '{}'.",
                                   version_ == 1 ? "loss or draw" : "loss, draw or win", stuck));
    if (version_ == 1) {
      spec_.parameters["stuck"] = stuck;
      return;
    }
    remove_sections({"#blackstuck", "#whitestuck"});
    change_section("#stuck", stuck);
  }

  void change_section(const std::string& name, const std::string& words) {
    remove_sections({name});
    (has_problem() ? problem_ : domain_).append(name + " " + words);
  }

  void remove_sections(const std::vector<std::string_view>& names) {
    for (RuleText* text : {&domain_, &problem_}) {
      for (const std::size_t section : text->sections(names))
        text->remove(section, text->section_end(section));
    }
  }

  // --- Actions -----------------------------------------------------------------------------------

  static const Token& name_after(const RuleText& text, std::size_t action) {
    std::size_t at = action + 1;
    while (at + 1 < text.size() && text.is(at, Token::Kind::line_end)) ++at;
    return text[at];
  }

  void leave_out(const std::vector<std::string>& names) {
    const std::vector<std::string> known = action_names();
    for (const std::string& name : names) {
      const auto same = [&](const std::string& n) { return to_lower(n) == to_lower(name); };
      if (std::ranges::any_of(known, same)) continue;
      const std::string near = did_you_mean(name, known);
      throw UsageError(fmt::format("The rules have no action '{}'{}; they have {}.", name, near,
                                   fmt::join(known, ", ")));
    }
    const auto is_out = [&](const Token& token) {
      return std::ranges::any_of(
          names, [&](const std::string& name) { return to_lower(name) == to_lower(token.text); });
    };
    for (RuleText* text : {&domain_, &problem_}) {
      for (std::size_t i = 0; i < text->size(); ++i) {
        if ((*text)[i].is(Token::Kind::keyword, ":action") && is_out(name_after(*text, i)))
          text->remove(i, action_end(*text, i));
        if ((*text)[i].is(Token::Kind::keyword, ":then")) leave_out_of_then(*text, i, is_out);
      }
    }
  }

  static std::size_t action_end(const RuleText& text, std::size_t action) {
    std::size_t at = action + 1;
    while (at < text.size() && !text.is(at, Token::Kind::section) &&
           !text[at].is(Token::Kind::keyword, ":action"))
      ++at;
    return at;
  }

  // ":then a,b C"; without any of its names the turn does not go on.
  template <class IsOut>
  static void leave_out_of_then(RuleText& text, std::size_t then, const IsOut& is_out) {
    std::vector<std::string> kept;
    bool all = true;
    std::size_t at = then;
    do {
      ++at;
      while (text.is(at, Token::Kind::line_end)) ++at;
      if (at >= text.size()) return;
      if (is_out(text[at]))
        all = false;
      else
        kept.emplace_back(text[at].text);
      ++at;
    } while (text.is_sign(at, ','));
    if (all) return;
    if (kept.empty())
      text.remove(then, text.next(then + 1, {Token::Kind::keyword, Token::Kind::section}));
    else
      text.replace(then + 1, at, fmt::format("{} ", fmt::join(kept, ",")));
  }

  GameSpec spec_;
  int version_;
  RuleText domain_, problem_;
};

}  // namespace

BoardSize board_size_of(const GameSpec& spec) { return Varying(spec).size(); }

std::vector<std::string> action_names_of(const GameSpec& spec) {
  return Varying(spec).action_names();
}

GameSpec varied(const GameSpec& spec, const Variation& variation) {
  return Varying(spec).make(variation);
}

}  // namespace zermelo::bddl
