// SPDX-License-Identifier: MIT
#include "tablebase/shrink/shrink.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace zermelo {
namespace {

// Layers of which each needs so many values of the next one.
LayerCosts chain_of(std::vector<std::uint64_t> bytes, double count) {
  LayerCosts layers{std::move(bytes), {}};
  layers.needs.resize(layers.size());
  for (std::size_t i = 0; i + 1 < layers.size(); ++i) layers.needs[i] = {{i + 1, count}};
  return layers;
}

// By the definition: what a probe looks up, by layer.
std::vector<double> costs_of(const LayerCosts& layers, const std::vector<bool>& left_out) {
  std::vector<double> costs(layers.size(), 1);
  for (std::size_t i = layers.size(); i-- > 0;) {
    if (!left_out[i]) continue;
    for (const ValuesNeeded& need : layers.needs[i]) costs[i] += need.count * costs[need.layer];
  }
  return costs;
}

// The most bytes that any subset of the layers may save.
std::uint64_t most_saved(const LayerCosts& layers, double lookups) {
  std::uint64_t most = 0;
  for (std::uint32_t set = 0; set < std::uint32_t{1} << layers.size(); ++set) {
    std::vector<bool> left_out;
    for (std::size_t i = 0; i < layers.size(); ++i) left_out.push_back((set >> i & 1) != 0);
    const std::vector<double> costs = costs_of(layers, left_out);
    std::uint64_t saved = 0;
    double sum = 0, greatest = 0;
    for (std::size_t i = 0; i < layers.size(); ++i) {
      saved += left_out[i] ? layers.bytes[i] : 0;
      sum += costs[i];
      greatest = std::max(greatest, costs[i]);
    }
    if (sum <= lookups * static_cast<double>(layers.size()) && greatest <= 16 * lookups)
      most = std::max(most, saved);
  }
  return most;
}

TEST(LayersToLeaveOut, NothingWhereProbesMayLookUpOnePosition) {
  // (But those of which the rules know all.)
  const ChosenLayers chosen = layers_to_leave_out(chain_of({5, 9, 7, 3}, 2), 1);
  EXPECT_EQ(chosen.left_out, (std::vector<bool>{false, false, false, true}));
  EXPECT_EQ(chosen.lookups, 1);
}

TEST(LayersToLeaveOut, TheHeaviestThatMayBe) {
  // (Of four layers, one that needs two values costs an average of 1.5.)
  EXPECT_EQ(layers_to_leave_out(chain_of({3, 4, 2, 1}, 2), 1.5).left_out,
            (std::vector<bool>{false, true, false, true}));
  // Two in turn cost more than two apart.
  EXPECT_EQ(layers_to_leave_out(chain_of({3, 4, 2, 1}, 2), 2).left_out,
            (std::vector<bool>{true, false, true, true}));
}

TEST(LayersToLeaveOut, AsAllSubsetsSay) {
  std::mt19937 random(7);
  const auto below = [&](unsigned most) { return static_cast<unsigned>(random() % most); };
  for (int game = 0; game < 200; ++game) {
    LayerCosts layers{{}, {}};
    const std::size_t size = 2 + below(8);
    for (std::size_t i = 0; i < size; ++i) layers.bytes.push_back(1 + below(50));
    layers.needs.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t next = i + 1; next < size && next < i + 4; ++next)
        layers.needs[i].push_back({next, below(40) / 10.0});
    }
    const double lookups = 1 + below(60) / 10.0;
    const ChosenLayers chosen = layers_to_leave_out(layers, lookups);
    std::uint64_t saved = 0;
    double sum = 0;
    const std::vector<double> costs = costs_of(layers, chosen.left_out);
    for (std::size_t i = 0; i < size; ++i) {
      saved += chosen.left_out[i] ? layers.bytes[i] : 0;
      sum += costs[i];
    }
    EXPECT_EQ(saved, most_saved(layers, lookups)) << game;
    EXPECT_NEAR(chosen.lookups, sum / static_cast<double>(size), 1e-9) << game;
    EXPECT_LE(chosen.lookups, lookups + 1e-9) << game;
  }
}

}  // namespace
}  // namespace zermelo
