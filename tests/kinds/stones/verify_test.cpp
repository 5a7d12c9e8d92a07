// SPDX-License-Identifier: MIT
#include "kinds/stones/verify.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "gen/connect/game.h"
#include "gen/mnk/game.h"
#include "kinds/stones/solve.h"
#include "tests/support/edited_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using Lane = std::uint32_t;
using connect::Connect;
using mnk::Mnk;

template <class Game>
std::string complaint(const Game& game, const std::string& path, int threads = 1) {
  return test::complaint_of<StoneVerifier<Game, Lane>>(game, path, threads);
}

template <class Game>
void solve(const Game& game, const std::string& path) {
  // (The code that opens a table compares its game; verifiers are given the game.)
  TableHeader header{{"test", {}}, distance_metric, "test"};
  header.states = TableHeader::States::unforced;
  StoneSolve<Game, Lane>(game, header, path, {}).run();
}

// --- Errors of the solver's own view of the game -------------------------------------------------

// Games whose rules for players are right, but for which the fast solver is given something wrong.
// A table made by it is wrong from end to end, and nothing in it contradicts anything that would be
// found with the solver's own code.
class LinesTooLong : public Mnk {
 public:
  using Mnk::Mnk;
  const Lines& lines() const { return lines_; }

 private:
  Lines lines_{grid(), parameters().k + 1};
};

class LinesTooShort : public Mnk {
 public:
  using Mnk::Mnk;
  const Lines& lines() const { return lines_; }

 private:
  Lines lines_{grid(), parameters().k - 1};
};

// From the third stone on, none may be put on the last square.
class SquareForgotten : public Mnk {
 public:
  using Mnk::Mnk;
  Squares next_stones(Squares shape) const {
    const Squares all = Mnk::next_stones(shape);
    return count_bits(shape) >= 2 ? all & ~bit_of(cells() - 1) : all;
  }
};

class SymmetryForgotten : public Mnk {
 public:
  using Mnk::Mnk;
  std::span<const GridSymmetry> cell_symmetries() const {
    return Mnk::cell_symmetries().subspan(0, 2);
  }
};

template <class Broken>
void expect_refused(const mnk::Parameters& parameters) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  const Broken broken(parameters);
  const Mnk right(parameters);
  solve(broken, path);
  EXPECT_NE(complaint(broken, path), "") << "read as it was made";
  EXPECT_NE(complaint(right, path), "") << "read as it should have been made";
}

TEST(StoneVerifierTableTest, KernelsThatAreWrongInTheSameWayAreFound) {
  for (const mnk::Parameters& p : {mnk::Parameters{3, 3, 3}, mnk::Parameters{4, 3, 3}}) {
    expect_refused<LinesTooLong>(p);
    expect_refused<LinesTooShort>(p);
    expect_refused<SquareForgotten>(p);
    expect_refused<SymmetryForgotten>(p);
  }
}

TEST(StoneVerifierTableTest, TheTableOfAnotherGameIsFound) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("t.ztb");
  const Connect right({.columns = 4, .rows = 4, .line = 4}),
      other({.columns = 4, .rows = 4, .line = 3});
  solve(other, path);
  EXPECT_NE(complaint(right, path), "");
  solve(right, path + "2");
  EXPECT_EQ(complaint(right, path + "2", 4), "");
}

// --- Errors in a table ---------------------------------------------------------------------------

template <class Game>
class PlantedStoneErrors : public testing::Test {
 protected:
  void SetUp() override { solve(game_, good_); }

  using Edit = std::function<bool(SliceRecord&, std::vector<test::StoneRun>&)>;
  void expect_found(const char* what, const Edit& edit) const {
    const auto plant = [&](std::size_t chosen) {
      bool done = false;
      test::rewrite_stones<Game, Lane>(
          game_, good_, bad_,
          [&](std::size_t slice, SliceRecord& record, std::vector<test::StoneRun>& runs) {
            if (slice == chosen) done = edit(record, runs);
          });
      return done;
    };
    test::expect_found_in_every_slice(what, good_, plant, [&] { return complaint(game_, bad_); });
  }
  // Another value of the palette.
  static void change(const SliceRecord& record, std::uint32_t& value) {
    value = static_cast<std::uint32_t>((value + 1) % record.palette.size());
  }

  static Game game();
  const Game game_ = game();
  const test::TemporaryFolder folder_;
  const std::string good_ = folder_.file("good.ztb"), bad_ = folder_.file("bad.ztb");
};

template <>
Mnk PlantedStoneErrors<Mnk>::game() {
  return Mnk({4, 3, 3});
}
template <>
Connect PlantedStoneErrors<Connect>::game() {
  return Connect({.columns = 4, .rows = 4, .line = 4});
}

using Games = testing::Types<Mnk, Connect>;
TYPED_TEST_SUITE(PlantedStoneErrors, Games);

TYPED_TEST(PlantedStoneErrors, AnUnchangedCopyIsRight) {
  test::rewrite_stones<TypeParam, Lane>(this->game_, this->good_, this->bad_,
                                        [](std::size_t, SliceRecord&, auto&) {});
  EXPECT_EQ(complaint(this->game_, this->bad_), "");
}

TYPED_TEST(PlantedStoneErrors, WrongValues) {
  for (const double place : {0.0, 0.37, 0.999}) {
    this->expect_found("value", [&](SliceRecord& record, std::vector<test::StoneRun>& runs) {
      if (runs.empty() || record.palette.size() < 2) return false;
      auto& run = runs[static_cast<std::size_t>(place * static_cast<double>(runs.size()))];
      const auto size = static_cast<double>(run.values.size());
      this->change(record, run.values[static_cast<std::size_t>(place * size)]);
      return true;
    });
  }
  this->expect_found("palette", [&](SliceRecord& record, std::vector<test::StoneRun>&) {
    if (record.palette.empty()) return false;
    record.palette.back() =
        Value::from_raw(static_cast<std::int16_t>(record.palette.back().raw() + 1));
    return true;
  });
  this->expect_found("long value", [&](SliceRecord& record, std::vector<test::StoneRun>&) {
    if (record.palette.empty()) return false;
    record.palette.back() = Value::win(1000);
    return true;
  });
}

TYPED_TEST(PlantedStoneErrors, MissingValues) {
  for (const bool honest : {false, true}) {
    for (const bool last : {false, true}) {
      this->expect_found("run", [&](SliceRecord& record, std::vector<test::StoneRun>& runs) {
        if (runs.size() < 2) return false;
        const auto gone = last ? runs.end() - 1 : runs.begin();
        if (honest) record.members -= gone->values.size();
        runs.erase(gone);
        return true;
      });
    }
  }
}

TYPED_TEST(PlantedStoneErrors, WrongStatistics) {
  using Runs = std::vector<test::StoneRun>;
  this->expect_found("positions", [](SliceRecord& r, Runs&) { return ++r.positions > 0; });
  this->expect_found("indices", [](SliceRecord& r, Runs&) { return ++r.indices > 0; });
  this->expect_found("members", [](SliceRecord& r, Runs&) { return ++r.members > 0; });
  this->expect_found("histogram", [](SliceRecord& r, Runs&) {
    if (r.histogram.size() < 2) return false;
    --r.histogram.begin()->second;
    ++r.histogram.rbegin()->second;
    return true;
  });
  this->expect_found("longest", [](SliceRecord& r, Runs&) {
    if (r.longest.empty()) return false;
    r.longest.pop_back();
    return true;
  });
}

}  // namespace
}  // namespace zermelo
