// SPDX-License-Identifier: MIT
// A layer of a grid game, listed by code, as a graph for the retrograde solver
// (tablebase/retrograde/solver.h).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

#include "gen/error.h"
#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/sorted.h"
#include "gen/value.h"
#include "kinds/codes/shared_codes.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

// Values is LayerValues (kinds/codes/layer_values.h); it has those of higher layers. A place is
// a member's number. Moves that lead to images of one position are one move.
//
// Where ranks share the codes, each has a graph of its own members, and places are those of
// MemberShares (kinds/codes/shared_codes.h). Everything about a position of another rank is asked:
// its value if it is in a higher layer; whether it is a member if it is in the same one.
//
// Where endless play is a side's win, a layer is solved twice. The first time, its endless play is
// left undecided, as draws are. The second time the graph is that of the positions that are not
// decided, whose values are draws by then; with other ends: the other side, which seeks a draw,
// wins by a drawn end and by leaving for a position known to be drawn, and whatever loses for its
// maker still does. What is not decided then either is endless play.
template <GameWithUnmoves Game, class Values>
class LayerGraph {
 public:
  static constexpr bool skips_members = GameWithEndlessWins<Game>;
  using Part = typename Values::Part;
  static constexpr bool is_shared = Part::is_shared;
  using Place = typename Values::Place;
  // Of an own position; or what rank has it, if that is not this one, and its code.
  struct PlaceOrOwner {
    std::optional<Place> place;
    std::uint32_t rank = 0;
    std::uint64_t code = 0;
  };
  using Question = std::conditional_t<is_shared, PlaceOrOwner, Place>;

  // All must outlive the graph. `seeks_draw`: nothing the first time, the side the second time.
  LayerGraph(const Game& game, int layer, const Values& values,
             std::optional<Colour> seeks_draw = {})
      : game_(game),
        layer_(layer),
        seeks_draw_(seeks_draw),
        values_(values),
        part_(values.part()),
        set_(values.at(layer)),
        leaves_out_won_at_once_(values.leaves_out_won_at_once(layer)),
        shares_(shares_of(part_, set_, layer)) {}

  // (Of this process.)
  std::uint64_t places() const { return places_of(set_.size()); }
  // For a layer with this many positions.
  static std::uint64_t places_of(std::uint64_t positions) {
    return (positions + chunk_size - 1) / chunk_size * chunk_size;
  }
  Value answer(const Question& question) const {
    if constexpr (is_shared) {
      return value_of_exit(*question.place);
    } else {
      return value_of_exit(question);
    }
  }

  // As AsksOthers and CombiningOver ask (tablebase/retrograde/exchange.h).
  const MemberShares& shares() const requires is_shared { return shares_; }
  bool is_here(const Question& question) const requires is_shared {
    return question.place.has_value();
  }
  std::uint32_t owner(const Question& question) const requires is_shared { return question.rank; }
  std::uint64_t record(const Question& question) const requires is_shared { return question.code; }
  void fetch(std::uint64_t code) const requires is_shared {
    const Located asked{part_.layer_of(code), code};
    values_.at(asked.layer).prefetch(part_.location(asked).place);
  }
  Value reply(std::uint64_t code) const requires is_shared {
    const auto place = values_.find({part_.layer_of(code), code});
    if (!place) return Value::win(1);
    if (place->layer != layer_) return value_of_exit(*place);
    return is_solved_now(place->number) ? inner_reply : values_.get(*place);
  }
  // That a position is a member: no value of any position.
  static constexpr Value inner_reply = Value::from_raw(std::numeric_limits<std::int16_t>::min());

  class Cursor {
   public:
    explicit Cursor(const LayerGraph& graph) : g_(graph) {}

    template <class Visit>
    void for_each_place(std::uint64_t chunk, Visit&& visit) {
      const std::uint64_t begin = chunk * chunk_size, end = begin + chunk_size;
      const std::uint64_t last = std::min(end, g_.set_.size());
      g_.set_.for_each(begin, last, [&](std::uint64_t number, std::uint64_t key) {
        const bool is_member = g_.is_solved_now(number);
        if (is_member) position_ = g_.position(key);
        visit(number, is_member);
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
            if (ending != Ending::none) return moves.add_known(g_.value_of_end(next, ending));
            if (located.layer != g_.layer_) {
              take_exit(located, moves, exits);
            } else {
              take_found(located.code);
            }
          });
      sort_unique(found_);
      for (const std::uint64_t code : found_) take_inner(code, moves, exits);
    }

