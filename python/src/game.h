// SPDX-License-Identifier: MIT
// A game as a Python object holds it.
#pragma once

#include <memory>
#include <optional>

#include "probe/game.h"
#include "python/src/convert.h"
#include "python/src/own_rules.h"

namespace zermelo::python {

struct GameHolder {
  std::shared_ptr<const Game> game;
  std::shared_ptr<PythonRules> rules = nullptr;  // of a game of rules in Python
};

// A tuple of winner and sentence.
inline py::object result_or_none(const std::optional<GameResult>& result) {
  if (!result) return py::none();
  return py::make_tuple(colour_or_none(result->winner), to_str(result->sentence));
}

}  // namespace zermelo::python
