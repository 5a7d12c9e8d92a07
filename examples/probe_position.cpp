// SPDX-License-Identifier: MIT
// Says what a position is worth, what its moves are worth, and how best play goes on.
//   probe_position TABLE POSITION
#include <probe/table.h>

#include <iostream>

namespace {

void print_answer(const zermelo::Table& table, const char* position) {
  const zermelo::Value value = table.probe(position);
  std::cout << "value: " << to_string(value) << "\nmoves:\n";
  for (const auto& m : table.moves(position)) {
    std::cout << "  " << m.move << ": " << to_string(m.value) << '\n';
  }
  std::cout << "line:";
  const zermelo::Line line = table.line(position);
  for (const auto& move : line.moves) std::cout << ' ' << move;
  std::cout << (line.complete ? " (the game is over)\n" : " (and so on)\n");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::cerr << "usage: " << argv[0] << " TABLE POSITION\n";
    return 2;
  }
  try {
    print_answer(zermelo::Table::open(argv[1]), argv[2]);
    return 0;
  } catch (const zermelo::GameOver& result) {
    std::cout << result.what() << '\n';
    return 0;
  } catch (const zermelo::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
