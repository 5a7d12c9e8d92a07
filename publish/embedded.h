// SPDX-License-Identifier: MIT
// What a site consists of beside the page (server/embedded.h), embedded in the program
// (cmake/ZermeloEmbed.cmake).
#pragma once

#include <span>

#include "server/embedded.h"

namespace zermelo::server {

// wasm/prober.js
std::span<const EmbeddedFile> embedded_prober();
// The modules, zermelo-GAME.wasm, packed by xz only; none if they were not built (ZERMELO_WASM).
std::span<const EmbeddedFile> embedded_modules();
// The licences of what is shipped: LICENSES.txt.
std::span<const EmbeddedFile> embedded_licences();

}  // namespace zermelo::server
