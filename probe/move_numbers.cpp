// SPDX-License-Identifier: MIT
#include "probe/move_numbers.h"

#include <fmt/format.h>

namespace zermelo {

std::string MoveNumbers::begin() const {
  return fmt::format("{}{} ", turn_ / 2 + 1, turn_ % 2 == 0 ? "." : "...");
}

std::string MoveNumbers::continued() const {
  if (is_in_turn_) return ", ";
  return turn_ % 2 == 0 ? "  " + begin() : " ";
}

void MoveNumbers::made(bool moves_again) {
  is_first_ = false;
  is_in_turn_ = moves_again && !is_alone_;
  if (is_alone_) {
    turn_ += 2;
  } else if (!moves_again) {
    ++turn_;
  }
}

}  // namespace zermelo
