// SPDX-License-Identifier: MIT
// zermelo sweep: a family of games side by side. Each game that is done is kept in a file of its
// own, so that a sweep that was stopped goes on.
#include "reports/sweep.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/interrupt.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "cli/table_run.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "json/document.h"
#include "json/sweep_json.h"
#include "probe/game.h"
#include "publish/write_file.h"
#include "reports/sweep_page.h"

namespace zermelo::cli {
namespace {

namespace fs = std::filesystem;

struct SweepArguments {
  Words words, bddl;
  std::string columns, rows, stuck, turn, without;
  std::string folder, memory, format = "text";
  double seconds = 60;
  bool keep_tables = false;
  int threads = 0;
};

// --- What is swept -------------------------------------------------------------------------------

RuleSweep rule_sweep(const SweepArguments& o) {
  const auto values = [](const std::string& text) {
    return text.empty() ? Words{} : sweep_values(text);
  };
  return {values(o.columns), values(o.rows), values(o.stuck), values(o.turn), values(o.without)};
}

bool is_rule_file(const std::string& word) { return word.ends_with(".bddl"); }

// The files that there are, and parameters beside rules in one file.
std::vector<NamedRules> rules_of(const SweepArguments& o) {
  Words files, parameters = {"bddl"};
  for (const std::string& word : o.words)
    (word.find('=') == std::string::npos ? files : parameters).push_back(word);
  std::vector<NamedRules> rules;
  const auto name = [](const std::string& path) { return fs::path(path).stem().string(); };
  if (o.bddl.empty()) {
    for (const std::string& file : files)
      rules.push_back({name(file), bddl::read_game(file, parse_game_spec(parameters).parameters)});
  } else {
    if (parameters.size() > 1)
      throw UsageError(fmt::format("'{}' is for rules in one file.", parameters[1]));
    files.insert(files.begin(), o.bddl[1]);
    for (const std::string& file : files)
      rules.push_back({name(file), bddl::read_game(o.bddl[0], file)});
  }
  std::set<std::string> names;
  for (const NamedRules& r : rules) {
    if (!names.insert(r.name).second)
      throw UsageError(
          fmt::format("Two files are called {}; the table names them by that.", r.name));
  }
  return rules;
}

struct Swept {
  Sweep sweep;
  std::string title;
};

std::string title_of_rules(const GameSpec& game) {
  const std::string title = title_of(game);
  return title == game.name ? "A sweep" : title;
}

Swept swept(const SweepArguments& o) {
  if (!o.bddl.empty() || (!o.words.empty() && is_rule_file(o.words.front()))) {
    const std::vector<NamedRules> rules = rules_of(o);
    for (const NamedRules& r : rules)
      for (const std::string& sentence : rule_warnings(r.game)) warn(sentence);
    return {sweep_of_rules(rules, rule_sweep(o)), title_of_rules(rules.front().game)};
  }
  for (const auto& [option, text] : {std::pair("--columns", &o.columns),
                                     {"--rows", &o.rows},
                                     {"--stuck", &o.stuck},
                                     {"--turn", &o.turn},
                                     {"--without", &o.without}}) {
    if (!text->empty())
      throw UsageError(fmt::format(
          "{} is for games in BDDL; other games have parameters, such as columns=4..6.", option));
  }
  if (o.words.empty()) throw UsageError("Give a game and its parameters, or --bddl.");
  return {sweep_of_game(o.words), info_of_game(o.words.front()).name};
}

// --- What is kept --------------------------------------------------------------------------------

// The results in a folder, one file for each game.
class KeptCells {
 public:
  explicit KeptCells(const std::string& folder) : folder_(folder) {
    std::error_code error;
    fs::create_directories(cells(), error);
    if (error)
      throw FileError(fmt::format("Cannot make the folder {}: {}.", folder, error.message()));
    refuse_unwritable((cells() / "some.json").string());
    for (const char* name : {"sweep.txt", "sweep.md", "sweep.csv", "sweep.json", "sweep.html"}) {
      if (fs::is_directory(file(name)))
        throw FileError(fmt::format("Cannot write {}: it is a folder.", file(name).string()));
      refuse_unwritable(file(name).string() + ".part");
    }
  }

