// SPDX-License-Identifier: MIT
// Whole tables of games of one's own: solved, read, verified, interrupted.
#include "kinds/own/solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "probe/own_game.h"
#include "probe/table.h"
#include "tablebase/job/checkpoint.h"
#include "tests/kinds/own/random_rules.h"
#include "tests/support/bytes_of_file.h"
#include "tests/support/error_text.h"
#include "tests/support/temporary_folder.h"

namespace zermelo {
namespace {

using own_test::GraphHelp;
using own_test::GraphKind;
using own_test::GraphRules;
using own_test::RandomGraph;

template <GraphKind kind, GraphHelp help = GraphHelp::none>
std::shared_ptr<const Game> graph_game(std::uint64_t seed) {
  return make_own_game(own_game_opener<GraphRules<kind, help>>(), {{"seed", std::to_string(seed)}},
                       "random");
}

// What a table should say of a node, for its mover.
Value expected_value(const RandomGraph& graph, const std::vector<int>& values, std::size_t node) {
  const int own = graph.nodes[node].mover == 0 ? values[node] : -values[node];
  return Value::of_score(own);
}

template <GraphKind kind, GraphHelp help = GraphHelp::none>
void compare_tables(int graphs) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("graph.ztb");
  for (int seed = 0; seed < graphs; ++seed) {
    const RandomGraph graph(static_cast<std::uint64_t>(seed), kind);
    const std::vector<int> values = graph.values(kind);
    const auto game = graph_game<kind, help>(static_cast<std::uint64_t>(seed));
    solve(*game, path, {.force = true});
    const Table table = Table::open(path, game);
    EXPECT_EQ(table.verify().failure, std::nullopt);
    const auto walk = table.walk(1);
    std::vector<PositionValue> block;
    std::uint64_t found = 0;
    while (walk->next(block)) {
      for (const PositionValue& p : block) {
        const auto node = static_cast<std::size_t>(std::stoi(p.position));
        const Value expected = expected_value(graph, values, node);
        ASSERT_EQ(p.value, expected) << "graph " << seed << ", node " << node;
        ASSERT_EQ(table.probe(p.position), expected);
        const std::vector<MoveValue> moves = table.moves(p.position);
        ASSERT_EQ(moves.front().value, expected);
        ++found;
      }
    }
    EXPECT_EQ(found, table.info().values);
  }
}

TEST(OwnTables, OfPlies) { compare_tables<GraphKind::plies>(40); }
TEST(OwnTables, OfScores) { compare_tables<GraphKind::scores>(40); }
TEST(OwnTables, OfPuzzles) { compare_tables<GraphKind::puzzle>(40); }

TEST(OwnTables, OfPuzzlesInLayersOfWideStates) {
  compare_tables<GraphKind::puzzle, GraphHelp::wide_layer>(20);
}
TEST(OwnTables, OfPliesInLayersOfWideStates) {
  compare_tables<GraphKind::plies, GraphHelp::wide_layer>(20);
}
TEST(OwnTables, OfScoresInLayersOfWideStates) {
  compare_tables<GraphKind::scores, GraphHelp::wide_layer>(20);
}

std::string bytes_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Every way of solving writes the table that the plainest one writes.
template <GraphKind kind>
void compare_ways(int graphs) {
  const test::TemporaryFolder folder;
  const std::string plain = folder.file("plain.ztb"), path = folder.file("graph.ztb");
  for (int i = 0; i < graphs; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    const int threads = 1 + i % 3;
    solve(*graph_game<kind>(seed), plain, {.force = true});
    solve(*graph_game<kind, GraphHelp::unmoves>(seed), path, {.threads = threads, .force = true});
    ASSERT_TRUE(bytes_of(path) == bytes_of(plain)) << "unmoves, graph " << seed;
    solve(*graph_game<kind, GraphHelp::layer>(seed), path, {.threads = threads, .force = true});
    ASSERT_TRUE(bytes_of(path) == bytes_of(plain)) << "layer, graph " << seed;
  }
}

TEST(OwnWays, WriteTheSameTablesOfPlies) { compare_ways<GraphKind::plies>(60); }
TEST(OwnWays, WriteTheSameTablesOfScores) { compare_ways<GraphKind::scores>(60); }
TEST(OwnWays, WriteTheSameTablesOfPuzzles) { compare_ways<GraphKind::puzzle>(60); }

// Rules whose `unmoves` or `layer` is wrong at one state that random play hardly meets: the end of
// a chain of a thousand, at each of whose states play may go on or end.
template <bool has_unmoves>
class LongChain {
 public:
  struct State {
    std::uint8_t low, high;
  };
  static constexpr const char* name = "long-chain";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 2;
  static constexpr int length = 1000, drawn = 2000, won = 2001;

