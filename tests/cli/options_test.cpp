// SPDX-License-Identifier: MIT
// A verb's options are declared once, in its file in cli/: the parser, the help and the completions
// are made from that. Here they are compared with everything else that lists options: the guide,
// and the structures of options in C and C++. What one of them lacks is named with a reason.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "cli/verbs.h"
#include "tests/support/bytes_of_file.h"

namespace zermelo::cli {
namespace {

using Names = std::set<std::string>;

std::string text_of(const std::string& path) {
  return test::read_whole(std::string(ZERMELO_SOURCE) + "/" + path);
}

std::vector<VerbShape> verbs() {
  CommandLine program({});
  add_verbs(program);
  return program.shapes();
}

// The long names of each verb's options, without the dashes.
std::map<std::string, Names> declared_options() {
  std::map<std::string, Names> result;
  for (const VerbShape& verb : verbs()) {
    for (const OptionShape& option : verb.options) {
      for (const std::string& name : option.names)
        if (name.starts_with("--") && name != "--help") result[verb.name].insert(name.substr(2));
    }
  }
  return result;
}

// --- The guide -----------------------------------------------------------------------------------

// The part of docs/cli.md under "## TITLE".
std::string section(const std::string& guide, const std::string& title) {
  const std::size_t begin = guide.find("\n## " + title + "\n");
  if (begin == std::string::npos) return "";
  return guide.substr(begin, guide.find("\n## ", begin + 1) - begin);
}

Names options_in(const std::string& text) {
  static const std::regex option("(^|[^-a-z])--([a-z][-a-z0-9]*)");
  Names names;
  for (std::sregex_iterator match(text.begin(), text.end(), option), end; match != end; ++match)
    names.insert((*match)[2]);
  return names;
}

TEST(Options, OfEveryVerbAreInTheGuide) {
  const std::string guide = text_of("docs/cli.md");
  const std::string common = section(guide, "Common to all");
  int compared = 0;
  for (const VerbShape& verb : verbs()) {
    if (verb.name.empty()) continue;
    const std::string text = section(guide, verb.name) + common;
    const Names named = options_in(text);
    for (const OptionShape& option : verb.options) {
      if (option.is_word || option.names.back() == "--help") continue;
      const bool is_there = std::ranges::any_of(option.names, [&](const std::string& name) {
        return name.starts_with("--") ? named.contains(name.substr(2))
                                      : text.find(name + " ") != std::string::npos;
      });
      EXPECT_TRUE(is_there) << "docs/cli.md: " << verb.name << " lacks " << option.names.back();
      ++compared;
    }
  }
  EXPECT_GT(compared, 150);
}

// The lines that show how a verb is called.
TEST(Options, InTheGuideAreDeclared) {
  const std::string guide = text_of("docs/cli.md");
  for (const auto& [verb, options] : declared_options()) {
    if (verb.empty()) continue;
    const std::string text = section(guide, verb);
    const std::size_t begin = text.find("\n\n    zermelo " + verb);
    ASSERT_NE(begin, std::string::npos) << "docs/cli.md does not show how " << verb << " is called";
    const std::string call = text.substr(begin, text.find("\n\n", begin + 2) - begin);
    for (const std::string& option : options_in(call))
      EXPECT_TRUE(options.contains(option)) << verb << " has no --" << option;
  }
}

// --- Structures ----------------------------------------------------------------------------------

// The members of a structure, as its header declares them.
Names members_of(const std::string& path, const std::string& structure) {
  const std::string header = text_of(path);
  std::smatch found;
  const std::regex begin("struct " + structure + " \\{\n");
  EXPECT_TRUE(std::regex_search(header, found, begin)) << path << " has no " << structure;
  std::string body = found.suffix().str();
  body.resize(body.find("\n}"));
  body = std::regex_replace(body, std::regex("/\\*[^]*?\\*/|//[^\n]*|enum class[^;]*;"), "");
  static const std::regex member("\\b([a-z_]+)(\\s*=[^;]*|\\s*\\{[^;]*)?;");
  Names names;
  for (std::sregex_iterator match(body.begin(), body.end(), member), end; match != end; ++match)
    names.insert((*match)[1]);
  return names;
}

// What differs on purpose: a member under another name, or a name that only one side has, and why.
struct Compared {
  std::string verb, header, structure;
  std::map<std::string, std::string> named_otherwise;  // member: option
  std::map<std::string, std::string> no_option;        // member: why the program has no such option
  std::map<std::string, std::string> no_member;        // option: why the structure lacks it
};

const std::string is_argument = "an argument of the function";
const std::string is_output = "what the program prints";
const std::string is_callback = "a function of the caller's";

const std::vector<Compared>& comparisons() {
  static const std::vector<Compared> all = {
      {"solve",
       "probe/zermelo.h",
       "zermelo_solve_options",
       {{"memory_limit", "memory"}},
       {{"size", "the structure's"},
        {"on_progress", is_callback},
        {"user", is_callback},
        {"metric", "a parameter of the game, or the verb reach"}},
       {{"bddl", "zermelo_open_bddl"},
        {"stuck", "zermelo_open_bddl"},
        {"variant", "variant_spec"},
        {"endless", "variant_spec"},
        {"output", is_argument},
        {"checkpoint-every", "C programs stop a solve by on_progress, which saves"},
        {"log", is_output},
        {"json", is_output}}},
      {"solve",
       "tablebase/job/solve_options.h",
       "SolveOptions",
       {{"memory_limit", "memory"}, {"checkpoint_seconds", "checkpoint-every"}},
       {{"force_wide_words", "for tests"},
        {"progress_seconds", "the program shows what it is told"},
        {"stop", is_callback},
        {"progress", is_callback},
        {"estimate", is_callback}},
       {{"bddl", "bddl::read_game"},
        {"stuck", "bddl::read_game"},
        {"variant", "variant_spec"},
        {"endless", "variant_spec"},
        {"output", is_argument},
        {"log", is_output},
        {"json", is_output}}},
      {"prove",
       "probe/zermelo.h",
       "zermelo_proof_options",
       {{"side", "white"}},
       {{"size", "the structure's"}, {"on_progress", is_callback}, {"user", is_callback}},
       {{"bddl", "zermelo_open_bddl"},
        {"stuck", "zermelo_open_bddl"},
        {"output", is_argument},
        {"aiger", "for competitions: the program and C++"},
        {"turn-game", "a comparison with a thesis: the program and C++"},
        {"trace", "of that comparison"},
        {"solver", "formulas for other people's solvers: the program and C++"},
        {"encoding", "the same"},
        {"solver-format", "the same"},
        {"json", is_output}}},
      {"prove",
       "proof/strategy.h",
       "ProofOptions",
       {{"stepwise", "shortest"}, {"qbf", "solver"}},
       {{"stop", is_callback}, {"progress", is_callback}},
       {{"bddl", "bddl::read_game"},
        {"stuck", "bddl::read_game"},
        {"output", is_argument},
        {"aiger", "solve_safety_game"},
        {"turn-game", "proof/turn_game.h"},
        {"trace", "proof/turn_game.h"},
        {"encoding", "in the member qbf"},
        {"solver-format", "in the member qbf"},
        {"json", is_output}}},
      {"check",
       "probe/zermelo.h",
       "zermelo_check_options",
       {},
       {{"size", "the structure's"}, {"on_progress", is_callback}, {"user", is_callback}},
       {{"json", is_output}}},
      {"check",
       "proof/strategy.h",
       "StrategyCheckOptions",
       {},
       {{"stop", is_callback}, {"progress", is_callback}},
       {{"json", is_output}}},
      {"strategy",
       "probe/zermelo.h",
       "zermelo_strategy_options",
       {},
       {{"size", "the structure's"},
        {"on_progress", is_callback},
        {"user", is_callback},
        {"most_positions", "the program takes what the memory has"}},
       {{"output", is_argument}, {"json", is_output}}},
      {"export",
       "tablebase/lists/export_options.h",
       "ExportOptions",
       {{"layers", "layer"}},
       {{"stop", is_callback}, {"progress", is_callback}},
       {{"output", is_argument}, {"compare", "CompareOptions"}, {"json", is_output}}},
      {"export",
       "kinds/export_table.h",
       "CompareOptions",
       {},
       {{"stop", is_callback}, {"progress", is_callback}},
       {{"output", is_argument},
        {"format", "ExportOptions"},
        {"layer", "ExportOptions"},
        {"force", "ExportOptions"},
        {"compare", is_argument},
        {"json", is_output}}},
      {"way",
       "probe/zermelo.h",
       "zermelo_way_options",
       {{"max_plies", "max"}},
       {{"size", "the structure's"}},
       {{"boards", is_output}, {"squares", is_output}, {"json", is_output}}},
      {"way",
       "probe/table.h",
       "WayOptions",
       {{"max_plies", "max"}},
       {{"stop", is_callback}},
       {{"boards", is_output}, {"squares", is_output}, {"json", is_output}}},
      {"mine",
       "probe/zermelo.h",
       "zermelo_puzzle_conditions",
       {},
       {{"size", "the structure's"},
        {"own", "an option for each condition"},
        {"own_count", "the same"}},
       {{"hole-key", "in the member own"},
        {"zugzwang", "in the member own"},
        {"underpromotion", "in the member own"},
        {"saving-drop", "in the member own"},
        {"from", "zermelo_mine_options"},
        {"limit", "zermelo_mine_options"},
        {"sort", "zermelo_mine_options"},
        {"defences", "zermelo_mine_options"},
        {"threads", "zermelo_mine_options"},
        {"game-code", "zermelo_open_with_rules"},
        {"format", is_output},
        {"output", is_output},
        {"json", is_output}}},
      {"mine",
       "probe/zermelo.h",
       "zermelo_mine_options",
       {{"order", "sort"}, {"positions", "from"}},
       {{"size", "the structure's"},
        {"position_count", "the structure's"},
        {"max_nodes", "for programs that show trees"},
        {"on_progress", is_callback},
        {"user", is_callback}},
       {{"win-in", "zermelo_puzzle_conditions"},
        {"win-by", "zermelo_puzzle_conditions"},
        {"only-move", "zermelo_puzzle_conditions"},
        {"only-line", "zermelo_puzzle_conditions"},
        {"sacrifice", "zermelo_puzzle_conditions"},
        {"capture-refused", "zermelo_puzzle_conditions"},
        {"quiet-key", "zermelo_puzzle_conditions"},
        {"hole-key", "zermelo_puzzle_conditions"},
        {"zugzwang", "zermelo_puzzle_conditions"},
        {"underpromotion", "zermelo_puzzle_conditions"},
        {"saving-drop", "zermelo_puzzle_conditions"},
        {"pieces", "zermelo_puzzle_conditions"},
        {"reachable", "zermelo_puzzle_conditions"},
        {"game-code", "zermelo_open_with_rules"},
        {"format", is_output},
        {"output", is_output},
        {"json", is_output}}},
      {"try",
       "probe/zermelo.h",
       "zermelo_trial_options",
       {},
       {{"size", "the structure's"},
        {"most_plies", "the program plays 200"},
        {"call_seconds", "the program waits 5"},
        {"seed", "the program's is 1"},
        {"on_progress", is_callback},
        {"user", is_callback}},
       {{"json", is_output}}},
      {"crosscheck",
       "probe/zermelo.h",
       "zermelo_crosscheck_options",
       {{"side", "white"}},
       {{"size", "the structure's"}, {"on_progress", is_callback}, {"user", is_callback}},
       {{"bddl", "zermelo_open_bddl"},
        {"stuck", "zermelo_open_bddl"},
        {"variant", "variant_spec"},
        {"endless", "variant_spec"},
        {"json", is_output}}},
      {"endgames",
       "probe/zermelo.h",
       "zermelo_endgame_options",
       {{"memory_limit", "memory"}, {"materials", "material"}, {"endless_draw", "endless"}},
       {{"size", "the structure's"},
        {"material_count", "the structure's"},
        {"on_progress", is_callback},
        {"user", is_callback}},
       {{"variant", "an argument"},
        {"output", "an argument"},
        {"estimate", "zermelo_estimate_endgames"},
        {"json", is_output}}},
      {"depth",
       "tablebase/search/depth_options.h",
       "DepthOptions",
       {{"max_plies", "max"}},
       {{"stop", is_callback}, {"progress", is_callback}},
       {{"bddl", "bddl::read_game"}, {"stuck", "bddl::read_game"}, {"json", is_output}}},
  };
  return all;
}

std::string as_option(std::string member) {
  std::ranges::replace(member, '_', '-');
  return member;
}

TEST(Options, InStructuresAreThoseOfTheVerbs) {
  const auto declared = declared_options();
  for (const Compared& c : comparisons()) {
    const Names& options = declared.at(c.verb);
    const Names members = members_of(c.header, c.structure);
    Names found;  // options that are members, too
    for (const std::string& member : members) {
      if (c.no_option.contains(member)) continue;
      const auto renamed = c.named_otherwise.find(member);
      const std::string option =
          renamed == c.named_otherwise.end() ? as_option(member) : renamed->second;
      EXPECT_TRUE(options.contains(option))
          << c.structure << "::" << member << " is no option of " << c.verb;
      found.insert(option);
    }
    for (const std::string& option : options) {
      EXPECT_NE(found.contains(option), c.no_member.contains(option))
          << "--" << option << " of " << c.verb << " and " << c.structure;
    }
    // Reasons for what is no longer there would hide something new.
    for (const auto& [member, why] : c.no_option)
      EXPECT_TRUE(members.contains(member)) << c.structure << "::" << member;
    for (const auto& [option, why] : c.no_member)
      EXPECT_TRUE(options.contains(option)) << c.verb << " --" << option;
  }
}

}  // namespace
}  // namespace zermelo::cli
