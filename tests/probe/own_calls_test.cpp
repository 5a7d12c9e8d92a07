// SPDX-License-Identifier: MIT
#include "probe/own_calls.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <thread>

namespace zermelo {
namespace {

using namespace std::chrono_literals;

constexpr std::array<std::uint8_t, 2> some_state = {0x0a, 0x1b};

TEST(OwnCalls, TellTheCallThatIsOpen) {
  OwnCalls calls;
  EXPECT_EQ(open_call(calls), "");
  begin_call(calls.calls[1], "play(3)", some_state.data(), some_state.size());
  EXPECT_EQ(open_call(calls), "play(3) at hex:0a1b");
  begin_call(calls.calls[1], "play(3)", some_state.data(), some_state.size(), "..x/.o.");
  EXPECT_EQ(open_call(calls), "play(3) at ..x/.o.");
  EXPECT_EQ(state_of_call(calls.calls[1]), "..x/.o.");
  begin_call(calls.calls[1], "start", nullptr, some_state.size(), "..x/.o.");
  EXPECT_EQ(open_call(calls), "start");
  end_call(calls.calls[1]);
  EXPECT_EQ(open_call(calls), "");
  EXPECT_EQ(calls.calls[1].number, 3u);
}

TEST(OwnCalls, CutWhatIsTooLong) {
  OwnCalls calls;
  const std::string text(5000, 'x');
  begin_call(calls.calls[0], text, some_state.data(), some_state.size(), text);
  EXPECT_EQ(open_call(calls), std::string(31, 'x') + " at " + std::string(511, 'x'));
  // What was written by a process that has lost its senses.
  calls.calls[0].function.fill('f');
  calls.calls[0].text.fill('t');
  EXPECT_EQ(open_call(calls), std::string(32, 'f') + " at " + std::string(512, 't'));
  calls.calls[0].state_bytes = 1000;
  EXPECT_EQ(open_call(calls), std::string(32, 'f'));
}

TEST(SharedOwnCalls, AreSeenByOtherProcesses) {
  const SharedOwnCalls shared;
  const pid_t child = ::fork();
  if (child == 0) {
    begin_call(shared.calls().calls[2], "moves", some_state.data(), 1);
    shared.stop() = true;
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(open_call(shared.calls()), "moves at hex:0a");
  EXPECT_TRUE(shared.stop());
  shared.forget_calls();
  EXPECT_EQ(open_call(shared.calls()), "");
}

TEST(OwnCallClock, KnowsWhichCallDoesNotComeBack) {
  OwnCalls calls;
  OwnCallClock clock;
  EXPECT_EQ(clock.look(calls).count(), 0);
  EXPECT_EQ(clock.oldest(calls), "");
  begin_call(calls.calls[3], "moves", some_state.data(), 1);
  EXPECT_EQ(clock.look(calls).count(), 0);  // (It has not been seen before.)
  for (int i = 0; i < 20; ++i) {
    begin_call(calls.calls[0], "play(1)", nullptr, 0);
    std::this_thread::sleep_for(2ms);
    const std::chrono::duration<double> open = clock.look(calls);
    EXPECT_GE(open, (i + 1) * 2ms);
    EXPECT_EQ(clock.oldest(calls), "moves at hex:0a");
  }
  end_call(calls.calls[3]);
  EXPECT_EQ(clock.oldest(calls), "");
  begin_call(calls.calls[3], "moves", some_state.data(), 2);
  EXPECT_EQ(clock.oldest(calls), "");  // (Another one.)
  end_call(calls.calls[3]);
  clock.look(calls);
  EXPECT_EQ(clock.oldest(calls), "play(1)");
}

TEST(EndOfRules, IsToldInOneSentence) {
  EXPECT_EQ(end_of_rules("x.so", "play(3) at ..x", {.status = SIGABRT}),
            "x.so: play(3) at ..x: it crashes (Aborted).");
  EXPECT_EQ(end_of_rules("x.so", "", {.status = SIGKILL, .late = 1500ms}),
            "x.so: it does not come to an end within 1.5 seconds.");
  EXPECT_EQ(end_of_rules("x.so", "text", {.status = SIGKILL, .late = 1s}),
            "x.so: text: it does not come to an end within 1 second.");
  EXPECT_EQ(end_of_rules("x.so", "moves", {.status = 3 << 8}), "x.so: moves: it ends the process.");
}

}  // namespace
}  // namespace zermelo
