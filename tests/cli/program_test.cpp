// SPDX-License-Identifier: MIT
// The program as scripts see it: exit codes, one sentence on stderr, JSON with fixed keys.
#include "cli/program.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "probe/table.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/program_here.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using nlohmann::json;
using test::complaint_of;
using test::output_of;
using test::ProcessResult;
using test::run_program;
using Words = std::vector<std::string>;

const Words verbs = {"games",  "count",  "solve", "reach", "info", "stats", "probe",
                     "verify", "report", "mine",  "show",  "line", "depth"};

void expect_keys(const json& object, const std::set<std::string>& expected) {
  for (const std::string& key : expected) EXPECT_TRUE(object.contains(key)) << key;
}

class ProgramRuns : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    test::solve_into(table());
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string table() { return folder_->file("table.ztb"); }
  static std::string file(const std::string& name) { return folder_->file(name); }

  static json good_json(Words arguments) {
    arguments.push_back("--json");
    return json::parse(output_of(arguments));
  }

 private:
  static test::TemporaryFolder* folder_;
};

test::TemporaryFolder* ProgramRuns::folder_ = nullptr;

// Other tests run it within their own process; so that must make no difference.
TEST_F(ProgramRuns, IsTheSameWithinAnotherProcess) {
  const std::string list = "www/1o1/bbb b\nnonsense\n";
  const std::vector<std::pair<Words, std::string>> runs = {
      {{"probe", table(), "start", "--json"}, ""},
      {{"probe", table(), "--from", "-", "--moves"}, list},
      {{"play", table(), "--as", "nobody"}, "b2L\nquit\n"},
      {{"probe", table(), "www"}, ""},
      {{"probe", table()}, ""},
      {{"nothing"}, ""},
      {{"line", "--help"}, ""}};
  for (const auto& [words, input] : runs) {
    const ProcessResult process = run_program(test::Launch{.arguments = words, .input = input});
    const ProcessResult here = test::run_program_here(words, input);
    EXPECT_EQ(here.exit_code, process.exit_code) << words.front();
    EXPECT_EQ(here.output, process.output) << words.front();
    EXPECT_EQ(here.error, process.error) << words.front();
  }
  const char* const wrong[] = {"zermelo", "--nothing"};
  testing::internal::CaptureStderr();
  EXPECT_EQ(cli::run_program(2, wrong), cli::usage_error);
  EXPECT_TRUE(testing::internal::GetCapturedStderr().starts_with("zermelo: "));
}

TEST_F(ProgramRuns, HelpExplainsEveryVerb) {
  const std::string help = output_of({"--help"});
  for (const std::string& verb : verbs) {
    EXPECT_NE(help.find(verb), std::string::npos) << verb;
    const std::string own = output_of({verb, "--help"});
    EXPECT_NE(own.find("--json"), std::string::npos) << own;
    EXPECT_NE(own.find("Example: zermelo " + verb), std::string::npos) << own;
  }
  EXPECT_EQ(output_of({"--version"}), creator() + "\n");
}

TEST_F(ProgramRuns, WrongUsageExitsWithTwo) {
  EXPECT_EQ(complaint_of(2, {}), "Name a verb. See zermelo --help.");
  EXPECT_EQ(complaint_of(2, {"frobnicate"}),
            "There is no verb or option 'frobnicate'. See zermelo --help.");
  EXPECT_EQ(complaint_of(2, {"count", "draughts"}),
            "There is no game 'draughts'; `zermelo games` lists them. See zermelo count --help.");
  EXPECT_EQ(complaint_of(2, {"count", "ostle", "size=9"}),
            "ostle: size must be a number from 3 to 6, not '9'. See zermelo count --help.");
  for (const Words& words : {Words{"count"},
                             {"solve", "ostle"},
                             {"probe", table()},
                             {"stats"},
                             {"verify"},
                             {"info"},
                             {"count", "ostle", "--threads", "0"},
                             {"count", "ostle", "--nonsense"},
                             {"solve", "ostle", "-o", file("x"), "--memory", "lots"},
                             {"solve", "ostle", "-o", file("x"), "--checkpoint-every", "-1"},
                             {"report", table(), table()},
                             {"report", table(), "--reach", table()},
                             {"report", "ostle", table(), "--format", "html"},
                             {"report", "ostle", table(), "--format", "text", "--json"},
                             {"report", table(), "--format", "pdf"},
                             {"report", table(), "--without", "step"},
                             {"report", table(), "--measures", "fun"},
                             {"report", table(), "--sample", "0"},
                             {"verify", table(), "--sample", "0"},
                             {"verify", table(), "--seed", "2"},
                             {"report", table(), "--seconds", "0"},
                             {"report", "ostle", table(), "--measures", "random"},
                             {"report", "ostle", table(), "--without", "step"},
                             {"report", table(), "--format", "html", "-o", table()},
                             {"show", "ostle"}}) {
    complaint_of(2, words);
  }
  EXPECT_FALSE(std::filesystem::exists(file("x")));
}

