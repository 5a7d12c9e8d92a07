// SPDX-License-Identifier: MIT
// The word's two update rules against the definition of a value: moves of every kind, propagated in
// the order of the solver's levels, must leave in the word the best move's value, and the value
// without it where it is the only best one.
#include "tablebase/retrograde/state_word.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "tablebase/retrograde/plain_word.h"

namespace zermelo {
namespace {

// A move as its maker sees it in the end.
struct ModelMove {
  bool inner;
  unsigned slot;  // of an inner move
  Value value;    // a draw is never propagated
};

std::string text_of(const std::vector<ModelMove>& moves) {
  std::ostringstream text;
  for (const ModelMove& m : moves) {
    text << (m.inner ? "inner " + std::to_string(m.slot) : "exit") << " " << to_string(m.value)
         << "; ";
  }
  return text.str();
}

// The best of the moves except one (a slot; no exception if it is -1).
std::optional<Value> best_without(const std::vector<ModelMove>& moves, int slot) {
  std::optional<Value> best;
  for (const ModelMove& m : moves) {
    if (m.inner && static_cast<int>(m.slot) == slot) continue;
    if (!best || m.value > *best) best = m.value;
  }
  return best;
}

// What the solver does with one word: initialise, then propagate level after level.
template <class Word>
class WordModel {
 public:
  WordModel(const std::vector<ModelMove>& moves, std::mt19937& random)
      : moves_(moves), word_(initial()) {
    int last = 0;
    for (const ModelMove& m : moves) last = std::max(last, m.value.plies());
    checks_ = word_.check();
    for (int plies = 1; plies <= last; ++plies) {
      propagate_level(plies, random);
      checks_ = checks_ && word_.check();
    }
  }

  Word word() const { return word_; }
  // Whether the word made sense at the beginning and after every level.
  bool checks() const { return checks_; }

 private:
  Word initial() const {
    unsigned open = 0, mixed = 0;
    Value exit_win, floor;
    bool draws = false;
    for (const ModelMove& m : moves_) {
      if (m.inner) {
        ++open;
        mixed ^= m.slot;
      } else if (m.value.is_draw()) {
        draws = true;
      } else if (m.value.is_win()) {
        if (!exit_win.is_win() || m.value > exit_win) exit_win = m.value;
      } else {
        floor = Value::loss(std::max(floor.plies(), m.value.plies()));
      }
    }
    if (draws) {
      ++open;
      mixed ^= Word::no_slot;
    }
    return Word::initial(open, mixed, code(exit_win), code(floor));
  }

  static typename Word::Code code(Value v) {
    if (v.is_draw()) return 0;
    return v.is_win() ? Word::win(v.plies()) : Word::loss(v.plies());
  }

  // All inner moves worth this many plies, in any order.
  void propagate_level(int plies, std::mt19937& random) {
    std::vector<ModelMove> now;
    for (const ModelMove& m : moves_) {
      if (m.inner && m.value.plies() == plies) now.push_back(m);
    }
    std::shuffle(now.begin(), now.end(), random);
    for (const ModelMove& m : now) {
      if (m.value.is_win()) {
        word_.winning_move(m.slot, code(m.value));
      } else {
        word_.losing_move(m.slot, code(m.value));
      }
    }
  }

  const std::vector<ModelMove>& moves_;
  Word word_;
  bool checks_ = false;
};

template <class Word>
Value first_of(Word word) {
  return Word::value(word.first());
}

// What the word says about the position with a move forbidden.
template <class Word>
Value value_without(Word word, unsigned slot) {
  const bool matters = word.slot() == slot && word.slot() != Word::no_slot;
  return Word::value(matters ? word.second() : word.first());
}

template <class Word>
void expect_model(const std::vector<ModelMove>& moves, std::mt19937& random) {
  const WordModel<Word> model(moves, random);
  const Word word = model.word();
  ASSERT_TRUE(model.checks()) << text_of(moves);
  ASSERT_EQ(first_of(word), *best_without(moves, -1)) << text_of(moves);
  for (const ModelMove& m : moves) {
    if (!m.inner) continue;
    const auto expected = best_without(moves, static_cast<int>(m.slot));
    if (!expected) continue;  // no move left: the rules of the game exclude it
    ASSERT_EQ(value_without(word, m.slot), *expected)
        << "without " << m.slot << ": " << text_of(moves);
  }
}

// Values of moves that the encoding can hold: wins odd and losses even for the narrow word.
template <class Word>
class RandomMoves {
 public:
  explicit RandomMoves(unsigned seed) : random_(seed) {}

  std::vector<ModelMove> operator()() {
    const int most = 1 + static_cast<int>(random_() % 12);
    std::vector<unsigned> slots(24);
    for (unsigned i = 0; i < 24; ++i) slots[i] = i;
    std::shuffle(slots.begin(), slots.end(), random_);
    std::vector<ModelMove> moves;
    const int inner = static_cast<int>(random_() % 6), exits = static_cast<int>(random_() % 3);
    for (int i = 0; i < inner; ++i) {
      moves.push_back({true, slots[static_cast<std::size_t>(i)], value(most, 2)});
    }
    for (int i = 0; i < exits; ++i) moves.push_back({false, 0, value(most, 2)});
    if (moves.empty()) moves.push_back({true, slots[0], value(most, 2)});
    return moves;
  }
  std::mt19937& random() { return random_; }

