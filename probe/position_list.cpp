// SPDX-License-Identifier: MIT
#include "probe/position_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "gen/error.h"
#include "gen/text/byte_order_mark.h"

namespace zermelo {

std::string position_in_line(std::string line, bool is_first) {
  if (is_first && line.starts_with(byte_order_mark)) line.erase(0, byte_order_mark.size());
  constexpr const char* spaces = " \t\r";
  line.erase(std::min(line.find('#'), line.size()));
  line.erase(0, std::min(line.find_first_not_of(spaces), line.size()));
  line.erase(line.find_last_not_of(spaces) + 1);
  return line;
}

std::vector<ListedPosition> read_positions(std::istream& stream, const std::string& name) {
  std::vector<ListedPosition> positions;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    std::string text = position_in_line(std::move(line), number == 1);
    if (!text.empty()) positions.push_back({std::move(text), fmt::format("{}:{}", name, number)});
  }
  if (stream.bad() || !stream.eof()) throw FileError(fmt::format("Cannot read {}.", name));
  return positions;
}

}  // namespace zermelo
