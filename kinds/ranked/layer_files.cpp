// SPDX-License-Identifier: MIT
#include "kinds/ranked/layer_files.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "gen/error.h"
#include "tablebase/format/file.h"

namespace zermelo::symbolic {

LayerFiles::LayerFiles(std::string folder, std::string identity, std::optional<GameSpec> game)
    : folder_(std::move(folder)), identity_(std::move(identity)), game_(std::move(game)) {
  std::error_code error;
  std::filesystem::create_directory(folder_, error);
  if (error) throw FileError(fmt::format("Cannot make {}: {}.", folder_, error.message()));
}

void LayerFiles::write(const std::string& name, const LayerRecord& record) const {
  const OutcomeCounts& c = record.counts;
  const OutcomeNodes& nodes = record.going_on_nodes;
  const nlohmann::json more = {
      {"identity", identity_},
      {"nodes", record.nodes},
      {"seconds", record.seconds},
      {"first_wins", c.first_wins},
      {"second_wins", c.second_wins},
      {"draws", c.draws},
      {"over", c.lines},
      {"going_on_nodes", {nodes.first_wins, nodes.draws, nodes.second_wins}}};
  write_set_file(path(name), {game_, record.sets, more});
}

std::optional<LayerRecord> LayerFiles::read(const std::string& name) const {
  if (!file_exists(path(name))) return std::nullopt;
  try {
    SetFile file = read_set_file(path(name));
    const nlohmann::json& more = file.more;
    if (more.value("identity", "") != identity_) return std::nullopt;
    LayerRecord record{std::move(file.sets), more.at("nodes"), more.at("seconds")};
    record.counts = {more.at("first_wins"), more.at("second_wins"), more.at("draws"),
                     more.at("over")};
    const nlohmann::json& nodes = more.at("going_on_nodes");
    record.going_on_nodes = {nodes.at(0), nodes.at(1), nodes.at(2)};
    return record;
  } catch (const DamagedTable&) {
    return std::nullopt;
  }
}

bool LayerFiles::has(const std::string& name) const { return file_exists(path(name)); }

void LayerFiles::remove(const std::string& name) const {
  remove_file(path(name));
  remove_file(path(name) + ".part");
}

void LayerFiles::remove_folder() const {
  std::error_code not_empty;
  std::filesystem::remove(folder_, not_empty);
}

std::string make_temporary_layers_folder() {
  std::string name = (std::filesystem::temp_directory_path() / "zermelo-layers-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr)
    throw FileError(fmt::format("Cannot make a folder with a name like {}.", name));
  return name;
}

TemporaryLayers::~TemporaryLayers() {
  std::error_code lost;  // only room in a folder for temporary files
  std::filesystem::remove_all(files_.folder(), lost);
}

}  // namespace zermelo::symbolic