  std::optional<SweepResult> read(const SweepCell& cell) const {
    std::ifstream file(path(cell), std::ios::binary);
    if (!file) return std::nullopt;
    const Json json = Json::parse(file, nullptr, false);
    const std::optional<SweepResult> result = sweep_result_from(json);
    if (!result) {
      throw Error(fmt::format("{} is not the result of a sweep; remove it, or name another folder.",
                              path(cell).string()));
    }
    if (json.value("game", "") != cell.game.name ||
        json.value("parameters", Json()) != parameters_json(cell.game)) {
      throw Error(fmt::format("{} is of another game; name another folder.", path(cell).string()));
    }
    return result;
  }

  void write(const SweepCell& cell, const SweepResult& result) const {
    Json json;
    json["game"] = cell.game.name;
    json["parameters"] = parameters_json(cell.game);
    json.update(sweep_result_json(result));
    publish::write_at_once(path(cell).string(), indented(json) + "\n");
  }

  fs::path table(const SweepCell& cell) const { return folder_ / (cell.name + ".ztb"); }
  fs::path file(const char* name) const { return folder_ / name; }

 private:
  fs::path cells() const { return folder_ / "cells"; }
  fs::path path(const SweepCell& cell) const { return cells() / (cell.name + ".json"); }

  fs::path folder_;
};

// --- The verb ------------------------------------------------------------------------------------

class SweepRun {
 public:
  explicit SweepRun(const SweepArguments& o) : o_(o), swept_(swept(o)), kept_(o.folder) {
    options_.threads = o.threads;
    options_.memory_limit = memory_limit(o.memory);
    options_.seconds = o.seconds;
    options_.stop = &catch_interrupts();
  }

  void run() {
    ProgressLine line;
    for (const SweepCell& cell : swept_.sweep.cells) {
      const std::string where =
          fmt::format("{} of {} ({})", results_.size() + 1, swept_.sweep.cells.size(), cell.name);
      options_.progress = {};
      if (line.active())
        options_.progress = [&](const std::string& what) { line.show(where + ": " + what); };
      results_.push_back(result_of(cell));
    }
    line.clear();
    refuse_no_games();
    estimate_positions(swept_.sweep, results_);
    write_all();
    print(o_.format == "markdown" ? document().markdown()
          : o_.format == "csv"    ? sweep_csv(swept_.sweep, results_)
          : o_.format == "json"   ? json_text()
                                  : document().text());
  }

 private:
  SweepResult result_of(const SweepCell& cell) {
    const auto before = kept_.read(cell);
    const bool lacks_table = o_.keep_tables && before &&
                             before->state == SweepResult::State::solved &&
                             !fs::exists(kept_.table(cell));
    if (before && !is_worth_repeating(*before, options_) && !lacks_table) return *before;
    if (*options_.stop) stopped();
    options_.expected_seconds = expected_seconds(swept_.sweep, results_);
    try {
      const SweepResult result = solve_cell(cell, kept_.table(cell).string(), options_);
      if (result.state != SweepResult::State::no_game) kept_.write(cell, result);
      if (!o_.keep_tables) fs::remove(kept_.table(cell));
      return result;
    } catch (const Interrupted&) {
      stopped();
    }
  }

  void refuse_no_games() const {
    if (std::ranges::any_of(
            results_, [](const SweepResult& r) { return r.state != SweepResult::State::no_game; }))
      return;
    throw Error(fmt::format("None of these is a game. The first: {}", results_.front().sentence));
  }

  [[noreturn]] void stopped() const {
    throw Interrupted(fmt::format("Stopped; {} of {} games are done, and the same command goes on.",
                                  results_.size(), swept_.sweep.cells.size()));
  }

