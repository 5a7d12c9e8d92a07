// SPDX-License-Identifier: MIT
// The games that have a Boolean model: those with MODEL in the registry (gen/games.cmake), from
// which CMake makes this list.
#pragma once

#include <string_view>
#include <vector>

#include "symbolic/model/game_model.h"

namespace zermelo::symbolic {

struct RegisteredModel {
  std::string_view name;
  GameModel (*make)(const GameSpec& spec);  // symbolic/model/games/NAME.cpp
};

// Thread-safe.
const std::vector<RegisteredModel>& registered_models();

}  // namespace zermelo::symbolic
