// SPDX-License-Identifier: MIT
// The shortest win from a position, found by search and not by a table: how many moves deep a
// winning strategy has to be (Shaik and van de Pol 2023, Definition 3.10).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "gen/grid/game.h"
#include "tablebase/search/depth_options.h"
#include "tablebase/search/search_pace.h"
#include "tablebase/search/transposition_table.h"

namespace zermelo {

// Whether one code stands for a position and for its image with the colours exchanged, whose side
// to move has the other part in the search: attacker or defender.
template <class Game>
bool exchanges_colours(const Game& game) {
  if constexpr (requires { game.codes().is_folded(); })
    return game.codes().is_folded();
  else
    return false;
}

// How positions are looked up: by code, which is short, or as a whole, where there are too many to
// number. Either way two positions are never confused, so that what is found is exact.
class LookedUpByCode {
 public:
  LookedUpByCode() = default;
  template <class Game>
  LookedUpByCode(const Game& game, const PositionOf<Game>& p) : code_(game.codes().encode(p)) {
    if (exchanges_colours(game)) code_ = 2 * code_ + (p.white_to_move ? 1 : 0);
  }

  std::uint64_t hash() const { return code_; }
  bool operator==(const LookedUpByCode&) const = default;

 private:
  std::uint64_t code_ = ~std::uint64_t{0};
};
template <class Position>
class LookedUpWhole {
 public:
  LookedUpWhole() = default;
  template <class Game>
  LookedUpWhole(const Game&, const Position& p) : position_(p) {}

  std::uint64_t hash() const {
    std::uint64_t mixed = position_.black * 0xff51afd7ed558ccdu ^ position_.white;
    if constexpr (!std::is_same_v<Position, GridPosition>) mixed ^= quick_hash(position_);
    return (mixed ^ mixed >> 29) + (position_.white_to_move ? 1 : 0);
  }
  bool operator==(const LookedUpWhole&) const = default;

 private:
  Position position_;
};

// Whether a side can win, for greater and greater numbers of plies. Meant for games in which no
// position recurs; in others it goes on until there are more plies than positions. Each object is
// for one use.
template <class Game, class Key = LookedUpByCode>
class DepthSearch {
  using Position = PositionOf<Game>;

 public:
  // The game must outlive the search. With stuck_counts_two, a win by leaving White without a move
  // counts two plies more, as in the definition, where it is seen only when White should have moved
  // and Black would move again.
  DepthSearch(const Game& game, DepthOptions options, bool stuck_counts_two = false)
      : game_(game),
        options_(std::move(options)),
        stuck_counts_two_(stuck_counts_two),
        known_(options_.memory) {}

  // `from`: the position that play begins from. With options.white, White is the attacker, and
  // stuck_counts_two has no meaning.
  DepthResult run(const Position& from) {
    DepthResult result;
    const Position start = representative(from);
    if (const PositionStatus status = game_.status(start); !status.goes_on()) {
      // (Nobody has a goal at the start, so it is the other side that cannot move.)
      if (status.winner == colour_of(options_.white)) result.plies = stuck_counts_two_ ? 2 : 0;
      result.complete = !result.plies;
      return result;
    }
    for (int plies = attacks(start) ? 1 : 2; plies <= options_.max_plies; plies += 2) {
      depth_ = plies;
      const Answer answer = look(start, plies);
      if (pace_.stopped()) break;
      if (answer == Answer::yes) {
        result.plies = ends_a_ply_sooner(start, plies) ? plies - 1 : plies;
        break;
      }
      result.refuted = plies;
      // The shortest win passes through no position twice.
      result.complete = answer == Answer::never ||
                        (has_codes(game_) && static_cast<std::uint64_t>(plies) >= positions());
      if (result.complete) break;
    }
    result.nodes = pace_.nodes();
    return result;
  }

 private:
  // Whether the attacker wins: within the given plies; not within them; or not in any number of
  // plies.
  enum class Answer : std::uint8_t { yes, not_yet, never };
  static constexpr std::uint16_t for_ever = TranspositionTable<Key>::for_ever;
  using Entry = typename TranspositionTable<Key>::Entry;

  struct Child {
    Position position;
    Ending ending;
    std::uint8_t number;
    std::uint32_t hope;  // that the move settles the question
  };

  // As a rule it is the attacker's moves that end the game; but where a side loses by its own move,
  // the defender's can.
  bool ends_a_ply_sooner(const Position& start, int plies) {
    return defender_can_lose_by_moving_ && plies > 1 && look(start, plies - 1) == Answer::yes;
  }

  // One of the images with the same side to move.
  Position representative(const Position& p) const {
    if constexpr (requires { game_.codes().is_folded(); })
      return canonical(std::span<const GridSymmetry>(game_.symmetries()), p);
    else
      return canonical(game_, p);
  }
  std::uint64_t positions() const {
    return (exchanges_colours(game_) ? 2 : 1) * game_.codes().size();
  }
  bool attacks(const Position& p) const { return p.white_to_move == options_.white; }

