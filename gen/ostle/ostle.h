// SPDX-License-Identifier: MIT
// The game Ostle (Masaki Suzuki, 2017) for the solver: slices, moves, unmoves and the replies that
// rule 8 forbids. Rules as numbered in Takizawa, "Strongly solved Ostle" (2023).
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gen/move_kind.h"
#include "gen/ostle/line_moves.h"
#include "gen/ostle/notation.h"
#include "gen/ostle/parameters.h"
#include "gen/ostle/plain_moves.h"
#include "gen/ostle/position.h"
#include "gen/ostle/position_index.h"
#include "gen/ostle/symmetric_reply.h"

namespace zermelo::ostle {

// A move of the position's mover and what it leads to.
template <int N>
struct Successor {
  Move move;
  Removal removal;
  Position<N> position;  // seen from its own mover, the other side
  Move exact_reply;      // the reply that would undo the move; from == -1 if there is none
};

// A way in which a position may have been reached by a move that removed nothing.
template <int N>
struct Predecessor {
  Position<N> position;  // seen from its own mover
  Move move;             // the move that leads on
  Move exact_reply;      // as in Successor: in the position reached
};

// N is the board's side. All members are const and thread-safe.
template <int N, class Bits>
class Ostle {
 public:
  using Geometry = SquareBoard<N>;
  using Board = typename Geometry::Board;
  using Position = ostle::Position<N>;
  using Index = PositionIndex<N, Bits>;
  using Cursor = typename Index::Cursor;
  static constexpr Move no_move{};
  static constexpr unsigned no_slot_number = no_slot;
  static constexpr std::uint8_t no_symmetry = trivial_stabiliser;

  explicit Ostle(const Parameters& parameters) : parameters_(parameters), lines_(N) {
    for (int total = 2 * (parameters.lose + 1); total <= parameters.total; ++total) {
      for (int few = total / 2; few > parameters.lose; --few) {
        if (total - few <= parameters.start) add_group(few, total - few);
      }
    }
    for (int hole = 0; hole < Geometry::squares; ++hole) fill_hole_tables(hole);
  }

  const Parameters& parameters() const { return parameters_; }

  // Slices: (own pieces, opponent's pieces). A slice and its mirror are one group.

  struct SliceSize {
    int own, opponent;
  };
  int slice_count() const { return static_cast<int>(slices_.size()); }
  const std::vector<std::vector<int>>& groups() const { return groups_; }
  SliceSize slice_size(int slice) const { return slices_[slice]; }
  std::string slice_name(int slice) const {
    return std::to_string(slices_[slice].own) + "-" + std::to_string(slices_[slice].opponent);
  }
  // Positions of a slice fall into classes, by the hole's square up to symmetry (Table 1).
  static constexpr int class_count() { return Index::classes; }
  static std::string class_name(int c) { return format_square(Index::representatives[c], N); }
  const Index& index(int slice) const { return *indices_[slice]; }
  std::uint64_t index_size(int slice) const { return indices_[slice]->size(); }
  // -1 if there is no such slice.
  int find_slice(int own, int opponent) const {
    for (int s = 0; s < slice_count(); ++s) {
      if (slices_[s].own == own && slices_[s].opponent == opponent) return s;
    }
    return -1;
  }
  int slice_of(const Position& p) const { return find_slice(pieces(p.own), pieces(p.opponent)); }
  // The slice that a move without removal leads to: the sides change roles.
  int next_slice(int slice) const { return mirror_[slice]; }

  // Whether some move leads from a slice to another one outside its group.
  bool exits_to(int slice, int lower) const {
    const auto total = [this](int s) { return slices_[s].own + slices_[s].opponent; };
    return total(lower) == total(slice) - 1;
  }

  Place locate(int slice, const Position& p) const { return indices_[slice]->locate(p); }

  // Whether the mover can end the game at once by pushing off a piece. Rule 8 never prevents it
  // (Theorem 2). Only for slices in which the opponent's next loss is the last.
  bool wins_at_once(int slice, const Position& p) const {
    return slices_[slice].opponent == parameters_.lose + 1 && can_capture(p);
  }

