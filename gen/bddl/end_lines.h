// SPDX-License-Identifier: MIT
// The lines by which a game ends for the side that has moved, compiled.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "gen/bddl/action_index.h"
#include "gen/bddl/ground.h"
#include "gen/bddl/piece_condition.h"
#include "gen/bddl/piece_masks.h"

namespace zermelo::bddl {

// What one line demands in one of its ways to hold.
struct EndDemand {
  int line = 0;
  PieceDemand squares;
  PieceCondition rest;
  bool is_certain = false;  // holds wherever the index finds it, if the rest does

  template <class Attacked>
  bool holds(const PiecePosition& p, const Attacked& attacked) const {
    return squares.holds(p) && rest_holds(p, attacked);
  }
  template <class Attacked>
  bool holds_where_found(const PiecePosition& p, const Attacked& attacked) const {
    return is_certain ? rest_holds(p, attacked) : holds(p, attacked);
  }
  template <class Attacked>
  bool rest_holds(const PiecePosition& p, const Attacked& attacked) const {
    return rest.is_always() || rest.holds(p, attacked);
  }
};

// Immutable and thread-safe.
class EndLines {
 public:
  EndLines() = default;
  // `white`: of the side for which they are.
  EndLines(const std::vector<GroundEnd>& ends, std::span<const tree::Hand> hands, bool white,
           int kinds);

  bool empty() const { return demands_.empty(); }
  tree::Result result(int line) const { return results_[static_cast<std::size_t>(line)]; }
  // Of a demand, by number.
  int line(std::uint32_t demand) const { return demands_[demand].line; }
  template <class Attacked>
  bool holds_line(int line, const PiecePosition& p, const Attacked& attacked) const {
    for (const EndDemand& demand : demands_)
      if (demand.line == line && demand.holds(p, attacked)) return true;
    return false;
  }
  // The first line that holds, in the order of the file.
  template <class Attacked>
  std::optional<int> first(const PiecePosition& p, const Attacked& attacked) const {
    auto least = static_cast<std::uint32_t>(demands_.size());
    index_.for_each(p, [&](std::uint32_t n) {
      if (n < least && demands_[n].holds_where_found(p, attacked)) least = n;
      return true;
    });
    return least < demands_.size() ? std::optional(demands_[least].line) : std::nullopt;
  }
  // The same, of some demands by number, ascending.
  template <class Attacked>
  std::optional<int> first_of(std::span<const std::uint32_t> numbers, const PiecePosition& p,
                              const Attacked& attacked) const {
    for (const std::uint32_t n : numbers)
      if (demands_[n].holds(p, attacked)) return demands_[n].line;
    return std::nullopt;
  }

 private:
  std::vector<tree::Result> results_;  // by line
  std::vector<EndDemand> demands_;     // in the order of their lines
  SquareIndex index_;                  // of their numbers
};

// Which demands of lines an action of a side can bring about: if none holds before it, only these
// can hold after it. They are numbered as in EndLines.
class TouchedEnds {
 public:
  // Must outlive this object. `white`: whose actions and lines.
  TouchedEnds(const GroundGame& game, bool white);

  std::vector<std::uint32_t> touched_by(const GroundAction& action) const;

 private:
  struct Changes;

  bool may_bring_about(const GroundDemand& demand, const Changes& changes) const;
  bool touches(const GroundCondition& condition, const Changes& changes) const;
  bool touches(const GroundQuantity& quantity, const Changes& changes) const;
  // What may matter for whether a piece of the side is attacked.
  Squares zone(int square, bool of_white) const;
  bool may_change_attack(int square, bool of_white, const Changes& changes) const;

  const GroundGame& game_;
  bool white_;
};

}  // namespace zermelo::bddl
