// SPDX-License-Identifier: MIT
#include <xxhash.h>

#include "tablebase/format/file.h"

namespace zermelo {

std::uint64_t checksum(Bytes bytes, std::uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

}  // namespace zermelo
