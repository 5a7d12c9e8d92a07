// SPDX-License-Identifier: MIT
#include "kinds/ranked/verify.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "gen/connect/game.h"
#include "kinds/ranked/solve.h"
#include "symbolic/bdd/bdd.h"
#include "tests/support/edited_table.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::symbolic {
namespace {

class PlantedOutcomeErrors : public testing::Test {
 protected:
  static constexpr connect::Parameters parameters{.columns = 3, .rows = 3, .line = 3};

  PlantedOutcomeErrors() { solve(parameters, good_); }

  static void solve(const connect::Parameters& game, const std::string& path) {
    HybridOptions options;
    options.memory = 64 << 20;
    options.threads = 2;
    options.creator = "test";
    options.table = path;
    solve_hybrid(game, options);
  }

  std::string complaint(const std::string& path) const {
    return test::complaint_of<OutcomeVerifier<connect::Connect>>(game_, path);
  }

  using Edit = std::function<bool(SliceRecord&, test::OutcomeSlice&)>;
  void expect_found(const char* what, const Edit& edit) const {
    const auto plant = [&](std::size_t chosen) {
      bool done = false;
      test::rewrite_outcomes(game_.cells(), good_, bad_,
                             [&](std::size_t slice, SliceRecord& record, auto& contents) {
                               if (slice == chosen) done = edit(record, contents);
                             });
      return done;
    };
    test::expect_found_in_every_slice(what, good_, plant, [&] { return complaint(bad_); });
  }

  // The same outcomes, with the members that `members` makes from the existing ones.
  void expect_members_found(const char* what,
                            const std::function<bool(std::set<StateBits>&)>& members) const {
    const int variables = parameters.columns * (parameters.rows + 1);
    expect_found(what, [&](SliceRecord& record, test::OutcomeSlice& contents) {
      std::set<StateBits> states;
      for (std::uint64_t rank = 0; rank < contents.members.size(); ++rank)
        states.insert(contents.members.unrank(rank));
      if (!members(states) || states.empty()) return false;
      const BddManager manager(variables, {.memory = 64 << 20, .threads = 1});
      Bdd all;
      for (const StateBits state : states) {
        Bdd one = Bdd::constant(true);
        for (int k = 0; k < variables; ++k) one &= Bdd::literal(2 * k, bit_at(state, k));
        all |= one;
      }
      const FrozenBdd frozen(all, variables);
      OutcomeVector outcomes(frozen.size());
      {
        OutcomeVector::Writer writer(outcomes);
        for (std::uint64_t rank = 0; rank < frozen.size(); ++rank) {
          const StateBits state = frozen.unrank(rank);
          const bool was = contents.members.contains(state);
          writer.write(
              rank, was ? contents.outcomes.at(contents.members.rank(state)) : OutcomeVector::draw);
        }
      }
      record.positions += frozen.size() - contents.members.size();
      record.members += frozen.size() - contents.members.size();
      all = {};
      contents.members = FrozenBdd(frozen.bytes());
      contents.outcomes = std::move(outcomes);
      return true;
    });
  }

  const connect::Connect game_{parameters};
  const test::TemporaryFolder folder_;
  const std::string good_ = folder_.file("good.ztb"), bad_ = folder_.file("bad.ztb");
};

TEST_F(PlantedOutcomeErrors, AnUnchangedCopyIsRight) {
  EXPECT_EQ(complaint(good_), "");
  test::rewrite_outcomes(game_.cells(), good_, bad_, [](std::size_t, SliceRecord&, auto&) {});
  EXPECT_EQ(complaint(bad_), "");
}

TEST_F(PlantedOutcomeErrors, WrongOutcomes) {
  for (const double place : {0.0, 0.37, 0.62, 0.999}) {
    expect_found("outcome", [&](SliceRecord&, test::OutcomeSlice& contents) {
      const auto& old = contents.outcomes;
      if (old.size() == 0) return false;
      const auto wrong = static_cast<std::uint64_t>(place * static_cast<double>(old.size()));
      OutcomeVector outcomes(old.size());
      {
        OutcomeVector::Writer writer(outcomes);
        for (std::uint64_t rank = 0; rank < old.size(); ++rank) {
          const unsigned code = old.at(rank);
          writer.write(rank, static_cast<OutcomeVector::Code>(rank == wrong ? code % 3 + 1 : code));
        }
      }
      contents.outcomes = std::move(outcomes);
      return true;
    });
  }
}

TEST_F(PlantedOutcomeErrors, MissingAndSurplusMembers) {
  expect_members_found("the first is missing", [](std::set<StateBits>& states) {
    return states.size() > 1 && states.erase(*states.begin()) > 0;
  });
  expect_members_found("the last is missing", [](std::set<StateBits>& states) {
    return states.size() > 1 && states.erase(*states.rbegin()) > 0;
  });
  // With other colours it is a board that play cannot lead to, or one that is there already.
  expect_members_found("one is too many", [](std::set<StateBits>& states) {
    for (const StateBits state : states) {
      const auto [first, second] = connect_stones(parameters, state);
      if (states.insert(connect_state(parameters, second, first)).second) return true;
    }
    return false;
  });
  // A full board of black stones.
  expect_members_found("one is not a board of the slice", [](std::set<StateBits>& states) {
    return states.insert(~StateBits{0} << (64 - parameters.columns * (parameters.rows + 1))).second;
  });
}

TEST_F(PlantedOutcomeErrors, WrongStatistics) {
  expect_found("positions", [](SliceRecord& r, auto&) { return ++r.positions > 0; });
  expect_found("members", [](SliceRecord& r, auto&) { return ++r.members > 0; });
  expect_found("histogram", [](SliceRecord& r, auto&) {
    if (r.histogram.size() < 2) return false;
    --r.histogram.begin()->second;
    ++r.histogram.rbegin()->second;
    return true;
  });
}

TEST_F(PlantedOutcomeErrors, SwappedSlices) {
  std::vector<test::OutcomeSlice> slices;
  std::vector<SliceRecord> records;
  test::rewrite_outcomes(game_.cells(), good_, bad_,
                         [&](std::size_t, SliceRecord& record, test::OutcomeSlice& contents) {
                           records.push_back(record);
                           slices.push_back(contents);
                         });
  std::swap(slices[4], slices[5]);
  std::swap(records[4], records[5]);
  test::rewrite_outcomes(game_.cells(), good_, bad_,
                         [&](std::size_t slice, SliceRecord& record, auto& contents) {
                           record = records[slice];
                           contents = slices[slice];
                         });
  EXPECT_NE(complaint(bad_), "");
}

TEST_F(PlantedOutcomeErrors, AnotherGameBehindThisHeader) {
  solve({.columns = 3, .rows = 3, .line = 2}, bad_);
  EXPECT_NE(complaint(bad_), "");
}

// What the game tells its solvers does not matter: whether the hybrid and the stones' kernels are
// right does not depend on the moves.
TEST_F(PlantedOutcomeErrors, OnlyTheMovesCount) {
  struct WrongForKernels : connect::Connect {
    using Connect::Connect;
    const Lines& lines() const { return short_; }
    Squares next_stones(Squares) const { return 0; }
    Lines short_{{3, 3}, 2};
  };
  const WrongForKernels game(parameters);
  EXPECT_EQ(test::complaint_of<OutcomeVerifier<WrongForKernels>>(game, good_), "");
}

}  // namespace
}  // namespace zermelo::symbolic
