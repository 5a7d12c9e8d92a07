// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/engine.h"

namespace zermelo::cli {
namespace {

void run(bool json) {
  Json list = Json::array();
  for (const GameInfo& game : known_games()) {
    Json parameters = Json::array();
    if (!json) fmt::print("{}: {}\n", game.name, game.summary);
    for (const GameParameter& p : game.parameters) {
      if (!json)
        fmt::print("  {:<11} {:<20} {} (default: {})\n", p.name, p.range, p.meaning,
                   p.default_value);
      parameters.push_back({{"name", p.name},
                            {"range", p.range},
                            {"default", p.default_value},
                            {"meaning", p.meaning}});
    }
    list.push_back({{"name", game.name}, {"summary", game.summary}, {"parameters", parameters}});
  }
  if (json) print_json(list);
}

}  // namespace

void add_games(CLI::App& app) {
  auto json = std::make_shared<bool>(false);
  CLI::App* verb = app.add_subcommand("games", "List the games and their parameters");
  verb->add_flag("--json", *json, "Print JSON");
  verb->callback([json] { run(*json); });
}

}  // namespace zermelo::cli
