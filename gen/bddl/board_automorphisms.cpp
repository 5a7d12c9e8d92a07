// SPDX-License-Identifier: MIT
#include "gen/bddl/board_automorphisms.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>

namespace zermelo::bddl {
namespace {

// How two squares are related: by how many lines, as how far neighbours, and by how many links.
using Relation = std::vector<std::array<int, 3>>;

class AutomorphismSearch {
 public:
  explicit AutomorphismSearch(const GroundGame& game) : squares_(game.grid.squares()) {
    for_each_square(game.exists, [&](int square) { existing_.push_back(square); });
    find_relations(game);
    find_invariants();
    find_order();
    images_.assign(static_cast<std::size_t>(squares_), -1);
    for (int square = 0; square < squares_; ++square)
      if ((game.exists >> square & 1) == 0) images_[static_cast<std::size_t>(square)] = square;
  }

  // Nothing if there are too many.
  std::optional<std::vector<std::vector<int>>> run() {
    extend(0);
    if (gave_up_) return std::nullopt;
    return std::move(found_);
  }

 private:
  static constexpr std::uint64_t most_steps = 1'000'000;

  int& relation(int a, int b) { return relations_[static_cast<std::size_t>(a * squares_ + b)]; }
  int relation(int a, int b) const {
    return relations_[static_cast<std::size_t>(a * squares_ + b)];
  }

  void find_relations(const GroundGame& game) {
    std::map<std::pair<int, int>, Relation> all;
    const auto relate = [&](int a, int b, const std::array<int, 3>& how) {
      all[{a, b}].push_back(how);
      all[{b, a}].push_back(how);
    };
    for (const std::vector<int>& line : game.lines) {
      const int length = static_cast<int>(line.size());
      for (int i = 0; i < length; ++i)
        for (int j = i + 1; j < length; ++j)
          relate(line[static_cast<std::size_t>(i)], line[static_cast<std::size_t>(j)],
                 {0, length, j - i});
    }
    for (const std::vector<int>& link : game.links)
      for (std::size_t i = 1; i < link.size(); ++i) relate(link[i - 1], link[i], {1, 0, 0});
    relations_.assign(static_cast<std::size_t>(squares_ * squares_), 0);
    std::map<Relation, int> numbers;
    for (auto& [pair, how] : all) {
      std::ranges::sort(how);
      const int number = static_cast<int>(numbers.size()) + 1;
      relation(pair.first, pair.second) = numbers.emplace(how, number).first->second;
    }
  }

  // What a square and its images have in common: how it is related to the others.
  void find_invariants() {
    invariants_.resize(static_cast<std::size_t>(squares_));
    for (const int square : existing_) {
      auto& invariant = invariants_[static_cast<std::size_t>(square)];
      for (const int other : existing_) invariant.push_back(relation(square, other));
      std::ranges::sort(invariant);
    }
  }

  // Each square after one that it is related to, if there is one.
  void find_order() {
    std::vector<int> left = existing_;
    while (!left.empty()) {
      const auto next = std::ranges::find_if(left, [&](int square) {
        return std::ranges::any_of(order_, [&](int known) { return relation(known, square) != 0; });
      });
      const auto taken = next == left.end() ? left.begin() : next;
      order_.push_back(*taken);
      left.erase(taken);
    }
  }

  void extend(std::size_t known) {
    if (gave_up_) return;
    if (known == order_.size()) {
      found_.push_back(images_);
      gave_up_ = found_.size() > most_symmetries;
      return;
    }
    const int square = order_[known];
    for (const int image : existing_) {
      gave_up_ = gave_up_ || ++steps_ > most_steps;
      if ((used_ >> image & 1) != 0 || !fits(known, square, image)) continue;
      used_ |= bit_of(image);
      images_[static_cast<std::size_t>(square)] = image;
      extend(known + 1);
      used_ &= ~bit_of(image);
    }
  }
  bool fits(std::size_t known, int square, int image) const {
    if (invariants_[static_cast<std::size_t>(square)] !=
        invariants_[static_cast<std::size_t>(image)])
      return false;
    for (std::size_t i = 0; i < known; ++i) {
      const int other = order_[i], its_image = images_[static_cast<std::size_t>(other)];
      if (relation(square, other) != relation(image, its_image)) return false;
    }
    return true;
  }

  int squares_;
  std::vector<int> existing_, order_;
  std::vector<int> relations_;  // of pairs, as numbers; 0 is none
  std::vector<std::vector<int>> invariants_;
  std::vector<int> images_;
  Squares used_ = 0;
  std::vector<std::vector<int>> found_;
  std::uint64_t steps_ = 0;
  bool gave_up_ = false;
};

}  // namespace

std::vector<GridSymmetry> board_automorphisms(const GroundGame& game) {
  if (game.lines.empty() && game.links.empty()) return {};
  auto found = AutomorphismSearch(game).run();
  if (!found) return {};
  // (The identity is the smallest one.)
  std::ranges::sort(*found);
  return {found->begin(), found->end()};
}

}  // namespace zermelo::bddl
