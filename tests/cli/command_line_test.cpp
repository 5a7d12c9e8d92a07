// SPDX-License-Identifier: MIT
#include "cli/command_line.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "gen/error.h"
#include "tests/support/error_text.h"

namespace zermelo::cli {
namespace {

struct Values {
  std::string file, word = "red";
  Words rest;
  int number = 3;
  double seconds = 0.5;
  std::int64_t limit = 0;
  bool loud = false, alone = false;
};

class CommandLineTest : public testing::Test {
 protected:
  CommandLine line{{"program", "What it is for.", "9.8", "The end."}};
  Values v;
  int choice = 0;
  std::string text = "none";
  std::vector<int> numbers;
  Arguments first = line.add_verb("first", "Does the first thing");
  Arguments second = line.add_verb("second", "Does the second thing");

  CommandLineTest() {
    first.option("FILE", v.file, "The file").required().value_name("");
    first.option("REST", v.rest, "More").value_name("");
    first.option("-n,--number", v.number, "A number").between(1, 9).value_name("N");
    first.option("--seconds", v.seconds, "How long").above_zero().value_name("S");
    first.option("--limit", v.limit, "At most")
        .between(std::int64_t{1}, std::int64_t{1} << 40, InHelp::name_only)
        .value_name("L");
    first.option("--word", v.word, "A colour").one_of({"red", "blue"}).value_name("COLOUR");
    const Option loud = first.flag("--loud", v.loud, "Loudly").group("How");
    first.flag("--alone", v.alone, "Alone").excludes(loud);
    first.text(
        "--text", [this](const std::string& t) { text = t; }, "A text");
    first
        .numbers(
            "--two", [this](const std::vector<int>& n) { numbers = n; }, "Two")
        .values(2);
    first.choice<int>("--choice", choice, {{"one", 1}, {"two", 2}}, "One of two");
    first.footer("So much for the first.");
  }

