// SPDX-License-Identifier: MIT
// What probes ask of the pages of a mapped file. Linux only: where /proc or the system's calls say
// no, members throw std::runtime_error.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace zermelo::bench {

// All of this process's mappings of one file. Make it when the file is mapped.
class PageWatch {
 public:
  explicit PageWatch(const std::string& path);

  // Takes the file's pages out of memory: the mappings forget them, then the system's cache. Throws
  // if some stay, as they do while another process maps the file.
  void drop() const;
  // Whether the system reads on around a page that is asked for.
  void read_ahead(bool wanted) const;

  // Pages of the file that are in memory, as mincore() says: what was asked for and what the system
  // read on around it.
  std::size_t resident() const;

  // Pages that the processor has looked at since forget_touched(): those with the accessed bit in
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
