// SPDX-License-Identifier: MIT
#include "publish/hashes.h"

#include <fmt/format.h>
#include <xxhash.h>

#include <fstream>
#include <iterator>

namespace zermelo::publish {

std::string hash_of(std::string_view bytes) {
  return fmt::format("{:016x}", XXH64(bytes.data(), bytes.size(), 0));
}

std::string this_program() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return bytes.empty() ? std::string() : hash_of(bytes);
}

}  // namespace zermelo::publish
