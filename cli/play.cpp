// SPDX-License-Identifier: MIT
// zermelo play: a game against a table, a strategy or a search, in the terminal.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/dialogue.h"
#include "cli/output.h"
#include "cli/play_search.h"
#include "cli/play_strategy.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "gen/games.h"
#include "probe/lure.h"
#include "probe/move_list.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

// Which side the table plays.
enum class Role { first, second, winner, loser, both, nobody };

struct PlayArguments {
  TableArgument table;  // or a game's name
  Words position;       // and before it, the game's parameters
  GameArgument bddl;
  std::optional<Role> role;
  SquareNaming squares = SquareNaming::file_rank;
  Style style = Style::plain;
  double seconds = 0;  // per move of a search; 0: as it likes
  int max_plies = 0;
  bool values = false;
};

constexpr char help_text[] =
    "Type a move, or one of these:\n"
    "  moves   list the moves and what each is worth\n"
    "  value   say what the position is worth\n"
    "  board   draw the board\n"
    "  undo    take back your last move, and the answer to it\n"
    "  quit    end\n";

class Play {
 public:
  Play(const Table& table, const PlayArguments& options, std::string start)
      : table_(table),
        options_(options),
        words_(table.game(), options.squares),
        positions_{std::move(start)} {}

  void run() {
    const Colour first = to_move(here());
    table_side_ = table_plays_first() ? first : opponent_of(first);
    print(help_text);
    while (!over_) {
      show_board();
      if (table_is_to_move()) {
        make(moves_in_style(table_, here(), options_.style).front().move, "The table plays");
        if (role() == Role::both) stop_if_repeated();
      } else if (!ask()) {
        return;
      }
    }
  }

 private:
  const std::string& here() const { return positions_.back(); }
  Role role() const { return options_.role.value_or(Role::second); }

  bool table_plays_first() const {
    const Value value = table_.probe(here());
    switch (role()) {
      case Role::winner:
        return value.is_win();
      case Role::loser:
        return value.is_loss();
      default:
        return role() == Role::first;
    }
  }
  // (A side may move several times in turn.)
  Colour to_move(const std::string& position) const { return table_.game().to_move(position); }
  bool table_is_to_move() const {
    if (role() == Role::both) return true;
    if (role() == Role::nobody) return false;
    return to_move(here()) == table_side_;
  }

  void show_board() const {
    Diagram board = table_.game().diagram(here());
    board.forbidden.clear();
    print("\n" + words_.text(board));
    if (options_.values) show_value();
  }
  void show_value() const {
    const Value value = table_.probe(here());
    print(table_.metric() == Metric::moves
              ? caption_with_value("", value, Metric::moves) + ".\n"
              : fmt::format("Worth to the side to move: {}.\n", table_.text(value)));
  }

  void make(const MoveValue& move, const char* who) {
    const std::string text = words_.shown(move.move);
    print(options_.values ? fmt::format("{} {} ({}).\n", who, text, table_.text(move.value))
                          : fmt::format("{} {}.\n", who, text));
    if (!move.result.empty()) return positions_.push_back(move.result);
    over_ = true;
    if (table_.metric() == Metric::moves)
      return print(move.value.is_win() ? "It is solved.\n" : "It cannot be solved any more.\n");
    const bool by_table = table_is_to_move();
    const char* result = move.value.is_draw()              ? "The game is drawn."
                         : move.value.is_win() == by_table ? "The table has won."
                                                           : "You have won.";
    print(role() == Role::both || role() == Role::nobody
              ? fmt::format("The game is over: {} for the side that moved last.\n",
                            outcome_name(move.value.outcome()))
              : fmt::format("{}\n", result));
  }

  // The table always makes the same move in a position, so it would never come to an end.
  void stop_if_repeated() {
    if (over_ ||
        std::find(positions_.begin(), positions_.end() - 1, here()) == positions_.end() - 1)
      return;
    over_ = true;
    print("The position has come before: the game would go on like this forever.\n");
  }

  bool ask() {
    return ask_for_command([this](const std::string& word) { obey(word); });
  }

  void obey(const std::string& word) {
    if (word == "moves") return show_moves();
    if (word == "value") return show_value();
    if (word == "undo") return take_back();
    if (word == "help") return print(help_text);
    if (word == "board") return;  // it is drawn anyway
    const std::vector<MoveValue> moves = table_.moves(here());
    if (const auto number = move_typed(moves, words_.typed(word)))
      return make(moves[*number], "You play");
    const std::vector<LegalMove> legal = table_.game().moves(here());
    if (const auto number = find_move(legal, words_.typed(word))) {
      const auto same = std::ranges::find(moves, legal[*number].move, &MoveValue::move);
      if (same != moves.end()) return make(*same, "You play");
    }
    say_no_such_move(word);
  }

  void show_moves() const {
    TextTable text("ll");
    for (const MoveValue& m : table_.moves(here()))
      text.add({words_.shown(m.move), table_.text(m.value)});
    print(text.text(2));
  }

  void take_back() {
    if (positions_.size() < 2) return print("There is nothing to take back.\n");
    positions_.pop_back();
    while (role() != Role::both && table_is_to_move() && positions_.size() > 1)
      positions_.pop_back();
  }

