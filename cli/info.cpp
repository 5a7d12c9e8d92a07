// SPDX-License-Identifier: MIT
// zermelo info: what a table says of itself.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "json/report_json.h"
#include "probe/game.h"
#include "probe/table_info.h"

namespace zermelo::cli {
namespace {

struct InfoArguments {
  std::string path;
  bool json = false, rules = false;
};

void print_text(const TableInfo& table) {
  TextTable facts("ll");
  facts.add({"game", table.game.name});
  const std::string title = title_of(table.game);
  if (title != table.game.name) facts.add({"title", title});
  for (const auto& [key, value] : table.game.parameters) {
    const bool is_text = value.find('\n') != std::string::npos;
    facts.add(
        {"  " + key, is_text ? bytes_text(value.size()) + " of text (--rules shows it)" : value});
  }
  facts.add({"metric", table.metric});
  facts.add({"creator", table.creator});
  facts.add({"format version", std::to_string(table.format_version)});
  facts.add({"size", fmt::format("{} bytes ({})", grouped(table.bytes), bytes_text(table.bytes))});
  if (table.shrunk_from > 0) {
    facts.add({"  shrunk from", fmt::format("{} bytes ({})", grouped(table.shrunk_from),
                                            bytes_text(table.shrunk_from))});
  }
  facts.add({"bits per position", bits_per_position_text(table.bytes, table.positions)});
  const TableBytes bytes = count_table_bytes(table.path);
  facts.add({"  state set", bits_per_position_text(bytes.state_set, table.positions)});
  facts.add({"  values", bits_per_position_text(bytes.values, table.positions)});
  TextTable slices("lrrr");
  slices.add({"slice", "positions", "values", "bytes"});
  for (const TableSlice& slice : table.slices) {
    slices.add({slice.name, grouped(slice.positions), grouped(slice.values), grouped(slice.bytes)});
  }
  slices.add({"total", grouped(table.positions), grouped(table.values), grouped(table.bytes)});
  for (const std::string& sentence : rule_warnings(table.game)) warn(sentence);
  print(facts.text());
  print("\n");
  print(slices.text());
  if (table.leaves_out_loss_plies) {
    print("\nBy how many plies positions are lost is not stored: it follows from their moves.\n");
  } else if (table.shrunk_from > 0) {
    print("\nValues of slices without bytes are not stored: they follow from those of moves.\n");
  }
  if (table.has_values_beyond_play) {
    print(
        "\nValues are stored for all positions without a line to complete or to stop, whether play "
        "can lead to\nthem or not; positions are counted if play can lead to them.\n");
  }
  if (table.has_hashed_states) {
    print(
        fmt::format("\nStates are known by hashes: they cannot be listed, and a state that play "
                    "does not lead to is taken for one of\nthe table with a chance of {:.1e}.\n",
                    table.collision_chance()));
  }
  if (!table.has_directory_checksums) {
    print(
        "\nThis table was written before directories had checksums: if one is damaged, answers may "
        "be wrong without\nwarning. zermelo verify finds such damage; a table that is solved again "
        "has "
        "checksums.\n");
  }
}

void print_json(const TableInfo& table) {
  Json json;
  json["file"] = table.path;
  json["game"] = table.game.name;
  json["title"] = title_of(table.game);
  json["parameters"] = parameters_json(table.game);
  json["metric"] = table.metric;
  json["creator"] = table.creator;
  json["format_version"] = table.format_version;
  json["directory_checksums"] = table.has_directory_checksums;
  json["hashed_states"] = table.has_hashed_states;
  json["collision_chance"] = table.collision_chance();
  json["bytes"] = table.bytes;
  if (table.shrunk_from > 0) json["shrunk_from"] = table.shrunk_from;
  json["positions"] = table.positions;
  json["values"] = table.values;
  json["bits_per_position"] = bits_per_position_json(table.bytes, table.positions);
  const TableBytes bytes = count_table_bytes(table.path);
  json["state_set_bytes"] = bytes.state_set;
  json["value_bytes"] = bytes.values;
  json["slices"] = slices_json(table);
  write_json(json);
}

// The texts of which a game in BDDL consists.
void print_rules(const TableInfo& table) {
  bool any = false;
  for (const auto& [key, value] : table.game.parameters) {
    if (value.find('\n') == std::string::npos) continue;
    print(fmt::format("{}% {}\n{}{}", any ? "\n" : "", key, value,
                      value.ends_with('\n') ? "" : "\n"));
    any = true;
  }
  if (!any)
    throw UsageError(fmt::format(
        "{} is of a game that the program itself knows; it holds no rules.", table.path));
}

ExitCode run_info(const InfoArguments& o) {
  const TableInfo table = read_table_info(o.path);
  if (o.rules) {
    print_rules(table);
    return success;
  }
  o.json ? print_json(table) : print_text(table);
  return success;
}

}  // namespace

Verb add_info(CommandLine& program) {
  Arguments verb = program.add_verb("info", "Say what a table holds, and its size");
  const auto o = std::make_shared<InfoArguments>();
  add_table_argument(verb, o->path);
  verb.flag("--rules", o->rules, "Print the rules of a game in BDDL that the table holds");
  add_json_option(verb, o->json);
  verb.footer(
      "Positions are counted up to symmetry; those won at once need no stored value. The total of\n"
      "the bytes is the file's, with its header and directories.\n"
      "Example: zermelo info ostle-8.ztb");
  return {verb, [o] { return run_info(*o); }};
}

}  // namespace zermelo::cli
