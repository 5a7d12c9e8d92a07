// SPDX-License-Identifier: MIT
// zermelo grade: what the moves of a game were worth, and what they gave away.
#include "probe/grade.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/arguments.h"
#include "cli/line_reader.h"
#include "cli/output.h"
#include "cli/squares.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "json/answer_json.h"
#include "probe/position_list.h"

namespace zermelo::cli {
namespace {

struct GradeArguments {
  TableArgument table;
  std::string start;
  std::optional<std::string> from;
  Words moves;
  SquareNaming squares = SquareNaming::file_rank;
  bool json = false;
};

// Grades that give something away, as they are counted.
struct Count {
  Grade grade;
  int SideGrades::*number;
};
constexpr Count faults[] = {{Grade::lesser_win, &SideGrades::lesser_wins},
                            {Grade::worse_loss, &SideGrades::worse_losses},
                            {Grade::win_to_draw, &SideGrades::wins_to_draws},
                            {Grade::draw_to_loss, &SideGrades::draws_to_losses},
                            {Grade::win_to_loss, &SideGrades::wins_to_losses}};

// Without comments, as in lists of positions.
std::vector<std::string> moves_in_file(const std::string& path) {
  LineReader reader(path);
  std::string text;
  for (std::vector<InputLine> lines; reader.next(lines);) {
    for (const InputLine& line : lines) {
      if (line.too_long) {
        throw FileError(fmt::format("{}:{}: The line is longer than {} bytes.", path, line.number,
                                    grouped(LineReader::longest)));
      }
      text += position_in_line(line.text, line.number == 1) + "\n";
    }
  }
  return read_moves(text);
}

std::vector<std::string> moves_of(const GradeArguments& o) {
  if (!o.from) return read_moves(fmt::format("{}", fmt::join(o.moves, " ")));
  if (!o.moves.empty()) throw UsageError("Give the moves or --from, not both.");
  return moves_in_file(*o.from);
}

// --- Text ----------------------------------------------------------------------------------------

const char* unit(Metric metric) {
  return metric == Metric::score ? "point" : metric == Metric::moves ? "move" : "ply";
}
const char* units(Metric metric) {
  return metric == Metric::score ? "points" : metric == Metric::moves ? "moves" : "plies";
}

std::string given_away_text(int number, Metric metric) {
  return grouped(static_cast<unsigned>(number), unit(metric), units(metric));
}

// Several moves as people read them.
std::vector<std::string> shown(const std::vector<std::string>& moves, const SquareWords& words) {
  std::vector<std::string> result;
  for (const std::string& move : moves) result.push_back(words.shown(move));
  return result;
}

std::string verdict(const GradedMove& m, const SquareWords& words, Metric metric) {
  if (m.status != ProbeStatus::ok) return m.error;
  std::string text = to_string(m.grade, metric);
  if (m.grade == Grade::best) return m.legal_moves == 1 ? "forced" : text;
  if (m.given_away > 0) text += " by " + given_away_text(m.given_away, metric);
  return fmt::format("{}; best: {}", text, fmt::join(shown(m.best_moves, words), " "));
}

// `side`: "Black: ", or nothing where there is one side only.
std::string total(const char* side, const SideGrades& s, Metric metric) {
  std::string text = fmt::format("{}{}, {} best", side,
                                 grouped(static_cast<unsigned>(s.moves), "move", "moves"), s.best);
  for (const auto& [grade, number] : faults) {
    if (s.*number > 0) text += fmt::format(", {} {}", s.*number, to_string(grade, metric));
  }
  if (s.graded < s.moves) text += fmt::format(", {} not in the table", s.moves - s.graded);
  if (s.given_away > 0)
    text += fmt::format("; gave away {}", given_away_text(s.given_away, metric));
  const int errors = s.wins_to_draws + s.draws_to_losses + s.wins_to_losses;
  if (s.expected_errors >= 0.05)
    text +=
        fmt::format("; {}, where a beginner makes {:.1f}",
                    grouped(static_cast<unsigned>(errors), "error", "errors"), s.expected_errors);
  return text + ".\n";
}

void print_text(const Table& table, const SquareWords& words, const GradedGame& game) {
  const Metric metric = table.metric();
  const bool is_for_one = metric == Metric::moves;
  if (!game.moves.empty()) {
    TextTable rows(is_for_one ? "rllll" : "rlllll");
    const auto add = [&](Words row, const std::string& side) {
      if (!is_for_one) row.insert(row.begin() + 1, side);
      rows.add(row);
    };
    add({is_for_one ? "no" : "ply", "move", "worth", "best", "grade"}, "side");
    for (const GradedMove& m : game.moves) {
      const bool known = m.status == ProbeStatus::ok;
      add({std::to_string(m.ply), words.shown(m.move), known ? table.text(m.value) : "",
           known ? table.text(m.best) : "", verdict(m, words, metric)},
          colour_name(m.side));
    }
    print(rows.text() + "\n");
  }
  print(is_for_one ? total("", game.black, metric)
                   : total("Black: ", game.black, metric) + total("White: ", game.white, metric));
  print(game.result ? game.result->sentence + "\n"
                    : fmt::format("{} from {}.\n",
                                  is_for_one ? "It is still to be solved" : "The game goes on",
                                  game.position));
}

// --- JSON ----------------------------------------------------------------------------------------

Json move_json(const GradedMove& m, const SquareWords& words, Metric metric) {
  Json json{{"ply", m.ply},
            {"side", side_name(m.side)},
            {"position", m.position},
            {"move", words.shown(m.move)},
            {"result", text_or_null(m.result)},
            {"legal_moves", m.legal_moves}};
  if (m.status != ProbeStatus::ok) {
    json["code"] = status_name(m.status);
    json["error"] = m.error;
    return json;
  }
  json["grade"] = grade_name(m.grade);
  set_value(json, m.value, metric);
  json["given_away"] = m.given_away;
  json["risk"] = risk_json(m.risk);
  Json best = Json::object();
  set_value(best, m.best, metric);
  best["moves"] = shown(m.best_moves, words);
  json["best"] = std::move(best);
  return json;
}

Json side_json(const SideGrades& s) {
  Json json{{"moves", s.moves}, {"graded", s.graded}, {"forced", s.forced}, {"best", s.best}};
  for (const auto& [grade, number] : faults) json[grade_name(grade)] = s.*number;
  json["given_away"] = s.given_away;
  json["expected_errors"] = s.expected_errors;
  return json;
}

void print_json(const Table& table, const SquareWords& words, const GradedGame& game) {
  Json moves = Json::array();
  for (const GradedMove& m : game.moves) moves.push_back(move_json(m, words, table.metric()));
  Json json{{"start", game.start},
            {"moves", std::move(moves)},
            {"black", side_json(game.black)},
            {"white", side_json(game.white)},
            {"position", text_or_null(game.position)},
            {"over", game.result.has_value()}};
  if (game.result) {
    const std::optional<Colour>& winner = game.result->winner;
    json["winner"] = winner ? Json(side_name(*winner)) : Json();
    json["result"] = game.result->sentence;
  }
  write_json(json);
}

ExitCode run_grade(const GradeArguments& o) {
  const Table table = o.table.open();
  const SquareWords words(table.game(), o.squares);
  std::vector<std::string> moves = moves_of(o);
  for (std::string& move : moves) move = words.typed(move);
  const GradedGame game = grade_game(table, moves, o.start);
  o.json ? print_json(table, words, game) : print_text(table, words, game);
  return success;
}

}  // namespace

Verb add_grade(CommandLine& program) {
  Arguments verb = program.add_verb("grade", "Grade the moves of a game: what each gave away");
  const auto o = std::make_shared<GradeArguments>();
  add_table_argument(verb, o->table);
  verb.option("MOVES", o->moves, "The moves, as one argument or several").value_name("");
  add_start_option(verb, o->start, "Where the game begins (default: the start of the game)");
  verb.text(
          "--from", [o = o.get()](const std::string& path) { o->from = path; },
          "Read the moves from this file; `-` is stdin")
      .value_name("FILE")
      .file();
  add_squares_option(verb, o->squares);
  add_json_option(verb, o->json);
  verb.footer(
      "A game may be given as it was written down: numbers of moves (1. 2... 3), marks (! ?), "
      "{comments},\n"
      "results and capitals do not matter, moves may come without spaces (F5D6C3), and columns "
      "of\n"
      "Connect Four may be numbers (4453). A move that begins with a dash comes after --, or from "
      "a\n"
      "file.\n"
      "Example: zermelo grade small.ztb 1. b2L c3D 2. c1U");
  return {verb, [o] { return run_grade(*o); }};
}

}  // namespace zermelo::cli
