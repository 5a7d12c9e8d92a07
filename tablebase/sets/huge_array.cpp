// SPDX-License-Identifier: MIT
#include "tablebase/sets/huge_array.h"

#include <fmt/format.h>
#include <sys/mman.h>

#include "gen/error.h"

namespace zermelo {

namespace {

constexpr std::size_t huge_page = std::size_t{1} << 21;

}  // namespace

void* reserve_pages(std::size_t bytes) {
  if (bytes == 0) return nullptr;
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw OutOfMemory(
        fmt::format("The system refused {:.1f} MiB of memory; free some and try again.",
                    static_cast<double>(bytes) / (1 << 20)));
  }
  if (bytes >= huge_page) madvise(memory, bytes, MADV_HUGEPAGE);  // a hint; failure costs only time
  return memory;
}

void release_pages(void* memory, std::size_t bytes) noexcept {
  if (memory != nullptr) munmap(memory, bytes);
}

void drop_pages(void* memory, std::size_t bytes) noexcept {
  const std::size_t whole = bytes / huge_page * huge_page;
  if (whole > 0) madvise(memory, whole, MADV_DONTNEED);  // a hint, too
}

}  // namespace zermelo