  // Whether some move pushes a piece of the opponent's off the board or into the hole: on some
  // line, an opponent's piece next to a void has one of the mover's pieces behind it, perhaps
  // behind a row of its fellows.
  [[gnu::always_inline]] static bool can_capture(const Position& p) {
    const Board voids = Geometry::guards | Geometry::bits[p.hole];
    if constexpr (Geometry::is_small) {
      return can_capture_in(p.own, p.opponent, voids);
    } else {  // (one half after the other, in one word)
      constexpr int half = Geometry::half_bits;
      using Half = typename Geometry::Half;
      return can_capture_in(static_cast<Half>(p.own), static_cast<Half>(p.opponent),
                            static_cast<Half>(voids)) ||
             can_capture_in(static_cast<Half>(p.own >> half), static_cast<Half>(p.opponent >> half),
                            static_cast<Half>(voids >> half));
    }
  }

  // Calls visit(Successor) for every move that the rules allow apart from rule 8.
  template <class Visit>
  void for_each_successor(const Position& p, Visit&& visit) const {
    for (int line = 0; line < Geometry::lines; ++line) for_each_successor_on_line(p, line, visit);
    for (const HoleStep& step : hole_steps_[p.hole]) {
      if ((p.own | p.opponent) & Geometry::bits[step.to]) continue;
      visit(Successor<N>{{narrow(p.hole), step.direction},
                         Removal::none,
                         {p.opponent, p.own, step.to},
                         {narrow(step.to), opposite(step.direction)}});
    }
  }

  // Calls visit(Predecessor) for every position and move without removal that lead to p. Of moves
  // that p's `stabiliser` maps to each other, only one is visited.
  template <class Visit>
  void for_each_predecessor(const Position& p, std::uint8_t stabiliser, Visit&& visit) const {
    for (int line = 0; line < Geometry::lines; ++line) {
      const std::uint32_t opponent = Geometry::on_line(p.opponent, line);
      if (opponent == 0) continue;
      const std::uint32_t own = Geometry::on_line(p.own, line);
      for (const LineUnmove& m : lines_.unmoves(own, opponent, hole_place_[p.hole][line])) {
        const Direction d = Geometry::direction_on_line(line, m.upwards);
        if (stabiliser != trivial_stabiliser &&
            !is_first_of_orbit({narrow(Geometry::square_on_line(line, m.at)), d}, stabiliser)) {
          continue;
        }
        Move reply;
        if (m.reply_from != no_place) {
          reply = {narrow(Geometry::square_on_line(line, m.reply_from)), opposite(d)};
        }
        visit(Predecessor<N>{{p.opponent ^ Geometry::expand(line, m.opponent_change),
                              p.own ^ Geometry::expand(line, m.own_change), p.hole},
                             {narrow(Geometry::square_on_line(line, m.from)), d},
                             reply});
      }
    }
    for (const HoleStep& step : hole_steps_[p.hole]) {
      if ((p.own | p.opponent) & Geometry::bits[step.to]) continue;
      const Move back{narrow(p.hole), step.direction};
      if (stabiliser != trivial_stabiliser && !is_first_of_orbit(back, stabiliser)) continue;
      visit(Predecessor<N>{
          {p.opponent, p.own, step.to}, {narrow(step.to), opposite(step.direction)}, back});
    }
  }

  // What a player sees of a move.
  struct MadeMove {
    Move move;
    MoveKind kind;
    int slice;          // of the position reached, for inner moves and exits
    Position position;  // seen from its own mover
    Move exact_reply;   // what undoes the move, or no_move: see reply_after
  };
  // Calls visit(MadeMove) for every move of p, in any orientation. Rule 8 is not applied to them.
  template <class Visit>
  void for_each_move(int slice, const Position& p, Visit&& visit) const {
    for_each_successor(p, [&](const Successor<N>& s) {
      const auto [kind, next] = outcome_of(slice, s.removal);
      visit(MadeMove{s.move, kind, next, s.position, s.exact_reply});
    });
  }

