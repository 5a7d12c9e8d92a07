// SPDX-License-Identifier: MIT
// zermelo probe: what a table says of one position.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/probe_answer.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "json/answer_json.h"
#include "probe/move_numbers.h"
#include "probe/puzzle_page.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

struct ProbeArguments {
  TableArgument table;
  std::string svg;
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
  if (metric == Metric::moves) {
    return value.is_draw()
               ? "There is no solution.\n"
               : fmt::format("Solved in {}.\n",
                             grouped(static_cast<unsigned>(value.plies()), "move", "moves"));
  }
  if (metric == Metric::zeroing) return fmt::format("{}: {}.\n", caption, to_string(value, metric));
  const auto semicolon = std::min(caption.find(';'), caption.size());
  const auto number = static_cast<unsigned>(value.amount(metric));
  const char* verb = value.is_draw() ? "draws" : value.is_win() ? "wins" : "loses";
  const std::string how = value.is_draw() || metric == Metric::outcome ? ""
                          : metric == Metric::score ? fmt::format(" by {}", number)
                          : value.is_endless()      ? " by endless play"
                                                    : " in " + grouped(number, "ply", "plies");
  return fmt::format("{} {}{}{}.\n", caption.substr(0, semicolon), verb, how,
                     caption.substr(semicolon));
}

std::string moves_text(const Table& table, const std::vector<MoveValue>& moves) {
  TextTable rows("lll");
  for (const MoveValue& m : moves) {
    const char* const end = m.result.empty() ? end_words(m.value, table.metric()) : "";
    rows.add({m.move, table.text(m.value), end});
  }
  return "\nMoves, best first:\n" + rows.text(2);
}

// Moves with their numbers, those with the same number together.
std::vector<std::string> numbered(const Line& line, Metric metric) {
  std::vector<std::string> parts;
  MoveNumbers numbers(metric);
  for (std::size_t i = 0; i < line.moves.size(); ++i) {
    if (numbers.begins_a_number()) {
      parts.push_back(numbers.begin() + line.moves[i]);
    } else {
      parts.back() += numbers.next() + line.moves[i];
    }
    numbers.made(line.moves_again[i]);
  }
  return parts;
}

std::string line_title(const Answer& answer, Metric metric) {
  const std::size_t moves = answer.line.moves.size();
  if (metric != Metric::moves)
    return fmt::format("Best play, {}:\n", grouped(moves, "ply", "plies"));
  return fmt::format("{}, {}:\n",
                     answer.value.is_win() ? "A shortest solution" : "One way to go on",
                     grouped(moves, "move", "moves"));
}

// As many numbers on a line as there is room for.
std::string line_text(const Answer& answer, Metric metric) {
  std::string text = "\n" + line_title(answer, metric);
  std::string line;
  for (const std::string& part : numbered(answer.line, metric)) {
    if (!line.empty() && line.size() + 2 + part.size() > text_width) {
      text += line + "\n";
      line.clear();
    }
    line += "  " + part;
  }
  text += line + "\n";
  if (answer.line.complete)
    return text + fmt::format("The last move {}.\n", end_words(answer.value, metric));
  const bool repeats = static_cast<int>(answer.line.moves.size()) < answer.line_limit;
  return text + (repeats ? "The last move repeats a position.\n" : "The line is cut off there.\n");
}

void print_text(const ProbeArguments& o, const Table& table, const SquareWords& words,
                const Answer& answer) {
  // Without rules there is no picture, and nobody knows who is to move.
  if (!table.game().has_rules())
    return print(fmt::format("{}: {}\n", answer.position, table.text(answer.value)));
  Diagram board = table.game().diagram(answer.position);
  const std::string caption = std::exchange(board.caption, "");
  board.forbidden.clear();
  print(words.text(board));
  print(sentence(caption, answer.value, table.metric()));
  if (const std::string counting = counting_text(table, answer.position, answer.value);
      !counting.empty())
    print(counting + "\n");
  if (o.wanted.moves) print(moves_text(table, answer.moves));
  if (o.wanted.line) print(line_text(answer, table.metric()));
  if (o.wanted.solution) print("\n" + solution_text(answer.solution, table.metric()));
}

void print_json(const ProbeArguments& o, const Table& table, const Answer& answer) {
  Json json{{"position", answer.position}};
  add_answer(json, table, o.wanted, answer);
  write_json(json);
}

// A table of distances has no values of moves, and says so.
void require_no_values(const ProbeArguments& o, const Table& table) {
  if (o.wanted.moves || o.wanted.line || o.wanted.solution) table.moves(table.start());
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
                            grouped(static_cast<unsigned>(*plies), "ply", "plies"))
              : "Play cannot lead here.\n");
  return success;
}

ExitCode run_list(const ProbeArguments& o) {
  if (!o.position.empty()) throw UsageError("Give a position or --from, not both.");
  if (!o.svg.empty()) throw UsageError("--svg draws one position; it does not go with --from.");
  const Table table = o.table.open();
  if (table.holds_distances()) require_no_values(o, table);
  answer_list(table, SquareWords(table.game(), o.squares), {*o.from, o.wanted, o.threads});
  return success;
}

// The moves that there are after the end, as in a puzzle's start that is solved.
std::vector<MoveValue> moves_if_any(const Table& table, const std::string& position) {
  try {
    return table.moves(position);
  } catch (const GameOver&) {
    return {};
  }
}

// A puzzle that is solved, as many are at their start, or that cannot be solved any more.
ExitCode run_over(const ProbeArguments& o, const Table& table, const SquareWords& words,
                  const std::string& position, const GameOver& over) {
  Diagram board = table.game().diagram(position);
  if (!o.svg.empty()) write_file(o.svg, words.svg(board));
  if (is_stdout(o.svg)) return success;
  Answer answer{.position = position, .value = {}, .moves = {}, .line = {}, .solution = {}};
  if (o.wanted.moves) answer.moves = moves_if_any(table, position);
  const bool solved = over.winner().has_value();
  if (o.json) {
    Json json{{"position", position}};
    add_answer(json, table, {.moves = o.wanted.moves, .line = o.wanted.line}, answer);
    if (solved) json["value"] = "solved";
    if (solved) json["moves_to_goal"] = 0;
    if (o.wanted.line) json["line_complete"] = true;
    write_json(json);
    return success;
  }
  board.caption.clear();
  print(words.text(board) + over.what() + "\n");
  if (!answer.moves.empty()) print(moves_text(table, answer.moves));
  return success;
}

ExitCode run_probe(const ProbeArguments& o) {
  if (o.from) return run_list(o);
  if (o.position.empty()) throw UsageError("Give a position, the word start, or --from.");
  if (is_stdout(o.svg) && o.json)
    throw UsageError("--json and --svg - exclude each other, because both go to stdout.");
  refuse_overwriting(o.svg, o.table.path);
  const Table table = o.table.open();
  const SquareWords words(table.game(), o.squares);
  Answer answer;
  answer.position = join_position(o.position, table.game());
  if (table.holds_distances()) return run_distance(o, table, words, answer.position);
  try {
    answer.value = table.probe(answer.position);
  } catch (const GameOver& over) {
    if (table.metric() != Metric::moves) throw;
    return run_over(o, table, words, answer.position, over);
  }
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
  add_table_argument(verb, o->table);
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
  verb.flag("--solution", o->wanted.solution,
            "Show all that is best, and what it answers, as `mine` does");
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
