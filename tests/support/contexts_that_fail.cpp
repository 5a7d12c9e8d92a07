// SPDX-License-Identifier: MIT
#include "tests/support/contexts_that_fail.h"

#include <dlfcn.h>
#include <xxhash.h>
#include <zstd.h>

namespace zermelo::test {
namespace {

thread_local bool failing = false;

// The library's function of that name; the functions here replace it in this program.
template <class Function>
Function* real(const char* name) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}

}  // namespace

ContextsThatFail::ContextsThatFail() { failing = true; }
ContextsThatFail::~ContextsThatFail() { failing = false; }

extern "C" {
ZSTD_CCtx* ZSTD_createCCtx() { return failing ? nullptr : real<ZSTD_CCtx*()>("ZSTD_createCCtx")(); }
ZSTD_DCtx* ZSTD_createDCtx() { return failing ? nullptr : real<ZSTD_DCtx*()>("ZSTD_createDCtx")(); }
XXH3_state_t* XXH3_createState() {
  return failing ? nullptr : real<XXH3_state_t*()>("XXH3_createState")();
}
}

}  // namespace zermelo::test
