// SPDX-License-Identifier: MIT
// Proofs about games in version 2 of BDDL: verdicts against a brute force that plays from the
// syntax tree, strategies of every kind checked, played and corrupted, files for other solvers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/version2_parser.h"
#include "gen/error.h"
#include "probe/game.h"
#include "proof/check/check.h"
#include "proof/crosscheck.h"
#include "proof/ic3/prove_by_ic3.h"
#include "proof/qbf/prove_qbf.h"
#include "proof/strategy.h"
#include "proof/strategy/strategy_output.h"
#include "proof/validate.h"
#include "tests/reference/version2_values.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/random_version2.h"
#include "tests/support/temporary_folder.h"
#include "tests/support/version2_games.h"

namespace zermelo::proof {
namespace {

GameSpec version_2_spec(const std::string& text) {
  return {"bddl", {{"domain", text}, {"domain-file", "g.bddl"}}};
}

// --- Games ---------------------------------------------------------------------------------------

// Drops; taken pieces come to hand, the promoted one as what it was.
constexpr const char* drops_2x4 = R"(#bddl 2
#pieces king pawn gold
#hands pawn=pawn,gold
#boardsize 2 4
#steps
king (0,-1) (1,0) (-1,0) (0,1)
pawn (0,-1)
gold (0,-1) (1,0) (-1,0)
#regions far (?x,ymin)
#mirror turn
#actions
:action move
:parameters ?k=king,gold ?p ?q
:precondition own-?k(?p) reaches(?k,?p,?q) NOT(own(?q))
:effect open(?p) take(?q) own-?k(?q)
:action advance
:parameters ?p ?q
:precondition own-pawn(?p) reaches(pawn,?p,?q) NOT(own(?q)) NOT(far(?q))
:effect open(?p) take(?q) own-pawn(?q)
:action promote
:parameters ?p ?q=far
:precondition own-pawn(?p) reaches(pawn,?p,?q) NOT(own(?q))
:effect open(?p) take(?q) own-gold(?q)
:action drop
:parameters ?p
:precondition hand(own,pawn) open(?p) NOT(far(?p))
:effect hand(own,pawn)-1 own-pawn(?p)
#goals count(other-king)=0
#init white-king(1,1) black-pawn(1,3) black-king(2,4)
)";

// Rows are pushed: squares get what others had, and two pushes can do the same. Each player may
// complete the other's line.
constexpr const char* pushes_3x2 = R"(#bddl 2
#boardsize 3 2
#lines
(1,1) (2,1) (3,1)
(1,2) (2,2) (3,2)
#steps side (1,0) (-1,0) (0,1) (0,-1)
#actions
:action push
:parameters ?p ?d=side ?n
:precondition NOT(other(?p)) on(?p+?n?d) off(?p+?n?d+?d)
:effect each ?i 0 ?n-1 (becomes(?p+?i?d,?p+?i?d+?d)) own(?p+?n?d)
:text ?p>?p+?n?d
#losses line(?p,?q,?r) other(?p) other(?q) other(?r)
#goals line(?p,?q,?r) own(?p) own(?q) own(?r)
#init
)";

// Mate and stalemate.
constexpr const char* rook_3x3 = R"(#bddl 2
#pieces king rook
#boardsize 3 3
#steps
king (1,0) (-1,0) (0,1) (0,-1) (1,1) (1,-1) (-1,1) (-1,-1)
rook (1,0)* (-1,0)* (0,1)* (0,-1)*
#actions
:action move
:parameters ?k ?p ?q
:precondition own-?k(?p) reaches(?k,?p,?q) NOT(own(?q))
:effect open(?p) take(?q) own-?k(?q)
#illegal own-king(?p) attacked(?p)
#draws count(own)=1 count(other)=1
#stuck
loss own-king(?p) attacked(?p)
draw
#init white-king(1,1) black-king(3,3) black-rook(2,3)
)";

struct SmallGame {
  std::string name, text;
  int positions = 2;  // how many to begin from, in addition to the start
};
std::ostream& operator<<(std::ostream& out, const SmallGame& g) { return out << g.name; }

