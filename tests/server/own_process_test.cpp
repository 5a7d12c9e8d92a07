// SPDX-License-Identifier: MIT
#include "server/own_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <string_view>
#include <thread>

#include "gen/error.h"

namespace zermelo::server {
namespace {

using namespace std::chrono_literals;

void note(OwnCalls& calls, std::string_view function, std::uint8_t state) {
  OwnCalls::Call& call = calls.calls[0];
  function.copy(call.function.data(), call.function.size());
  call.state_bytes = 1;
  call.state[0] = state;
  call.is_open = true;
}

std::string answer_of(OwnCalls& calls, std::string_view question) {
  if (question == "who") return std::to_string(::getpid());
  if (question == "crash") {
    note(calls, "play(3)", 0xab);
    std::abort();
  }
  if (question == "loop") {
    note(calls, "moves", 0x01);
    for (;;) std::this_thread::sleep_for(1s);
  }
  if (question == "exit") std::exit(0);
  return std::string(question) + "!";
}

OwnProcess::Answer begin(OwnCalls& calls) {
  return [&calls](std::string_view question) { return answer_of(calls, question); };
}

std::string failure_of(OwnProcess& process, std::string_view question) {
  try {
    return "no failure: " + process.ask(question);
  } catch (const RulesError& error) {
    return error.what();
  }
}

TEST(OwnProcess, AnswersElsewhere) {
  OwnProcess process(begin, "x.so", 10s);
  const std::string who = process.ask("who");
  EXPECT_NE(who, std::to_string(::getpid()));
  EXPECT_EQ(process.ask("who"), who);
  EXPECT_EQ(process.ask(""), "!");
  const std::string long_text(3 << 20, 'x');
  EXPECT_EQ(process.ask(long_text), long_text + "!");
}

// The next question has a new process.
TEST(OwnProcess, GoesOnAfterACrash) {
  OwnProcess process(begin, "x.so", 10s);
  const std::string who = process.ask("who");
  EXPECT_EQ(failure_of(process, "crash"), "x.so: play(3) at hex:ab: it crashes (Aborted).");
  EXPECT_NE(process.ask("who"), who);
  EXPECT_EQ(failure_of(process, "exit"), "x.so: it ends the process.");
  EXPECT_EQ(process.ask("a"), "a!");
}

TEST(OwnProcess, EndsWhatDoesNotEnd) {
  OwnProcess process(begin, "x.so", 200ms);
  EXPECT_EQ(failure_of(process, "loop"),
            "x.so: moves at hex:01: it does not come to an end within 0.2 seconds.");
  EXPECT_EQ(process.ask("a"), "a!");
}

TEST(OwnProcess, TellsWhyItCannotBegin) {
  OwnProcess process([](OwnCalls&) -> OwnProcess::Answer { throw Error("x.so: there is none."); },
                     "x.so", 10s);
  EXPECT_EQ(failure_of(process, "a"), "x.so: there is none.");
  EXPECT_EQ(failure_of(process, "a"), "x.so: there is none.");
  OwnProcess crashing([](OwnCalls&) -> OwnProcess::Answer { std::abort(); }, "x.so", 10s);
  EXPECT_EQ(failure_of(crashing, "a"), "x.so: it crashes (Aborted).");
}

// Nothing is left when the server ends, whatever the rules do with signals.
TEST(OwnProcess, IsGoneWithItsOwner) {
  pid_t answering = 0;
  {
    OwnProcess one(begin, "x.so", 10s), other(begin, "y.so", 10s);
    answering = std::stoi(one.ask("who"));
    other.ask("who");
    EXPECT_EQ(::kill(answering, SIGTERM), 0);  // (As from a terminal: it is for the server.)
    EXPECT_EQ(one.ask("a"), "a!");
    EXPECT_EQ(::kill(answering, 0), 0);
  }
  EXPECT_NE(::kill(answering, 0), 0);
}

}  // namespace
}  // namespace zermelo::server
