// SPDX-License-Identifier: MIT
#include "gen/parameters.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "gen/error.h"

namespace zermelo {
namespace {

// "size, start and total".
std::string listed(const std::vector<std::string>& words, const char* last_joint) {
  if (words.size() < 2) return words.empty() ? "none" : words.front();
  const auto most = std::span(words).first(words.size() - 1);
  return fmt::format("{} {} {}", fmt::join(most, ", "), last_joint, words.back());
}

// A whole text as a number.
std::optional<int> number_in(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The value of "2*(lose+1)".
class Expression {
 public:
  Expression(std::string_view text, const ParameterValues& values) : text_(text), values_(values) {}

  int value() {
    const int value = sum();
    if (at_ < text_.size()) throw wrong();
    return value;
  }

 private:
  int sum() {
    int value = product();
    for (char sign = '\0'; (sign = taken("+-")) != '\0';) {
      const int right = product();
      value = sign == '+' ? value + right : value - right;
    }
    return value;
  }

  int product() {
    int value = operand();
    for (char sign = '\0'; (sign = taken("*/")) != '\0';) {
      const int right = operand();
      if (sign == '/' && right == 0) throw wrong();
      value = sign == '*' ? value * right : value / right;
    }
    return value;
  }

  int operand() {
    if (taken("(") != '\0') {
      const int value = sum();
      if (taken(")") == '\0') throw wrong();
      return value;
    }
    const std::size_t end = std::min(text_.find_first_of("+-*/()", at_), text_.size());
    const std::string word(text_.substr(at_, end - at_));
    at_ = end;
    if (const auto found = values_.find(word); found != values_.end()) return found->second;
    const std::optional<int> number = number_in(word);
    if (!number) throw wrong();
    return *number;
  }

  // The next character, if it is one of these.
  char taken(std::string_view characters) {
    if (at_ == text_.size() || characters.find(text_[at_]) == std::string_view::npos) return '\0';
    return text_[at_++];
  }

  Error wrong() const {
    return Error(fmt::format("A table of parameters has '{}', which makes no sense.", text_));
  }

  std::string_view text_;
  const ParameterValues& values_;
  std::size_t at_ = 0;
};

int evaluate(std::string_view text, const ParameterValues& values) {
  return Expression(text, values).value();
}

// The value of an expression, or of "14, or holes-1 if that is less".
int evaluate_least(std::string_view text, const ParameterValues& values) {
  constexpr std::string_view joint = ", or ", end = " if that is less";
  const std::size_t cut = text.find(joint);
  if (cut == std::string_view::npos || !text.ends_with(end)) return evaluate(text, values);
  const std::string_view other = text.substr(cut + joint.size());
  return std::min(evaluate(text.substr(0, cut), values),
                  evaluate(other.substr(0, other.size() - end.size()), values));
}

constexpr std::string_view dots = "..";

bool is_number(const GameParameter& p) { return p.range.find(dots) != std::string::npos; }

std::vector<std::string> words_of(const GameParameter& p) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
    end = p.range.find('|', begin);
    words.push_back(p.range.substr(begin, end - begin));
  }
  return words;
}

// The number of a word among others.
std::optional<int> place_of(const std::string& word, const std::vector<std::string>& words) {
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) return std::nullopt;
  return static_cast<int>(found - words.begin());
}

void refuse_unknown(const GameInfo& game, const ParameterTexts& texts) {
  std::vector<std::string> known;
  for (const GameParameter& p : game.parameters) known.push_back(p.name);
  const auto is_old = [&](const std::string& key) {
    return std::ranges::any_of(game.parameters, [&](const GameParameter& p) {
      return !p.old_name.empty() && p.old_name == key;
    });
  };
  for (const auto& [key, text] : texts) {
    if (place_of(key, known) || is_old(key)) continue;
    throw UsageError(
        fmt::format("{} has no parameter '{}'; it has {}.", game.name, key, listed(known, "and")));
  }
}

// What is given for a parameter, under either of its names; nullptr if nothing is.
const std::string* text_of(const GameInfo& game, const GameParameter& p,
                           const ParameterTexts& texts) {
  const auto found = texts.find(p.name);
  const auto old = p.old_name.empty() ? texts.end() : texts.find(p.old_name);
  if (found != texts.end() && old != texts.end()) {
    throw UsageError(fmt::format("{}: {} is given twice, as {} and as {}.", game.name, p.name,
                                 p.name, p.old_name));
  }
  if (found != texts.end()) return &found->second;
  return old != texts.end() ? &old->second : nullptr;
}

int read_number(const GameInfo& game, const GameParameter& p, const std::string& text,
                const ParameterValues& before) {
  const ParameterRange range = range_of(p, before);
  const std::optional<int> number = number_in(text);
  if (number && *number >= range.low && *number <= range.high) return *number;
  throw UsageError(fmt::format("{}: {} must be a number from {} to {}, not '{}'.", game.name,
                               p.name, range.low, range.high, text));
}

int read_word(const GameInfo& game, const GameParameter& p, const std::string& text) {
  const std::vector<std::string> words = words_of(p);
  if (const std::optional<int> place = place_of(text, words)) return *place;
  throw UsageError(
      fmt::format("{}: {} must be {}, not '{}'.", game.name, p.name, listed(words, "or"), text));
}

}  // namespace

ParameterRange range_of(const GameParameter& p, const ParameterValues& before) {
  if (!is_number(p)) return {0, static_cast<int>(words_of(p).size()) - 1};
  const std::string_view text = p.range;
  const std::size_t cut = text.find(dots);
  return {evaluate(text.substr(0, cut), before),
          evaluate_least(text.substr(cut + dots.size()), before)};
}

int default_of(const GameParameter& p, const ParameterValues& before) {
  if (!is_number(p)) {
    if (const std::optional<int> place = place_of(p.default_value, words_of(p))) return *place;
    throw Error(fmt::format("A table of parameters has no default for {}.", p.name));
  }
  return evaluate_least(p.default_value, before);
}

ParameterValues read_parameters(const GameInfo& game, const ParameterTexts& texts) {
  refuse_unknown(game, texts);
  ParameterValues values;
  for (const GameParameter& p : game.parameters) {
    const std::string* const text = text_of(game, p, texts);
    values[p.name] = text == nullptr ? default_of(p, values)
                     : is_number(p)  ? read_number(game, p, *text, values)
                                     : read_word(game, p, *text);
  }
  return values;
}

ParameterTexts parameter_texts(const GameInfo& game, const ParameterValues& values) {
  ParameterTexts texts;
  for (const GameParameter& p : game.parameters) {
    const int value = values.at(p.name);
    texts[p.name_in_spec()] =
        is_number(p) ? std::to_string(value) : words_of(p).at(static_cast<std::size_t>(value));
  }
  return texts;
}

GameSpec complete_spec(const GameInfo& game, const ParameterTexts& texts) {
  return {game.name, parameter_texts(game, read_parameters(game, texts))};
}

}  // namespace zermelo
