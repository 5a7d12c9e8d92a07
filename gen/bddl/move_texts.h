// SPDX-License-Identifier: MIT
// How moves are written by the :text of their actions.
#pragma once

#include <memory>
#include <string>

#include "gen/bddl/ground.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

// Immutable and thread-safe. Slow: for what people read.
class MoveTexts {
 public:
  explicit MoveTexts(const GroundGame& game);

  // Empty if the actions that make the change do not say how it is written.
  std::string of(const PieceChange& change) const;

 private:
  std::shared_ptr<const GroundGame> game_;  // nothing if no action has a text
};

}  // namespace zermelo::bddl
