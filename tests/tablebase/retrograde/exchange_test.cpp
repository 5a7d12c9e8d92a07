// SPDX-License-Identifier: MIT
// Ranks that share a solver's words: after every level the words are those of one process alone.
#include "tablebase/retrograde/exchange.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "gen/ostle/ostle.h"
#include "kinds/dense/enumerate.h"
#include "kinds/dense/group_graph.h"
#include "kinds/dense/solved_slice.h"
#include "symmetry/bits.h"
#include "tablebase/distributed/thread_cluster.h"
#include "tablebase/retrograde/plain_word.h"
#include "tablebase/retrograde/solver.h"
#include "tablebase/retrograde/state_word.h"
#include "tests/support/error_text.h"
#include "tests/support/small_game.h"
#include "tests/support/test_graph.h"

namespace zermelo {
namespace {

using test::GraphGame;
using test::RandomGraphs;
using test::TestGraph;

constexpr int sizes[] = {1, 2, 3, 5, 8};

// An exchange that calls a function between two levels, when nothing is in transit.
template <class Exchange>
class Watched : public Exchange {
 public:
  struct Setup : Exchange::Setup {
    std::function<void()> between_levels;
  };
  Watched(const Setup& setup, int threads)
      : Exchange(setup, threads), watch_(setup.between_levels) {}
  int next_level(int level) {
    watch_();
    return Exchange::next_level(level);
  }
  class Bins : public Exchange::Bins {
   public:
    explicit Bins(Watched& exchange) : Exchange::Bins(exchange) {}
  };

