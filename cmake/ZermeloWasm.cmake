# SPDX-License-Identifier: MIT
# The module for browsers and node (wasm/): a project of its own, since it has another compiler.
# ZERMELO_WASM needs Debian's clang-19, lld-19, libc++-19-dev-wasm32, libclang-rt-19-dev-wasm32 and wasi-libc,
# and the sources of zstd (scripts/zstd-source.sh fetches those of Debian's package).
include(ExternalProject)

find_path(ZERMELO_ZSTD_SOURCE decompress/zstd_decompress.c
          PATHS ${PROJECT_BINARY_DIR}/zstd-source/lib ${PROJECT_SOURCE_DIR}/build/zstd-source/lib
          NO_DEFAULT_PATH)
foreach(needed IN ITEMS /usr/bin/clang++-19 /usr/bin/wasm-ld-19 /usr/lib/llvm-19/lib/wasm32-wasi/libc++.a
                        /usr/lib/wasm32-wasi/libc.a)
  if(NOT EXISTS ${needed})
    message(FATAL_ERROR "ZERMELO_WASM: ${needed} is not there; scripts/install-deps.sh --wasm installs it.")
  endif()
endforeach()
if(NOT ZERMELO_ZSTD_SOURCE)
  message(FATAL_ERROR "ZERMELO_WASM: the sources of zstd are not there; scripts/zstd-source.sh fetches them.")
endif()

ExternalProject_Add(
  zermelo_wasm
  SOURCE_DIR ${PROJECT_SOURCE_DIR}/wasm
  BINARY_DIR ${PROJECT_BINARY_DIR}/wasm
  CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12
             -DZERMELO_VERSION=${PROJECT_VERSION} -DZERMELO_ZSTD_SOURCE=${ZERMELO_ZSTD_SOURCE}
             -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
  BUILD_ALWAYS ON
  INSTALL_COMMAND ""
  BUILD_BYPRODUCTS ${PROJECT_BINARY_DIR}/wasm/zermelo.wasm)
