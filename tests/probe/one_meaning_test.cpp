// SPDX-License-Identifier: MIT
// Positions about which engines, verbs and interfaces used to disagree, one by one; for random ones
// see tests/random_games.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "gen/bddl/opponents_goals.h"
#include "gen/bddl/version1_parser.h"
#include "gen/error.h"
#include "probe/table.h"
#include "proof/strategy.h"
#include "tests/support/bddl_games.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::one_meaning {
namespace {

using Kind = PositionStatus::Kind;
using Method = ProofOptions::Method;
using Words = std::vector<std::string>;

std::string action(const char* name, const char* before, const char* after) {
  return std::string(":action ") + name + "\n:parameters (?x,?y)\n:precondition (" + before +
         ")\n:effect (" + after + ")\n";
}

class OneMeaning : public testing::Test {
 protected:
  // Writes both files; returns what the program calls them.
  Words game(const std::string& black, const std::string& white, const std::string& problem) {
    test::write_whole(domain_, "#blackactions\n" + black + "#whiteactions\n" + white);
    test::write_whole(problem_, problem);
    return {"--bddl", domain_, problem_};
  }
  GameSpec spec(const std::string& stuck = "") const {
    return bddl::read_game(domain_, problem_, stuck);
  }
  // The program's output, without warnings about the rules.
  static std::string said(Words verb, const Words& game, const Words& more = {}) {
    verb.insert(verb.end(), game.begin(), game.end());
    verb.insert(verb.end(), more.begin(), more.end());
    const test::ProcessResult result = test::run_program(verb);
    EXPECT_EQ(result.exit_code, 0) << result.error;
    EXPECT_TRUE(result.error.empty() || result.error.starts_with("zermelo: warning: "))
        << result.error;
    return result.output;
  }

