// SPDX-License-Identifier: MIT
// The values of unforced positions that a shrunk table of stones leaves out: they follow from those
// to which moves lead, whose values are stored, or follow in turn.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <unordered_map>

#include "gen/grid/stone_game.h"
#include "gen/value.h"
#include "symmetry/grid.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

// What the rules say about a position without lines: its value, or the unforced position,
// canonical, to which forced moves lead from it.
struct StoneOutlook {
  int forced = 0;  // moves
  std::optional<Value> value = {};
  StonePosition unforced = {};

  // What a value in the end, or of `unforced`, is for the position.
  Value before(Value in_the_end) const {
    for (int i = 0; i < forced; ++i) in_the_end = in_the_end.before_move();
    return in_the_end;
  }
};

// What an unforced position's value follows from: the outlooks after its moves.
struct StoneReplies {
  // What the moves whose value the rules say are worth to their maker.
  std::optional<Value> best = {};
  int open = 0;
  std::array<StoneOutlook, max_squares> outlooks;  // of the others: the first `open`

  // Nothing is better, as nobody wins with the next stone. After such a move no other one counts.
  static constexpr Value best_of_all() { return Value::win(3); }
  void add(const StoneOutlook& outlook);
};

// What a table and its rules say about unforced canonical positions.
class StoneAnswers {
 public:
  virtual StoneReplies replies(const StonePosition& p) const = 0;
  // Nothing if the position is not in the table. Throws DamagedTable.
  virtual std::optional<Value> stored(const StonePosition& p) const = 0;

 protected:
  ~StoneAnswers() = default;
};

// One probe, which looks nothing up twice.
class LeftOutStones {
 public:
  // Of more positions nothing can be found: probes of tables that `zermelo shrink` makes need some
  // thousands at most, and without a limit a file that leaves all out would have a whole game
  // solved.
  static constexpr std::size_t most = std::size_t{1} << 20;

  // Both must outlive this object.
  LeftOutStones(const TableFile& file, const StoneAnswers& answers)
      : file_(file), answers_(answers) {}

  // Of a position whose slice is left out; nothing if some position is not in the table. Throws
  // DamagedTable.
  std::optional<Value> value(const StonePosition& p);

 private:
  struct Hash {
    std::size_t operator()(const StonePosition& p) const;
  };
  std::optional<Value> look_up(const StonePosition& p);

  const TableFile& file_;
  const StoneAnswers& answers_;
  std::unordered_map<StonePosition, Value, Hash> found_;
};

// Whether a position's slice is left out of a table.
bool is_left_out(const TableFile& file, const StonePosition& p);

}  // namespace zermelo
