// SPDX-License-Identifier: MIT
// Tables with another trailer, with all checksums right except for what is to be wrong.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "tablebase/format/file.h"

namespace zermelo::test {

inline constexpr std::size_t table_footer_bytes = 48;

inline std::uint64_t number_at(const std::string& bytes, std::size_t at) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes.data() + at, sizeof number);
  return number;
}
inline void put_number(std::string& bytes, std::size_t at, std::uint64_t number) {
  std::memcpy(bytes.data() + at, &number, sizeof number);
}

inline nlohmann::json trailer_of(const std::string& table) {
  const std::size_t footer = table.size() - table_footer_bytes;
  return nlohmann::json::parse(
      table.substr(number_at(table, footer), number_at(table, footer + 8)));
}

// The table with the trailer that `edit` makes from the table's own.
inline std::string resealed(const std::string& table,
                            const std::function<void(nlohmann::json& trailer)>& edit) {
  const std::size_t footer = table.size() - table_footer_bytes;
  const std::uint64_t begin = number_at(table, footer);
  nlohmann::json trailer = trailer_of(table);
  edit(trailer);
  const std::string text = trailer.dump();
  std::string result = table.substr(0, begin) + text;
  const std::uint64_t whole = checksum(as_bytes(result));
  const std::size_t foot = result.size();
  result += table.substr(footer);
  put_number(result, foot + 8, text.size());
  put_number(result, foot + 16, checksum(as_bytes(text)));
  put_number(result, foot + 24, whole);
  put_number(result, foot + 32, checksum(as_bytes(result).subspan(foot, 32)));
  return result;
}

// The table as programs wrote it before directories had checksums.
inline std::string without_directory_checksums(const std::string& table) {
  return resealed(table, [](nlohmann::json& trailer) {
    for (auto& slice : trailer.at("slices")) slice.erase("directory_checksum");
  });
}

}  // namespace zermelo::test
