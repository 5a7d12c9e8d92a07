// SPDX-License-Identifier: MIT
#include "bench/page_watch.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <thread>

namespace zermelo::bench {
namespace {

void check(bool good, const char* what) {
  if (!good) throw std::runtime_error(what);
}

// "7f00-7f10 r--s ..." to its two addresses; false for a line that begins otherwise.
bool read_range(const std::string& line, unsigned long& begin, unsigned long& end) {
  char dash = 0;
  std::istringstream text(line);
  return static_cast<bool>(text >> std::hex >> begin >> dash >> end) && dash == '-';
}

}  // namespace

void* PageWatch::Mapping::address() const { return reinterpret_cast<void*>(begin); }

PageWatch::PageWatch(const std::string& path) : path_(std::filesystem::canonical(path)) {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {
    Mapping mapping{};
    if (line.ends_with(" " + path_) && read_range(line, mapping.begin, mapping.end)) {
      mappings_.push_back(mapping);
    }
  }
  check(!mappings_.empty(), "the file is not mapped");
}

void PageWatch::advise(int advice) const {
  for (const Mapping& m : mappings_) {
    check(::madvise(m.address(), m.bytes(), advice) == 0, "madvise failed");
  }
}

void PageWatch::drop() const {
  using namespace std::chrono_literals;
  const int file = ::open(path_.c_str(), O_RDONLY | O_CLOEXEC);
  check(file >= 0, "the file cannot be opened");
  std::size_t left = 1;
  // Pages that the system is still reading stay for a moment.
  for (int tries = 0; left > 0 && tries < 200; ++tries) {
    if (tries > 0) std::this_thread::sleep_for(1ms);
    advise(MADV_DONTNEED);
    ::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED);
    left = resident();
  }
  ::close(file);
  check(left == 0, "the file's pages stay in memory; does another process map it?");
}

void PageWatch::read_ahead(bool wanted) const { advise(wanted ? MADV_NORMAL : MADV_RANDOM); }

std::size_t PageWatch::resident() const {
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  const Mapping& m = mappings_.front();
  std::vector<unsigned char> pages((m.bytes() + page - 1) / page);
  check(::mincore(m.address(), m.bytes(), pages.data()) == 0, "mincore failed");
  return static_cast<std::size_t>(
      std::ranges::count_if(pages, [](unsigned char p) { return (p & 1) != 0; }));
}

std::size_t PageWatch::touched() const {
  std::ifstream smaps("/proc/self/smaps");
  check(smaps.good(), "there is no /proc/self/smaps");
  std::size_t bytes = 0;
  bool ours = false;
  for (std::string line; std::getline(smaps, line);) {
    Mapping mapping{};
    if (read_range(line, mapping.begin, mapping.end)) {
      ours = std::ranges::any_of(mappings_,
                                 [&](const Mapping& m) { return m.begin == mapping.begin; });
    } else if (ours && line.starts_with("Referenced:")) {
      bytes += std::stoul(line.substr(line.find(':') + 1)) * 1024;
    }
  }
  return bytes / static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

void PageWatch::forget_touched() {
  std::ofstream file("/proc/self/clear_refs");
  file << "1" << std::flush;
  check(file.good(), "/proc/self/clear_refs cannot be written");
  // The processor sets a page's bit when it loads the page's address, but not while it remembers
  // the address: unmapping many pages makes it forget all addresses.
  constexpr std::size_t bytes = std::size_t{1} << 20;
  void* const some =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  check(some != MAP_FAILED, "mmap failed");
  std::memset(some, 1, bytes);
  check(::munmap(some, bytes) == 0, "munmap failed");
}

long PageWatch::waits() {
  rusage usage{};
  check(::getrusage(RUSAGE_SELF, &usage) == 0, "getrusage failed");
  return usage.ru_majflt;
}

}  // namespace zermelo::bench
