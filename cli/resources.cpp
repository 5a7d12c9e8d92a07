// SPDX-License-Identifier: MIT
#include "cli/resources.h"

#include <sys/resource.h>

#include <algorithm>

namespace zermelo::cli {
namespace {

rusage usage(int who) {
  rusage result = {};
  ::getrusage(who, &result);
  return result;
}

double seconds(int who) {
  double sum = 0;
  const rusage used = usage(who);
  for (const timeval& time : {used.ru_utime, used.ru_stime})
    sum += static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  return sum;
}

std::uint64_t peak(int who) { return static_cast<std::uint64_t>(usage(who).ru_maxrss) * 1024; }

}  // namespace

std::uint64_t peak_memory(Whose whose) {
  return std::max(peak(RUSAGE_SELF), whose == Whose::with_children ? peak(RUSAGE_CHILDREN) : 0);
}

double processor_seconds(Whose whose) {
  return seconds(RUSAGE_SELF) + (whose == Whose::with_children ? seconds(RUSAGE_CHILDREN) : 0);
}

}  // namespace zermelo::cli
