# SPDX-License-Identifier: MIT
# Finds xxHash 0.8 or later (XXH3). Defines the target xxhash::xxhash.
find_path(xxhash_INCLUDE_DIR xxhash.h)
find_library(xxhash_LIBRARY xxhash)
mark_as_advanced(xxhash_INCLUDE_DIR xxhash_LIBRARY)

if(xxhash_INCLUDE_DIR)
  set(xxhash_VERSION)
  foreach(part IN ITEMS MAJOR MINOR RELEASE)
    file(STRINGS ${xxhash_INCLUDE_DIR}/xxhash.h line REGEX "#define XXH_VERSION_${part} +[0-9]+")
    string(REGEX REPLACE ".*#define XXH_VERSION_${part} +([0-9]+).*" "\\1" number "${line}")
    list(APPEND xxhash_VERSION ${number})
  endforeach()
  list(JOIN xxhash_VERSION "." xxhash_VERSION)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  xxhash
  REQUIRED_VARS xxhash_LIBRARY xxhash_INCLUDE_DIR
  VERSION_VAR xxhash_VERSION
  REASON_FAILURE_MESSAGE "Install it, e.g. the Debian package libxxhash-dev.")

if(xxhash_FOUND AND NOT TARGET xxhash::xxhash)
  add_library(xxhash::xxhash UNKNOWN IMPORTED)
  set_target_properties(
    xxhash::xxhash PROPERTIES IMPORTED_LOCATION ${xxhash_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES
                                                                  ${xxhash_INCLUDE_DIR})
endif()
