// SPDX-License-Identifier: MIT
#include "server/own_process.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <new>
#include <string>
#include <string_view>
#include <thread>

#include "gen/error.h"

namespace zermelo::server {
namespace {

using namespace std::chrono_literals;

void note(OwnCalls& calls, std::string_view function, std::uint8_t state) {
  begin_call(calls.calls[0], function, &state, 1);
}

int parts_made = 0;  // in the process that answers

std::string answer_of(OwnCalls& calls, std::string_view question) {
  if (question == "made") return std::to_string(parts_made);
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
  if (question == "work") {                      // goes on after the answer, and hangs
    static std::atomic<bool> has_begun = false;  // (The thread outlives the answer.)
    std::thread([&calls] {
      begin_call(calls.calls[1], "text", nullptr, 0);
      has_begun = true;
      has_begun.notify_one();
      std::this_thread::sleep_for(1h);
    }).detach();
    has_begun.wait(false);
  }
  if (question == "nap") std::this_thread::sleep_for(600ms);
  if (question == "slow") {
    for (;;) {
      note(calls, "moves", 0x01);
      std::this_thread::sleep_for(1ms);
    }
  }
  return std::string(question) + "!";
}

// Parts: "count 3" gives 0, 1, 2; "crash 3" crashes after these, and so on.
Stream parts_of(OwnCalls& calls, const std::string& question) {
  const std::size_t space = question.find(' ');
  if (space == std::string::npos) return {};
  return [&calls, what = question.substr(0, space), count = std::stoi(question.substr(space))](
             const StreamSink& sink, const std::atomic<bool>& stop) {
    const std::string padding(what == "large" ? 1 << 16 : 0, 'x');
    for (int i = 0; i < count && !stop; ++i) {
      note(calls, "play(1)", static_cast<std::uint8_t>(i));
      if (what == "slow") std::this_thread::sleep_for(5ms);
      end_call(calls.calls[0]);
      ++parts_made;
      if (!sink(std::to_string(i) + padding)) break;
    }
    if (what == "deaf") std::this_thread::sleep_for(1h);
    if (what == "throw") throw Error("it cannot go on.");
    if (what == "crash" || what == "loop" || what == "exit") answer_of(calls, what);
  };
}

OwnProcess::Answer begin(OwnCalls& calls) {
  return [&calls](std::string_view question) -> OwnProcess::Answered {
    Stream parts = parts_of(calls, std::string(question));
    return {parts ? std::string("parts") : answer_of(calls, question), parts};
  };
}

constexpr RulesLimits patient{.call = 10s, .answer = 20s, .end = 10s};

std::string text_of(OwnProcess& process, std::string_view question) {
  const OwnProcess::Answered answered = process.ask(question);
  EXPECT_FALSE(answered.parts);
  return answered.text;
}

std::string failure_of(OwnProcess& process, std::string_view question) {
  try {
    return "no failure: " + process.ask(question).text;
  } catch (const RulesError& error) {
    return error.what();
  }
}

TEST(OwnProcess, AnswersElsewhere) {
  OwnProcess process(begin, "x.so", patient);
  const std::string who = text_of(process, "who");
  EXPECT_NE(who, std::to_string(::getpid()));
  EXPECT_EQ(text_of(process, "who"), who);
  EXPECT_EQ(text_of(process, ""), "!");
  const std::string long_text(3 << 20, 'x');
  EXPECT_EQ(text_of(process, long_text), long_text + "!");
}

// The next question has a new process.
TEST(OwnProcess, GoesOnAfterACrash) {
  OwnProcess process(begin, "x.so", patient);
  const std::string who = text_of(process, "who");
  EXPECT_EQ(failure_of(process, "crash"), "x.so: play(3) at hex:ab: it crashes (Aborted).");
  EXPECT_NE(text_of(process, "who"), who);
  EXPECT_EQ(failure_of(process, "exit"), "x.so: it ends the process.");
  EXPECT_EQ(text_of(process, "a"), "a!");
}

TEST(OwnProcess, EndsWhatDoesNotEnd) {
  OwnProcess process(begin, "x.so", {.call = 200ms, .answer = 20s});
  EXPECT_EQ(failure_of(process, "loop"),
            "x.so: moves at hex:01: it does not come to an end within 0.2 seconds.");
  EXPECT_EQ(text_of(process, "a"), "a!");
}

// (No call is to blame, for each of them comes back.)
TEST(OwnProcess, EndsAnAnswerOfTooManyCalls) {
  OwnProcess process(begin, "x.so", {.call = 1s, .answer = 1500ms});
  EXPECT_EQ(failure_of(process, "slow"), "x.so: it does not come to an end within 1.5 seconds.");
  EXPECT_EQ(text_of(process, "a"), "a!");
}

constexpr RulesLimits hasty{.call = 300ms, .answer = 20s, .end = 10s};

// Work between questions is ended, too. Whoever asks about it is told, once; others do not notice.
TEST(OwnProcess, EndsWorkThatHangsBetweenQuestions) {
  OwnProcess process(begin, "a.so", hasty);
  const std::string first = text_of(process, "who");
  EXPECT_EQ(text_of(process, "work"), "work!");
  EXPECT_EQ(text_of(process, "who"), first);
  std::this_thread::sleep_for(1200ms);
  const std::string second = text_of(process, "who");
  EXPECT_NE(second, first);
  try {
    process.ask("who", OwnProcess::About::work);
    FAIL() << "nobody is told that the work was ended";
  } catch (const RulesError& error) {
    EXPECT_STREQ(error.what(), "a.so: text: it does not come to an end within 0.3 seconds.");
  }
  EXPECT_EQ(process.ask("who", OwnProcess::About::work).text, second);
}

TEST(OwnProcess, AsksAgainIfWorkHangsMeanwhile) {
  OwnProcess process(begin, "a.so", hasty);
  EXPECT_EQ(text_of(process, "work"), "work!");
  EXPECT_EQ(text_of(process, "nap"), "nap!");
  EXPECT_THROW(process.ask("who", OwnProcess::About::work), RulesError);
  EXPECT_EQ(text_of(process, "nap"), "nap!");
}

TEST(OwnProcess, TellsWhyItCannotBegin) {
  OwnProcess process([](OwnCalls&) -> OwnProcess::Answer { throw Error("x.so: there is none."); },
                     "x.so", patient);
  EXPECT_EQ(failure_of(process, "a"), "x.so: there is none.");
  EXPECT_EQ(failure_of(process, "a"), "x.so: there is none.");
  OwnProcess crashing([](OwnCalls&) -> OwnProcess::Answer { std::abort(); }, "x.so", patient);
  EXPECT_EQ(failure_of(crashing, "a"), "x.so: it crashes (Aborted).");
}

// --- Parts

const std::atomic<bool> not_stopped = false;

// The numbers at the beginning of the parts, and how they ended.
std::string parts_in(OwnProcess& process, const std::string& question,
                     const std::atomic<bool>& stop = not_stopped, int wanted = 1 << 30) {
  const OwnProcess::Answered answered = process.ask(question);
  EXPECT_EQ(answered.text, "parts");
  std::string all;
  int taken = 0;
  try {
    answered.parts(
        [&](std::string_view part) {
          all += std::to_string(std::stoi(std::string(part.substr(0, 6)))) + " ";
          return ++taken < wanted;
        },
        stop);
    return all + "end";
  } catch (const Error& error) {
    return all + error.what();
  }
}

TEST(OwnProcess, PassesPartsOn) {
  OwnProcess process(begin, "x.so", patient);
  EXPECT_EQ(parts_in(process, "count 0"), "end");
  EXPECT_EQ(parts_in(process, "count 3"), "0 1 2 end");
  EXPECT_EQ(text_of(process, "a"), "a!");
  EXPECT_EQ(parts_in(process, "throw 1"), "0 it cannot go on.");
  const std::string who = text_of(process, "who");
  EXPECT_EQ(parts_in(process, "large 100").size(), 100 * 3 - 10 + 3);
  EXPECT_EQ(text_of(process, "who"), who);
}

// Parts that nobody wants are not made.
TEST(OwnProcess, ForgetsPartsThatAreNotAskedFor) {
  OwnProcess process(begin, "x.so", patient);
  EXPECT_TRUE(process.ask("crash 0").parts);
  EXPECT_TRUE(process.ask("count 1").parts);
  EXPECT_EQ(text_of(process, "a"), "a!");
}

// All of them together may take longer than a call, and than an answer.
TEST(OwnProcess, LimitsCallsOfPartsAndNotTheParts) {
  OwnProcess process(begin, "x.so", {.call = 500ms, .answer = 600ms});
  EXPECT_TRUE(parts_in(process, "slow 200").ends_with(" 199 end"));
  EXPECT_EQ(parts_in(process, "loop 2"),
            "0 1 x.so: moves at hex:01: it does not come to an end within 0.5 seconds.");
  EXPECT_EQ(text_of(process, "a"), "a!");
}

TEST(OwnProcess, TellsACrashBetweenParts) {
  OwnProcess process(begin, "x.so", patient);
  EXPECT_EQ(parts_in(process, "crash 2"), "0 1 x.so: play(3) at hex:ab: it crashes (Aborted).");
  EXPECT_EQ(parts_in(process, "exit 1"), "0 x.so: it ends the process.");
  EXPECT_EQ(parts_in(process, "count 1"), "0 end");
}

// While they wait to be taken, few more are made: what the sockets hold.
TEST(OwnProcess, MakesLittleMoreThanIsTaken) {
  OwnProcess process(begin, "x.so", patient);
  int taken = 0;
  process.ask("large 1000")
      .parts(
          [&](std::string_view) {
            std::this_thread::sleep_for(100ms);
            return ++taken < 5;
          },
          not_stopped);
  EXPECT_EQ(taken, 5);
  EXPECT_LT(std::stoi(text_of(process, "made")), 100);
}

TEST(OwnProcess, StopsPartsThatAreNotWantedAnyMore) {
  OwnProcess process(begin, "x.so", patient);
  const std::string who = text_of(process, "who");
  EXPECT_EQ(parts_in(process, "slow 100000", not_stopped, 2), "0 1 end");
  std::atomic<bool> stop = false;
  std::thread stopper([&] {
    std::this_thread::sleep_for(50ms);
    stop = true;
  });
  EXPECT_TRUE(parts_in(process, "slow 100000", stop).ends_with(" end"));
  stopper.join();
  EXPECT_EQ(parts_in(process, "count 2"), "0 1 end");
  EXPECT_EQ(text_of(process, "who"), who);
}

// What does not hear that it is to stop is ended.
TEST(OwnProcess, EndsPartsThatDoNotStop) {
  OwnProcess process(begin, "x.so", {.call = 10s, .answer = 20s, .end = 100ms});
  const std::atomic<bool> at_once = true;
  EXPECT_EQ(parts_in(process, "deaf 0", at_once),
            "x.so: it does not come to an end within 0.1 seconds.");
  // A call that has been open since before is to blame.
  std::atomic<bool> stop = false;
  std::thread stopper([&] {
    std::this_thread::sleep_for(500ms);
    stop = true;
  });
  EXPECT_EQ(parts_in(process, "loop 1", stop),
            "0 x.so: moves at hex:01: it does not come to an end within 0.1 seconds.");
  stopper.join();
  EXPECT_EQ(text_of(process, "a"), "a!");
}

TEST(OwnProcess, GoesOnAfterASinkThatThrows) {
  OwnProcess process(begin, "x.so", patient);
  const OwnProcess::Answered answered = process.ask("count 1000");
  EXPECT_THROW(
      answered.parts([](std::string_view) -> bool { throw std::bad_alloc(); }, not_stopped),
      std::bad_alloc);
  EXPECT_EQ(text_of(process, "a"), "a!");
}

// Nothing is left when the server ends, whatever the rules do with signals.
TEST(OwnProcess, IsGoneWithItsOwner) {
  pid_t answering = 0;
  {
    OwnProcess one(begin, "x.so", patient), other(begin, "y.so", patient);
    answering = std::stoi(text_of(one, "who"));
    other.ask("who");
    EXPECT_EQ(::kill(answering, SIGTERM), 0);  // (As from a terminal: it is for the server.)
    EXPECT_EQ(text_of(one, "a"), "a!");
    EXPECT_EQ(::kill(answering, 0), 0);
  }
  EXPECT_NE(::kill(answering, 0), 0);
}

}  // namespace
}  // namespace zermelo::server
