// SPDX-License-Identifier: MIT
// The solver's table against the brute force, which shares no code with it: every state of several
// small games (every orientation, every forbidden move), both repetition rules.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "gen/ostle/processor_bits.h"
#include "probe/table.h"
#include "tests/reference/ostle_reference.h"
#include "tests/reference/text_symmetry.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/long_tests.h"
#include "tests/support/program.h"
#include "tests/support/small_game.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using reference::OstleReference;
using reference::recoloured;
using reference::ReferenceMove;
using reference::ReferenceValue;
using reference::TextSymmetry;
using test::SmallGame;

std::string text_of(ReferenceValue v) {
  if (v.outcome == 0) return "draw";
  return to_string(v.outcome > 0 ? Value::win(v.plies) : Value::loss(v.plies));
}

// Keeps a sample of a stream of texts, each with the same chance, and the same ones on every run.
class Sample {
 public:
  explicit Sample(std::size_t size) : size_(size) {}

  void offer(const std::string& text) {
    if (kept_.size() < size_) {
      kept_.push_back(text);
    } else if (const std::uint64_t at = random_() % (seen_ + 1); at < size_) {
      kept_[at] = text;
    }
    ++seen_;
  }
  const std::vector<std::string>& texts() const { return kept_; }

 private:
  std::size_t size_;
  std::uint64_t seen_ = 0;
  std::mt19937_64 random_{20230817};
  std::vector<std::string> kept_;
};

class TableAgreement : public testing::TestWithParam<SmallGame> {
 protected:
  const SmallGame game = GetParam();
  const std::shared_ptr<const Game> rules = make_game(test::spec_of(game));
  const test::TemporaryFolder folder;
  const std::string path = folder.file("table.ztb");

  Table solve() const {
    zermelo::solve(*rules, path, {});
    return Table::open(path);
  }
};

// Everything that needs the brute force, which takes long to build.
class BruteForceComparison {
 public:
  BruteForceComparison(const SmallGame& game, const Table& table)
      : game_(game),
        table_(table),
        reference_({game.size, game.start, game.lose, game.total, game.symmetric}) {}

  // Looks states up in both colours, and keeps a sample for the other comparisons. In a large game,
  // takes one state in 17: one or two of every position, each time with a different forbidden move.
  void every_state() {
    const std::size_t stride = reference_.position_count() > 100000 ? 17 : 1;
    std::size_t states = 0;
    const auto compare = [&](const std::string& text, ReferenceValue expected) {
      sample_.offer(text);
      const std::string& asked = ++states % 5 == 0 ? recoloured(text) : text;
      const Value value = table_.probe(asked);
      ASSERT_EQ(static_cast<int>(value.outcome()), expected.outcome) << asked;
      ASSERT_EQ(value.plies(), expected.plies) << asked;
    };
    reference_.for_each_state(compare, stride);
    EXPECT_GT(states, reference_.position_count() / stride);
  }

  void counts() const {
    const auto expected = reference_.counts();
    const CountReport count = table_.game().count({.threads = 2});
    EXPECT_EQ(count.totals.at("positions"), static_cast<std::uint64_t>(expected.positions));
    EXPECT_EQ(count.totals.at("checkmates"), static_cast<std::uint64_t>(expected.checkmates));
    EXPECT_EQ(count.totals.at("nontrivial_states"),
              static_cast<std::uint64_t>(expected.nontrivial_states));
  }

  void histogram() const {
    const StatsReport stats = table_.stats({.threads = 2}, true);
    std::map<int, long long> found;
    for (const auto& [value, number] : stats.histogram) {
      found[value.raw()] = static_cast<long long>(number);
    }
    EXPECT_EQ(found, reference_.nontrivial_histogram());
  }

  void survey() const {
    const SurveyReport found = table_.survey()({.threads = 2});
    expect_counts(found);
    expect_longest_wins(found);
  }

  // The same set of moves, each worth the same, best first; and where they lead.
  void moves() const {
    ASSERT_FALSE(sample_.texts().empty());
    for (const std::string& state : sample_.texts()) {
      std::map<std::string, std::string> expected, found;
      for (const ReferenceMove& move : reference_.moves(state)) {
        const bool ends = move.next == "win" || move.next == "loss";
        expected[move.text] =
            text_of(move.value) + ": " + (ends ? "" : smallest_image(recoloured(move.next)));
      }
      const auto moves = table_.moves(state);
      for (const MoveValue& move : moves) {
        found[move.move] =
            to_string(move.value) + ": " + (move.result.empty() ? "" : smallest_image(move.result));
      }
      ASSERT_EQ(found, expected) << state;
      const auto worse = [](const MoveValue& a, const MoveValue& b) { return a.value > b.value; };
      ASSERT_TRUE(std::is_sorted(moves.begin(), moves.end(), worse)) << state;
      if (moves.empty()) continue;
      ASSERT_EQ(table_.probe(state), moves.front().value) << state;
    }
  }

