// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/completion/completion_script.h"

namespace zermelo::cli {
namespace {

// The part that does not depend on the verbs. `_zermelo_kind VERB OPTION` and `_zermelo_kind VERB
// PLACE` (made below) set `takes`, the number of values, and `kind`, what these are.
constexpr std::string_view bash_engine = R"bash(
# The replies that begin with $1, from the others.
_zermelo_words() {
  local prefix=$1 word
  shift
  for word in "$@"; do
    if [[ $word == "$prefix"* ]]; then COMPREPLY+=("$word"); fi
  done
}

_zermelo_paths() {  # PREFIX, and for compgen: what paths
  local prefix=$1 path
  shift
  while IFS= read -r path; do COMPREPLY+=("$path"); done < <(compgen "$@" -- "$prefix")
  compopt -o filenames 2>/dev/null
}

_zermelo_reply() {  # PREFIX KIND...; $game is the game so far
  local prefix=$1 kind=$2 ending
  shift 2
  case $kind in
    words) _zermelo_words "$prefix" "$@" ;;
    folder) _zermelo_paths "$prefix" -d ;;
    game)
      if [[ -n $game ]]; then
        _zermelo_words "$prefix" $(_zermelo_parameters "$game")
      else
        _zermelo_words "$prefix" "$@"
      fi
      ;;
    file)
      if (($#)); then _zermelo_paths "$prefix" -d; else _zermelo_paths "$prefix" -f; fi
      for ending in "$@"; do _zermelo_paths "$prefix" -f -X "!*.$ending"; done
      ;;
  esac
}

_zermelo() {
  local IFS=$' \t\n'
  COMPREPLY=()

  # 1. The words up to the cursor. Bash divides them at = and :, too; what no space divides is one word.
  local words=() word rest=${COMP_LINE-} trimmed i n=0
  for ((i = 0; i <= COMP_CWORD; ++i)); do
    word=${COMP_WORDS[i]-}
    trimmed=${rest#"${rest%%[! $'\t']*}"}
    if ((n > 0)) && [[ -n ${COMP_LINE-} && $rest == "$trimmed" ]]; then
      words[n - 1]+=$word
    else
      words[n++]=$word
    fi
    rest=${trimmed#"$word"}
  done
  local current=${words[n - 1]} verb=${words[1]-}
  if ((n <= 2)); then
    _zermelo_words "$current" $_zermelo_verbs
    return
  fi

  # 2. Where the cursor is: after an option that takes values, or at which word.
  local number=1 left=0 behind='' game='' takes kind
  for ((i = 2; i < n - 1; ++i)); do
    word=${words[i]}
    if ((left > 0)); then
      ((--left))
    elif [[ $word == -?* ]]; then
      _zermelo_kind "$verb $word"
      left=$takes behind=$kind
    else
      [[ -n $game ]] || game=$word
      ((++number))
    fi
  done

  # 3. What can come there.
  local given=${current#[\"\']}
  if ((left > 0)); then
    _zermelo_reply "$given" $behind
  elif [[ $current == --*=* ]]; then
    _zermelo_kind "$verb ${current%%=*}"
    if ((takes)); then _zermelo_reply "${current#*=}" $kind; fi
    given=${current#*=}
    COMPREPLY=("${COMPREPLY[@]/#/${current%%=*}=}")
  elif [[ $current == -* ]]; then
    _zermelo_words "$current" $(_zermelo_options "$verb")
  else
    _zermelo_kind "$verb $number"
    _zermelo_reply "$given" $kind
  fi

  # 4. Bash replaces only what follows the last = or :.
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then
    compopt -o nospace 2>/dev/null
  fi
  if [[ $current == *[=:]* && ${COMP_WORDBREAKS- =:} == *[=:]* ]]; then
    local cut=${current%"${current##*[=:]}"}
    COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  fi
}

complete -F _zermelo zermelo
)bash";

std::string kind_text(const ValueKind& value) {
  const std::string words =
      value.words.empty() ? "" : fmt::format(" {}", fmt::join(value.words, " "));
  switch (value.kind) {
    case ValueKind::Kind::words:
      return "words" + words;
    case ValueKind::Kind::file:
      return "file" + words;
    case ValueKind::Kind::folder:
      return "folder";
    case ValueKind::Kind::game:
      return "game" + words;
    case ValueKind::Kind::anything:
      break;
  }
  return "anything";
}

// Where any game may be given, all known games are listed.
ValueKind with_games(ValueKind kind, const std::vector<GameInfo>& games) {
  if (kind.kind != ValueKind::Kind::game || !kind.words.empty()) return kind;
  for (const GameInfo& game : games) kind.words.push_back(game.name);
  return kind;
}

std::string bash_case(const Words& patterns, int takes, const ValueKind& kind) {
  return fmt::format("    {}) takes={} kind={} ;;\n", fmt::join(patterns, " | "), takes,
                     posix_quoted(kind_text(kind)));
}

std::string bash_kinds(const CompletionData& data) {
  std::string text = "_zermelo_kind() {\n  takes=0 kind=anything\n  case $1 in\n";
  for (const VerbShape& verb : data.verbs) {
    if (verb.name.empty()) continue;
    for (const OptionShape& option : verb.options) {
      if (option.is_word || option.values == 0) continue;
      Words patterns;
      for (const std::string& name : option.names)
        patterns.push_back(posix_quoted(verb.name + " " + name));
      text += bash_case(patterns, option.values, with_games(option.kind, data.games));
    }
    for (const PlacedWord& placed : placed_words(verb)) {
      const bool many = placed.word->repeats;
      const std::string place = many ? "[0-9]*" : placed.place;
      text += bash_case({fmt::format("'{} '{}", verb.name, place)}, 0,
                        with_games(placed.word->kind, data.games));
    }
  }
  return text + "  esac\n}\n";
}

}  // namespace

std::string bash_completion(const CompletionData& data) {
  Words verbs;
  std::string options = "_zermelo_options() {\n  case $1 in\n";
  for (const VerbShape& verb : data.verbs) {
    Words names;
    for (const OptionShape& option : verb.options) {
      if (!option.is_word) names.insert(names.end(), option.names.begin(), option.names.end());
    }
    if (verb.name.empty()) {
      verbs = names;
    } else {
      verbs.push_back(verb.name);
      options += fmt::format("    {}) echo '{}' ;;\n", verb.name, fmt::join(names, " "));
    }
  }
  options += "  esac\n}\n";

  std::string parameters = "_zermelo_parameters() {\n  case $1 in\n";
  for (const GameInfo& game : data.games) {
    Words words;
    for (const GameParameter& parameter : game.parameters) {
      for (const std::string& word : parameter_words(parameter)) words.push_back(word);
    }
    parameters += fmt::format("    {}) echo '{}' ;;\n", game.name, fmt::join(words, " "));
  }
  parameters += "  esac\n}\n";

  return fmt::format(
      "# bash completion for zermelo -*- shell-script -*-\n"
      "# Made by `zermelo completion bash`.\n\n"
      "_zermelo_verbs='{}'\n\n{}\n{}\n{}{}",
      fmt::join(verbs, " "), options, parameters, bash_kinds(data), bash_engine);
}

}  // namespace zermelo::cli