  const test::TemporaryFolder folder_;
  const std::string domain_ = folder_.file("domain.bddl"), problem_ = folder_.file("problem.bddl"),
                    table_ = folder_.file("t.ztb"), strategy_ = folder_.file("s.aig");
};

// --- A goal that the other side fulfils ----------------------------------------------------------

// White pushes the black piece onto the square that is Black's goal, and Black has not won by that.
class PushedIntoTheGoal : public OneMeaning {
 protected:
  PushedIntoTheGoal()
      : game_(game(action("step", "black(?x,?y) open(?x+1,?y)", "open(?x,?y) black(?x+1,?y)"),
                   action("push", "white(?x,?y) black(?x+1,?y) open(?x+2,?y)",
                          "open(?x,?y) white(?x+1,?y) black(?x+2,?y)"),
                   "#boardsize\n4 2\n#init\nwhite(2,1) black(3,1) black(1,2)\n#depth\n3\n"
                   "#blackgoals\nblack(4,1)\n#whitegoals\n#blackturn\nsecond\n")) {}
  const Words game_;
  const std::string pushed_ = "2wb/b3 b";
};

TEST_F(PushedIntoTheGoal, TheGameGoesOn) {
  const auto rules = make_game(spec());
  EXPECT_EQ(rules->status(pushed_).kind, Kind::to_move);
  EXPECT_FALSE(rules->result(pushed_));
  EXPECT_EQ(rules->moves(pushed_).size(), 1u);
  // With White to move, Black has made the last move and has won.
  EXPECT_EQ(rules->status("2wb/b3 w").winner, Colour::black);
}

TEST_F(PushedIntoTheGoal, EveryVerbSaysSo) {
  said({"solve"}, game_, {"-o", table_});
  EXPECT_TRUE(
      test::output_of({"probe", table_, pushed_}).ends_with("Black to move wins in 1 ply.\n"));
  const std::string line = test::output_of({"line", table_});
  EXPECT_NE(line.find("loss in 2"), std::string::npos) << line;
  EXPECT_NE(line.find("The last move ends the game."), std::string::npos) << line;
  test::output_of({"verify", table_});
  EXPECT_NE(test::output_of({"validate", table_}).find("The same as in the table"),
            std::string::npos);
  test::output_of({"strategy", table_, "-o", strategy_});
  EXPECT_TRUE(test::output_of({"check", strategy_})
                  .starts_with("Black wins within 2 plies from the start.\n"));
  const std::string crosschecked = said({"crosscheck"}, game_);
  EXPECT_NE(crosschecked.find("The engines agree."), std::string::npos) << crosschecked;
  const Words start = {"--start", pushed_};
  EXPECT_TRUE(said({"prove"}, game_, start).starts_with("Black can force a win, within 1 ply.\n"));
}

TEST_F(PushedIntoTheGoal, IsWarnedOf) {
  const auto warning = [&] {
    return bddl::opponents_goals(bddl::ground(bddl::parse_version_1(
        test::read_whole(domain_), "domain.bddl", test::read_whole(problem_), "problem.bddl")));
  };
  const std::vector<std::string> expected = {
      "domain.bddl:7:1: White's action 'push' can fulfil a goal of Black's "
      "(problem.bddl:8:1), against sanity condition 3 of BDDL. A goal counts only after a move "
      "of its own side, so the game goes on then."};
  EXPECT_EQ(warning(), expected);
  // Taking the last open square from Black's goal, White can fulfil none.
  game(action("put", "open(?x,?y)", "black(?x,?y)"), action("put", "open(?x,?y)", "white(?x,?y)"),
       "#boardsize\n2 2\n#init\n#depth\n3\n#blackgoals\nblack(?x,?y) black(?x+1,?y)\n"
       "#whitegoals\nwhite(?x,?y) white(?x,?y+1)\n");
  EXPECT_EQ(warning(), std::vector<std::string>());
  // A goal that White can fulfil: Black's goal demands something on a square where White has put
  // something.
  game(action("put", "open(?x,?y)", "black(?x,?y)"), action("put", "open(?x,?y)", "white(?x,?y)"),
       "#boardsize\n2 2\n#init\n#depth\n3\n#blackgoals\nNOT(open(1,1)) black(2,2)\n#whitegoals\n");
  EXPECT_EQ(warning().size(), 1u);
}

TEST_F(PushedIntoTheGoal, TheProgramWarns) {
  Words words = {"moves"};
  words.insert(words.end(), game_.begin(), game_.end());
  const test::ProcessResult result = test::run_program(words);
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_NE(result.error.find("White's action 'push' can fulfil a goal of Black's"),
            std::string::npos)
      << result.error;
}

TEST(OpponentsGoal, IsInNoShippedGame) {
  for (const auto& problem : test::problems_in(test::shipped_games)) {
    const auto domain = problem.parent_path() / "domain.bddl";
    const std::vector<std::string> found = bddl::opponents_goals(
        bddl::ground(bddl::parse_version_1(test::read_whole(domain.string()), domain.string(),
                                           test::read_whole(problem.string()), problem.string())));
    EXPECT_EQ(found, std::vector<std::string>());
  }
}

// --- A start without moves -----------------------------------------------------------------------

// White begins, has no piece to remove, and so is stuck.
class StuckAtTheStart : public OneMeaning {
 protected:
  StuckAtTheStart()
      : game_(game(action("put", "open(?x,?y)", "black(?x,?y)"),
                   action("leave", "white(?x,?y)", "open(?x,?y)"),
                   "#boardsize\n2 2\n#init\n#depth\n5\n#blackgoals\nblack(1,1) black(2,1)\n"
                   "#whitegoals\n#blackturn\nsecond\n")) {}
  const Words game_;
};

TEST_F(StuckAtTheStart, IsADrawForEveryEngine) {
  for (const Method method : {Method::ic3, Method::table, Method::search}) {
    ProofOptions options;
    options.method = method;
    const ProofReport report = prove(spec("draw"), "", options);
    EXPECT_EQ(report.verdict, Verdict::no_win) << report.method;
    EXPECT_TRUE(report.complete) << report.method;
  }
  EXPECT_TRUE(said({"depth"}, game_, {"--stuck", "draw"})
                  .starts_with("The game is over at its start: White cannot move: the game is "
                               "drawn.\nBlack has no winning strategy, however long.\n"));
  const std::string all = said({"crosscheck"}, game_, {"--stuck", "draw"});
  EXPECT_NE(all.find("The engines agree."), std::string::npos) << all;
  EXPECT_EQ(all.find("unknown"), std::string::npos) << all;
}

TEST_F(StuckAtTheStart, IsWonInNoPlyForEveryEngineWhereThatLoses) {
  for (const Method method : {Method::ic3, Method::table, Method::search, Method::qbf}) {
    ProofOptions options;
    options.method = method;
    if (method == Method::qbf) options.depth = 4;
    const ProofReport report = prove(spec("loss"), "", options);
    EXPECT_EQ(report.verdict, Verdict::win) << report.method;
    EXPECT_EQ(report.plies, 0) << report.method;
    EXPECT_EQ(report.over_at_start, "White cannot move and has lost.");
  }
  // (Definition 3.10 counts a dummy move of Black's, White's missing one, and a dummy one again.)
  EXPECT_NE(said({"depth"}, game_, {"--stuck", "loss"}).find("the critical depth is 3."),
            std::string::npos);
  const std::string all = said({"crosscheck"}, game_, {"--stuck", "loss"});
  EXPECT_NE(all.find("Black wins in 0"), std::string::npos) << all;
  EXPECT_NE(all.find("The engines agree."), std::string::npos) << all;
}

TEST_F(StuckAtTheStart, EveryVerbSaysThatTheGameIsOver) {
  const Words games[] = {
      game("", "", "#boardsize\n2 2\n#init\n#depth\n3\n#blackgoals\n#whitegoals\n"),
      {"othello", "rows=2", "cols=2"}};
  const char* const whys[] = {"Black cannot move and has lost.",
                              "Neither side can move: a draw, 2 to 2."};
  for (const int k : {0, 1}) {
    const std::string why = whys[k], over = "The game is over at its start: " + why + "\n";
    const std::string solved = said({"solve"}, games[k], {"-o", table_, "--force"});
    EXPECT_NE(solved.find("positions          0\n"), std::string::npos) << solved;
    EXPECT_TRUE(solved.ends_with(over)) << solved;
    EXPECT_EQ(test::output_of({"stats", table_}), over);
    test::output_of({"verify", table_});
    EXPECT_NE(test::output_of({"validate", table_}).find("The same as in the table"),
              std::string::npos);
    for (const Words& verb : {Words{"probe", table_, "start"}, Words{"line", table_}})
      EXPECT_EQ(test::complaint_of(1, verb), why);
    EXPECT_TRUE(said({"prove"}, games[k]).starts_with(over));
    const std::string counted = said({"count"}, games[k], {"--json"});
    EXPECT_NE(counted.find("\"over\": 1"), std::string::npos) << counted;
    const std::string all = said({"crosscheck"}, games[k]);
    EXPECT_NE(all.find("The engines agree."), std::string::npos) << all;
  }
}

// --- Moves that do the same ----------------------------------------------------------------------

TEST_F(OneMeaning, TwoActionsThatDoTheSameAreOneMove) {
  const std::string put = action("put", "open(?x,?y)", "white(?x,?y)"),
                    again = action("again", "open(?x,?y)", "white(?x,?y)");
  game(action("put", "open(?x,?y)", "black(?x,?y)"), put + again,
       "#boardsize\n2 2\n#init\n#depth\n3\n#blackgoals\nblack(?x,?y) black(?x+1,?y)\n"
       "#whitegoals\n");
  for (const Method method : {Method::ic3, Method::table, Method::qbf}) {
    for (const bool white : {false, true}) {
      ProofOptions options;
      options.method = method;
      options.white = white;
      if (method == Method::qbf) options.depth = 4;
      const ProofReport report = prove(spec(), strategy_, options);
      EXPECT_TRUE(method != Method::qbf || report.certified);
      const StrategyCheckReport checked = check_strategy(strategy_);
      EXPECT_FALSE(checked.fault) << report.method << checked.fault->sentence;
    }
  }
  const std::string domain = test::read_whole(domain_);
  const GameSpec twice = spec();
  game(action("put", "open(?x,?y)", "black(?x,?y)"), put, test::read_whole(problem_));
  EXPECT_EQ(make_game(twice)->moves("1b/2 w").size(), make_game(spec())->moves("1b/2 w").size());
}

// --- Starts that are not starts-------------------------------------------------------------------

struct BadStart {
  GameSpec game;
  const char* position;
  bool is_over;  // otherwise impossible
};

TEST_F(OneMeaning, NothingIsProvedOfAPositionWithoutAMove) {
  const BadStart starts[] = {
      {{"mnk", {}}, "bbb/www/3 b", false},
      {{"mnk", {}}, "3/ww1/bbb w", true},
      {{"mnk", {}}, "bwb/bww/wbb w", true},
      {{"breakthrough", {{"columns", "3"}, {"rows", "4"}}}, "w1b/1w1/3/3 b", false},
      {{"breakthrough", {{"columns", "3"}, {"rows", "4"}}}, "w1b/1w1/3/3 w", true},
      {{"connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}}}, "3/b2/2w w", false},
      {{"notakto", {}}, "bbb/3/3 w", true},
      {{"domineering", {{"columns", "2"}, {"rows", "2"}}}, "b1/b1 w", true},
      {{"clobber", {{"columns", "2"}, {"rows", "1"}}}, "1b w", true},
      {{"othello", {}}, "bbbb/bbbb/bbbb/bbbb b", true}};
  for (const BadStart& bad : starts) {
    SCOPED_TRACE(bad.game.name + " " + bad.position);
    const auto rules = make_game(bad.game);
    const PositionStatus status = rules->status(bad.position);
    EXPECT_EQ(status.is_over(), bad.is_over) << status.why;
    EXPECT_EQ(status.kind == Kind::impossible, !bad.is_over);
    const auto expect_refused = [&](auto&& ask) {
      if (bad.is_over) {
        EXPECT_EQ(test::error_text<GameOver>(ask), status.why);
      } else {
        EXPECT_EQ(test::error_text<IllegalPosition>(ask), status.why);
      }
    };
    expect_refused([&] { rules->moves(bad.position); });
    for (const Method method : {Method::automatic, Method::ic3, Method::table, Method::qbf}) {
      ProofOptions options;
      options.method = method;
      options.start = bad.position;
      expect_refused([&] { prove(bad.game, "", options); });
    }
    // A strategy that claims to begin there.
    const std::string path = folder_.file("start.aag");
    ProofOptions options;
    options.seconds = 60;
    prove(bad.game, path, options);
    std::string text = test::read_whole(path);
    const std::size_t at = text.find("\nowner ");
    ASSERT_NE(at, std::string::npos);
    text.insert(at, std::string("\nstart ") + bad.position);
    test::write_whole(path, text);
    expect_refused([&] { check_strategy(path); });
    expect_refused([&] { StrategyFile::open(path).answer(bad.position); });
  }
}

// A position to which play cannot lead and which is won at once has a value; what its other moves
// are worth no table knows, and every verb says so.
TEST_F(OneMeaning, APositionBeyondPlayThatIsWonAtOnceIsCalledThat) {
  const std::string position = "2w/b2/2b/3 b";
  solve(*make_game({"breakthrough", {{"columns", "3"}, {"rows", "4"}}}), table_);
  const Table table = Table::open(table_);
  EXPECT_EQ(table.probe(position), Value::win(1));
  const std::string sentence =
      "Play from the start cannot lead to this position. It is won at once, but the table lacks "
      "what "
      "its other moves lead to.";
  EXPECT_EQ(test::error_text<NotInTable>([&] { table.moves(position); }), sentence);
  EXPECT_EQ(test::error_text<NotInTable>([&] { table.line(position); }), sentence);
  EXPECT_EQ(test::error_text<NotInTable>([&] { table.diagram(position); }), sentence);
  for (const Words& asked :
       {Words{"line", table_, position}, {"probe", table_, position, "--moves"}})
    EXPECT_EQ(test::run_program(asked).error, "zermelo: " + sentence + "\n");
  EXPECT_EQ(test::error_text<NotInTable>([&] { table.line("w2/3/wb1/2b b"); }),
            "Play from the start cannot lead to this position, so the table lacks it.");
}

// The text of a position does not end in its side to move where the rules forbid a move.
TEST_F(OneMeaning, WhoMovesIsNotTheLastLetter) {
  const GameSpec ostle{"ostle", {{"size", "3"}, {"start", "3"}}};
  const std::string state = "bw1/1ob/bww w b2L";
  EXPECT_EQ(make_game(ostle)->to_move(state), Colour::white);
  for (const bool white : {false, true}) {
    ProofOptions options;
    options.method = Method::table;
    options.white = white;
    options.start = state;
    const ProofReport report = prove(ostle, "", options);
    EXPECT_EQ(report.verdict, white ? Verdict::win : Verdict::no_win);
    EXPECT_EQ(report.plies, white ? std::optional(1) : std::nullopt);
  }
}

}  // namespace
}  // namespace zermelo::one_meaning
