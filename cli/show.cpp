// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/engine.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::vector<std::string> words;
  std::string svg;
};

void run(const Options& options) {
  std::vector<std::string> game, position;
  for (const std::string& word : options.words) {
    const bool names_game =
        game.empty() || (position.empty() && word.find('=') != std::string::npos);
    (names_game ? game : position).push_back(word);
  }
  const auto engine = make_engine(parse_game_spec(game));
  std::string state = fmt::format("{}", fmt::join(position, " "));
  if (state.empty() || state == "start") state = engine->start();
  const Diagram diagram = engine->diagram(state);
  if (options.svg.empty()) {
    fmt::print("{}", diagram_text(diagram));
  } else {
    write_text(options.svg, diagram_svg(diagram));
  }
}

}  // namespace

void add_show(CLI::App& app) {
  auto o = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("show", "Draw a position");
  verb->add_option("GAME POSITION", o->words,
                   "A game, its parameters, and a position (default: the start)")
      ->required();
  verb->add_option("--svg", o->svg, "Write an SVG diagram to this file (- for stdout)");
  verb->footer("Example: zermelo show ostle \"wwwww/5/2o2/5/bbbbb b\" --svg start.svg");
  verb->callback([o] { run(*o); });
}

}  // namespace zermelo::cli