  explicit LongChain(const ParameterTexts& texts) : fault_(texts.at("fault")) {}

  State start() const { return state(0); }
  std::optional<int> result(const State& s) const {
    if (number(s) == drawn) return 0;
    return number(s) == won ? std::optional(1) : std::nullopt;
  }
  int mover(const State& s) const { return number(s) % 2; }
  void moves(const State& s, std::vector<std::uint64_t>& moves) const {
    moves.push_back(0);
    if (number(s) < length) moves.push_back(1);
  }
  State play(const State& s, std::uint64_t move) const {
    if (number(s) == length) return state(won);
    return state(move == 0 ? drawn : number(s) + 1);
  }
  std::string text(const State& s) const { return std::to_string(number(s)); }

  std::vector<State> unmoves(const State& s) const requires has_unmoves {
    const int n = number(s);
    std::vector<State> befores;
    if (n == won) befores.push_back(state(length));
    for (int i = 0; n == drawn && i < length; ++i) befores.push_back(state(i));
    if (n > 0 && n <= length && (n != length || fault_ != "lacks")) befores.push_back(state(n - 1));
    if (n == length && fault_ == "has") befores.push_back(state(n - 2));
    return befores;
  }
  int layer(const State& s) const requires(!has_unmoves) {
    const int n = number(s);
    return n == length && fault_ == "falls" ? 1 : n;
  }

 private:
  static State state(int n) {
    return {static_cast<std::uint8_t>(n % 256), static_cast<std::uint8_t>(n / 256)};
  }
  static int number(const State& s) { return s.low + 256 * s.high; }
  std::string fault_;
};

template <bool has_unmoves>
std::string failure_of(const std::string& fault) {
  const test::TemporaryFolder folder;
  const auto game =
      make_own_game(own_game_opener<LongChain<has_unmoves>>(), {{"fault", fault}}, "chain");
  try {
    solve(*game, folder.file("chain.ztb"));
  } catch (const RulesError& error) {
    EXPECT_FALSE(std::filesystem::exists(folder.file("chain.ztb")));
    return error.what();
  }
  return "";
}

TEST(OwnWays, AFaultThatTheTrialDoesNotMeetGivesNoTable) {
  EXPECT_EQ(failure_of<true>("none"), "");
  EXPECT_EQ(failure_of<false>("none"), "");
  EXPECT_EQ(failure_of<true>("lacks"),
            "chain: unmoves at 1000: it lacks hex:e703, from which a move leads there.");
  EXPECT_EQ(failure_of<true>("has"),
            "chain: unmoves at 1000: it has hex:e603, from which no move leads there.");
  EXPECT_EQ(failure_of<false>("falls"),
            "chain: layer at 999: it is 999, and a move leads to hex:e803, where it is only 1.");
}

// Wythoff's game on two large heaps: states of 24 bytes that take more than 63 bits, so that tables
// know them by hashes.
class WideHeaps {
 public:
  struct State {
    std::array<std::uint8_t, 24> bytes;
  };
  static constexpr const char* name = "wide-heaps";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 256;

