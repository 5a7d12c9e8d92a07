// SPDX-License-Identifier: MIT
// A game in BDDL in words: what its files say about it, and what its rules say.
#include "gen/rules_in_words.h"

#include <algorithm>
#include <utility>

#include "gen/bddl/spec.h"
#include "gen/bddl/tree_in_words.h"
#include "gen/parameters.h"
#include "gen/text/ascii.h"

namespace zermelo::bddl {
namespace {

// What the author says before the first section (in version 2 also below its number), if anything.
std::string comment_at_the_top(const std::string& text) {
  std::string comment;
  bool is_first = true;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string::npos) continue;
    const bool is_version = is_first && to_lower(line.substr(first)).starts_with("#bddl");
    is_first = false;
    if (is_version) continue;
    if (line[first] != '%') break;
    line = line.substr(std::min(line.find_first_not_of("% \t", first), line.size()));
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!comment.empty() && !line.empty()) comment += ' ';
    comment += line;
  }
  return comment;
}

}  // namespace

// (gen/games.cmake)
RulesInWords rules_in_words(const ParameterTexts& texts) {
  const GameSpec spec{.name = "bddl", .parameters = texts};
  RulesInWords words;
  RuleSection author{"In the words of its files", {}};
  for (const char* file : {"domain", "problem"}) {
    const auto text = texts.find(file);
    if (text == texts.end()) continue;
    if (std::string comment = comment_at_the_top(text->second); !comment.empty())
      author.lines.push_back(std::move(comment));
  }
  const RulesInWords rules = tree_in_words(tree_of(spec));
  if (!author.lines.empty()) words.push_back(std::move(author));
  words.insert(words.end(), rules.begin(), rules.end());
  return words;
}

}  // namespace zermelo::bddl
