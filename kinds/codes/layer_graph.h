// SPDX-License-Identifier: MIT
// A layer of a grid game, listed by code, as a graph for the retrograde solver
// (tablebase/retrograde/solver.h).
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/sorted.h"
#include "gen/value.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

// Values is LayerValues (kinds/codes/layer_values.h); it has those of higher layers. A place is
// a member's number. Moves that lead to images of one position are one move.
template <GameWithUnmoves Game, class Values>
class LayerGraph {
 public:
  using Question = typename Values::Place;

  // All must outlive the graph.
  LayerGraph(const Game& game, int layer, const Values& values)
      : game_(game),
        layer_(layer),
        values_(values),
        set_(values.at(layer)),
        leaves_out_won_at_once_(values.leaves_out_won_at_once(layer)) {}

  std::uint64_t places() const { return places_of(set_.size()); }
  // For a layer with this many positions.
  static std::uint64_t places_of(std::uint64_t positions) {
    return (positions + chunk_size - 1) / chunk_size * chunk_size;
  }
  Value answer(const Question& question) const {
    return values_.get(question.layer, question.number);
  }

  class Cursor {
   public:
    explicit Cursor(const LayerGraph& graph) : g_(graph) {}

    template <class Visit>
    void for_each_place(std::uint64_t chunk, Visit&& visit) {
      const std::uint64_t begin = chunk * chunk_size, end = begin + chunk_size;
      const std::uint64_t last = std::min(end, g_.set_.size());
      g_.set_.for_each(begin, last, [&](std::uint64_t number, std::uint64_t code) {
        position_ = g_.game_.codes().decode(code);
        visit(number, true);
      });
      for (std::uint64_t place = last; place < end; ++place) visit(place, false);
    }

    // Throws Error if a move leads to a position that is in no layer.
    template <class Moves>
    void find_moves(Moves& moves, std::vector<Question>& exits) {
      const Game& game = g_.game_;
      found_.clear();
      for_each_located_successor(
          game, position_,
          [&](const PositionOf<Game>& next, Ending ending, const Located& located) {
            if (ending != Ending::none)
              return moves.add_known(DistanceMetric::of_end(game, next, ending));
            if (located.layer != g_.layer_) {
              take_exit(g_.values_.find(located), moves, exits);
            } else {
              g_.set_.prefetch(located.code);
              found_.push_back(located.code);
            }
          });
      sort_unique(found_);
      for (const std::uint64_t code : found_) {
        if (!g_.leaves_out_won_at_once_ || g_.set_.contains(code)) {
          moves.add_inner();
        } else {
          moves.add_known(Value::win(1).before_move());
        }
      }
    }

    void start_chunk(std::uint64_t) {}
    void go_to(std::uint64_t place) { position_ = g_.game_.codes().decode(g_.set_.select(place)); }
    // Only some of the possible predecessors can occur in play.
    template <class Send>
    void for_each_source(Send&& send) {
      const Game& game = g_.game_;
      found_.clear();
      for_each_located_predecessor(game, position_, [&](const Located& located) {
        if (located.layer != g_.layer_) return;
        g_.set_.prefetch(located.code);
        found_.push_back(located.code);
      });
      sort_unique(found_);
      for (const std::uint64_t code : found_)
        if (const auto place = g_.set_.find(code)) send(*place);
    }

   private:
    template <class Moves>
    static void take_exit(const std::optional<Question>& exit, Moves& moves,
                          std::vector<Question>& exits) {
      if (exit) {
        exits.push_back(*exit);
      } else {
        moves.add_known(Value::win(1).before_move());
      }
    }

    const LayerGraph& g_;
    PositionOf<Game> position_;
    std::vector<std::uint64_t> found_;
  };

 private:
  const Game& game_;
  int layer_;
  const Values& values_;
  const CodeSet& set_;
  bool leaves_out_won_at_once_;
};

}  // namespace zermelo
