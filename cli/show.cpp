// SPDX-License-Identifier: MIT
// zermelo show: draws a position; no table needed.
#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

struct ShowArguments {
  GameArgument game;
  std::string svg, after;
  SquareNaming squares = SquareNaming::file_rank;
  bool moves = false, json = false;
};

// The legal moves as arrows and circles; none where the game is over.
void add_moves_to(Diagram& diagram, const Game& game, const std::string& state) {
  if (!game.status(state).goes_on()) return;
  for (const LegalMove& m : game.moves(state)) diagram.moves.push_back(arrow_of(m.shape));
}

ExitCode run_show(const ShowArguments& o) {
  const auto [argument, position] = split_game_and_position(o.game);
  const auto game = argument.game();
  if (position.empty()) throw UsageError("Give a position, or the word start.");
  const SquareWords words(*game, o.squares);
  const std::string text = state_after(*game, join_position(position, *game), o.after, words);
  Diagram diagram = game->diagram(text);
  if (o.moves) add_moves_to(diagram, *game, text);
  if (!o.svg.empty()) {
    write_file(o.svg, words.svg(diagram));
  } else if (o.json) {
    Json json{{"position", text}, {"caption", diagram.caption}, {"board", board_json(diagram)}};
    if (!diagram.hands.empty()) json["hands"] = hands_text(diagram.hands);
    if (!diagram.lines.empty()) json["lines"] = diagram.lines;
    write_json(json);
  } else {
    print(words.text(diagram));
  }
  return success;
}

}  // namespace

Verb add_show(CommandLine& program) {
  Arguments verb = program.add_verb("show", "Draw a position, as text or SVG");
  const auto o = std::make_shared<ShowArguments>();
  verb.option("GAME", o->game.words,
              "The game, its parameters, and the position; `start` is the start of the game")
      .value_name("[key=value] POSITION")
      .game();
  add_bddl_options(verb, o->game);
  const Option svg = verb.option("--svg", o->svg, "Draw an SVG picture instead; `-` is stdout")
                         .value_name("FILE")
                         .file({"svg"});
  verb.flag("--moves", o->moves, "Draw the legal moves, too");
  add_after_option(verb, o->after);
  add_squares_option(verb, o->squares);
  verb.flag("--json", o->json, "Print JSON, for programs").excludes(svg);
  verb.footer("Example: zermelo show ostle total=8 1wwww/5/2o2/5/bbbb1 b --svg start.svg");
  return {verb, [o] { return run_show(*o); }};
}

}  // namespace zermelo::cli
