// SPDX-License-Identifier: MIT
// The options of variants.ini: one table, in which every option has its type, what it is when
// nobody sets it, and whether it is read, has no effect on tables, or is refused, and why.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace zermelo::variant {

struct Option {
  enum class Type : std::uint8_t {
    flag,     // true, false
    number,   // 0, 1, ...
    rank,     // 1..10
    file,     // a..l, or 1..12
    region,   // squares, with * for all files or all ranks
    kind,     // the letter of a piece, * for any, - for none
    kinds,    // letters of pieces
    limits,   // q:1 r:2
    mapping,  // p:g s:g
    value,    // win, draw, loss, none
    word,     // one of those that the option knows
    text
  };
  enum class Use : std::uint8_t {
    read,
    no_effect,  // for tables: how programs show a variant, or what depends on earlier moves
    refused     // unless it is set to what it is without being set
  };

  std::string_view name;
  Type type = Type::text;
  Use use = Use::read;
  std::string_view unset;  // what it is when nobody sets it; empty for a type's empty value
  // Of those that are refused: a reason and a way out, to follow "x.ini:12:
  // chasingRule = axf".
  std::string_view why = {};
  // The options for White and for Black alone, or others, that it sets all at once.
  std::string_view sets = {};
};

// In the order of their names.
std::span<const Option> options();
// Null if there is none of this name.
const Option* find_option(std::string_view name);

// A piece that variants.ini knows by its name.
struct NamedPiece {
  std::string_view name;
  std::string_view betza;
};
std::span<const NamedPiece> named_pieces();
// Null if there is none of that name.
const NamedPiece* find_named_piece(std::string_view name);

}  // namespace zermelo::variant
