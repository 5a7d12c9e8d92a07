// SPDX-License-Identifier: MIT
// What a table's stored values say about any state, given a way to look up members.
#pragma once

#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>

#include "gen/move_kind.h"
#include "gen/value.h"
#include "tablebase/format/table_source.h"

namespace zermelo {

// What is stored for a member: its value with nothing forbidden, and the one move (by slot) that
// makes a difference if it is forbidden, with the value then.
struct StoredValue {
  Value first;
  bool has_second = false;
  std::uint8_t slot = 0;
  Value second = {};
};

// Values of states. Lookup is a callable (slice, index, wants_second) -> StoredValue for members;
// it need not find the second value if that is not wanted. Its prefetch(slice, index) prefetches
// what is stored from memory, if it can. leaves_out_loss_plies(): whether all losses that it finds
// are some_loss() (tablebase/format/shrunk_block.h); damaged(what) complains of the table.
template <class Game, class Lookup>
class StateValues {
 public:
  using Position = typename Game::Position;
  using MadeMove = typename Game::MadeMove;
  using Move = std::decay_t<decltype(Game::no_move)>;
  using Place = std::decay_t<decltype(std::declval<Game>().locate(0, std::declval<Position>()))>;

  // What has to be looked up to know a state's value; nothing if it follows from the rules.
  struct Question {
    bool known = false;
    Value value = {};  // if known
    int slice = 0;
    std::uint64_t index = 0;
    unsigned slot = Game::no_slot_number;  // of the forbidden move, or none
  };

  StateValues(const Game& game, Lookup lookup) : game_(game), lookup_(std::move(lookup)) {}

  // For a position in any orientation, with one of its moves forbidden (Game::no_move: none) in a
  // way that play can lead to.
  Question question(int slice, const Position& p, Move forbidden) const {
    if (game_.wins_at_once(slice, p)) return {true, Value::win(1)};
    const auto place = game_.locate(slice, p);
    const bool restricted = !(forbidden == Game::no_move);
    return {false,
            {},
            slice,
            place.index,
            restricted ? game_.slot_in(place, forbidden, p.hole) : Game::no_slot_number};
  }

  Value answer(const Question& q) const {
    if (q.known) return q.value;
    const bool restricted = q.slot != Game::no_slot_number;
    const StoredValue stored = lookup_(q.slice, q.index, restricted);
    const Value value =
        restricted && stored.has_second && stored.slot == q.slot ? stored.second : stored.first;
    if (!lacks_plies(value)) return value;
    typename Game::Cursor cursor(game_.index(q.slice));
    const Position& p = cursor.at(q.index);
    return loss_by_moves(
        q.slice, p,
        restricted ? Game::move_of_slot(p, static_cast<std::uint8_t>(q.slot)) : Game::no_move);
  }

  // The same for a move: what it is worth to its maker. Finding the reply that it forbids may take
  // longer than looking up what it leads to, and matters only if a second value is stored there, so
  // that comes last.
  struct MoveQuestion {
    bool known = false;
    Value value = {};  // if known
    Place place = {};  // of the position reached, if not
  };
  // (A question is filled in where it is kept: copying it as a whole just after its parts were
  // written would make the processor wait.)
  [[gnu::always_inline]] void ask(const MadeMove& move, MoveQuestion& q) const {
    q.known = true;
    if (move.kind == MoveKind::wins) {
      q.value = Value::win(1);
    } else if (move.kind == MoveKind::loses) {
      q.value = Value::loss(1);
    } else if (game_.wins_at_once(move.slice, move.position)) {
      q.value = Value::win(1).before_move();
    } else {
      q.known = false;
      q.place = game_.locate(move.slice, move.position);
      lookup_.prefetch(move.slice, q.place.index);
    }
  }
  // `before` is the position in which the move is made.
  Value answer(const Position& before, const MadeMove& move, const MoveQuestion& q) const {
    if (q.known) return q.value;
    Value value = stored_after(before, move, q);
    if (lacks_plies(value))
      value = loss_by_moves(move.slice, move.position, game_.reply_after(move, before));
    return value.before_move();
  }
  Value of_made_move(const Position& before, const MadeMove& move) const {
    MoveQuestion q;
    ask(move, q);
    return answer(before, move, q);
  }

  // The value of a state that is lost, from those of the states that its moves lead to, which are
  // won, and whose plies are stored: that of its longest line. `forbidden`: a move that cannot be
  // made, or Game::no_move.
  Value loss_by_moves(int slice, const Position& p, Move forbidden) const {
    std::optional<Value> best;
    AskedTogether together;
    game_.for_each_move(slice, p, [&](const MadeMove& made) {
      if (made.move == forbidden) return;
      together([&] {
        const Value value = stored_for(p, made);
        if (!best || value > *best) best = value;
      });
    });
    together.require_all();
    if (!best || !best->is_loss()) lookup_.damaged(not_lost);
    return *best;
  }
  // Of a table that is wrong in this way.
  static constexpr char not_lost[] = "a position is lost, but not all of its moves";
  // What a move is worth to its maker, as stored: a win has no plies if losses have none.
  Value stored_for(const Position& before, const MadeMove& made) const {
    MoveQuestion q;
    ask(made, q);
    return q.known ? q.value : stored_after(before, made, q).before_move();
  }

  // As `question` for any move without removal, also one that the rules never forbid in play: if
  // the effect of forbidding it is not stored, the value follows from the other moves.
  Question question_with_forbidden(int slice, const Position& p, Move forbidden) const {
    if (forbidden == Game::no_move || game_.wins_at_once(slice, p) ||
        game_.may_be_forbidden(slice, p, forbidden)) {
      return question(slice, p, forbidden);
    }
    return {.known = true, .value = without(forbidden, slice, p)};
  }

 private:
  bool lacks_plies(Value value) const { return lookup_.leaves_out_loss_plies() && value.is_loss(); }
  Value stored_after(const Position& before, const MadeMove& move, const MoveQuestion& q) const {
    const StoredValue stored = lookup_(move.slice, q.place.index, game_.may_forbid(move));
    const bool second = stored.has_second && game_.forbids_slot(move, before, q.place, stored.slot);
    return second ? stored.second : stored.first;
  }

  // The best of all other moves' values.
  Value without(Move forbidden, int slice, const Position& p) const {
    bool any = false;
    Value best;
    game_.for_each_move(slice, p, [&](const auto& made) {
      if (made.move == forbidden) return;
      const Value value = of_made_move(p, made);
      if (!any || value > best) best = value;
      any = true;
    });
    return best;
  }

  const Game& game_;
  Lookup lookup_;
};

}  // namespace zermelo