    void start_chunk(std::uint64_t) {}
    void go_to(std::uint64_t place) { position_ = g_.position(g_.set_.select(place)); }
    // Only some of the possible predecessors can occur in play.
    template <class Send>
    void for_each_source(Send&& send) {
      const Game& game = g_.game_;
      if (game.is_layered()) return;
      found_.clear();
      for_each_predecessor_in_layer(game, g_.layer_, position_,
                                    [&](const Located& located) { take_found(located.code); });
      sort_unique(found_);
      for (const std::uint64_t code : found_) {
        const Location location = g_.location(code);
        if constexpr (is_shared) {
          if (!g_.part_.is_own(location)) {
            send(g_.shares_.place_of_other(location));
            continue;
          }
        }
        if (const auto place = g_.set_.find(location.place)) send(*place);
      }
    }

   private:
    // A code of this layer.
    void take_found(std::uint64_t code) {
      const Location location = g_.location(code);
      if (g_.part_.is_own(location)) g_.set_.prefetch(location.place);
      found_.push_back(code);
    }
    template <class Moves>
    void take_inner(std::uint64_t code, Moves& moves, std::vector<Question>& exits) const {
      const Location location = g_.location(code);
      if constexpr (is_shared) {
        if (!g_.part_.is_own(location)) return exits.push_back({{}, location.rank, code});
      }
      if (g_.is_inner(location.place)) {
        moves.add_inner();
      } else {
        moves.add_known(Value::win(1).before_move());
      }
    }
    template <class Moves>
    void take_exit(const Located& located, Moves& moves, std::vector<Question>& exits) const {
      if constexpr (is_shared) {
        const Location location = g_.values_.location(located);
        if (!g_.part_.is_own(location)) return exits.push_back({{}, location.rank, located.code});
      }
      if (const std::optional<Place> place = g_.values_.find(located)) {
        exits.push_back(Question{*place});
      } else {
        moves.add_known(Value::win(1).before_move());
      }
    }

    const LayerGraph& g_;
    PositionOf<Game> position_;
    std::vector<std::uint64_t> found_;  // codes
  };

 private:
  struct NoMemberShares {};
  using Shares = std::conditional_t<is_shared, MemberShares, NoMemberShares>;
  static Shares shares_of(const Part& part, const CodeSet& set, int layer) {
    if constexpr (is_shared) {
      return MemberShares(set, part.begin(layer),
                          static_cast<std::uint32_t>(part.cluster()->rank()));
    } else {
      return {};
    }
  }

  Location location(std::uint64_t code) const { return part_.location({layer_, code}); }
  PositionOf<Game> position(std::uint64_t key) const {
    return game_.codes().decode(part_.code(layer_, key));
  }

  // --- The second time ---

  bool is_second_time() const {
    if constexpr (skips_members) {
      return seeks_draw_.has_value();
    } else {
      return false;
    }
  }
  bool is_solved_now(std::uint64_t number) const {
    return !is_second_time() || values_.get(layer_, number).is_draw();
  }
  // Whether a position of this layer to which a move leads is solved now. (If it is not, its mover
  // wins: where there is a better move, the position that it comes from is not solved now.)
  bool is_inner(std::uint64_t key) const {
    if (!is_second_time()) return !leaves_out_won_at_once_ || set_.contains(key);
    const std::optional<Place> place = values_.find_key(layer_, key);
    return place && is_solved_now(place->number);
  }
  Value value_of_end(const PositionOf<Game>& next, Ending ending) const {
    if (!is_second_time()) return DistanceMetric::of_end(game_, next, ending);
    if (ending != Ending::drawn) return Value::loss(1);
    return colour_of(next.white_to_move) == *seeks_draw_ ? Value::loss(1) : Value::win(1);
  }
  Value value_of_exit(const Place& place) const {
    const Value value = values_.get(place);
    if (!is_second_time()) return value;
    if (value.is_endless()) return Value::draw();
    if (!value.is_draw()) return Value::win(1);  // (A lost one would have decided this one, too.)
    const std::uint64_t key = values_.at(place.layer).select(place.number);
    const PositionOf<Game> p = game_.codes().decode(part_.code(place.layer, key));
    return colour_of(p.white_to_move) == *seeks_draw_ ? Value::win(1) : Value::loss(1);
  }

  const Game& game_;
  int layer_;
  std::optional<Colour> seeks_draw_;
  const Values& values_;
  const Part& part_;
  const CodeSet& set_;
  bool leaves_out_won_at_once_;
  [[no_unique_address]] Shares shares_;
};

}  // namespace zermelo
