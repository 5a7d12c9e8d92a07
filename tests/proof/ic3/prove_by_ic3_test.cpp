// SPDX-License-Identifier: MIT
// Who can force a win, by IC3, against the values that brute forces find; every strategy is
// checked.
#include "proof/ic3/prove_by_ic3.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/game.h"
#include "proof/check/check.h"
#include "proof/strategy.h"
#include "tests/reference/bddl_reference.h"
#include "tests/reference/plain_games.h"
#include "tests/support/bddl_games.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::proof {
namespace {
using Verdict = Verdict;
// By position: +n a win in n plies for the side to move, -n a loss, 0 a draw.
using TextValues = std::map<std::string, int>;

// --- Games with their values ---------------------------------------------------------------------

struct ProvedGame {
  std::string name;
  std::function<GameSpec()> spec;
  std::function<TextValues(const GameSpec& spec)> values;
  int positions = 3;  // how many to begin from, in addition to the start
};
std::ostream& operator<<(std::ostream& out, const ProvedGame& g) { return out << g.name; }

template <class Reference>
TextValues values_by_text(const Reference& reference) {
  TextValues values;
  for (const auto& [state, value] : reference.values()) values[reference.text_of(state)] = value;
  return values;
}

ProvedGame plain(const std::string& name, const std::string& game,
                 const std::map<std::string, std::string>& parameters,
                 const std::function<std::unique_ptr<test::PlainGame>()>& make) {
  return {name,
          [=] {
            return GameSpec{game, parameters};
          },
          [=](const GameSpec&) { return values_by_text(*make()); }};
}
ProvedGame by_rules(const std::string& name, const std::string& problem, bool stuck_loses) {
  return {
      name,
      [=] { return test::bddl_spec(test::shipped_games / problem, stuck_loses ? "loss" : "draw"); },
      [=](const GameSpec& spec) {
        return values_by_text(test::BddlReference(spec.parameters.at("domain"),
                                                  spec.parameters.at("problem"), stuck_loses));
      }};
}
ProvedGame with_positions(ProvedGame game, int positions) {
  game.positions = positions;
  return game;
}

const std::vector<ProvedGame> proved_games = {
    plain("Notakto", "notakto", {}, [] { return test::plain_notakto(3, 3); }),
    plain("Notakto2x4", "notakto", {{"rows", "2"}, {"columns", "4"}},
          [] { return test::plain_notakto(2, 4); }),
    with_positions(plain("TicTacToe", "mnk", {}, [] { return test::plain_mnk(3, 3, 3); }), 5),
    plain("TwoInARow", "mnk", {{"m", "4"}, {"n", "2"}, {"k", "2"}},
          [] { return test::plain_mnk(4, 2, 2); }),
    plain("Connect", "connect", {{"columns", "3"}, {"rows", "3"}, {"line", "3"}},
          [] { return test::plain_connect(3, 3, 3); }),
    plain("Connect4x2", "connect", {{"columns", "4"}, {"rows", "2"}, {"line", "3"}},
          [] { return test::plain_connect(4, 2, 3); }),
    plain("Domineering", "domineering", {{"columns", "3"}, {"rows", "3"}},
          [] { return test::plain_domineering(3, 3); }),
    plain("Domineering4x3", "domineering", {{"columns", "4"}, {"rows", "3"}},
          [] { return test::plain_domineering(4, 3); }),
    plain("Clobber", "clobber", {{"columns", "3"}, {"rows", "3"}},
          [] { return test::plain_clobber(3, 3); }),
    plain("Breakthrough", "breakthrough", {{"columns", "2"}, {"rows", "4"}},
          [] { return test::plain_breakthrough(2, 4); }),
    plain("Breakthrough3x3", "breakthrough", {{"columns", "3"}, {"rows", "3"}},
          [] { return test::plain_breakthrough(3, 3); }),
    plain("Othello", "othello", {{"rows", "3"}, {"cols", "3"}},
          [] { return test::plain_othello(3, 3, 1, 1); }),
    by_rules("Hex", "hex/2x2.bddl", false),
    by_rules("Shapes", "shapes/3x3-el.bddl", false),
    by_rules("CrossPurposes", "cross-purposes/4x4.bddl", true),
    // Play can go round in circles.
    with_positions(by_rules("Pursuer", "pursuer/4x4-1-2.bddl", true), 1),
    with_positions(by_rules("Pursuer2", "pursuer/4x4-2-3.bddl", true), 1),
    with_positions(by_rules("Evader", "evader/4x4-1-2.bddl", true), 0),
};

// --- Verdicts ------------------------------------------------------------------------------------

class Ic3Verdicts : public testing::TestWithParam<ProvedGame> {
 protected:
  void SetUp() override {
    spec_ = GetParam().spec();
    values_ = GetParam().values(spec_);
  }

