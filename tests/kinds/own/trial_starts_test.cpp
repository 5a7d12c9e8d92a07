// SPDX-License-Identifier: MIT
// Trials of puzzles, which are played on from a start that is a goal, of several starts, and of
// boards.
#include <gtest/gtest.h>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "probe/own_game.h"
#include "probe/own_trial.h"

namespace zermelo {
namespace {

// A ring of seven states, whose state 0 is the goal and the start.
struct RingPuzzle {
  struct State {
    std::uint8_t at;
  };
  static constexpr const char* name = "ring";
  static constexpr const char* version = "1";
  static constexpr unsigned players = 1, most_moves = 2;
  static constexpr std::uint8_t size = 7;

  static State start() { return {0}; }
  static std::optional<int> result(const State& s) {
    return s.at == 0 ? std::optional(1) : std::nullopt;
  }
  static void moves(const State&, std::vector<std::uint64_t>& found) { found = {1, size - 1}; }
  static State play(const State& s, std::uint64_t move) {
    return {static_cast<std::uint8_t>((s.at + move) % size)};
  }
  static std::string text(const State& s) { return std::to_string(s.at); }
};

OwnTrialReport tried(zermelo_own_game_opener open) {
  return try_own_game(*make_own_game(open, {}, "ring"), {.games = 50, .perft_depth = 3});
}

int open_ring(std::size_t parameters, const char* const* keys, const char* const* values,
              zermelo_own_game* game, char* message, std::size_t size) {
  return own_game_opener<RingPuzzle>()(parameters, keys, values, game, message, size);
}

TEST(OwnTrialStarts, APuzzleIsPlayedOnFromAGoal) {
  const OwnTrialReport report = tried(open_ring);
  EXPECT_EQ(report.failure, std::nullopt);
  EXPECT_EQ(report.states, 7u);
  EXPECT_EQ(report.perft, (std::vector<std::uint64_t>{1, 2, 4, 8}))
      << "after two moves the goal is reached again, and is played on from";
}

struct RingWithEqualTexts : RingPuzzle {
  static std::string text(const State& s) { return std::to_string(s.at % 5); }
};

TEST(OwnTrialStarts, FaultsBehindAGoalAreFound) {
  const OwnTrialReport report = tried(own_game_opener<RingWithEqualTexts>());
  ASSERT_TRUE(report.failure);
  EXPECT_NE(report.failure->find("two states have this text"), std::string::npos)
      << *report.failure;
}

int open_with_random_starts(std::size_t parameters, const char* const* keys,
                            const char* const* values, zermelo_own_game* game, char* message,
                            std::size_t size) {
  const int failed = open_ring(parameters, keys, values, game, message, size);
  game->start_at = [](void*, std::uint64_t number, void* state) {
    static std::uint8_t asked = 0;
    *static_cast<std::uint8_t*>(state) = static_cast<std::uint8_t>(++asked % RingPuzzle::size);
    return number > 1 ? 0 : 1;
  };
  return failed;
}

TEST(OwnTrialStarts, OtherStartsMustStayTheSame) {
  const OwnTrialReport report = tried(open_with_random_starts);
  ASSERT_TRUE(report.failure);
  EXPECT_NE(report.failure->find("start_at(1): it sets another state each time"), std::string::npos)
      << *report.failure;
}

template <int columns>
int open_with_board(std::size_t parameters, const char* const* keys, const char* const* values,
                    zermelo_own_game* game, char* message, std::size_t size) {
  const int failed = open_ring(parameters, keys, values, game, message, size);
  game->board = [](void*, const void*, std::uint32_t* across, std::uint32_t* down, char* cells,
                   std::size_t room) {
    *across = columns;
    *down = 1;
    return std::snprintf(cells, room, "%s", columns == 3 ? "b.1" : "b.*#");
  };
  return failed;
}

TEST(OwnTrialStarts, BoardsAreLookedAt) {
  EXPECT_EQ(tried(open_with_board<3>).failure, std::nullopt);
  const OwnTrialReport wrong_size = tried(open_with_board<2>);
  ASSERT_TRUE(wrong_size.failure);
  EXPECT_NE(wrong_size.failure->find("2 columns and 1 rows do not go with 4 characters"),
            std::string::npos)
      << *wrong_size.failure;
  const OwnTrialReport wrong_letter = tried(open_with_board<4>);
  ASSERT_TRUE(wrong_letter.failure);
  EXPECT_NE(wrong_letter.failure->find("'*' is neither a letter"), std::string::npos)
      << *wrong_letter.failure;
}

}  // namespace
}  // namespace zermelo
