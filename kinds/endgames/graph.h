// SPDX-License-Identifier: MIT
// The positions of one material, of either side to move, as a graph for the retrograde solver
// (tablebase/retrograde/solver.h). Only quiet moves are taken back; what captures and promotions
// lead to is looked up in tables that are finished.
//
// Positions are folded by symmetry, so a move and an unmove do not meet one to one: from position P
// to positions of Q's orbit there are unmoves * stabiliser(P) / stabiliser(Q) moves, if so many
// unmoves lead from Q to P's orbit. Moves are counted with their multiplicity, and updates sent as
// often.
//
// A double step that can be answered en passant leads to a place of its own behind those of the
// index: such places take part in solving and are not kept.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "gen/parallel.h"
#include "gen/value.h"
#include "gen/variant/endgame_rules.h"
#include "gen/variant/index.h"
#include "gen/variant/material.h"
#include "kinds/endgames/locator.h"
#include "kinds/endgames/solved_table.h"
#include "tablebase/retrograde/level_schedule.h"

namespace zermelo::endgames {

// Finds positions of other materials in their tables.
class FinishedTables {
 public:
  // Tables of materials whose sides may be exchanged answer for both; all must outlive this object.
  FinishedTables(const Rules& rules, std::vector<const SolvedTable*> tables);

  struct Question {
    const SolvedTable* table;
    int side;
    std::uint64_t index;
  };
  // A position with that side to move, of a material that has a table.
  Question ask(const Men& men, int side) const {
    const std::optional<MaterialLocator::Found> found = locator_.find(men);
    assert(found);
    const SolvedTable* table = tables_[found->table];
    return {table, found->side(side), table->index.locate(locator_.men_there(*found, men)).index};
  }
  // The value for the side to move.
  Value answer(const Question& question) const {
    return question.table->at(question.side, question.index);
  }

 private:
  std::vector<const SolvedTable*> tables_;
  MaterialLocator locator_;
};

// The rules, index and tables must outlive the graph.
class EndgameGraph {
 public:
  using Question = FinishedTables::Question;
  static constexpr bool skips_members = true;  // unmoves may lead to positions that cannot be

  EndgameGraph(const Rules& rules, const Material& material, const MaterialIndex& index,
               const FinishedTables& tables, int threads);

  std::uint64_t places() const { return places_; }
  Value answer(const Question& question) const { return tables_.answer(question); }
  std::uint64_t place(int side, std::uint64_t index) const {
    return static_cast<std::uint64_t>(side) * slice_ + index;
  }

  class Cursor {
   public:
    explicit Cursor(const EndgameGraph& graph) : g_(graph) {}

    template <class Visit>
    void for_each_place(std::uint64_t chunk, Visit&& visit) {
      for (std::uint64_t place = chunk * chunk_size; place < (chunk + 1) * chunk_size; ++place)
        visit(place, enter(place));
    }
    template <class Moves>
    void find_moves(Moves& moves, std::vector<Question>& exits) {
      if (const auto end = g_.rules_.ended(men_, side_))
        return moves.add_known(Value::of_outcome(*end));
      bool any = false;
      const auto ask = [&](const Men& after) {
        any = true;
        if (const auto end = g_.rules_.ended(after, other(side_)))
          return moves.add_known(Value::of_outcome(*end).before_move());
        exits.push_back(g_.tables_.ask(after, other(side_)));
        const Question& question = exits.back();
        __builtin_prefetch(
            &question.table->codes[static_cast<std::size_t>(question.side)][question.index]);
      };
      const auto visit = [&](const Move& move, const Men& after) {
        any = true;
        if (move.is_quiet(men_)) {
          moves.add_inner();
        } else {
          ask(after);
        }
        return true;
      };
      // (There are captures en passant.)
      if (step_ && g_.rules_.endings().must_capture)
        g_.rules_.for_each_capture(men_, side_, visit);
      else
        g_.rules_.for_each_move(men_, side_, visit);
      if (step_)
        g_.rules_.for_each_en_passant(men_, side_, step_->passed, step_->to,
                                      [&](const Move&, const Men& after) { ask(after); });
      if (!any) moves.add_known(Value::of_outcome(g_.rules_.without_moves(men_, side_)));
    }