  static State state(unsigned a, unsigned b, int mover) {
    State s{};
    std::uint64_t random = a * 64u + b * 2u + static_cast<unsigned>(mover);
    s.bytes = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b),
               static_cast<std::uint8_t>(mover)};
    for (std::size_t i = 3; i < s.bytes.size(); ++i) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      s.bytes[i] = static_cast<std::uint8_t>(random >> 56);
    }
    return s;
  }
  State start() { return state(20, 25, 0); }
  std::optional<int> result(const State& s) {
    if (s.bytes[0] != 0 || s.bytes[1] != 0) return std::nullopt;
    return s.bytes[2] == 0 ? -1 : 1;
  }
  int mover(const State& s) { return s.bytes[2]; }
  void moves(const State& s, std::vector<std::uint64_t>& moves) {
    for (std::uint64_t a = 0; a <= s.bytes[0]; ++a) {
      for (std::uint64_t b = 0; b <= s.bytes[1]; ++b) {
        const bool legal = (a == 0) != (b == 0) || (a == b && a > 0);
        if (legal) moves.push_back(a << 8 | b);
      }
    }
  }
  State play(const State& s, std::uint64_t move) {
    return state(s.bytes[0] - static_cast<unsigned>(move >> 8),
                 s.bytes[1] - static_cast<unsigned>(move & 255), 1 - s.bytes[2]);
  }
  std::string text(const State& s) {
    return std::to_string(s.bytes[0]) + "," + std::to_string(s.bytes[1]) + "," +
           std::to_string(s.bytes[2]);
  }
  std::optional<State> parse(std::string_view text) {
    unsigned a = 0, b = 0;
    int mover = 0;
    if (std::sscanf(std::string(text).c_str(), "%u,%u,%d", &a, &b, &mover) != 3)
      return std::nullopt;
    return state(a, b, mover);
  }
};

TEST(OwnTables, StatesThatNeedMoreThan63BitsAreKnownByHashes) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("heaps.ztb");
  const auto game = make_own_game(own_game_opener<WideHeaps>(), {}, "heaps");
  solve(*game, path);
  const Table table = Table::open(path, game);
  EXPECT_EQ(table.verify().failure, std::nullopt);
  EXPECT_TRUE(table.probe("1,2,0").is_loss());  // Wythoff's cold positions
  EXPECT_TRUE(table.probe("3,5,1").is_loss());
  EXPECT_TRUE(table.probe("12,20,0").is_loss());
  EXPECT_TRUE(table.probe("12,19,0").is_win());
  EXPECT_THROW(table.walk(1), UsageError);

  // Mining finds the states by playing again.
  std::set<std::array<unsigned, 3>> reached;
  std::vector<std::array<unsigned, 3>> waiting = {{20, 25, 0}};
  while (!waiting.empty()) {
    const auto [a, b, mover] = waiting.back();
    waiting.pop_back();
    if ((a == 0 && b == 0) || !reached.insert({a, b, mover}).second) continue;
    for (unsigned take = 1; take <= std::max(a, b); ++take) {
      if (take <= a) waiting.push_back({a - take, b, 1 - mover});
      if (take <= b) waiting.push_back({a, b - take, 1 - mover});
      if (take <= a && take <= b) waiting.push_back({a - take, b - take, 1 - mover});
    }
  }
  std::set<std::string> expected, found;
  for (const auto& [a, b, mover] : reached) {
    if (a == 0 || b == 0 || a == b)
      expected.insert(std::to_string(a) + "," + std::to_string(b) + "," + std::to_string(mover));
  }
  for (const int threads : {1, 4}) {
    found.clear();
    table.mine({.win_in = ValueRange{1, 1}}, {.threads = threads},
               [&](const Puzzle& p) { return found.insert(p.position), true; });
    EXPECT_EQ(found, expected);
  }
}

TEST(OwnTables, AnyNumberOfThreadsGivesTheSameBytes) {
  const test::TemporaryFolder folder;
  const auto game = make_own_game(own_game_opener<WideHeaps>(), {}, "heaps");
  const std::string one = folder.file("1.ztb");
  solve(*game, one, {.threads = 1});
  for (const int threads : {2, 8}) {
    const std::string path = folder.file(std::to_string(threads) + ".ztb");
    solve(*game, path, {.threads = threads});
    EXPECT_EQ(bytes_of(path), bytes_of(one));
  }
}

