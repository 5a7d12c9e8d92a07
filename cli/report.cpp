// SPDX-License-Identifier: MIT
// zermelo report: a game's figures as a whole, beside the published ones.
#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/ostle_document.h"
#include "cli/output.h"
#include "cli/paper_document.h"
#include "cli/progress.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "json/endgame_document.h"
#include "json/play_document.h"
#include "json/play_report_json.h"
#include "probe/table.h"
#include "reports/endgame_page.h"
#include "reports/endgame_report.h"
#include "reports/play_page.h"
#include "reports/play_report.h"

namespace zermelo::cli {
namespace {

struct ReportArguments {
  std::string what, format = "text", output, memory, game_code;
  Words words;
  std::vector<std::string> reach, without, measures;
  std::int64_t sample = 0;
  double given_seconds = 0;  // 0: not given
  ProofOptions::Method method = ProofOptions::Method::search;
  SolverArgument solver;
  bool json = false;
  int threads = 0;
};

// "a,b" as two words.
Words words_of(const std::string& list) {
  Words words(1);
  for (const char c : list) {
    if (c == ',') {
      words.emplace_back();
    } else if (c != ' ') {
      words.back() += c;
    }
  }
  return words;
}
std::string words_in_list(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

[[noreturn]] void fail_for(const std::vector<std::string>& differences) {
  const auto count = differences.size();
  throw Error(
      fmt::format("{} from what is published: {}{}.",
                  count == 1 ? "One figure differs" : fmt::format("{} figures differ", count),
                  count == 1 ? "" : "the first is ", differences.front()));
}

bool wants_json(const ReportArguments& o) { return o.json || o.format == "json"; }

// To the file that was asked for, or to stdout.
void put(const std::string& text, const ReportArguments& o) {
  if (o.output.empty()) return print(text);
  write_file(o.output, text);
}
void put_json(const Json& json, const ReportArguments& o) { put(indented(json) + "\n", o); }
void put_document(const Document& document, const ReportArguments& o) {
  put(o.format == "markdown" ? document.markdown() : document.text(), o);
}

// ---------------------------------------------------------------------------------------- Ostle

Table open_table(const std::string& path) {
  Table table = Table::open(path);
  if (table.game().spec().name != "ostle")
    throw Error(fmt::format("{} is not a table of ostle.", path));
  return table;
}

std::optional<Value> start_value(const Table& table) {
  try {
    return table.probe(table.start());
  } catch (const NotInTable&) {
    return std::nullopt;
  }
}

ReachReport reach_report(const Table& distances, const ReportArguments& o) {
  ProgressLine line;
  return distances.distance_stats({o.threads, work_progress(line, "counting distances")});
}

// What the tables of distances say; they must be of the game of `table`.
std::vector<ReachReport> reach_reports(const Table& table, const ReportArguments& o) {
  std::vector<ReachReport> reach;
  if (table.holds_distances()) reach.push_back(reach_report(table, o));
  for (const std::string& path : o.reach) {
    const Table distances = Table::open(path);
    if (!distances.holds_distances() || distances.game().spec() != table.game().spec())
      throw Error(fmt::format("{} is not a table of distances of the game of {}.", path,
                              table.info().path));
    reach.push_back(reach_report(distances, o));
  }
  return reach;
}

ostle::Report make_report(const Table& table, const ReportArguments& o) {
  const std::vector<ReachReport> reach = reach_reports(table, o);
  const SurveyWork survey = table.survey();
  if (!survey) return ostle::make_report(table.game().spec(), reach);
  ProgressLine line;
  const SurveyReport found = survey({o.threads, work_progress(line, "surveying")});
  return ostle::make_report(table.game().spec(), found, start_value(table), reach);
}

void print_report(const ostle::Report& report, const Table& table, const ReportArguments& o) {
  if (wants_json(o)) return put_json(json_of(report), o);
  put_document(document_of(report, table.game()), o);
}

ExitCode report_on_ostle(const ReportArguments& o) {
  if (o.words.size() != 1) throw UsageError("A report on ostle needs one table of it.");
  const Table table = open_table(o.words.front());
  const ostle::Report report = make_report(table, o);
  print_report(report, table, o);
  const auto differences = report.differences();
  if (!differences.empty()) fail_for(differences);
  return success;
}

// ------------------------------------------------------------------------------- the other papers

GameSpec game_of(const ReportArguments& o) {
  Words words = {o.what};
  words.insert(words.end(), o.words.begin(), o.words.end());
  return parse_game_spec(words);
}

std::string games_folder(const ReportArguments& o) {
  if (o.words.size() > 1) throw UsageError("Give one folder of games only.");
  return o.words.empty() ? "games" : o.words.front();
}

ExitCode report_on_papers(const ReportArguments& o) {
  ProgressLine line;
  PaperTablesOptions options;
  options.threads = o.threads;
  options.method = o.method;
  options.qbf = o.solver.choice();
  options.seconds = o.given_seconds > 0 ? o.given_seconds : 60;
  options.memory = parse_size(o.memory.empty() ? "1G" : o.memory);
  options.stop = &catch_interrupts();
  if (line.active()) options.progress = [&](const std::string& what) { line.show(what); };
  const std::vector<PaperTable> tables = o.what == "connect"   ? connect_tables(game_of(o), options)
                                         : o.what == "othello" ? othello_tables(game_of(o), options)
                                         : o.what == "ic3-table"
                                             ? ic3_tables(o.words, options)
                                             : bddl_tables(games_folder(o), options);
  line.clear();
  if (wants_json(o)) {
    put_json(json_of(tables), o);
  } else {
    put_document(document_of("Report: " + o.what, tables), o);
  }
  const auto different = differences(tables);
  if (!different.empty()) fail_for(different);
  return success;
}

// --------------------------------------------------------------------------------- any other game

// In the form that was asked for.
template <class Report>
ExitCode put_report(const Report& report, const Table& table, const ReportArguments& o,
                    Json (*json_of_report)(const Report&),
                    std::string (*page_of)(const Report&, const Table&)) {
  if (wants_json(o)) {
    put_json(json_of_report(report), o);
  } else if (o.format == "html") {
    put(page_of(report, table), o);
  } else {
    put_document(document_of(report, table), o);
  }
  return success;
}

ExitCode report_on_endgames(const Table& table, const ReportArguments& o) {
  if (!o.without.empty() || !o.measures.empty()) {
    throw UsageError(
        "--without and --measures belong to the report on one game, not on endgame tables.");
  }
  ProgressLine line;
  EndgameFolderReportOptions options{.threads = o.threads, .stop = &catch_interrupts()};
  if (o.sample > 0) options.sample = static_cast<std::uint64_t>(o.sample);
  if (line.active()) options.progress = [&](const std::string& what) { line.show(what); };
  const EndgameFolderReport report = endgame_report(table, options);
  line.clear();
  return put_report(report, table, o, endgame_report_json, endgame_page);
}

// (What takes no time needs no words.)
void say(const SolveEstimate& estimate, ProgressLine& line) {
  if (estimate.seconds < 2) return;
  line.say(
      fmt::format("The table has {} positions. The report will need about {} of memory and take "
                  "about {}, or several times that if play can go round.",
                  grouped(estimate.index), bytes_text(estimate.memory),
                  duration_text(std::ceil(estimate.seconds))));
}

void say_rest(const ChancesEstimate& estimate, ProgressLine& line) {
  if (estimate.seconds < 2) return;
  std::string text = fmt::format("Play was followed to {} positions", grouped(estimate.positions));
  if (estimate.together > 1)
    text += fmt::format(", of which {} lead to each other", grouped(estimate.together));
  line.say(fmt::format("{}. What is left will take about {}.", text,
                       duration_text(std::ceil(estimate.seconds))));
}

ExitCode report_on_table(const ReportArguments& o) {
  if (!o.words.empty()) {
    throw UsageError(fmt::format(
        "There is no report on '{}', only on a table by itself, ostle, connect, othello, "
        "bddl-table and ic3-table.",
        o.what));
  }
  const Table table = TableArgument{o.what, o.game_code}.open();
  if (std::filesystem::is_directory(o.what)) return report_on_endgames(table, o);
  ProgressLine line;
  PlayReportOptions options{o.threads, memory_limit(o.memory), &catch_interrupts()};
  options.without = o.without;
  options.measures = o.measures;
  options.seconds = o.given_seconds;
  options.sample = static_cast<std::uint64_t>(o.sample);
  if (line.active()) {
    options.estimate = [&](const SolveEstimate& e) { say(e, line); };
    options.estimate_rest = [&](const ChancesEstimate& e) { say_rest(e, line); };
    options.progress = [&](const std::string& what) { line.show(what); };
  }
  const PlayReport report = play_report(table, options);
  line.clear();
  return put_report(report, table, o, play_report_json, play_page);
}

bool is_paper(const std::string& what) {
  return what == "connect" || what == "othello" || what == "bddl-table" || what == "ic3-table";
}

// Not over what is read; and work that takes long is not begun for nothing.
void check_output(const ReportArguments& o) {
  if (o.output.empty()) return;
  refuse_unwritable(o.output);
  refuse_overwriting(o.output, o.what);
  for (const std::string& word : o.words) refuse_overwriting(o.output, word);
}

ExitCode run_report(const ReportArguments& o) {
  check_output(o);
  const bool is_table = o.what != "ostle" && !is_paper(o.what);
  if (!is_table && (!o.without.empty() || !o.measures.empty() || o.sample > 0)) {
    throw UsageError(
        "--without, --measures and --sample belong to the report on a table by itself.");
  }
  if (o.format == "html" && !is_table)
    throw UsageError("Only the report on a table by itself is a page: --format html.");
  if (o.what == "ostle") return report_on_ostle(o);
  if (!o.reach.empty()) throw UsageError("--reach belongs to the report on ostle.");
  if (is_paper(o.what)) return report_on_papers(o);
  return report_on_table(o);
}

}  // namespace

Verb add_report(CommandLine& program) {
  Arguments verb = program.add_verb(
      "report", "What a table says of its game as a whole; or figures beside published ones");
  const auto o = std::make_shared<ReportArguments>();
  verb.option("WHAT", o->what,
              "A table, for a report on its game; or ostle, connect, othello, bddl-table or "
              "ic3-table, for the tables of a paper")
      .required()
      .value_name("")
      .file({"ztb"})
      .suggests({"ostle", "connect", "othello", "bddl-table", "ic3-table"});
  verb.option("OF", o->words,
              "ostle: its table, of values or of distances. connect, othello: parameters, "
              "such as rows=5. bddl-table: the folder of the models (default: games). ic3-table: "
              "names of "
              "its models (default: all)")
      .value_name("")
      .file({"ztb"});
  const Option format = verb.option("--format", o->format, "How to print it (default: text)")
                            .one_of({"text", "markdown", "html", "json"})
                            .value_name("text|markdown|html|json");
  verb.option("-o,--output", o->output, "Write to a file instead of stdout, which is `-`")
      .value_name("FILE")
      .file();
  verb.option("--reach", o->reach,
              "ostle: also report the distances in this table (zermelo reach); may be given again")
      .value_name("FILE")
      .file({"ztb"})
      .one_value();
  verb.option("--without", o->without,
              "A table of a game in BDDL: solve it without this action, too, and compare all "
              "values; may be given again")
      .value_name("ACTION")
      .one_value();
  verb.choice<ProofOptions::Method>("--method", o->method,
                                    {{"search", ProofOptions::Method::search},
                                     {"ic3", ProofOptions::Method::ic3},
                                     {"qbf", ProofOptions::Method::qbf}},
                                    "bddl-table: how critical depths are found (default: search)")
      .value_name("search|ic3|qbf");
  add_solver_options(verb, o->solver);
  verb.text(
          "--measures", [o](const std::string& list) { o->measures = words_of(list); },
          "A table: measure these only, with commas between them: " +
              words_in_list(play_measures()))
      .value_name("LIST");
  verb.option("--sample", o->sample,
              "A table: play N games at random, and estimate from them what can be estimated, with "
              "intervals of 95 %")
      .between(std::int64_t{1}, std::int64_t{1'000'000'000}, InHelp::name_only)
      .value_name("N");
  verb.option("--seconds", o->given_seconds,
              "A table: leave out what takes longer (default: no limit); bddl-table, ic3-table: at "
              "most this many per depth or proof (default: 60)")
      .above_zero()
      .value_name("S");
  verb.option("--memory", o->memory,
              "A table: refuse what needs more (default: what the machine has free); bddl-table, "
              "ic3-table: for each (default: 1G)")
      .value_name("SIZE");
  add_game_code_option(verb, o->game_code);
  add_threads_option(verb, o->threads);
  verb.flag("--json", o->json, "The same as --format json, for programs").excludes(format);
  verb.footer(
      "The report on a table goes through all positions that play leads to: who wins, whether a "
      "swap rule\nhelps, play with errors, length, choice, traps (docs/report.md).\n"
      "Of the papers' tables, every number is computed: Ostle's from a table, the others from "
      "scratch. If one differs "
      "from the\n"
      "published number of the same thing, the exit code is 1.\n"
      "Example: zermelo report tic-tac-toe.ztb\n"
      "Example: zermelo report tic-tac-toe.ztb --format html -o tic-tac-toe.html\n"
      "Example: zermelo report ostle ostle.ztb --format markdown\n"
      "Example: zermelo report connect columns=5 rows=5\n"
      "Example: zermelo report bddl-table games\n"
      "Example: zermelo report ic3-table --seconds 10");
  return {verb, [o] { return run_report(*o); }};
}

}  // namespace zermelo::cli
