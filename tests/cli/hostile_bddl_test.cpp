// SPDX-License-Identifier: MIT
// Files in version 2 of BDDL that nobody writes in good faith, or that stand for too much: each is
// refused with one sentence that says where, in a second and little memory.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cstdint>
#include <fstream>
#include <functional>
#include <string>

#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::test::hostile {
namespace {

std::string times(int number, const std::function<std::string(int)>& part) {
  std::string all;
  for (int i = 0; i < number; ++i) all += part(i);
  return all;
}
std::string times(int number, const std::string& part) {
  return times(number, [&](int) { return part; });
}

// A different name for each number.
std::string name(int number) {
  std::string letters = "z";
  do letters += static_cast<char>('a' + number % 26);
  while ((number /= 26) > 0);
  return letters;
}

const std::string head = "#bddl 2\n";
const std::string board = head + "#boardsize 8 8\n";
const std::string start = "#init black(1,1) white(8,8)\n";
const std::string walk =
    ":action walk\n:parameters ?p ?q\n:precondition own(?p) open(?q)\n:effect open(?p) own(?q)\n";

std::string game_with(const std::string& section) {
  return board + "#actions\n" + walk + section + "\n" + start;
}
std::string action_with(const std::string& parameters, const std::string& precondition,
                        const std::string& effect = "open(?p)") {
  return board + "#actions\n:action act\n:parameters " + parameters + "\n:precondition " +
         precondition + "\n:effect " + effect + "\n" + start;
}
std::string with_kinds(const std::string& action, const std::string& rest) {
  return head + "#pieces a b c d e f g h\n#boardsize 8 8\n#actions\n:action act\n" + action + rest;
}
// Defines each of which uses the next one.
std::string defines(int number, const std::function<std::string(const std::string&)>& line) {
  return times(number,
               [&](int i) { return "#define " + name(i) + " ?p\n" + line(name(i + 1)) + "\n"; }) +
         "#define " + name(number) + " ?p\nown(?p)\n#goals ?p " + name(0) + "(?p)";
}

struct Hostile {
  const char* name;
  std::string text;
  std::string place, sentence;  // "LINE:COLUMN"; a part of the sentence
};

std::ostream& operator<<(std::ostream& out, const Hostile& hostile) { return out << hostile.name; }

const std::string too_much = "stand for too much", too_many = "stand for more than 262144";

const Hostile hostile_files[] = {
    {"Parameters", action_with("?p ?q ?r ?s ?t ?u ?v ?w", "own(?p)"), "4:9:", too_much},
    {"ParametersInConditions",
     action_with("?p ?q ?r ?s ?t ?u ?v ?w",
                 "own(?p) own(?q) own(?r) own(?s) own(?t) own(?u) own(?v) own(?w)"),
     "4:9:", too_much},
    {"Nots", action_with("?p", times(50'000, "NOT(") + "own(?p)" + times(50'000, ")")),
     "6:418:", "nested too deeply"},
    {"Parentheses", action_with("?p", times(90'000, "(") + "own(?p)" + times(90'000, ")")),
     "6:115:", "nested too deeply"},
    {"Whens",
     action_with("?p", "own(?p)",
                 times(20'000, "when (own(?p)) (") + "open(?p)" + times(20'000, ")")),
     "7:", "nested too deeply"},
    {"DefineOfItself", game_with("#define mill ?p\nmill(?p)\n#goals ?p mill(?p)"),
     "8:9:", "the meaning of mill depends on itself"},
    {"DefinesInACircle",
     game_with("#define one ?p other-one(?p)\n#define two ?p three(?p)\n#define three ?p two(?p)"),
     "8:", ""},
    {"ManyDefines",
     game_with(defines(20'000, [](const std::string& next) { return next + "(?p)"; })),
     "1008:9:", "more than 500"},
    {"DefinesThatDouble",
     game_with(defines(
         60, [](const std::string& next) { return "any ?q (" + next + "(?q) " + next + "(?p))"; })),
     "123:17:", too_much},
    {"HugeCount", game_with("#goals count(own)=99999999999999999999"), "8:19:", "too large"},
    {"LargeCount", game_with("#goals count(own)=2147483647"), "8:19:", "at most 9999"},
    {"Range", action_with("?p ?n=1..1000000000", "own(?p)"), "5:", "at most 9999"},
    {"RangeInACondition", action_with("?p", "own(?p) any ?n 1 1000000000 (count(own)=?n)"),
     "6:", "at most 9999"},
    {"RangeInAnEffect", action_with("?p", "own(?p)", "each ?n 1 1000000000 (open(?p))"),
     "7:", "at most 9999"},
    {"RangeBelowZero", action_with("?p", "own(?p) any ?n -2147483648 2147483647 (open(?p))"),
     "6:", ""},
    {"RangesInRanges",
     action_with("?p", "own(?p) " + times(4,
                                          "any ?n 1 9999 (count(own)=?n any ?i 1 9999 "
                                          "(count(other)=?i any ?j 1 9999 (count(own)=?j))) ")),
     "6:", too_much},
    {"Garbage", head + times(20'000, "@!~`|\\^\"';<>{}[]\n"), "2:1:", "means nothing here"},
    {"GarbageWords", board + "#actions\n" + times(30'000, "foo bar baz "),
     "4:1:", "expected :action, not 'foo'"},
    {"Zeros", head + std::string(1000, '\0'), "2:1:", "the byte 0x00 means nothing here"},
    {"LongWord", head + std::string(300'000, 'x'), "2:1:", "at most 100 bytes"},
    {"LongNumber", head + "#boardsize " + std::string(300'000, '9'), "2:12:", "at most 100 bytes"},
    {"LongFile", head + std::string(1'000'000, 'x'), "1:1:", "at most 512 KiB"},
    {"ManyLines", game_with("#goals\n" + times(30'000, "?p own(?p)\n")), "", too_many},
    {"LargeLines", game_with("#goals\n" + times(1000, "?p ?q ?r own(?p) own(?q) own(?r)\n")), "",
     "stand for"},
    {"ManyAttacks",
     game_with("#illegal\n" + times(100, "?p ?q own(?p) attacked(?p) attacked(?q)\n")), "",
     "stand for"},
    {"ManyActions",
     board + "#actions\n" +
         times(5000,
               [](int i) {
                 return ":action " + name(i) +
                        "\n:parameters ?p ?q\n:precondition own(?p) open(?q)\n:effect open(?p) "
                        "own(?q)\n";
               }) +
         start,
     "2004:9:", "more than 500"},
    {"NineKinds", head + "#pieces a b c d e f g h i\n" + board.substr(8), "2:25:", "at most 8"},
    {"KindTwice", head + "#pieces king king\n" + board.substr(8), "2:14:", "given twice"},
    {"KindOfAWordWithAMeaning", head + "#pieces open\n" + board.substr(8),
     "2:9:", "has a meaning of its own"},
    {"KindThatIsNone", head + "#pieces king\n#hands queen\n" + board.substr(8),
     "3:8:", "there is no piece 'queen'"},
    {"KindMistyped",
     head + "#pieces king\n" + board.substr(8) +
         "#actions\n:action act\n:parameters ?p\n:precondition own-kin(?p)\n:effect open(?p)\n"
         "#init black-king(1,1)\n",
     "7:15:", "did you mean king?"},
    {"Clauses", action_with("?p", "own(?p)", times(5000, "when (own(1,1)) (open(1,1)) ")),
     "7:", "more than 64 clauses"},
    {"Copies",
     with_kinds(":parameters ?p ?q ?r\n:precondition on(?p) on(?q)\n"
                ":effect becomes(?p,?q) becomes(?q,?r)\n",
                "#init black-a(1,1) white-a(8,8)\n"),
     "5:9:", too_many},
    {"EndlessTurns", board + "#actions\n" + walk + ":then walk own(?q)\n" + start,
     "4:9:", "a turn has at most 3 parts"},
    {"LargeBoard", head + "#boardsize 1000000000 1000000000\n#actions\n" + walk + start,
     "2:12:", "1 to 64 in all"},
    {"NoBoard", head + "#boardsize 0 0\n#actions\n" + walk + start, "2:12:", "1 to 64 in all"},
    {"LongSteps", board + "#steps far (2147483647,2147483647)*\n#actions\n" + walk + start,
     "3:12:", "longer than any board"},
    {"ManyPiecesOnASquare", game_with("#init " + times(30'000, "black(1,1) ")), "", "twice"},
    {"IllegalMaterial",
     with_kinds(":parameters ?p ?q\n:precondition own-a(?p) open(?q)\n:effect open(?p) "
                "own-a(?q)\n",
                "#illegal count(own)>0\n#material " + times(4, "white-a black-a white-b ") + "\n"),
     "", "none is legal"},
    {"TooMuchMaterial",
     with_kinds(":parameters ?p ?q\n:precondition own-a(?p) open(?q)\n:effect open(?p) "
                "own-a(?q)\n",
                "#material " + times(15, "white-a black-b white-c black-d ") + "\n"),
     "", "too many different sets of pieces"},
};

// The processor's time of all programs that have been waited for.
double seconds_of_programs() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  const auto seconds = [](const timeval& t) {
    return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

class HostileBddl : public testing::TestWithParam<Hostile> {
 protected:
  // 256 MiB, and addresses that are reserved but not used.
  static constexpr std::uint64_t most_memory = 320 << 20;
#ifdef NDEBUG
  static constexpr double most_seconds = 1;
#else
  static constexpr double most_seconds = 30;
#endif

  // The moves from the start. Expects that the program soon ends, and with little memory.
  ProcessResult moves_of(const std::string& text) {
    std::ofstream(file_, std::ios::binary) << text;
    Launch launch{.arguments = {"moves", file_, "start"}};
#ifndef ZERMELO_SANITIZED  // (which reserves terabytes of addresses)
    launch.memory_limit = most_memory;
#endif
    [[maybe_unused]] const double before = seconds_of_programs();
    ProcessResult result = run_program(launch);
#ifndef ZERMELO_SANITIZED
    EXPECT_LE(seconds_of_programs() - before, most_seconds);
#endif
    return result;
  }

  TemporaryFolder folder_;
  std::string file_ = folder_.file("hostile.bddl");
};

TEST_P(HostileBddl, IsRefusedAtOnce) {
  const Hostile& hostile = GetParam();
  const ProcessResult result = moves_of(hostile.text);
  EXPECT_TRUE(result.exit_code == 1 || result.exit_code == 2) << result.exit_code;
  EXPECT_EQ(result.output, "");
  // (Warnings may come before.)
  const std::size_t last = result.error.rfind("zermelo: ");
  ASSERT_NE(last, std::string::npos) << result.error;
  const std::string sentence = result.error.substr(last);
  EXPECT_LE(sentence.size(), 400u);
  EXPECT_EQ(sentence.find('\n'), sentence.size() - 1) << sentence;
  const std::string place = hostile.place.empty() ? "" : "hostile.bddl:" + hostile.place;
  EXPECT_NE(sentence.find(place), std::string::npos) << sentence;
  EXPECT_NE(sentence.find(hostile.sentence), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find("memory"), std::string::npos) << sentence;
}

INSTANTIATE_TEST_SUITE_P(Files, HostileBddl, testing::ValuesIn(hostile_files),
                         [](const auto& info) { return std::string(info.param.name); });

// Of positions that cannot be numbered there are no tables, and that is found soon; moves need no
// numbers.
class LargeGames : public HostileBddl {};

const Hostile large_games[] = {
    {"HandsThatGrow",
     head + "#pieces a b c d e f\n#hands a b c d e f\n#boardsize 3 3\n#actions\n:action gain\n"
            ":parameters ?k\n:precondition own-a(2,2)\n:effect hand(own,?k)+1\n:action go\n"
            ":parameters ?p ?q\n:precondition own-a(?p) open(?q)\n:effect open(?p) own-a(?q)\n"
            ":action drop\n:parameters ?k ?q\n:precondition hand(own,?k) open(?q)\n"
            ":effect own-?k(?q) hand(own,?k)-1\n#init black-a(1,1) white-a(3,3)\n",
     "", ""},
    {"PiecesThatCome",
     with_kinds(":parameters ?k ?q\n:precondition open(?q)\n:effect own-?k(?q)\n",
                "#init black-a(1,1) white-a(3,3)\n"),
     "", ""},
    {"PiecesThatChange",
     with_kinds(":parameters ?k ?q\n:precondition own(?q)\n:effect own-?k(?q)\n",
                "#init black-a(?x,1) black-a(?x,2) white-a(?x,7) white-a(?x,8)\n"),
     "", ""},
    {"AnythingBecomesAnything",
     with_kinds(":parameters ?p\n:precondition own(?p)\n:effect each ?q (own-a(?q))\n",
                "#init black-a(?x,1) black-b(?x,2) white-a(?x,7) white-b(?x,8)\n"),
     "", ""},
    {"TwoSquaresChangePlaces",
     with_kinds(":parameters ?p ?q\n:precondition on(?p) on(?q)\n"
                ":effect becomes(?p,?q) becomes(?q,?p)\n",
                "#init black-a(?x,1) black-b(?x,2) white-a(?x,7) white-b(?x,8)\n"),
     "", ""},
    // With 63! and 64! symmetries as graphs.
    {"Star",
     board + "#links\n" +
         times(63,
               [](int i) {
                 return "(1,1) (" + std::to_string((i + 1) % 8 + 1) + "," +
                        std::to_string((i + 1) / 8 + 1) + ")\n";
               }) +
         "#actions\n:action go\n:parameters ?p ?q\n:precondition own(?p) next(?p,?q) open(?q)\n"
         ":effect open(?p) own(?q)\n" +
         start,
     "", ""},
};

TEST_P(LargeGames, HaveMovesAtOnce) {
  const ProcessResult moves = moves_of(GetParam().text);
  EXPECT_EQ(moves.exit_code, 0) << moves.error;
  EXPECT_NE(moves.output, "");
}

INSTANTIATE_TEST_SUITE_P(Games, LargeGames, testing::ValuesIn(large_games),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace zermelo::test::hostile
