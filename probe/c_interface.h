// SPDX-License-Identifier: MIT
// What the functions of the C interface (probe/zermelo.h) have in common: every one that can fail
// runs its work in guarded() or hand_out(), which turn exceptions into status codes.
#pragma once

#include <string>
#include <utility>

#include "gen/error.h"
#include "gen/game_spec.h"
#include "probe/table.h"
#include "probe/zermelo.h"

struct zermelo_table {
  explicit zermelo_table(const char* path)
      : table(zermelo::Table::open(path)),
        spec(table.game().spec()),
        game(to_string(spec)),
        start(table.start()) {}

  zermelo::Table table;
  zermelo::GameSpec spec;
  std::string game, start;
};

namespace zermelo {

// Keeps the sentence of the exception that is being handled as this thread's last error.
zermelo_status status_of_current_exception() noexcept;

template <class Work>
zermelo_status guarded(Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
    return ZERMELO_OK;
  } catch (...) {
    return status_of_current_exception();
  }
}

inline void need(const void* argument, const char* name) {
  if (argument == nullptr) throw UsageError(std::string("The argument ") + name + " is NULL.");
}

// Makes a result for the caller: checks where it goes, and sets that to NULL if `make` throws.
template <class Result, class Make>
zermelo_status hand_out(Result** where, const char* name, Make&& make) noexcept {
  if (where != nullptr) *where = nullptr;
  return guarded([&] {
    need(where, name);
    *where = std::forward<Make>(make)();
  });
}

// Of "ostle size=4 start=3". Throws UsageError.
GameSpec spec_of(const char* words);

}  // namespace zermelo
