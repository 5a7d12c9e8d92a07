// SPDX-License-Identifier: MIT
#include "gen/variant/draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "gen/bddl/near_names.h"
#include "gen/error.h"
#include "gen/text/ascii.h"
#include "gen/text/notation_text.h"

namespace zermelo::variant {
namespace {

constexpr int most_custom_pieces = 25;
constexpr std::string_view region_prefix = "mobilityRegion";

[[noreturn]] void fail(const Setting& setting, const std::string& what) {
  fail_at(setting.place,
          fmt::format("{} = {}: {}", setting.name, setting.value.substr(0, 60), what));
}

bool is_piece(std::string_view name) {
  return find_named_piece(name) != nullptr || is_custom_piece(name);
}

bool sets_several(const Setting& setting) {
  const Option* const option = find_option(setting.name);
  return option != nullptr && !option->sets.empty();
}

[[noreturn]] void fail_unknown(const Setting& setting) {
  std::vector<std::string> names;
  for (const Option& option : options()) names.emplace_back(option.name);
  for (const NamedPiece& piece : named_pieces()) names.emplace_back(piece.name);
  fail_at(setting.place, fmt::format("there is no option {}{}", setting.name.substr(0, 40),
                                     bddl::did_you_mean(setting.name, names)));
}

}  // namespace

void fail_at(const std::string& place, const std::string& what) {
  throw SyntaxError(fmt::format("{}: {}.", place, what));
}

bool is_custom_piece(std::string_view name) {
  constexpr std::string_view prefix = "customPiece";
  if (name.substr(0, prefix.size()) != prefix) return false;
  name.remove_prefix(prefix.size());
  int number = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
  return error == std::errc() && end == name.data() + name.size() && name[0] != '0' &&
         1 <= number && number <= most_custom_pieces;
}

std::optional<int> number_of(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < 0) return std::nullopt;
  return number;
}

std::optional<std::pair<std::string, Colour>> mobility_of(std::string_view name) {
  if (name.substr(0, region_prefix.size()) != region_prefix) return std::nullopt;
  name.remove_prefix(region_prefix.size());
  if (name.size() <= 5) return std::nullopt;
  const std::string_view side = name.substr(0, 5);
  if (side != "White" && side != "Black") return std::nullopt;
  std::string piece(name.substr(5));
  piece[0] = to_lower(piece[0]);
  if (!is_piece(piece)) return std::nullopt;
  return std::pair(piece, colour_of(side == "White"));
}

void Draft::read(const Section& section) {
  for (const Setting& setting : section.settings) {
    if (is_piece(setting.name)) read_piece(setting);
  }
  // (What sets several options at once stands behind what sets one of them.)
  for (const bool several : {true, false}) {
    for (const Setting& setting : section.settings) {
      if (!is_piece(setting.name) && sets_several(setting) == several) read_option(setting);
    }
  }
}

const ChosenOption* Draft::find(std::string_view name) const {
  const auto found = chosen_.find(name);
  return found == chosen_.end() ? nullptr : &found->second;
}

void Draft::read_piece(const Setting& setting) {
  const std::string_view value = setting.value;
  const std::size_t colon = value.find(':');
  const std::string_view letter = value.substr(0, colon);
  remove(setting.name);
  if (value == "-") return;
  if (letter.size() != 1 || to_lower(letter[0]) < 'a' || to_lower(letter[0]) > 'z')
    fail(setting, "a piece is given one letter, or - if there is none");
  std::string betza;
  if (colon != value.npos) {
    betza = value.substr(colon + 1);
    if (!is_custom_piece(setting.name) && setting.name != "king")
      fail(setting,
           "only custom pieces and the king are given moves; use customPiece1 = " + setting.value);
  } else if (is_custom_piece(setting.name)) {
    fail(setting, "a custom piece needs moves, such as " + std::string(letter) + ":N");
  } else {
    betza = find_named_piece(setting.name)->betza;
  }
  const char lower = to_lower(letter[0]);
  std::erase_if(pieces_, [&](const DraftPiece& p) { return p.letter == lower; });
  pieces_.push_back({setting.name, lower, betza, setting.place});
}

// A piece without a letter is in no set of promotions either.
void Draft::remove(const std::string& name) {
  std::erase_if(pieces_, [&](const DraftPiece& p) { return p.name == name; });
}

void Draft::read_option(const Setting& setting) {
  const Option* const option = find_option(setting.name);
  if (option == nullptr && !mobility_of(setting.name)) fail_unknown(setting);
  if (option == nullptr) {
    chosen_[setting.name] = {setting.value, setting.place, {}};
    return;
  }
  ChosenOption chosen{setting.value, setting.place, {}};
  if (option->type == Option::Type::kind || option->type == Option::Type::kinds)
    chosen.pieces = pieces_of(setting);
  if (option->type == Option::Type::limits || option->type == Option::Type::mapping)
    chosen.pairs = pairs_of(setting, option->type);
  if (option->type == Option::Type::mapping) add_inherited_pairs(setting.name, chosen.pairs);
  if (option->sets.empty()) {
    chosen_[setting.name] = chosen;
    return;
  }
  for (const std::string_view name : words_of(option->sets)) chosen_[std::string(name)] = chosen;
}

// What a section says of some pieces leaves what has been said of others.
void Draft::add_inherited_pairs(const std::string& name, Pairs& pairs) const {
  const ChosenOption* const inherited = find(name);
  if (inherited == nullptr) return;
  Pairs all = inherited->pairs;
  std::erase_if(all, [&](const auto& old) {
    return std::ranges::any_of(pairs, [&](const auto& pair) { return pair.first == old.first; });
  });
  all.insert(all.end(), pairs.begin(), pairs.end());
  pairs = std::move(all);
}

std::string Draft::piece_of(const Setting& setting, char letter) const {
  const auto found = std::find_if(pieces_.begin(), pieces_.end(), [&](const DraftPiece& p) {
    return p.letter == to_lower(letter);
  });
  if (found == pieces_.end())
    fail(setting, fmt::format("no piece has the letter {}", shown(letter)));
  return found->name;
}

std::vector<std::string> Draft::pieces_of(const Setting& setting) const {
  std::vector<std::string> names;
  for (const char c : setting.value) {
    if (c == ' ' || c == '-') continue;
    if (c == '*')
      names.emplace_back("*");
    else
      names.push_back(piece_of(setting, c));
  }
  return names;
}

// "q:1 r:2", "p:g".
Draft::Pairs Draft::pairs_of(const Setting& setting, Option::Type type) const {
  Pairs pairs;
  for (const std::string_view word : words_of(setting.value)) {
    if (word == "-") continue;
    if (word.size() < 3 || word[1] != ':')
      fail(setting, fmt::format("\"{}\" is not like {}", word,
                                type == Option::Type::limits ? "q:1" : "p:g"));
    std::string second(word.substr(2));
    if (type == Option::Type::mapping) {
      if (second.size() != 1) fail(setting, fmt::format("\"{}\" is not like p:g", word));
      second = second == "-" ? "" : piece_of(setting, second[0]);
    }
    pairs.emplace_back(piece_of(setting, word[0]), second);
  }
  return pairs;
}

}  // namespace zermelo::variant
