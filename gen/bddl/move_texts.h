// SPDX-License-Identifier: MIT
// How moves are written by the :text of their actions.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/bddl/ground.h"
#include "gen/bddl/piece_rules.h"
#include "gen/grid/piece_position.h"

namespace zermelo::bddl {

// The texts of the turns that make each of these changes of one position, each once, in the order
// of the file: none, if the actions do not say how they are written.
std::vector<std::vector<std::string>> texts_of_turns(const PieceRules& rules,
                                                     std::span<const PieceChange> changes);

// The first of them, for games of which nothing else is compiled. Immutable and thread-safe. Slow:
// for what people read.
class MoveTexts {
 public:
  explicit MoveTexts(const GroundGame& game);

  // Empty if there is none.
  std::string of(const PieceChange& change) const;

 private:
  std::shared_ptr<const PieceRules> rules_;  // nothing if no action has a text
};

}  // namespace zermelo::bddl
