// SPDX-License-Identifier: MIT
#include "cli/completion/completion_script.h"

#include <fmt/format.h>

#include <algorithm>

namespace zermelo::cli {
namespace {

std::string quoted_with(std::string_view text, std::string_view quote, std::string_view backslash) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += quote;
    } else if (c == '\\') {
      result += backslash;
    } else {
      result += c;
    }
  }
  return result + "'";
}

}  // namespace

std::string posix_quoted(std::string_view text) { return quoted_with(text, R"('\'')", "\\"); }

std::string fish_quoted(std::string_view text) { return quoted_with(text, R"(\')", R"(\\)"); }

Words parameter_words(const GameParameter& parameter) {
  if (parameter.range.find('|') == std::string::npos) return {parameter.name + "="};
  Words words;
  for (std::string_view rest = parameter.range; !rest.empty();) {
    const std::size_t end = std::min(rest.find('|'), rest.size());
    words.push_back(fmt::format("{}={}", parameter.name, rest.substr(0, end)));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return words;
}

std::vector<PlacedWord> placed_words(const VerbShape& verb) {
  std::vector<PlacedWord> words;
  for (const OptionShape& option : verb.options) {
    if (!option.is_word) continue;
    words.push_back({fmt::format("{}{}", words.size() + 1, option.repeats ? "+" : ""), &option});
  }
  return words;
}

}  // namespace zermelo::cli