TEST_F(ProgramRuns, GamesAreListed) {
  EXPECT_NE(output_of({"games"}).find("ostle"), std::string::npos);
  const json games = good_json({"games"});
  ASSERT_EQ(games.at("games").size(), known_games().size());
  expect_keys(games.at("games")[0], {"name", "summary", "parameters", "conditions"});
}

TEST_F(ProgramRuns, CountGivesNumbers) {
  const json full = good_json({"count", "ostle", "size=3", "lose=1"});
  expect_keys(full, {"positions", "checkmates", "nontrivial_states", "slices"});
  std::uint64_t sum = 0;
  for (const json& slice : full.at("slices")) {
    EXPECT_TRUE(slice.at("name").is_string());
    sum += slice.at("positions").get<std::uint64_t>();
  }
  EXPECT_EQ(full.at("positions"), sum);
  const CountReport expected = make_game(test::spec_of(test::smallest_game))->count({.threads = 1});
  EXPECT_EQ(full.at("positions"), expected.totals.at("positions"));
  EXPECT_EQ(full.at("checkmates"), expected.totals.at("checkmates"));
  EXPECT_EQ(full.at("nontrivial_states"), expected.totals.at("nontrivial_states"));
  const json quick = good_json({"count", "ostle", "--quick"});
  EXPECT_EQ(quick.at("positions"), 2735147685u);
  EXPECT_NE(output_of({"count", "ostle", "--quick"}).find("2,735,147,685"), std::string::npos);
}

TEST_F(ProgramRuns, StatsGiveTheHistogram) {
  for (const bool states : {false, true}) {
    Words words = {"stats", table()};
    if (states) words.push_back("--states");
    const json stats = good_json(words);
    expect_keys(stats, {"positions", "wins", "losses", "draws", "longest_win", "plies"});
    const auto number = [&](const char* key) { return stats.at(key).get<std::uint64_t>(); };
    EXPECT_EQ(number("wins") + number("losses") + number("draws"), number("positions"));
    std::uint64_t decided = 0;
    int longest = 0;
    for (const auto& [plies, count] : stats.at("plies").items()) {
      decided += count.get<std::uint64_t>();
      longest = std::max(longest, std::stoi(plies));
    }
    EXPECT_EQ(decided, number("wins") + number("losses"));
    EXPECT_GE(longest, stats.at("longest_win").get<int>());
    EXPECT_EQ(stats.at("plies").contains("1"), !states) << "a state won at once is trivial";
    EXPECT_NE(output_of(words).find("longest win"), std::string::npos);
  }
}

