// SPDX-License-Identifier: MIT
// Debian has no library of it for WebAssembly, and all of it is in its header.
#define XXH_STATIC_LINKING_ONLY
#define XXH_IMPLEMENTATION
#include <xxhash.h>
