// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "cli/output.h"
#include "cli/verbs.h"
#include "probe/table.h"

namespace zermelo::cli {
namespace {

double bits_each(std::uint64_t bytes, std::uint64_t positions) {
  return positions == 0 ? 0 : 8 * static_cast<double>(bytes) / static_cast<double>(positions);
}

void run(const std::string& path, bool json) {
  const Table table = Table::open(path);
  const TableFile& file = table.file();
  std::uint64_t positions = 0;
  Json slices = Json::array();
  std::vector<std::vector<std::string>> rows = {
      {"slice", "positions", "stored", "bytes", "bits/position"}};
  for (std::size_t i = 0; i < file.slices().size(); ++i) {
    const SliceRecord& s = file.slices()[i];
    const std::uint64_t bytes = file.slice_bytes(i);
    positions += s.positions;
    rows.push_back({s.name, grouped(s.positions), grouped(s.members), grouped(bytes),
                    fmt::format("{:.2f}", bits_each(bytes, s.positions))});
    slices.push_back(
        {{"name", s.name}, {"positions", s.positions}, {"stored", s.members}, {"bytes", bytes}});
  }
  const double bits = bits_each(file.bytes(), positions);
  if (json) {
    return print_json({{"game", file.header().game.name},
                       {"parameters", file.header().game.parameters},
                       {"metric", file.header().metric},
                       {"creator", file.header().creator},
                       {"format_version", table_format_version},
                       {"bytes", file.bytes()},
                       {"positions", positions},
                       {"bits_per_position", bits},
                       {"slices", slices}});
  }
  fmt::print("game      {}\nmetric    {}\ncreator   {}, format {}\nbytes     {}\n",
             to_string(file.header().game), file.header().metric, file.header().creator,
             table_format_version, grouped(file.bytes()));
  fmt::print("positions {} ({:.2f} bits each)\n\n", grouped(positions), bits);
  print_columns(rows);
}

}  // namespace

void add_info(CLI::App& app) {
  auto path = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  CLI::App* verb = app.add_subcommand("info", "Say what a table file holds");
  verb->add_option("FILE", *path, "A table file (.ztb)")->required();
  verb->add_flag("--json", *json, "Print JSON");
  verb->footer("Example: zermelo info ostle-8.ztb");
  verb->callback([path, json] { run(*path, *json); });
}

}  // namespace zermelo::cli
