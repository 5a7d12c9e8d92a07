// SPDX-License-Identifier: MIT
// Sparse linear systems without a matrix: the stabilized method of biconjugate gradients
// (H. A. van der Vorst, SIAM J. Sci. Stat. Comput. 13, 1992).
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>

#include "tablebase/sets/huge_vector.h"

namespace zermelo {

// Several systems with as many unknowns, solved side by side: row i has the i-th number of each.
template <std::size_t systems, class Number = double>
using SystemRows = HugeVector<std::array<Number, systems>>;

// Looks for x with x = M x + b, with numbers in single or double precision. apply(rows) makes M x
// of rows x, column by column; the systems' matrices may differ. Each system ends by itself, where
// no number of its residual is above `tolerance`, or after `most` steps, of which each applies M
// twice. What apply gets has `before` more rows, which come first: room for what it likes. Takes
// six times the memory of `b`, and that of 2 * before rows.
template <class Number, std::size_t systems, class Apply>
class BiCgStab {
 public:
  using Row = std::array<double, systems>;
  using Rows = SystemRows<systems, Number>;

  BiCgStab(Rows b, const Apply& apply, std::size_t before = 0)
      : apply_(apply),
        before_(before),
        solution_(b.size()),
        residual_(std::move(b)),
        shadow_(residual_),
        direction_(residual_),
        image_(before + residual_.size()),
        second_image_(before + residual_.size()) {
    std::ranges::copy(residual_, image_.begin() + static_cast<std::ptrdiff_t>(before));
  }

  void solve(const Row& tolerance, int most) {
    Row rho{};
    for (std::size_t i = 0; i < size(); ++i) {
      add_product(shadow_[i], residual_[i], rho);
      take_greatest(residual_[i], greatest_);
    }
    for (int step = 0; step < most && set_unfinished(tolerance); ++step) {
      const Row alpha = step_along_direction(rho);
      const Row omega = step_along_residual(factors(alpha));
      const Row next_rho = move(factors(alpha), factors(omega));
      Row beta{};
      for (std::size_t k = 0; k < systems; ++k)
        beta[k] = ratio(next_rho[k], rho[k]) * ratio(alpha[k], omega[k]);
      turn_direction(factors(beta));
      rho = next_rho;
    }
  }

  const Rows& solution() const { return solution_; }
  // The greatest number of b + M x - x, by its amount; as the steps have it, which rounding may
  // part from the true one.
  Row greatest_residual() const {
    Row greatest{};
    std::ranges::copy(greatest_, greatest.begin());
    return greatest;
  }

 private:
  // (Few passes over the rows, since memory bounds each of them. Rows are copied, so that compilers
  // know that they do not alias.)
  using Numbers = std::array<Number, systems>;

  std::size_t size() const { return solution_.size(); }
  static double ratio(double a, double b) { return b == 0 ? 0 : a / b; }
  static Numbers factors(const Row& of_systems) {
    Numbers factors{};
    for (std::size_t k = 0; k < systems; ++k) factors[k] = static_cast<Number>(of_systems[k]);
    return factors;
  }
  static void add_product(const Numbers& a, const Numbers& b, Row& sum) {
    for (std::size_t k = 0; k < systems; ++k) sum[k] += double{a[k]} * b[k];
  }
  static void take_greatest(const Numbers& a, Numbers& greatest) {
    for (std::size_t k = 0; k < systems; ++k)
      greatest[k] = std::max<Number>(greatest[k], std::abs(a[k]));
  }
  // a + factor b.
  static Numbers sum(Numbers a, const Numbers& factor, const Numbers& b) {
    for (std::size_t k = 0; k < systems; ++k) a[k] += factor[k] * b[k];
    return a;
  }
  static Numbers difference(Numbers a, const Numbers& factor, const Numbers& b) {
    for (std::size_t k = 0; k < systems; ++k) a[k] -= factor[k] * b[k];
    return a;
  }
  static Numbers difference(Numbers a, const Numbers& b) {
    for (std::size_t k = 0; k < systems; ++k) a[k] -= b[k];
    return a;
  }

  // How far to go along the direction. (image_ is a copy of it before, and its image afterwards.)
  Row step_along_direction(const Row& rho) {
    apply_(image_);
    Row sums{};
    for (std::size_t i = 0; i < size(); ++i) {
      const Numbers image = difference(direction_[i], image_[before_ + i]);
      image_[before_ + i] = image;
      add_product(shadow_[i], image, sums);
    }
    return steps(rho, sums);
  }
  // Goes as far with the residual; how far to go along what is left of it.
  Row step_along_residual(const Numbers& alpha) {
    for (std::size_t i = 0; i < size(); ++i) {
      const Numbers residual = difference(residual_[i], alpha, image_[before_ + i]);
      residual_[i] = residual;
      second_image_[before_ + i] = residual;
    }
    apply_(second_image_);
    Row with_residual{}, squares{};
    for (std::size_t i = 0; i < size(); ++i) {
      const Numbers image = difference(residual_[i], second_image_[before_ + i]);
      second_image_[before_ + i] = image;
      add_product(image, residual_[i], with_residual);
      add_product(image, image, squares);
    }
    return steps(with_residual, squares);
  }
  // Goes both ways. Returns the next rho.
  Row move(const Numbers& alpha, const Numbers& omega) {
    Row rho{};
    Numbers greatest{};
    for (std::size_t i = 0; i < size(); ++i) {
      const Numbers direction = direction_[i], before = residual_[i];
      const Numbers residual = difference(before, omega, second_image_[before_ + i]);
      solution_[i] = sum(sum(solution_[i], alpha, direction), omega, before);
      direction_[i] = difference(direction, omega, image_[before_ + i]);
      residual_[i] = residual;
      add_product(shadow_[i], residual, rho);
      take_greatest(residual, greatest);
    }
    greatest_ = greatest;
    return rho;
  }
  void turn_direction(const Numbers& beta) {
    for (std::size_t i = 0; i < size(); ++i) {
      const Numbers direction = sum(residual_[i], beta, direction_[i]);
      direction_[i] = direction;
      image_[before_ + i] = direction;
    }
  }

  // Which systems go on; whether any does.
  bool set_unfinished(const Row& tolerance) {
    for (std::size_t k = 0; k < systems; ++k) unfinished_[k] = greatest_[k] > tolerance[k];
    return std::ranges::count(unfinished_, true) > 0;
  }
  // (A system that is finished stays where it is.)
  Row steps(const Row& a, const Row& b) const {
    Row steps{};
    for (std::size_t k = 0; k < systems; ++k) steps[k] = unfinished_[k] ? ratio(a[k], b[k]) : 0;
    return steps;
  }

  const Apply& apply_;
  std::size_t before_;
  Rows solution_, residual_, shadow_, direction_, image_, second_image_;
  Numbers greatest_{};
  std::array<bool, systems> unfinished_{};
};

}  // namespace zermelo