  // The same, in another order, by the rules as they are stated and nothing faster.
  template <class Visit>
  void for_each_plain_option(int slice, const Position& p, Visit&& visit) const {
    for_each_plain_move(p, [&](const PlainMove<N>& m) {
      const auto [kind, next] = outcome_of(slice, m.removal);
      visit(MadeMove{m.move, kind, next, m.position, m.exact_reply});
    });
  }
  // Whether the moves that the tables of lines give for p are those.
  bool moves_are_plain(const Position& p) const {
    std::array<PlainMove<N>, 4 * Geometry::squares> plain{};
    int more = 0;
    for_each_plain_move(p, [&](const PlainMove<N>& m) {
      plain[static_cast<std::size_t>(m.move.order())] = m;
      ++more;
    });
    bool same = true;
    for_each_successor(p, [&](const Successor<N>& s) {
      const PlainMove<N> found{s.move, s.removal, s.position, s.exact_reply};
      same = same && plain[static_cast<std::size_t>(s.move.order())] == found;
      --more;
    });
    return same && more == 0;
  }

  // The reply that rule 8 forbids after the move from `before`, or no_move.
  Move reply_after(const MadeMove& made, const Position& before) const {
    if (made.kind != MoveKind::inner) return no_move;
    return Replies(*this, made.slice, made.position).find(before, made.exact_reply);
  }
  // Whether there may be such a reply. Quick; does not look at the position.
  bool may_forbid(const MadeMove& made) const {
    return made.kind == MoveKind::inner && (may_merge_states() || surely_forbids(made));
  }
  // Whether that reply is the one with this number in the position reached, found at `place`.
  bool forbids_slot(const MadeMove& made, const Position& before, const Place& place,
                    unsigned slot) const {
    const Move reply = reply_after(made, before);
    return !(reply == no_move) && slot_in(place, reply, made.position.hole) == slot;
  }

  // What the solver counts: calls visit(CountedMove, successor's slice, successor) once for every
  // orbit of p's moves under its stabiliser. p must be in canonical form. The successor has a
  // meaning for edges of kind inner and exit only.
  template <class Visit>
  void for_each_counted_move(int slice, const Position& p, std::uint8_t stabiliser,
                             Visit&& visit) const {
    for_each_successor(p, [&](const Successor<N>& s) {
      const auto [kind, next] = outcome_of(slice, s.removal);
      if (kind != MoveKind::inner) return visit(CountedMove{kind, no_slot}, next, s.position);
      Slot slot = slot_of(p.own, s.move, p.hole);
      if (stabiliser != trivial_stabiliser) {
        if (slot_in(in_place(p, stabiliser), s.move, p.hole) != slot) return;
      }
      visit(CountedMove{MoveKind::inner, slot}, next, s.position);
    });
  }

  // What a search from the start sees: a move, the orbit's only one. The slice, the position and
  // the exact reply have a meaning for edges of kind inner and exit only.
  struct SearchedMove : MadeMove {
    Slot slot;  // of the move, if inner
  };
  // Calls visit(SearchedMove) once for every orbit of p's moves under its stabiliser that remove
  // nothing, and for every other move. p must be in canonical form.
  template <class Visit>
  void for_each_searched_move(int slice, const Position& p, std::uint8_t stabiliser,
                              Visit&& visit) const {
    for_each_successor(p, [&](const Successor<N>& s) {
      const auto [kind, next] = outcome_of(slice, s.removal);
      if (kind != MoveKind::inner)
        return visit(SearchedMove{{s.move, kind, next, s.position, {}}, no_slot});
      if (stabiliser != trivial_stabiliser && !is_first_of_orbit(s.move, stabiliser)) return;
      const Slot slot = slot_in(in_place(p, stabiliser), s.move, p.hole);
      visit(SearchedMove{{s.move, kind, next, s.position, s.exact_reply}, slot});
    });
  }
  // Whether rule 8 forbids a reply after an inner step from `before`.
  bool forbids(const SearchedMove& step, const Position& before) const {
    if (surely_forbids(step)) return true;
    return may_merge_states() && !(reply_after(step, before) == no_move);
  }
  // Whether several steps from one position may lead to the same state: all that forbid a reply in
  // positions symmetric to each other then do.
  bool may_merge_states() const { return parameters_.repetition == Repetition::symmetric; }
  // Equal for symmetric positions; nearly always different for others.
  static std::uint64_t signature(const Position& p) {
    return SymmetricReplies<Ostle>::signature(p);
  }
  // Whether it is quickly seen that there is such a reply.
  static bool surely_forbids(const MadeMove& made) { return made.exact_reply.from >= 0; }
  // Whether a symmetry of the position found at `place` maps this move to another one.
  static bool reply_has_twin(const Place& place, Move move) {
    return place.stabiliser != trivial_stabiliser &&
           has_twin(image(place.symmetry, move), place.stabiliser);
  }

