// SPDX-License-Identifier: MIT
// Variable by variable: what matters of a string's beginning is which patterns it still matches,
// and of these only what they demand of the rest.
#include "kinds/ranked/pattern_set.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "kinds/ranked/layer_diagram.h"

namespace zermelo::symbolic {
namespace {

// Ends of patterns that some beginning matches, ascending, each once.
using Ends = std::vector<std::string>;
constexpr std::size_t most_combinations = 4'000'000;

void check_patterns(std::span<const std::string> patterns) {
  for (const std::string& pattern : patterns) {
    if (pattern.size() != patterns.front().size() || pattern.empty() ||
        pattern.size() > FrozenBdd::most_variables)
      throw UsageError(
          fmt::format("'{}' should have as many characters as the other patterns, 1 to {}.",
                      pattern, FrozenBdd::most_variables));
    if (pattern.find_first_not_of("01-") != std::string::npos)
      throw UsageError(fmt::format("'{}' is not a pattern of 0, 1 and -.", pattern));
  }
}

Ends after(const Ends& ends, char bit) {
  Ends rest;
  for (const std::string& end : ends) {
    if (end[0] == bit || end[0] == '-') rest.push_back(end.substr(1));
  }
  std::ranges::sort(rest);
  rest.erase(std::unique(rest.begin(), rest.end()), rest.end());
  return rest;
}

}  // namespace

FrozenBdd set_of_patterns(std::span<const std::string> patterns) {
  if (patterns.empty()) throw UsageError("There is no pattern.");
  check_patterns(patterns);
  const std::size_t variables = patterns.front().size();
  // Forward: each level's combinations of ends, and where the next bit leads; place 0 is none.
  std::vector<LayerDiagram::Level> levels(variables);
  std::map<Ends, std::uint32_t> here = {{Ends(patterns.begin(), patterns.end()), 1}};
  for (std::size_t variable = 0; variable < variables; ++variable) {
    std::map<Ends, std::uint32_t> next;
    levels[variable].resize(here.size() + 1);
    for (const auto& [ends, place] : here) {
      for (const std::size_t bit : {0, 1}) {
        Ends rest = after(ends, bit == 0 ? '0' : '1');
        if (rest.empty()) continue;
        const auto number = static_cast<std::uint32_t>(next.size() + 1);
        levels[variable][place][bit] = next.try_emplace(std::move(rest), number).first->second;
      }
    }
    if (next.size() > most_combinations)
      throw UsageError("The patterns overlap in too many ways to be made into a diagram.");
    here = std::move(next);
  }
  // Backward: each node once.
  std::vector<std::uint32_t> below = {0, 1};
  for (std::size_t variable = variables; variable-- > 0;) {
    UniqueNodes unique;
    std::vector<std::uint32_t> places;
    for (const LayerDiagram::Node& node : levels[variable])
      places.push_back(unique.place({below[node[0]], below[node[1]]}));
    levels[variable] = unique.take();
    below = std::move(places);
  }
  return LayerDiagram(std::move(levels), below[1]).select(1u << 1);
}

}  // namespace zermelo::symbolic
