// SPDX-License-Identifier: MIT
// A group of dense slices as a graph for the retrograde solver (tablebase/retrograde/solver.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gen/move_kind.h"
#include "gen/value.h"
#include "tablebase/retrograde/group_layout.h"
#include "tablebase/retrograde/level_schedule.h"
#include "tablebase/sets/dense_set.h"

namespace zermelo {

// Game as in docs/architecture.md; Exits gives the values of positions in slices that were solved
// before (kinds/dense/solved_slice.h). A place is an index plus the place where its slice's
// indices begin. Set is that of the members, or at least of those in the chunks that are visited.
template <class Game, class Exits, class Set = DenseSet>
class GroupGraph {
 public:
  using Question = typename Exits::Question;
  static constexpr bool is_shared = requires(const Exits& exits) { exits.reply(std::uint64_t{}); };

  // sets[i] holds the members of slices[i]; all must outlive the graph.
  GroupGraph(const Game& game, std::vector<int> slices, std::vector<const Set*> sets,
             const Exits& exits)
      : game_(game), layout_(game, std::move(slices)), sets_(std::move(sets)), exits_(exits) {}

  std::uint64_t places() const { return layout_.size(); }
  Value answer(const Question& question) const { return exits_.answer(question); }
  // As AsksOthers (tablebase/retrograde/exchange.h), if the exits are shared among ranks.
  bool is_here(const Question& question) const requires is_shared {
    return exits_.is_here(question);
  }
  std::uint32_t owner(const Question& question) const requires is_shared {
    return exits_.owner(question);
  }
  std::uint64_t record(const Question& question) const requires is_shared {
    return exits_.record(question);
  }
  void fetch(std::uint64_t record) const requires is_shared { exits_.fetch(record); }
  Value reply(std::uint64_t record) const requires is_shared { return exits_.reply(record); }

  const GroupLayout& layout() const { return layout_; }
  const std::vector<int>& slices() const { return layout_.slices(); }
  const Set& set(std::size_t i) const { return *sets_[i]; }
  // For a member of slices()[i].
  std::uint64_t place(std::size_t i, std::uint64_t index) const { return layout_.base(i) + index; }

  class Cursor {
   public:
    explicit Cursor(const GroupGraph& graph) : g_(graph) {
      for (const int slice : g_.slices()) cursors_.emplace_back(g_.game_.index(slice));
    }

    template <class Visit>
    void for_each_place(std::uint64_t chunk, Visit&& visit) {
      start_chunk(chunk);
      const Set& set = *g_.sets_[i_];
      const std::uint64_t begin = chunk * chunk_size - base_;
      for (std::uint64_t index = begin; index < begin + chunk_size; ++index) {
        index_ = index;
        visit(base_ + index, index < set.universe() && set.contains(index));
      }
    }
    template <class Moves>
    void find_moves(Moves& moves, std::vector<Question>& exits) {
      auto& cursor = cursors_[i_];
      const auto& position = cursor.at(index_);
      g_.game_.for_each_counted_move(
          slice_, position, cursor.stabiliser(),
          [&](CountedMove edge, int next_slice, const typename Game::Position& next) {
            if (edge.kind == MoveKind::loses) return moves.add_known(Value::loss(1));
            if (edge.kind == MoveKind::wins) return moves.add_known(Value::win(1));
            if (edge.kind == MoveKind::exit) {
              exits.push_back(g_.exits_.ask(next_slice, next));
              return;
            }
            if (g_.game_.wins_at_once(next_slice, next)) return moves.add_loss_in_2(edge.slot);
            moves.add_inner(edge.slot);
          });
    }

    void start_chunk(std::uint64_t chunk) {
      i_ = g_.layout_.slice_of_chunk(chunk);
      slice_ = g_.slices()[i_];
      base_ = g_.layout_.base(i_);
    }
    void go_to(std::uint64_t place) {
      position_ = cursors_[i_].at(place - base_);
      stabiliser_ = cursors_[i_].stabiliser();
    }
    static constexpr auto no_reply = Game::no_move;
    // No reply for a move with a twin, since forbidding it makes no difference.
    auto reply(unsigned slot) const {
      const auto move = g_.game_.move_of_slot(position_, static_cast<std::uint8_t>(slot));
      return g_.game_.has_twin(move, stabiliser_) ? no_reply : move;
    }
    template <class Send>
    void for_each_source_allowing(const auto& reply, Send&& send) const {
      g_.game_.for_each_source_allowing(
          slice_, position_, stabiliser_, reply,
          [&](const auto& before, auto move) { found(before, move, send); });
    }
    template <class Send>
    void for_each_source_forbidding(const auto& reply, Send&& send) const {
      g_.game_.for_each_source_forbidding(
          slice_, position_, stabiliser_, reply,
          [&](const auto& before, auto move) { found(before, move, send); });
    }

   private:
    // A predecessor. It is not a member if its mover can win at once.
    template <class Send>
    void found(const auto& before, auto move, Send& send) const {
      const int from = g_.game_.next_slice(slice_);
      if (g_.game_.wins_at_once(from, before)) return;
      const auto place = g_.game_.locate(from, before);
      send(g_.layout_.base(g_.layout_.mirror(i_)) + place.index,
           g_.game_.slot_in(place, move, before.hole));
    }

    const GroupGraph& g_;
    std::vector<typename Game::Cursor> cursors_;
    std::size_t i_ = 0;  // the chunk's slice is slices()[i_]
    int slice_ = 0;
    std::uint64_t base_ = 0, index_ = 0;
    typename Game::Position position_{};
    std::uint8_t stabiliser_ = 0;
  };

 private:
  const Game& game_;
  GroupLayout layout_;
  std::vector<const Set*> sets_;
  const Exits& exits_;
};

}  // namespace zermelo
