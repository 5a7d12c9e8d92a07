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

// Looks for x with A x = b, with numbers in single or double precision. apply(x, result), for rows
// of one size, sets `result` to A x, column by column; the systems' matrices may differ. Each
// system ends by itself, where no number of its residual is above `tolerance`, or after `most`
// steps, of which each applies A twice. Takes six times the memory of `b`.
template <class Number, std::size_t systems, class Apply>
class BiCgStab {
 public:
  using Row = std::array<double, systems>;
  using Rows = SystemRows<systems, Number>;

  BiCgStab(Rows b, const Apply& apply)
      : apply_(apply),
        solution_(b.size()),
        residual_(std::move(b)),
        shadow_(residual_),
        direction_(residual_),
        image_(residual_.size()),
        second_image_(residual_.size()) {}

  void solve(const Row& tolerance, int most) {
    Row rho = dot(shadow_, residual_);
    for (int step = 0; step < most && set_unfinished(tolerance); ++step) {
      apply_(direction_, image_);
      const Row alpha = steps(rho, dot(shadow_, image_));
      for_all(alpha,
              [&](std::size_t i, std::size_t k, Number a) { residual_[i][k] -= a * image_[i][k]; });
      apply_(residual_, second_image_);
      const Row omega = steps(dot(second_image_, residual_), dot(second_image_, second_image_));
      for_all(alpha, [&](std::size_t i, std::size_t k, Number a) {
        solution_[i][k] += a * direction_[i][k];
      });
      for_all(omega, [&](std::size_t i, std::size_t k, Number o) {
        solution_[i][k] += o * residual_[i][k];
        residual_[i][k] -= o * second_image_[i][k];
        direction_[i][k] -= o * image_[i][k];
      });
      const Row next_rho = dot(shadow_, residual_);
      Row beta{};
      for (std::size_t k = 0; k < systems; ++k)
        beta[k] = ratio(next_rho[k], rho[k]) * ratio(alpha[k], omega[k]);
      for_all(beta, [&](std::size_t i, std::size_t k, Number b) {
        direction_[i][k] = residual_[i][k] + b * direction_[i][k];
      });
      rho = next_rho;
    }
  }

  const Rows& solution() const { return solution_; }
  // The greatest number of b - A x, by its amount; as the steps have it, which rounding may part
  // from the true one.
  Row greatest_residual() const {
    Row greatest{};
    for (const auto& row : residual_)
      for (std::size_t k = 0; k < systems; ++k)
        greatest[k] = std::max<double>(greatest[k], std::abs(row[k]));
    return greatest;
  }

 private:
  static double ratio(double a, double b) { return b == 0 ? 0 : a / b; }

  // Calls f(i, k, factor) for each number, with the factor of its system.
  template <class F>
  void for_all(const Row& factors, const F& f) {
    std::array<Number, systems> of_systems;
    for (std::size_t k = 0; k < systems; ++k) of_systems[k] = static_cast<Number>(factors[k]);
    for (std::size_t i = 0; i < solution_.size(); ++i)
      for (std::size_t k = 0; k < systems; ++k) f(i, k, of_systems[k]);
  }

  static Row dot(const Rows& a, const Rows& b) {
    Row sums{};
    for (std::size_t i = 0; i < a.size(); ++i)
      for (std::size_t k = 0; k < systems; ++k) sums[k] += double{a[i][k]} * b[i][k];
    return sums;
  }

  // Which systems go on; whether any does.
  bool set_unfinished(const Row& tolerance) {
    const Row greatest = greatest_residual();
    for (std::size_t k = 0; k < systems; ++k) unfinished_[k] = greatest[k] > tolerance[k];
    return std::ranges::count(unfinished_, true) > 0;
  }
  // (A system that is finished stays where it is.)
  Row steps(const Row& a, const Row& b) const {
    Row steps{};
    for (std::size_t k = 0; k < systems; ++k) steps[k] = unfinished_[k] ? ratio(a[k], b[k]) : 0;
    return steps;
  }

  const Apply& apply_;
  Rows solution_, residual_, shadow_, direction_, image_, second_image_;
  std::array<bool, systems> unfinished_{};
};

}  // namespace zermelo
