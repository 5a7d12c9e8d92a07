// SPDX-License-Identifier: MIT
// The positions of a group of materials as a graph for the retrograde solver
// (tablebase/retrograde/solver.h). Only moves within the group are taken back; what the others,
// such as captures and promotions of chess, lead to is looked up in tables that are finished.
//
// Positions are folded by symmetry, and by exchanging the sides, so a move and an unmove do not
// meet one to one: from position P to positions of Q's orbit there are unmoves * stabiliser(P) /
// stabiliser(Q) moves, if so many unmoves lead from Q to P's orbit. Moves are counted with their
// multiplicity, and updates sent as often.
//
// A double step that can be answered en passant leads to a place of its own behind those of the
// index, and so does a pass, as the next one ends the game: such places take part in solving and
// are not kept.
//
// Where plies to zeroing are counted, zeroing moves end what is counted. They are then not moves of
// the graph, but lead to positions of which is known who wins (ZeroingPhase), also within the
// group.
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
#include "kinds/endgames/measure.h"
#include "kinds/endgames/solved_table.h"
#include "tablebase/retrograde/level_schedule.h"

namespace zermelo::endgames {

// Finds positions of other groups in their tables.
class FinishedTables {
 public:
  // All must outlive this object.
  FinishedTables(const Rules& rules, std::vector<const SolvedTable*> tables);

  struct Question {
    const SolvedTable* table;
    std::size_t slot;
    std::uint64_t index;
  };
  // A position with that side to move, of a material that has a table.
  Question ask(const Men& men, int side) const {
    const std::optional<MaterialLocator::Found> found = locator_.find(men, side);
    assert(found);
    const SolvedTable* table = tables_[found->table];
    const Men there = locator_.men_there(*found, men);
    return {table, found->slot, table->index.of(found->slot).locate(there).index};
  }
  // The value for the side to move.
  Value answer(const Question& question) const {
    return question.table->at(question.slot, question.index);
  }

 private:
  std::vector<const SolvedTable*> tables_;
  MaterialLocator locator_;
};

// What is known of the group's positions when plies to zeroing are counted.
enum class KnownWinner : std::uint8_t { nobody, mover, other, mover_past_rule, other_past_rule };
struct ZeroingPhase {
  Measure measure;
  std::vector<KnownWinner> known;  // by place; empty if no zeroing move stays in the group

  // Of a place to which a zeroing move leads, as the solver counts.
  Value answer(std::uint64_t place) const {
    const int past = measure.rule + 1;
    switch (known[place]) {
      case KnownWinner::nobody:
        break;
      case KnownWinner::mover:
        return Value::win(1);
      case KnownWinner::other:
        return Value::loss(1);
      case KnownWinner::mover_past_rule:
        return Value::win(past);
      case KnownWinner::other_past_rule:
        return Value::loss(past);
    }
    return Value::draw();
  }
};

// The rules, index and tables must outlive the graph.
class EndgameGraph {
 public:
  struct Question {
    const SolvedTable* table;  // null: a place of the group itself
    std::uint32_t slot;
    bool zeroes;
    std::uint64_t index;  // or the place
  };
  static constexpr bool skips_members = true;  // unmoves may lead to positions that cannot be

  EndgameGraph(const Rules& rules, const GroupIndex& index, const FinishedTables& tables,
               int threads);

  std::uint64_t places() const { return places_; }
  // For plies to zeroing: from now on who wins without the n-move rule is asked, and not how soon;
  // or zeroing moves are none of the graph. `phase` must outlive the graph's use.
  void ask_winner_alone() { asks_winner_alone_ = true; }
  void set_zeroing_apart(const ZeroingPhase& phase) {
    asks_winner_alone_ = false;
    phase_ = &phase;
  }
  // Whether zeroing moves lead to positions of the group, and whether play may come back from one.
  bool has_zeroing_moves() const;
  bool may_zero_in_circles() const;

  Value answer(const Question& question) const {
    if (question.table == nullptr) return phase_->answer(question.index);
    const Value stored = tables_.answer({question.table, question.slot, question.index});
    return as_solved(stored, question.zeroes);
  }
  std::uint64_t place(std::size_t slot, std::uint64_t index) const { return begins_[slot] + index; }