TEST_F(ProgramRuns, ProbeAnswers) {
  const Table opened = Table::open(table());
  int wins = 0, losses = 0, draws = 0;
  for (std::size_t i = 0; i < opened.info().slices.size(); ++i) {
    for (std::uint64_t index = 0; index < opened.indices(i); index += 97) {
      const auto position = opened.position_at({i, index});
      if (!position) continue;
      const Value value = opened.probe(*position);
      const json answer = good_json({"probe", table(), *position, "--moves", "--line"});
      expect_keys(answer, {"value", "plies", "moves", "line"});
      EXPECT_EQ(answer.at("value"), outcome_name(value.outcome()));
      ++(value.is_win() ? wins : value.is_loss() ? losses : draws);
      if (value.is_draw()) {
        EXPECT_TRUE(answer.at("plies").is_null());
      } else {
        EXPECT_EQ(answer.at("plies"), value.plies());
        EXPECT_EQ(answer.at("line").size(), static_cast<std::size_t>(value.plies()));
      }
      const auto moves = opened.moves(*position);
      ASSERT_EQ(answer.at("moves").size(), moves.size());
      for (std::size_t k = 0; k < moves.size(); ++k) {
        const json& move = answer.at("moves")[k];
        expect_keys(move, {"move", "value", "plies"});
        EXPECT_EQ(move.at("move"), moves[k].move);
        EXPECT_EQ(move.at("value"), outcome_name(moves[k].value.outcome()));
      }
    }
  }
  EXPECT_GT(wins * losses, 0);
}

TEST_F(ProgramRuns, ProbeSpeaksToPeople) {
  const std::string text = output_of({"probe", table(), "start", "--moves", "--line"});
  EXPECT_NE(text.find("Black to move"), std::string::npos);
  EXPECT_NE(text.find("Moves, best first:"), std::string::npos);
  EXPECT_NE(text.find("Best play"), std::string::npos);
  EXPECT_EQ(output_of({"probe", table(), "www/1o1/bbb", "b"}),
            output_of({"probe", table(), "start"}))
      << "a position may be several arguments";
  output_of({"probe", table(), "start", "--svg", file("probe.svg")});
  EXPECT_TRUE(test::read_whole(file("probe.svg")).starts_with("<"));
}

TEST_F(ProgramRuns, ProbeTellsItsRefusalsApart) {
  const auto probe = [](const std::string& position) {
    return complaint_of(1, {"probe", table(), position});
  };
  EXPECT_EQ(probe("www/3/bbb b"), "The position has no hole (o).");
  EXPECT_EQ(probe("www/1ob/bbb b"), "Black has 4 pieces; this game starts with 3 a side.");
  EXPECT_EQ(probe("www/1o1/b2 b"), "The game is over: Black is down to 1 piece, so White has won.");
  EXPECT_EQ(probe("www/1o1/bbb b a2U"), "The forbidden move a2U is not a move of this position.");
  EXPECT_EQ(probe("www/1o1/bbb b a1L"),
            "The forbidden move a1L removes a piece; rule 8 never forbids such a move.");
  // Words that were typed and are repeated in a message cannot affect a terminal.
  EXPECT_EQ(probe("www/1o1/bbb \x1b[2J\n"), "The side to move is b or w, not '\\x1b[2J\\x0a'.");
  const std::string five = file("five.ztb");
  test::solve_into(five, {3, 3, 1, 5, false});
  EXPECT_EQ(complaint_of(1, {"probe", five, "www/1o1/bbb b"}),
            "This table holds positions with at most 5 pieces in all.");
}

TEST_F(ProgramRuns, InfoAndVerifyDescribeATable) {
  const json info = good_json({"info", table()});
  EXPECT_EQ(info.at("game"), "ostle");
  EXPECT_EQ(info.at("parameters").at("size"), "3");
  EXPECT_EQ(info.at("bytes"), std::filesystem::file_size(table()));
  const json verified = good_json({"verify", table()});
  EXPECT_EQ(verified.at("ok"), true);
  EXPECT_TRUE(verified.at("failure").is_null());
  EXPECT_EQ(verified.at("is_sample"), false);
  EXPECT_NE(output_of({"verify", table()}).find("is right"), std::string::npos);
  const json sampled = good_json({"verify", table(), "--sample", "300", "--seed", "7"});
  EXPECT_EQ(sampled.at("ok"), true);
  EXPECT_EQ(sampled.at("positions"), 300);
  EXPECT_EQ(sampled.at("is_sample"), true);
  EXPECT_NE(
      output_of({"verify", table(), "--sample", "300"})
          .find("shows no fault: every checksum is right, and the values of 300 positions drawn "
                "at random follow from their moves.\n"
                "With 95 % confidence, this holds for all but 1 % of its positions.\n"),
      std::string::npos);
}

