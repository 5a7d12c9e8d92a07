// SPDX-License-Identifier: MIT
// Ostle's moves and unmoves against each other and against their definitions. (That the moves are
// those of the rules is tested by the comparison with the brute force.)
#include "gen/ostle/ostle.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <vector>

#include "tests/support/ostle_positions.h"

namespace zermelo::ostle {
namespace {

template <int N>
using PlainOstle = Ostle<N, PortableBits>;

// All options at their widest, so that every slice is there.
template <int N>
PlainOstle<N> largest_game(Repetition repetition = Repetition::exact) {
  constexpr int most = std::min(N, max_pieces);
  return PlainOstle<N>({N, most, 0, 2 * most, repetition});
}

template <int N>
int moves_back(const PlainOstle<N>& game, const Position<N>& from, const Position<N>& to) {
  int count = 0;
  game.for_each_successor(from, [&](const Successor<N>& s) {
    count += s.removal == Removal::none && s.position == to ? 1 : 0;
  });
  return count;
}

template <int N>
void expect_unmoves_of_moves(const PlainOstle<N>& game, const Position<N>& p) {
  bool captures = false;
  game.for_each_successor(p, [&](const Successor<N>& s) {
    captures = captures || s.removal == Removal::opponent;
    if (s.removal != Removal::none) return;
    int found = 0;
    game.for_each_predecessor(s.position, trivial_stabiliser, [&](const Predecessor<N>& before) {
      if (before.position != p || !(before.move == s.move)) return;
      ++found;
      EXPECT_EQ(before.exact_reply, s.exact_reply);
    });
    ASSERT_EQ(found, 1);
    // The reply that undoes the move exists exactly if some move without removal restores p.
    const int back = moves_back(game, s.position, p);
    ASSERT_EQ(back, s.exact_reply.from >= 0 ? 1 : 0);
    if (back == 0) return;
    game.for_each_successor(s.position, [&](const Successor<N>& reply) {
      if (reply.move == s.exact_reply) {
        EXPECT_EQ(reply.position, p);
      }
    });
  });
  ASSERT_EQ(PlainOstle<N>::can_capture(p), captures);
}

template <int N>
void expect_moves_of_unmoves(const PlainOstle<N>& game, const Position<N>& p) {
  game.for_each_predecessor(p, trivial_stabiliser, [&](const Predecessor<N>& before) {
    int found = 0;
    game.for_each_successor(before.position, [&](const Successor<N>& s) {
      if (!(s.move == before.move)) return;
      ++found;
      EXPECT_EQ(s.removal, Removal::none);
      EXPECT_EQ(s.position, p);
    });
    ASSERT_EQ(found, 1);
  });
}

template <int N>
void expect_inverse() {
  const auto game = largest_game<N>();
  std::mt19937_64 random(N);
  const int most = game.parameters().start;
  for (int own = 1; own <= most; ++own) {
    for (int opponent = 1; opponent <= most; ++opponent) {
      for (int i = 0; i < 1000; ++i) {
        const auto p = test::random_position<N>(own, opponent, random);
        expect_unmoves_of_moves(game, p);
        expect_moves_of_unmoves(game, p);
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(OstleMoves, UnmovesInvertThemOnSideThree) { expect_inverse<3>(); }
TEST(OstleMoves, UnmovesInvertThemOnSideFour) { expect_inverse<4>(); }
TEST(OstleMoves, UnmovesInvertThemOnSideFive) { expect_inverse<5>(); }
TEST(OstleMoves, UnmovesInvertThemOnSideSix) { expect_inverse<6>(); }

template <int N>
void expect_slots_follow_symmetries() {
  const auto game = largest_game<N>();
  std::mt19937_64 random(2);
  for (int i = 0; i < 2000; ++i) {
    const auto p = test::random_position<N>(1 + i % 5, 1 + i / 5 % 5, random);
    const int slice = game.slice_of(p);
    const Place place = game.locate(slice, p);
    std::map<Slot, Move> numbered;
    game.for_each_successor(p, [&](const Successor<N>& s) {
      const Slot slot = game.slot_of(p.own, s.move, p.hole);
      ASSERT_LT(slot, slot_count);
      ASSERT_TRUE(numbered.emplace(slot, s.move).second) << "two moves, one slot";
      ASSERT_EQ(game.move_of_slot(p, slot), s.move);
      for (int g = 0; g < 8; ++g) {
        const auto image = p.transformed(g);
        ASSERT_EQ(game.slot_in(game.locate(slice, image), game.image(g, s.move), image.hole),
                  game.slot_in(place, s.move, p.hole));
      }
    });
  }
}

TEST(OstleMoves, SlotsNumberTheMovesAndFollowSymmetries) {
  expect_slots_follow_symmetries<5>();
  expect_slots_follow_symmetries<6>();
}

// Everything that leads to each position of a small board, found by making every move of every
// position.
class OstleWays {
 public:
  static constexpr int N = 3;
  explicit OstleWays(const PlainOstle<N>& game) : game_(game) {
    for (int slice = 0; slice < game.slice_count(); ++slice) {
      const auto [own, opponent] = game.slice_size(slice);
      test::for_each_position<N>(own, opponent,
                                 [&](const Position<N>& p) { make_all_moves(slice, p); });
    }
  }

  // The set of replies forbidden in the class at an index, as slots; bit no_slot for none.
  std::uint32_t replies(int slice, std::uint64_t index) const {
    const auto found = ways_.find({slice, index});
    return found == ways_.end() ? 0 : found->second.replies;
  }
  bool by_removal(int slice, std::uint64_t index) const {
    const auto found = ways_.find({slice, index});
    return found != ways_.end() && found->second.by_removal;
  }

 private:
  struct Ways {
    std::uint32_t replies = 0;
    bool by_removal = false;
  };

  void make_all_moves(int slice, const Position<N>& p) {
    game_.for_each_move(slice, p, [&](const PlainOstle<N>::MadeMove& made) {
      if (made.kind == MoveKind::wins || made.kind == MoveKind::loses) return;
      const Place place = game_.locate(made.slice, made.position);
      Ways& ways = ways_[{made.slice, place.index}];
      if (made.kind == MoveKind::exit) ways.by_removal = true;
      const Move reply = game_.reply_after(made, p);
      const bool none = reply == PlainOstle<N>::no_move;
      const Slot slot = none ? no_slot : game_.slot_in(place, reply, made.position.hole);
      ways.replies |= 1u << slot;
    });
  }

  const PlainOstle<N>& game_;
  std::map<std::pair<int, std::uint64_t>, Ways> ways_;
};

class OstleReachability : public testing::TestWithParam<Parameters> {};

TEST_P(OstleReachability, IsWhatMakingEveryMoveSays) {
  const PlainOstle<3> game(GetParam());
  const OstleWays ways(game);
  std::uint64_t positions = 0, unreachable = 0;
  for (int slice = 0; slice < game.slice_count(); ++slice) {
    PlainOstle<3>::Cursor cursor(game.index(slice));
    for (std::uint64_t i = 0; i < game.index_size(slice); ++i) {
      const Position<3> p = cursor.at(i);
      if (!cursor.is_canonical()) continue;
      ++positions;
      const std::uint32_t replies = ways.replies(slice, i);
      unreachable += replies == 0 ? 1 : 0;
      ASSERT_EQ(game.possible_replies(slice, p, cursor.stabiliser()), replies);
      ASSERT_EQ(game.has_removal_predecessor(slice, p), ways.by_removal(slice, i));
      const Place place = game.locate(slice, p);
      game.for_each_successor(p, [&](const Successor<3>& s) {
        if (s.removal != Removal::none) {
          ASSERT_FALSE(game.may_be_forbidden(slice, p, s.move));
          return;
        }
        const Slot slot = game.slot_in(place, s.move, p.hole);
        ASSERT_EQ(game.may_be_forbidden(slice, p, s.move), (replies >> slot & 1) != 0);
      });
    }
  }
  EXPECT_GT(positions, unreachable);
}

// Any number may be requested, whatever a damaged table says.
TEST_P(OstleReachability, AReplyIsKnownByItsNumber) {
  const PlainOstle<3> game(GetParam());
  std::uint64_t forbidden = 0;
  for (int slice = 0; slice < game.slice_count(); ++slice) {
    const auto [own, opponent] = game.slice_size(slice);
    test::for_each_position<3>(own, opponent, [&](const Position<3>& p) {
      game.for_each_move(slice, p, [&](const PlainOstle<3>::MadeMove& made) {
        const bool ends = made.kind == MoveKind::wins || made.kind == MoveKind::loses;
        const Place place = ends ? Place{} : game.locate(made.slice, made.position);
        const Move reply = game.reply_after(made, p);
        const bool none = reply == PlainOstle<3>::no_move;
        ASSERT_TRUE(none || game.may_forbid(made));
        if (!none && game.reply_has_twin(place, reply)) return;
        const unsigned wanted = none ? 1000u : game.slot_in(place, reply, made.position.hole);
        for (unsigned slot = 0; slot < 300; ++slot) {
          ASSERT_EQ(game.forbids_slot(made, p, place, slot), slot == wanted);
        }
        forbidden += none ? 0 : 1;
      });
    });
  }
  EXPECT_GT(forbidden, 0u);
}

TEST_P(OstleReachability, WinningAtOnceIsHavingAWinningMove) {
  const PlainOstle<3> game(GetParam());
  for (int slice = 0; slice < game.slice_count(); ++slice) {
    const auto [own, opponent] = game.slice_size(slice);
    test::for_each_position<3>(own, opponent, [&](const Position<3>& p) {
      bool wins = false;
      game.for_each_move(slice, p, [&](const PlainOstle<3>::MadeMove& made) {
        wins = wins || made.kind == MoveKind::wins;
      });
      ASSERT_EQ(game.wins_at_once(slice, p), wins);
    });
  }
}

INSTANTIATE_TEST_SUITE_P(Games, OstleReachability,
                         testing::Values(Parameters{3, 3, 1, 6, Repetition::exact},
                                         Parameters{3, 3, 1, 6, Repetition::symmetric},
                                         Parameters{3, 3, 0, 5, Repetition::exact},
                                         Parameters{3, 2, 0, 4, Repetition::symmetric}),
                         [](const auto& game) {
                           const Parameters& p = game.param;
                           return "Start" + std::to_string(p.start) + "Lose" +
                                  std::to_string(p.lose) + "Total" + std::to_string(p.total) +
                                  (p.repetition == Repetition::exact ? "Exact" : "Symmetric");
                         });

TEST(OstleSlices, GroupsCloseUnderMovesAndComeLowestFirst) {
  const auto game = largest_game<4>();
  EXPECT_EQ(game.slice_count(), 16);
  int last_total = 0;
  std::vector<bool> seen(16);
  for (const auto& group : game.groups()) {
    for (const int slice : group) {
      const auto [own, opponent] = game.slice_size(slice);
      EXPECT_GE(own + opponent, last_total);
      last_total = own + opponent;
      EXPECT_FALSE(seen[static_cast<std::size_t>(slice)]);
      seen[static_cast<std::size_t>(slice)] = true;
      EXPECT_EQ(game.find_slice(own, opponent), slice);
      EXPECT_EQ(game.next_slice(slice), game.find_slice(opponent, own));
      EXPECT_EQ(game.slice_name(slice), std::to_string(own) + "-" + std::to_string(opponent));
    }
  }
  EXPECT_EQ(game.find_slice(5, 1), -1);
}

}  // namespace
}  // namespace zermelo::ostle
