// SPDX-License-Identifier: MIT
#include "symmetry/grid.h"

#include <algorithm>
#include <utility>

namespace zermelo {

GridSymmetry::GridSymmetry(const std::vector<int>& images) : squares_(images.size()) {
  for (std::size_t s = 0; s < images.size(); ++s) {
    image_[s] = static_cast<std::uint8_t>(images[s]);
    const std::size_t byte = s / 8, bit = std::size_t{1} << (s % 8);
    for (std::size_t set = 0; set < 256; ++set) {
      if (set & bit) table_[byte][set] |= bit_of(images[s]);
    }
  }
}

GridSymmetry GridSymmetry::inverse() const {
  std::vector<int> images(squares_);
  for (std::size_t s = 0; s < squares_; ++s) images[image_[s]] = static_cast<int>(s);
  return GridSymmetry(images);
}

GridSymmetry GridSymmetry::then(const GridSymmetry& second) const {
  std::vector<int> images;
  for (std::size_t s = 0; s < squares_; ++s) images.push_back(second.image(image_[s]));
  return GridSymmetry(images);
}

std::vector<GridSymmetry> grid_symmetries(Grid grid) {
  std::vector<std::vector<int>> found;
  const int count = grid.columns == grid.rows ? 8 : 4;
  for (int symmetry = 0; symmetry < count; ++symmetry) {
    std::vector<int> images;
    for (int s = 0; s < grid.squares(); ++s) {
      int file = grid.file_of(s), rank = grid.rank_of(s);
      if (symmetry & 1) file = grid.columns - 1 - file;
      if (symmetry & 2) rank = grid.rows - 1 - rank;
      if (symmetry & 4) std::swap(file, rank);
      images.push_back(grid.square(file, rank));
    }
    if (std::ranges::count(found, images) == 0) found.push_back(std::move(images));
  }
  return {found.begin(), found.end()};
}

}  // namespace zermelo