  // Plies of the attacker's shortest win; nothing if they cannot force one.
  std::optional<int> win_of(Side attacker, const std::string& text) const {
    const int value = values_.at(text);
    const bool is_mover = (text.back() == 'w') == (attacker == symbolic::white);
    if (is_mover ? value <= 0 : value >= 0) return {};
    return std::abs(value);
  }

  // Asks about a position, and checks that the verdict is right and its strategy good.
  void expect_right(Side attacker, const std::string& text, bool is_start,
                    const Ic3Options& options) {
    SCOPED_TRACE(text + (attacker == symbolic::white ? ", White" : ", Black") + ", generalise " +
                 std::to_string(static_cast<int>(options.generalise)) +
                 (options.stepwise ? ", stepwise" : "") +
                 (options.depth ? ", depth " + std::to_string(*options.depth) : ""));
    const std::string start = is_start ? "" : text;
    const Ic3Proof proof = prove_by_ic3(spec_, attacker, start, options);
    const std::optional<int> win = win_of(attacker, text);
    const bool wins = win && (!options.depth || *win <= *options.depth);
    ASSERT_EQ(proof.verdict, wins ? Verdict::win : Verdict::no_win);
    const Strategy& strategy = proof.strategy;
    EXPECT_EQ(strategy.owner, wins ? attacker : symbolic::other(attacker));
    EXPECT_EQ(strategy.claim.kind, wins ? Claim::Kind::wins : Claim::Kind::does_not_lose);
    EXPECT_EQ(strategy.start, start);
    if (wins) {
      EXPECT_GE(proof.plies, *win);
      if (options.stepwise || options.depth) {
        EXPECT_EQ(proof.plies, *win);
      }
    } else if (win) {
      EXPECT_EQ(proof.plies, *options.depth);
    } else if (options.depth) {
      EXPECT_TRUE(proof.plies == *options.depth || proof.plies == infinity);
    } else {
      EXPECT_EQ(proof.plies, infinity);
    }
    if (proof.plies == infinity) {
      EXPECT_FALSE(strategy.claim.plies);
    } else {
      EXPECT_EQ(strategy.claim.plies, proof.plies);
    }
    const StrategyCheck check = check_strategy(strategy);
    ASSERT_TRUE(check.ok()) << check.counterexample->position << ": "
                            << check.counterexample->sentence;
  }

  // The start, and some other positions.
  std::vector<std::string> positions(unsigned seed) const {
    std::mt19937 random(seed);
    std::vector<std::string> result = {make_game(spec_)->start()};
    for (int n = 0; n < GetParam().positions; ++n)
      result.push_back(std::next(values_.begin(), random() % values_.size())->first);
    return result;
  }

