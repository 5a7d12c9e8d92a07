// SPDX-License-Identifier: MIT
// Vectors as sets. (Written without std::ranges::unique, which clang 14 cannot compile with GCC's
// library.)
#pragma once

#include <algorithm>
#include <vector>

namespace zermelo {

// Keeps the first of elements that are equal and next to each other.
template <class T>
void drop_repeated(std::vector<T>& items) {
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

// Puts the elements in ascending order, each once.
template <class T>
void sort_unique(std::vector<T>& items) {
  std::sort(items.begin(), items.end());
  drop_repeated(items);
}

}  // namespace zermelo
