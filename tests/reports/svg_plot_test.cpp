// SPDX-License-Identifier: MIT
#include "reports/svg_plot.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/markup.h"

namespace zermelo::plots {
namespace {

std::size_t plot_parts(const std::string& svg, const std::string& part) {
  std::size_t count = 0;
  for (auto at = svg.find(part); at != std::string::npos; at = svg.find(part, at + 1)) ++count;
  return count;
}

const Texts words{"id", "A <title>", "What it shows & how", "ply"};

TEST(SvgPlot, HasATitleAndADescription) {
  const std::vector<Series> series = {{"first", first_colour, {0.5, 0.25}},
                                      {"second", second_colour, {0.5, 0.75}}};
  for (const std::string& svg :
       {stacked_areas(words, series), curves(words, series, {0, 1}), stacked_bar(words, series),
        histogram(words, series.front().values), heat_map(words, 2, 1, series.front().values)}) {
    EXPECT_EQ(test::markup_error(svg), "");
    EXPECT_NE(svg.find("<title id=\"id-t\">A &lt;title&gt;</title>"), std::string::npos);
    EXPECT_NE(svg.find("<desc id=\"id-d\">What it shows &amp; how</desc>"), std::string::npos);
    EXPECT_NE(svg.find("aria-labelledby=\"id-t id-d\""), std::string::npos);
    EXPECT_EQ(svg.find("http"), std::string::npos);
    EXPECT_EQ(svg.find("nan"), std::string::npos);
    EXPECT_EQ(svg.find("inf"), std::string::npos);
  }
}

TEST(SvgPlot, AreasStandOnEachOther) {
  const std::vector<Series> series = {{"a", "#111", {1, 0}}, {"b", "#222", {0, 1}}};
  const std::string svg = stacked_areas(words, series);
  // The whole height is 164 units from 192 up to 28; left is 42, right 350.
  EXPECT_NE(svg.find("<polygon points=\"42,192 350,192 350,192 42,28\" fill=\"#111\"/>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find("<polygon points=\"42,28 350,192 350,28 42,28\" fill=\"#222\"/>"),
            std::string::npos)
      << svg;
}

TEST(SvgPlot, OnePointIsABar) {
  const std::vector<Series> series = {{"a", "#111", {0.25}}, {"b", "#222", {0.75}}};
  EXPECT_EQ(plot_parts(stacked_areas(words, series), "fill=\"#222\""), 2u);  // and in the legend
}

TEST(SvgPlot, HistogramLeavesOutWhatIsNothing) {
  const std::vector<double> shares = {0, 0, 0.5, 0, 0.5, 1e-12};
  EXPECT_EQ(plot_parts(histogram(words, shares), "<rect"), 3u);
  EXPECT_EQ(histogram(words, std::vector<double>(3, 0)), "");
}

TEST(SvgPlot, HeatIsRelativeToTheGreatestShare) {
  const std::vector<double> shares = {0, 0.2, -1, 0.1};
  const std::string svg = heat_map(words, 2, 2, shares);
  EXPECT_EQ(plot_parts(svg, "<rect"), 3u) << "nothing is drawn of a square that does not exist";
  EXPECT_NE(svg.find("fill=\"#ffffff\""), std::string::npos);
  EXPECT_NE(svg.find("fill=\"#1f4e8c\""), std::string::npos);
  EXPECT_NE(svg.find(">20<"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::plots
