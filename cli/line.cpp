// SPDX-License-Identifier: MIT
// zermelo line: how the game goes on with best play by both sides.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "json/answer_json.h"
#include "probe/lure.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct LineArguments {
  TableArgument table;
  Words position;
  int limit = 1000;
  Style style = Style::plain;
  SquareNaming squares = SquareNaming::file_rank;
  bool boards = false, json = false;
};

struct Ply {
  std::string position;  // before the move
  std::string move;
  Value value;                     // for the side that makes it
  std::vector<std::string> equal;  // other moves that are worth the same
  std::string result;              // the position after it; empty at the end of the game
  ErrorRisk reply;                 // of the other side, if the line lures
  std::string side = {};           // that makes it, if sides do not take turns in this line
};

// Whether people have to be told who makes a move: a side has extra turns.
bool names_sides(const Table& table, const Line& line) {
  return table.metric() != Metric::moves && std::ranges::count(line.moves_again, true) > 0;
}

std::vector<Ply> plies_of(const Table& table, const SquareWords& words, std::string position,
                          const LineArguments& o) {
  std::vector<Ply> plies;
  const Line line = line_in_style(table, position, o.limit, o.style);
  const bool with_sides = names_sides(table, line);
  for (const std::string& move : line.moves) {
    const std::vector<StyledMove> moves = moves_in_style(table, position, o.style);
    const auto played =
        std::ranges::find(moves, move, [](const StyledMove& m) { return m.move.move; });
    Ply ply{position, words.shown(move), played->move.value, {}, played->move.result, {}};
    if (played->reply) ply.reply = *played->reply;
    for (const auto& [other, unused] : moves) {
      if (other.value == ply.value && other.move != move)
        ply.equal.push_back(words.shown(other.move));
    }
    if (with_sides) ply.side = side_name(table.game().to_move(position));
    position = ply.result;
    plies.push_back(std::move(ply));
  }
  return plies;
}

void print_board(const Table& table, const SquareWords& words, const std::string& position) {
  Diagram board = table.game().diagram(position);
  board.forbidden.clear();
  print(words.text(board) + "\n");
}

void print_list(const LineArguments& o, const Table& table, const std::vector<Ply>& plies) {
  const bool lures = o.style == Style::lure;
  const bool with_sides = !plies.front().side.empty();
  TextTable text(std::string(with_sides ? "rl" : "r") + (lures ? "llrrl" : "lll"));
  const auto add = [&](Words row, const std::string& side) {
    if (with_sides) row.insert(row.begin() + 1, side);
    text.add(row);
  };
  const char* const number = table.metric() == Metric::moves ? "no" : "ply";
  add(lures ? Words{number, "move", "worth", "errs", "slips", "as good"}
            : Words{number, "move", "worth", "as good"},
      "side");
  for (std::size_t i = 0; i < plies.size(); ++i) {
    Words row = {std::to_string(i + 1), plies[i].move, table.text(plies[i].value)};
    for (const double chance : {plies[i].reply.errs, plies[i].reply.slips})
      if (lures) row.push_back(fmt::format("{:.0f} %", 100 * chance));
    row.push_back(fmt::format("{}", fmt::join(plies[i].equal, " ")));
    add(row, plies[i].side);
  }
  print(text.text());
}

void print_text(const LineArguments& o, const Table& table, const SquareWords& words,
                const std::vector<Ply>& plies) {
  if (o.boards) {
    for (std::size_t i = 0; i < plies.size(); ++i) {
      print_board(table, words, plies[i].position);
      print(fmt::format("{}. {} ({})\n\n", i + 1, plies[i].move, table.text(plies[i].value)));
    }
  } else {
    print_list(o, table, plies);
  }
  if (plies.back().result.empty())
    return print(fmt::format("The last move {}.\n", end_words(plies.back().value, table.metric())));
  if (o.boards) print_board(table, words, plies.back().result);
  const bool cut = plies.size() == static_cast<std::size_t>(o.limit);
  print(cut ? "The line is cut off there.\n" : "The last move repeats a position.\n");
}

void print_json(const LineArguments& o, const Table& table, const std::vector<Ply>& plies) {
  Json list = Json::array();
  for (const Ply& ply : plies) {
    Json entry{{"position", ply.position}, {"move", ply.move}};
    if (!ply.side.empty()) entry["side"] = ply.side;
    set_value(entry, ply.value, table.metric());
    entry["as_good"] = ply.equal;
    if (o.style == Style::lure) entry["opponent"] = risk_json(ply.reply);
    list.push_back(std::move(entry));
  }
  write_json(Json{{"line", list}, {"complete", plies.back().result.empty()}});
}

ExitCode run_line(const LineArguments& o) {
  const Table table = o.table.open();
  const std::string position =
      o.position.empty() ? table.start() : join_position(o.position, table.game());
  const SquareWords words(table.game(), o.squares);
  const std::vector<Ply> plies = plies_of(table, words, position, o);
  o.json ? print_json(o, table, plies) : print_text(o, table, words, plies);
  return success;
}

}  // namespace

Verb add_line(CommandLine& program) {
  Arguments verb =
      program.add_verb("line", "Show how the game goes on with best play by both sides");
  const auto o = std::make_shared<LineArguments>();
  add_table_argument(verb, o->table);
  verb.option("POSITION", o->position, "Where to begin (default: the start of the game)")
      .value_name("")
      .suggests({"start"});
  verb.option("--limit", o->limit, "At most this many plies (default: 1000)")
      .between(1, 1000000)
      .value_name("N");
  add_style_option(verb, o->style);
  verb.flag("--boards", o->boards, "Draw the board before every move");
  add_squares_option(verb, o->squares);
  add_json_option(verb, o->json);
  verb.footer(
      "The winner hastens and the loser delays. Each move is shown with the others that are worth "
      "the\n"
      "same; where there are none, it was the only one.\n"
      "Example: zermelo line connect-5x4.ztb");
  return {verb, [o] { return run_line(*o); }};
}

}  // namespace zermelo::cli