  // Where a position is.
  struct Located {
    std::size_t slot = 0;
    std::uint64_t index = 0;
    unsigned stabiliser = 0;  // 0: it is nowhere
    unsigned symmetry = 0;    // see MaterialIndex::Located
    bool exchanges = false;
    Men men{};  // as they stand there
  };

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
      const auto look_at = [&](const Move& move, const Men& after) {
        any = true;
        const bool zeroes = g_.phase_ != nullptr && g_.rules_.zeroes(men_, move);
        if (zeroes) {
          if (const auto place = g_.own_place(men_, move, after, other(side_), slot_))
            return exits.push_back({nullptr, 0, true, *place});
        } else if (g_.has_one_material_ ? move.is_quiet(men_) && after.checks == men_.checks
                                        : g_.own_.find(after, other(side_)).has_value()) {
          // (Also if the game is over there: it has a place, from which that is propagated.)
          return moves.add_inner();
        }
        if (const auto end = g_.rules_.ended(after, other(side_)))
          return moves.add_known(Value::of_outcome(*end).before_move());
        const FinishedTables::Question found = g_.tables_.ask(after, other(side_));
        exits.push_back({found.table, static_cast<std::uint32_t>(found.slot), zeroes, found.index});
        __builtin_prefetch(&found.table->slices[found.slot].codes[found.index]);
      };
      const auto visit = [&](const Move& move, const Men& after) {
        any = true;
        const bool is_counted = after.checks != men_.checks;
        if (g_.phase_ == nullptr && move.is_quiet(men_) && !is_counted) {
          moves.add_inner();
        } else if (const auto value =
                       is_counted ? g_.value_after_step(men_, move, after) : std::nullopt) {
          moves.add_known(value->before_move());
        } else {
          look_at(move, after);
        }
        return true;
      };
      // (There are captures en passant.)
      if (step_ && g_.rules_.endings().must_capture)
        g_.rules_.for_each_capture(men_, side_, visit);
      else
        g_.rules_.for_each_move(men_, side_, visit);
      if (step_) g_.rules_.for_each_en_passant(men_, side_, step_->passed, step_->to, look_at);
      if (g_.rules_.may_pass(men_, side_, step_.has_value())) {
        any = true;
        add_pass(moves);
      }
      if (!any) moves.add_known(Value::of_outcome(g_.rules_.without_moves(men_, side_)));
    }

    void start_chunk(std::uint64_t) {}
    void go_to(std::uint64_t place) { enter(place); }
    int mover() const { return side_; }
    bool is_checked() const { return g_.rules_.king_attacked(men_, side_); }
    template <class Send>
    void for_each_source(Send&& send) {
      found_.clear();
      // (Who gives a check that is counted comes from another group.)
      if (g_.rules_.endings().counts_checks() && g_.rules_.king_attacked(men_, side_)) return;
      const int mover = other(side_);
      if (is_after_pass_) {
        add_sources_by_pass(mover, send);
      } else if (step_) {
        Men before = men_;
        before.put(before.on(step_->to), step_->from);
        if (!g_.is_apart(before, step_->from)) add_sources(before, mover, MoveType::quiet, send);
      } else {
        g_.rules_.for_each_unmove(men_, mover, [&](const Way& way, const Men& before) {
          if (g_.is_apart(before, way.from)) return;
          if (way.passed != no_square &&
              g_.rules_.can_take_en_passant(men_, side_, way.passed, way.to))
            return;
          add_sources(before, mover, MoveType::quiet, send);
        });
        // (Captures and drops are zeroing moves.)
        if (g_.rules_.keeps_men() && g_.phase_ == nullptr) add_sources_by_hand(mover, send);
      }
      send_found(send);
    }

   private:
    friend class EndgameGraph;
    // Goes to a place; false if it is that of no position.
    bool enter(std::uint64_t place);