 private:
  std::function<void()> watch_;
};

// The words after each level, by level.
template <class Word>
using Levels = std::map<int, std::vector<typename Word::Storage>>;

// Whether two words say the same: of two equally good moves a word may name either.
template <class Word>
bool same(typename Word::Storage a, typename Word::Storage b) {
  if (a == b) return true;
  if constexpr (Word::forbids) {
    if (a == Word::unused || b == Word::unused) return false;
    const Word x(a), y(b);
    if (x.first() == 0 || x.first() != x.second() || x.slot() == y.slot()) return false;
    const typename Word::Storage difference = a ^ b, slots = x.slot() ^ y.slot();
    return difference == slots << (std::countr_zero(difference) - std::countr_zero(slots));
  }
  return false;
}

template <class Word, class Graph>
Levels<Word> solve_alone(const Graph& graph) {
  using Solver = RetrogradeSolver<Graph, Word, Watched<Alone>>;
  Levels<Word> levels;
  Solver* solver = nullptr;
  Solver made(graph, 1, {{}, [&] {
                           levels[solver->level()].assign(solver->words().begin(),
                                                          solver->words().end());
                         }});
  solver = &made;
  EXPECT_TRUE(made.run([] { return false; }));
  return levels;
}

// How it is shared.
struct Sharing {
  int ranks, threads;
  StripeOptions stripes = {};
  std::uint64_t quota = std::uint64_t{1} << 16;
  bool pauses = false;  // after every chunk
};

// A graph of slices: where they begin, and how many indices each has.
struct Slices {
  std::vector<std::uint64_t> bases, universes;
};

// The words of all ranks, put together.
template <class Word, class Graph>
Levels<Word> solve_shared(const Graph& graph, const Slices& slices, const Sharing& sharing,
                          ExchangeCounts* all_counts = nullptr) {
  using Solver = RetrogradeSolver<Graph, Word, Watched<Combining>>;
  Levels<Word> levels;
  std::mutex mutex;
  ThreadCluster::run(sharing.ranks, [&](Cluster& cluster) {
    std::vector<Stripes> stripes;
    std::vector<const Stripes*> pointers;
    for (const std::uint64_t universe : slices.universes)
      stripes.emplace_back(universe, sharing.ranks, cluster.rank(), sharing.stripes);
    for (const Stripes& s : stripes) pointers.push_back(&s);
    const GroupShares shares(slices.bases, pointers, sharing.ranks, cluster.rank());
    ExchangeCounts counts;
    Solver* solver = nullptr;
    const auto put_together = [&] {
      const std::lock_guard lock(mutex);
      auto& words = levels[solver->level()];
      words.resize(graph.places());
      for (std::uint64_t own = 0; own < shares.chunks(); ++own) {
        std::ranges::copy(
            solver->words().subspan(own * chunk_size, chunk_size),
            words.begin() + static_cast<std::ptrdiff_t>(shares.group_chunk(own) * chunk_size));
      }
    };
    const typename Watched<Combining>::Setup setup{{&cluster, &shares, sharing.quota, &counts},
                                                   put_together};
    auto made = std::make_unique<Solver>(graph, sharing.threads, setup);
    solver = made.get();
    std::atomic<int> asked = 0;
    while (!made->run([&] { return sharing.pauses && asked++ > 0; })) {
      ASSERT_TRUE(made->check());
      // As if it were resumed from a checkpoint, with the other ranks.
      auto again = std::make_unique<Solver>(graph, sharing.threads, setup);
      std::ranges::copy(made->words(), again->words().begin());
      std::ranges::copy(made->marks(), again->marks().begin());
      again->restore(made->level(), made->decided());
      made = std::move(again);
      solver = made.get();
      asked = 0;
    }
    ASSERT_TRUE(made->check());
    const std::lock_guard lock(mutex);
    if (all_counts == nullptr) return;
    all_counts->local += counts.local;
    all_counts->sent += counts.sent;
    all_counts->bytes += counts.bytes;
    all_counts->rounds = counts.rounds;
  });
  return levels;
}

template <class Word>
void expect_same(const Levels<Word>& expected, const Levels<Word>& found) {
  ASSERT_EQ(found.size(), expected.size());
  for (const auto& [level, words] : expected) {
    const auto others = found.find(level);
    ASSERT_NE(others, found.end()) << level;
    ASSERT_EQ(others->second.size(), words.size());
    for (std::uint64_t place = 0; place < words.size(); ++place)
      ASSERT_TRUE(same<Word>(words[place], others->second[place]))
          << "place " << place << " at level " << level;
  }
}

std::vector<Sharing> sharings() {
  std::vector<Sharing> list;
  for (const int ranks : sizes) {
    list.push_back({.ranks = ranks, .threads = 1});
    list.push_back({.ranks = ranks, .threads = 2, .stripes = {.blocks = 1}, .quota = 1});
    list.push_back({.ranks = ranks, .threads = 1, .stripes = {.most_neighbours = 0}, .quota = 1});
    list.push_back({.ranks = ranks, .threads = 1, .quota = 100, .pauses = true});
  }
  return list;
}

// --- Random graphs -------------------------------------------------------------------------------

template <class Word>
class SharedWords : public testing::Test {};
using SharedWordTypes = testing::Types<NarrowWord, WideWord, PlainWord, NarrowPlainWord>;
TYPED_TEST_SUITE(SharedWords, SharedWordTypes);

TYPED_TEST(SharedWords, AreThoseOfOneProcessAfterEveryLevel) {
  using Word = TypeParam;
  for (unsigned seed = 0; seed < 2; ++seed) {
    const test::Taste taste{.forbids = Word::forbids,
                            .any_parity = Word::is_widest,
                            .far = seed == 1 && Word::is_widest};
    const GraphGame game = RandomGraphs(300 + seed, taste)(600);
    const TestGraph graph(game, 61);  // in 36 chunks, most of which have neighbours elsewhere
    const Slices slices{{0, graph.places()}, {graph.places()}};
    const Levels<Word> expected = solve_alone<Word>(graph);
    EXPECT_GT(expected.size(), 20u);
    for (const Sharing& sharing : sharings()) {
      ExchangeCounts counts;
      const auto found = solve_shared<Word>(graph, slices, sharing, &counts);
      ASSERT_NO_FATAL_FAILURE(expect_same<Word>(expected, found)) << sharing.ranks;
      EXPECT_EQ(counts.sent > 0, sharing.ranks > 1);
      EXPECT_EQ(counts.bytes, counts.sent * (sizeof(typename Word::Storage) == 8 ? 8 : 6));
      EXPECT_GE(counts.rounds, expected.size() - 1);
    }
  }
}

TEST(SharedRange, WhatDoesNotFitIsToldByOneRank) {
  GraphGame game;
  using Kind = test::GraphMove::Kind;
  game.moves.push_back({{Kind::exit, -1, -1, 253}, {Kind::exit, -1, -1, 253}});
  for (int i = 1; i < 4; ++i) game.moves.push_back({{Kind::inner, i - 1, -1, 0}});
  const TestGraph graph(game, 2048);
  const Slices slices{{0, graph.places()}, {graph.places()}};
  EXPECT_THROW(solve_shared<NarrowWord>(graph, slices, {.ranks = 3, .threads = 1}), WordTooNarrow);
  game.moves[0] = {{Kind::exit, -1, -1, 32765}, {Kind::exit, -1, -1, 32765}};
  const TestGraph longer(game, 2048);
  EXPECT_EQ(test::error_text<Error>(
                [&] { solve_shared<WideWord>(longer, slices, {.ranks = 3, .threads = 1}); }),
            "This game has positions that are decided only after 32766 plies or more; a table has "
            "no room for such values.");
}

TEST(UpdateRecords, KeepWhatTheyAreMadeOf) {
  const auto check = [](auto record, unsigned most_slot) {
    using Record = decltype(record);
    for (const std::uint64_t place :
         {std::uint64_t{0}, std::uint64_t{0xf0f0f0f0f0}, (std::uint64_t{1} << 40) - 1}) {
      for (const unsigned slot : {0u, most_slot / 2, most_slot}) {
        for (const bool wins : {false, true}) {
          const std::uint64_t packed = Record::pack(place, slot, wins);
          EXPECT_EQ(packed >> 8 * Record::bytes % 64, Record::bytes == 8 ? packed : 0u);
          EXPECT_EQ(Record::place(packed), place);
          EXPECT_EQ(Record::slot(packed), slot);
          EXPECT_EQ(Record::wins(packed), wins);
        }
      }
    }
  };
  check(UpdateRecord<NarrowWord>(), 31);
  check(UpdateRecord<WideWord>(), 255);
  check(UpdateRecord<PlainWord>(), 0);
  EXPECT_EQ(UpdateRecord<NarrowWord>::bytes, 6u);
  EXPECT_EQ(UpdateRecord<WideWord>::bytes, 8u);
  EXPECT_EQ(UpdateRecord<PlainWord>::bytes, 6u);
}

// --- Ostle ---------------------------------------------------------------------------------------

// All groups of a game, each alone and shared.
template <int N, class Word>
void solve_all_groups(const test::SmallGame& game_of, const std::vector<Sharing>& list) {
  using Game = ostle::Ostle<N, PortableBits>;
  const Game game(ostle::parse_parameters(test::spec_of(game_of).parameters));
  SolvedSlices<Game> exits(game);
  std::vector<DenseSet> sets(static_cast<std::size_t>(game.slice_count()));
  for (const auto& group : game.groups()) {
    std::vector<const DenseSet*> members;
    for (const int slice : group) {
      auto& set = sets[static_cast<std::size_t>(slice)];
      set = enumerate_slice(game, slice, 2).set;
      members.push_back(&set);
    }
    const GroupGraph graph(game, group, members, std::as_const(exits));
    Slices slices;
    for (std::size_t i = 0; i < group.size(); ++i) {
      slices.bases.push_back(graph.place(i, 0));
      slices.universes.push_back(game.index_size(group[i]));
    }
    slices.bases.push_back(graph.places());
    const Levels<Word> expected = solve_alone<Word>(graph);
    for (const Sharing& sharing : list) {
      const auto found = solve_shared<Word>(graph, slices, sharing);
      ASSERT_NO_FATAL_FAILURE(expect_same<Word>(expected, found)) << sharing.ranks;
    }
    const auto& words = expected.rbegin()->second;
    for (std::size_t i = 0; i < group.size(); ++i) {
      std::vector<Value> palette;
      std::map<int, PaletteCode> codes;
      const std::uint64_t universe = slices.universes[i];
      for (std::uint64_t index = 0; index < universe; ++index) {
        if (!members[i]->contains(index)) continue;
        const Value value = Word::value(Word(words[graph.place(i, index)]).first());
        const auto code = static_cast<PaletteCode>(palette.size());
        if (codes.try_emplace(value.raw(), code).second) palette.push_back(value);
      }
      ValueArray values(palette, universe);
      for (std::uint64_t index = 0; index < universe; ++index) {
        if (!members[i]->contains(index)) continue;
        const Value value = Word::value(Word(words[graph.place(i, index)]).first());
        values.set(index, codes.at(value.raw()));
      }
      exits.values(group[i]) = std::move(values);
    }
  }
}

TEST(SharedOstle, OnThreeByThreeIsTheSameHoweverItIsShared) {
  for (const bool symmetric : {false, true}) {
    for (const int lose : {0, 1, 2}) {
      ASSERT_NO_FATAL_FAILURE(
          (solve_all_groups<3, NarrowWord>({3, 3, lose, 6, symmetric}, sharings())));
    }
  }
}

TEST(SharedOstle, OnFourByFourIsTheSame) {
  const std::vector<Sharing> list = {
      {.ranks = 2, .threads = 2},
      {.ranks = 3, .threads = 1, .stripes = {.blocks = 1}, .quota = 1},
      {.ranks = 5, .threads = 1, .quota = 3000}};
  for (const bool symmetric : {false, true}) {
    for (const int lose : {0, 1, 2}) {
      ASSERT_NO_FATAL_FAILURE(
          (solve_all_groups<4, NarrowWord>({4, 3, lose, lose == 2 ? 6 : 5, symmetric}, list)));
    }
  }
  ASSERT_NO_FATAL_FAILURE((solve_all_groups<4, WideWord>({4, 3, 1, 5, false}, list)));
}

}  // namespace
}  // namespace zermelo