// Stops a solve again and again, each time a pause later than it can be, and goes on.
template <GraphKind kind, GraphHelp help>
void stop_and_go_on(std::uint64_t seed) {
  const test::TemporaryFolder folder;
  const auto game = graph_game<kind, help>(seed);
  const std::string whole = folder.file("whole.ztb"), path = folder.file("stopped.ztb");
  solve(*graph_game<kind, GraphHelp::none>(seed), whole, {.threads = 1});
  std::atomic<bool> stop = false;
  int stops = 0;
  for (;; ++stops) {
    ASSERT_LT(stops, 200);
    stop = false;
    int pauses = 0;
    SolveOptions options{.threads = 1, .resume = true, .checkpoint_seconds = 0, .stop = &stop};
    options.progress = [&](const SolveProgress&) { stop = ++pauses > stops; };
    try {
      solve(*game, path, options);
      break;
    } catch (const Interrupted&) {
    }
  }
  EXPECT_GT(stops, 0);
  if constexpr (help != GraphHelp::wide_layer) {
    EXPECT_TRUE(bytes_of(path) == bytes_of(whole));
  } else {
    EXPECT_EQ(Table::open(path, game).verify().failure, std::nullopt);
  }
}

TEST(OwnTables, AStoppedSolveGoesOnWhereItWas) {
  stop_and_go_on<GraphKind::scores, GraphHelp::none>(7);
}
TEST(OwnWays, AStoppedSolveGoesOnWhereItWas) {
  stop_and_go_on<GraphKind::plies, GraphHelp::unmoves>(7);
  stop_and_go_on<GraphKind::scores, GraphHelp::unmoves>(7);
  stop_and_go_on<GraphKind::plies, GraphHelp::layer>(7);
  stop_and_go_on<GraphKind::scores, GraphHelp::layer>(7);
  stop_and_go_on<GraphKind::scores, GraphHelp::wide_layer>(7);
}

// Replaces `from` by `to` in what the checkpoint of a table at `path` says about itself, as another
// version of the program would have written it. Returns whether `from` was there.
bool edit_checkpoint(const std::string& path, const std::string& from, const std::string& to) {
  const std::string checkpoint = path + ".checkpoint";
  std::vector<std::vector<std::byte>> bytes;
  std::string description;
  {
    const Checkpoint saved(checkpoint);
    description = saved.description();
    for (std::size_t array = 0; array < saved.arrays(); ++array) {
      bytes.emplace_back(saved.size(array));
      saved.read(array, bytes.back(), 1);
    }
  }
  const std::size_t at = description.find(from);
  if (at == std::string::npos) return false;
  description.replace(at, from.size(), to);
  std::vector<SavedArray> arrays;
  for (const std::vector<std::byte>& array : bytes)
    arrays.emplace_back(std::span<const std::byte>(array));
  write_checkpoint(checkpoint, description, arrays, 1);
  return true;
}

// Stops a solve where it begins, or when it has found all states.
void leave_checkpoint(const Game& game, const std::string& path, bool forward) {
  std::atomic<bool> stop = false;
  SolveOptions options{.threads = 1, .stop = &stop};
  options.estimate = [&](const SolveEstimate&) { stop = forward; };
  options.progress = [&](const SolveProgress& p) {
    if (p.phase == SolveProgress::Phase::initialising) stop = true;
  };
  EXPECT_THROW(solve(game, path, options), Interrupted);
}

// Of both solves, on the way forward and back: a checkpoint that an earlier version of the program
// has left is refused in one sentence, whether it has no number of its layout or another one, or
// lacks something else; it stays, and the version that has left it can go on.
void refuse_other_layouts(const Game& game) {
  for (const bool forward : {true, false}) {
    const test::TemporaryFolder folder;
    const std::string path = folder.file("t.ztb"), checkpoint = path + ".checkpoint";
    leave_checkpoint(game, path, forward);
    const std::string saved = test::read_whole(checkpoint);
    ASSERT_NE(saved.find(forward ? R"("at":0)" : R"("at":2)"), std::string::npos);
    for (const auto& [from, to] :
         {std::pair{R"("layout":[2],)", ""}, std::pair{R"("layout":[2])", R"("layout":[1])"},
          std::pair{R"("starts":)", R"("begins":)"}}) {
      test::write_whole(checkpoint, saved);
      ASSERT_TRUE(edit_checkpoint(path, from, to)) << from;
      EXPECT_EQ(test::error_text<DamagedTable>([&] { solve(game, path, {.resume = true}); }),
                checkpoint +
                    " is a checkpoint of another version of this program; go on with that one, or "
                    "remove it to start again from the beginning.");
      EXPECT_TRUE(std::filesystem::exists(checkpoint));
    }
    test::write_whole(checkpoint, saved);
    EXPECT_FALSE(solve(game, path, {.threads = 1, .resume = true}).was_complete);
  }
}

