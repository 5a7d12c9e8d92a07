// SPDX-License-Identifier: MIT
// Random games in which programs tend to contradict themselves (tests/reference/corner_games.h):
// every engine, verb and interface, on every position, against a brute force that shares no code
// with them. (For Python see tests/python/test_random_games.py.)
//
// ZERMELO_RANDOM_GAMES=FIRST:COUNT selects other games.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>

#include "gen/error.h"
#include "tests/random_games/checks.h"
#include "tests/random_games/kinds.h"
#include "tests/support/long_tests.h"

namespace zermelo::random_games {
namespace {

// The games are shared out among this many tests, which can run at the same time.
constexpr int shares = 4;

constexpr void (*all_checks[])(GameUnderTest&) = {
    check_statuses,       check_moves,
    check_values,         check_walk_and_counts,
    check_lines,          check_grades,
    check_puzzles,        check_c_interface,
    check_sets,           check_search,
    check_formulas,       check_safety_games,
    check_crosscheck,     check_proofs,
    check_other_starts,   check_table_strategies,
    check_moves_and_show, check_count_depth_and_encode,
    check_solve,          check_probe_and_line,
    check_grade,          check_play,
    check_stats_and_mine, check_prove,
    check_strategy,       check_validate_and_crosscheck,
#ifdef ZERMELO_HAS_SERVER
    check_http,
#endif
};

struct Numbers {
  int first = 0, count = 0;
};

// One in sixteen is refused, for its start is won; so a thousand games are played, or a hundred
// thousand.
Numbers games_wanted() {
  Numbers numbers{0, test::long_tests() ? 108'000 : 1080};
  if (const char* wanted = std::getenv("ZERMELO_RANDOM_GAMES"))
    std::sscanf(wanted, "%d:%d", &numbers.first, &numbers.count);
  return numbers;
}

Numbers games_of_share(int share) {
  const Numbers all = games_wanted();
  const int first = all.count * share / shares, end = all.count * (share + 1) / shares;
  return {all.first + first, end - first};
}

// While it lives, the library's temporary files go to this folder.
class TemporaryFilesIn {
 public:
  explicit TemporaryFilesIn(const std::string& folder)
      : before_(std::filesystem::temp_directory_path().string()) {
    setenv("TMPDIR", folder.c_str(), 1);
  }
  TemporaryFilesIn(const TemporaryFilesIn&) = delete;
  TemporaryFilesIn& operator=(const TemporaryFilesIn&) = delete;
  ~TemporaryFilesIn() { setenv("TMPDIR", before_.c_str(), 1); }

 private:
  std::string before_;
};

// Plays games one after another and counts of what kind they were.
class Player {
 public:
  void play(int number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const test::CornerGame game = test::random_corner_game(random);
    SCOPED_TRACE(fmt::format("game {}, stuck {}\n{}{}", number,
                             game.stuck_loses ? "loses" : "draws", game.domain(), game.problem()));
    const test::CornerReference reference(game);
    if (reference.start_has_goal()) {
      ++refused_;
      ASSERT_THROW(make_game(corner_spec(game)), UsageError);
      return;
    }
    ++played_;
    GameUnderTest under_test(game, reference, number, folder_);
    for (const auto check : all_checks) {
      check(under_test);
      if (testing::Test::HasFailure()) return;
    }
    count_kinds(game, reference, kinds_);
  }

  void print() const {
    std::cout << played_ << " games; " << refused_ << " more refused, for their start is won\n";
    print_kinds(kinds_);
  }

 private:
  const test::TemporaryFolder folder_ = test::TemporaryFolder::in_memory();
  const TemporaryFilesIn temporary_files_{folder_.file("")};
  Kinds kinds_;
  int played_ = 0, refused_ = 0;
};

void play_share(int share) {
  const Numbers numbers = games_of_share(share);
  Player player;
  for (int i = 0; i < numbers.count && !testing::Test::HasFailure(); ++i)
    player.play(numbers.first + i);
  player.print();
}

TEST(RandomGames, FirstQuarter) { play_share(0); }
TEST(RandomGames, SecondQuarter) { play_share(1); }
TEST(RandomGames, ThirdQuarter) { play_share(2); }
TEST(RandomGames, LastQuarter) { play_share(3); }

// Draws all of them once more, which takes little time, and plays none.
TEST(RandomGames, AreOfAllKinds) {
  const Numbers numbers = games_wanted();
  Kinds kinds;
  int refused = 0;
  for (int number = numbers.first; number < numbers.first + numbers.count; ++number) {
    std::mt19937 random(static_cast<unsigned>(number));
    const test::CornerGame game = test::random_corner_game(random);
    const test::CornerReference reference(game);
    reference.start_has_goal() ? void(++refused) : count_kinds(game, reference, kinds);
  }
  std::cout << numbers.count - refused << " games; " << refused << " more refused\n";
  print_kinds(kinds);
  for (const auto& [kind, games] : kinds) EXPECT_GT(games, 0) << kind;
}

}  // namespace
}  // namespace zermelo::random_games
