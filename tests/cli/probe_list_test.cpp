// SPDX-License-Identifier: MIT
// zermelo probe --from, moves and grade, as scripts and programs see them.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "probe/grade.h"
#include "probe/table.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/edited_table.h"
#include "tests/support/program.h"
#include "tests/support/small_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using nlohmann::json;
using Words = std::vector<std::string>;

class ProgramAnswersLists : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    make_game(spec)->kind("distance")->solve(table(), {});
    make_game(spec)->kind("reach")->solve(file("reach.ztb"), {});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static std::string table() { return folder_->file("table.ztb"); }
  static std::string file(const std::string& name) { return folder_->file(name); }

  static std::vector<json> parsed(const std::string& output) {
    std::vector<json> result;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) result.push_back(json::parse(line));
    return result;
  }
  // The answers to a list on stdin.
  static std::vector<json> answers(const std::string& input, Words options = {},
                                   const std::string& path = table()) {
    Words words = {"probe", path, "--from", "-"};
    words.insert(words.end(), options.begin(), options.end());
    const auto run = test::run_program({.arguments = words, .input = input});
    EXPECT_EQ(run.exit_code, 0) << run.error;
    EXPECT_EQ(run.error, "");
    return parsed(run.output);
  }
  static json good_json(Words words) {
    words.push_back("--json");
    return json::parse(test::output_of(words));
  }

  static const GameSpec spec;

 private:
  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* ProgramAnswersLists::folder_ = nullptr;
const GameSpec ProgramAnswersLists::spec{"ostle", {{"size", "3"}, {"start", "3"}, {"lose", "1"}}};

// --- Lists ---------------------------------------------------------------------------------------

TEST_F(ProgramAnswersLists, InOrderWithAnErrorAnItem) {
  const auto found = answers(
      "www/1o1/bbb b\n"
      "\n"
      "# a comment\n"
      "  www/1o1/bbb b  # the start \r\n"
      "www/3/bbb b\n"
      "www/1o1/b2 b\n"
      "start\n"
      "3/ww1/obb b");
  ASSERT_EQ(found.size(), 6u);
  EXPECT_EQ(found[0],
            (json{{"number", 1}, {"position", "www/1o1/bbb b"}, {"value", "win"}, {"plies", 17}}));
  EXPECT_EQ(found[1],
            (json{{"number", 4}, {"position", "www/1o1/bbb b"}, {"value", "win"}, {"plies", 17}}));
  EXPECT_EQ(found[2], (json{{"number", 5},
                            {"position", "www/3/bbb b"},
                            {"code", "illegal_position"},
                            {"error", "The position has no hole (o)."}}));
  EXPECT_EQ(found[3].at("code"), "game_over");
  EXPECT_EQ(found[3].at("error"), "The game is over: Black is down to 1 piece, so White has won.");
  EXPECT_EQ(found[4].at("code"), "illegal_position");
  EXPECT_EQ(found[5],
            (json{{"number", 8}, {"position", "3/ww1/obb b"}, {"value", "loss"}, {"plies", 4}}));
}

TEST_F(ProgramAnswersLists, AsItAnswersOne) {
  const Table opened = Table::open(table());
  std::string input;
  const std::vector<std::string> positions = opened.sample(30, 3);
  for (const std::string& position : positions) input += position + "\n";
  const auto found = answers(input, {"--moves", "--line", "--threads", "2"});
  ASSERT_EQ(found.size(), positions.size());
  for (std::size_t i = 0; i < 5; ++i) {
    const json one = good_json({"probe", table(), positions[i], "--moves", "--line"});
    const json& many = found[i];
    EXPECT_EQ(many.at("position"), one.at("position"));
    EXPECT_EQ(many.at("value"), one.at("value"));
    EXPECT_EQ(many.at("plies"), one.at("plies"));
    EXPECT_EQ(many.at("moves"), one.at("moves"));
    EXPECT_EQ(many.at("line"), one.at("line"));
    EXPECT_EQ(many.at("line_complete"), one.at("line_complete"));
  }
}

