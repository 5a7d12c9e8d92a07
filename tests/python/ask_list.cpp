// SPDX-License-Identifier: MIT
// Looks up states, one per line of stdin, through the C++ interface, for tests/python/test_right.py
// to compare. One line per state: "value N, moves a2R=N ..." or the kind of error and its sentence.
//   ask_list TABLE
#include <probe/table.h>

#include <iostream>
#include <string>

namespace {

std::string answer(const zermelo::Table& table, const std::string& state) {
  if (table.holds_distances()) {
    const std::optional<int> plies = table.distance(state);
    return "distance " + (plies ? std::to_string(*plies) : "None");
  }
  std::string text = "value " + std::to_string(table.probe(state).raw()) + ", moves";
  for (const zermelo::MoveValue& m : table.moves(state)) {
    text += " " + m.move + "=" + std::to_string(m.value.raw());
  }
  return text;
}

std::string line_of(const zermelo::Table& table, const std::string& state) {
  try {
    return answer(table, state);
  } catch (const zermelo::IllegalPosition& e) {
    return std::string("IllegalPosition: ") + e.what();
  } catch (const zermelo::GameOver& e) {
    return std::string("GameOver: ") + e.what();
  } catch (const zermelo::NotInTable& e) {
    return std::string("NotInTable: ") + e.what();
  } catch (const zermelo::Error& e) {
    return std::string("Error: ") + e.what();
  }
}

}  // namespace

int main(int, char** argv) {
  try {
    const auto table = zermelo::Table::open(argv[1]);
    for (std::string state; std::getline(std::cin, state);) {
      std::cout << line_of(table, state) << '\n';
    }
    return 0;
  } catch (const zermelo::Error& e) {
    std::cerr << e.what() << '\n';
    return 1;
  }
}
