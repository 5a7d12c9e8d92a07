// SPDX-License-Identifier: MIT
#include "reports/bicgstab.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <random>
#include <vector>

#include "tests/support/dense_systems.h"

namespace zermelo {
namespace {

using test::Dense;
using test::eliminated;

// With numbers of some type; the result may differ from that of elimination by `near`.
template <class Number>
void expect_solves_systems_side_by_side(double tolerance, double near, std::size_t before = 0) {
  constexpr std::size_t n = 60;
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> any(-1, 1);
  std::array<Dense, 2> a;
  SystemRows<2, Number> b(n);
  for (std::size_t k = 0; k < 2; ++k) {
    a[k].assign(n, std::vector<double>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (double& number : a[k][i]) number = any(random) / (k == 0 ? 20 : 60);
      a[k][i][i] += 1;
      b[i][k] = static_cast<Number>(any(random));
    }
  }
  // (a is 1 - M.)
  const auto apply = [&](auto& rows) {
    const auto x = rows;
    ASSERT_EQ(x.size(), before + n);
    for (std::size_t i = 0; i < before; ++i) rows[i] = {1, 1};  // (Nobody looks at them.)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j)
        for (std::size_t k = 0; k < 2; ++k)
          rows[before + i][k] -= static_cast<Number>(a[k][i][j] * x[before + j][k]);
  };
  BiCgStab<Number, 2, decltype(apply)> method(b, apply, before);
  method.solve({tolerance, tolerance}, 200);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_LE(method.greatest_residual()[k], tolerance);
    std::vector<double> right;
    for (const auto& row : b) right.push_back(row[k]);
    const std::vector<double> x = eliminated(a[k], right);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(method.solution()[i][k], x[i], near);
  }
}

TEST(BiCgStab, SolvesSystemsSideBySide) {
  expect_solves_systems_side_by_side<double>(1e-14, 1e-12);
}
TEST(BiCgStab, GivesRoomToWhoAppliesTheMatrix) {
  expect_solves_systems_side_by_side<double>(1e-14, 1e-12, 7);
}
TEST(BiCgStab, InSinglePrecision) { expect_solves_systems_side_by_side<float>(1e-5, 1e-4); }

}  // namespace
}  // namespace zermelo
