// SPDX-License-Identifier: MIT
// Files that are inside of the program: the page, the description of the API
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
  const char* name;  // inside of its folder, "board/arrows.js"
  Bytes plain;
  Bytes packed;  // by gzip; empty if there was none when the program was built
};

// All that the page consists of, in order of their names.
std::span<const EmbeddedFile> embedded_page();
// One file.
std::span<const EmbeddedFile> embedded_openapi();

}  // namespace zermelo::server