  // The reply that the game's repetition rule forbids in one position, by the way it was reached.
  class Replies {
   public:
    Replies(const Ostle& game, int slice, const Position& p)
        : game_(game), slice_(slice), position_(p) {}
    // `before` led to the position; `exact` undoes that move, if a move does.
    Move find(const Position& before, Move exact) {
      if (game_.reads_exactly(position_, before)) return exact;
      if (!symmetric_) symmetric_.emplace(game_, slice_, position_);
      return symmetric_->find(before);
    }

   private:
    const Ostle& game_;
    int slice_;
    Position position_;
    std::optional<SymmetricReplies<Ostle>> symmetric_;
  };

  // The other direction: calls visit(predecessor, its move, forbidden reply) once for every orbit
  // of p's predecessors inside the group, in their own orientation. The reply is a move of p or has
  // from == -1.
  template <class Visit>
  void for_each_source(int slice, const Position& p, std::uint8_t stabiliser, Visit&& visit) const {
    Replies replies(*this, slice, p);
    for_each_predecessor(p, stabiliser, [&](const Predecessor<N>& before) {
      visit(before.position, before.move, replies.find(before.position, before.exact_reply));
    });
  }

  // The sources after whose move the reply `reply` is forbidden, and the others: calls
  // visit(predecessor, its move). No symmetry of the stabiliser may map `reply` to another move;
  // it may be no_move, which is never forbidden.
  template <class Visit>
  void for_each_source_forbidding(int slice, const Position& p, std::uint8_t stabiliser, Move reply,
                                  Visit&& visit) const {
    if (reply == no_move) return;
    if (reads_exactly(p, reply)) return visit_undone(p, reply, visit);
    const SymmetricReplies<Ostle> replies(*this, slice, p);
    for_each_predecessor(p, stabiliser, [&](const Predecessor<N>& before) {
      if (replies.find(before.position) == reply) visit(before.position, before.move);
    });
  }
  template <class Visit>
  void for_each_source_allowing(int slice, const Position& p, std::uint8_t stabiliser, Move reply,
                                Visit&& visit) const {
    if (reply == no_move || reads_exactly(p, reply)) {
      return for_each_predecessor(p, stabiliser, [&](const Predecessor<N>& before) {
        if (reply == no_move || !(before.exact_reply == reply)) visit(before.position, before.move);
      });
    }
    const SymmetricReplies<Ostle> replies(*this, slice, p);
    for_each_predecessor(p, stabiliser, [&](const Predecessor<N>& before) {
      if (!(replies.find(before.position) == reply)) visit(before.position, before.move);
    });
  }

  // Whether some predecessor of p inside the group forbids this move of p (in p's orientation).
  bool may_be_forbidden(int slice, const Position& p, Move move) const {
    // A move can be undone exactly if it can itself be what undoes one.
    bool undoes_a_move = false;
    visit_undone(p, move, [&](const Position&, Move) { undoes_a_move = true; });
    if (reads_exactly(p, move)) return undoes_a_move;
    // Only a position symmetric to `result` can forbid the move, and all of those forbid the same.
    const Position result = *after_move(p, move);
    const Move forbidden = SymmetricReplies<Ostle>(*this, slice, p).find(result);
    const Place place = locate(slice, p);
    const bool same =
        forbidden == move || slot_in(place, forbidden, p.hole) == slot_in(place, move, p.hole);
    return same && (undoes_a_move || leads_to_class(slice, result, place.index));
  }

