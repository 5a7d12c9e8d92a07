// SPDX-License-Identifier: MIT
#include "kinds/endgames/folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <system_error>

#include "gen/error.h"
#include "tablebase/format/file.h"

namespace zermelo::endgames {
namespace {

using nlohmann::json;

constexpr int folder_format = 1;

std::string hash_text(const GameSpec& game) {
  return fmt::format("{:016x}", checksum(as_bytes(game.parameters.at("rules"))));
}

json header_of(const VariantGame& game) {
  const GameSpec& spec = game.spec();
  json letters = json::array();
  for (const Kind& kind : game.table_rules().rules.kinds()) letters.push_back(kind.letter);
  return {{"format", folder_format},
          {"variant", spec.parameters.at("name")},
          {"rules", spec.parameters.at("rules")},
          {"hash", hash_text(spec)},
          {"letters", letters},
          {"metric", "distance"},
          {"endless", "draw"},
          {"creator", creator()}};
}

GameSpec read_header(const std::string& folder) {
  const std::string path = header_path(folder);
  std::ifstream file(path, std::ios::binary);
  if (!file)
    throw FileError(fmt::format(
        "{} is not a folder of endgame tables: there is no tablebase.json in it.", folder));
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  try {
    const json header = json::parse(text);
    if (header.at("format").get<int>() != folder_format)
      throw DamagedTable(fmt::format("{} has a format that this program does not know.", path));
    GameSpec spec =
        spec_of({header.at("variant").get<std::string>(), header.at("rules").get<std::string>()});
    if (header.at("hash").get<std::string>() != hash_text(spec))
      throw DamagedTable::in_file(path, "the hash of its rules is wrong");
    return spec;
  } catch (const json::exception&) {
    throw DamagedTable::in_file(path, "it is not what tablebase.json has to be");
  }
}

// The materials of the files that are there.
std::vector<Material> materials_in(const std::string& folder, const Rules& rules) {
  std::vector<Material> found;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::filesystem::path& path = entry.path();
    if (path.extension() != ".ztb") continue;
    try {
      found.push_back(read_material(rules, path.stem().string()));
    } catch (const UsageError&) {
      throw DamagedTable(fmt::format("{} is not the table of a material of this folder's variant.",
                                     path.string()));
    }
  }
  if (error) throw FileError(fmt::format("{} cannot be read: {}.", folder, error.message()));
  std::ranges::sort(found, [](const Material& a, const Material& b) {
    return a.men() != b.men() ? a.men() < b.men() : a > b;
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

void prepare_folder(const std::string& folder, const VariantGame& game) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error)
    throw FileError(fmt::format("The folder {} cannot be made: {}.", folder, error.message()));
  const std::string path = header_path(folder);
  if (file_exists(path)) {
    if (read_header(folder).parameters.at("rules") == game.spec().parameters.at("rules")) return;
    throw UsageError(fmt::format(
        "{} holds tables of other rules: give another folder, or remove that one.", folder));
  }
  const std::string text = header_of(game).dump(2) + "\n";
  OutputFile file(path + ".part", OutputFile::Mode::temporary);
  file.write(as_bytes(text));
  file.publish_as(path);
}

EndgameFolder::EndgameFolder(std::string path)
    : path_(std::move(path)), game_(std::make_shared<const VariantGame>(read_header(path_))) {
  materials_ = materials_in(path_, rules());
  if (materials_.empty()) throw FileError(fmt::format("{} holds no endgame tables yet.", path_));
  locator_.emplace(rules(), materials_);
  tables_ = std::vector<Lazy<MaterialFile>>(materials_.size());
  most_men_ = materials_.back().men();
}

const MaterialFile& EndgameFolder::table(std::size_t table) const {
  return tables_[table].get([&] {
    return MaterialFile(material_path(path_, name(table)), game_->spec(), rules(),
                        materials_[table]);
  });
}

bool EndgameFolder::was_cut() const {
  return std::ranges::any_of(tables_, [](const Lazy<MaterialFile>& table) {
    const MaterialFile* const open = table.if_made();
    return open != nullptr && open->file().was_cut();
  });
}

EndgameFolder::Place EndgameFolder::find(const variant::Position& position) const {
  const int count = position.occupied().count();
  if (count > max_men || count > most_men_) {
    throw NotInTable(
        fmt::format("There are {} men on the board, and tables for {} at most.", count, most_men_));
  }
  for (const Colour side : {Colour::white, Colour::black}) {
    for (const variant::Square rook : position.castling[side]) {
      if (rook != variant::no_square)
        throw NotInTable("A side may still castle here, of which endgame tables know nothing.");
    }
  }
  const Men men = game_->men(position);
  const auto found = locator_->find(men);
  if (!found) {
    throw NotInTable(fmt::format("There is no table for {} in {}.",
                                 name_of(rules(), material_of(rules(), men)), path_));
  }
  const MaterialIndex::Located located =
      table(found->table).index().locate(locator_->men_there(*found, men));
  if (located.stabiliser == 0)
    throw NotInTable("The kings stand as no play can bring them, so no table has the position.");
  const int side = position.to_move == Colour::white ? first_side : second_side;
  return {found->table, found->side(side), located.index};
}

Value EndgameFolder::value(const Place& place) const {
  return plies_to_end(table(place.table).value(place.side, place.index));
}

std::optional<variant::Position> EndgameFolder::position(const Place& place) const {
  Men men;
  unsigned stabiliser = 1;
  const MaterialFile& file = table(place.table);
  if (place.index >= file.index().size() || !file.index().at(place.index, men, stabiliser))
    return std::nullopt;
  variant::Position position = position_of(game_->table_rules(), men, place.side);
  if (!game_->rules().possible(position) || !game_->status(position).goes_on()) return std::nullopt;
  return position;
}

Value plies_to_end(Value in_table) {
  if (in_table.is_draw() || in_table.is_endless()) return in_table;
  const int plies = in_table.plies() - 1;
  return in_table.is_win() ? Value::win(plies) : Value::loss(plies);
}

}  // namespace zermelo::endgames
