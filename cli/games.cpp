// SPDX-License-Identifier: MIT
// zermelo games: what can be solved.
#include <fmt/format.h>

#include <memory>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

std::string text_of(const GameInfo& game) {
  TextTable table("llll");
  table.add({"parameter", "range", "default", "meaning"});
  for (const GameParameter& p : game.parameters) {
    const std::string also = p.old_name.empty() ? "" : fmt::format(" (also: {})", p.old_name);
    table.add({p.name, p.range, p.default_value, p.meaning + also});
  }
  return fmt::format("{}: {}\n{}", game.name, game.summary, table.text(2));
}

Json json_of(const GameInfo& game) {
  Json parameters = Json::array();
  for (const GameParameter& p : game.parameters) {
    parameters.push_back({{"name", p.name},
                          {"range", p.range},
                          {"default", p.default_value},
                          {"meaning", p.meaning}});
  }
  Json conditions = Json::array();
  for (const GameCondition& c : game.conditions) {
    conditions.push_back({{"name", c.name}, {"meaning", c.meaning}});
  }
  return {{"name", game.name},
          {"summary", game.summary},
          {"parameters", parameters},
          {"conditions", conditions}};
}

ExitCode run_games(bool json) {
  Json list = Json::array();
  for (const GameInfo& game : known_games()) {
    if (json) {
      list.push_back(json_of(game));
    } else {
      print(text_of(game));
    }
  }
  if (json) write_json(Json{{"games", list}});
  return success;
}

}  // namespace

Verb add_games(CommandLine& program) {
  Arguments verb = program.add_verb("games", "List the games and their parameters");
  const auto json = std::make_shared<bool>(false);
  add_json_option(verb, *json);
  verb.footer("Example: zermelo games");
  return {verb, [json] { return run_games(*json); }};
}

}  // namespace zermelo::cli
