// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion/completion_script.h"

namespace zermelo::cli {
namespace {

// `__zermelo_at VERB PLACE`: whether the cursor is at that word of the verb ("1", "2+"), or after
// that option, which takes one more value. `__zermelo_takes VERB OPTION` (made below) prints how
// many an option takes.
constexpr std::string_view fish_engine = R"fish(
function __zermelo_at
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test "$words[2]" = "$argv[1]"; or return 1
    test (count $argv) -ge 2; or return 0
    set -l number 1
    set -l left 0
    set -l behind
    for word in $words[3..-1]
        if test $left -gt 0
            set left (math $left - 1)
        else if string match -q -- '-?*' $word
            set left (__zermelo_takes $argv[1] $word)
            set behind $word
        else
            set number (math $number + 1)
        end
    end
    if test $left -gt 0
        contains -- $behind $argv[2..-1]
    else if string match -q -- '*+' $argv[2]
        test $number -ge (string trim -c + -- $argv[2])
    else
        test "$number" = "$argv[2]"
    end
end

function __zermelo_at_verb
    test (count (commandline -opc)) -eq 1
end

# The names of games (only those that are given), or the parameters of the one that has been given.
function __zermelo_game
    for word in (commandline -opc)[3..-1]
        __zermelo_parameters $word; and return
    end
    for game in $__zermelo_games
        set -l name (string split -m 1 \t -- $game)[1]
        test (count $argv) -eq 0; or contains -- $name $argv; and echo $game
    end
end

complete -c zermelo -f
)fish";

// The arguments of `complete` that say what a value can be, if nothing else can come there.
std::string fish_kind(const ValueKind& value) {
  switch (value.kind) {
    case ValueKind::Kind::words:
      return fmt::format(" -x -a {}", fish_quoted(fmt::format("{}", fmt::join(value.words, " "))));
    case ValueKind::Kind::file: {
      if (value.words.empty()) return " -r -F";
      std::string calls;
      for (const std::string& ending : value.words)
        calls += fmt::format("{}__fish_complete_suffix .{}", calls.empty() ? "" : "; ", ending);
      return fmt::format(" -k -x -a {}", fish_quoted("(" + calls + ")"));
    }
    case ValueKind::Kind::folder:
      return " -x -a '(__fish_complete_directories)'";
    case ValueKind::Kind::game:
      return fmt::format(" -k -x -a '(__zermelo_game {})'", fmt::join(value.words, " "));
    case ValueKind::Kind::anything:
      break;
  }
  return " -x";
}

// Without a verb, for the program itself.
std::string fish_option(const std::string& verb, const OptionShape& option) {
  const std::string where = verb.empty() ? "__zermelo_at_verb" : "__zermelo_at " + verb;
  std::string text = fmt::format("complete -c zermelo -n '{}'", where);
  for (const std::string& name : option.names) {
    const bool is_long = name.starts_with("--");
    text += fmt::format(" -{} {}", is_long ? 'l' : 's', name.substr(is_long ? 2 : 1));
  }
  const std::string kind = option.values > 0 ? fish_kind(option.kind) : "";
  text += fmt::format("{} -d {}\n", kind, fish_quoted(option.meaning));
  if (option.values < 2 || option.kind.kind == ValueKind::Kind::anything) return text;
  // (fish knows of only one value per option; further ones look like words to it.)
  return text + fmt::format("complete -c zermelo -n '__zermelo_at {} {}'{}\n", verb,
                            fmt::join(option.names, " "), kind);
}

std::string fish_word(const std::string& verb, const PlacedWord& placed) {
  if (placed.word->kind.kind == ValueKind::Kind::anything) return "";
  return fmt::format("complete -c zermelo -n '__zermelo_at {} {}'{}\n", verb, placed.place,
                     fish_kind(placed.word->kind));
}

std::string fish_takes(const CompletionData& data) {
  std::string text = "function __zermelo_takes\n    switch \"$argv\"\n";
  for (const VerbShape& verb : data.verbs) {
    for (const OptionShape& option : verb.options) {
      if (verb.name.empty() || option.is_word || option.values == 0) continue;
      text += "        case";
      for (const std::string& name : option.names)
        text += " " + fish_quoted(verb.name + " " + name);
      text += fmt::format("\n            echo {}\n", option.values);
    }
  }
  return text + "        case '*'\n            echo 0\n    end\nend\n";
}

std::string fish_games(const CompletionData& data) {
  std::string names = "set -g __zermelo_games";
  std::string text = "function __zermelo_parameters\n    switch $argv[1]\n";
  for (const GameInfo& game : data.games) {
    names += fmt::format(" \\\n    {}\\t{}", game.name, fish_quoted(game.summary));
    text += fmt::format("        case {}\n", game.name);
    for (const GameParameter& p : game.parameters) {
      const std::string meaning = fish_quoted(fmt::format("{} ({})", p.meaning, p.range));
      for (const std::string& word : parameter_words(p))
        text += fmt::format("            echo {}\\t{}\n", word, meaning);
    }
  }
  return names + "\n\n" + text + "        case '*'\n            return 1\n    end\nend\n";
}

}  // namespace

std::string fish_completion(const CompletionData& data) {
  std::string text = "# fish completion for zermelo\n# Made by `zermelo completion fish`.\n\n" +
                     fish_games(data) + "\n" + fish_takes(data);
  text += fish_engine;
  for (const VerbShape& verb : data.verbs) {
    if (!verb.name.empty()) {
      text += fmt::format("\ncomplete -c zermelo -n __zermelo_at_verb -a {} -d {}\n", verb.name,
                          fish_quoted(verb.meaning));
    }
    for (const OptionShape& option : verb.options) {
      if (!option.is_word) text += fish_option(verb.name, option);
    }
    for (const PlacedWord& placed : placed_words(verb)) text += fish_word(verb.name, placed);
  }
  return text;
}

}  // namespace zermelo::cli
