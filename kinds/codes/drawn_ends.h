// SPDX-License-Identifier: MIT
// Which draws in a table end: for verifying tables of games in which endless play is a side's win.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "gen/parallel.h"
#include "gen/value.h"
#include "tablebase/sets/code_set.h"

namespace zermelo {

// Goes over a slice's draws again and again, with a bit for each member that is known to end, until
// nothing changes. It knows only moves and the values in the table. (The solver goes backwards,
// with unmoves.)
template <class Game>
class DrawnEnds {
 public:
  // The side that wants a draw to end is `seeker`. The game and the members must outlive this
  // object.
  DrawnEnds(const Game& game, const CodeSet& members, Colour seeker)
      : game_(game), members_(members), seeker_(seeker), ends_((members.size() + 63) / 64) {}

  // The code of a draw that need not end; nothing if there is none. is_draw(member) is what the
  // table says of a member by its number; value_of(position) what it says of any position in which
  // the game goes on. Each value must be that of the best move. Draws of other slices are taken to
  // end: moves lead to higher slices only, of which the same is asked.
  template <class IsDraw, class ValueOf>
  std::optional<std::uint64_t> find_endless(int slice, const IsDraw& is_draw,
                                            const ValueOf& value_of, int threads) {
    std::atomic<bool> changed = true;
    while (changed) {
      changed = false;
      for_each_open(is_draw, threads, [&](std::uint64_t member, std::uint64_t code) {
        if (!ends_by_moves(slice, game_.codes().decode(code), value_of)) return;
        word(member).fetch_or(bit(member), std::memory_order_relaxed);
        changed = true;
      });
    }
    constexpr std::uint64_t none = ~std::uint64_t{0};
    std::atomic<std::uint64_t> found = none;  // the lowest one
    for_each_open(is_draw, threads, [&](std::uint64_t, std::uint64_t code) {
      std::uint64_t lowest = found;
      while (code < lowest && !found.compare_exchange_weak(lowest, code)) continue;
    });
    return found == none ? std::nullopt : std::optional(found.load());
  }

 private:
  static constexpr std::uint64_t chunk = 4096;  // a multiple of 64

  // Calls visit(member, code), from several threads, for draws that are not known to end.
  template <class IsDraw, class Visit>
  void for_each_open(const IsDraw& is_draw, int threads, const Visit& visit) {
    parallel_tasks((members_.size() + chunk - 1) / chunk, threads, [&] {
      return [&](std::uint64_t task) {
        const std::uint64_t end = std::min(members_.size(), (task + 1) * chunk);
        members_.for_each(task * chunk, end, [&](std::uint64_t member, std::uint64_t code) {
          if (is_draw(member) && !ends(member)) visit(member, code);
        });
      };
    });
  }

  // Whether some drawing move of the seeker's leads to what ends, or every one of the other side's.
  // (Who draws has no better move, and worse ones are of no use.)
  template <class ValueOf>
  bool ends_by_moves(int slice, const PositionOf<Game>& p, const ValueOf& value_of) const {
    bool some = false, all = true;
    game_.for_each_successor(p, [&](const PositionOf<Game>& next, Ending ending) {
      const std::optional<Value> value = move_value<DistanceMetric>(game_, next, ending, value_of);
      if (!value || !value->is_draw()) return;
      const bool ends = ending != Ending::none || ends_after(slice, next);
      some = some || ends;
      all = all && ends;
    });
    return colour_of(p.white_to_move) == seeker_ ? some : all;
  }
  bool ends_after(int slice, const PositionOf<Game>& p) const {
    const Located place = locate(game_, p);
    if (place.layer != slice) return true;
    const std::optional<std::uint64_t> member = members_.find(place.code);
    return member && ends(*member);
  }

  bool ends(std::uint64_t member) const {
    return (std::atomic_ref(ends_[member / 64]).load(std::memory_order_relaxed) & bit(member)) != 0;
  }
  std::atomic_ref<std::uint64_t> word(std::uint64_t member) {
    return std::atomic_ref(ends_[member / 64]);
  }
  static constexpr std::uint64_t bit(std::uint64_t member) {
    return std::uint64_t{1} << member % 64;
  }

  const Game& game_;
  const CodeSet& members_;
  Colour seeker_;
  mutable std::vector<std::uint64_t> ends_;  // bits (mutable, since atomic_ref wants it)
};

}  // namespace zermelo