TEST_F(ProgramAnswersLists, OfFilesOfEveryKind) {
  EXPECT_TRUE(answers("").empty());
  EXPECT_TRUE(answers("\n \n# nothing\n").empty());
  test::write_whole(file("list.txt"), "\xef\xbb\xbfwww/1o1/bbb b\n");
  const auto marked = parsed(test::output_of({"probe", table(), "--from", file("list.txt")}));
  ASSERT_EQ(marked.size(), 1u);
  EXPECT_EQ(marked[0].at("plies"), 17);

  // Garbage is an illegal position, and the rest of the list is still answered.
  std::string garbage = std::string("\0\xff\xfe\x80 b", 6) + "\n";
  for (int i = 1; i < 256; ++i) garbage += static_cast<char>(i == '\n' || i == '#' ? ' ' : i);
  garbage += "\n" + std::string(1 << 20, 'b') + "\nwww/1o1/bbb b\n";
  const auto found = answers(garbage);
  ASSERT_EQ(found.size(), 4u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(found[i].at("code"), "illegal_position");
  EXPECT_EQ(found[2].at("position"), "");
  EXPECT_EQ(found[2].at("error"), "The line is longer than 65,536 bytes.");
  EXPECT_EQ(found[3].at("plies"), 17);
  EXPECT_EQ(found[3].at("number"), 4);
}

TEST_F(ProgramAnswersLists, OfManyPositionsWithOrWithoutThreads) {
  const Table opened = Table::open(table());
  std::string input;
  const std::vector<std::string> positions = opened.sample(60000, 5);
  for (const std::string& position : positions) input += position + "\n";
  const auto run = [&](const char* threads) {
    const auto result = test::run_program(
        {.arguments = {"probe", table(), "--from", "-", "--threads", threads}, .input = input});
    EXPECT_EQ(result.exit_code, 0);
    return result.output;
  };
  const std::string one = run("1");
  EXPECT_EQ(one, run("3"));
  const auto found = parsed(one);
  ASSERT_EQ(found.size(), positions.size());
  for (std::size_t i = 0; i < positions.size(); i += 97) {
    const Value value = opened.probe(positions[i]);
    EXPECT_EQ(found[i].at("number"), i + 1);
    EXPECT_EQ(found[i].at("position"), positions[i]);
    EXPECT_EQ(found[i].at("value"), outcome_name(value.outcome()));
  }
}

// A program that writes a position and waits gets its answer.
TEST_F(ProgramAnswersLists, AsThePositionsCome) {
  const std::string fifo = file("fifo"), output = file("answers");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  test::Program program({.arguments = {"probe", table(), "--from", fifo}, .output = output});
  std::ofstream input(fifo);
  for (std::size_t i = 1; i <= 3; ++i) {
    input << "www/1o1/bbb b" << std::endl;
    std::vector<json> found;
    for (int tries = 0; tries < 2000 && found.size() < i; ++tries) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
      const std::string text = test::read_whole(output);
      found = parsed(text.substr(0, text.rfind('\n') + 1));
    }
    ASSERT_EQ(found.size(), i);
    EXPECT_EQ(found.back().at("number"), i);
  }
  input.close();
  EXPECT_EQ(program.wait().exit_code, 0);
}

TEST_F(ProgramAnswersLists, OfDistances) {
  const auto found = answers("www/1o1/bbb b\nnonsense\n", {}, file("reach.ztb"));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0],
            (json{{"number", 1}, {"position", "www/1o1/bbb b"}, {"plies_from_start", 0}}));
  EXPECT_EQ(found[1].at("code"), "illegal_position");
  EXPECT_FALSE(found[1].contains("plies_from_start"));
}

TEST_F(ProgramAnswersLists, OfATableThatLacksThem) {
  GameSpec few = spec;
  few.parameters["total"] = "4";
  solve(*make_game(few), file("few.ztb"));
  const auto found = answers("www/1o1/bbb b\n", {}, file("few.ztb"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].at("code"), "not_in_table");
}

