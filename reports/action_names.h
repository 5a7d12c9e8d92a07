// SPDX-License-Identifier: MIT
// Which of the rules' actions make each move: for games in BDDL, whose actions have names.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game_spec.h"

namespace zermelo {
namespace bddl {
class PieceRules;
struct GroundGame;
}  // namespace bddl

// A set of actions, by their numbers in ActionNames::names().
using ActionSet = std::uint64_t;

// How a move can be made. Turns in several parts have an action for each; several turns may lead to
// the same position.
struct MoveActions {
  ActionSet some = 0;  // of some turn that makes it
  ActionSet all = 0;   // of every such turn: without them it cannot be made
};

// Immutable and thread-safe.
class ActionNames {
 public:
  // Of another game than one in BDDL there are no names, and of one with more than 64 of them
  // neither. Actions of both sides with one name are one.
  explicit ActionNames(const GameSpec& game);
  ~ActionNames();

  const std::vector<std::string>& names() const { return names_; }
  // Whether the map of the board's squares (by number from a1, along the ranks, where each goes)
  // maps each action onto one of the same name.
  bool are_kept_by(const std::vector<int>& map) const;

  // Finds the actions of one position's moves after another's. One thread at a time; it refers to
  // the names, of which there must be some.
  class Finder {
   public:
    explicit Finder(const ActionNames& names);
    ~Finder();
    // Turns to the moves of a position, by its code (probe/coded_play.h).
    void look_at(std::string_view position);
    // The actions of the move that leads to the position with this code; there must be one.
    MoveActions of_move_to(std::string_view after) const;

   private:
    struct Moves;
    std::unique_ptr<Moves> moves_;
  };

 private:
  std::vector<std::string> names_;
  // Nothing without names:
  std::shared_ptr<const bddl::GroundGame> ground_;
  std::shared_ptr<const bddl::PieceRules> rules_;
};

// The game without the action of that name, of both sides. Throws UsageError if there is none or it
// is not a game in BDDL, and SyntaxError if the rules cannot be without it.
GameSpec without_action(const GameSpec& game, const std::string& name);

}  // namespace zermelo
