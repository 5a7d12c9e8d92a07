// SPDX-License-Identifier: MIT
#include "gen/variant/symmetry.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>

namespace zermelo::endgames {
namespace {

using WayKey = std::tuple<Square, Square, SquareBits, SquareBits, int, bool, bool, Square>;

std::vector<WayKey> keys_of(const std::vector<Way>& ways, const Permutation* permutation,
                            int squares) {
  std::vector<WayKey> keys;
  keys.reserve(ways.size());
  const auto to = [&](Square square) {
    return permutation == nullptr || square == no_square ? square : (*permutation)[square];
  };
  const auto set = [&](SquareBits bits) {
    return permutation == nullptr ? bits : mapped(bits, *permutation, squares);
  };
  for (const Way& way : ways) {
    keys.emplace_back(to(way.from), to(way.to), set(way.mask), set(way.must), way.needed, way.quiet,
                      way.capture, to(way.passed));
  }
  std::ranges::sort(keys);
  return keys;
}

// Whether squares of one file stay together.
bool keeps_files(const Permutation& permutation, int width, int squares) {
  for (int square = width; square < squares; ++square) {
    const auto s = static_cast<std::size_t>(square), below = s - static_cast<std::size_t>(width);
    if (permutation[s] % width != permutation[below] % width) return false;
  }
  return true;
}

}  // namespace

std::vector<Permutation> board_permutations(int width, int height) {
  std::vector<Permutation> result;
  for (const bool transposes : {false, true}) {
    if (transposes && width != height) continue;
    for (const bool flips_y : {false, true}) {
      for (const bool flips_x : {false, true}) {
        Permutation permutation{};
        for (int square = 0; square < width * height; ++square) {
          int x = square % width, y = square / width;
          if (flips_x) x = width - 1 - x;
          if (flips_y) y = height - 1 - y;
          const int to = transposes ? x * width + y : y * width + x;
          permutation[static_cast<std::size_t>(square)] = static_cast<Square>(to);
        }
        result.push_back(permutation);
      }
    }
  }
  return result;
}

SquareBits mapped(SquareBits set, const Permutation& permutation, int squares) {
  SquareBits result = 0;
  for (int square = 0; square < squares; ++square) {
    if (has(set, square)) result |= bit_of(permutation[static_cast<std::size_t>(square)]);
  }
  return result;
}

bool keeps_kind(const Rules& rules, int kind, const Permutation& permutation, bool swaps) {
  const Kind& k = rules.kind(kind);
  const int squares = rules.squares();
  for (const std::size_t side : {0u, 1u}) {
    const std::size_t image = swaps ? side ^ 1 : side;
    if (mapped(k.region[side], permutation, squares) != k.region[image] ||
        mapped(k.zone[side], permutation, squares) != k.zone[image] ||
        k.promotes_to[side] != k.promotes_to[image] || k.most[side] != k.most[image] ||
        mapped(k.drops[side], permutation, squares) != k.drops[image] ||
        mapped(k.barred[side], permutation, squares) != k.barred[image] ||
        keys_of(k.ways[side], &permutation, squares) != keys_of(k.ways[image], nullptr, squares))
      return false;
  }
  return k.most_on_file == 0 || keeps_files(permutation, rules.width(), squares);
}

bool keeps_endings(const Rules& rules, const Permutation& permutation, bool swaps) {
  const Endings& e = rules.endings();
  for (const std::size_t side : {0u, 1u}) {
    const Endings::Flag& image = e.flag[swaps ? side ^ 1 : side];
    if (mapped(e.flag[side].region, permutation, rules.squares()) != image.region ||
        e.flag[side].kinds != image.kinds)
      return false;
    const std::size_t other = swaps ? side ^ 1 : side;
    if (mapped(e.connection.from[side], permutation, rules.squares()) != e.connection.from[other] ||
        mapped(e.connection.to[side], permutation, rules.squares()) != e.connection.to[other])
      return false;
  }
  if (swaps &&
      (e.endless != Outcome::draw || e.points_ahead != 0 || e.flag_move || e.pass[0] != e.pass[1] ||
       e.pass_on_stalemate[0] != e.pass_on_stalemate[1] || e.checks[0] != e.checks[1]))
    return false;
  // (Directions in which men are connected are not told apart by reflections, but by rotations.)
  const bool is_straight = e.connection.directions.size() == 4 || e.connection.directions.empty();
  return is_straight || keeps_files(permutation, rules.width(), rules.squares());
}

std::vector<Permutation> symmetries(const Rules& rules, const std::vector<int>& kinds) {
  std::set<int> all;
  std::vector<int> waiting = kinds;
  while (!waiting.empty()) {
    const int kind = waiting.back();
    waiting.pop_back();
    if (!all.insert(kind).second) continue;
    const Kind& k = rules.kind(kind);
    for (const auto& next : k.promotes_to) waiting.insert(waiting.end(), next.begin(), next.end());
    for (const int next : {k.turns_to, k.turns_back_to, k.in_hand, k.turned_drop}) {
      if (next != no_kind) waiting.push_back(next);
    }
  }
  std::vector<Permutation> result;
  for (const Permutation& permutation : board_permutations(rules.width(), rules.height())) {
    const bool is_kept =
        keeps_endings(rules, permutation, false) && std::ranges::all_of(all, [&](int kind) {
          return keeps_kind(rules, kind, permutation, false);
        });
    if (is_kept) result.push_back(permutation);
  }
  return result;
}

std::optional<Permutation> exchange_of_sides(const Rules& rules) {
  for (const Permutation& permutation : board_permutations(rules.width(), rules.height())) {
    bool is_kept = keeps_endings(rules, permutation, true);
    for (int kind = 0; kind < static_cast<int>(rules.kinds().size()); ++kind)
      is_kept = is_kept && keeps_kind(rules, kind, permutation, true);
    if (is_kept) return permutation;
  }
  return std::nullopt;
}

}  // namespace zermelo::endgames
