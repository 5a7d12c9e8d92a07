// SPDX-License-Identifier: MIT
// Owns what C libraries keep for their caller. Internal; not installed with the public headers.
#pragma once

#include <memory>
#include <new>

namespace zermelo {

template <auto release>
struct ContextRelease {
  template <class T>
  void operator()(T* context) const {
    release(context);
  }
};

// A context that `release` frees.
template <class T, auto release>
using Context = std::unique_ptr<T, ContextRelease<release>>;

// What a library has made. Throws std::bad_alloc if it could not.
template <class T>
T* made(T* context) {
  if (context == nullptr) throw std::bad_alloc();
  return context;
}

}  // namespace zermelo
