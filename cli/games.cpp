// SPDX-License-Identifier: MIT
// zermelo games: what can be solved.
#include <fmt/format.h>

#include <memory>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/game.h"

namespace zermelo::cli {
namespace {

std::string text_of(const GameInfo& game) {
  TextTable table("llll");
  table.add({"parameter", "range", "default", "meaning"});
  for (const GameParameter& p : game.parameters) {
    const std::string also = p.old_name.empty() ? "" : fmt::format(" (also: {})", p.old_name);
    table.add({p.name, p.range, p.default_value, p.meaning + also});
  }
  return fmt::format("{}: {}\n{}", game.name, game.summary, table.text(2));
}

Json json_of(const GameInfo& game) {
  Json parameters = Json::array();
  for (const GameParameter& p : game.parameters) {
    parameters.push_back({{"name", p.name},
                          {"range", p.range},
                          {"default", p.default_value},
                          {"meaning", p.meaning}});
  }
  Json conditions = Json::array();
  for (const GameCondition& c : game.conditions) {
    conditions.push_back({{"name", c.name}, {"meaning", c.meaning}});
  }
  return {{"name", game.name},
          {"summary", game.summary},
          {"parameters", parameters},
          {"conditions", conditions}};
}

// What rules in version 2 of BDDL can say, what that costs, and what cannot be said.
// (docs/bddl-2.md shows this.)
struct Construct {
  const char* written;
  const char* tables;
  const char* proofs;
};
constexpr Construct constructs[] = {
    {"kinds, #steps, #regions, take", "nothing: filled in beforehand", "a few variables a square"},
    {"#hands", "positions multiply by what can be in hand", "two to four variables a hand"},
    {"count, hand in conditions", "counted in each position", "an adder each"},
    {"attacked, #illegal", "the other side's moves onto a square are tried",
     "these moves' conditions"},
    {"any, each, #define", "multiplied out while that is short", "gates"},
    {"becomes, steps with *", "a test of what is between", "gates"},
    {"when", "each is tested, and tried backwards: a dozen are slow", "if-then-else"},
    {":then, :otherwise", "what is found backwards is tested forwards", "a move for each pair"},
    {"#endless black, #endless white", "undecided positions are solved again; no folding", "none"},
    {"#material", "all positions of these pieces are stored", "from one of its positions"},
};
constexpr const char* not_said[] = {
    "repetition, ko, fifty moves (endless play is a draw, or one side's win)",
    "pieces of nobody or on several squares, walls, large stacks",
    "turns of more than three parts",
    "chance, and what a player does not see",
};

std::string description_text() {
  TextTable table("lll");
  table.add({"rules in BDDL 2", "enumerating, tables", "proofs, formulas"});
  for (const Construct& c : constructs) table.add({c.written, c.tables, c.proofs});
  std::string text = table.text() + "\nWhat cannot be said:\n";
  for (const char* thing : not_said) text += fmt::format("  {}\n", thing);
  return text;
}
Json description_json() {
  Json all = Json::array();
  for (const Construct& c : constructs)
    all.push_back({{"construct", c.written}, {"tables", c.tables}, {"proofs", c.proofs}});
  return {{"constructs", all}, {"not_said", not_said}};
}

ExitCode describe(bool json) {
  if (json) {
    write_json(description_json());
  } else {
    print(description_text());
  }
  return success;
}

ExitCode run_games(bool json) {
  Json list = Json::array();
  for (const GameInfo& game : known_games()) {
    if (json) {
      list.push_back(json_of(game));
    } else {
      print(text_of(game));
    }
  }
  if (json) write_json(Json{{"games", list}});
  return success;
}

}  // namespace

Verb add_games(CommandLine& program) {
  Arguments verb = program.add_verb("games", "List the games and their parameters");
  const auto json = std::make_shared<bool>(false), described = std::make_shared<bool>(false);
  add_json_option(verb, *json);
  verb.flag("--describe", *described, "what rules in version 2 of BDDL can say, and what it costs");
  verb.footer("Example: zermelo games");
  return {verb, [json, described] { return *described ? describe(*json) : run_games(*json); }};
}

}  // namespace zermelo::cli
