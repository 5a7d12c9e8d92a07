// SPDX-License-Identifier: MIT
// zermelo moves: the legal moves of a position and what they lead to; no table needed.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

struct MovesArguments {
  GameArgument game;
  std::string after;
  SquareNaming squares = SquareNaming::file_rank;
  bool json = false;
};

void print_text(const Game& game, const SquareWords& words, const std::vector<LegalMove>& moves) {
  TextTable rows("ll");
  for (const LegalMove& m : moves) {
    const std::string move = words.shown(m.move);
    if (!m.ending) {
      rows.add({move, m.result});
    } else if (const auto result = game.result(m.after)) {
      rows.add({move, "ends the game: " + result->sentence});
    } else {
      rows.add({move, fmt::format("ends the game: a {}", outcome_name(*m.ending))});
    }
  }
  print(rows.text());
}

void print_json(const Game& game, const SquareWords& words, const std::string& position,
                const std::vector<LegalMove>& moves) {
  Json list = Json::array();
  for (const LegalMove& m : moves) {
    list.push_back({{"move", words.shown(m.move)},
                    {"position", m.ending ? Json() : Json(m.result)},
                    {"ending", m.ending ? Json(outcome_name(*m.ending)) : Json()},
                    {"after", m.after}});
  }
  write_json(Json{{"position", position},
                  {"to_move", side_name(game.to_move(position))},
                  {"moves", std::move(list)}});
}

ExitCode run_moves(const MovesArguments& o) {
  const auto [argument, words] = split_game_and_position(o.game);
  const auto game = argument.game();
  const SquareWords squares(*game, o.squares);
  const std::string start = words.empty() ? game->start() : join_position(words, *game);
  const std::string position = state_after(*game, start, o.after, squares);
  const std::vector<LegalMove> moves = game->moves(position);
  o.json ? print_json(*game, squares, position, moves) : print_text(*game, squares, moves);
  return success;
}

}  // namespace

Verb add_moves(CommandLine& program) {
  Arguments verb = program.add_verb("moves", "List the legal moves of a position, with no table");
  const auto o = std::make_shared<MovesArguments>();
  verb.option("GAME", o->game.words,
              "The game, its parameters, and the position (default: the start of the game)")
      .value_name("[key=value] POSITION")
      .game();
  add_bddl_options(verb, o->game);
  add_after_option(verb, o->after);
  add_squares_option(verb, o->squares);
  add_json_option(verb, o->json);
  verb.footer(
      "Each move is shown with the position that it leads to, or how it ends the game.\n"
      "Example: zermelo moves ostle size=4 4/wwow/2w1/bbbb b");
  return {verb, [o] { return run_moves(*o); }};
}

}  // namespace zermelo::cli
