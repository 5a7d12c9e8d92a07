// SPDX-License-Identifier: MIT
// zermelo way: a shortest way from the start of the game to a state.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/game.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct WayArguments {
  std::string path, memory = "1G";
  Words state;
  int max = 0;
  double seconds = 0;
  SquareNaming squares = SquareNaming::file_rank;
  bool exact = false, boards = false, json = false;
};

std::string plies_text(std::size_t plies) { return grouped(plies, "ply", "plies"); }

void print_board(const Table& table, const SquareWords& words, const std::string& state) {
  print(words.text(table.game().diagram(state)) + "\n");
}

void print_text(const WayArguments& o, const Table& table, const SquareWords& words,
                const std::string& state, const Way& way) {
  if (o.boards) print_board(table, words, table.start());
  TextTable text("rll");
  text.add({"ply", "move", "state"});
  for (std::size_t i = 0; i < way.moves.size(); ++i) {
    if (o.boards) {
      print(fmt::format("{}. {}\n\n", i + 1, way.moves[i]));
      print_board(table, words, way.states[i]);
    }
    text.add({std::to_string(i + 1), way.moves[i], way.states[i]});
  }
  if (!o.boards && !way.moves.empty()) print(text.text() + "\n");
  const std::string last = way.states.empty() ? table.start() : way.states.back();
  print(fmt::format("{} from the start{}.\n", plies_text(way.moves.size()),
                    last == state
                        ? ""
                        : ", to an image of the state (a symmetry, perhaps with the colours "
                          "exchanged); --exact looks for a way to the state itself"));
}

void print_json(const std::string& state, const Way& way) {
  write_json(Json{{"state", state},
                  {"found", way.found},
                  {"plies", way.found ? Json(way.moves.size()) : Json()},
                  {"moves", way.moves},
                  {"states", way.states},
                  {"refuted_plies", way.refuted}});
}

ExitCode run_way(const WayArguments& o) {
  const Table table = Table::open(o.path);
  const std::string state = join_position(o.state, table.game());
  WayOptions options;
  options.exact = o.exact;
  options.memory = parse_size(o.memory);
  options.seconds = o.seconds;
  if (o.max > 0) options.max_plies = o.max;
  options.stop = &catch_interrupts();
  Way way = table.way(state, options);
  const SquareWords words(table.game(), o.squares);
  for (std::string& move : way.moves) move = words.shown(move);
  if (o.json) print_json(state, way);
  if (!way.found) {
    if (way.refuted < 0) throw NotInTable("Play from the start cannot lead to this state.");
    throw Error(fmt::format("No way to the state itself was found within {}.",
                            plies_text(static_cast<std::size_t>(way.refuted))));
  }
  if (!o.json) print_text(o, table, words, state, way);
  return success;
}

}  // namespace

Verb add_way(CommandLine& program) {
  Arguments verb = program.add_verb("way", "Show a shortest way from the start to a state");
  const auto o = std::make_shared<WayArguments>();
  add_table_argument(verb, o->path);
  verb.option("STATE", o->state, "Where the way is to lead").value_name("").required();
  verb.flag(
      "--exact", o->exact,
      "To the state itself, not to an image of it by a symmetry or with the colours exchanged");
  verb.option("--max", o->max, "With --exact: look for ways of at most this many plies")
      .between(1, 10000)
      .value_name("N");
  verb.option("--seconds", o->seconds, "With --exact: give up after this many seconds")
      .above_zero()
      .value_name("S");
  verb.option("--memory", o->memory, "With --exact: memory for states to remember (default: 1G)")
      .value_name("SIZE");
  verb.flag("--boards", o->boards, "Draw the board after every move");
  add_squares_option(verb, o->squares);
  add_json_option(verb, o->json);
  verb.footer(
      "The table is one of distances, by `zermelo reach`. Every move is legal: the rules replay "
      "the "
      "way\n"
      "before it is shown.\n"
      "Example: zermelo way ostle-4-reach.ztb \"www1/2o1/4/1bbb w\"");
  return {verb, [o] { return run_way(*o); }};
}

}  // namespace zermelo::cli
