// SPDX-License-Identifier: MIT
// Writes the index of a table, by which it can be read in chunks: write_index TABLE INDEX
#include <cstdio>
#include <exception>

#include "tablebase/format/file_index.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  try {
    const zermelo::TableFile table{std::string(argv[1])};
    zermelo::OutputFile out(argv[2], zermelo::OutputFile::Mode::truncate);
    out.write(zermelo::write_file_index(table));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
