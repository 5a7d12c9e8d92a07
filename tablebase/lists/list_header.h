// SPDX-License-Identifier: MIT
// Lists of positions with their values, or ranks: what stands in front of them and behind them.
// docs/export-format.md describes the bytes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/game_spec.h"
#include "gen/position_record.h"
#include "gen/value.h"

namespace zermelo {

struct ListHeader {
  enum class Kind : std::uint8_t { table, strategy };

  Kind kind = Kind::table;
  GameSpec game{};
  Metric metric = Metric::distance;
  RecordBoard board{};
  // Of a strategy: what it claims, for whom, and within how many plies, if the claim has a bound.
  bool wins = false;
  bool owner_is_white = false;
  std::optional<int> depth{};

  bool operator==(const ListHeader&) const = default;
};

struct ListSlice {
  std::string name;
  std::uint64_t positions = 0;

  bool operator==(const ListSlice&) const = default;
};

// Of all slices.
std::uint64_t positions_of(const std::vector<ListSlice>& slices);

// --- Binary lists --------------------------------------------------------------------------------

inline constexpr std::string_view list_magic = "ZPOSLIST";
inline constexpr std::string_view list_end_magic = "ZPOSENDS";
inline constexpr std::uint32_t list_version = 1;
// In front of the header's text: the magic, the version and the length of the text. Records begin
// at a multiple of the alignment.
inline constexpr std::size_t list_head_bytes = 16;
inline constexpr std::size_t list_alignment = 64;
inline constexpr std::size_t list_record_bytes = 20;
// More in records of games with kinds of pieces: the kinds and the hands.
inline constexpr std::size_t list_pieces_bytes = 32;
constexpr std::size_t record_bytes(const RecordBoard& board) {
  return list_record_bytes + (board.pieces ? list_pieces_bytes : 0);
}
// Behind the footer's text: its length, the number of positions, and the magic.
inline constexpr std::size_t list_end_bytes = 20;

// --- Lists as text -------------------------------------------------------------------------------

inline constexpr std::string_view list_text_begin = "# zermelo positions 1 ";
inline constexpr std::string_view list_text_slice = "# slice ";
inline constexpr std::string_view list_text_end = "# end ";

// --- JSON ----------------------------------------------------------------------------------------

// Removes parameters that say where rules were read from, which a list should not disclose.
void drop_file_names(GameSpec& game);

// On one line.
std::string header_json(const ListHeader& header);
// Throws SyntaxError.
ListHeader parse_list_header(std::string_view json);

std::string footer_json(const std::vector<ListSlice>& slices);
// Throws SyntaxError, also if the slices do not add up to this many positions.
std::vector<ListSlice> parse_list_footer(std::string_view json, std::uint64_t positions);

}  // namespace zermelo