std::vector<SmallGame> small_games() {
  return {{"Hexapawn", test::version_2_game("hexapawn"), 6},
          {"PongHauKi", test::version_2_game("pong-hau-ki"), 2},
          {"Jumpers", test::jumpers, 2},
          {"Drops", drops_2x4, 3},
          {"Pushes", pushes_3x2, 3},
          {"Rook", rook_3x3, 1}};
}

// --- Verdicts ------------------------------------------------------------------------------------

class Version2Proofs : public testing::TestWithParam<SmallGame> {
 protected:
  void SetUp() override {
    const bddl::tree::Game tree = bddl::parse_version_2(GetParam().text, "g.bddl");
    const reference::Version2Values solved(tree, 5000);
    ASSERT_TRUE(solved.is_complete());
    for (const auto& [position, value] : solved.values()) values_[solved.text_of(position)] = value;
    start_ = solved.text_of(*solved.starts().begin());
    spec_ = version_2_spec(GetParam().text);
  }

  // Plies of the attacker's shortest win; nothing if they cannot force one.
  std::optional<int> win_of(Side attacker, const std::string& text) const {
    const int value = values_.at(text);
    const bool is_mover = (text.back() == 'w') == (attacker == symbolic::white);
    if (is_mover ? value <= 0 : value >= 0) return {};
    return std::abs(value);
  }
  std::vector<std::string> some_positions() const {
    std::vector<std::string> texts = {start_};
    std::mt19937 random(7);
    for (int n = 0; n < GetParam().positions; ++n)
      texts.push_back(
          std::next(values_.begin(), static_cast<long>(random() % values_.size()))->first);
    return texts;
  }

  std::map<std::string, int> values_;
  std::string start_;
  GameSpec spec_;
};

TEST_P(Version2Proofs, Ic3FindsTheValueAndItsStrategiesHold) {
  for (const std::string& text : some_positions()) {
    for (const Side attacker : symbolic::both_sides) {
      SCOPED_TRACE(text + (attacker == symbolic::white ? ", White" : ", Black"));
      const std::string start = text == start_ ? "" : text;
      const Ic3Proof proof = prove_by_ic3(spec_, attacker, start, {});
      const std::optional<int> win = win_of(attacker, text);
      ASSERT_EQ(proof.verdict, win ? Verdict::win : Verdict::no_win);
      if (win) {
        EXPECT_GE(proof.plies, *win);
      }
      EXPECT_TRUE(check_strategy(proof.strategy).ok());
    }
  }
}

TEST_P(Version2Proofs, AllEnginesAgree) {
  CrosscheckOptions options;
  options.threads = 1;
  options.seconds = 60;
  options.memory = std::uint64_t{1} << 30;
  for (const bool white : {false, true}) {
    options.white = white;
    const std::optional<int> win = win_of(white ? symbolic::white : symbolic::black, start_);
    options.depth = win.value_or(4);
    const CrosscheckReport report = crosscheck(spec_, options);
    EXPECT_TRUE(report.agrees()) << report.disagreement;
    std::vector<std::string> engines;
    for (const CrosscheckRow& row : report.rows) {
      engines.push_back(row.engine);
      // (A search that goes deeper and deeper does not end where play can go on for ever.)
      if (row.engine == "search" && row.verdict == Verdict::unknown && !win) continue;
      EXPECT_EQ(row.verdict, win ? Verdict::win : Verdict::no_win) << row.engine << ' ' << row.note;
      if (row.plies) {
        EXPECT_EQ(row.plies, win) << row.engine;
      }
    }
    EXPECT_EQ(engines, (std::vector<std::string>{"table", "search", "sets", "ic3", "qbf"}));
  }
}

