// SPDX-License-Identifier: MIT
// A game as a Python object holds it.
#pragma once

#include <memory>
#include <optional>

#include "probe/game.h"
#include "python/src/convert.h"

namespace zermelo::python {

struct GameHolder {
  std::shared_ptr<const Game> game;
};

inline const char* colour_word(Colour colour) {
  return colour == Colour::black ? "black" : "white";
}

// A tuple of winner and sentence.
inline py::object result_or_none(const std::optional<GameResult>& result) {
  if (!result) return py::none();
  return py::make_tuple(
      result->winner ? py::object(py::str(colour_word(*result->winner))) : py::none(),
      to_str(result->sentence));
}

}  // namespace zermelo::python
