// SPDX-License-Identifier: MIT
// How probes use the pages of a mapped file. Linux only: where /proc or system calls fail, members
// throw std::runtime_error.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace zermelo::bench {

// All of this process's mappings of one file. To be constructed when the file is mapped.
class PageWatch {
 public:
  explicit PageWatch(const std::string& path);

  // Removes the file's pages from memory: first from the mappings, then from the system's cache.
  // Throws if some stay, as they do while another process maps the file.
  void drop() const;
  // Whether the system also reads pages around a page that is accessed.
  void read_ahead(bool wanted) const;

  // Pages of the file that are in memory, according to mincore(): those that were accessed and
  // those that the system also read around them.
  std::size_t resident() const;

  // Pages that the processor has accessed since forget_touched(): those with the accessed bit in
  // its page tables ("Referenced" in /proc/self/smaps). They must have been mapped before, since
  // the system also marks neighbours that it maps along with a page.
  std::size_t touched() const;
  static void forget_touched();

  // How often this process has waited for the disk ("major faults").
  static long waits();

 private:
  struct Mapping {
    unsigned long begin, end;
    std::size_t bytes() const { return end - begin; }
    void* address() const;
  };
  void advise(int advice) const;

  std::string path_;
  std::vector<Mapping> mappings_;
};

}  // namespace zermelo::bench
