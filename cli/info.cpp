// SPDX-License-Identifier: MIT
// zermelo info: what a table says of itself.
#include <fmt/format.h>

#include <memory>
#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "tablebase/table_file.h"
#include "tablebase/table_size.h"

namespace zermelo::cli {
namespace {

struct Options {
  std::string path;
  bool json = false, rules = false;
};

void print_text(const TableFile& file) {
  TextTable facts("ll");
  facts.add({"game", file.header().game.name});
  for (const auto& [key, value] : file.header().game.parameters) {
    const bool is_text = value.find('\n') != std::string::npos;
    facts.add(
        {"  " + key, is_text ? bytes_text(value.size()) + " of text (--rules shows it)" : value});
  }
  facts.add({"metric", file.header().metric});
  facts.add({"creator", file.header().creator});
  facts.add({"format version", std::to_string(file.header().version())});
  facts.add(
      {"size", fmt::format("{} bytes ({})", grouped(file.bytes()), bytes_text(file.bytes()))});
  facts.add({"bits per position", bits_per_position_text(file.bytes(), file.positions())});
  const TableSize size = table_size(file);
  facts.add({"  state set", bits_per_position_text(size.state_set, file.positions())});
  facts.add({"  values", bits_per_position_text(size.blocks - size.state_set, file.positions())});
  TextTable slices("lrrr");
  slices.add({"slice", "positions", "values", "bytes"});
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& slice = file.slices()[i];
    slices.add({slice.name, grouped(slice.positions), grouped(slice.members),
                grouped(file.slice_bytes(i))});
  }
  slices.add({"total", grouped(file.positions()), grouped(file.members()), grouped(file.bytes())});
  print(facts.text());
  print("\n");
  print(slices.text());
}

void print_json(const TableFile& file) {
  Json json;
  json["file"] = file.path();
  json["game"] = file.header().game.name;
  json["parameters"] = parameters_json(file.header().game);
  json["metric"] = file.header().metric;
  json["creator"] = file.header().creator;
  json["format_version"] = file.header().version();
  json["bytes"] = file.bytes();
  json["positions"] = file.positions();
  json["values"] = file.members();
  json["bits_per_position"] = bits_per_position_json(file.bytes(), file.positions());
  const TableSize size = table_size(file);
  json["state_set_bytes"] = size.state_set;
  json["value_bytes"] = size.blocks - size.state_set;
  json["slices"] = Json::array();
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& slice = file.slices()[i];
    json["slices"].push_back({{"name", slice.name},
                              {"positions", slice.positions},
                              {"values", slice.members},
                              {"bytes", file.slice_bytes(i)}});
  }
  write_json(json);
}

// The texts of which a game in BDDL consists.
void print_rules(const TableFile& file) {
  bool any = false;
  for (const auto& [key, value] : file.header().game.parameters) {
    if (value.find('\n') == std::string::npos) continue;
    print(fmt::format("{}% {}\n{}{}", any ? "\n" : "", key, value,
                      value.ends_with('\n') ? "" : "\n"));
    any = true;
  }
  if (!any)
    throw UsageError(fmt::format(
        "{} is of a game that the program itself knows; it holds no rules.", file.path()));
}

ExitCode run(const Options& o) {
  const TableFile file(o.path);
  if (o.rules) {
    print_rules(file);
    return success;
  }
  o.json ? print_json(file) : print_text(file);
  return success;
}

}  // namespace

Verb add_info(CLI::App& program) {
  CLI::App* verb = program.add_subcommand("info", "Say what a table holds, and its size");
  const auto o = std::make_shared<Options>();
  add_table_argument(*verb, o->path);
  verb->add_flag("--rules", o->rules, "Print the rules of a game in BDDL that the table holds");
  add_json_option(*verb, o->json);
  verb->footer(
      "Positions are counted up to symmetry; those won at once need no stored value. The total of\n"
      "the bytes is the file's, with its header and directories.\n"
      "Example: zermelo info ostle-8.ztb");
  return {verb, [o] { return run(*o); }};
}

}  // namespace zermelo::cli
