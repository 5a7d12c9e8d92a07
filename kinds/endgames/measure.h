// SPDX-License-Identifier: MIT
// What the values of a folder of endgame tables count: plies to the end of the game, who wins, or
// plies to the next zeroing move (one from which the n-move rule counts anew) with that rule. This
// alone knows what a move is worth.
//
// With plies to zeroing a position is worth what it is with the rule's count at 0. It is won in n
// plies to zeroing if its mover can force, in n plies, a zeroing move after which the position is
// won as well, or the end of the game; and if the rule allows n plies. What is won without the rule
// alone is a cursed win: its plies count from the rule's limit on if such a zeroing move leads to a
// cursed win again. These are the five values, and the DTZ, of Ronald de Man's Syzygy tables.
//
// Values are those of gen/value.h; a table stores one ply more, so that a side that is mated has
// lost in 1, unless it has outcomes alone.
#pragma once

#include <cassert>
#include <string>

#include "gen/value.h"
#include "tablebase/format/table_file.h"

namespace zermelo::endgames {

struct Measure {
  Metric metric = Metric::distance;
  // Plies without a zeroing move after which the game is drawn; 0 if there is no such rule, and
  // where the metric does not ask.
  int rule = 0;

  bool operator==(const Measure&) const = default;

  // The metric's name in files.
  std::string name() const {
    return metric == Metric::outcome   ? outcome_metric
           : metric == Metric::zeroing ? zeroing_metric
                                       : distance_metric;
  }

  // What a move is worth to its maker if the game goes on with a position that is worth `after` to
  // the other side. `zeroes`: the n-move rule counts anew from it.
  Value before_move(Value after, bool zeroes) const { return before_move(after, zeroes, 0); }
  // The same for values as tables store them, which the end of the game has as well.
  Value before_stored_move(Value after, bool zeroes) const { return before_move(after, zeroes, 1); }
  // The value of which a table stores this.
  Value of_stored(Value stored) const {
    if (metric == Metric::outcome || stored.is_draw() || stored.is_endless()) return stored;
    return signed_value(stored.is_win(), stored.magnitude() - 1);
  }

  // The solver counts plies, one more than there are, and knows of no rule: a cursed win has more
  // than the rule allows. What a table stores of a position that the solver has this value for:
  Value stored_of_solved(Value solved) const {
    if (metric == Metric::outcome) return Value::of_outcome(solved.outcome());
    if (metric == Metric::distance || solved.is_draw()) return solved;
    return signed_value(solved.is_win(), written(solved.plies() - 1) + 1);
  }
  // Plies to zeroing: what the solver needs to know of a position to which a move leads out of what
  // it solves.
  Value solved_of_stored(Value stored, bool zeroes) const {
    assert(metric == Metric::zeroing);
    if (stored.is_draw()) return stored;
    const int number = stored.magnitude() - 1;
    const bool is_past = number > Value::past_rule;
    const int plies = is_past ? rule + number - Value::past_rule : number;
    return signed_value(stored.is_win(), (zeroes ? (is_past ? rule : 0) : plies) + 1);
  }
  bool is_past_rule(int plies) const { return rule > 0 && plies > rule; }
  // Whether plies to zeroing can be written.
  bool has_room(int plies) const {
    return is_past_rule(plies) ? plies - rule < Value::max_plies - Value::past_rule
                               : plies < Value::past_rule;
  }

 private:
  static Value signed_value(bool wins, int number) {
    return wins ? Value::win(number) : Value::loss(number);
  }
  int written(int plies) const {
    return is_past_rule(plies) ? Value::past_rule + plies - rule : plies;
  }
  Value before_move(Value after, bool zeroes, int more) const {
    if (metric == Metric::outcome || after.is_draw()) return after.opposite();
    if (metric == Metric::distance) return after.before_move();
    const int number = after.magnitude() - more;
    if (zeroes)
      return signed_value(!after.is_win(),
                          (number > Value::past_rule ? Value::past_rule + 1 : 1) + more);
    const int plies = number > Value::past_rule ? number + 1 : written(number + 1);
    return signed_value(!after.is_win(), plies + more);
  }
};

}  // namespace zermelo::endgames