  // The moves of p (a canonical form) that some predecessor forbids, as a set of slots (one bit for
  // each orbit under the stabiliser); bit `no_slot` says that some predecessor, a removal included,
  // forbids none. These are the paper's possibly reachable states of p.
  std::uint32_t possible_replies(int slice, const Position& p, std::uint8_t stabiliser) const {
    const Place here = in_place(p, stabiliser);
    std::uint32_t set = has_removal_predecessor(slice, p) ? 1u << no_slot : 0;
    for_each_source(slice, p, stabiliser, [&](const Position&, Move, Move reply) {
      set |= 1u << (reply.from < 0 ? no_slot : slot_in(here, reply, p.hole));
    });
    return set;
  }

  // Whether some position of this game leads to p by a move that removes a piece.
  bool has_removal_predecessor(int slice, const Position& p) const {
    const auto [own, opponent] = slices_[slice];
    const bool capture = find_slice(opponent, own + 1) >= 0;
    const bool suicide = find_slice(opponent + 1, own) >= 0;
    for (int line = 0; line < Geometry::lines && (capture || suicide); ++line) {
      const std::uint32_t mine = Geometry::on_line(p.own, line);
      const std::uint32_t theirs = Geometry::on_line(p.opponent, line);
      const int hole = hole_place_[p.hole][line];
      if (capture && lines_.has_removal_unmove(mine, theirs, hole, true)) return true;
      if (suicide && lines_.has_removal_unmove(mine, theirs, hole, false)) return true;
    }
    return false;
  }

  // Calls visit(slice, position, move) for every move that leads to p and removes a piece. Slow: a
  // line is tried with whatever may have stood on it.
  template <class Visit>
  void for_each_removal_source(int slice, const Position& p, Visit&& visit) const {
    const auto [own, opponent] = slices_[slice];
    for (const int before : {find_slice(opponent, own + 1), find_slice(opponent + 1, own)}) {
      if (before < 0) continue;
      for (int line = 0; line < Geometry::lines; ++line) {
        const Board off = ~Geometry::expand(line, Geometry::line_mask);
        for (std::uint32_t mine = 0; mine <= Geometry::line_mask; ++mine) {
          for (std::uint32_t theirs = 0; theirs <= Geometry::line_mask; ++theirs) {
            const int hole = hole_place_[p.hole][line];
            if ((mine & theirs) != 0 || (hole < N && ((mine | theirs) >> hole & 1) != 0)) continue;
            const Position from{(p.opponent & off) | Geometry::expand(line, mine),
                                (p.own & off) | Geometry::expand(line, theirs), p.hole};
            if (slice_of(from) != before) continue;
            for_each_successor_on_line(from, line, [&](const Successor<N>& s) {
              if (s.removal != Removal::none && s.position == p) visit(before, from, s.move);
            });
          }
        }
      }
    }
  }

  // The number of a move of a position with these own pieces, in the same orientation.
  static Slot slot_of(Board own, Move move, int hole) {
    if (move.from == hole) return static_cast<Slot>(hole_slots + move.direction);
    const Board below = (Geometry::bits[move.from] & Geometry::low_half) - 1;
    return static_cast<Slot>(4 * Bits::count(Geometry::low_word(own & below)) + move.direction);
  }

  // The same for a move of a position in any orientation, once its place is known: the number of
  // the move's image in the canonical form, the smallest one if the form is symmetric.
  [[gnu::always_inline]] Slot slot_in(const Place& place, Move move, int hole) const {
    if (place.stabiliser == trivial_stabiliser) [[likely]]
      return mapped_slot(place, place.symmetry, move, hole);
    return smallest_slot(place, move, hole);
  }

  // Whether the stabiliser maps this move to another one, so that forbidding it takes nothing away.
  static bool has_twin(Move move, std::uint8_t stabiliser) {
    for (int g = 1; g < Geometry::symmetries; ++g) {
      if ((stabiliser >> g & 1) && !(image(g, move) == move)) return true;
    }
    return false;
  }

  // Whether no symmetry of the stabiliser maps this move to one with a smaller square or direction.
  static bool is_first_of_orbit(Move move, std::uint8_t stabiliser) {
    for (int g = 1; g < Geometry::symmetries; ++g) {
      if (!(stabiliser >> g & 1)) continue;
      const Move other = image(g, move);
      if (other.order() < move.order()) return false;
    }
    return true;
  }

  static Move image(int symmetry, Move move) {
    return {Geometry::square_image[symmetry][move.from],
            Geometry::map_direction(symmetry, move.direction)};
  }