TEST_P(Version2Proofs, SetsHaveEveryPositionOfTheTable) {
  const test::TemporaryFolder folder;
  solve(*make_game(spec_), folder.file("t.ztb"), {});
  const Table table = Table::open(folder.file("t.ztb"));
  ValidationOptions options;
  options.memory = 512 << 20;
  options.threads = 2;
  const ValidationReport report = validate(table, options);
  EXPECT_TRUE(report.same()) << (report.mistaken.empty() ? "" : report.mistaken.front());
  const auto of = [&](int sign) {
    return static_cast<std::uint64_t>(std::ranges::count_if(values_, [&](const auto& entry) {
      return (entry.second > 0) - (entry.second < 0) == sign;
    }));
  };
  EXPECT_EQ(report.total.won, of(1));
  EXPECT_EQ(report.total.lost, of(-1));
  EXPECT_EQ(report.total.drawn, of(0));
}

// --- Random games --------------------------------------------------------------------------------

// IC3, and for a few plies formulas, against the brute force; strategies checked.
void expect_proofs(const GameSpec& spec, int value, bool white_begins) {
  for (const Side attacker : symbolic::both_sides) {
    const bool is_mover = white_begins == (attacker == symbolic::white);
    const bool wins = is_mover ? value > 0 : value < 0;
    const Ic3Proof proof = prove_by_ic3(spec, attacker, "", {});
    ASSERT_EQ(proof.verdict, wins ? Verdict::win : Verdict::no_win);
    ASSERT_TRUE(check_strategy(proof.strategy).ok());
    if (wins) {
      ASSERT_GE(proof.plies, std::abs(value));
    }
    QbfOptions options;
    options.attacker = attacker;
    options.plies = 3;
    ASSERT_EQ(prove_by_qbf(spec, options).wins, std::optional(wins && std::abs(value) <= 3));
  }
}

TEST(Version2RandomProofs, HaveTheValuesOfTheBruteForce) {
  const char* const wanted = std::getenv("ZERMELO_RANDOM_MODELS");  // how many games
  const unsigned games = wanted == nullptr ? 40 : static_cast<unsigned>(std::atoi(wanted));
  int tried = 0;
  for (unsigned seed = 1; seed <= games && !testing::Test::HasFatalFailure(); ++seed) {
    std::mt19937 random(seed);
    const std::string text = test::random_version_2(random);
    SCOPED_TRACE(text);
    const GameSpec spec = version_2_spec(text);
    try {
      make_game(spec);
    } catch (const Error&) {
      continue;
    }
    const bddl::tree::Game tree = bddl::parse_version_2(text, "g.bddl");
    if (tree.endless != bddl::tree::Endless::draw) {
      EXPECT_THROW(prove_by_ic3(spec, symbolic::black, "", {}), UsageError);
      continue;
    }
    constexpr std::size_t most_positions = 150;
    const reference::Version2Values solved(tree, most_positions);
    if (!tree.material.empty() || !solved.is_complete() || !solved.can_begin()) continue;
    const auto& start = *solved.starts().begin();
    expect_proofs(spec, solved.values().at(start), start.white_to_move);
    ++tried;
  }
  EXPECT_GE(10 * tried, static_cast<int>(games));
}

// --- Strategies ----------------------------------------------------------------------------------

// Plays a strategy's moves against random ones, by the game's own rules.
void expect_to_be_kept_in_play(const std::string& path, const Game& game) {
  const StrategyFile strategy = StrategyFile::open(path);
  const StrategyInfo& info = strategy.info();
  std::mt19937 random(3);
  for (int n = 0; n < 20; ++n) {
    std::string state = info.start.empty() ? game.start() : info.start;
    for (int ply = 0; ply < 60; ++ply) {
      const StrategyAnswer answer = strategy.answer(state);
      ASSERT_TRUE(answer.is_member) << state;
      const bool owner_moves = (state.back() == 'w') == info.owner_is_white;
      const std::vector<LegalMove> moves = game.moves(state);
      const auto chosen = owner_moves ? std::ranges::find(moves, answer.move, &LegalMove::move)
                                      : moves.begin() + static_cast<long>(random() % moves.size());
      ASSERT_NE(chosen, moves.end()) << answer.move << " in " << state;
      if (chosen->ending) {
        const Outcome wanted = owner_moves ? Outcome::win : Outcome::loss;
        EXPECT_TRUE(chosen->ending == wanted || (!info.wins && chosen->ending == Outcome::draw));
        break;
      }
      if (info.wins) {
        ASSERT_GT(answer.rank, 1u) << state;
        ASSERT_LT(strategy.answer(chosen->result).rank, answer.rank) << state;
      }
      state = chosen->result;
    }
  }
}

