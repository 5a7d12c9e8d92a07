// SPDX-License-Identifier: MIT
// The models of the thesis's Table 5.1: their sizes, and their winners by brute force.
#include "proof/ic3/thesis_models.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "proof/ic3/ic3.h"
#include "proof/ic3/thesis.h"
#include "tests/support/long_tests.h"
#include "tests/support/turn_games.h"

namespace zermelo::proof {
namespace {

struct PublishedModel {
  const char* name;
  std::uint64_t states;
  bool winnable;
};
constexpr std::array<PublishedModel, 7> published_models = {
    {{"minigame", 16, true},
     {"notakto (2 x 3)", 128, false},
     {"notakto (2 x 3, AA taken)", 64, true},
     {"notakto (3 x 3)", 1024, true},
     {"tic-tac-toe (2 x 2)", 162, true},
     {"tic-tac-toe (2 x 3)", 1458, false},
     {"tic-tac-toe (3 x 3)", 39366, false}}};

TEST(ThesisModels, HaveThePublishedSizesAndWinners) {
  const std::vector<ThesisModel> models = thesis_models();
  ASSERT_EQ(models.size(), published_models.size());
  for (std::size_t n = 0; n < models.size(); ++n) {
    const auto& [name, states, winnable] = published_models[n];
    EXPECT_EQ(models[n].name, name);
    EXPECT_EQ(models[n].game.states, states) << name;
    EXPECT_TRUE(models[n].game.check()) << name;
    if (states > 10'000 && !test::long_tests()) continue;  // (the largest takes a second)
    EXPECT_EQ(test::alice_wins(models[n].game), winnable) << name;
    const Ic3Result ours = solve_by_ic3(make_reach_game(models[n].game).game);
    EXPECT_EQ(ours.verdict == Verdict::win, winnable) << name;
  }
}

TEST(ThesisModels, AreDecidedAsInTheThesis) {
  for (const ThesisModel& model : thesis_models()) {
    const std::uint64_t most_states = test::long_tests() ? 1024 : 64;
    if (*model.game.states > most_states && model.name != "tic-tac-toe (2 x 2)") continue;
    SCOPED_TRACE(model.name);
    for (const bool generalise : {false, true}) {
      ThesisIc3Options options;
      options.generalise = generalise;
      const ThesisIc3Result result = solve_as_in_thesis(model.game, options);
      EXPECT_EQ(result.verdict == Verdict::win, test::alice_wins(model.game));
    }
  }
}

// Section 2.2.2 prints won_A = W and turn = B, with which the player who makes a line wins, and its
// text says the opposite. The winners of Table 5.1 are the same either way.
TEST(ThesisModels, TheWinnersOfNotaktoDoNotTellThePrintedFormulasFromTheText) {
  for (const ThesisModel& model : thesis_models()) {
    if (!model.name.starts_with("notakto")) continue;
    TurnGame printed = model.game;
    std::swap(printed.won_a, printed.won_b);
    EXPECT_EQ(test::alice_wins(printed), test::alice_wins(model.game)) << model.name;
  }
}

}  // namespace
}  // namespace zermelo::proof
