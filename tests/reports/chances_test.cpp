// SPDX-License-Identifier: MIT
#include "reports/chances.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

#include "probe/table.h"
#include "reports/play_graph.h"
#include "tests/support/plain_play.h"

namespace zermelo {
namespace {

using test::expect_near;
using test::expect_same_chances;
using test::game;
using test::in_bddl;
using test::PlainPlay;
using test::solved;

// Published, or computed exactly with fractions by others.
TEST(Chances, OfRandomPlayInKnownGames) {
  struct Known {
    GameSpec spec;
    double first, draw, second, plies;
  };
  const std::vector<Known> all = {
      {game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}), 737.0 / 1260, 8.0 / 63,
       121.0 / 420, 3203.0 / 420},
      {game("notakto", {{"columns", "3"}, {"rows", "3"}}), 61.0 / 126, 0, 65.0 / 126, 601.0 / 126},
      {game("domineering", {{"columns", "4"}, {"rows", "4"}}), 3264109.0 / 6451200, 0,
       3187091.0 / 6451200, 236947169.0 / 34836480},
      {game("breakthrough", {{"columns", "3"}, {"rows", "4"}}), 0.6011367602, 0, 0.3988632398,
       6.6925724670}};
  for (const Known& known : all) {
    SCOPED_TRACE(known.spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(known.spec, folder);
    const PlayGraph graph(table, {}, [](const PlayGraph::Seen&) {});
    expect_near(chances(graph, {1, 1}), PlainPlay(table.game()).chances(1, 1));
    expect_near(chances(graph, {1, 1}), {known.first, known.draw, known.second, 0, known.plies},
                1e-9);
  }
}

// What a move of a pawn is called, by where it goes.
TEST(Chances, OfSeveralRatesAreAsOneByOne) {
  for (const GameSpec& spec :
       {in_bddl("pong-hau-ki/pong-hau-ki.bddl"),
        game("mnk", {{"columns", "3"}, {"rows", "3"}, {"k", "3"}}),
        game("othello", {{"columns", "4"}, {"rows", "3"}, {"metric", "score"}})}) {
    SCOPED_TRACE(spec.name);
    const test::TemporaryFolder folder;
    const Table table = solved(spec, folder);
    const PlayGraph graph(table, {}, [](const PlayGraph::Seen&) {});
    const std::vector<ErrorRates> rates = {{1, 1}, {0, 0.5}, {0.25, 0}};
    for (const ChanceExtra extra :
         {ChanceExtra::none, ChanceExtra::score, ChanceExtra::log_choices}) {
      const std::vector<Chances> together = chances(graph, rates, nullptr, extra);
      ASSERT_EQ(together.size(), rates.size());
      for (std::size_t i = 0; i < rates.size(); ++i) {
        const Chances alone = chances(graph, rates[i], nullptr, extra);
        expect_same_chances(together[i], alone);
        ASSERT_EQ(together[i].score.has_value(), alone.score.has_value());
        if (alone.score) {
          EXPECT_NEAR(*together[i].score, *alone.score, 1e-9);
        }
        ASSERT_EQ(together[i].log_choices.has_value(), alone.log_choices.has_value());
        if (alone.log_choices) {
          EXPECT_NEAR(*together[i].log_choices, *alone.log_choices, 1e-9);
        }
      }
    }
  }
}

}  // namespace
}  // namespace zermelo