    template <class Moves>
    void add_pass(Moves& moves) const {
      if (!is_after_pass_) return moves.add_inner();
      const Outcome end = g_.rules_.after_two_passes(men_, other(side_));
      moves.add_known(Value::of_outcome(end).before_move());
    }
    // The same men with the other side to move, before it has passed.
    template <class Send>
    void add_sources_by_pass(int mover, Send& send) {
      if (g_.rules_.ended(men_, mover)) return;
      const Located located = g_.locate(men_, mover, slot_);
      if (located.stabiliser == 0) return;
      if (g_.rules_.may_pass(men_, mover))
        add(g_.place(located.slot, located.index), located.stabiliser, send);
      if (!g_.has_en_passant_ || !g_.rules_.may_pass(men_, mover, true)) return;
      add_steps(men_, mover, located, send);
    }
    // By captures and drops.
    template <class Send>
    void add_sources_by_hand(int mover, Send& send) {
      const Rules& rules = g_.rules_;
      rules.for_each_uncapture(men_, mover, [&](const Men& before) {
        add_sources(before, mover, MoveType::capture, send);
      });
      if (rules.endings().drop_checks || !rules.king_attacked(men_, side_)) {
        rules.for_each_undrop(men_, mover, [&](int man, Square, const Men& before) {
          if (rules.allows_drop(before, men_, mover) && !rules.is_illegal_drop_mate(men_, man))
            add_sources(before, mover, MoveType::drop, send);
        });
      }
      if (g_.has_en_passant_) add_sources_en_passant(mover, send);
    }
    // By captures en passant, which the position after the double step alone has.
    template <class Send>
    void add_sources_en_passant(int mover, Send& send) {
      g_.rules_.for_each_unmove_en_passant(men_, mover, [&](const Way& way, const Men& before) {
        if (g_.rules_.ended(before, mover) || !g_.rules_.allows_en_passant(before, mover)) return;
        const Located located = g_.locate(before, mover, slot_);
        if (located.stabiliser == 0) return;
        if (const auto step = g_.place_of_step(located, way))
          add(step->place, step->stabiliser, send);
      });
    }
    template <class Send>
    void add_sources(const Men& before, int mover, MoveType type, Send& send) {
      if (g_.rules_.ended(before, mover) || !g_.rules_.allows(type, before, mover)) return;
      const Located located = g_.locate(before, mover, slot_);
      if (located.stabiliser == 0) return;
      const std::uint64_t place = g_.place(located.slot, located.index);
      add(place, located.stabiliser, send);
      if (g_.has_place_after_pass(mover)) add(g_.after_pass(place), located.stabiliser, send);
      // (Where captures are compulsory, no other move follows a step that can be answered so.)
      if (!g_.has_en_passant_ || (type != MoveType::capture && g_.rules_.endings().must_capture))
        return;
      add_steps(before, mover, located, send);
    }
    // Where the side that is not to move may just have made a double step.
    template <class Send>
    void add_steps(const Men& before, int mover, const Located& located, Send& send) {
      g_.for_each_step(before, mover, [&](const Way& way) {
        if (const auto step = g_.place_of_step(located, way))
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
    std::size_t slot_ = 0;
    int side_ = 0;  // to move
    unsigned stabiliser_ = 1;
    std::optional<Way> step_;  // the double step just made, if it can be answered en passant
    bool is_after_pass_ = false;
    std::vector<std::pair<std::uint64_t, unsigned>> found_;
  };

 private:
  // Whether positions with that side to move have places of their own after a pass; which ones.
  bool has_place_after_pass(int side) const { return rules_.endings().passes(other(side)); }
  std::uint64_t after_pass(std::uint64_t place) const { return begins_.back() + place; }
  // A position that may have led here; `from` is a slot of the position that its move leads to. It
  // is nowhere if the game is over with its men, so that they are not of this group.
  Located locate(const Men& men, int side, std::size_t from) const {
    std::optional<MaterialLocator::Found> own;
    if (!has_one_material_) {
      own = own_.find(men, side);
      if (!own) return {};
    }
    const MaterialLocator::Found& found = own ? *own : opposite_[from];
    return located(found.slot, found.exchanges, own_.men_there(found, men));
  }
  // Of men as they stand in a slice.
  Located located(std::size_t slot, bool exchanges, const Men& there) const {
    const MaterialIndex::Located at = index_.of(slot).locate(there);
    return {slot, at.index, at.stabiliser, at.symmetry, exchanges, there};
  }

  // Whether the moves of the man on a square are not the graph's.
  bool is_apart(const Men& before, Square from) const {
    return phase_ != nullptr &&
           rules_.zeroes(before.man[static_cast<std::size_t>(before.on(from))]);
  }
  // The place that a move leads to from a position of that slot, if it is the group's.
  std::optional<std::uint64_t> own_place(const Men& before, const Move& move, const Men& after,
                                         int side, std::size_t from) const;

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
  KeyOfStep key_of_step(const Located& located, Square from, Square to) const;
  std::optional<StepPlace> place_of_step(const Located& located, const Way& way) const;
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
  // What a value of a table is to the solver, after a move that zeroes or does not.
  Value as_solved(Value stored, bool zeroes) const {
    if (asks_winner_alone_) return Value::of_outcome(stored.outcome());
    return phase_ == nullptr ? stored : phase_->measure.solved_of_stored(stored, zeroes);
  }
  // What it is worth to the solver, for the side to move, that the other side has come to another
  // group by a double step that can be answered en passant; nothing if the move was not one. (Only
  // checks that are counted make that of quiet moves.)
  std::optional<Value> value_after_step(const Men& before, const Move& move,
                                        const Men& after) const;
  // As tables have it, of a capture that leads to a position that is worth `after` there.
  Value before_capture(Value after) const {
    return phase_ == nullptr ? after.before_move()
                             : phase_->measure.before_stored_move(after, true);
  }
  Value value_elsewhere(const Men& men, int side) const;
  bool meets_en_passant() const;
  void find_steps(int threads);

  const Rules& rules_;
  const GroupIndex& index_;
  const FinishedTables& tables_;
  MaterialLocator own_;
  // Whether moves within the group lead from one of its only material's two slots to the other, or
  // from its only one back to it; and to which, by slot.
  bool has_one_material_;
  std::vector<MaterialLocator::Found> opposite_;
  std::vector<std::uint64_t> begins_;  // of each slice's places, a multiple of chunk_size; the end
  std::vector<std::uint16_t> slot_of_chunk_;
  bool has_en_passant_ = false;
  std::vector<StepKey> steps_;     // ascending
  std::uint64_t steps_begin_ = 0;  // the first one's place
  std::uint64_t places_ = 0;
  bool asks_winner_alone_ = false;
  const ZeroingPhase* phase_ = nullptr;
};

}  // namespace zermelo::endgames
