// SPDX-License-Identifier: MIT
// Plots as SVG, as part of an HTML page: small, without scripts, and with a title and a description
// for those who do not see them. Pure functions: the same numbers give the same bytes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace zermelo::plots {

struct Texts {
  std::string id;  // of its own on the page
  std::string title, description;
  std::string x_axis = {};  // what is along it
};

// Blue, grey, orange: told apart by people who do not tell red from green, and in grey print.
inline constexpr const char* first_colour = "#2b6cb0";
inline constexpr const char* draw_colour = "#cbd0d6";
inline constexpr const char* second_colour = "#d9822b";

struct Series {
  std::string name, colour;
  std::vector<double> values;  // of points at equal distances, from left to right
};

// Shares that sum up to 1 at each of the points 0, 1, .. of the axis, one on top of the other, the
// first one lowest.
std::string stacked_areas(const Texts& texts, std::span<const Series> series);

// The range of the axis along the bottom, which the points divide equally.
struct Range {
  double from = 0, to = 1;
};
// Lines of shares between 0 and 1 or, if `most` is given, of numbers between 0 and that.
std::string curves(const Texts& texts, std::span<const Series> series, Range x,
                   std::optional<double> most = {});

// A bar for each of the numbers 0, 1, ..; what stands before the first that is not 0 is left out.
std::string histogram(const Texts& texts, std::span<const double> shares);

// One horizontal bar of shares that sum up to 1, below what `x_axis` says or, if that is empty, the
// names of the series.
std::string stacked_bar(const Texts& texts, std::span<const Series> series);

// A board whose squares are darker the greater their share (0 to 1) is, with per cents in them;
// `shares` by square, from a1 along the ranks; nothing is drawn of those that are negative.
std::string heat_map(const Texts& texts, int columns, int rows, std::span<const double> shares);

}  // namespace zermelo::plots
