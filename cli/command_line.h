// SPDX-License-Identifier: MIT
// The command line: verbs, and the words and options that each takes. CLI11 reads it; only
// command_line.cpp knows of that, because it takes seconds to compile wherever it is included.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace zermelo::cli {

using Words = std::vector<std::string>;

// What a value may be, as far as a shell can complete it.
struct ValueKind {
  enum class Kind { anything, words, file, folder, game };
  Kind kind = Kind::anything;
  // For words: the words. For a file: the endings that its name may have, without the dot; none:
  // any. For a game: the games allowed; none: all.
  Words words;
};

// An option or a word, as a verb declares it.
struct OptionShape {
  Words names;  // "-o" and "--output"; for a word its name, "FILE"
  bool is_word = false;
  bool repeats = false;  // a word: any number of them; an option: may be given again
  int values = 0;        // that follow an option: 0 for a flag. For a word: 1
  std::string meaning, value_name;
  ValueKind kind;
};

struct VerbShape {
  std::string name, meaning;
  std::vector<OptionShape> options;  // and words, in their order
};

// Whether the help says what values are allowed, or leaves that to the name of the value.
enum class InHelp { allowed, name_only };

// What is said about an option or a word in addition to its name. All return the option itself.
class Option {
 public:
  Option(CLI::Option* option, ValueKind* kind) : option_(option), kind_(kind) {}

  Option& required();
  // What the help calls the value: "N", "FILE".
  Option& value_name(const std::string& name);
  // Always this many values: 2 for "--bddl DOMAIN PROBLEM".
  Option& values(int count);
  // One value each time the option is given.
  Option& one_value();
  // Both ends are allowed. The type is that of the value.
  Option& between(int least, int most, InHelp help = InHelp::allowed);
  Option& between(std::int64_t least, std::int64_t most, InHelp help = InHelp::allowed);
  Option& between(double least, double most, InHelp help = InHelp::allowed);
  Option& above_zero();
  Option& one_of(const Words& words, InHelp help = InHelp::allowed);
  // The heading under which the help lists it.
  Option& group(const std::string& name);
  // Not to be given together.
  Option& excludes(const Option& other);

  // For shells, which complete values (one_of tells them as well). Nothing is checked.
  Option& suggests(const Words& words);
  Option& file(const Words& endings = {});
  Option& folder();
  Option& game(const Words& names = {});

 private:
  CLI::Option* option_;
  ValueKind* kind_;
};

using ValueKinds = std::map<const CLI::Option*, ValueKind>;

// What a verb takes. Values must stay where they are until the command line has been read; one
// that is not given keeps what it has. A name without dashes ("FILE") is a word.
class Arguments {
 public:
  Arguments(CLI::App* verb, ValueKinds* kinds) : verb_(verb), kinds_(kinds) {}

  Option option(const std::string& name, std::string& value, const std::string& meaning);
  Option option(const std::string& name, Words& value, const std::string& meaning);
  Option option(const std::string& name, int& value, const std::string& meaning);
  Option option(const std::string& name, std::int64_t& value, const std::string& meaning);
  Option option(const std::string& name, double& value, const std::string& meaning);
  Option flag(const std::string& name, bool& value, const std::string& meaning);

  // Calls `take` with the text that is given, even if it is empty.
  using TakeText = std::function<void(const std::string&)>;
  Option text(const std::string& name, const TakeText& take, const std::string& meaning);
  using TakeNumbers = std::function<void(const std::vector<int>&)>;
  Option numbers(const std::string& name, const TakeNumbers& take, const std::string& meaning);
  Option flag(const std::string& name, std::function<void()> take, const std::string& meaning);

  // One of a few words, each with what it stands for.
  template <class Value>
  Option choice(const std::string& name, Value& value, std::map<std::string, Value> words,
                const std::string& meaning) {
    Words names;
    for (const auto& [word, unused] : words) names.push_back(word);
    const auto take = [&value, words](const std::string& word) { value = words.at(word); };
    return text(name, take, meaning).one_of(names, InHelp::name_only).value_name("WORD");
  }

  // Ends the verb's help.
  void footer(const std::string& text);
  // Whether this is the verb that was given.
  bool given() const;

 private:
  Option keep(CLI::Option* option);
  CLI::App* verb_;
  ValueKinds* kinds_;
};

class CommandLine {
 public:
  struct Texts {
    std::string name, description, version, footer;
  };
  explicit CommandLine(const Texts& texts);
  CommandLine(const CommandLine&) = delete;
  CommandLine& operator=(const CommandLine&) = delete;
  ~CommandLine();

  Arguments add_verb(const std::string& name, const std::string& meaning);

  // The text to print if help or the version is asked for; empty if a verb is to run. Throws
  // UsageError.
  std::string parse(int argc, const char* const* argv);
  // The verb that was given; empty if there was none.
  std::string verb() const;
  // All verbs as they have been declared, and before them the program with an empty name.
  std::vector<VerbShape> shapes() const;

 private:
  std::unique_ptr<CLI::App> program_;
  std::unique_ptr<ValueKinds> kinds_;  // (verbs point to it)
};

}  // namespace zermelo::cli
