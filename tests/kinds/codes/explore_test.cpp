// SPDX-License-Identifier: MIT
#include "kinds/codes/explore.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "gen/bddl/game.h"
#include "gen/bddl/spec.h"
#include "gen/notakto/game.h"
#include "tests/support/bddl_games.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

// Saves an explorer and puts a new one in its place.
template <class Game>
class Disturbed {
 public:
  Disturbed(const Game& game, std::uint64_t space) : game_(game), limit_(space) { anew(); }

  Explorer<Game>& explorer() { return *explorer_; }
  void interrupt() {
    const std::string path = folder_.file("checkpoint");
    const RunState state = explorer_->save();
    write_checkpoint(path, "", state.arrays, 2);
    const SavedRun saved(std::make_unique<const Checkpoint>(path), {}, state.numbers, nullptr, 2);
    anew();
    explorer_->restore(saved);
  }

 private:
  void anew() {
    explorer_.reset();
    space_ = std::make_unique<CodeSpace>(limit_, folder_.file("."));
    explorer_ = std::make_unique<Explorer<Game>>(game_, game_.symmetries(), *space_,
                                                 Explorer<Game>::Finished::ignored, 2);
  }
  const Game& game_;
  std::uint64_t limit_;
  const test::TemporaryFolder folder_;
  std::unique_ptr<CodeSpace> space_;
  std::unique_ptr<Explorer<Game>> explorer_;
};

using Layers = std::vector<std::vector<std::byte>>;
Layers bytes_of(const std::vector<ExploredLayer>& layers) {
  Layers bytes;
  for (const ExploredLayer& layer : layers) bytes.push_back(layer.positions.to_bytes());
  return bytes;
}

// Interrupts, again and again, after a number of calls that ask whether to pause, and counts how
// often that was in the middle of a layer.
template <class Game>
int expect_the_same(const Game& game, int questions, std::uint64_t space) {
  Disturbed<Game> undisturbed(game, 0), disturbed(game, space);
  const Layers expected = bytes_of(undisturbed.explorer().run([] {}));
  int inside = 0;
  while (!disturbed.explorer().done()) {
    std::atomic<int> left = questions;
    if (!disturbed.explorer().explore_layer([&] { return --left < 0; })) ++inside;
    disturbed.interrupt();
  }
  EXPECT_EQ(disturbed.explorer().positions(), undisturbed.explorer().positions());
  EXPECT_TRUE(bytes_of(disturbed.explorer().take_layers()) == expected);
  return inside;
}

TEST(Explorer, GoesOnInTheMiddleOfALayer) {
  const notakto::Notakto game({.rows = 5, .columns = 5});
  for (const int questions : {1, 2, 5}) EXPECT_GT(expect_the_same(game, questions, 0), 0);
  EXPECT_GT(expect_the_same(game, 2, 8), 0) << "with lists on disk";
}

TEST(Explorer, GoesOnInAGameWithOneLayer) {
  const bddl::BddlGame game(bddl::GridRules(
      bddl::ground(bddl::tree_of(test::bddl_spec(test::shipped_games / "pursuer/4x4-1-2.bddl")))));
  ASSERT_FALSE(game.is_layered());
  for (const int questions : {1, 2, 5}) EXPECT_GT(expect_the_same(game, questions, 0), 0);
  EXPECT_GT(expect_the_same(game, 1, 8), 0) << "with lists on disk";
}

}  // namespace
}  // namespace zermelo
