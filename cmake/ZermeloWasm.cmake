# SPDX-License-Identifier: MIT
# The module for browsers and node (wasm/): a project of its own, since it has another compiler.
# It needs Debian's clang-19, lld-19, libc++-19-dev-wasm32, libclang-rt-19-dev-wasm32, wasi-libc and xz-utils, and the
# sources of zstd (scripts/zstd-source.sh fetches those of Debian's package). ZERMELO_WASM: AUTO builds it if they are
# there, ON fails if something is missing.
# Sets zermelo_has_module; then zermelo_module is the module with all games, and zermelo_game_modules are the names, in
# the same folder, of those with one game each. Otherwise zermelo_no_module says why there is none.
include(ExternalProject)

set(zermelo_has_module FALSE)
if(NOT ZERMELO_WASM)
  set(zermelo_no_module "ZERMELO_WASM is off")
  message(STATUS "Module for browsers: left out (${zermelo_no_module})")
  return()
endif()

find_path(ZERMELO_ZSTD_SOURCE decompress/zstd_decompress.c
          PATHS ${PROJECT_BINARY_DIR}/zstd-source/lib ${PROJECT_SOURCE_DIR}/build/zstd-source/lib
          NO_DEFAULT_PATH)
set(missing)
foreach(needed IN ITEMS
        clang-19=/usr/bin/clang++-19 lld-19=/usr/bin/wasm-ld-19 llvm-19=/usr/bin/llvm-ar-19
        libc++-19-dev-wasm32=/usr/lib/llvm-19/lib/wasm32-wasi/libc++.a
        libclang-rt-19-dev-wasm32=/usr/lib/llvm-19/lib/clang/19/lib/wasi/libclang_rt.builtins-wasm32.a
        wasi-libc=/usr/lib/wasm32-wasi/libc.a)
  string(REPLACE "=" ";" needed ${needed})
  list(GET needed 0 package)
  list(GET needed 1 file)
  if(NOT EXISTS ${file})
    list(APPEND missing ${package})
  endif()
endforeach()
set(zermelo_no_module)
if(missing)
  list(JOIN missing ", " missing)
  set(zermelo_no_module "${missing} missing: scripts/install-deps.sh --wasm")
elseif(NOT ZERMELO_ZSTD_SOURCE)
  set(zermelo_no_module "the sources of zstd are missing: scripts/zstd-source.sh")
elseif(NOT ZERMELO_XZ)
  set(zermelo_no_module "xz is missing: scripts/install-deps.sh --wasm")
endif()
if(zermelo_no_module)
  string(TOUPPER "${ZERMELO_WASM}" zermelo_wasm_choice)
  if(NOT zermelo_wasm_choice STREQUAL "AUTO")
    message(FATAL_ERROR "ZERMELO_WASM: ${zermelo_no_module}.")
  endif()
  message(STATUS "Module for browsers: left out (${zermelo_no_module})")
  return()
endif()
message(STATUS "Module for browsers: is built")
set(zermelo_has_module TRUE)
set(zermelo_module_folder ${PROJECT_BINARY_DIR}/wasm)
set(zermelo_module ${zermelo_module_folder}/zermelo.wasm)
list(TRANSFORM zermelo_games REPLACE "(.+)" "zermelo-\\1.wasm" OUTPUT_VARIABLE zermelo_game_modules)
list(TRANSFORM zermelo_game_modules PREPEND ${zermelo_module_folder}/ OUTPUT_VARIABLE zermelo_game_module_paths)

# (Its own build finds out whether anything changed; if nothing did, the file stays, and so does the program.)
ExternalProject_Add(
  zermelo_wasm
  SOURCE_DIR ${PROJECT_SOURCE_DIR}/wasm
  BINARY_DIR ${PROJECT_BINARY_DIR}/wasm
  CMAKE_ARGS -DCMAKE_BUILD_TYPE=Release -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=12
             -DZERMELO_VERSION=${PROJECT_VERSION} -DZERMELO_ZSTD_SOURCE=${ZERMELO_ZSTD_SOURCE}
             -DCMAKE_CXX_COMPILER_LAUNCHER=${CMAKE_CXX_COMPILER_LAUNCHER}
  BUILD_ALWAYS ON
  INSTALL_COMMAND ""
  BUILD_BYPRODUCTS ${zermelo_module} ${zermelo_game_module_paths})