// One or two counters are taken from a heap; who takes the last one wins.
template <GraphHelp help>
class Heap {
 public:
  struct State {
    std::uint8_t left, mover;
  };
  static constexpr const char* name = "heap";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = 2;
  static constexpr int counters = 12;

  State start() const { return {counters, 0}; }
  std::optional<int> result(const State& s) const {
    return s.left > 0 ? std::nullopt : std::optional(s.mover == 1 ? 1 : -1);
  }
  int mover(const State& s) const { return s.mover; }
  void moves(const State& s, std::vector<std::uint64_t>& moves) const {
    for (std::uint64_t take = 1; take <= std::min<std::uint64_t>(2, s.left); ++take)
      moves.push_back(take);
  }
  State play(const State& s, std::uint64_t take) const { return moved(s, -static_cast<int>(take)); }
  std::string text(const State& s) const {
    return std::to_string(s.left) + (s.mover == 0 ? "a" : "b");
  }
  std::vector<State> unmoves(const State& s) const requires(help == GraphHelp::unmoves) {
    return {moved(s, 1), moved(s, 2)};
  }
  int layer(const State& s) const requires(help == GraphHelp::layer) { return counters - s.left; }

 private:
  static State moved(const State& s, int by) {
    return {static_cast<std::uint8_t>(s.left + by), static_cast<std::uint8_t>(1 - s.mover)};
  }
};

TEST(OwnWays, ACheckpointOfAnEarlierLayoutIsRefused) {
  refuse_other_layouts(*make_own_game(own_game_opener<Heap<GraphHelp::none>>(), {}, "heap"));
  refuse_other_layouts(*make_own_game(own_game_opener<Heap<GraphHelp::unmoves>>(), {}, "heap"));
  refuse_other_layouts(*make_own_game(own_game_opener<Heap<GraphHelp::layer>>(), {}, "heap"));
}

TEST(OwnTables, OtherRulesAreRefused) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("graph.ztb");
  solve(*graph_game<GraphKind::plies>(1), path);
  EXPECT_THROW(Table::open(path, graph_game<GraphKind::plies>(2)),
               RulesError);  // another parameter
  EXPECT_THROW(Table::open(path, graph_game<GraphKind::scores>(1)), RulesError);
  EXPECT_THROW(Table::open(path, make_own_game(own_game_opener<WideHeaps>(), {}, "heaps")),
               RulesError);
}

TEST(OwnTables, WithoutRulesStatesAreBytes) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("graph.ztb");
  const auto game = graph_game<GraphKind::plies>(1);
  solve(*game, path);
  const Table with = Table::open(path, game), without = Table::open(path);
  const auto walk = without.walk(1);
  std::vector<PositionValue> block;
  std::uint64_t found = 0;
  while (walk->next(block)) {
    for (const PositionValue& p : block) {
      EXPECT_TRUE(p.position.starts_with("hex:")) << p.position;
      EXPECT_EQ(without.probe(p.position), p.value);
      EXPECT_EQ(with.probe(p.position), p.value);
      ++found;
    }
  }
  EXPECT_EQ(found, without.info().values);
  EXPECT_EQ(without.stats().positions, found);
  EXPECT_THROW(without.moves("hex:00"), UsageError);
  EXPECT_THROW(without.verify(), UsageError);
  EXPECT_THROW(without.probe("0"), IllegalPosition);
}

}  // namespace
}  // namespace zermelo
