// SPDX-License-Identifier: MIT
// The values of positions whose moves all lead to positions with known values.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/value.h"

namespace zermelo {

// For a game with an index. Positions are taken by the block, so that the memory to be read, of
// sets and then of values, is on its way while the moves of others are made. Values is LayerValues
// (kinds/codes/layer_values.h). For one thread.
template <class Game, class Metric, class Values>
class MoveValues {
 public:
  // Both must outlive this object.
  MoveValues(const Game& game, const Values& values) : game_(game), values_(values) {}

  bool is_full() const { return count_ == block_.size(); }
  // A position in which the game goes on. Not if it is full.
  void add(std::uint64_t number, const PositionOf<Game>& p) {
    Member& member = block_[count_++];
    member = {.number = number};
    for_each_located_successor(
        game_, p, [&](const PositionOf<Game>& next, Ending ending, const Located& located) {
          if (ending != Ending::none) return member.best.take(Metric::of_end(game_, next, ending));
          values_.prefetch(located);
          found_.push_back(located);
        });
    member.found_end = found_.size();
  }
  // Calls take(number, value) for the positions that have been added, and forgets them. Throws
  // Error if a value is too long for a table.
  template <class Take>
  void finish(Take&& take) {
    places_.clear();
    for (const Located& located : found_) {
      places_.push_back(values_.find(located));
      if (places_.back()) values_.prefetch(*places_.back());
    }
    std::size_t next = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      BestValue<Metric>& best = block_[k].best;
      for (; next < block_[k].found_end; ++next) best.take(value_of_move(places_[next]));
      take(block_[k].number, best.value());
    }
    found_.clear();
    count_ = 0;
  }

 private:
  using Place = typename Values::Place;
  struct Member {
    std::uint64_t number = 0;
    BestValue<Metric> best = {};  // of the moves that end the game; then of all
    std::size_t found_end = 0;    // where its moves end among those found
  };

  Value value_of_move(const std::optional<Place>& place) const {
    const Value reply = place ? values_.get(*place) : Value::win(1);
    if (reply.plies() >= Value::max_plies)
      throw Error(
          "This game has positions that are decided only after 32768 plies or more; a table has no "
          "room for such values.");
    return Metric::before_move(reply);
  }

  const Game& game_;
  const Values& values_;
  std::array<Member, 16> block_;
  std::size_t count_ = 0;
  std::vector<Located> found_;  // where the moves lead that do not end the game
  std::vector<std::optional<Place>> places_;
};

}  // namespace zermelo
