// SPDX-License-Identifier: MIT
// Checksums as texts.
#pragma once

#include <string>
#include <string_view>

namespace zermelo::publish {

// xxHash64 of the bytes, as 16 hexadecimal digits.
std::string hash_of(std::string_view bytes);

// The checksum of the program's own file; empty if that cannot be read.
std::string this_program();

}  // namespace zermelo::publish
