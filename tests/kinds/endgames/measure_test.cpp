// SPDX-License-Identifier: MIT
#include "kinds/endgames/measure.h"

#include <gtest/gtest.h>

namespace zermelo::endgames {
namespace {

constexpr int rule = 100;
constexpr Measure zeroing{Metric::zeroing, rule};
Value cursed_win(int plies) { return Value::win(Value::past_rule + plies); }
Value blessed_loss(int plies) { return Value::loss(Value::past_rule + plies); }

TEST(EndgameMeasure, CountsPliesToZeroing) {
  EXPECT_EQ(zeroing.before_move(Value::loss(4), false), Value::win(5));
  EXPECT_EQ(zeroing.before_move(Value::win(4), false), Value::loss(5));
  EXPECT_EQ(zeroing.before_move(Value::draw(), false), Value::draw());
  EXPECT_EQ(zeroing.before_move(Value::loss(40), true), Value::win(1));
  EXPECT_EQ(zeroing.before_move(Value::draw(), true), Value::draw());
  // The rule allows 100.
  EXPECT_EQ(zeroing.before_move(Value::loss(99), false), Value::win(100));
  EXPECT_EQ(zeroing.before_move(Value::loss(100), false), cursed_win(1));
  EXPECT_EQ(zeroing.before_move(Value::win(100), false), blessed_loss(1));
  EXPECT_EQ(zeroing.before_move(blessed_loss(7), false), cursed_win(8));
  EXPECT_EQ(zeroing.before_move(blessed_loss(7), true), cursed_win(1));
  EXPECT_EQ(zeroing.before_move(cursed_win(7), true), blessed_loss(1));
  constexpr Measure without{Metric::zeroing, 0};
  EXPECT_EQ(without.before_move(Value::loss(100), false), Value::win(101));
}

TEST(EndgameMeasure, StoresOnePlyMore) {
  for (const Value value : {Value::win(3), Value::loss(100), cursed_win(5), blessed_loss(1)}) {
    for (const bool zeroes : {false, true}) {
      const int more = value.is_win() ? 1 : -1;
      const Value stored = Value::from_raw(static_cast<std::int16_t>(value.raw() + more));
      EXPECT_EQ(zeroing.of_stored(stored), value);
      EXPECT_EQ(zeroing.of_stored(zeroing.before_stored_move(stored, zeroes)),
                zeroing.before_move(value, zeroes));
    }
  }
  // A side that is mated has lost in 1, which is 0 plies.
  EXPECT_EQ(zeroing.before_stored_move(Value::of_outcome(Outcome::loss), false), Value::win(2));
}

TEST(EndgameMeasure, OfTheSolverKnowsOfNoRule) {
  EXPECT_EQ(zeroing.stored_of_solved(Value::win(101)), Value::win(101));
  EXPECT_EQ(zeroing.stored_of_solved(Value::win(102)), cursed_win(2));  // (1, and one more)
  EXPECT_EQ(zeroing.solved_of_stored(Value::win(30), false), Value::win(30));
  EXPECT_EQ(zeroing.solved_of_stored(cursed_win(2), false), Value::win(102));
  EXPECT_EQ(zeroing.solved_of_stored(Value::win(30), true), Value::win(1));
  EXPECT_EQ(zeroing.solved_of_stored(cursed_win(30), true), Value::win(101));
  EXPECT_EQ(zeroing.solved_of_stored(Value::draw(), true), Value::draw());
}

TEST(EndgameMeasure, OfOutcomesHasNoPlies) {
  constexpr Measure outcomes{Metric::outcome};
  EXPECT_EQ(outcomes.before_move(Value::win(1), false), Value::loss(1));
  EXPECT_EQ(outcomes.of_stored(Value::win(1)), Value::win(1));
  EXPECT_EQ(outcomes.stored_of_solved(Value::win(31)), Value::win(1));
  EXPECT_EQ(outcomes.name(), "outcome");
  constexpr Measure distances{};
  EXPECT_EQ(distances.before_move(Value::loss(4), true), Value::win(5));
  EXPECT_EQ(distances.of_stored(Value::win(5)), Value::win(4));
}

}  // namespace
}  // namespace zermelo::endgames