  std::string parse(std::vector<const char*> words) {
    words.insert(words.begin(), "program");
    return line.parse(static_cast<int>(words.size()), words.data());
  }
  std::string complaint(const std::vector<const char*>& words) {
    return test::error_text<UsageError>([&] { parse(words); });
  }
};

TEST_F(CommandLineTest, FillsInWhatIsGiven) {
  EXPECT_EQ(parse({"first", "a", "b", "c", "-n", "7", "--seconds=2.5", "--limit", "99999999999",
                   "--word", "blue", "--loud", "--text", "", "--two", "4", "5", "--choice", "two"}),
            "");
  EXPECT_TRUE(first.given());
  EXPECT_FALSE(second.given());
  EXPECT_EQ(line.verb(), "first");
  EXPECT_EQ(v.file, "a");
  EXPECT_EQ(v.rest, (Words{"b", "c"}));
  EXPECT_EQ(v.number, 7);
  EXPECT_EQ(v.seconds, 2.5);
  EXPECT_EQ(v.limit, 99999999999);
  EXPECT_EQ(v.word, "blue");
  EXPECT_TRUE(v.loud);
  EXPECT_FALSE(v.alone);
  EXPECT_EQ(text, "");
  EXPECT_EQ(numbers, (std::vector<int>{4, 5}));
  EXPECT_EQ(choice, 2);
}

TEST_F(CommandLineTest, LeavesAloneWhatIsNot) {
  EXPECT_EQ(parse({"first", "a"}), "");
  EXPECT_EQ(v.number, 3);
  EXPECT_EQ(v.seconds, 0.5);
  EXPECT_EQ(v.word, "red");
  EXPECT_EQ(text, "none");
  EXPECT_EQ(choice, 0);
}

TEST_F(CommandLineTest, HelpsAndTellsTheVersion) {
  const std::string help = parse({"--help"});
  for (const char* part : {"What it is for.", "Does the first thing", "second", "The end."})
    EXPECT_NE(help.find(part), help.npos) << part;
}

TEST_F(CommandLineTest, HelpsWithAVerb) {
  const std::string help = parse({"first", "--help"});
  for (const char* part : {"-n,--number N:INT in [1 - 9]", "--limit L ", "COLOUR:{red,blue}",
                           "So much for the first.", "How", "REQUIRED"})
    EXPECT_NE(help.find(part), help.npos) << part << "\n" << help;
}

TEST_F(CommandLineTest, TellsTheVersion) { EXPECT_EQ(parse({"--version"}), "9.8\n"); }

TEST_F(CommandLineTest, ComplainsInASentence) {
  EXPECT_EQ(complaint({}), "Name a verb.");
  EXPECT_EQ(line.verb(), "");
  EXPECT_EQ(complaint({"third"}), "There is no verb or option 'third'.");
  for (const std::string bad : {"0", "inf", "soon"})
    EXPECT_EQ(complaint({"first", "a", "--seconds", bad.c_str()}),
              "--seconds: '" + bad + "' is not a number above 0.");
}

TEST_F(CommandLineTest, TellsItsShape) {
  first.option("--table", v.file, "A table").file({"ztb"});
  first.option("--again", v.rest, "More than once").one_value().game();
  const auto shapes = line.shapes();
  ASSERT_EQ(shapes.size(), 3U);
  EXPECT_EQ(shapes[0].name, "");
  EXPECT_EQ(shapes[1].name, "first");
  EXPECT_EQ(shapes[2].meaning, "Does the second thing");
  const auto option = [&](const std::string& name) -> OptionShape {
    for (const OptionShape& shape : shapes[1].options) {
      if (shape.names.back() == name) return shape;
    }
    ADD_FAILURE() << name;
    return {};
  };
  EXPECT_EQ(option("--number").names, (Words{"-n", "--number"}));
  EXPECT_EQ(option("--number").values, 1);
  EXPECT_EQ(option("--loud").values, 0);
  EXPECT_EQ(option("--two").values, 2);
  EXPECT_FALSE(option("--two").repeats);
  EXPECT_TRUE(option("FILE").is_word);
  EXPECT_FALSE(option("FILE").repeats);
  EXPECT_TRUE(option("REST").repeats);
  EXPECT_EQ(option("--word").kind.words, (Words{"red", "blue"}));
  EXPECT_EQ(option("--choice").kind.words, (Words{"one", "two"}));
  EXPECT_EQ(option("--table").kind.kind, ValueKind::Kind::file);
  EXPECT_EQ(option("--table").kind.words, (Words{"ztb"}));
  EXPECT_EQ(option("--again").kind.kind, ValueKind::Kind::game);
  EXPECT_TRUE(option("--again").repeats);
  EXPECT_EQ(option("--again").values, 1);
  EXPECT_EQ(option("--help").values, 0);
}

class WrongArguments : public CommandLineTest,
                       public testing::WithParamInterface<std::vector<const char*>> {};

TEST_P(WrongArguments, AreRefused) {
  const std::string sentence = complaint(GetParam());
  EXPECT_TRUE(sentence.ends_with('.')) << sentence;
  EXPECT_EQ(line.verb(), "first");
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, WrongArguments,
    testing::Values(std::vector<const char*>{"first"}, std::vector<const char*>{"first", "a", "-n"},
                    std::vector<const char*>{"first", "a", "-n", "0"},
                    std::vector<const char*>{"first", "a", "-n", "x"},
                    std::vector<const char*>{"first", "a", "--seconds", "0"},
                    std::vector<const char*>{"first", "a", "--limit", "0"},
                    std::vector<const char*>{"first", "a", "--word", "green"},
                    std::vector<const char*>{"first", "a", "--loud", "--alone"},
                    std::vector<const char*>{"first", "a", "--two", "4"},
                    std::vector<const char*>{"first", "a", "--choice", "three"},
                    std::vector<const char*>{"first", "a", "--nonsense"}));

}  // namespace
}  // namespace zermelo::cli