  Document document() const {
    Document document;
    document.heading(1, "Sweep: " + swept_.title);
    if (const std::string sentence = fairest_sentence(swept_.sweep, results_); !sentence.empty())
      document.paragraph(sentence);
    document.table(sweep_alignment(swept_.sweep), sweep_rows(swept_.sweep, results_));
    for (const std::string& note : sweep_notes(swept_.sweep, results_)) document.paragraph(note);
    return document;
  }

  std::string json_text() const { return indented(sweep_json(swept_.sweep, results_)) + "\n"; }

  void write_all() const {
    publish::write_at_once(kept_.file("sweep.txt").string(), document().text());
    publish::write_at_once(kept_.file("sweep.md").string(), document().markdown());
    publish::write_at_once(kept_.file("sweep.csv").string(), sweep_csv(swept_.sweep, results_));
    publish::write_at_once(kept_.file("sweep.json").string(), json_text());
    publish::write_at_once(kept_.file("sweep.html").string(),
                           sweep_page("Sweep: " + swept_.title, swept_.sweep, results_));
  }

  const SweepArguments& o_;
  const Swept swept_;
  const KeptCells kept_;
  CellOptions options_;
  std::vector<SweepResult> results_;
};

ExitCode run_sweep(const SweepArguments& o) {
  SweepRun(o).run();
  return success;
}

}  // namespace

Verb add_sweep(CommandLine& program) {
  Arguments verb =
      program.add_verb("sweep", "Solve a game on many boards and by many rules, side by side");
  const auto o = std::make_shared<SweepArguments>();
  verb.option("GAME", o->words,
              "A game, and ranges or lists of its parameters; or rules in one file; after --bddl, "
              "more problems")
      .value_name("[key=values]")
      .game();
  verb.option("--bddl", o->bddl, "A game in BDDL instead: its domain and its problem")
      .values(2)
      .value_name("DOMAIN PROBLEM")
      .file({"bddl"});
  verb.option("--columns", o->columns, "In BDDL: how many columns the board has, 3..6 or 3,4,8")
      .value_name("VALUES");
  verb.option("--rows", o->rows, "In BDDL: how many rows").value_name("VALUES");
  verb.option("--stuck", o->stuck,
              "In BDDL: the result of a side that cannot move: loss, draw, or win (version 2)")
      .value_name("VALUES")
      .suggests({"loss", "draw", "loss,draw"});
  verb.option("--turn", o->turn, "In BDDL: whether Black moves first or second")
      .value_name("VALUES")
      .suggests({"first", "second", "first,second"});
  verb.option("--without", o->without,
              "In BDDL: actions to leave out, one at a time; those joined by + at once")
      .value_name("NAMES");
  verb.option("-o,--output", o->folder,
              "The folder for the results; a sweep that was stopped goes on in it")
      .required()
      .value_name("FOLDER")
      .folder();
  verb.option("--format", o->format, "How to print the table (default: text)")
      .one_of({"text", "markdown", "csv", "json"})
      .value_name("text|markdown|csv|json");
  verb.option("--seconds", o->seconds,
              "Give a game up that takes longer (default: 60; 0: no limit)")
      .between(0.0, 1e9)
      .value_name("S");
  add_memory_option(verb, o->memory);
  verb.flag("--keep-tables", o->keep_tables, "Keep the tables in the folder, too");
  add_threads_option(verb, o->threads);
  verb.footer(
      "FOLDER gets the table as sweep.txt, sweep.md, sweep.csv and sweep.json, a page with a\n"
      "picture (sweep.html), and what is known of each game (cells/).\n"
      "Example: zermelo sweep connect columns=4..6 rows=4..5 k=3 -o connect\n"
      "Example: zermelo sweep --bddl domain.bddl problem.bddl --columns 3..6 --rows 3..6 -o "
      "boards\n"
      "Example: zermelo sweep --bddl games/notakto/domain.bddl games/notakto/3x3.bddl "
      "games/notakto/3x4.bddl -o notakto");
  return {verb, [o] { return run_sweep(*o); }};
}

}  // namespace zermelo::cli
