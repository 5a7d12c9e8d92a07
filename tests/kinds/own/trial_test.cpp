// SPDX-License-Identifier: MIT
// Rules with one fault each: told with function and state.
#include "kinds/own/trial.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "probe/own_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// Counting to 20: who says 20 has won. Faults are added to it.
enum class Fault : std::uint8_t {
  none,
  stuck,
  exception,
  crash,
  endless_loop,
  ends_process,
  random_start,
  counts_calls,
  hidden_counter,
  wrong_canonical,
  wrong_layer,
  wrong_parse,
  wrong_unmoves,
  same_move_texts,
  mover_of_nobody
};

template <Fault fault>
class Counting {
 public:
  struct State {
    std::uint8_t number, mover, hidden;
  };
  static constexpr const char* name = "counting";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 3;

  State start() {
    static int starts = 0;
    if constexpr (fault == Fault::random_start)
      return {static_cast<std::uint8_t>(++starts & 1), 0, 0};
    return {0, 0, 0};
  }
  std::optional<int> result(const State& s) {
    if (s.number < 20) return std::nullopt;
    return s.mover == 0 ? -1 : 1;
  }
  int mover(const State& s) {
    if (fault == Fault::mover_of_nobody && s.number == 7) return 2;
    return s.mover;
  }
  void moves(const State& s, std::vector<std::uint64_t>& moves) {
    if (fault == Fault::stuck && s.number == 13) return;
    if (fault == Fault::exception && s.number == 13) throw std::runtime_error("unlucky");
    for (std::uint64_t n = 1; n <= 3; ++n) moves.push_back(n);
  }
  State play(const State& s, std::uint64_t move) {
    if (fault == Fault::crash && s.number == 11) std::abort();
    if (fault == Fault::ends_process && s.number == 11) std::_Exit(0);
    if constexpr (fault == Fault::endless_loop) {
      for (volatile bool go_on = s.number == 11; go_on;) {
      }
    }
    ++calls_;
    const auto next = static_cast<std::uint8_t>(s.number + move);
    const auto other = static_cast<std::uint8_t>(1 - s.mover);
    if (fault == Fault::counts_calls) return {next, other, static_cast<std::uint8_t>(calls_)};
    if (fault == Fault::hidden_counter)
      return {next, other, static_cast<std::uint8_t>(s.hidden + 1)};
    return {next, other, 0};
  }
  std::string text(const State& s) {
    return std::to_string(s.number) + (s.mover == 0 ? " a" : " b");
  }
  State canonical(const State& s) {
    if (fault == Fault::wrong_canonical && s.number == 5) return {6, s.mover, 0};
    return s;
  }
  int layer(const State& s) { return fault == Fault::wrong_layer && s.number == 9 ? 0 : s.number; }
  std::optional<State> parse(std::string_view text) requires(fault == Fault::none ||
                                                             fault == Fault::wrong_parse) {
    const std::string whole(text);
    const int number = std::atoi(whole.c_str());
    if (fault == Fault::wrong_parse && number == 4) return std::nullopt;
    return State{static_cast<std::uint8_t>(number), static_cast<std::uint8_t>(whole.back() == 'b'),
                 0};
  }
  std::vector<State> unmoves(const State& s) requires(fault == Fault::none ||
                                                      fault == Fault::wrong_unmoves) {
    std::vector<State> befores;
    const int most = fault == Fault::wrong_unmoves ? 2 : 3;
    for (int n = 1; n <= most && n <= s.number; ++n) {
      if (s.number - n >= 20) continue;
      befores.push_back(
          {static_cast<std::uint8_t>(s.number - n), static_cast<std::uint8_t>(1 - s.mover), 0});
    }
    return befores;
  }
  std::string move_text(const State&, std::uint64_t move) {
    return fault == Fault::same_move_texts ? "+" : "+" + std::to_string(move);
  }

 private:
  int calls_ = 0;
};

template <Fault fault>
std::string complaint() {
  const auto program = own_program(own_game_opener<Counting<fault>>(), {}, "counting.so");
  return try_own_program(*program, {.games = 100, .seconds = 20, .call_seconds = 0.5})
      .failure.value_or("");
}

TEST(OwnTrial, SoundRulesPassAndPerftIsCounted) {
  const auto program = own_program(own_game_opener<Counting<Fault::none>>(), {}, "counting.so");
  const OwnTrialReport report = try_own_program(*program, {.games = 100, .perft_depth = 4});
  EXPECT_EQ(report.failure, std::nullopt);
  EXPECT_EQ(report.games, 100u);
  EXPECT_EQ(report.perft, (std::vector<std::uint64_t>{1, 3, 9, 27, 81}));
}