  // All eight images, in both colours, have the same value and the images of the same moves.
  void orientations() const {
    for (const std::string& state : sample_.texts()) {
      const Value value = table_.probe(state);
      const auto moves = names(table_.moves(state), TextSymmetry::number(game_.size, 0));
      for (int n = 0; n < 8; ++n) {
        const auto symmetry = TextSymmetry::number(game_.size, n);
        const std::string image = symmetry(state);
        ASSERT_EQ(table_.probe(image), value) << image;
        ASSERT_EQ(table_.probe(recoloured(image)), value) << recoloured(image);
        ASSERT_EQ(names(table_.moves(recoloured(image)), TextSymmetry::number(game_.size, 0)),
                  names(table_.moves(state), symmetry))
            << image;
      }
    }
  }

  // A decided line ends the game in as many plies as the value says, by moves that are allowed.
  void lines() const {
    int decided = 0;
    for (const std::string& state : sample_.texts()) {
      const Value value = table_.probe(state);
      if (value.is_draw() || ++decided > 30) continue;
      const Line line = table_.line(state);
      EXPECT_TRUE(line.complete) << state;
      ASSERT_EQ(static_cast<int>(line.moves.size()), value.plies()) << state;
      const std::string end = played(state, line.moves);
      ASSERT_TRUE(end == "win" || end == "loss") << state << " -> " << end;
      // The last move is the winner's, or the loser's own fault.
      const bool mover_made_it = line.moves.size() % 2 == 1;
      ASSERT_EQ(mover_made_it == (end == "win"), value.is_win()) << state;
    }
    EXPECT_GT(decided, 0);
  }

 private:
  // By state up to symmetry: its value, and whether play can lead to it.
  using ForbiddenStates = std::map<std::string, std::string>;

  // The rules may forbid only one of several moves that are each other's images; it does not matter
  // which.
  void add_state(ForbiddenStates& states, const std::string& text, const std::string& value,
                 bool in_play) const {
    std::string& what = states[smallest_image(text)];
    if (in_play || what.empty()) what = value + (in_play ? ", in play" : "");
  }

  void expect_counts(const SurveyReport& found) const {
    const auto expected = reference_.counts();
    const auto number = [](long long n) { return static_cast<std::uint64_t>(n); };
    EXPECT_EQ(found.positions.total(), number(expected.positions));
    EXPECT_EQ(found.positions.won_at_once, number(expected.checkmates));
    EXPECT_EQ(found.nontrivial_states, number(expected.nontrivial_states));
    const auto expect_same = [&](const PositionCount& count, OstleReference::Unreached brute) {
      EXPECT_EQ(count.won_at_once, number(brute.checkmates));
      EXPECT_EQ(count.others, number(brute.others));
    };
    expect_same(found.without_unrestricted, reference_.without_unrestricted());
    expect_same(found.unreached, reference_.unreached());
    const CountReport count = table_.game().count({.threads = 1}, true);
    ASSERT_EQ(found.slices.size(), count.slices.size());
    for (std::size_t i = 0; i < count.slices.size(); ++i) {
      EXPECT_EQ(found.slices[i].name, count.slices[i].name);
      EXPECT_EQ(found.slices[i].positions.total(), count.slices[i].counts.at("positions"));
      for (std::size_t c = 0; c < count.slices[i].classes.size(); ++c) {
        EXPECT_EQ(found.slices[i].classes[c].positions, count.slices[i].classes[c].positions);
      }
    }
  }

  // Every position of a longest win, and its value when each of its moves is forbidden.
  void expect_longest_wins(const SurveyReport& survey) const {
    std::map<std::string, ForbiddenStates> expected, found;
    std::size_t expected_states = 0;
    for (const auto& states : reference_.longest_wins()) {
      auto& position = expected[smallest_image(states.front().text)];
      for (const auto& s : states) add_state(position, s.text, text_of(s.value), s.reached);
    }
    for (const auto& [position, states] : expected) {
      for (const auto& [text, what] : states) {
        expected_states += what == text_of({1, survey.longest_win}) + ", in play" ? 1u : 0u;
      }
    }
    for (const LongestWin& win : survey.longest) {
      auto& position = found[smallest_image(win.position)];
      add_state(position, win.position, to_string(win.value), win.unrestricted);
      for (const auto& f : win.forbids) {
        add_state(position, win.position + " " + f.move, to_string(f.value), f.in_play);
      }
    }
    EXPECT_FALSE(found.empty());
    EXPECT_EQ(found.size(), survey.longest.size());
    EXPECT_EQ(survey.longest_states.size(), std::min<std::size_t>(expected_states, 100));
    EXPECT_EQ(survey.histogram.at(Value::win(survey.longest_win)), expected_states);
    if (expected_states <= 100) {
      EXPECT_EQ(found.size(), expected.size());
    }
    for (const auto& [position, states] : found) EXPECT_EQ(states, expected[position]) << position;
  }

