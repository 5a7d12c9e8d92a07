// SPDX-License-Identifier: MIT
// Play by a game's Boolean model, of which tables and searches tell what is best.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>

#include "gen/game_spec.h"
#include "gen/grid/piece_position.h"
#include "probe/game.h"
#include "proof/check/arena.h"
#include "proof/check/strategy.h"
#include "proof/strategy/state_walk.h"
#include "symbolic/model/game_model.h"

namespace zermelo::proof {

struct StateHash {
  std::size_t operator()(const ArenaState& state) const {
    return std::hash<symbolic::BoardState>()(state.board) * 2 +
           static_cast<std::size_t>(state.to_move);
  }
};

// A game's Boolean model from a position on, for the side that will own the strategy.
class ModelPlay {
 public:
  ModelPlay(GameSpec spec, symbolic::GameModel model, const std::string& position)
      : spec_(std::move(spec)),
        model_(std::move(model)),
        arena_(make_arena(model_, position)),
        position_(position),
        start_(start_of(arena_)) {}

  const symbolic::GameModel& model() const { return model_; }
  const Arena& arena() const { return arena_; }
  const ArenaState& start() const { return start_; }
  Side owner() const { return owner_; }
  bool wins() const { return wins_; }  // otherwise does not lose

  // Without circuits. `plies`: for a claim that has a number of plies.
  Strategy empty_strategy(std::optional<int> plies) const {
    const Claim claim{wins_ ? Claim::Kind::wins : Claim::Kind::does_not_lose, plies};
    Strategy result = proof::empty_strategy(spec_, model_.model, owner_, claim);
    result.start = position_;
    result.creator = creator();
    return result;
  }

 protected:
  std::string text_of(const ArenaState& state) const {
    return format_position(model_.position(state.board, state.to_move), model_.pieces);
  }
  void owned_by(Side owner, bool wins) {
    owner_ = owner;
    wins_ = wins;
  }

 private:
  GameSpec spec_;
  symbolic::GameModel model_;
  Arena arena_;
  std::string position_;
  ArenaState start_;
  Side owner_ = symbolic::black;
  bool wins_ = false;
};

}  // namespace zermelo::proof