TEST_F(ProgramRuns, FilesThatAreNoTablesAreRefusedByEveryVerb) {
  std::string bytes = test::read_whole(table());
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  test::write_whole(file("damaged.ztb"), bytes);
  test::write_whole(file("foreign.ztb"), "something else");
  const std::string damaged = complaint_of(1, {"verify", file("damaged.ztb")});
  EXPECT_NE(damaged.find(file("damaged.ztb") + " is damaged"), std::string::npos);
  for (const Words& words : {Words{"info", ""},
                             {"stats", ""},
                             {"probe", "", "start"},
                             {"verify", ""},
                             {"report", "ostle", ""},
                             {"report", ""},
                             {"mine", ""}}) {
    Words with = words;
    std::string& path = *std::ranges::find(with, "");
    path = file("foreign.ztb");
    EXPECT_EQ(complaint_of(1, with), file("foreign.ztb") + " is not a Zermelo table.");
    path = file("missing.ztb");
    EXPECT_EQ(complaint_of(1, with),
              "Cannot read " + file("missing.ztb") + ": No such file or directory.");
  }
}

TEST_F(ProgramRuns, AFullDiskUnderStdoutIsAFailure) {
  for (const Words& words : {Words{"games"},
                             {"games", "--json"},
                             {"--help"},
                             {"count", "ostle", "size=3"},
                             {"info", table()},
                             {"stats", table()},
                             {"probe", table(), "start"},
                             {"verify", table()},
                             {"report", "ostle", table()},
                             {"report", table()},
                             {"show", "ostle", "start"},
                             {"show", "ostle", "start", "--svg", "-"}}) {
    const ProcessResult outcome = run_program({.arguments = words, .output = "/dev/full"});
    EXPECT_EQ(outcome.exit_code, 1) << words[0];
    EXPECT_EQ(outcome.error, "zermelo: Cannot write the results: No space left on device.\n");
  }
}

TEST_F(ProgramRuns, ReportTellsOfPlay) {
  const json report = good_json({"report", table()});
  expect_keys(
      report,
      {"first",         "start",          "first_moves",    "swap",        "random",  "errors",
       "perfect_first", "perfect_second", "random_lengths", "longest_win", "longest", "plies",
       "all",           "settled",        "worst_traps",    "squares",     "actions", "pieces",
       "without",       "measured",       "left_out",       "sample"});
  EXPECT_EQ(report.at("first_moves").size(),
            good_json({"moves", "ostle", "size=3", "lose=1"}).at("moves").size());
  EXPECT_EQ(report.at("random"), [&] {
    json last = report.at("errors").back();
    last.erase("rate");
    return last;
  }());
  EXPECT_NE(output_of({"report", table(), "--format", "markdown"}).find("## "), std::string::npos);
  EXPECT_NE(complaint_of(1, {"report", table(), "--memory", "1k"}).find("memory"),
            std::string::npos);
}

TEST_F(ProgramRuns, ReportsOnAPart) {
  const json part = good_json({"report", table(), "--measures", "random,swap"});
  EXPECT_EQ(part.at("measured"), json::array({"random", "swap"}));
  EXPECT_TRUE(part.at("plies").is_null());
  EXPECT_TRUE(part.at("all").is_null());
  EXPECT_EQ(part.at("random"), good_json({"report", table()}).at("random"));
  const json sampled = good_json({"report", table(), "--sample", "50"});
  EXPECT_EQ(sampled.at("sample").at("games"), 50);
  EXPECT_LE(sampled.at("sample").at("random").at("low").at("first"),
            sampled.at("random").at("first"));
  EXPECT_TRUE(sampled.at("errors").is_null());
  EXPECT_NE(output_of({"report", table(), "--sample", "50"}).find("With 95 % confidence"),
            std::string::npos);
  EXPECT_NE(output_of({"report", table(), "--sample", "50", "--format", "html"})
                .find("With 95 % confidence"),
            std::string::npos);
  EXPECT_NE(output_of({"report", table(), "--seconds", "0.000001"}).find("There was no time for: "),
            std::string::npos);
}