  // p is canonical.
  Answer look(const Position& p, int plies) {
    if (!pace_.look(depth_)) return Answer::not_yet;
    const Key key(game_, p);
    Entry known = known_.find(key);
    if (known.used != 0) {
      if (known.yes <= plies) return Answer::yes;
      if (known.no == for_ever) return Answer::never;
      if (known.no >= plies) return Answer::not_yet;
    }
    known.key = key;
    known.used = 1;
    const Answer answer =
        attacks(p) ? look_attacker(p, plies, known) : look_defender(p, plies, known);
    if (pace_.stopped()) return Answer::not_yet;
    if (answer == Answer::yes) {
      known.yes = std::min(known.yes, static_cast<std::uint16_t>(plies));
    } else {
      known.no = answer == Answer::never ? for_ever
                                         : std::max(known.no, static_cast<std::uint16_t>(plies));
    }
    known.work = static_cast<std::uint16_t>(plies);
    known_.keep(known);
    return answer;
  }

  // The attacker needs one move that wins.
  Answer look_attacker(const Position& p, int plies, Entry& known) {
    std::vector<Child>& children = children_at(plies);
    expand(p, known.best, children);
    Answer answer = Answer::never;
    for (const Child& c : children) {
      if (c.ending == Ending::won && (plies >= 3 || !counts_two(c.position))) return Answer::yes;
      if (c.ending == Ending::none || c.ending == Ending::won) answer = Answer::not_yet;
    }
    if (answer == Answer::never || plies < 2) return answer;
    if (!may_win(p, (plies + 1) / 2))
      return may_win(p, max_squares * max_squares) ? Answer::not_yet : Answer::never;
    sort(children);
    answer = Answer::never;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Child c = children[i];
      if (c.ending == Ending::won) answer = Answer::not_yet;
      if (c.ending != Ending::none) continue;
      const Answer reply = look(representative(c.position), plies - 1);
      if (reply == Answer::yes) return settled(p, c, plies, known, reply);
      if (reply == Answer::not_yet) answer = reply;
    }
    return answer;
  }

  // The defender needs one move after which the attacker does not win.
  Answer look_defender(const Position& p, int plies, Entry& known) {
    std::vector<Child>& children = children_at(plies);
    expand(p, known.best, children);
    for (const Child& c : children) {
      if (c.ending == Ending::won || c.ending == Ending::drawn) return Answer::never;
      if (c.ending == Ending::lost) defender_can_lose_by_moving_ = true;
    }
    if (plies < 2) {
      const auto goes_on = [](const Child& c) { return c.ending != Ending::lost; };
      return std::ranges::any_of(children, goes_on) ? Answer::not_yet : Answer::yes;
    }
    sort(children);
    Answer answer = Answer::yes;
    for (std::size_t i = 0; i < children.size(); ++i) {
      const Child c = children[i];
      if (c.ending == Ending::lost) continue;
      const Answer reply = look(representative(c.position), plies - 1);
      if (reply != Answer::yes) {
        answer = reply;
        return settled(p, c, plies, known, answer);
      }
    }
    return answer;
  }

  // Lists the moves of p, each board once.
  void expand(const Position& p, std::uint8_t best, std::vector<Child>& children) {
    children.clear();
    std::uint8_t number = 0;
    game_.for_each_successor(p, [&](const Position& next, Ending ending) {
      const auto same = [&](const Child& c) { return c.position == next; };
      if (std::ranges::any_of(children, same)) return;
      const std::uint32_t hope = number == best ? std::numeric_limits<std::uint32_t>::max()
                                                : history_(p.white_to_move, place_of(p, next));
      children.push_back({next, ending, number, hope});
      if (number < 255) ++number;
    });
  }
  static void sort(std::vector<Child>& children) {
    std::ranges::stable_sort(children, std::greater(), &Child::hope);
  }

  Answer settled(const Position& p, const Child& c, int plies, Entry& known, Answer answer) {
    known.best = c.number;
    history_.add(p.white_to_move, place_of(p, c.position), plies);
    return answer;
  }
  // The square that a move leads to, for the history.
  static std::size_t place_of(const Position& before, const Position& after) {
    const Squares to =
        (before.white_to_move ? after.white & ~before.white : after.black & ~before.black);
    return to == 0 ? 0 : static_cast<std::size_t>(std::countr_zero(to));
  }

  // For a position that the attacker has won.
  bool counts_two(const Position& p) const {
    if (!stuck_counts_two_ || options_.white) return false;
    if constexpr (requires { game_.is_stuck_win(p); }) return game_.is_stuck_win(p);
    return false;
  }

  // Whether the attacker could reach a goal with this many moves of its own if the defender let it.
  bool may_win(const Position& p, int moves) const {
    if (options_.white) return true;  // (Games tell it of Black.)
    if constexpr (requires { game_.may_win(p, moves); }) return game_.may_win(p, moves);
    return true;
  }

  std::vector<Child>& children_at(int plies) {
    const auto number = static_cast<std::size_t>(plies);
    while (children_.size() <= number) children_.emplace_back();
    return children_[number];
  }

  const Game& game_;
  DepthOptions options_;
  SearchPace pace_{options_};
  bool stuck_counts_two_;
  TranspositionTable<Key> known_;
  std::vector<std::vector<Child>> children_;  // by plies left; a deque would also serve
  HistoryTable<max_squares> history_;
  int depth_ = 0;
  bool defender_can_lose_by_moving_ = false;
};

}  // namespace zermelo
