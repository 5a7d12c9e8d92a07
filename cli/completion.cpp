// SPDX-License-Identifier: MIT
// zermelo completion: the script by which a shell completes this program's command lines.
#include <memory>

#include "cli/completion/completion_script.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/games.h"

namespace zermelo::cli {
namespace {

using CompletionScript = std::string (*)(const CompletionData&);

// (The rules of a game in BDDL are given by --bddl, not by its name.)
CompletionData completion_data(const CommandLine& program) {
  CompletionData data{program.shapes(), known_games()};
  std::erase_if(data.games, [](const GameInfo& game) { return game.name == "bddl"; });
  return data;
}

}  // namespace

Verb add_completion(CommandLine& program) {
  Arguments verb = program.add_verb("completion", "Print a script that completes these commands");
  const auto script = std::make_shared<CompletionScript>(nullptr);
  verb.choice<CompletionScript>(
          "SHELL", *script,
          {{"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}},
          "The shell: bash, zsh or fish")
      .required()
      .value_name("");
  verb.footer(
      "Packages install it. To load it by hand into the current shell:\n"
      "  bash, zsh: source <(zermelo completion bash), or zsh (after compinit)\n"
      "  fish:      zermelo completion fish | source\n"
      "Example: zermelo completion bash");
  return {verb, [&program, script] {
            print((*script)(completion_data(program)));
            return success;
          }};
}

}  // namespace zermelo::cli
