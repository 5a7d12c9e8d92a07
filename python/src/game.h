// SPDX-License-Identifier: MIT
// A game as a Python object holds it.
#pragma once

#include <memory>

#include "probe/game.h"

namespace zermelo::python {

struct GameHolder {
  std::shared_ptr<const Game> game;
};

}  // namespace zermelo::python