  // The move of `p` (in this orientation) that has the number `slot`.
  static Move move_of_slot(const Position& p, Slot slot) {
    const auto direction = static_cast<Direction>(slot & 3);
    if (slot >= hole_slots) return {narrow(p.hole), direction};
    const std::uint64_t piece = Bits::deposit(std::uint64_t{1} << (slot >> 2), low_half_of(p.own));
    return {narrow(Geometry::first_square(piece)), direction};
  }

  // What a move of p that removes nothing leads to; none if it is not such a move.
  std::optional<Position> after_move(const Position& p, Move move) const {
    std::optional<Position> result;
    if (move.from == p.hole) {
      for (const HoleStep& step : hole_steps_[p.hole]) {
        const bool free = !((p.own | p.opponent) & Geometry::bits[step.to]);
        if (step.direction == move.direction && free) {
          result = Position{p.opponent, p.own, step.to};
        }
      }
      return result;
    }
    const int line = Geometry::line_through(move.from, move.direction);
    for_each_successor_on_line(p, line, [&](const Successor<N>& s) {
      if (s.move == move && s.removal == Removal::none) result = s.position;
    });
    return result;
  }

  static int pieces(Board board) { return Bits::count(low_half_of(board)); }

 private:
  // For lines in one word, with guards between them.
  template <class Word>
  [[gnu::always_inline]] static bool can_capture_in(Word own, Word opponent, Word voids) {
    Word falls_up = opponent & (voids >> 1), falls_down = opponent & (voids << 1);
    Word pusher = 0;
    for (int behind = 1; behind < N; ++behind) {
      falls_up >>= 1;
      falls_down <<= 1;
      pusher |= (falls_up | falls_down) & own;
      falls_up &= opponent;
      falls_down &= opponent;
    }
    return pusher != 0;
  }

  static std::uint64_t low_half_of(Board board) {
    return Geometry::low_word(board & Geometry::low_half);
  }
  // For a position in canonical form, for slots only.
  static Place in_place(const Position& p, std::uint8_t stabiliser) {
    return {0, low_half_of(p.own), 0, stabiliser};
  }

  struct HoleStep {
    int to;
    Direction direction;
  };

  // Whether rule 8 forbids in p, after a move from `other`, what its exact reading forbids; also
  // what may forbid the reply to `other`.
  bool reads_exactly(const Position& p, const Position& other) const {
    return parameters_.repetition == Repetition::exact || !has_near_image<N>(p, other);
  }
  bool reads_exactly(const Position& p, Move reply) const {
    if (parameters_.repetition == Repetition::exact) return true;
    const std::optional<Position> result = after_move(p, reply);
    return !result || !has_near_image<N>(p, *result);
  }

  // If `reply` undoes a move that led to p: what it leads back to, and that move.
  template <class Visit>
  void visit_undone(const Position& p, Move reply, Visit&& visit) const {
    if (reply.from == p.hole) {
      const int to = Geometry::step(p.hole, reply.direction);
      return visit(Position{p.opponent, p.own, to}, Move{narrow(to), opposite(reply.direction)});
    }
    const int line = Geometry::line_through(reply.from, reply.direction);
    for_each_successor_on_line(p, line, [&](const Successor<N>& s) {
      const bool undoes = s.removal == Removal::none && s.exact_reply.from >= 0;
      if (undoes && s.move == reply) visit(s.position, s.exact_reply);
    });
  }

  template <class Visit>
  [[gnu::always_inline]] void for_each_successor_on_line(const Position& p, int line,
                                                         Visit&& visit) const {
    const std::uint32_t own = Geometry::on_line(p.own, line);
    if (own == 0) return;
    const std::uint32_t opponent = Geometry::on_line(p.opponent, line);
    for (const LineMove& m : lines_.moves(own, opponent, hole_place_[p.hole][line])) {
      const Direction d = Geometry::direction_on_line(line, m.upwards);
      Move reply;
      if (m.reply_from != no_place) {
        reply = {narrow(Geometry::square_on_line(line, m.reply_from)), opposite(d)};
      }
      visit(Successor<N>{{narrow(Geometry::square_on_line(line, m.from)), d},
                         m.removal,
                         {p.opponent ^ Geometry::expand(line, m.opponent_change),
                          p.own ^ Geometry::expand(line, m.own_change), p.hole},
                         reply});
    }
  }

