// SPDX-License-Identifier: MIT
// zermelo probe: what a table says of one position.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/probe_answer.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct ProbeArguments {
  std::string path, svg;
  std::optional<std::string> from;
  Words position;
  Wanted wanted;
  SquareNaming squares = SquareNaming::file_rank;
  int threads = 0;
  bool json = false;
};

constexpr std::size_t text_width = 78;

// The diagram's caption says whose turn it is and, after a semicolon, what else matters.
std::string sentence(const std::string& caption, Value value, Metric metric) {
  const auto semicolon = std::min(caption.find(';'), caption.size());
  const auto number = static_cast<unsigned>(value.plies());
  const char* verb = value.is_draw() ? "draws" : value.is_win() ? "wins" : "loses";
  const std::string how = value.is_draw() || metric == Metric::outcome ? ""
                          : metric == Metric::score ? fmt::format(" by {}", number)
                                                    : " in " + counted(number, "ply", "plies");
  return fmt::format("{} {}{}{}.\n", caption.substr(0, semicolon), verb, how,
                     caption.substr(semicolon));
}

std::string moves_text(const Table& table, const std::vector<MoveValue>& moves) {
  TextTable rows("lll");
  for (const MoveValue& m : moves) {
    rows.add({m.move, table.text(m.value), m.result.empty() ? "ends the game" : ""});
  }
  return "\nMoves, best first:\n" + rows.text(2);
}

// Pairs of moves, numbered, as many on a line as there is room for.
std::string line_text(const Answer& answer) {
  const auto& moves = answer.line.moves;
  std::string text = fmt::format("\nBest play, {}:\n", counted(moves.size(), "ply", "plies"));
  std::string line;
  for (std::size_t i = 0; i < moves.size(); i += 2) {
    std::string pair = fmt::format("{}. {}", i / 2 + 1, moves[i]);
    if (i + 1 < moves.size()) pair += " " + moves[i + 1];
    if (!line.empty() && line.size() + 2 + pair.size() > text_width) {
      text += line + "\n";
      line.clear();
    }
    line += "  " + pair;
  }
  text += line + "\n";
  if (answer.line.complete) return text + "The last move ends the game.\n";
  const bool repeats = static_cast<int>(moves.size()) < answer.line_limit;
  return text + (repeats ? "The last move repeats a position.\n" : "The line is cut off there.\n");
}

void print_text(const ProbeArguments& o, const Table& table, const SquareWords& words,
                const Answer& answer) {
  Diagram board = table.game().diagram(answer.position);
  const std::string caption = std::exchange(board.caption, "");
  board.forbidden.clear();
  print(words.text(board));
  print(sentence(caption, answer.value, table.metric()));
  if (o.wanted.moves) print(moves_text(table, answer.moves));
  if (o.wanted.line) print(line_text(answer));
}

void print_json(const ProbeArguments& o, const Table& table, const Answer& answer) {
  Json json{{"position", answer.position}};
  add_answer(json, table, o.wanted, answer);
  write_json(json);
}

// A table of distances has no values of moves, and says so.
void require_no_values(const ProbeArguments& o, const Table& table) {
  if (o.wanted.moves || o.wanted.line) table.moves(table.start());
}

// What a table of distances says.
ExitCode run_distance(const ProbeArguments& o, const Table& table, const SquareWords& words,
                      const std::string& position) {
  require_no_values(o, table);
  const std::optional<int> plies = table.distance(position);
  Diagram board = table.game().diagram(position);
  if (!o.svg.empty()) write_file(o.svg, words.svg(board));
  if (is_stdout(o.svg)) return success;
  if (o.json) {
    write_json(Json{{"position", position}, {"plies_from_start", plies ? Json(*plies) : Json()}});
    return success;
  }
  board.forbidden.clear();
  print(words.text(board));
  print(plies ? fmt::format("The shortest way here from the start takes {}.\n",
                            counted(static_cast<unsigned>(*plies), "ply", "plies"))
              : "Play cannot lead here.\n");
  return success;
}

ExitCode run_list(const ProbeArguments& o) {
  if (!o.position.empty()) throw UsageError("Give a position or --from, not both.");
  if (!o.svg.empty()) throw UsageError("--svg draws one position; it does not go with --from.");
  const Table table = Table::open(o.path);
  if (table.holds_distances()) require_no_values(o, table);
  answer_list(table, SquareWords(table.game(), o.squares), {*o.from, o.wanted, o.threads});
  return success;
}

ExitCode run_probe(const ProbeArguments& o) {
  if (o.from) return run_list(o);
  if (o.position.empty()) throw UsageError("Give a position, the word start, or --from.");
  if (is_stdout(o.svg) && o.json)
    throw UsageError("--json and --svg - exclude each other, because both go to stdout.");
  refuse_overwriting(o.svg, o.path);
  const Table table = Table::open(o.path);
  const SquareWords words(table.game(), o.squares);
  Answer answer;
  answer.position = join_position(o.position, table.start());
  if (table.holds_distances()) return run_distance(o, table, words, answer.position);
  answer.value = table.probe(answer.position);
  complete_answer(table, words, o.wanted, answer);
  if (!o.svg.empty()) write_file(o.svg, words.svg(table.diagram(answer.position)));
  if (is_stdout(o.svg)) return success;
  o.json ? print_json(o, table, answer) : print_text(o, table, words, answer);
  return success;
}

}  // namespace

Verb add_probe(CommandLine& program) {
  Arguments verb = program.add_verb("probe", "Say what a position is worth, or how far it is");
  const auto o = std::make_shared<ProbeArguments>();
  add_table_argument(verb, o->path);
  verb.option("POSITION", o->position,
              "The position, as one argument or several; `start` is the start of the game")
      .value_name("")
      .suggests({"start"});
  verb.text(
          "--from", [o = o.get()](const std::string& path) { o->from = path; },
          "Answer all positions in this list, one per line, with one JSON object each; `-` is "
          "stdin")
      .value_name("FILE")
      .file();
  verb.flag("--moves", o->wanted.moves, "List the moves and what each is worth to its maker");
  verb.flag("--line", o->wanted.line, "Show how the game goes on with best play by both sides");
  verb.option("--svg", o->svg,
              "Also draw the position with its moves' values; `-` writes nothing but the "
              "drawing to stdout")
      .value_name("FILE")
      .file({"svg"});
  add_squares_option(verb, o->squares);
  add_threads_option(verb, o->threads);
  add_json_option(verb, o->json);
  verb.footer(
      "In a list, a line is a position; what follows a # is a comment. An object has the line's\n"
      "`number`. A faulty position gets its answer, too (`code` and `error`), and is not a "
      "failure.\n"
      "A table of distances (zermelo reach) gives the plies of the shortest way from the start.\n"
      "Ostle's positions are written by ranks from the top, then the side to move, then the\n"
      "forbidden move if there is one: wwwww/5/2o2/5/bbbbb b\n"
      "Example: zermelo probe ostle-8.ztb 1wwww/5/2o2/5/bbbb1 b --moves --line");
  return {verb, [o] { return run_probe(*o); }};
}

}  // namespace zermelo::cli
