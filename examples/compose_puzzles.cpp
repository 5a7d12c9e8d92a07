// SPDX-License-Identifier: MIT
// Composes ten puzzles: wins in 5 to 9 plies that go only one way, the most difficult first.
//   compose_puzzles TABLE
#include <probe/puzzle_page.h>
#include <probe/table.h>

#include <iostream>

namespace {

void compose(const zermelo::Table& table) {
  zermelo::PuzzleConditions conditions;
  conditions.win_in = {5, 9};
  conditions.only_line = true;

  zermelo::MineOptions options;
  options.order = zermelo::PuzzleOrder::difficulty;
  options.limit = 10;

  int number = 0;
  table.mine(conditions, options, [&](const zermelo::Puzzle& puzzle) {
    std::cout << puzzle_text(puzzle, ++number) << '\n';
    return true;  // go on
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: " << argv[0] << " TABLE\n";
    return 2;
  }
  try {
    compose(zermelo::Table::open(argv[1]));
    return 0;
  } catch (const zermelo::Error& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
