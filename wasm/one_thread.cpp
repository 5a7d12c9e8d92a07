// SPDX-License-Identifier: MIT
// gen/parallel.h where there is one thread, and what the standard library was compiled without.
#include <mutex>

#include "gen/parallel.h"

_LIBCPP_BEGIN_NAMESPACE_STD

mutex::~mutex() noexcept = default;
void mutex::lock() {}
bool mutex::try_lock() noexcept { return true; }
void mutex::unlock() noexcept {}

_LIBCPP_END_NAMESPACE_STD

// The only thread never ends.
extern "C" int __cxa_thread_atexit(void (*)(void*), void*, void*) { return 0; }  // NOLINT

namespace zermelo {

int thread_count(int) { return 1; }

void share_out(std::uint64_t tasks, int, const std::function<void(TaskNumbers&)>& work) {
  TaskNumbers numbers(tasks);
  work(numbers);
}

}  // namespace zermelo
