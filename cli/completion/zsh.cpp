// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion/completion_script.h"

namespace zermelo::cli {
namespace {

// What _arguments and _describe would take for their own.
std::string escaped(std::string_view text, std::string_view special) {
  std::string result;
  for (const char c : text) {
    if (special.find(c) != special.npos) result += '\\';
    result += c;
  }
  return result;
}

std::string described(std::string_view name, std::string_view meaning) {
  return posix_quoted(fmt::format("{}:{}", escaped(name, ":\\"), escaped(meaning, "\\")));
}

// What follows "message:" in a specification.
std::string zsh_action(const ValueKind& value) {
  const std::string words = fmt::format("{}", fmt::join(value.words, " "));
  switch (value.kind) {
    case ValueKind::Kind::words:
      return fmt::format("({})", words);
    case ValueKind::Kind::file:
      // (One ending in parentheses would be a qualifier of files to zsh.)
      if (value.words.empty()) return "_files";
      if (value.words.size() == 1) return fmt::format("_files -g \"*.{}\"", words);
      return fmt::format("_files -g \"*.({})\"", fmt::join(value.words, "|"));
    case ValueKind::Kind::folder:
      return "_files -/";
    case ValueKind::Kind::game:
      return fmt::format(" _zermelo_game {}", words);  // (a space: no arguments of compadd)
    case ValueKind::Kind::anything:
      break;
  }
  return " ";
}

// ":DOMAIN:_files:PROBLEM:_files": a message and an action for each value.
std::string zsh_values(const OptionShape& option) {
  // (What is allowed follows the name.)
  std::string rest = option.value_name.substr(0, option.value_name.find(':'));
  std::string text;
  for (int i = 0; i < option.values; ++i) {
    const std::size_t end =
        std::min(i + 1 < option.values ? rest.find(' ') : rest.size(), rest.size());
    const std::string name = end == 0 ? "value" : rest.substr(0, end);
    text += fmt::format(":{}:{}", escaped(name, ":\\"), zsh_action(option.kind));
    rest.erase(0, end + 1);
  }
  return text;
}

std::string zsh_option(const OptionShape& option) {
  std::string text;
  for (const std::string& name : option.names) {
    const std::string others =
        option.repeats ? "*" : fmt::format("({})", fmt::join(option.names, " "));
    const bool is_long = name.starts_with("--");
    const std::string_view equals = is_long && option.values == 1 ? "=" : "";
    text += fmt::format(
        " \\\n        {}",
        posix_quoted(fmt::format("{}{}{}[{}]{}", others, name, equals,
                                 escaped(option.meaning, "[]:\\"), zsh_values(option))));
  }
  return text;
}

std::string zsh_word(const PlacedWord& placed) {
  const std::string place = placed.word->repeats ? "*" : placed.place;
  return fmt::format(" \\\n        {}",
                     posix_quoted(fmt::format("{}:{}:{}", place, placed.word->names.front(),
                                              zsh_action(placed.word->kind))));
}

std::string zsh_verb(const VerbShape& verb) {
  std::string text = fmt::format("    {})\n      _arguments", verb.name);
  for (const OptionShape& option : verb.options) {
    if (!option.is_word) text += zsh_option(option);
  }
  for (const PlacedWord& placed : placed_words(verb)) text += zsh_word(placed);
  return text + "\n      ;;\n";
}

std::string zsh_games(const CompletionData& data) {
  std::string text =
      "# The names of games ($@: only these), or the parameters of the one that has been given.\n"
      "_zermelo_game() {\n"
      "  local word\n"
      "  local -a games parameters choices\n"
      "  for word in ${words[2,CURRENT-1]}; do\n"
      "    case $word in\n";
  std::string names;
  for (const GameInfo& game : data.games) {
    std::string parameters, choices;
    for (const GameParameter& p : game.parameters) {
      const Words words = parameter_words(p);
      std::string& list = words.front().ends_with('=') ? parameters : choices;
      for (const std::string& word : words)
        list += "\n          " + described(word, fmt::format("{} ({})", p.meaning, p.range));
    }
    text += fmt::format("      {})\n        parameters=({})\n        choices=({}) ;;\n", game.name,
                        parameters, choices);
    names += "\n    " + described(game.name, game.summary);
  }
  return text +
         "      *) continue ;;\n"
         "    esac\n"
         "    _describe -t parameters parameter parameters -S '' -- choices\n"
         "    return\n"
         "  done\n"
         "  games=(" +
         names +
         ")\n"
         "  (( $# )) && games=(${(M)games:#(${(~j:|:)@}):*})\n"
         "  _describe -t games game games\n"
         "}\n";
}

}  // namespace

std::string zsh_completion(const CompletionData& data) {
  std::string verbs, program, cases;
  for (const VerbShape& verb : data.verbs) {
    if (verb.name.empty()) {
      for (const OptionShape& option : verb.options) program += zsh_option(option);
    } else {
      verbs += "\n    " + described(verb.name, verb.meaning);
      cases += zsh_verb(verb);
    }
  }
  return "#compdef zermelo\n# Made by `zermelo completion zsh`.\n\n" + zsh_games(data) +
         "\n_zermelo() {\n"
         "  local -a verbs=(" +
         verbs +
         ")\n"
         "  if (( CURRENT == 2 )); then\n"
         "    _describe -t verbs verb verbs\n"
         "    _arguments" +
         program +
         "\n"
         "    return\n"
         "  fi\n"
         "  shift words\n"
         "  (( CURRENT-- ))\n"
         "  case $words[1] in\n" +
         cases +
         "  esac\n"
         "}\n\n"
         "# (Loaded by its file's name, it is called; sourced, it is registered.)\n"
         "if [[ $funcstack[1] == _zermelo ]]; then\n"
         "  _zermelo \"$@\"\n"
         "else\n"
         "  compdef _zermelo zermelo\n"
         "fi\n";
}

}  // namespace zermelo::cli
