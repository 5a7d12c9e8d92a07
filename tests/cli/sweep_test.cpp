// SPDX-License-Identifier: MIT
// zermelo sweep: what it prints, writes and keeps.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using test::complaint_of;
using test::output_of;

std::string rules_file(const std::string& name) { return (test::shipped_games / name).string(); }

class SweepProgram : public testing::Test {
 protected:
  std::vector<std::string> sweep_words(std::vector<std::string> more = {}) const {
    std::vector<std::string> words = {
        "sweep",  rules_file("hexapawn/hexapawn.bddl"), "--columns", "2..4", "--rows", "3,4", "-o",
        results()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::string results() const { return folder_.file("results"); }
  std::string file(const std::string& name) const { return results() + "/" + name; }
  nlohmann::json whole() const {
    nlohmann::json json = nlohmann::json::parse(test::read_whole(file("sweep.json")));
    for (auto& cell : json["cells"]) {
      cell.erase("seconds");
      cell.erase("solve_seconds");
    }
    return json;
  }

  test::TemporaryFolder folder_;
};

TEST_F(SweepProgram, WritesTheTableInAllForms) {
  const std::string text = output_of(sweep_words());
  EXPECT_EQ(text, test::read_whole(file("sweep.txt")));
  EXPECT_NE(text.find("Sweep: Hexapawn"), std::string::npos);
  EXPECT_NE(text.find("second wins in 6"), std::string::npos) << text;
  EXPECT_EQ(output_of(sweep_words({"--format", "csv"})), test::read_whole(file("sweep.csv")));
  EXPECT_EQ(output_of(sweep_words({"--format", "json"})), test::read_whole(file("sweep.json")));
  EXPECT_EQ(output_of(sweep_words({"--format", "markdown"})), test::read_whole(file("sweep.md")));
  EXPECT_NE(test::read_whole(file("sweep.html")).find("</html>"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file("3-3.ztb")));
  output_of(sweep_words({"--keep-tables"}));
  EXPECT_NE(output_of({"probe", file("3-3.ztb"), "start"}).find("Black to move loses in 6"),
            std::string::npos);
}

TEST_F(SweepProgram, ResultsThatCannotBeWrittenAreRefusedBeforeTheWork) {
  std::filesystem::create_directories(file("sweep.html"));
  EXPECT_EQ(complaint_of(1, sweep_words()),
            "Cannot write " + file("sweep.html") + ": it is a folder.");
  EXPECT_TRUE(std::filesystem::is_empty(file("cells"))) << "no game was solved";
}

// As a run that was killed leaves it: some games are done, one is half written.
TEST_F(SweepProgram, GoesOnWhereItWasStopped) {
  output_of(sweep_words());
  const auto before = whole();
  const std::string kept = test::read_whole(file("cells/2-3.json"));
  for (const char* lost : {"3-4", "4-3", "4-4"})
    std::filesystem::remove(file(std::string("cells/") + lost + ".json"));
  std::ofstream(file("cells/3-4.json.part")) << "{\"game\"";
  output_of(sweep_words());
  EXPECT_EQ(whole(), before);
  EXPECT_EQ(test::read_whole(file("cells/2-3.json")), kept) << "times included";
}

TEST_F(SweepProgram, KeepsWhatItHasOfAnotherGame) {
  output_of(sweep_words());
  EXPECT_NE(complaint_of(1, {"sweep", "mnk", "columns=3,4", "rows=3,4", "-o", results()})
                .find("3-3.json is of another game; name another folder."),
            std::string::npos);
  std::ofstream(file("cells/3-3.json")) << "[]";
  EXPECT_NE(complaint_of(1, sweep_words()).find("is not the result of a sweep"), std::string::npos);
}

TEST_F(SweepProgram, SaysWhatIsWrong) {
  const std::string domain = rules_file("breakthrough/domain.bddl"),
                    problem = rules_file("breakthrough/3x4.bddl");
  EXPECT_NE(complaint_of(1, {"sweep", "--bddl", domain, problem, "--rows", "4,5", "-o", results()})
                .find("needs this square as"),
            std::string::npos);
  EXPECT_NE(complaint_of(2, {"sweep", "connect", "columns=3", "--rows", "4", "-o", results()})
                .find("--rows is for games in BDDL"),
            std::string::npos);
  EXPECT_NE(
      complaint_of(2, {"sweep", "connect", "columns=4..3", "-o", results()}).find("is not a range"),
      std::string::npos);
  EXPECT_NE(complaint_of(2, sweep_words({"--without", "jump"})).find("no action 'jump'"),
            std::string::npos);
  EXPECT_NE(complaint_of(2, {"sweep", "-o", results()}).find("Give a game"), std::string::npos);
  EXPECT_NE(complaint_of(2, {"sweep", "--bddl", domain, problem, problem, "-o", results()})
                .find("Two files are called"),
            std::string::npos);
  EXPECT_NE(complaint_of(1, {"sweep", "mnk", "columns=0,99", "-o", results()})
                .find("None of these is a game"),
            std::string::npos);
  std::ofstream(folder_.file("plain")) << "";
  EXPECT_NE(complaint_of(1, {"sweep", "mnk", "columns=3", "-o", folder_.file("plain")})
                .find("Cannot make the folder"),
            std::string::npos);
}

TEST_F(SweepProgram, ComparesProblemFiles) {
  const std::string text = output_of(
      {"sweep", "--bddl", rules_file("domineering/domain.bddl"), rules_file("domineering/2x3.bddl"),
       rules_file("domineering/3x2.bddl"), "--turn", "first,second", "-o", results()});
  EXPECT_TRUE(std::filesystem::exists(file("cells/2x3-second.json"))) << text;
  EXPECT_NE(text.find("problem"), std::string::npos);
}

}  // namespace
}  // namespace zermelo
