// SPDX-License-Identifier: MIT
// Nim as a class of rules in a program's own code: solved, and the best moves printed.
//   nim [HEAPS], as "3,4,5": 1 to 26 counters in each
// The players take turns to take any number of counters from one heap; who takes the last one wins.
#include <probe/own_game.h>
#include <probe/table.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr int heaps = 3, most_counters = 26;

struct Nim {
  struct State {
    std::array<std::uint8_t, heaps> counters;
    std::uint8_t mover;
  };
  static constexpr const char* name = "nim";
  static constexpr const char* version = "1";
  static constexpr unsigned most_moves = heaps * most_counters;

  // "heaps=3,4,5". What is thrown is told to the user.
  explicit Nim(const zermelo::ParameterTexts& parameters) {
    for (const auto& [key, value] : parameters) {
      char comma[2];
      if (key != "heaps" || std::sscanf(value.c_str(), "%2d%c%2d%c%2d", &start_[0], &comma[0],
                                        &start_[1], &comma[1], &start_[2]) != 5)
        throw std::invalid_argument("Nim takes heaps=A,B,C, not " + key + "=" + value);
    }
    for (const int heap : start_) {
      if (heap < 1 || heap > most_counters)
        throw std::invalid_argument("a heap of Nim has 1 to 26 counters");
    }
  }

  State start() const {
    State state{};
    for (int i = 0; i < heaps; ++i) state.counters[i] = static_cast<std::uint8_t>(start_[i]);
    return state;
  }
  // The other player may begin, too: then the table also knows what that is worth.
  std::optional<State> start_at(std::uint64_t number) const {
    if (number > 1) return std::nullopt;
    State state = start();
    state.mover = 1;
    return state;
  }
  // Who is to move when nothing is left has lost.
  static std::optional<int> result(const State& state) {
    for (const std::uint8_t heap : state.counters)
      if (heap > 0) return std::nullopt;
    return state.mover == 0 ? -1 : 1;
  }
  static int mover(const State& state) { return state.mover; }
  // A move is a hundred times the heap and how many are taken.
  static void moves(const State& state, std::vector<std::uint64_t>& found) {
    for (std::uint64_t i = 0; i < heaps; ++i)
      for (std::uint64_t take = 1; take <= state.counters[i]; ++take)
        found.push_back(100 * i + take);
  }
  // `moves` and `play` at once, which is quicker.
  static void expand(const State& state, std::vector<std::pair<std::uint64_t, State>>& found) {
    for (std::uint64_t i = 0; i < heaps; ++i) {
      State next = state;
      next.mover = !state.mover;
      while (next.counters[i] > 0) {
        --next.counters[i];
        found.emplace_back(100 * i + state.counters[i] - next.counters[i], next);
      }
    }
  }
  static State play(State state, std::uint64_t move) {
    state.counters[move / 100] = static_cast<std::uint8_t>(state.counters[move / 100] - move % 100);
    state.mover = !state.mover;
    return state;
  }
  static std::string text(const State& state) {
    std::string all;
    for (const std::uint8_t heap : state.counters) all += std::to_string(heap) + " ";
    return all + (state.mover == 0 ? "first" : "second");
  }
  std::optional<State> parse(std::string_view text) const {
    State state{};
    std::array<int, heaps> counters{};
    char side[7];
    if (std::sscanf(std::string(text).c_str(), "%2d %2d %2d %6s", &counters[0], &counters[1],
                    &counters[2], side) != 4)
      return std::nullopt;
    for (int i = 0; i < heaps; ++i) {
      if (counters[i] < 0 || counters[i] > start_[i]) return std::nullopt;
      state.counters[i] = static_cast<std::uint8_t>(counters[i]);
    }
    state.mover = std::string_view(side) == "second";
    return text == Nim::text(state) ? std::optional(state) : std::nullopt;
  }
  // A rank for each heap, the first at the top.
  std::vector<std::string> board(const State& state) const {
    const auto columns = static_cast<std::size_t>(*std::max_element(start_.begin(), start_.end()));
    std::vector<std::string> ranks;
    for (const std::uint8_t heap : state.counters)
      ranks.push_back(std::string(heap, 'b') + std::string(columns - heap, '.'));
    return ranks;
  }
  static std::string move_text(const State&, std::uint64_t move) {
    return std::to_string(move % 100) + " from heap " + std::to_string(move / 100 + 1);
  }

 private:
  std::array<int, heaps> start_ = {3, 4, 5};
};

void solve_and_print(const std::string& sizes) {
  const auto game =
      zermelo::make_own_game(zermelo::own_game_opener<Nim>(), {{"heaps", sizes}}, "Nim");
  zermelo::SolveOptions options;
  options.force = true;
  zermelo::solve(*game, "nim.ztb", options);
  const zermelo::Table table = zermelo::Table::open("nim.ztb", game);
  const std::string start = game->start();
  std::cout << diagram_text(game->diagram(start)) << "value: " << to_string(table.probe(start))
            << "\nbest moves:\n";
  const auto moves = table.moves(start);
  for (const auto& move : moves)
    if (move.value == moves.front().value)
      std::cout << "  " << move.move << ": " << to_string(move.value) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  try {
    solve_and_print(argc > 1 ? argv[1] : "3,4,5");
    return 0;
  } catch (const zermelo::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
