// SPDX-License-Identifier: MIT
// zermelo mine: looks for puzzles in a table.
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "gen/rules_in_words.h"
#include "json/puzzle_json.h"
#include "json/value_range.h"
#include "probe/position_list.h"
#include "probe/puzzle_page.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

enum class MineFormat { text, json, svg, html };

struct MineArguments {
  TableArgument table;
  std::string output;
  std::optional<std::string> from;
  std::int64_t limit = 0;
  PuzzleConditions conditions;
  MineOptions mine;
  MineFormat format = MineFormat::text;
  bool json = false;
};

std::vector<ListedPosition> listed_positions(const std::string& path) {
  errno = 0;
  if (path == "-") {
    auto positions = read_positions(std::cin, "stdin");
    if (std::ferror(stdin) != 0)
      throw FileError(fmt::format("Cannot read stdin: {}.", std::strerror(errno)));
    return positions;
  }
  std::ifstream file(path);
  if (!file) throw FileError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  return read_positions(file, path);
}

// Writes puzzles in one of the formats, each as soon as it is found.
class Writer {
 public:
  Writer(MineFormat format, const std::string& path) : format_(format), out_(path) {}

  void begin(const Table& table, const PuzzleConditions& conditions) {
    if (format_ != MineFormat::html) return;
    const GameSpec& game = table.game().spec();
    if (game.name == own_game_name) return begin_own(table, conditions);
    const GameInfo info = info_of_game(game.name);
    const bool has_no_name = has_texts(info) && table.game().title() == game.name;
    const std::string title = has_no_name ? "Puzzles" : table.game().title() + " puzzles";
    std::string lead = has_texts(info) ? "" : to_string(game);
    if (const std::string wanted = to_text(conditions, table.metric()); !wanted.empty())
      lead += (lead.empty() ? "Wanted: " : ": ") + wanted;
    out_.write(puzzle_page_head(
        title, fmt::format("{}{}{}", lead, lead.empty() ? "" : ". ", info.notation)));
    out_.write("<details class=\"rules\">\n<summary>Rules</summary>\n" +
               to_html(rules_in_words(game)) + "</details>\n");
  }

  void add(const Puzzle& puzzle) {
    ++count_;
    switch (format_) {
      case MineFormat::text:
        return out_.write(puzzle_text(puzzle, count_) + "\n");
      case MineFormat::json:
        return out_.write(one_line(puzzle_json(puzzle, count_)) + "\n");
      case MineFormat::html:
        return out_.write(puzzle_page_item(puzzle, count_));
      case MineFormat::svg:  // its size is at the beginning
        sheet_.push_back(
            {.position = {}, .value = {}, .pieces = {}, .diagram = puzzle.diagram, .solution = {}});
    }
  }

  void end(const MineReport& report) {
    if (format_ == MineFormat::html) out_.write(puzzle_page_foot(count_, report.complete));
    if (format_ == MineFormat::svg) out_.write(puzzle_sheet_svg(sheet_));
    // (If the search was stopped, stderr says how far it got.)
    if (format_ == MineFormat::text && !report.stopped) out_.write(summary(report));
    out_.close();
  }

 private:
  // (Of rules that are code nothing is known in words.)
  void begin_own(const Table& table, const PuzzleConditions& conditions) {
    std::string lead = to_string(table.game().spec()).substr(std::string_view("own ").size());
    if (const std::string wanted = to_text(conditions, table.metric()); !wanted.empty())
      lead += ": " + wanted;
    out_.write(puzzle_page_head(table.game().title() + " puzzles", lead + "."));
  }

  // Whether parameters are whole texts, like those of games in BDDL: a title has no room for them.
  static bool has_texts(const GameInfo& info) {
    return std::ranges::any_of(info.parameters,
                               [](const GameParameter& p) { return p.range == "text"; });
  }

  static std::string summary(const MineReport& report) {
    if (report.found == 0) return "No position meets the conditions.\n";
    const std::string found = grouped(report.found, "puzzle", "puzzles");
    if (report.given == report.found)
      return found + (report.complete ? ".\n" : "; there may be more.\n");
    return fmt::format("{} of {}.\n", grouped(report.given), found);
  }

  MineFormat format_;
  ResultStream out_;
  std::uint64_t count_ = 0;
  std::vector<Puzzle> sheet_;
};

