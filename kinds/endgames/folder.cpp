// SPDX-License-Identifier: MIT
#include "kinds/endgames/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "gen/error.h"
#include "kinds/endgames/left_out.h"
#include "tablebase/format/file.h"

namespace zermelo::endgames {
namespace {

using nlohmann::json;

constexpr int folder_format = 2;  // (1 had both sides' slices of all materials.)

std::string hash_text(const GameSpec& game) {
  return fmt::format("{:016x}", checksum(as_bytes(game.parameters.at("rules"))));
}

struct FolderHeader {
  GameSpec game;
  Metric metric;
};

json header_of(const VariantGame& game, const Measure& measure) {
  const GameSpec& spec = game.spec();
  json letters = json::array();
  for (const Kind& kind : game.table_rules().rules.kinds()) letters.push_back(kind.letter);
  json header = {{"format", folder_format},
                 {"variant", spec.parameters.at("name")},
                 {"rules", spec.parameters.at("rules")},
                 {"hash", hash_text(spec)},
                 {"letters", letters},
                 {"metric", measure.name()},
                 {"endless", game.rules().variant().has_endless_rule() ? "rule" : "draw"},
                 {"creator", creator()}};
  if (spec.parameters.contains("endless")) header["endless_rule"] = "left out";
  return header;
}

FolderHeader read_header(const std::string& folder) {
  const std::string path = header_path(folder);
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw FileError(fmt::format(
        "{} is not a folder of endgame tables: there is no tablebase.json in it.", folder));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  try {
    const json header = json::parse(text);
    if (header.at("format").get<int>() != folder_format)
      throw FileError(fmt::format(
          "{} is of tables that another version of this program made: make them again.", path));
    GameSpec spec =
        spec_of({header.at("variant").get<std::string>(), header.at("rules").get<std::string>()});
    if (header.at("hash").get<std::string>() != hash_text(spec))
      throw DamagedTable::in_file(path, "the hash of its rules is wrong");
    if (header.contains("endless_rule")) spec.parameters["endless"] = "draw";
    const auto metric = header.at("metric").get<std::string>();
    FolderHeader read{std::move(spec), metric_named(metric)};
    if (Measure{read.metric}.name() != metric)
      throw FileError(
          fmt::format("{} is of tables of '{}', which this program does not know.", path, metric));
    return read;
  } catch (const json::exception&) {
    throw DamagedTable::in_file(path, "it is not what tablebase.json has to be");
  }
}

// The groups of the files that are there.
std::vector<MaterialGroup> groups_in(const std::string& folder, const Rules& rules) {
  const Materials materials(rules);
  std::vector<MaterialGroup> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != ".ztb") continue;
    const std::string name = path.stem().string();
    try {
      found.push_back(materials.group_of(read_material(rules, name)));
    } catch (const UsageError&) {
      throw DamagedTable(fmt::format("{} is not the table of a material of this folder's variant.",
                                     path.string()));
    }
    if (found.back().name != name) {
      throw DamagedTable(fmt::format("{} is not a table's name: that of its material is {}.",
                                     path.string(), found.back().name));
    }
  }
  if (error) throw FileError(fmt::format("{} cannot be read: {}.", folder, error.message()));
  std::ranges::sort(found, [](const MaterialGroup& a, const MaterialGroup& b) {
    return a.men() != b.men() ? a.men() < b.men() : a.materials.back() > b.materials.back();
  });
  return found;
}

}  // namespace

std::string header_path(const std::string& folder) {
  return (std::filesystem::path(folder) / "tablebase.json").string();
}
std::string material_path(const std::string& folder, const std::string& material) {
  return (std::filesystem::path(folder) / (material + ".ztb")).string();
}

Measure measure_of(const VariantGame& game, Metric metric) {
  Measure measure{metric};
  if (metric != Metric::zeroing) return measure;
  const variant::Variant& variant = game.rules().variant();
  if (variant.has_endless_rule())
    throw UsageError(
        "Tables of plies to zeroing know no value of play without end; --endless draw leaves it "
        "out.");
  measure.rule = plies_of_n_move_rule(game);
  if (measure.rule >= Value::past_rule / 2)
    throw UsageError(fmt::format("A rule of {} moves is too long for tables of plies to zeroing.",
                                 measure.rule / 2));
  return measure;
}

void prepare_folder(const std::string& folder, const VariantGame& game, const Measure& measure) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw FileError(fmt::format("The folder {} cannot be made: {}.", folder, error.message()));
  const std::string path = header_path(folder);
  if (file_exists(path)) {
    const FolderHeader header = read_header(folder);
    const GameSpec &there = header.game, &here = game.spec();
    const auto endless = [](const GameSpec& spec) { return spec.parameters.contains("endless"); };
    if (there.parameters.at("rules") == here.parameters.at("rules") &&
        endless(there) == endless(here)) {
      if (header.metric == measure.metric) return;
      throw UsageError(
          fmt::format("{} holds tables of another metric: give another folder.", folder));
    }
    throw UsageError(fmt::format(
        "{} holds tables of other rules: give another folder, or remove that one.", folder));
  }
  const std::string text = header_of(game, measure).dump(2) + "\n";
  OutputFile file(path + ".part", OutputFile::Mode::temporary);
  file.write(as_bytes(text));
  file.publish_as(path);
}

