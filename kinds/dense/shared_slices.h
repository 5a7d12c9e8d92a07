// SPDX-License-Identifier: MIT
// Finished slices, for the groups that lead to them, where several ranks share a solve: every rank
// has all values, or each has those of its own stripes and answers questions about them.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "kinds/dense/solved_slice.h"
#include "tablebase/distributed/stripes.h"

namespace zermelo {

// As SolvedSlices, and AsksOthers (tablebase/retrograde/exchange.h).
template <class Game>
class SharedSlices {
 public:
  // Every rank has all.
  explicit SharedSlices(const Game& game) : SharedSlices(game, {}, 0) {}
  // Rank `rank` has the values of its places of each slice; the stripes, by slice, must outlive
  // this object.
  SharedSlices(const Game& game, std::vector<const Stripes*> stripes, int rank)
      : game_(game),
        stripes_(std::move(stripes)),
        rank_(static_cast<std::uint32_t>(rank)),
        values_(static_cast<std::size_t>(game.slice_count())) {}

  ValueArray& values(int slice) { return values_[static_cast<std::size_t>(slice)]; }

  struct Question {
    int slice = won_at_once;
    std::uint32_t rank = 0;   // that has the value,
    std::uint64_t place = 0;  // at which of its places
  };
  // Prefetches from memory an answer that is here. Thread-safe, like what follows.
  Question ask(int slice, const typename Game::Position& p) const {
    if (game_.wins_at_once(slice, p)) return {won_at_once, rank_};
    Question q{slice, rank_, game_.locate(slice, p).index};
    if (!stripes_.empty()) {
      const Home home = stripes_[static_cast<std::size_t>(slice)]->home(q.place);
      q.rank = home.rank;
      q.place = home.place;
    }
    if (is_here(q)) values_[static_cast<std::size_t>(slice)].prefetch(q.place);
    return q;
  }
  bool is_here(const Question& q) const { return q.rank == rank_; }
  Value answer(const Question& q) const {
    if (q.slice == won_at_once) return Value::win(1);
    return values_[static_cast<std::size_t>(q.slice)][q.place];
  }

  // --- Between ranks ---

  std::uint32_t owner(const Question& q) const { return q.rank; }
  // A question in 48 bits, to its owner.
  std::uint64_t record(const Question& q) const {
    assert(q.place >> place_bits == 0 && q.slice >> 8 == 0);
    return q.place | static_cast<std::uint64_t>(q.slice) << place_bits;
  }
  void fetch(std::uint64_t record) const { values_of(record).prefetch(place_of(record)); }
  Value reply(std::uint64_t record) const { return values_of(record)[place_of(record)]; }

 private:
  static constexpr int won_at_once = -1;
  static constexpr int place_bits = 40;

  const ValueArray& values_of(std::uint64_t record) const { return values_[record >> place_bits]; }
  static std::uint64_t place_of(std::uint64_t record) {
    return record & ((std::uint64_t{1} << place_bits) - 1);
  }

  const Game& game_;
  std::vector<const Stripes*> stripes_;  // by slice; none: every rank has all
  std::uint32_t rank_;
  std::vector<ValueArray> values_;
};

}  // namespace zermelo
