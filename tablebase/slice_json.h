// SPDX-License-Identifier: MIT
// The list of a table's slices as JSON: a table's trailer, and part of a checkpoint. Internal; not
// installed with the public headers.
#pragma once

#include <nlohmann/json.hpp>
#include <vector>

#include "tablebase/table_file.h"

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
    for (const Arrival& a : s.arrivals)
      list.back()["arrivals"].push_back({a.first, a.complete, a.unrestricted});
    if (s.block_count) list.back()["blocks"] = *s.block_count;
    if (s.code_bytes > 0) list.back()["code_bytes"] = s.code_bytes;
    for (const auto& [value, count] : s.histogram)
      list.back()["histogram"].push_back({value.raw(), count});
    if (!s.longest.empty()) list.back()["longest"] = s.longest;
  }
  return {{"slices", list}};
}

// Throws nlohmann::json::exception if something is missing or of a wrong type.
inline std::vector<SliceRecord> slices_from_json(const nlohmann::json& text) {
  std::vector<SliceRecord> slices;
  for (const auto& entry : text.at("slices")) {
    SliceRecord s;
    entry.at("name").get_to(s.name);
    entry.at("indices").get_to(s.indices);
    entry.at("positions").get_to(s.positions);
    entry.at("members").get_to(s.members);
    entry.at("directory").get_to(s.directory);
    for (const auto& raw : entry.at("palette")) {
      s.palette.push_back(Value::from_raw(raw.get<std::int16_t>()));
    }
    for (const auto& raw : entry.value("arrivals", nlohmann::json::array()))
      s.arrivals.push_back({raw.at(0), raw.at(1), raw.at(2)});
    if (const auto blocks = entry.find("blocks"); blocks != entry.end())
      s.block_count = blocks->get<std::uint64_t>();
    s.code_bytes = entry.value("code_bytes", std::uint64_t{0});
    for (const auto& pair : entry.value("histogram", nlohmann::json::array()))
      s.histogram[Value::from_raw(pair.at(0).get<std::int16_t>())] = pair.at(1);
    if (const auto longest = entry.find("longest"); longest != entry.end())
      longest->get_to(s.longest);
    slices.push_back(std::move(s));
  }
  return slices;
}

}  // namespace zermelo