    void start_chunk(std::uint64_t) {}
    void go_to(std::uint64_t place) { enter(place); }
    template <class Send>
    void for_each_source(Send&& send) {
      found_.clear();
      const int mover = other(side_);
      if (step_) {
        Men before = men_;
        before.put(before.on(step_->to), step_->from);
        add_sources(before, mover, send);
      } else {
        g_.rules_.for_each_unmove(men_, mover, [&](int, const Way& way, const Men& before) {
          if (way.passed != no_square &&
              g_.rules_.can_take_en_passant(men_, side_, way.passed, way.to))
            return;
          add_sources(before, mover, send);
        });
      }
      send_found(send);
    }

   private:
    friend class EndgameGraph;
    // Goes to a place; false if it is that of no position.
    bool enter(std::uint64_t place);

    template <class Send>
    void add_sources(const Men& before, int mover, Send& send) {
      if (g_.rules_.ended(before, mover) || !g_.rules_.may_be_quiet(before, mover)) return;
      const MaterialIndex::Located located = g_.index_.locate(before);
      if (located.stabiliser == 0) return;
      add(g_.place(mover, located.index), located.stabiliser, send);
      // (Where captures are compulsory, no quiet move follows a step that can be answered so.)
      if (!g_.has_en_passant_ || g_.rules_.endings().must_capture) return;
      g_.for_each_step(before, mover, [&](const Way& way) {
        if (const auto step = g_.place_of_step(before, located, mover, way))
          add(step->place, step->stabiliser, send);
      });
    }
    template <class Send>
    void add(std::uint64_t place, unsigned stabiliser, Send& send) {
      if (stabiliser_ > 1) {
        found_.emplace_back(place, stabiliser);
        return;
      }
      for (unsigned k = 0; k < stabiliser; ++k) send(place);
    }
    template <class Send>
    void send_found(Send& send) {
      std::ranges::sort(found_);
      for (std::size_t i = 0, end = 0; i < found_.size(); i = end) {
        while (end < found_.size() && found_[end] == found_[i]) ++end;
        const std::size_t times = (end - i) * found_[i].second;
        assert(times % stabiliser_ == 0);
        for (std::size_t k = 0; k < times / stabiliser_; ++k) send(found_[i].first);
      }
    }

    const EndgameGraph& g_;
    Men men_;
    int side_ = 0;  // to move
    unsigned stabiliser_ = 1;
    std::optional<Way> step_;  // the double step just made, if it can be answered en passant
    std::vector<std::pair<std::uint64_t, unsigned>> found_;
  };

 private:
  struct StepPlace {
    std::uint64_t place;
    unsigned stabiliser;
  };
  // A position after a double step: its place without that, and from where to where.
  using StepKey = std::uint64_t;
  static StepKey key_of(std::uint64_t place, Square from, Square to) {
    return place << 16 | static_cast<StepKey>(from) << 8 | to;
  }
  struct KeyOfStep {
    StepKey key;
    unsigned stabiliser;
  };
  KeyOfStep key_of_step(const Men& men, const MaterialIndex::Located& located, int side,
                        const Way& way) const;
  std::optional<StepPlace> place_of_step(const Men& men, const MaterialIndex::Located& located,
                                         int side, const Way& way) const;
  // Calls visit(way) for the double steps with which the side that is not to move may just have
  // come to this position, if they can be answered en passant.
  template <class Visit>
  void for_each_step(const Men& men, int side, Visit&& visit) const {
    for (int i = 0; i < men.count; ++i) {
      const int man = men.man[static_cast<std::size_t>(i)];
      if (side_of(man) == side || !rules_.has_double_steps(man)) continue;
      const Square at = men.at[static_cast<std::size_t>(i)];
      rules_.for_each_double_step_to(man, at, [&](const Way& way) {
        const SquareBits before = (men.occupied & ~bit_of(at)) | bit_of(way.from);
        if (!has(men.occupied, way.from) && way.is_open(before) &&
            rules_.can_take_en_passant(men, side, way.passed, way.to))
          visit(way);
      });
    }
  }
  void find_steps(int threads);

  const Rules& rules_;
  const MaterialIndex& index_;
  const FinishedTables& tables_;
  std::uint64_t slice_;  // places of a side to move: a multiple of chunk_size
  bool has_en_passant_ = false;
  std::vector<StepKey> steps_;  // ascending
  std::uint64_t places_;
};

}  // namespace zermelo::endgames
