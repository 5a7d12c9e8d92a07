// SPDX-License-Identifier: MIT
#include "cli/completion/completion_script.h"

#include <gtest/gtest.h>

namespace zermelo::cli {
namespace {

OptionShape word_shape(const std::string& name, bool repeats) {
  OptionShape shape;
  shape.names = {name};
  shape.is_word = true;
  shape.repeats = repeats;
  shape.values = 1;
  return shape;
}

// One verb, whose texts contain everything that shells treat specially.
CompletionData awkward_data() {
  OptionShape output;
  output.names = {"-o", "--output"};
  output.values = 1;
  output.meaning = "It's [a] file: \\ and `x`";
  output.value_name = "A:B";
  output.kind = {ValueKind::Kind::file, {"ztb", "aig"}};
  VerbShape verb{"tell", "Don't say: $no", {output, word_shape("FILE", false)}};
  verb.options.push_back(word_shape("MORE", true));
  verb.options.back().kind = {ValueKind::Kind::words, {"one", "two"}};
  GameInfo game;
  game.name = "nim";
  game.summary = "the heap's game";
  game.parameters = {{"heaps", "1..9", "3", "how many"}, {"last", "wins|loses", "wins", "who"}};
  return {{VerbShape{}, verb}, {game}};
}

TEST(CompletionScript, QuotesForShells) {
  EXPECT_EQ(posix_quoted(R"(it's \ $x)"), R"('it'\''s \ $x')");
  EXPECT_EQ(fish_quoted(R"(it's \ $x)"), R"('it\'s \\ $x')");
  EXPECT_EQ(posix_quoted(""), "''");
}

TEST(CompletionScript, OffersParametersByNameOrWholeIfThereAreFew) {
  EXPECT_EQ(parameter_words({"size", "3..5", "5", ""}), (Words{"size="}));
  EXPECT_EQ(parameter_words({"last", "wins|loses", "wins", ""}),
            (Words{"last=wins", "last=loses"}));
}

TEST(CompletionScript, CountsWords) {
  const CompletionData data = awkward_data();
  const auto words = placed_words(data.verbs[1]);
  ASSERT_EQ(words.size(), 2U);
  EXPECT_EQ(words[0].place, "1");
  EXPECT_EQ(words[0].word->names.front(), "FILE");
  EXPECT_EQ(words[1].place, "2+");
}

TEST(CompletionScript, SaysInBashWhatStandsWhere) {
  const std::string script = bash_completion(awkward_data());
  for (const char* line :
       {"'tell -o' | 'tell --output') takes=1 kind='file ztb aig' ;;",
        "'tell '1) takes=0 kind='anything' ;;", "'tell '[0-9]*) takes=0 kind='words one two' ;;",
        "tell) echo '-o --output' ;;", "nim) echo 'heaps= last=wins last=loses' ;;"})
    EXPECT_NE(script.find(line), script.npos) << line << "\n" << script;
}

TEST(CompletionScript, EscapesForZsh) {
  const std::string script = zsh_completion(awkward_data());
  for (const char* line :
       {R"x('(-o --output)--output=[It'\''s \[a\] file\: \\ and `x`]:A:_files -g "*.(ztb|aig)"')x",
        R"x('*:MORE:(one two)')x", R"x('tell:Don'\''t say: $no')x", R"x('heaps=:how many (1..9)')x",
        R"x('last=wins:who (wins|loses)')x"})
    EXPECT_NE(script.find(line), script.npos) << line << "\n" << script;
}

// `*.(ztb)` would mean all files, with a qualifier that does not exist.
TEST(CompletionScript, TellsZshOneEndingWithoutParentheses) {
  CompletionData data = awkward_data();
  data.verbs[1].options[0].kind.words = {"ztb"};
  const std::string script = zsh_completion(data);
  EXPECT_NE(script.find(R"x(_files -g "*.ztb")x"), script.npos) << script;
}

TEST(CompletionScript, EscapesForFish) {
  const std::string script = fish_completion(awkward_data());
  for (const char* line :
       {R"(-s o -l output -k -x -a '(__fish_complete_suffix .ztb; __fish_complete_suffix .aig)')",
        R"(-d 'It\'s [a] file: \\ and `x`')", "-n '__zermelo_at tell 2+' -x -a 'one two'",
        R"(nim\t'the heap\'s game')", R"(echo last=loses\t'who (wins|loses)')"})
    EXPECT_NE(script.find(line), script.npos) << line << "\n" << script;
}

}  // namespace
}  // namespace zermelo::cli
