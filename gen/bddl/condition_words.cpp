// SPDX-License-Identifier: MIT
#include "gen/bddl/condition_words.h"

#include <cstdlib>
#include <string_view>
#include <utility>

namespace zermelo::bddl {
namespace {

std::string direction_text(int dx, int dy) {  // y counts downwards
  const char* const upright = dy < 0 ? "up" : "down";
  const char* const across = dx < 0 ? "left" : "right";
  if (dx == 0) return upright;
  if (dy == 0) return std::string("to the ") + across;
  return fmt::format("diagonally {} and {}", upright, across);
}

std::string squares_of_way(int n) {
  return fmt::format("{} square{}", number_word(n), n == 1 ? "" : "s");
}

std::string way_text(const tree::Step& step) {
  const int across = std::abs(step.dx), upright = std::abs(step.dy);
  if (across == 0 && upright == 0) return "no square";
  if (across == 0 || upright == 0 || across == upright)
    return squares_of_way(std::max(across, upright)) + " " + direction_text(step.dx, step.dy);
  return fmt::format("{} {} and {} {}", squares_of_way(across), direction_text(step.dx, 0),
                     number_word(upright), direction_text(0, step.dy));
}

}  // namespace

std::string capitalized(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
    text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string in_capitals(std::string text) {
  for (char& c : text)
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  return text;
}

std::string with_article(const std::string& noun) {
  const bool vowel = std::string_view("aeiou").find(to_lower(noun).front()) != std::string::npos;
  return (vowel ? "an " : "a ") + noun;
}

std::string plural(const std::string& noun) {
  if (noun.ends_with("man")) return noun.substr(0, noun.size() - 2) + "en";
  if (noun.ends_with("s") || noun.ends_with("x") || noun.ends_with("sh")) return noun + "es";
  return noun + "s";
}

// "one square up, down, to the left or to the right": those that differ in their direction only are
// said together.
std::string ways_text(const std::vector<tree::Step>& steps) {
  std::map<std::pair<int, bool>, std::vector<const tree::Step*>> simple;  // by length
  std::vector<std::string> ways;
  for (const tree::Step& step : steps) {
    const int length = std::max(std::abs(step.dx), std::abs(step.dy));
    const bool plain = step.dx == 0 || step.dy == 0 || std::abs(step.dx) == std::abs(step.dy);
    if (plain && length > 0) {
      simple[{length, step.rides}].push_back(&step);
    } else {
      ways.push_back(way_text(step));
    }
  }
  std::vector<std::string> all;
  for (const auto& [key, group] : simple) {
    const auto straight =
        std::ranges::count_if(group, [](const tree::Step* s) { return s->dx == 0 || s->dy == 0; });
    const auto diagonal = static_cast<std::ptrdiff_t>(group.size()) - straight;
    std::vector<std::string> names;
    if (straight == 4 && diagonal == 4) {
      names = {"in any direction"};
    } else {
      if (straight == 4) names.emplace_back("up, down or to a side");
      if (diagonal == 4) names.emplace_back("diagonally");
      for (const tree::Step* s : group) {
        const bool is_straight = s->dx == 0 || s->dy == 0;
        if ((is_straight ? straight : diagonal) != 4) names.push_back(direction_text(s->dx, s->dy));
      }
    }
    const std::string length =
        key.second ? key.first == 1 ? "any number of open squares"
                                    : fmt::format("any number of jumps of {}, over open squares,",
                                                  squares_of_way(key.first))
                   : squares_of_way(key.first);
    all.push_back(length + " " + listed(names, "or"));
  }
  if (!ways.empty()) all.push_back(listed(ways, "or"));
  return listed(all, "or");
}

}  // namespace zermelo::bddl