// Damage is reported for the positions that need the damaged part.
TEST_F(ProgramAnswersLists, OfADamagedTable) {
  std::string bytes = test::read_whole(table());
  for (std::size_t i = 600; i < 640; ++i) bytes[i] = static_cast<char>(~bytes[i]);
  test::write_whole(file("damaged.ztb"), bytes);
  std::string input;
  for (const std::string& position : Table::open(table()).sample(300, 1)) input += position + "\n";
  std::size_t damaged = 0, ok = 0;
  for (const json& item : answers(input, {}, file("damaged.ztb")))
    ++(item.contains("code") ? damaged : ok);
  EXPECT_GT(damaged, 0u);
  EXPECT_GT(ok, 0u);
}

TEST_F(ProgramAnswersLists, RefusesWhatMakesNoSense) {
  const auto refused = [&](int code, Words words) {
    words.insert(words.begin(), {"probe", table()});
    return test::complaint_of(code, words);
  };
  EXPECT_EQ(refused(2, {}),
            "Give a position, the word start, or --from. See zermelo probe --help.");
  EXPECT_EQ(refused(2, {"start", "--from", "-"}),
            "Give a position or --from, not both. See zermelo probe --help.");
  EXPECT_EQ(refused(2, {"--svg", "x", "--from", "-"}),
            "--svg draws one position; it does not go with --from. See zermelo probe --help.");
  EXPECT_EQ(refused(1, {"--from", "/no/such/file"}),
            "Cannot read /no/such/file: No such file or directory.");
  EXPECT_EQ(refused(1, {"--from", ""}), "Cannot read : No such file or directory.");
  EXPECT_EQ(test::complaint_of(1, {"probe", file("reach.ztb"), "--from", "-", "--moves"}),
            file("reach.ztb") + " holds distances from the start and no values.");
}

// --- Moves ---------------------------------------------------------------------------------------

TEST_F(ProgramAnswersLists, MovesNeedNoTable) {
  const auto game = make_game(spec);
  const json found = good_json({"moves", "ostle", "size=3", "start=3", "lose=1"});
  EXPECT_EQ(found.at("position"), game->start());
  EXPECT_EQ(found.at("to_move"), "black");
  const auto moves = game->moves(game->start());
  ASSERT_EQ(found.at("moves").size(), moves.size());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const json& m = found.at("moves")[i];
    EXPECT_EQ(m.at("move"), moves[i].move);
    EXPECT_EQ(m.at("position"), moves[i].result);
    EXPECT_EQ(m.at("after"), moves[i].after);
    EXPECT_TRUE(m.at("ending").is_null());
  }
  EXPECT_EQ(good_json({"moves", "ostle", "size=3", "start=3", "lose=1", "start"}), found);

  const json ends = good_json({"moves", "mnk", "bb1/ww1/3", "b"});
  EXPECT_EQ(ends.at("moves")[4].at("move"), "c3");
  EXPECT_EQ(ends.at("moves")[4].at("ending"), "win");
  EXPECT_TRUE(ends.at("moves")[4].at("position").is_null());
  EXPECT_EQ(ends.at("moves")[4].at("after"), "bbb/ww1/3 w");
  EXPECT_NE(
      test::output_of({"moves", "mnk", "bb1/ww1/3 b"}).find("c3  ends the game: Black has won.\n"),
      std::string::npos);
}

TEST_F(ProgramAnswersLists, MovesOfGamesInBddl) {
  const std::string folder = test::shipped_games / "knightthrough";
  const json found = good_json({"moves", "--bddl", folder + "/domain.bddl", folder + "/3x5.bddl"});
  EXPECT_GT(found.at("moves").size(), 0u);
}

TEST_F(ProgramAnswersLists, MovesRefuseWhatIsNoPosition) {
  EXPECT_EQ(test::complaint_of(1, {"moves", "mnk", "bbb/ww1/3", "w"}), "Black has won.");
  EXPECT_NE(test::complaint_of(1, {"moves", "mnk", "nonsense"}), "");
  EXPECT_EQ(test::complaint_of(2, {"moves", "draughts"}),
            "There is no game 'draughts'; `zermelo games` lists them. See zermelo moves --help.");
  EXPECT_NE(test::complaint_of(2, {"moves"}), "");
}