TEST_P(Version2Proofs, StrategiesAreWrittenFollowedAndListed) {
  const test::TemporaryFolder folder;
  const std::shared_ptr<const Game> game = make_game(spec_);
  const std::string path = folder.file("s.aig");
  const ProofReport report = prove(spec_, path, {});
  EXPECT_EQ(report.verdict == Verdict::win, win_of(symbolic::black, start_).has_value());
  const StrategyCheckReport checked = zermelo::check_strategy(path);
  EXPECT_FALSE(checked.fault) << checked.fault->sentence;
  EXPECT_GT(checked.obligations, 3u);
  expect_to_be_kept_in_play(path, *game);
  const ExportReport listed = export_strategy(path, folder.file("list.txt"), {});
  EXPECT_GE(listed.positions, 1u);
}

TEST_P(Version2Proofs, TablesAndSearchesGiveStrategies) {
  const test::TemporaryFolder folder;
  const std::shared_ptr<const Game> game = make_game(spec_);
  solve(*game, folder.file("t.ztb"), {});
  const Table table = Table::open(folder.file("t.ztb"));
  const std::string path = folder.file("s.aig");
  using Form = TableStrategyOptions::Form;
  for (const Form form : {Form::positions, Form::cubes}) {
    TableStrategyOptions options;
    options.form = form;
    const TableStrategyReport written = write_table_strategy(table, "", path, options);
    EXPECT_GT(written.positions, 0u);
    EXPECT_FALSE(zermelo::check_strategy(path).fault) << written.sentence;
    expect_to_be_kept_in_play(path, *game);
  }
  const std::optional<int> win = win_of(symbolic::black, start_);
  ProofOptions options;
  options.method = ProofOptions::Method::search;
  const ProofReport found = prove(spec_, win ? folder.file("found.aig") : "", options);
  EXPECT_EQ(found.plies, win);
  if (win) {
    EXPECT_FALSE(zermelo::check_strategy(folder.file("found.aig")).fault);
  }
}

// Claims that are too much, and moves that are exchanged, are refused.
TEST_P(Version2Proofs, CorruptedStrategiesAreRefused) {
  for (const Side attacker : symbolic::both_sides) {
    Ic3Options stepwise;
    stepwise.stepwise = true;
    Strategy strategy = prove_by_ic3(spec_, attacker, "", stepwise).strategy;
    if (strategy.claim.kind == Claim::Kind::wins) {
      const int plies = *win_of(attacker, start_);
      ASSERT_EQ(strategy.claim.plies, plies);
      Strategy hasty = strategy;
      hasty.claim.plies = plies - 1;
      EXPECT_FALSE(check_strategy(hasty).ok());
    } else {
      Strategy greedy = strategy;
      greedy.claim = {Claim::Kind::wins, 30};
      greedy.rank = {symbolic::true_literal, symbolic::true_literal};
      EXPECT_FALSE(check_strategy(greedy).ok());
    }
    Strategy none = strategy;
    none.member = symbolic::false_literal;
    EXPECT_FALSE(check_strategy(none).ok());
    Strategy stubborn = strategy;  // plays the first move always
    std::ranges::fill(stubborn.move, symbolic::false_literal);
    const StrategyCheck check = check_strategy(stubborn);
    ASSERT_FALSE(check.ok());
    const Colour mover = make_game(spec_)->to_move(check.counterexample->position);
    EXPECT_EQ(check.counterexample->board.caption,
              mover == Colour::white ? "White to move" : "Black to move");
  }
}

// --- Files for other solvers ---------------------------------------------------------------------

TEST(Version2SafetyGames, HaveTheSameAnswer) {
  const test::TemporaryFolder folder;
  const auto verdict = [&](const char* game, bool white) {
    const GameSpec spec = version_2_spec(test::version_2_game(game));
    EXPECT_GT(write_safety_game(spec, white, folder.file("g.aag")).gates, 0u);
    return solve_safety_game(folder.file("g.aag"), "").verdict;
  };
  EXPECT_EQ(verdict("hexapawn", false), Verdict::win) << "White wins, so Black cannot but lose";
  EXPECT_EQ(verdict("hexapawn", true), Verdict::no_win);
  EXPECT_EQ(verdict("pong-hau-ki", false), Verdict::no_win);
}

