// SPDX-License-Identifier: MIT
// Scripts by which a shell completes the program's command lines: verbs, options, and for the
// values what the command line says of them (ValueKind). They are made from the verbs as they are
// declared to the parser, so that they know what it knows.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "gen/games.h"

namespace zermelo::cli {

// What a script is made from.
struct CompletionData {
  std::vector<VerbShape> verbs;  // as CommandLine::shapes gives them
  std::vector<GameInfo> games;   // those that are given by name and parameters
};

// For bash 4 and later; does not need the package bash-completion.
std::string bash_completion(const CompletionData& data);
// A function for a folder of $fpath, named _zermelo; it can also be sourced, after compinit.
std::string zsh_completion(const CompletionData& data);
// For fish 3.2 and later.
std::string fish_completion(const CompletionData& data);

// 'text' as a shell reads it back: in single quotes. In bash and zsh, a quote in the text closes
// these and reopens them; in fish, a quote or a backslash in it has a backslash before it.
std::string posix_quoted(std::string_view text);
std::string fish_quoted(std::string_view text);

// The words that can give a parameter: "size=", or, if its range consists of words, one for each of
// them: "repetition=exact".
Words parameter_words(const GameParameter& parameter);

// The place of a verb's word in the order of words, from 1: "1"; for one that takes any number of
// them, "2+".
struct PlacedWord {
  std::string place;
  const OptionShape* word;
};
std::vector<PlacedWord> placed_words(const VerbShape& verb);

}  // namespace zermelo::cli
