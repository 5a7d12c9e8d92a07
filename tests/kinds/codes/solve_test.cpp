// SPDX-License-Identifier: MIT
// The solver of games with codes needs nothing about positions but what a game provides: here a
// game with two kinds of pieces is compared with a search through all of play.
#include "kinds/codes/solve.h"

#include <gtest/gtest.h>

#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "gen/grid/game.h"
#include "gen/grid/metric.h"
#include "kinds/codes/code_table.h"
#include "kinds/codes/read.h"
#include "kinds/codes/stats.h"
#include "kinds/codes/verify.h"
#include "symmetry/bits.h"
#include "tests/support/temporary_folder.h"

namespace zermelo::two_kinds {

struct Position {
  Squares black = 0, white = 0, rooks = 0;  // rooks: which of them are rooks
  bool white_to_move = false;

  Squares occupied() const { return black | white; }
  auto operator<=>(const Position&) const = default;
};

Position image(const GridSymmetry& g, const Position& p) {
  return {g(p.black), g(p.white), g(p.rooks), p.white_to_move};
}

std::uint64_t quick_hash(const Position& p) {
  return zermelo::quick_hash(GridPosition{p.black, p.white, p.white_to_move});
}
GridChange change_between(const Position& before, const Position& after) {
  return {{before.black, before.white, before.white_to_move},
          {after.black, after.white, after.white_to_move}};
}

// "bR.w w": one letter per square, from a1 on.
std::string format_position(const Position& p, Grid grid) {
  std::string text;
  for (int s = 0; s < grid.squares(); ++s) {
    const char letter = p.black & bit_of(s) ? 'b' : p.white & bit_of(s) ? 'w' : '.';
    text += p.rooks & bit_of(s) ? static_cast<char>(letter - 'a' + 'A') : letter;
  }
  return text + (p.white_to_move ? " w" : " b");
}

// One digit per square, 0..4, and the side to move.
struct Codes {
  int squares = 0;

  std::uint64_t size() const {
    std::uint64_t size = 2;
    for (int s = 0; s < squares; ++s) size *= 5;
    return size;
  }
  std::uint64_t encode(const Position& p) const {
    std::uint64_t code = 0;
    for (int s = squares - 1; s >= 0; --s) {
      const std::uint64_t piece = p.black & bit_of(s) ? 1 : p.white & bit_of(s) ? 2 : 0;
      code = code * 5 + piece + (p.rooks & bit_of(s) ? 2 : 0);
    }
    return code * 2 + (p.white_to_move ? 1 : 0);
  }
  Position decode(std::uint64_t code) const {
    Position p;
    p.white_to_move = code % 2 == 1;
    code /= 2;
    for (int s = 0; s < squares; ++s, code /= 5) {
      const std::uint64_t piece = code % 5;
      if (piece == 1 || piece == 3) p.black |= bit_of(s);
      if (piece == 2 || piece == 4) p.white |= bit_of(s);
      if (piece >= 3) p.rooks |= bit_of(s);
    }
    return p;
  }
};

// Every move takes. Men take on the next square; rooks on the next two, and then become men. A side
// that cannot move has lost. At the start each side has four rooks.
class Game {
 public:
  using Position = two_kinds::Position;

  Grid grid() const { return {4, 3}; }
  Position start() const { return {0b0000'0110'1111, 0b1111'1001'0000, 0b1111'0000'1111, false}; }
  std::span<const GridSymmetry> symmetries() const { return symmetries_; }
  Codes codes() const { return {12}; }
  static constexpr bool is_layered() { return true; }
  int layer(const Position& p) const { return 12 - count_bits(p.occupied()); }
  int longest_step() const { return 1; }
  std::string layer_name(int layer) const { return std::to_string(12 - layer) + " pieces"; }
  std::string move_text(const GridChange&) const { return {}; }
  PositionStatus status(const Position&) const { return {}; }

  template <class Visit>
  void for_each_successor(const Position& p, Visit&& visit) const {
    for (const Position& next : moves(p))
      visit(next, moves(next).empty() ? Ending::won : Ending::none);
  }

 private:
  std::vector<Position> moves(const Position& p) const {
    constexpr int ways[4][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    std::vector<Position> result;
    const Squares own = p.white_to_move ? p.white : p.black;
    for_each_square(own, [&](int from) {
      const int reach = p.rooks & bit_of(from) ? 2 : 1;
      for (const auto& [dx, dy] : ways) {
        for (int n = 1; n <= reach; ++n) {
          const int file = grid().file_of(from) + n * dx, rank = grid().rank_of(from) + n * dy;
          if (!grid().contains(file, rank)) break;
          const Squares to = bit_of(grid().square(file, rank));
          if (to & p.occupied() & ~own) result.push_back(after(p, bit_of(from), to));
          if (to & p.occupied()) break;
        }
      }
    });
    return result;
  }
  static Position after(const Position& p, Squares from, Squares to) {
    Position next = p;
    next.black &= ~(from | to);
    next.white &= ~(from | to);
    next.rooks &= ~(from | to);
    (p.white_to_move ? next.white : next.black) |= to;
    next.white_to_move = !p.white_to_move;
    return next;
  }

  // Left and right.
  std::vector<GridSymmetry> symmetries_ = {GridSymmetry({0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}),
                                           GridSymmetry({3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8})};
};

// The values of all positions that play from one can lead to.
Value search(const Game& game, const Position& p, std::map<Position, Value>& values) {
  if (const auto known = values.find(p); known != values.end()) return known->second;
  std::set<Value> options;
  game.for_each_successor(p, [&](const Position& next, Ending ending) {
    options.insert(ending == Ending::won ? Value::win(1)
                                         : search(game, next, values).before_move());
  });
  return values[p] = *options.rbegin();
}

TEST(CodeSolver, KnowsKindsOfPieces) {
  const Game game;
  static_assert(CodedGame<Game>);
  for (std::uint64_t code = 0; code < game.codes().size(); code += 99991)
    ASSERT_EQ(game.codes().encode(game.codes().decode(code)), code);

  const test::TemporaryFolder folder;
  const std::string path = folder.file("kinds.ztb");
  TableHeader header{{"two-kinds", {}}, distance_metric, "test"};
  header.states = TableHeader::States::codes;
  GridSolve<Game, DistanceMetric>(game, header, path, {}).run();

  const auto file = std::make_shared<const TableFile>(path);
  const GridTable<Game, CodeProbe, DistanceMetric> table(game, file);
  std::map<Position, Value> values;
  search(game, game.start(), values);
  EXPECT_GT(values.size(), 1000u);
  for (const auto& [p, value] : values) {
    const std::optional<Value> found = table.value(p);
    ASSERT_TRUE(found) << format_position(p, game.grid());
    ASSERT_EQ(to_string(*found), to_string(value)) << format_position(p, game.grid());
  }

  Verification verification(*file, 2, {});
  CodeVerifier<Game, DistanceMetric> verifier(game, verification);
  const VerifyReport report = verify_table(verifier, verification);
  EXPECT_FALSE(report.failure) << *report.failure;
  const StatsReport stats = grid_statistics<Game, DistanceMetric>(game, *file, 2, {});
  EXPECT_EQ(stats.positions, file->positions());
  ASSERT_FALSE(stats.longest.empty());
  EXPECT_EQ(stats.longest.front().size(), 14u) << stats.longest.front();
}

}  // namespace zermelo::two_kinds
