// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace zermelo::publish {

// The bytes as gzip packs them: the same ones at any time. Throws Error.
std::string gzip(std::string_view bytes);

// What gzip() packed. Throws Error if it is something else.
std::string gunzip(std::string_view packed);

}  // namespace zermelo::publish
