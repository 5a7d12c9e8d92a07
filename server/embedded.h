// SPDX-License-Identifier: MIT
// Files that are embedded in the program: the page, and the description of the API
// (cmake/ZermeloEmbed.cmake).
#pragma once

#include <span>
#include <string_view>

namespace zermelo::server {

struct EmbeddedFile {
  struct Bytes {
    const char* first = nullptr;
    const char* last = nullptr;
    std::string_view text() const { return {first, static_cast<std::size_t>(last - first)}; }
  };
  const char* name;  // within its folder, "board/arrows.js"
  Bytes plain;
  Bytes packed;  // by gzip; empty if gzip was missing when the program was built
};

// All files that the page consists of, in the order of their names.
std::span<const EmbeddedFile> embedded_page();
// One file.
std::span<const EmbeddedFile> embedded_openapi();

}  // namespace zermelo::server
