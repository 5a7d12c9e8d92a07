// SPDX-License-Identifier: MIT
#include "tablebase/format/truncation_guard.h"

#include <sys/mman.h>
#include <unistd.h>

#include <cassert>
#include <cerrno>
#include <csignal>

namespace zermelo {

// Everything is atomic, and entries are reused but never freed, so the handler needs no lock, and
// no fork leaves one locked.
struct WatchedMap::Entry {
  std::atomic<bool> taken = true;
  std::atomic<std::uintptr_t> begin = 0, end = 0;  // begin is 0 while the entry is free
  std::atomic<bool> cut = false;
  Entry* next = nullptr;
};

namespace {

std::atomic<WatchedMap::Entry*> entries = nullptr;
struct sigaction previous_action {};
std::uintptr_t page_size = 4096;

WatchedMap::Entry& take_entry() {
  for (auto* e = entries.load(); e != nullptr; e = e->next) {
    if (!e->taken.exchange(true)) return *e;
  }
  auto* entry = new WatchedMap::Entry;
  entry->next = entries.load();
  while (!entries.compare_exchange_weak(entry->next, entry)) {
  }
  return *entry;
}

WatchedMap::Entry* entry_at(std::uintptr_t address) {
  for (auto* e = entries.load(); e != nullptr; e = e->next) {
    const std::uintptr_t begin = e->begin.load();
    if (begin != 0 && begin <= address && address < e->end.load()) return e;
  }
  return nullptr;
}

// From now on there are zeros from the page that could not be read to the map's end.
bool fill_with_zeros(WatchedMap::Entry& entry, std::uintptr_t address) {
  entry.cut.store(true);
  const std::uintptr_t page = address / page_size * page_size;
  void* const at = reinterpret_cast<void*>(page);
  return mmap(at, entry.end.load() - page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1,
              0) != MAP_FAILED;
}

// Calls nothing but mmap and sigaction.
void on_bus_error(int, siginfo_t* info, void*) {
  const int error = errno;
  const auto address = reinterpret_cast<std::uintptr_t>(info->si_addr);
  WatchedMap::Entry* const entry = info->si_code > 0 ? entry_at(address) : nullptr;
  // For a signal that is not ours: the instruction is run again, and the signal goes where it went
  // before.
  if (entry == nullptr || !fill_with_zeros(*entry, address)) {
    sigaction(SIGBUS, &previous_action, nullptr);
    if (info->si_code <= 0) raise(SIGBUS);  // it was sent, and would not come again
  }
  errno = error;
}

}  // namespace

WatchedMap::WatchedMap(const void* begin, std::size_t size) {
  assert(begin != nullptr && size > 0);
  assert(entry_at(reinterpret_cast<std::uintptr_t>(begin)) == nullptr);  // maps do not overlap
  entry_ = &take_entry();
  entry_->cut.store(false);
  entry_->end.store(reinterpret_cast<std::uintptr_t>(begin) + size);
  entry_->begin.store(reinterpret_cast<std::uintptr_t>(begin));
}

WatchedMap::~WatchedMap() {
  assert(entry_->begin.load() != 0);
  entry_->begin.store(0);
  entry_->taken.store(false);
}

bool WatchedMap::was_cut() const { return entry_->cut.load(std::memory_order_relaxed); }

void guard_maps() {
  static const bool installed = [] {
    page_size = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
    struct sigaction action {};
    action.sa_sigaction = on_bus_error;
    action.sa_flags = SA_SIGINFO;
    sigemptyset(&action.sa_mask);
    return sigaction(SIGBUS, &action, &previous_action) == 0;
  }();
  static_cast<void>(installed);
}

}  // namespace zermelo