TEST_F(ProgramRuns, ReportsGoToFiles) {
  EXPECT_EQ(json::parse(output_of({"report", table(), "--format", "json"})),
            good_json({"report", table()}));
  const std::string page = output_of({"report", table(), "--format", "html"});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>")) << page.substr(0, 100);
  EXPECT_EQ(output_of({"report", table(), "--format", "html", "-o", file("page.html")}), "");
  EXPECT_EQ(test::read_whole(file("page.html")), page);
  EXPECT_EQ(output_of({"report", table(), "--format", "html", "-o", "-"}), page);
  EXPECT_EQ(output_of({"report", "ostle", table(), "--json", "-o", file("ostle.json")}), "");
  EXPECT_EQ(json::parse(test::read_whole(file("ostle.json"))),
            good_json({"report", "ostle", table()}));
}

// (Where the work would be refused for want of memory as soon as it began.)
TEST_F(ProgramRuns, ReportsThatCannotBeWrittenAreRefusedBeforeTheWork) {
  const auto complaint = [&](const std::string& output) {
    return complaint_of(1, {"report", table(), "--memory", "1K", "-o", output});
  };
  EXPECT_NE(complaint(file("report")).find("This report needs"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file("report"))) << "nothing is left of it";
  EXPECT_EQ(complaint(file("no/such/folder")),
            "Cannot write " + file("no/such/folder") + ": No such file or directory.");
  std::filesystem::create_directory(file("folder"));
  EXPECT_EQ(complaint(file("folder")), "Cannot write " + file("folder") + ": Is a directory.");
}

TEST_F(ProgramRuns, ReportTellsOfTheWholeTable) {
  const json report = good_json({"report", "ostle", table()});
  expect_keys(report, {"game", "parameters", "start", "classes", "slices", "positions",
                       "checkmates", "nontrivial_states", "draws", "plies", "longest",
                       "without_unrestricted", "unreached", "reach", "differences"});
  const json count = good_json({"count", "ostle", "size=3", "lose=1"});
  for (const char* key : {"positions", "checkmates", "nontrivial_states"}) {
    EXPECT_EQ(report.at(key).at("ours"), count.at(key)) << key;
    EXPECT_TRUE(report.at(key).at("published").is_null()) << key;
  }
  const Table opened = Table::open(table());
  EXPECT_EQ(report.at("start").at("plies"), opened.probe(opened.start()).plies());
  const json stats = good_json({"stats", table(), "--states"});
  for (const json& row : report.at("plies")) {
    const int plies = row.at("plies").get<int>();
    EXPECT_EQ(row.at("plies_to_checkmate"), plies - 1);
    EXPECT_EQ(row.at("states").at("ours"), stats.at("plies").at(std::to_string(plies)));
  }
  EXPECT_EQ(report.at("plies").size(), stats.at("plies").size());
  EXPECT_EQ(report.at("draws").at("ours"), stats.at("draws"));
  EXPECT_EQ(report.at("longest").at("plies").at("ours"), stats.at("longest_win"));
  EXPECT_EQ(report.at("longest").at("states").at("ours"), stats.at("longest_count"));
  EXPECT_TRUE(report.at("differences").empty());
}

TEST_F(ProgramRuns, ReportSpeaksToPeopleAndInMarkdown) {
  const std::string text = output_of({"report", "ostle", table()});
  EXPECT_TRUE(text.starts_with("Ostle, repetition=exact\n=====")) << text;
  EXPECT_NE(text.find("Black to move"), std::string::npos);
  EXPECT_EQ(text.find("published"), std::string::npos) << "nothing is published of this board";
  EXPECT_EQ(output_of({"report", "ostle", table(), "--format", "text", "--threads", "1"}), text);
  const std::string markdown = output_of({"report", "ostle", table(), "--format", "markdown"});
  EXPECT_TRUE(markdown.starts_with("## Ostle, repetition=exact\n")) << markdown;
  EXPECT_NE(markdown.find("| hole | own | opponent | positions |\n| --- | ---: | ---: | ---: |\n"),
            std::string::npos);
  EXPECT_NE(markdown.find("```text\n3 "), std::string::npos);
}