// --- Games ---------------------------------------------------------------------------------------

TEST_F(ProgramAnswersLists, GradesTellWhatMovesGaveAway) {
  const json found = good_json({"grade", table(), "1.", "b2L", "c3D", "2.", "a1L"});
  const GradedGame graded = grade_game(Table::open(table()), read_moves("b2L c3D a1L"));
  ASSERT_EQ(found.at("moves").size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const json& m = found.at("moves")[i];
    const GradedMove& expected = graded.moves[i];
    EXPECT_EQ(m.at("ply"), expected.ply);
    EXPECT_EQ(m.at("side"), i % 2 == 0 ? "black" : "white");
    EXPECT_EQ(m.at("position"), expected.position);
    EXPECT_EQ(m.at("move"), expected.move);
    EXPECT_EQ(m.at("result"), expected.result);
    EXPECT_EQ(m.at("grade"), grade_name(expected.grade));
    EXPECT_EQ(m.at("given_away"), expected.given_away);
    EXPECT_EQ(m.at("value"), outcome_name(expected.value.outcome()));
    EXPECT_EQ(m.at("best").at("moves"), json(expected.best_moves));
  }
  EXPECT_EQ(found.at("black").at("moves"), 2);
  EXPECT_EQ(found.at("white").at("best"), graded.white.best);
  EXPECT_EQ(found.at("over"), false);
  EXPECT_EQ(found.at("position"), graded.position);
  EXPECT_EQ(good_json({"grade", table(), "1. b2L c3D 2. a1L"}), found);
  test::write_whole(file("game.txt"), "1. b2L c3D  # a comment\n2. a1L\n");
  EXPECT_EQ(good_json({"grade", table(), "--from", file("game.txt")}), found);
  EXPECT_EQ(json::parse(test::output_of(
                {"grade", table(), "--json", "--start", "start", "--", "b2L", "c3D", "a1L"})),
            found);
}

TEST_F(ProgramAnswersLists, GradesOfWholeGames) {
  const std::string line =
      "1. b2L c3D  2. c1U a2R  3. a1U a3D  4. c2U b3R  5. a1U a3R  6. b2R c2D"
      "  7. b1U b3D  8. a2R c3L  9. b1U";
  const std::string text = test::output_of({"grade", table(), line});
  EXPECT_NE(text.find("Black: 9 moves, 9 best; 0 errors, where a beginner makes 6.2.\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("White: 8 moves, 8 best.\n"), std::string::npos) << text;
  EXPECT_NE(text.find("Black has won.\n"), std::string::npos) << text;
  const json found = good_json({"grade", table(), line});
  EXPECT_EQ(found.at("over"), true);
  EXPECT_EQ(found.at("winner"), "black");
  EXPECT_TRUE(found.at("position").is_null());
  EXPECT_EQ(
      test::output_of({"grade", table()}),
      "Black: 0 moves, 0 best.\nWhite: 0 moves, 0 best.\nThe game goes on from www/1o1/bbb b.\n");
}

TEST_F(ProgramAnswersLists, GradesRefuseWhatIsNoGame) {
  EXPECT_EQ(test::complaint_of(1, {"grade", table(), "b2L", "b2L"}).substr(0, 38),
            "Move 2, 'b2L', is not a legal move of ");
  EXPECT_EQ(test::complaint_of(1, {"grade", table(), "--start", "www/3/bbb b", "b2L"}),
            "The position has no hole (o).");
  EXPECT_EQ(test::complaint_of(2, {"grade", table(), "b2L", "--from", "-"}),
            "Give the moves or --from, not both. See zermelo grade --help.");
  EXPECT_EQ(test::complaint_of(1, {"grade", table(), "--from", "/no/such/file"}),
            "Cannot read /no/such/file: No such file or directory.");
  EXPECT_NE(test::complaint_of(1, {"grade", file("reach.ztb"), "b2L"}), "");
}

}  // namespace
}  // namespace zermelo