 private:
  Value value(int most, int least) {
    for (;;) {
      const int plies = least + static_cast<int>(random_() % static_cast<unsigned>(most + 1));
      const unsigned kind = random_() % 3;
      const Value v = kind == 0   ? Value::draw()
                      : kind == 1 ? Value::win(plies)
                                  : Value::loss(plies);
      if (Word::can_hold(v)) return v;
    }
  }

  std::mt19937 random_;
};

TEST(StateWord, CheckFindsWhatCannotBe) {
  const auto word = [](unsigned open, unsigned mixed, WideWord::Code win, WideWord::Code floor) {
    return WideWord::initial(open, mixed, win, floor);
  };
  const WideWord lost = word(0, 0, 0, WideWord::loss(4));
  EXPECT_TRUE(lost.check());
  // The number of open moves is in the bits after the two values.
  constexpr std::uint64_t one_open = std::uint64_t{1} << 32;
  EXPECT_FALSE(WideWord(lost.bits() + one_open).check()) << "lost, with a move open";
  WideWord won = word(2, 1 ^ 2, 0, 0);
  won.winning_move(1, WideWord::win(3));
  won.winning_move(2, WideWord::win(5));
  EXPECT_TRUE(won.check());
  const std::uint64_t first = won.first(), second = won.second();
  const std::uint64_t swapped = (won.bits() - first - (second << 16)) + second + (first << 16);
  EXPECT_FALSE(WideWord(swapped).check()) << "faster without its best move";
}

template <class Word>
class PlainWords : public testing::Test {};

using PlainWordTypes = testing::Types<PlainWord, NarrowPlainWord>;
TYPED_TEST_SUITE(PlainWords, PlainWordTypes);

// Against the same moves in a list: a win as soon as one is known, a loss once all moves lose.
TYPED_TEST(PlainWords, SayWhatTheMovesAmountTo) {
  using Word = TypeParam;
  std::mt19937 random(5);
  for (int round = 0; round < 20000; ++round) {
    typename Word::Moves moves;
    const int inner = static_cast<int>(random() % 5), exits = static_cast<int>(random() % 3);
    const bool draws = random() % 4 == 0;
    int fastest_win = 0, slowest_loss = 0;
    for (int n = 0; n < inner; ++n) moves.add_inner();
    if (draws) moves.add_known(Value::draw());
    for (int n = 0; n < exits; ++n) {
      const int plies = 1 + static_cast<int>(random() % 8);
      const bool wins = random() % 2 != 0;
      moves.add_known(wins ? Value::win(plies) : Value::loss(plies));
      if (wins && (fastest_win == 0 || plies < fastest_win)) fastest_win = plies;
      if (!wins) slowest_loss = std::max(slowest_loss, plies);
    }
    Word word = *Word::initial(moves);
    ASSERT_TRUE(word.check());
    int open = inner;
    for (int plies = 2; plies < 10 && open > 0; ++plies, --open) {
      if (random() % 3 == 0) {
        word.winning_move(0, Word::win(plies));
        if (fastest_win == 0 || plies < fastest_win) fastest_win = plies;
      } else {
        word.losing_move(0, Word::loss(plies));
        slowest_loss = std::max(slowest_loss, plies);
      }
      ASSERT_TRUE(word.check());
      const bool lost = open == 1 && !draws;
      const Value expected = fastest_win > 0 ? Value::win(fastest_win)
                             : lost          ? Value::loss(slowest_loss)
                                             : Value::draw();
      ASSERT_EQ(Word::value(word.first()), expected);
    }
  }
}

TEST(NarrowPlainWord, RefusesWhatDoesNotFit) {
  const auto word_of = [](int inner, Value exit) {
    NarrowPlainWord::Moves moves;
    for (int n = 0; n < inner; ++n) moves.add_inner();
    moves.add_known(exit);
    return NarrowPlainWord::initial(moves);
  };
  EXPECT_EQ(word_of(126, Value::loss(255))->open(), 126u);
  EXPECT_NE(word_of(126, Value::loss(255))->bits(), NarrowPlainWord::unused);
  EXPECT_FALSE(word_of(127, Value::loss(255))) << "too many moves";
  EXPECT_FALSE(word_of(126, Value::draw())) << "a drawn exit is a move that stays open";
  EXPECT_FALSE(word_of(1, Value::loss(256))) << "too high a floor";
  EXPECT_TRUE(word_of(0, Value::loss(16382))) << "no floor, but a value";
  EXPECT_FALSE(word_of(0, Value::loss(16383)));
  EXPECT_TRUE(word_of(1, Value::win(16382)));
  EXPECT_FALSE(word_of(1, Value::win(16383)));
}

TEST(NarrowPlainWord, CheckFindsWhatCannotBe) {
  constexpr std::uint32_t undecided = 1u << 15, one_open = 1u << 8;
  EXPECT_TRUE(NarrowPlainWord(NarrowPlainWord::loss(4)).check());
  EXPECT_TRUE(NarrowPlainWord(undecided).check()) << "a draw without moves";
  EXPECT_TRUE(NarrowPlainWord(undecided | one_open | 5).check());
  EXPECT_FALSE(NarrowPlainWord(undecided | 5).check()) << "a floor, with no move open";
  EXPECT_FALSE(NarrowPlainWord(NarrowPlainWord::win(0)).check()) << "a value of no plies";
}

TEST(PlainWord, CheckFindsWhatCannotBe) {
  constexpr PlainWord::Storage one_open = 1u << 18, floor = 1u << 17;
  const PlainWord::Storage loss = PlainWord::loss(4), win = PlainWord::win(3);
  EXPECT_TRUE(PlainWord(loss).check());
  EXPECT_FALSE(PlainWord(loss | one_open).check()) << "lost, with a move open";
  EXPECT_TRUE(PlainWord(loss | one_open | floor).check());
  EXPECT_FALSE(PlainWord(loss | floor).check()) << "a floor, with no move open";
  EXPECT_FALSE(PlainWord(win | one_open | floor).check()) << "the floor of a win";
  EXPECT_TRUE(PlainWord(win | one_open).check());
  EXPECT_FALSE(PlainWord(floor | one_open).check()) << "a floor of nothing";
}

template <class Word>
class StateWords : public testing::Test {};

using StateWordTypes = testing::Types<NarrowWord, WideWord>;
TYPED_TEST_SUITE(StateWords, StateWordTypes);

TYPED_TEST(StateWords, RandomMovesGiveTheBestAndTheSecondValue) {
  RandomMoves<TypeParam> random(99);
  for (int i = 0; i < 300000; ++i) {
    expect_model<TypeParam>(random(), random.random());
    if (this->HasFatalFailure()) return;
  }
}

// Every game of at most three inner moves and an exit with few values.
TYPED_TEST(StateWords, AllSmallSetsOfMoves) {
  using Word = TypeParam;
  std::mt19937 random(1);
  std::vector<std::optional<Value>> kinds = {std::nullopt};
  for (const Value v : {Value::draw(), Value::win(3), Value::win(4), Value::win(5), Value::loss(2),
                        Value::loss(3), Value::loss(4)}) {
    if (Word::can_hold(v)) kinds.push_back(v);
  }
  int games = 0;
  for (const auto& a : kinds) {
    for (const auto& b : kinds) {
      for (const auto& c : kinds) {
        for (const auto& exit : kinds) {
          std::vector<ModelMove> moves;
          if (a) moves.push_back({true, 3, *a});
          if (b) moves.push_back({true, 20, *b});
          if (c) moves.push_back({true, 0, *c});
          if (exit) moves.push_back({false, 0, *exit});
          if (moves.empty()) continue;
          expect_model<Word>(moves, random);
          if (this->HasFatalFailure()) return;
          ++games;
        }
      }
    }
  }
  EXPECT_GT(games, 600);
}

TYPED_TEST(StateWords, CodesRoundTrip) {
  using Word = TypeParam;
  int held = 0;
  for (int raw = -Word::max_plies; raw <= Word::max_plies; ++raw) {
    const Value v = Value::from_raw(static_cast<std::int16_t>(raw));
    if (!Word::can_hold(v)) continue;
    ++held;
    if (v.is_draw()) continue;
    const auto code = v.is_win() ? Word::win(v.plies()) : Word::loss(v.plies());
    ASSERT_GT(code, 0u);
    ASSERT_LT(code, Word::max_code) << "the largest code is that of an unused index";
    ASSERT_EQ(Word::value(code), v);
    ASSERT_TRUE(Word::may_have_level(code, v.plies()));
    ASSERT_FALSE(Word::may_have_level(code, v.plies() + 1));
  }
  EXPECT_GT(held, 250);
  EXPECT_EQ(Word::value(0), Value::draw());
  for (int plies = 1; plies <= Word::max_plies; ++plies) {
    ASSERT_FALSE(Word::may_have_level(Word::unused, plies));
  }
}

TEST(NarrowWord, HoldsOddWinsAndEvenLosses) {
  EXPECT_TRUE(NarrowWord::can_hold(Value::win(253)));
  EXPECT_TRUE(NarrowWord::can_hold(Value::loss(254)));
  EXPECT_TRUE(NarrowWord::can_hold(Value::loss(1)));
  EXPECT_FALSE(NarrowWord::can_hold(Value::win(1)));
  EXPECT_FALSE(NarrowWord::can_hold(Value::win(255)));
  EXPECT_FALSE(NarrowWord::can_hold(Value::loss(256)));
  EXPECT_FALSE(NarrowWord::can_hold(Value::win(4)));
  EXPECT_FALSE(NarrowWord::can_hold(Value::loss(3)));
}

}  // namespace
}  // namespace zermelo
