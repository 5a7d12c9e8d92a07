// SPDX-License-Identifier: MIT
// Included by one source file a game whose tables list codes.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "probe/code_storage.h"
#include "probe/grid_engine_impl.h"

namespace zermelo {

// Game has parameters that describe() turns into text.
template <class Game, class Metric = DistanceMetric, class Parameters>
std::unique_ptr<Engine> make_code_engine(const std::string& name, const Parameters& parameters) {
  return std::make_unique<GridEngine<Game, CodeStorage<Game, Metric>>>(
      GameSpec{name, describe(parameters)}, std::make_shared<const Game>(parameters));
}

}  // namespace zermelo