  GameSpec spec_;
  TextValues values_;
};

Ic3Options generalising(Generalise generalise) {
  Ic3Options options;
  options.generalise = generalise;
  return options;
}
constexpr std::array all_generalise = {Generalise::none, Generalise::exists, Generalise::both};

TEST_P(Ic3Verdicts, AreRightFromTheStartInEveryWay) {
  const std::string start = make_game(spec_)->start();
  for (const Side attacker : symbolic::both_sides) {
    for (const Generalise generalise : all_generalise) {
      for (const bool stepwise : {false, true}) {
        Ic3Options options = generalising(generalise);
        options.stepwise = stepwise;
        ASSERT_NO_FATAL_FAILURE(expect_right(attacker, start, true, options));
      }
    }
  }
}

TEST_P(Ic3Verdicts, AreRightFromAnywhere) {
  std::size_t turn = 0;
  for (const std::string& text : positions(1)) {
    for (const Side attacker : symbolic::both_sides) {
      Ic3Options options = generalising(all_generalise[turn++ % 3]);
      ASSERT_NO_FATAL_FAILURE(expect_right(attacker, text, false, options));
      options = generalising(all_generalise[turn++ % 3]);
      options.stepwise = true;
      ASSERT_NO_FATAL_FAILURE(expect_right(attacker, text, false, options));
    }
  }
}

// Below the true distance, at it and above.
TEST_P(Ic3Verdicts, AreRightWithinADepth) {
  std::size_t turn = 0;
  for (const std::string& text : positions(2)) {
    for (const Side attacker : symbolic::both_sides) {
      const int distance = win_of(attacker, text).value_or(3);
      for (const int depth : {distance - 1, distance, distance + 2}) {
        if (depth < 1) continue;
        Ic3Options options = generalising(all_generalise[turn++ % 3]);
        options.depth = depth;
        options.stepwise = turn % 2 == 0;
        ASSERT_NO_FATAL_FAILURE(expect_right(attacker, text, false, options));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, Ic3Verdicts, testing::ValuesIn(proved_games),
                         [](const auto& param) { return param.param.name; });

// --- What is not asked twice ---------------------------------------------------------------------

const GameSpec tic_tac_toe = {"mnk", {}};

TEST(ProveByIc3, AGameThatIsOverIsKnownAtOnce) {
  struct Over {
    std::string start;
    Side attacker;
    bool wins;
  };
  for (const Over& over :
       {Over{"bbb/ww1/3 w", symbolic::black, true}, Over{"bbb/ww1/3 w", symbolic::white, false},
        Over{"bbw/wwb/bwb w", symbolic::black, false}}) {
    for (const bool stepwise : {false, true}) {
      Ic3Options options;
      options.stepwise = stepwise;
      const Ic3Proof proof = prove_by_ic3(tic_tac_toe, over.attacker, over.start, options);
      EXPECT_EQ(proof.verdict, over.wins ? Verdict::win : Verdict::no_win);
      EXPECT_EQ(proof.plies, over.wins ? 0 : infinity);
      EXPECT_EQ(proof.statistics.sat_calls, 0u);
      EXPECT_TRUE(check_strategy(proof.strategy).ok());
    }
  }
}

TEST(ProveByIc3, StopsWhenItIsTold) {
  for (const bool stepwise : {false, true}) {
    std::uint64_t all = 0;
    Ic3Options options;
    options.stepwise = stepwise;
    options.stop = [&] {
      ++all;
      return false;
    };
    EXPECT_NE(prove_by_ic3(tic_tac_toe, symbolic::black, "", options).verdict, Verdict::unknown);
    ASSERT_GT(all, 100u);
    // At any time, also while the strategy is being made.
    for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{20}, all / 2, all - 1}) {
      std::uint64_t asked = 0;
      options.stop = [&] { return ++asked > limit; };
      const Ic3Proof proof = prove_by_ic3(tic_tac_toe, symbolic::black, "", options);
      EXPECT_EQ(proof.verdict, Verdict::unknown);
      EXPECT_TRUE(proof.strategy.variables.empty());
    }
  }
}

TEST(ProveByIc3, WhatIsKnownWhenItStopsIsTrue) {
  // The second player has no win at all; the first one none within six plies, which it takes.
  for (const auto& [attacker, most] :
       {std::pair{symbolic::white, infinity}, {symbolic::black, 5}}) {
    int last = 0;
    for (std::uint64_t limit = 10; limit < 5000; limit += limit / 2) {
      std::uint64_t asked = 0;
      Ic3Options options;
      options.stepwise = true;
      options.stop = [&] { return ++asked > limit; };
      const Ic3Proof proof = prove_by_ic3({"notakto", {}}, attacker, "", options);
      if (proof.verdict != Verdict::unknown) break;
      EXPECT_LE(proof.plies, most);
      EXPECT_GE(proof.plies, last);
      last = proof.plies;
    }
    EXPECT_GT(last, 0);
  }
}

TEST(ProveByIc3, CountsAndTells) {
  Ic3Options options;
  Ic3Statistics told;
  options.stepwise = true;
  options.progress = [&](const Ic3Statistics& now) {
    EXPECT_GE(now.obligations, told.obligations);
    EXPECT_GE(now.sat_calls, told.sat_calls);
    EXPECT_GE(now.depth, told.depth);
    told = now;
  };
  const Ic3Proof proof = prove_by_ic3(tic_tac_toe, symbolic::black, "", options);
  EXPECT_GT(told.obligations, 0u);
  EXPECT_GE(proof.statistics.obligations, told.obligations);
  EXPECT_GE(proof.statistics.sat_calls, told.sat_calls);
  EXPECT_GT(proof.statistics.blocked, 0u);
  EXPECT_GT(proof.statistics.won, 0u);
}

TEST(ProveByIc3, RefusesWhatItCannotProve) {
  const auto prove_from = [](const GameSpec& spec, const std::string& start) {
    prove_by_ic3(spec, symbolic::black, start, {});
  };
  EXPECT_EQ(test::error_text<UsageError>([&] {
              prove_from({"ostle", {}}, "");
            }),
            "There is no Boolean model of ostle.");
  EXPECT_THROW(prove_from(tic_tac_toe, "3/3 b"), IllegalPosition);
  EXPECT_THROW(prove_from(tic_tac_toe, "3/3/3"), IllegalPosition);
  EXPECT_THROW(prove_from(tic_tac_toe, "start"), IllegalPosition);
  EXPECT_THROW(prove_from({"mnk", {{"k", "99"}}}, ""), UsageError);
}

// --- The library's call --------------------------------------------------------------------------

TEST(Prove, ReportsAndWrites) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("strategy.aig");
  const ProofReport won = prove({"notakto", {}}, path);
  EXPECT_EQ(won.verdict, Verdict::win);
  EXPECT_GE(won.plies, 6);
  EXPECT_FALSE(won.complete);
  EXPECT_EQ(won.refuted, 0);
  EXPECT_GT(won.obligations, 0u);
  EXPECT_GT(won.sat_calls, 0u);
  EXPECT_GT(won.cubes, 0u);
  EXPECT_EQ(won.bytes, std::filesystem::file_size(path));
  EXPECT_EQ(won.stopped_by, "");
  const StrategyInfo info = StrategyFile::open(path).info();
  EXPECT_EQ(info.plies, won.plies);
  EXPECT_EQ(info.creator, creator());
  EXPECT_EQ(info.gates, won.gates);
  EXPECT_EQ(info.game, make_game({"notakto", {}})->spec()) << "with all parameters";
  EXPECT_FALSE(std::filesystem::exists(path + ".part"));

  ProofOptions options;
  options.stepwise = true;
  const ProofReport shortest = prove({"notakto", {}}, path, options);
  EXPECT_EQ(shortest.plies, 6);
  EXPECT_EQ(shortest.refuted, 5);

  options = {};
  options.white = true;
  const ProofReport none = prove({"notakto", {}}, path, options);
  EXPECT_EQ(none.verdict, Verdict::no_win);
  EXPECT_FALSE(none.plies);
  EXPECT_TRUE(none.complete);
  EXPECT_EQ(StrategyFile::open(path).info().sentence, "Black does not lose from the start.");

  options.white = false;
  options.depth = 4;
  options.start = "3/3/3 b";
  const ProofReport within = prove({"notakto", {}}, path, options);
  EXPECT_EQ(within.verdict, Verdict::no_win);
  EXPECT_FALSE(within.complete);
  EXPECT_EQ(within.refuted, 4);
  EXPECT_EQ(StrategyFile::open(path).info().sentence,
            "White does not lose within 4 plies from 3/3/3 b.");
}

TEST(Prove, WritesOnlyWhatItHasFound) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("strategy.aig");
  const std::atomic<bool> stop = true;
  ProofOptions options;
  options.stop = &stop;
  const ProofReport stopped = prove(tic_tac_toe, path, options);
  EXPECT_EQ(stopped.verdict, Verdict::unknown);
  EXPECT_EQ(stopped.stopped_by, "stop");
  EXPECT_FALSE(std::filesystem::exists(path));
  options = {};
  options.seconds = 1e-9;
  EXPECT_EQ(prove(tic_tac_toe, path, options).stopped_by, "time");
  EXPECT_FALSE(std::filesystem::exists(path));
  // Without a path nothing is written, but sizes are counted.
  const ProofReport counted = prove(tic_tac_toe, "");
  EXPECT_EQ(counted.verdict, Verdict::no_win);
  EXPECT_GT(counted.bytes, 0u);
  EXPECT_EQ(prove(tic_tac_toe, path).bytes, counted.bytes);
}

TEST(Prove, FailsInWords) {
  const test::TemporaryFolder folder;
  EXPECT_EQ(test::error_text<FileError>([&] {
              prove({"notakto", {}}, folder.file("none/s.aig"));
            }),
            "Cannot write " + folder.file("none/s.aig") + ": No such file or directory.");
  EXPECT_THROW(prove({"notakto", {}}, folder.file("")), FileError) << "a folder";
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
  EXPECT_THROW(prove({"chess", {}}, ""), UsageError);
  EXPECT_THROW(prove({"ostle", {}}, ""), UsageError);
  for (const int depth : {0, -1}) {
    ProofOptions options;
    options.depth = depth;
    EXPECT_THROW(prove({"notakto", {}}, "", options), UsageError) << depth;
  }
}

}  // namespace
}  // namespace zermelo::proof
