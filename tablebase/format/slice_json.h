// SPDX-License-Identifier: MIT
// The list of a table's slices as JSON: a table's trailer, and part of a checkpoint. Internal; not
// installed with the public headers.
#pragma once

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "tablebase/format/table_file.h"

namespace zermelo {

inline nlohmann::json slices_to_json(const std::vector<SliceRecord>& slices) {
  nlohmann::json list = nlohmann::json::array();
  for (const SliceRecord& s : slices) {
    std::vector<int> palette;
    for (const Value value : s.palette) palette.push_back(value.raw());
    list.push_back({{"name", s.name},
                    {"indices", s.indices},
                    {"positions", s.positions},
                    {"members", s.members},
                    {"palette", palette},
                    {"directory", s.directory}});
    if (s.directory_checksum) list.back()["directory_checksum"] = *s.directory_checksum;
    for (const Arrival& a : s.arrivals)
      list.back()["arrivals"].push_back({a.first, a.complete, a.unrestricted});
    if (s.block_count) list.back()["blocks"] = *s.block_count;
    if (s.is_left_out) list.back()["left_out"] = true;
    if (s.code_bytes > 0) list.back()["code_bytes"] = s.code_bytes;
    for (const auto& [value, count] : s.histogram)
      list.back()["histogram"].push_back({value.raw(), count});
    if (!s.longest.empty()) list.back()["longest"] = s.longest;
  }
  return {{"slices", list}};
}

// What reads is for both kinds of JSON that the library has.

// A number as it is in a file. Throws nlohmann::json::exception if it is not a number, DamagedTable
// (without a file name) if it is not a whole one, or does not fit.
template <class T, class Json>
T read_number(const Json& json) {
  const bool fits = json.is_number_unsigned() ? std::in_range<T>(json.template get<std::uint64_t>())
                    : json.is_number_integer() ? std::in_range<T>(json.template get<std::int64_t>())
                                               : !json.is_number();
  if (!fits) throw DamagedTable("a number in its list of slices is out of range");
  return json.template get<T>();
}

// (-32768 would be a value whose opposite is not one.)
template <class Json>
Value read_value(const Json& json) {
  const auto raw = read_number<std::int16_t>(json);
  if (raw < -std::numeric_limits<std::int16_t>::max())
    throw DamagedTable("a value in its list of slices is out of range");
  return Value::from_raw(raw);
}

template <class Json>
Arrival read_arrival(const Json& json) {
  const auto plies = [&](std::size_t n) { return read_number<int>(json.at(n)); };
  const Arrival a{plies(0), plies(1), plies(2)};
  const auto is_never_earlier = [&](int other) { return other == -1 || other >= a.first; };
  const bool is_never = a.first == -1 && a.complete == -1 && a.unrestricted == -1;
  const bool is_some = a.first >= 0 && a.complete >= -1 && a.unrestricted >= -1 &&
                       is_never_earlier(a.complete) && is_never_earlier(a.unrestricted);
  if (!is_never && !is_some) throw DamagedTable("an arrival in its list of slices makes no sense");
  return a;
}

// Throws nlohmann::json::exception if something is missing or of a wrong type, DamagedTable
// (without a file name) if a number is impossible.
template <class Json>
std::vector<SliceRecord> slices_from_json(const Json& text) {
  const auto none = Json::array();
  const auto size = [](const Json& json) { return read_number<std::uint64_t>(json); };
  std::vector<SliceRecord> slices;
  for (const auto& entry : text.at("slices")) {
    SliceRecord s;
    entry.at("name").get_to(s.name);
    s.indices = size(entry.at("indices"));
    s.positions = size(entry.at("positions"));
    s.members = size(entry.at("members"));
    s.directory = size(entry.at("directory"));
    if (const auto sum = entry.find("directory_checksum"); sum != entry.end())
      s.directory_checksum = size(*sum);
    for (const auto& raw : entry.at("palette")) s.palette.push_back(read_value(raw));
    for (const auto& raw : entry.value("arrivals", none)) s.arrivals.push_back(read_arrival(raw));
    if (const auto blocks = entry.find("blocks"); blocks != entry.end())
      s.block_count = size(*blocks);
    s.is_left_out = entry.value("left_out", false);
    if (const auto bytes = entry.find("code_bytes"); bytes != entry.end())
      s.code_bytes = size(*bytes);
    for (const auto& pair : entry.value("histogram", none))
      s.histogram[read_value(pair.at(0))] = size(pair.at(1));
    for (const auto& code : entry.value("longest", none)) s.longest.push_back(size(code));
    slices.push_back(std::move(s));
  }
  return slices;
}

}  // namespace zermelo
