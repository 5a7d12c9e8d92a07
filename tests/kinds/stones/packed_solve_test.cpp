// SPDX-License-Identifier: MIT
// Solves whose layers are packed: the same bytes as without, also when they are stopped.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <string>

#include "gen/connect/game.h"
#include "gen/error.h"
#include "gen/mnk/game.h"
#include "kinds/stones/solve.h"
#include "kinds/stones/stone_memory.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

class PackedSolve : public testing::Test {
 protected:
  const test::TemporaryFolder folder;

  template <class Game>
  SolveReport solve(const Game& game, const std::string& path, StonePacking packing,
                    const SolveOptions& options = {}) const {
    TableHeader header{{"test", {}}, distance_metric, "test"};
    header.states = TableHeader::States::unforced;
    return StoneSolve<Game, std::uint32_t>(game, header, path, options, {}, packing).run();
  }
  template <class Game>
  void expect_same_bytes(const Game& game) const {
    const std::string plain = folder.file("plain.ztb"), packed = folder.file("packed.ztb");
    SolveOptions options;
    options.force = true;
    const SolveReport expected = solve(game, plain, {}, options);
    // All layers that can be; some of them; shapes unpacked anew each time, and kept.
    for (const std::uint64_t most : {0, 3000, 20'000}) {
      for (const std::uint64_t cache : {0, 1 << 24}) {
        options.threads = cache == 0 ? 1 : 3;
        const SolveReport report = solve(game, packed, {most, cache}, options);
        EXPECT_EQ(report.positions, expected.positions);
        EXPECT_EQ(report.members, expected.members);
        EXPECT_TRUE(test::read_whole(packed) == test::read_whole(plain)) << most << ' ' << cache;
      }
    }
  }
};

TEST_F(PackedSolve, ConnectFourHasTheSameBytes) {
  expect_same_bytes(connect::Connect({.columns = 4, .rows = 4, .line = 4}));
  expect_same_bytes(connect::Connect({.columns = 4, .rows = 4, .line = 3}));
  expect_same_bytes(connect::Connect({.columns = 3, .rows = 5, .line = 3}));
  expect_same_bytes(connect::Connect({.columns = 5, .rows = 3, .line = 4}));
}

TEST_F(PackedSolve, LinesOnAGridHaveTheSameBytes) {
  expect_same_bytes(mnk::Mnk({.m = 4, .n = 3, .k = 3}));
  expect_same_bytes(mnk::Mnk({.m = 3, .n = 4, .k = 4}));
}

TEST_F(PackedSolve, StoppedAgainAndAgainHasTheSameBytes) {
  const connect::Connect game({.columns = 4, .rows = 4, .line = 4});
  solve(game, folder.file("plain.ztb"), {});
  const std::string path = folder.file("packed.ztb");
  int stops = 0;
  for (bool done = false; !done;) {
    std::atomic<bool> stop = false;
    int left = 2 + stops;
    SolveOptions options;
    options.resume = true;
    options.checkpoint_seconds = stops % 2 == 0 ? 0 : 300;
    options.stop = &stop;
    options.progress = [&](const SolveProgress&) {
      if (--left <= 0) stop = true;
    };
    try {
      // (How layers are packed is that of the run that was begun.)
      solve(game, path, {stops == 0 ? 3000u : 50'000u, 1 << 20}, options);
      done = true;
    } catch (const Interrupted&) {
      ++stops;
    }
  }
  EXPECT_GT(stops, 3);
  EXPECT_TRUE(test::read_whole(path) == test::read_whole(folder.file("plain.ztb")));
}

TEST(StonePlan, PacksOnlyWhatDoesNotFitOtherwise) {
  const connect::Connect game({.columns = 6, .rows = 5, .line = 4});
  const std::uint64_t plain = stone_memory(game, StoneWork::solving);
  EXPECT_FALSE(stone_packing(game, plain).packs(25, layer_size(game, 25)));
  const std::uint64_t gibibyte = std::uint64_t{1} << 30;
  const StonePacking packing = stone_packing(game, gibibyte);
  EXPECT_TRUE(packing.packs(25, layer_size(game, 25)));
  EXPECT_FALSE(packing.packs(12, layer_size(game, 12)));
  EXPECT_FALSE((StonePacking{0, 0}.packs(10, 1000)));  // without rows to tell apart
  EXPECT_LE(stone_memory(game, StoneWork::solving, packing), gibibyte);
  EXPECT_GT(plain, 3 * gibibyte);
  // Six by six, on a machine of 24 GiB.
  const connect::Connect large({.columns = 6, .rows = 6, .line = 4});
  EXPECT_LE(stone_memory(large, StoneWork::solving, stone_packing(large, 20 * gibibyte)),
            20 * gibibyte);
}

}  // namespace
}  // namespace zermelo