EndgameFolder::EndgameFolder(std::string path) : path_(std::move(path)) {
  FolderHeader header = read_header(path_);
  game_ = std::make_shared<const VariantGame>(std::move(header.game));
  measure_ = measure_of(*game_, header.metric);
  groups_ = groups_in(path_, rules());
  if (groups_.empty()) throw FileError(fmt::format("{} holds no endgame tables yet.", path_));
  first_slices_.push_back(0);
  for (const MaterialGroup& group : groups_)
    first_slices_.push_back(first_slices_.back() + group.slots.size());
  locator_.emplace(rules(), groups_);
  tables_ = std::vector<Lazy<MaterialFile>>(groups_.size());
  most_men_ = groups_.back().men();
}

EndgameFolder::Place EndgameFolder::place(std::size_t slice, std::uint64_t index) const {
  assert(slice < slices());
  const auto after = std::ranges::upper_bound(first_slices_, slice);
  const auto table = static_cast<std::size_t>(after - first_slices_.begin()) - 1;
  return {table, slice - first_slices_[table], index};
}

const MaterialFile& EndgameFolder::table(std::size_t table) const {
  return tables_[table].get([&] {
    return MaterialFile(material_path(path_, name(table)), game_->spec(), measure_.name(), rules(),
                        groups_[table]);
  });
}

bool EndgameFolder::was_cut() const {
  return std::ranges::any_of(tables_, [](const Lazy<MaterialFile>& table) {
    const MaterialFile* const open = table.if_made();
    return open != nullptr && open->file().was_cut();
  });
}

EndgameFolder::Place EndgameFolder::find(const variant::Position& position) const {
  const int count = VariantGame::count_men(position);
  if (count > max_men || count > most_men_) {
    throw NotInTable(fmt::format("There are {} men{}, and tables for {} at most.", count,
                                 rules().keeps_men() ? "" : " on the board", most_men_));
  }
  for (const Colour side : {Colour::white, Colour::black}) {
    for (const variant::Square rook : position.castling[side]) {
      if (rook != variant::no_square)
        throw NotInTable("A side may still castle here, of which endgame tables know nothing.");
    }
  }
  const Men men = game_->men(position);
  const int side = position.to_move == Colour::white ? first_side : second_side;
  const auto found = locator_->find(men, side);
  if (!found) {
    const Material material = material_of(rules(), men);
    throw NotInTable(fmt::format("There is no table for {} in {}.",
                                 rules().keeps_men() ? Materials(rules()).group_of(material).name
                                                     : name_of(rules(), material),
                                 path_));
  }
  const MaterialIndex::Located located =
      table(found->table).index().of(found->slot).locate(locator_->men_there(*found, men));
  if (located.stabiliser == 0)
    throw NotInTable("The kings stand as no play can bring them, so no table has the position.");
  return {found->table, found->slot, located.index};
}

Value EndgameFolder::value(const Place& place) const { return measure_.of_stored(stored(place)); }

// (Moves never lead from a slice that is left out to itself, also not in a roundabout way:
// MaterialFile sees to that.)
Value EndgameFolder::stored(const Place& place) const {
  const MaterialFile& file = table(place.table);
  if (!file.slice(place.slot).is_left_out) return file.value(place.slot, place.index);
  const auto lookup = [this](const Place& other) { return stored(other); };
  return LeftOutValues<decltype(lookup)>(*this, lookup).at(place).value_or(Value::draw());
}

void EndgameFolder::read_block(const Place& slice, std::uint64_t block,
                               std::vector<std::uint8_t>& codes) const {
  const MaterialFile& file = table(slice.table);
  if (!file.slice(slice.slot).is_left_out) return file.read_block(slice.slot, block, codes);
  const std::uint64_t begin = block * file.block_numbers();
  codes.resize(std::min(file.block_numbers(), file.size(slice.slot) - begin));
  const auto lookup = [this](const Place& place) { return stored(place); };
  LeftOutValues<decltype(lookup)>(*this, lookup).codes({slice.table, slice.slot, begin}, codes);
}

std::optional<variant::Position> EndgameFolder::possible_position(const Place& place) const {
  Men men;
  unsigned stabiliser = 1;
  const MaterialFile& file = table(place.table);
  if (place.index >= file.size(place.slot) ||
      !file.index().at(place.slot, place.index, men, stabiliser))
    return std::nullopt;
  variant::Position position =
      position_of(game_->table_rules(), men, file.index().side(place.slot));
  return game_->rules().possible(position) ? std::optional(std::move(position)) : std::nullopt;
}

std::optional<variant::Position> EndgameFolder::position(const Place& place) const {
  std::optional<variant::Position> position = possible_position(place);
  if (position && !game_->status(*position).goes_on()) position.reset();
  return position;
}

}  // namespace zermelo::endgames