  static std::set<std::string> names(const std::vector<MoveValue>& moves,
                                     const TextSymmetry& symmetry) {
    std::set<std::string> result;
    for (const MoveValue& m : moves) result.insert(symmetry.move(m.move) + to_string(m.value));
    return result;
  }

  // Where the symmetric rule forbids one of two moves that are each other's images, it does not
  // matter which, so states are compared up to symmetry.
  std::string smallest_image(const std::string& state) const {
    std::string smallest = state;
    for (int n = 1; n < 8; ++n) {
      smallest = std::min(smallest, TextSymmetry::number(game_.size, n)(state));
    }
    return smallest;
  }

  std::string played(std::string state, const std::vector<std::string>& moves) const {
    for (const std::string& move : moves) {
      const auto allowed = reference_.moves(state);
      const auto found = std::find_if(allowed.begin(), allowed.end(),
                                      [&](const ReferenceMove& m) { return m.text == move; });
      if (found == allowed.end()) return "not allowed: " + move + " in " + state;
      if (found->next == "win" || found->next == "loss") return found->next;
      const auto offered = table_.moves(state);
      const auto same = std::find_if(offered.begin(), offered.end(),
                                     [&](const MoveValue& m) { return m.move == move; });
      if (same == offered.end()) return "not offered: " + move + " in " + state;
      state = recoloured(same->result);
    }
    return state;
  }

  const SmallGame game_;
  const Table& table_;
  const OstleReference reference_;
  Sample sample_{500};
};

// The brute force takes ten seconds or more for these.
bool is_large(const SmallGame& g) {
  return (g.size == 4 && g.start == 3 && (g.symmetric || g.total >= 5)) ||
         (g.size == 6 && g.symmetric);
}

TEST_P(TableAgreement, WithTheBruteForce) {
  if (is_large(game) && !test::long_tests()) GTEST_SKIP() << test::takes_long;
  const Table table = solve();
  BruteForceComparison comparison(game, table);
  comparison.every_state();
  if (HasFatalFailure()) return;
  comparison.counts();
  comparison.histogram();
  comparison.survey();
  comparison.moves();
  comparison.orientations();
  comparison.lines();
}

TEST_P(TableAgreement, VerificationPasses) {
  const Table table = solve();
  const VerifyReport report = table.verify({.threads = 2});
  EXPECT_FALSE(report.failure) << *report.failure;
  EXPECT_GT(report.positions, 0u);
}

// Threads, the width of words and the processor's instructions make no difference.
TEST_P(TableAgreement, SameBytesInEveryWay) {
  SolveOptions options;
  options.threads = 1;
  zermelo::solve(*rules, path, options);
  const std::string expected = test::read_whole(path);
  const std::string other = folder.file("other.ztb");
  for (const int threads : {2, 3}) {
    options.threads = threads;
    zermelo::solve(*rules, other, options);
    EXPECT_TRUE(test::read_whole(other) == expected) << threads << " threads";
  }
  options.force_wide_words = true;
  zermelo::solve(*rules, other, options);
  EXPECT_TRUE(test::read_whole(other) == expected) << "wide words";

  std::vector<std::string> solve_verb = {"solve", "ostle", "-o", other};
  for (const auto& [key, value] : rules->spec().parameters) {
    solve_verb.push_back(key + "=" + value);
  }
  const auto outcome =
      test::run_program({.arguments = solve_verb, .environment = {{"ZERMELO_PORTABLE", "1"}}});
  if (ostle::has_portable_code) {
    ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
    EXPECT_TRUE(test::read_whole(other) == expected) << "portable bit operations";
  } else {
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.error.find("needs a processor with BMI2 instructions"), std::string::npos)
        << outcome.error;
  }
}

INSTANTIATE_TEST_SUITE_P(SmallBoards, TableAgreement,
                         testing::Values(SmallGame{3, 3, 1, 6, false}, SmallGame{3, 3, 1, 6, true},
                                         SmallGame{3, 3, 2, 6, false}, SmallGame{3, 3, 0, 6, false},
                                         SmallGame{3, 3, 0, 6, true}, SmallGame{3, 2, 1, 4, false},
                                         SmallGame{4, 2, 1, 4, false}, SmallGame{4, 2, 1, 4, true},
                                         SmallGame{4, 3, 1, 5, false}, SmallGame{4, 3, 1, 5, true},
                                         SmallGame{6, 2, 0, 3, false}),
                         test::name_of_instance);

// The largest games that the brute force can solve in a minute.
INSTANTIATE_TEST_SUITE_P(LargerBoards, TableAgreement,
                         testing::Values(SmallGame{4, 3, 2, 6, false}, SmallGame{4, 3, 2, 6, true},
                                         SmallGame{4, 3, 1, 6, false}, SmallGame{6, 2, 0, 3, true}),
                         test::name_of_instance);

}  // namespace
}  // namespace zermelo
