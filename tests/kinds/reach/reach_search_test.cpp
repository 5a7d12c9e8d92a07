// SPDX-License-Identifier: MIT
// The search from the start where distances are long: on a path, with ways down along it.
#include "kinds/reach/reach_search.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tablebase/reports.h"
#include "tests/support/error_text.h"

namespace zermelo {
namespace {

// A walk from 0 upwards, in two slices: from some places of the upper slice, 1, a move leads to the
// same place of the lower one, 0, in which nothing moves. Nothing is ever forbidden.
class Walk {
 public:
  struct Position {
    int at = 0, hole = 0;
  };
  struct Place {
    std::uint64_t index;
  };
  struct SearchedMove {
    MoveKind kind;
    int slice;
    Position position;
    std::uint8_t slot;
  };
  static constexpr int no_move = -1;

  Walk(int length, std::vector<int> ways_down)
      : length_(length), ways_down_(std::move(ways_down)) {}

  std::uint64_t index_size(int) const { return static_cast<std::uint64_t>(length_); }
  int next_slice(int slice) const { return slice; }
  int index(int) const { return 0; }
  struct Cursor {
    explicit Cursor(int) {}
    const Position& at(std::uint64_t index) {
      position.at = static_cast<int>(index);
      return position;
    }
    std::uint8_t stabiliser() const { return 1; }
    Position position;
  };

  template <class Visit>
  void for_each_searched_move(int slice, const Position& p, std::uint8_t, Visit&& visit) const {
    if (slice == 0) return;
    if (p.at + 1 < length_) visit(SearchedMove{MoveKind::inner, 1, {p.at + 1, 0}, 0});
    for (const int way : ways_down_) {
      if (way == p.at) visit(SearchedMove{MoveKind::exit, 0, p, 0});
    }
  }
  Place locate(int, const Position& p) const { return {static_cast<std::uint64_t>(p.at)}; }
  static bool surely_forbids(const SearchedMove&) { return false; }
  int reply_after(const SearchedMove&, const Position&) const { return no_move; }
  std::uint8_t slot_in(const Place&, int, int) const { return 0; }
  static bool reply_has_twin(const Place&, int) { return false; }

 private:
  int length_;
  std::vector<int> ways_down_;
};

constexpr auto never_stop = [] { return false; };

// Distances of all places of the lower slice; -1 for those never reached.
template <class Word>
std::vector<int> distances_below(int length, const std::vector<int>& ways_down) {
  const Walk walk(length, ways_down);
  WholeGame whole(walk);
  std::vector<ArrivalSeeds<Word>> seeds(2);
  seeds[0] = ArrivalSeeds<Word>(static_cast<std::uint64_t>(length));
  ReachSearch<Walk, Word> upper(walk, {1}, seeds, SearchedMoves::legal, 1, whole);
  upper.take_seeds();
  upper.start_at(0, 0);
  EXPECT_TRUE(upper.run(never_stop));
  EXPECT_EQ(upper.word(0, static_cast<std::uint64_t>(length - 1)).arrival().first, length - 1);
  ReachSearch<Walk, Word> lower(walk, {0}, seeds, SearchedMoves::legal, 1, whole);
  lower.take_seeds();
  EXPECT_TRUE(lower.run(never_stop));
  std::vector<int> distances;
  for (int i = 0; i < length; ++i)
    distances.push_back(lower.word(0, static_cast<std::uint64_t>(i)).arrival().first);
  return distances;
}

// Several of these levels look the same to the schedule.
TEST(ReachSearch, FindsWhatLongWaysLeadTo) {
  const std::vector<int> ways_down = {3, 100, 258, 259, 260, 515, 516, 900, 1027, 2990};
  const std::vector<int> distances = distances_below<WideArrivalWord>(3000, ways_down);
  for (int i = 0; i < 3000; ++i) {
    const bool is_reached = std::ranges::count(ways_down, i) > 0;
    ASSERT_EQ(distances[static_cast<std::size_t>(i)], is_reached ? i + 1 : -1) << i;
  }
}

// Words as wide as the widest, but for shorter ways.
using ShortWord = ArrivalWord<std::uint64_t, 8, 8>;

TEST(ReachSearch, RefusesWaysThatNoWordHoldsInASentence) {
  EXPECT_EQ(distances_below<ShortWord>(254, {252}).at(252), 253);
  EXPECT_EQ(test::error_text<Error>([] { distances_below<ShortWord>(300, {}); }),
            "This game has positions that are reached only after 254 plies or more; a table has no "
            "room for such distances.");
  EXPECT_THROW(distances_below<NarrowArrivalWord>(300, {}), ArrivalTooFar);
}

}  // namespace
}  // namespace zermelo
