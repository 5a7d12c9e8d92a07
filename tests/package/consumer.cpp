// SPDX-License-Identifier: MIT
// Solves a small game, opens its table and looks up positions in it, as anyone's C++ program does.
#include <probe/game.h>
#include <probe/table.h>

#include <array>
#include <cstdio>
#include <iostream>
#include <string>

namespace {

const std::string path = "consumer_cpp.ztb";

void solve() {
  const std::array<std::string, 3> words = {"ostle", "size=3", "start=2"};
  zermelo::solve(*zermelo::make_game(zermelo::parse_game_spec(words)), path, {.threads = 1});
}

bool ask() {
  const auto table = zermelo::Table::open(path);
  const zermelo::Value value = table.probe("w2/b1o/bw1 b");
  const auto moves = table.moves("w2/b1o/bw1 b");
  std::cout << to_string(value) << ": " << moves.front().move << '\n';
  return to_string(value) == "win in 1" && moves.front().result.empty() &&
         table.info().game.name == "ostle";
}

bool distinguishes_errors() {
  const auto table = zermelo::Table::open(path);
  try {
    table.probe("ww1/1o1/b2 b");
  } catch (const zermelo::GameOver& over) {
    std::cout << over.what() << '\n';
    return true;
  }
  return false;
}

}  // namespace

int main() {
  solve();
  const bool right = ask() && distinguishes_errors();
  std::remove(path.c_str());
  return right ? 0 : 1;
}
