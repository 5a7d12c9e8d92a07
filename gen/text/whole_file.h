// SPDX-License-Identifier: MIT
// Reads files that are small enough to be kept whole.
#pragma once

#include <string>

namespace zermelo {

// Throws FileError.
std::string read_whole_file(const std::string& path);
// Reads everything until the end. Throws FileError.
std::string read_standard_input();

}  // namespace zermelo
