// SPDX-License-Identifier: MIT
// Maps whose file is cut short by another process: reading what is gone would raise a signal,
// SIGBUS, that ends the process. Under the guard it reads as zeros, and the map knows that it is
// not whole any more.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace zermelo {

// A map's place in the list that the signal's handler looks at. There is one object per map, which
// it must not outlive.
class WatchedMap {
 public:
  WatchedMap(const void* begin, std::size_t size);
  WatchedMap(const WatchedMap&) = delete;
  WatchedMap& operator=(const WatchedMap&) = delete;
  ~WatchedMap();

  // Whether some part of it could not be read. Once true, it stays true. Any thread may ask.
  bool was_cut() const;

  struct Entry;

 private:
  Entry* entry_;
};

// Installs the handler, once for the process; any thread may call it, at any time. A SIGBUS of
// another origin goes to the handler that was there before.
void guard_maps();

}  // namespace zermelo
