// SPDX-License-Identifier: MIT
// What a site consists of beside the page (server/embedded.h), embedded in the program
// (cmake/ZermeloEmbed.cmake).
#pragma once

#include <span>

#include "server/embedded.h"

namespace zermelo::server {

// wasm/prober.js
std::span<const EmbeddedFile> embedded_prober();
// The module, packed by gzip only; none if it was not built (ZERMELO_WASM).
std::span<const EmbeddedFile> embedded_module();
// The licences of what is shipped: LICENSES.txt.
std::span<const EmbeddedFile> embedded_licences();

}  // namespace zermelo::server
