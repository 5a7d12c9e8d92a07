// SPDX-License-Identifier: MIT
// Sets of states in a file, as frozen diagrams: docs/table-format.md, "Set files".
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "gen/game_spec.h"
#include "symbolic/bdd/frozen_bdd.h"
#include "symbolic/model/side.h"

namespace zermelo::symbolic {

struct NamedSet {
  std::string name;
  std::optional<Side> to_move =
      {};  // in the positions that are members, where the set is of a game
  FrozenBdd set;
};

struct SetFile {
  std::optional<GameSpec> game = {};  // whose model's variables the states are made of
  std::vector<NamedSet> sets;
  nlohmann::json more = nlohmann::json::object();  // whatever else the writer wants to keep
};

// Writes the file under a name that is new in its folder, or replaces what is there. Throws
// FileError.
void write_set_file(const std::string& path, const SetFile& file);

// Throws FileError, or DamagedTable for bytes that are not a set file.
SetFile read_set_file(const std::string& path);
// Whether a file that can be read begins as a set file does. Throws FileError.
bool is_set_file(const std::string& path);

}  // namespace zermelo::symbolic
