// SPDX-License-Identifier: MIT
// Reads files that are small enough to be kept whole.
#pragma once

#include <string>

namespace zermelo {

// Throws FileError.
std::string read_whole_file(const std::string& path);

}  // namespace zermelo
