// SPDX-License-Identifier: MIT
// Games in which endless play is one side's win: solved, however they are stopped and shared; and
// verified, with errors that no position's moves show.
#include "kinds/codes/drawn_ends.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "gen/bddl/piece_game.h"
#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "gen/grid/metric.h"
#include "kinds/codes/index_header.h"
#include "kinds/codes/solve.h"
#include "probe/game.h"
#include "probe/table.h"
#include "proof/crosscheck.h"
#include "proof/strategy.h"
#include "tablebase/distributed/thread_cluster.h"
#include "tests/reference/version2_values.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/edited_table.h"
#include "tests/support/error_text.h"
#include "tests/support/stopped_runs.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo {
namespace {

using bddl::PieceGame;
using reference::Version2Values;

// White walks along the lower lane, either way, and Black along the upper one, where White's way
// ends with a draw.
std::string lanes(const std::string& endless) {
  return "#bddl 2\n#boardsize 4 2\n#steps\nside (1,0) (-1,0)\n#endless " + endless +
         "\n#actions\n:action go\n:parameters ?p ?d=side\n"
         ":precondition own(?p) open(?p+?d)\n:effect open(?p) own(?p+?d)\n"
         "#whitedraws own(4,2)\n#init white(1,2) black(1,1)\n#turn white\n";
}

// White hunts the piece that flees round a ring of four, and would take it if White could pass.
std::string ring(const std::string& endless, const std::string& more) {
  return "#bddl 2\n#boardsize 2 2\n#links\n(1,1) (2,1) (2,2) (1,2) (1,1)\n#endless " + endless +
         "\n#blackactions\n:action flee\n:parameters ?p ?q\n"
         ":precondition own(?p) next(?p,?q) open(?q)\n:effect open(?p) own(?q)\n"
         "#whiteactions\n:action hunt\n:parameters ?p ?q\n"
         ":precondition own(?p) next(?p,?q)\n:effect open(?p) take(?q) own(?q)\n" +
         more + "#whitegoals count(other)=0\n#stuck loss\n#init black(1,1) white(2,1)\n";
}

GameSpec endless_spec(const std::string& rules) {
  return {"bddl", {{"domain", rules}, {"domain-file", "g.bddl"}}};
}

class EndlessPlay : public testing::Test {
 protected:
  // Solves, verifies, and compares all values with those of the brute force.
  Table solved(const std::string& rules) {
    const auto game = make_game(endless_spec(rules));
    solve(*game, path_, {.threads = 2, .force = true});
    Table table = Table::open(path_);
    EXPECT_EQ(table.verify().failure.value_or(""), "");
    const bddl::tree::Game tree = bddl::parse_version_2(rules, "g.bddl");
    const Version2Values values(tree, 20'000);
    EXPECT_TRUE(values.is_complete());
    for (const auto& [p, plies] : values.values()) {
      const std::string text = values.text_of(p);
      const Value expected = plies == Version2Values::endless    ? Value::endless(Outcome::win)
                             : plies == -Version2Values::endless ? Value::endless(Outcome::loss)
                             : plies > 0                         ? Value::win(plies)
                             : plies < 0                         ? Value::loss(-plies)
                                                                 : Value::draw();
      EXPECT_EQ(to_string(table.probe(text)), to_string(expected)) << text;
    }
    return table;
  }
  std::string start_value(const std::string& rules) {
    const Table table = solved(rules);
    return to_string(table.probe(table.start()));
  }

  const test::TemporaryFolder folder_ = test::TemporaryFolder::in_memory();
  const std::string path_ = folder_.file("t.ztb");
};

TEST_F(EndlessPlay, IsLeftForADrawnEndBySomeoneWhoWouldLose) {
  EXPECT_EQ(start_value(lanes("draw")), "draw");
  EXPECT_EQ(start_value(lanes("black")), "draw");
  EXPECT_EQ(start_value(lanes("white")), "win by endless play");
}

TEST_F(EndlessPlay, IsWonByThePieceThatFlees) {
  EXPECT_EQ(start_value(ring("draw", "")), "draw");
  EXPECT_EQ(start_value(ring("black", "")), "win by endless play");
  EXPECT_EQ(start_value(ring("white", "")), "loss by endless play");
  const std::string pass = ":action wait\n:precondition\n:effect\n";
  EXPECT_EQ(start_value(ring("black", pass)), "loss in 4");
}

TEST_F(EndlessPlay, IsInNoNumberOfPlies) {
  const Table table = solved(ring("black", ""));
  const StatsReport stats = table.stats();
  EXPECT_EQ(stats.longest_win, 0);
  EXPECT_EQ(stats.longest_loss, 0);
  EXPECT_GT(stats.histogram.at(Value::endless(Outcome::win)), 0u);
  EXPECT_EQ(table.info().greatest, 0);
  const Line line = table.line(table.start(), 100);
  EXPECT_FALSE(line.complete);  // (it ends where a position comes again)
  EXPECT_GE(line.moves.size(), 4u);
  EXPECT_LT(line.moves.size(), 100u);
  int puzzles = 0;
  table.mine({}, {}, [&](const Puzzle& puzzle) {
    EXPECT_FALSE(puzzle.value.is_endless());
    return ++puzzles < 100;
  });
}

TEST_F(EndlessPlay, IsOfOneSideSoThatColoursAreNotExchanged) {
  const std::string rules = test::version_2_game("mu-torere");
  const auto rules_of = [](const std::string& text) {
    return bddl::ground(bddl::parse_version_2(text, "g.bddl"));
  };
  EXPECT_TRUE(PieceGame(rules_of(rules)).codes().is_folded());
  EXPECT_FALSE(PieceGame(rules_of(rules + "#endless black\n")).codes().is_folded());
  solved(rules + "#endless black\n");
  solved(rules + "#endless white\n");
}

// The hounds catch the hare, as is known (Winning Ways, chapter 21).
TEST_F(EndlessPlay, DecidesHareAndHounds) {
  const Table table = solved(test::version_2_game("hare-and-hounds"));
  EXPECT_TRUE(table.probe(table.start()).is_win());
  EXPECT_FALSE(table.probe(table.start()).is_endless());
}

// --- Solving -------------------------------------------------------------------------------------

// White wants to reach a corner for a draw, and two men of Black's are in the way.
std::string corner(int columns, int rows) {
  return fmt::format(
      "#bddl 2\n#boardsize {0} {1}\n#steps\nside (1,0) (-1,0) (0,1) (0,-1)\n#endless black\n"
      "#actions\n:action go\n:parameters ?p ?d=side\n:precondition own(?p) open(?p+?d)\n"
      ":effect open(?p) own(?p+?d)\n#whitedraws own({0},{1})\n"
      "#init white(1,1) black({0},{1}) black({0},1)\n#turn white\n",
      columns, rows);
}

TEST_F(EndlessPlay, MayKeepTheOtherSideFromADrawnEnd) {
  const StatsReport stats = solved(corner(4, 3)).stats();
  EXPECT_GT(stats.draws, 0u);
  EXPECT_GT(stats.histogram.at(Value::endless(Outcome::win)), 0u);
  EXPECT_GT(stats.histogram.at(Value::endless(Outcome::loss)), 0u);
}

TEST_F(EndlessPlay, IsSolvedToTheSameBytesHoweverItIsSharedAndStopped) {
  for (const std::string& rules : {corner(4, 3)}) {
    const PieceGame game(bddl::ground(bddl::parse_version_2(rules, "g.bddl")));
    const TableHeader header = codes_header(game, endless_spec("x"), distance_metric, "test");
    const auto solve_alone = [&](SolveOptions options) {
      GridSolve<PieceGame, DistanceMetric>(game, header, path_, std::move(options)).run();
      return test::read_whole(path_);
    };
    const std::string expected = solve_alone({.threads = 1, .force = true});
    EXPECT_TRUE(solve_alone({.threads = 2, .force = true}) == expected);
    std::mt19937 random(3);
    for (const int ranks : {1, 2}) {
      std::filesystem::remove(path_);
      const int stops = test::run_with_stops(ranks, random, [&](const auto& options) {
        if (ranks == 1) return void(solve_alone(options(0)));
        ThreadCluster::run(ranks, [&](Cluster& cluster) {
          ExchangeCounts counts;
          const SharingOptions fine = {.memory = 1, .stripes = {.blocks = 1}, .buffer = 200};
          const SharedCodes part(game, cluster, counts, fine);
          GridSolve<PieceGame, DistanceMetric, SharedCodes>(game, header, path_,
                                                            options(cluster.rank()), part)
              .run();
        });
      });
      if (ranks > 1) {
        EXPECT_GT(stops, 0);
      }
      EXPECT_TRUE(test::read_whole(path_) == expected) << ranks << " ranks";
    }
  }
}

// --- Verifying -----------------------------------------------------------------------------------

class PlantedEndlessErrors : public EndlessPlay {
 protected:
  // What verifying says when every value in the file has been replaced.
  std::string complaint(const std::string& rules, auto&& replace) {
    solve(*make_game(endless_spec(rules)), path_, {.threads = 1, .force = true});
    const PieceGame game(bddl::ground(bddl::parse_version_2(rules, "g.bddl")));
    const std::string bad = folder_.file("bad.ztb");
    test::rewrite_codes(path_, bad, game.codes().size(),
                        [&](std::size_t, SliceRecord& record, CodeMembers& members) {
                          replace(game, record, members);
                        });
    try {
      return Table::open(bad).verify({.threads = 1}).failure.value_or("");
    } catch (const DamagedTable& defect) {
      return defect.what();
    }
  }
};

// All positions of the circle keep their values in step, so that each is still the best of its
// moves.
TEST_F(PlantedEndlessErrors, OfDrawsThatWouldGoRoundInCircles) {
  const auto draws = [](const PieceGame&, SliceRecord& record, CodeMembers&) {
    for (Value& value : record.palette)
      if (value.is_endless()) value = Value::draw();
  };
  const std::string found = complaint(ring("black", ""), draws);
  EXPECT_NE(found.find("the table says draw, but White cannot force a drawn end, and Black wins if "
                       "play never ends."),
            std::string::npos)
      << found;
}

TEST_F(PlantedEndlessErrors, OfEndlessPlayThatTheOtherSideCanEnd) {
  int replaced = 0;
  const auto endless = [&](const PieceGame& game, SliceRecord& record, CodeMembers& members) {
    record.palette = {Value::endless(Outcome::loss), Value::endless(Outcome::win)};
    for (std::size_t i = 0; i < members.codes.size(); ++i) {
      const bool white = game.codes().decode(members.codes[i]).white_to_move;
      members.values[i] = white ? 0 : 1;
      ++replaced;
    }
  };
  EXPECT_NE(complaint(lanes("black"), endless), "");
  EXPECT_GT(replaced, 0);
}

TEST_F(PlantedEndlessErrors, OfTheWrongWinner) {
  const auto exchange = [](const PieceGame&, SliceRecord& record, CodeMembers&) {
    for (Value& value : record.palette)
      if (value.is_endless()) value = value.before_move();
  };
  EXPECT_NE(complaint(ring("black", ""), exchange), "");
}

// --- Proofs --------------------------------------------------------------------------------------

TEST_F(EndlessPlay, IsNotTakenForADrawByProofs) {
  const GameSpec spec = make_game(endless_spec(ring("black", "")))->spec();
  const auto refused = [&](ProofOptions::Method method) {
    return test::error_text<UsageError>([&] {
      ProofOptions options;
      options.method = method;
      prove(spec, "", options);
    });
  };
  const std::string no_model =
      "In this game Black wins if play never ends. There are no Boolean "
      "models of such games";
  EXPECT_TRUE(refused(ProofOptions::Method::ic3).starts_with(no_model));
  EXPECT_TRUE(refused(ProofOptions::Method::qbf).starts_with(no_model));
  EXPECT_TRUE(refused(ProofOptions::Method::search)
                  .starts_with("In this game Black also wins if play never ends, which a search"));
  ProofOptions by_table;
  by_table.method = ProofOptions::Method::table;
  EXPECT_EQ(prove(spec, "", by_table).verdict, Verdict::win);
  EXPECT_FALSE(prove(spec, "", by_table).plies);
  by_table.white = true;
  EXPECT_EQ(prove(spec, "", by_table).verdict, Verdict::no_win);
}

TEST_F(EndlessPlay, IsNotTakenForADrawBySearches) {
  const GameSpec spec = make_game(endless_spec(ring("black", "")))->spec();
  for (const bool white : {false, true}) {
    CrosscheckOptions options;
    options.white = white;
    const CrosscheckReport report = crosscheck(spec, options);
    EXPECT_EQ(report.disagreement, "");
    ASSERT_FALSE(report.rows.empty());
    EXPECT_EQ(report.rows.front().verdict, white ? Verdict::no_win : Verdict::win);
  }
}

}  // namespace
}  // namespace zermelo
