// SPDX-License-Identifier: MIT
// A fuzz target without a fuzzer: feeds it an empty input and the files that are named.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>

#include "tests/support/bytes_of_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int main(int count, char** arguments) {
  LLVMFuzzerTestOneInput(nullptr, 0);
  for (int i = 1; i < count; ++i) {
    try {
      const std::string bytes = zermelo::test::read_whole(arguments[i]);
      LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
    } catch (const std::exception& error) {
      std::fprintf(stderr, "%s: %s\n", arguments[i], error.what());
      return 1;
    }
  }
  std::printf("%d files\n", count - 1);
}
