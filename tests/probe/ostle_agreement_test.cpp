// SPDX-License-Identifier: MIT
// The solver's table against the brute force, which shares no code with it: every state of several
// small games (every orientation, every forbidden move), both repetition rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "probe/table.h"
#include "tests/reference/ostle_reference.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

struct SmallGame {
  int size, start, lose, total;
  bool symmetric;
};

void PrintTo(const SmallGame& g, std::ostream* out) {
  *out << "size=" << g.size << " start=" << g.start << " lose=" << g.lose << " total=" << g.total
       << (g.symmetric ? " symmetric" : " exact");
}

GameSpec spec_of(const SmallGame& g) {
  return {"ostle",
          {{"size", std::to_string(g.size)},
           {"start", std::to_string(g.start)},
           {"lose", std::to_string(g.lose)},
           {"total", std::to_string(g.total)},
           {"repetition", g.symmetric ? "symmetric" : "exact"}}};
}

// The same state with the colours exchanged.
std::string recoloured(std::string text) {
  const auto space = text.find(' ');
  for (std::size_t i = 0; i <= space + 1; ++i) {
    if (text[i] == 'b') {
      text[i] = 'w';
    } else if (text[i] == 'w') {
      text[i] = 'b';
    }
  }
  return text;
}

class TableAgreement : public testing::TestWithParam<SmallGame> {
 protected:
  const SmallGame game = GetParam();
  const reference::OstleReference reference{
      {game.size, game.start, game.lose, game.total, game.symmetric}};
  const std::unique_ptr<Engine> engine = make_engine(spec_of(game));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");

  Table solve(const SolveOptions& options = {}) const {
    engine->solve(path, options);
    return Table::open(path);
  }
};

TEST_P(TableAgreement, EveryStateHasTheBruteForcesValue) {
  const Table table = solve();
  std::size_t states = 0;
  reference.for_each_state([&](const std::string& text, reference::ReferenceValue expected) {
    const std::string& asked = ++states % 5 == 0 ? recoloured(text) : text;
    const Value value = table.probe(asked);
    ASSERT_EQ(static_cast<int>(value.outcome()), expected.outcome) << asked;
    ASSERT_EQ(value.plies(), expected.plies) << asked;
  });
  EXPECT_GT(states, reference.position_count());
}

TEST_P(TableAgreement, CountsAndHistogramAgree) {
  const auto expected = reference.counts();
  const CountReport count = engine->count(false, 2, {});
  EXPECT_EQ(count.positions, static_cast<std::uint64_t>(expected.positions));
  EXPECT_EQ(count.checkmates, static_cast<std::uint64_t>(expected.checkmates));
  EXPECT_EQ(count.nontrivial_states, static_cast<std::uint64_t>(expected.nontrivial_states));
  const Table table = solve();
  std::map<int, long long> histogram;
  for (const auto& [value, number] : engine->stats(table.file(), true, 2, {}).histogram) {
    histogram[value.raw()] = static_cast<long long>(number);
  }
  EXPECT_EQ(histogram, reference.nontrivial_histogram());
}

TEST_P(TableAgreement, VerificationPasses) {
  const Table table = solve();
  const VerifyReport report = engine->verify(table.file(), 2, {});
  EXPECT_FALSE(report.failure) << *report.failure;
  EXPECT_GT(report.positions, 0u);
}

TEST_P(TableAgreement, WideWordsGiveTheSameValues) {
  SolveOptions options;
  options.force_wide_words = true;
  options.threads = 3;
  const Table wide = solve(options);
  const test::TemporaryFolder other;
  engine->solve(other.file("narrow.ztb"), {});
  const MappedFile a(path), b(other.file("narrow.ztb"));
  EXPECT_TRUE(std::ranges::equal(a.bytes(), b.bytes()));
}

INSTANTIATE_TEST_SUITE_P(SmallBoards, TableAgreement,
                         testing::Values(SmallGame{3, 3, 1, 6, false}, SmallGame{3, 3, 1, 6, true},
                                         SmallGame{3, 3, 2, 6, false}, SmallGame{3, 3, 0, 6, false},
                                         SmallGame{3, 3, 0, 6, true}, SmallGame{3, 2, 1, 4, false},
                                         SmallGame{4, 2, 1, 4, false}, SmallGame{4, 2, 1, 4, true},
                                         SmallGame{4, 3, 1, 5, false}));

}  // namespace
}  // namespace zermelo
