// SPDX-License-Identifier: MIT
#include "cli/resources.h"

#include <sys/resource.h>

namespace zermelo::cli {
namespace {

rusage usage() {
  rusage result = {};
  ::getrusage(RUSAGE_SELF, &result);
  return result;
}

double seconds(const timeval& time) {
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
}

}  // namespace

std::uint64_t peak_memory() { return static_cast<std::uint64_t>(usage().ru_maxrss) * 1024; }

double processor_seconds() {
  const rusage used = usage();
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

}  // namespace zermelo::cli
