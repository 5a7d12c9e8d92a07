// SPDX-License-Identifier: MIT
// zermelo set: the members of a set, by number.
#include <fmt/format.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "kinds/ranked/state_set.h"

namespace zermelo::cli {
namespace {

constexpr std::int64_t most_numbers = INT64_MAX;

struct SetArguments {
  std::string path, name, output;
  std::optional<std::string> state;
  std::int64_t rank = -1, count = -1, seed = 1;
  bool bits = false, json = false;

  bool asks() const { return state || rank >= 0 || count >= 0; }
};

const char* turn_text(const StateSet& set) {
  if (!set.to_move()) return "";
  return *set.to_move() == Colour::black ? "Black" : "White";
}

void print_sets(const std::vector<StateSet>& sets) {
  TextTable text("llrrr");
  text.add({"set", "to move", "bits", "members", "nodes"});
  for (const StateSet& set : sets) {
    text.add({set.name(), turn_text(set), std::to_string(set.bits()), grouped(set.size()),
              grouped(set.nodes())});
  }
  print(text.text());
}

void print_sets_json(const std::vector<StateSet>& sets) {
  Json json = Json::array();
  for (const StateSet& set : sets) {
    json.push_back({{"name", set.name()},
                    {"to_move", set.to_move() ? Json(turn_text(set)) : Json()},
                    {"game", set.game() ? Json(to_string(*set.game())) : Json()},
                    {"bits", set.bits()},
                    {"members", set.size()},
                    {"nodes", set.nodes()}});
  }
  write_json(json);
}

// A member as the user wants to see it.
std::string shown(const StateSet& set, const std::string& state, bool bits) {
  return bits ? set.bits_of(state) : state;
}

void answer(const StateSet& set, const SetArguments& o) {
  Json json;
  std::string text;
  if (o.state) {
    const std::uint64_t rank = set.rank(*o.state);
    json["rank"] = rank;
    text += fmt::format("{}\n", rank);
  }
  if (o.rank >= 0) {
    const std::string state = shown(set, set.unrank(static_cast<std::uint64_t>(o.rank)), o.bits);
    json["state"] = state;
    text += state + "\n";
  }
  if (o.count >= 0) {
    json["random"] = Json::array();
    for (const std::string& state :
         set.sample(static_cast<std::uint64_t>(o.count), static_cast<std::uint64_t>(o.seed))) {
      json["random"].push_back(shown(set, state, o.bits));
      text += shown(set, state, o.bits) + "\n";
    }
  }
  o.json ? write_json(json) : print(text);
}

// The set that is meant: the one that is named, the only one, or, if a rank is asked for, the one
// that has the state.
StateSet chosen(const SetArguments& o) {
  if (o.name.empty() && o.state && o.rank < 0 && o.count < 0) {
    std::vector<StateSet> sets = StateSet::all_of(o.path);
    for (const StateSet& set : sets)
      if (set.contains(*o.state)) return set;
    return sets.front();
  }
  return StateSet::open(o.path, o.name);
}

ExitCode run_set(const SetArguments& o) {
  if (!o.output.empty()) {
    refuse_overwriting(o.output, o.path);
    StateSet::open(o.path, o.name).write(o.output);
  }
  if (o.asks()) {
    answer(chosen(o), o);
  } else if (o.output.empty()) {
    const std::vector<StateSet> sets =
        o.name.empty() ? StateSet::all_of(o.path) : std::vector{StateSet::open(o.path, o.name)};
    o.json ? print_sets_json(sets) : print_sets(sets);
  }
  return success;
}

}  // namespace

Verb add_set(CommandLine& program) {
  Arguments verb = program.add_verb("set", "Number the members of a set of states, by its diagram");
  const auto o = std::make_shared<SetArguments>();
  verb.option("FILE", o->path,
              "A table or a layer from hybrid, a set file, or a text with a pattern such as 01-1 "
              "per line")
      .required()
      .value_name("")
      .file();
  verb.option("--name", o->name, "Which set of the file, such as \"5 stones\"").value_name("NAME");
  verb.text(
          "--rank", [o](const std::string& state) { o->state = state; },
          "Print how many members come before this one")
      .value_name("STATE");
  verb.option("--unrank", o->rank, "Print the member with this rank, from 0 on")
      .between(std::int64_t{0}, most_numbers, InHelp::name_only)
      .value_name("N");
  verb.option("--random", o->count, "Print this many members, all equally likely each time")
      .between(std::int64_t{0}, std::int64_t{1'000'000'000}, InHelp::name_only)
      .value_name("K");
  verb.option("--seed", o->seed, "Other members for another number (default: 1)")
      .between(std::int64_t{0}, most_numbers, InHelp::name_only)
      .value_name("N");
  verb.flag("--bits", o->bits, "Print bits, one per variable, and not positions");
  verb.option("-o,--output", o->output, "Write the set to a set file").value_name("FILE").file();
  add_json_option(verb, o->json);
  verb.footer(
      "Members are in lexicographic order of their bits. A STATE is a string of bits, or a "
      "position\n"
      "if the set is of positions of a game. Without a question the sets of the file are listed.\n"
      "Example: zermelo set connect-4x4.ztb --name \"5 stones\" --unrank 100\n"
      "Example: zermelo set connect-4x4.ztb --rank \"4/4/4/4 b\"");
  return {verb, [o] { return run_set(*o); }};
}

}  // namespace zermelo::cli