ExitCode run_mine(const MineArguments& o) {
  const Table table = o.table.open();
  MineOptions options = o.mine;
  options.limit = static_cast<std::uint64_t>(o.limit);
  if (o.from) options.positions = listed_positions(*o.from);
  refuse_overwriting(o.output, o.table.path);
  if (o.from) refuse_overwriting(o.output, *o.from);
  Writer writer(o.json ? MineFormat::json : o.format, o.output);
  ProgressLine line;
  options.progress = work_progress(line, "mining");
  options.stop = &catch_interrupts();
  bool begun = false;
  const auto begin = [&] {
    if (!begun) writer.begin(table, o.conditions);
    begun = true;
  };
  const MineReport report = table.mine(o.conditions, options, [&](const Puzzle& puzzle) {
    line.clear();
    begin();
    writer.add(puzzle);
    return true;
  });
  line.clear();
  begin();
  writer.end(report);
  if (report.stopped) {
    throw Interrupted(fmt::format("Stopped after {}.", grouped(report.given, "puzzle", "puzzles")));
  }
  return success;
}

void add_conditions(Arguments& verb, MineArguments& o) {
  constexpr const char* group = "Conditions";
  const auto flag = [&](const char* name, bool& value, const char* meaning) {
    verb.flag(name, value, meaning).group(group);
  };
  // (Functions, so that an empty text is distinguished from an absent option.)
  verb.text(
          "--win-in",
          [&o](const std::string& text) { o.conditions.win_in = parse_range(text, "plies"); },
          "A win in N plies, or in A to B: 7, 5..9, 5..")
      .value_name("N|A..B")
      .group(group);
  verb.text(
          "--win-by",
          [&o](const std::string& text) { o.conditions.win_by = parse_range(text, "points"); },
          "In tables of scores: a win by N, or by A to B")
      .value_name("N|A..B")
      .group(group);
  flag("--only-move", o.conditions.only_move, "Exactly one move wins");
  flag("--only-line", o.conditions.only_line,
       "Against every longest defence, each of the solver's moves is the only fastest one");
  flag("--sacrifice", o.conditions.sacrifice,
       "Only moves that give up one of the mover's own pieces win");
  flag("--capture-refused", o.conditions.capture_refused,
       "A draw in which there are captures, and all of them lose");
  flag("--quiet-key", o.conditions.quiet_key,
       "The fastest winning moves remove nothing and threaten no immediate end");
  for (const auto& [game, condition] : conditions_of_games()) {
    verb.flag(
            "--" + condition.name, [&o, name = condition.name] { o.conditions.own.insert(name); },
            fmt::format("{} ({})", condition.meaning, game))
        .group(group);
  }
  verb.numbers(
          "--pieces",
          [&o](const std::vector<int>& counts) {
            o.conditions.pieces = PieceCounts{counts[0], counts[1]};
          },
          "Pieces of the side to move, and of the other side")
      .values(2)
      .between(0, 1000, InHelp::name_only)
      .value_name("B W")
      .group(group);
  flag("--reachable", o.conditions.reachable,
       "Some move leads to the position, forbidding nothing");
  verb.text(
          "--from", [&o](const std::string& path) { o.from = path; },
          "Look only at these positions, one per line; `-` is stdin")
      .value_name("FILE")
      .file()
      .group(group);
}

void add_output_options(Arguments& verb, MineArguments& o) {
  verb.option("--limit", o.limit, "Print at most this many puzzles")
      .between(std::int64_t{1}, std::int64_t{1'000'000'000'000}, InHelp::name_only)
      .value_name("N");
  verb.choice<PuzzleOrder>(
      "--sort", o.mine.order,
      {{"difficulty", PuzzleOrder::difficulty},
       {"plies", PuzzleOrder::plies},
       {"pieces", PuzzleOrder::pieces}},
      "difficulty: the most difficult first; plies: the longest (of scores: the highest);\n"
      "pieces: those with the fewest\n"
      "(default: in the order of the table)");
  verb.choice<Defences>("--defences", o.mine.solution.defences,
                        {{"best", Defences::best}, {"all", Defences::all}},
                        "Which defences the solutions answer: best (default) or all");
  const Option format =
      verb.choice<MineFormat>("--format", o.format,
                              {{"text", MineFormat::text},
                               {"json", MineFormat::json},
                               {"svg", MineFormat::svg},
                               {"html", MineFormat::html}},
                              "text (default), json (one object per line), svg or html");
  verb.flag("--json", o.json, "The same as --format json").excludes(format);
  verb.option("-o,--output", o.output, "Write to a file instead of stdout, which is `-`")
      .value_name("FILE")
      .file();
  add_threads_option(verb, o.mine.threads);
}

}  // namespace

Verb add_mine(CommandLine& program) {
  Arguments verb = program.add_verb("mine", "Look for puzzles in a table");
  const auto o = std::make_shared<MineArguments>();
  add_table_argument(verb, o->table);
  add_conditions(verb, *o);
  add_output_options(verb, *o);
  verb.footer(
      "All conditions given must hold. Puzzles are wins, or draws with --capture-refused; each is "
      "shown once,\nwhatever symmetric forms it has.\n"
      "Example: zermelo mine ostle.ztb --sacrifice --only-line --sort difficulty --limit 10");
  return {verb, [o] { return run_mine(*o); }};
}

}  // namespace zermelo::cli