  static constexpr std::int8_t narrow(int square) { return static_cast<std::int8_t>(square); }

  struct MoveOutcome {
    MoveKind kind;
    int next_slice;
  };
  [[gnu::always_inline]] MoveOutcome outcome_of(int slice, Removal removal) const {
    const auto [own, opponent] = slices_[slice];
    switch (removal) {
      case Removal::none:
        return {MoveKind::inner, mirror_[slice]};
      case Removal::own:
        if (own == parameters_.lose + 1) return {MoveKind::loses, slice};
        return {MoveKind::exit, find_slice(opponent, own - 1)};
      case Removal::opponent:
        if (opponent == parameters_.lose + 1) return {MoveKind::wins, slice};
        return {MoveKind::exit, find_slice(opponent - 1, own)};
    }
    return {MoveKind::inner, mirror_[slice]};
  }

  // Whether `from`, of the slice that the mover of `slice` leads to, has a move without removal to
  // a position with this index in `slice`.
  bool leads_to_class(int slice, const Position& from, std::uint64_t index) const {
    bool found = false;
    for_each_successor(from, [&](const Successor<N>& s) {
      found = found || (s.removal == Removal::none && locate(slice, s.position).index == index);
    });
    return found;
  }

  [[gnu::noinline]] Slot smallest_slot(const Place& place, Move move, int hole) const {
    Slot smallest = no_slot;
    for (int g = 0; g < Geometry::symmetries; ++g) {
      if (!(place.stabiliser >> g & 1)) continue;
      const int symmetry = Geometry::compose[place.symmetry][g];
      smallest = std::min(smallest, mapped_slot(place, symmetry, move, hole));
    }
    return smallest;
  }

  [[gnu::always_inline]] Slot mapped_slot(const Place& place, int symmetry, Move move,
                                          int hole) const {
    const auto direction = Geometry::map_direction(symmetry, move.direction);
    if (move.from == hole) return static_cast<Slot>(hole_slots + direction);
    const auto from = Geometry::square_image[symmetry][move.from];
    const Board below = (Geometry::bits[from] & Geometry::low_half) - 1;
    return static_cast<Slot>(4 * Bits::count(Geometry::low_word(place.own & below)) + direction);
  }

  void add_group(int few, int many) {
    const int first = slice_count();
    add_slice(few, many, few == many ? first : first + 1);
    groups_.push_back({first});
    if (few == many) return;
    add_slice(many, few, first);
    groups_.back().push_back(first + 1);
  }

  void add_slice(int own, int opponent, int mirror) {
    slices_.push_back({own, opponent});
    mirror_.push_back(mirror);
    auto& orbits = own_orbits_[static_cast<std::size_t>(own)];
    if (!orbits) orbits = std::make_shared<const OwnOrbits<N, Bits>>(own);
    indices_.push_back(std::make_unique<Index>(orbits, opponent));
  }

  void fill_hole_tables(int hole) {
    for (int line = 0; line < Geometry::lines; ++line) {
      hole_place_[hole][line] = N;
      for (int place = 0; place < N; ++place) {
        if (Geometry::square_on_line(line, place) == hole) hole_place_[hole][line] = place;
      }
    }
    for (const Direction d : {down, up, left, right}) {
      const int to = Geometry::step(hole, d);
      if (to != Geometry::outside) hole_steps_[hole].push_back({to, d});
    }
  }

  Parameters parameters_;
  LineMoves lines_;
  std::vector<SliceSize> slices_;
  std::vector<int> mirror_;
  std::vector<std::vector<int>> groups_;
  std::array<std::shared_ptr<const OwnOrbits<N, Bits>>, max_pieces + 1> own_orbits_;
  std::vector<std::unique_ptr<Index>> indices_;
  std::array<std::array<int, Geometry::lines>, Geometry::squares> hole_place_{};
  std::array<std::vector<HoleStep>, Geometry::squares> hole_steps_;
};

}  // namespace zermelo::ostle