TEST_F(ProgramRuns, ReportOnDistancesAloneNeedsNoValues) {
  const std::string distances = file("distances.ztb");
  output_of({"reach", "ostle", "size=3", "lose=1", "-o", distances});
  const json report = good_json({"report", "ostle", distances});
  expect_keys(report, {"game", "parameters", "reach", "differences"});
  ASSERT_EQ(report.at("reach").size(), 1u);
  EXPECT_EQ(report.at("reach"),
            good_json({"report", "ostle", table(), "--reach", distances}).at("reach"));
  const std::string text = output_of({"report", "ostle", distances, "--reach", distances});
  EXPECT_EQ(text.find("Table 1"), std::string::npos);
  EXPECT_NE(text.find("(Table 3)"), std::string::npos);
  const std::string other = file("other.ztb");
  output_of({"reach", "ostle", "size=3", "lose=0", "-o", other});
  EXPECT_EQ(complaint_of(1, {"report", "ostle", distances, "--reach", other}),
            other + " is not a table of distances of the game of " + distances + ".");
}

TEST_F(ProgramRuns, ReportRefusesWhatItCannotReportOn) {
  EXPECT_EQ(complaint_of(2, {"report", "chess", table()}),
            "There is no report on 'chess', only on a table by itself, ostle, connect, othello, "
            "bddl-table and ic3-table. See "
            "zermelo report --help.");
  std::string bytes = test::read_whole(table());
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  test::write_whole(file("damaged.ztb"), bytes);
  const std::string damaged = complaint_of(1, {"report", "ostle", file("damaged.ztb")});
  EXPECT_NE(damaged.find(file("damaged.ztb") + " is damaged"), std::string::npos) << damaged;
}

TEST_F(ProgramRuns, ShowDraws) {
  const std::string text = output_of({"show", "ostle", "start"});
  EXPECT_NE(text.find("Black to move"), std::string::npos);
  const std::string svg = output_of({"show", "ostle", "wwwww/5/2o2/5/bbbbb b c3U", "--svg", "-"});
  EXPECT_TRUE(svg.starts_with("<"));
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  output_of({"show", "ostle", "size=4", "start", "--svg", file("show.svg")});
  EXPECT_NE(test::read_whole(file("show.svg")).find("</svg>"), std::string::npos);
  const json shown = good_json({"show", "ostle", "size=3", "start"});
  EXPECT_EQ(shown.at("board"), (json{"www", ".o.", "bbb"}));
  EXPECT_EQ(complaint_of(1, {"show", "ostle", "wwwww/5/5/5/bbbbb b"}),
            "The position has no hole (o).");
  EXPECT_EQ(complaint_of(1, {"show", "ostle", "start", "--svg", file("no/such/folder.svg")}),
            "Cannot write " + file("no/such/folder.svg") + ": No such file or directory.");
}

TEST_F(ProgramRuns, SolveWritesATableAndNoProgressIntoAFile) {
  const json solved = good_json({"solve", "ostle", "size=3", "lose=1", "-o", file("solved.ztb")});
  EXPECT_EQ(solved.at("bytes"), std::filesystem::file_size(file("solved.ztb")));
  EXPECT_TRUE(test::read_whole(file("solved.ztb")) == test::read_whole(table()));
  const std::string again =
      output_of({"solve", "ostle", "size=3", "lose=1", "-o", file("solved.ztb"), "--resume"});
  EXPECT_NE(again.find("is complete; nothing was done"), std::string::npos);
  const std::string refused =
      complaint_of(1, {"solve", "ostle", "-o", file("large.ztb"), "total=8", "--memory", "10M"});
  EXPECT_NE(refused.find("This solve needs"), std::string::npos) << refused;
}

}  // namespace
}  // namespace zermelo