TEST(OwnTrial, EachFaultIsToldWithFunctionAndState) {
  EXPECT_EQ(complaint<Fault::stuck>().substr(0, 24), "counting.so: moves at 13");
  EXPECT_EQ(complaint<Fault::exception>().substr(0, 24), "counting.so: moves at 13");
  EXPECT_NE(complaint<Fault::exception>().find(": unlucky."), std::string::npos);
  const std::string crash = complaint<Fault::crash>();
  EXPECT_EQ(crash.substr(0, 16), "counting.so: pla") << crash;
  EXPECT_NE(crash.find(" at 11 "), std::string::npos) << crash;
  EXPECT_NE(crash.find("it crashes (Aborted)"), std::string::npos) << crash;
  const std::string loop = complaint<Fault::endless_loop>();
  EXPECT_NE(loop.find(" at 11 "), std::string::npos) << loop;
  EXPECT_NE(loop.find("does not come to an end"), std::string::npos) << loop;
  const std::string ended = complaint<Fault::ends_process>();
  EXPECT_NE(ended.find(" at 11 "), std::string::npos) << ended;
  EXPECT_NE(ended.find("it ends the process"), std::string::npos) << ended;
  EXPECT_EQ(complaint<Fault::random_start>().substr(0, 18), "counting.so: start");
  EXPECT_NE(complaint<Fault::counts_calls>().find("it leads elsewhere"), std::string::npos);
  EXPECT_NE(complaint<Fault::hidden_counter>().find("two states have this text"),
            std::string::npos);
  EXPECT_EQ(complaint<Fault::wrong_canonical>().substr(0, 27), "counting.so: canonical at 5");
  EXPECT_EQ(complaint<Fault::wrong_layer>().substr(0, 20), "counting.so: layer a");
  EXPECT_EQ(complaint<Fault::wrong_parse>().substr(0, 23), "counting.so: parse at 4");
  EXPECT_EQ(complaint<Fault::wrong_unmoves>().substr(0, 22), "counting.so: unmoves a");
  EXPECT_EQ(complaint<Fault::same_move_texts>().substr(0, 24), "counting.so: move_text(2");
  EXPECT_EQ(complaint<Fault::mover_of_nobody>().substr(0, 23), "counting.so: mover at 7");
}

TEST(OwnTrial, ASolveRefusesUnsoundRulesBeforeItBegins) {
  const test::TemporaryFolder folder;
  const auto game =
      make_own_game(own_game_opener<Counting<Fault::hidden_counter>>(), {}, "counting.so");
  EXPECT_THROW(solve(*game, folder.file("counting.ztb")), RulesError);
}

// In C a state may have padding that nobody sets.
struct Padded {
  char number;
  int mover;
};

int padded_open(std::size_t, const char* const*, const char* const*, zermelo_own_game* game, char*,
                std::size_t) {
  *game = {};
  game->abi = ZERMELO_GAME_ABI;
  game->size = sizeof *game;
  game->name = "padded";
  game->version = "1";
  game->players = 2;
  game->state_bytes = sizeof(Padded);
  game->most_moves = 2;
  game->start = [](void*, void* state) {
    std::memset(state, 0, sizeof(Padded));
    return 0;
  };
  game->result = [](void*, const void* state, std::int32_t* score) {
    *score = 1;
    return static_cast<const Padded*>(state)->number >= 9 ? 1 : 0;
  };
  game->mover = [](void*, const void* state) { return static_cast<const Padded*>(state)->mover; };
  game->moves = [](void*, const void*, std::uint64_t* moves) {
    moves[0] = 1;
    moves[1] = 2;
    return 2;
  };
  game->play = [](void*, const void* state, std::uint64_t move, void* next) {
    const auto* const from = static_cast<const Padded*>(state);
    auto* const to = static_cast<Padded*>(next);
    to->number = static_cast<char>(from->number + static_cast<char>(move));
    to->mover = 1 - from->mover;  // (What is between the two is left as it was.)
    return 0;
  };
  game->text = [](void*, const void* state, char* text, std::size_t size) {
    const auto* const s = static_cast<const Padded*>(state);
    return std::snprintf(text, size, "%d %d", s->number, s->mover);
  };
  return 0;
}

TEST(OwnTrial, BytesThatNobodySetsAreFound) {
  const auto program = own_program(padded_open, {}, "padded.so");
  const OwnTrialReport report = try_own_program(*program, {.games = 10});
  ASSERT_TRUE(report.failure);
  EXPECT_NE(report.failure->find("byte 1 of the state differs"), std::string::npos)
      << *report.failure;
}

}  // namespace
}  // namespace zermelo
