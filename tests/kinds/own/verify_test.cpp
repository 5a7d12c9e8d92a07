// SPDX-License-Identifier: MIT
// What verifying says of tables of games of one's own that are wrong.
#include "kinds/own/verify.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "kinds/own/rules.h"
#include "probe/own_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// A way of a few steps, of one or two at a time, to an end that player 0 wins by 2. `side`: a step
// leads to another state just before the end, or to another end.
template <bool counts_scores>
struct Steps {
  struct State {
    std::uint8_t at;
  };
  static constexpr const char* name = "steps";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 2;
  static constexpr bool scores = counts_scores;

  explicit Steps(const ParameterTexts& parameters) : side(parameters.at("side")) {}

  static State start() { return {0}; }
  std::optional<int> result(const State& s) const {
    if (s.at == 20) return -2;
    return s.at >= 6 && s.at < 10 ? std::optional(2) : std::nullopt;
  }
  static int mover(const State& s) { return s.at % 2; }
  static void moves(const State&, std::vector<std::uint64_t>& found) { found = {1, 2}; }
  State play(const State& s, std::uint64_t move) const {
    const auto next = static_cast<std::uint8_t>(s.at + move);
    if (s.at == 2 && move == 1 && side == "state") return {10};
    if (s.at == 4 && move == 1 && side == "end") return {20};
    if (s.at == 1 && move == 1 && side == "moves") return {4};
    return s.at == 10 ? State{20} : State{next};
  }
  static std::string text(const State& s) { return std::to_string(s.at); }
  static std::optional<State> parse(std::string_view text) {
    return State{static_cast<std::uint8_t>(std::atoi(std::string(text).c_str()))};
  }

  std::string side;
};

template <bool counts_scores>
std::shared_ptr<const OwnProgram> steps(const std::string& side) {
  return own_program(own_game_opener<Steps<counts_scores>>(), {{"side", side}}, "steps");
}

class OwnVerify : public ::testing::Test {
 protected:
  template <bool counts_scores>
  OwnTable solved() {
    const std::string path = folder_.file(counts_scores ? "scores.ztb" : "plies.ztb");
    const auto game =
        make_own_game(own_game_opener<Steps<counts_scores>>(), {{"side", "none"}}, "steps");
    solve(*game, path, {.threads = 1, .force = true});
    return OwnTable(std::make_shared<const TableFile>(path));
  }

 private:
  test::TemporaryFolder folder_;
};

TEST_F(OwnVerify, PassesWhatIsRightAndTellsHowFarItIs) {
  for (const int threads : {1, 3}) {
    std::mutex mutex;
    std::uint64_t last = 0, all = 0;
    WorkOptions options{threads, {}};
    options.progress = [&](std::uint64_t done, std::uint64_t total) {
      const std::lock_guard lock(mutex);
      EXPECT_GE(done, last);
      last = done;
      all = total;
    };
    const VerifyReport report = verify_own(*steps<false>("none"), solved<false>(), options);
    EXPECT_EQ(report.failure, std::nullopt);
    EXPECT_EQ(report.positions, 6);
    EXPECT_EQ(last, all);
    EXPECT_EQ(all, 8 + 6);  // found, and compared
    EXPECT_EQ(verify_own(*steps<true>("none"), solved<true>(), {}).failure, std::nullopt);
  }
}

TEST_F(OwnVerify, OtherRules) {
  const OwnTable table = solved<false>();
  const auto failure = [&](const std::string& side) {
    const VerifyReport report = verify_own(*steps<false>(side), table, {});
    EXPECT_EQ(report.positions, 0);
    return report.failure.value_or("nothing");
  };
  EXPECT_EQ(failure("state"),
            "Play leads to 7 states in which the game goes on, and the table has 6.");
  EXPECT_EQ(failure("end"),
            "Play leads to 3 states in which the game is over, and the table speaks of 2.");
  EXPECT_EQ(failure("moves"),
            "The table was made by other rules: as many states, but somewhere moves lead elsewhere "
            "or end otherwise.");
}

// (Scores and plies of the same game: the rules say the same of each state.)
TEST_F(OwnVerify, WrongValues) {
  EXPECT_EQ(verify_own(*steps<true>("none"), solved<false>(), {.threads = 1}).failure,
            "0 has the value 'win in 3' in the table, but its moves imply 'win in 2'.");
  EXPECT_EQ(verify_own(*steps<false>("none"), solved<true>(), {.threads = 1}).failure,
            "5 has the value 'loss by 2' in the table, but its moves imply 'loss by 1'.");
}

}  // namespace
}  // namespace zermelo
