// SPDX-License-Identifier: MIT
// What the sections of a variants.ini say together, before it is a variant: each option's text, and
// the pieces that have letters.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gen/value.h"
#include "gen/variant/ini.h"
#include "gen/variant/options.h"

namespace zermelo::variant {

// A piece that has a letter.
struct DraftPiece {
  std::string name;
  char letter;  // in lower case
  std::string betza;
  std::string place;
};

// An option that has been set: its text, and the pieces that its letters meant where it was set.
struct ChosenOption {
  std::string value, place;
  std::vector<std::string> pieces;                              // of kind and kinds; "*" for all
  std::vector<std::pair<std::string, std::string>> pairs = {};  // of limits and mapping
};

// Throws SyntaxError: "PLACE: WHAT.".
[[noreturn]] void fail_at(const std::string& place, const std::string& what);

// Whether a name is customPiece1 to customPiece25.
bool is_custom_piece(std::string_view name);
// Nothing if it is not a number from 0 to what an int holds.
std::optional<int> number_of(std::string_view text);
// The piece and the side of "mobilityRegionWhiteRook".
std::optional<std::pair<std::string, Colour>> mobility_of(std::string_view name);

// What the sections say, the later ones over the earlier ones.
class Draft {
 public:
  // Throws SyntaxError.
  void read(const Section& section);

  const std::vector<DraftPiece>& pieces() const { return pieces_; }
  // Null if it is not set.
  const ChosenOption* find(std::string_view name) const;
  const std::map<std::string, ChosenOption, std::less<>>& chosen() const { return chosen_; }

 private:
  using Pairs = std::vector<std::pair<std::string, std::string>>;

  void read_piece(const Setting& setting);
  void remove(const std::string& name);
  void read_option(const Setting& setting);
  void add_inherited_pairs(const std::string& name, Pairs& pairs) const;
  std::string piece_of(const Setting& setting, char letter) const;
  std::vector<std::string> pieces_of(const Setting& setting) const;
  Pairs pairs_of(const Setting& setting, Option::Type type) const;

  std::vector<DraftPiece> pieces_;
  std::map<std::string, ChosenOption, std::less<>> chosen_;
};

}  // namespace zermelo::variant