  const Table& table_;
  const PlayArguments& options_;
  SquareWords words_;
  std::vector<std::string> positions_;  // from the beginning to now
  Colour table_side_ = Colour::white;
  bool over_ = false;
};

// Whether a game is to be played without a table. (A file of the same name is preferred.)
bool names_game(const PlayArguments& o) {
  const bool known = std::ranges::any_of(
      known_games(), [&](const GameInfo& game) { return game.name == o.table.path; });
  return !o.bddl.bddl.empty() || (known && !std::filesystem::exists(o.table.path));
}

SearchPlayOptions::Seats seats_of(Role role) {
  switch (role) {
    case Role::first:
      return SearchPlayOptions::Seats::first;
    case Role::both:
      return SearchPlayOptions::Seats::both;
    case Role::nobody:
      return SearchPlayOptions::Seats::nobody;
    case Role::second:
      return SearchPlayOptions::Seats::second;
    case Role::winner:
    case Role::loser:
      break;
  }
  throw UsageError("Without a table it is not known who wins: --as winner and loser need one.");
}

void play_without_table(const PlayArguments& o) {
  if (o.values) throw UsageError("Without a table there are no values: --values needs one.");
  if (o.style != Style::plain)
    throw UsageError("Without a table it is not known what errs: --style needs one.");
  GameArgument words = o.bddl;
  if (!o.table.path.empty()) words.words.push_back(o.table.path);
  words.words.insert(words.words.end(), o.position.begin(), o.position.end());
  const auto [argument, position] = split_game_and_position(words);
  auto game = argument.game();
  SearchPlayOptions options;
  options.seats = seats_of(o.role.value_or(Role::second));
  if (o.seconds > 0) options.search.seconds = o.seconds;
  if (o.max_plies > 0) options.search.max_plies = o.max_plies;
  options.squares = o.squares;
  std::string start = position.empty() ? game->start() : join_position(position, *game);
  play_search(std::move(game), std::move(start), options);
}

ExitCode run_play(const PlayArguments& o) {
  if (names_game(o)) {
    play_without_table(o);
    return success;
  }
  if (o.table.path.empty()) throw UsageError("Give a table, a strategy or a game.");
  if (o.seconds > 0 || o.max_plies > 0)
    throw UsageError("--seconds and --max are for play without a table.");
  if (o.table.path == "-")
    throw UsageError("Your moves are read from standard input: give the file by its name.");
  if (is_strategy_file(o.table.path)) {
    if (o.role || o.values || o.style != Style::plain) {
      throw UsageError(
          "A strategy plays its owner's side and knows no values: --as, --values and --style are "
          "for tables.");
    }
    play_strategy(o.table.path, o.position, o.squares);
    return success;
  }
  const Table table = o.table.open();
  std::string start = o.position.empty() ? table.start() : join_position(o.position, table.game());
  table.probe(start);
  Play(table, o, std::move(start)).run();
  return success;
}

}  // namespace

Verb add_play(CommandLine& program) {
  Arguments verb = program.add_verb("play", "Play against a table, a strategy or a search");
  const auto o = std::make_shared<PlayArguments>();
  verb.option("FILE", o->table.path, "The table, or a strategy; or a game, to play without either")
      .value_name("")
      .file({"ztb", "aag", "aig"});
  verb.option("POSITION", o->position,
              "Where to begin (default: the start of the game); before it, a game's parameters")
      .value_name("[key=value] POSITION")
      .suggests({"start"});
  add_bddl_options(verb, o->bddl);
  verb.choice<std::optional<Role>>("--as", o->role,
                                   {{"first", Role::first},
                                    {"second", Role::second},
                                    {"winner", Role::winner},
                                    {"loser", Role::loser},
                                    {"both", Role::both},
                                    {"nobody", Role::nobody}},
                                   "The side that the table or the search plays (default: second)")
      .value_name("first|second|winner|loser|both|nobody");
  add_game_code_option(verb, o->table.game_code);
  verb.flag("--values", o->values, "Say what each position and each move is worth");
  add_style_option(verb, o->style);
  add_squares_option(verb, o->squares);
  verb.option("--seconds", o->seconds,
              "Without a table: how long to search for a move (default: 2)")
      .above_zero()
      .value_name("S");
  verb.option("--max", o->max_plies, "Without a table: how many plies ahead to look for the end")
      .between(1, 10000)
      .value_name("N");
  verb.footer(
      "The table wins as fast as it can; losing, it resists as long as it can: --as loser lets "
      "you\n"
      "practise a win. --as both shows a game, and stops when a position comes again; --as nobody\n"
      "lets you make both sides' moves.\n"
      "A strategy (zermelo prove, zermelo strategy) plays its owner's side, and says why if "
      "asked.\n"
      "Without a table, a search for the shortest win plays: it wins if it sees how, avoids moves\n"
      "that it sees lose, and otherwise leaves you as few moves as it can.\n"
      "Examples: zermelo play connect-5x4.ztb --as first\n"
      "          zermelo play othello rows=8 columns=8 --seconds 5");
  return {verb, [o] { return run_play(*o); }};
}

}  // namespace zermelo::cli