// The published values.
TEST(ShippedVersion2Proofs, HaveThePublishedPlies) {
  const auto plies = [](const char* game) {
    const Ic3Proof proof =
        prove_by_ic3(version_2_spec(test::version_2_game(game)), symbolic::black, "", {});
    EXPECT_EQ(proof.verdict, Verdict::win) << game;
    EXPECT_TRUE(check_strategy(proof.strategy).ok()) << game;
    return proof.plies;
  };
  EXPECT_EQ(plies("dodgem"), 20);
  EXPECT_EQ(plies("quixo"), 7);
  EXPECT_EQ(plies("tapatan"), 9);
}

TEST_P(Version2Proofs, FormulasAreTrueIfThereIsAWin) {
  for (const Side attacker : symbolic::both_sides) {
    const std::optional<int> win = win_of(attacker, start_);
    constexpr int most_plies = 7;
    const int plies = std::min(win.value_or(3), most_plies);
    QbfOptions options;
    options.attacker = attacker;
    options.plies = plies;
    options.certify = true;
    const QbfProof proof = prove_by_qbf(spec_, options);
    const bool expected = win && *win <= plies;
    EXPECT_EQ(proof.wins, std::optional(expected));
    ASSERT_TRUE(proof.strategy);
    EXPECT_TRUE(check_strategy(*proof.strategy).ok());
    const auto game = make_game(spec_);
    if (expected && (start_.back() == 'w') == (attacker == symbolic::white)) {
      const auto moves = game->moves(start_);
      EXPECT_NE(std::ranges::find(moves, proof.first_move, &LegalMove::move), moves.end())
          << proof.first_move;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Version2Proofs, testing::ValuesIn(small_games()),
                         [](const auto& param) { return param.param.name; });

TEST(Version2Formulas, AreGroundedOnly) {
  const test::TemporaryFolder folder;
  const GameSpec spec = version_2_spec(test::version_2_game("hexapawn"));
  const std::string path = folder.file("f.qcir");
  const auto write = [&](QbfChoice::Encoding encoding, std::optional<int> depth) {
    return write_qbf(spec, depth, encoding, QbfChoice::Format::qcir, path);
  };
  const QbfEncodingReport written = write(QbfChoice::Encoding::grounded, 5);
  EXPECT_TRUE(written.in_version_2);
  EXPECT_EQ(written.blocks, 5u);
  EXPECT_TRUE(test::read_whole(path).starts_with("#QCIR"));
  EXPECT_EQ(
      test::error_text<UsageError>([&] { write(QbfChoice::Encoding::lifted, 5); }),
      "There is no lifted formula of a game in version 2 of BDDL: choose --encoding grounded.");
  EXPECT_EQ(test::error_text<UsageError>([&] { write(QbfChoice::Encoding::grounded, {}); }),
            "The file has no #depth: give the number of plies with --depth N.");
  const GameSpec bounded = version_2_spec(test::version_2_game("hexapawn") + "#depth 3\n");
  EXPECT_EQ(write_qbf(bounded, {}, QbfChoice::Encoding::grounded, QbfChoice::Format::qdimacs, path)
                .blocks,
            3u);
}

// What stands in a file's position must be possible there.
TEST(Version2Starts, MustBePositionsOfTheGame) {
  const GameSpec spec = version_2_spec(test::version_2_game("dobutsu"));
  ProofOptions options;
  options.start = "GLE/1C1/1c1/elg b b";
  EXPECT_THROW(prove(spec, "", options), IllegalPosition);
  options.start = "cLE/1C1/3/elg b";
  EXPECT_EQ(test::error_text<IllegalPosition>([&] { prove(spec, "", options); }),
            "cLE/1C1/3/elg b is not a position of this game.");
}

}  // namespace
}  // namespace zermelo::proof
