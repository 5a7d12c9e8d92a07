// SPDX-License-Identifier: MIT
#include "probe/whole_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

#include "gen/error.h"

namespace zermelo {

std::string read_whole_file(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored))
    throw FileError(fmt::format("Cannot read {}: Is a directory.", path));
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (file) text << file.rdbuf();
  if (!file || file.bad())
    throw FileError(fmt::format("Cannot read {}: {}.", path, std::strerror(errno)));
  return std::move(text).str();
}

}  // namespace zermelo
