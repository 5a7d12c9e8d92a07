# SPDX-License-Identifier: MIT
# Finds sdsl, the succinct data structure library. Defines the target sdsl::sdsl.
find_path(sdsl_INCLUDE_DIR sdsl/bit_vectors.hpp)
find_library(sdsl_LIBRARY sdsl)
mark_as_advanced(sdsl_INCLUDE_DIR sdsl_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  sdsl
  REQUIRED_VARS sdsl_LIBRARY sdsl_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Install it, e.g. the Debian package libsdsl-dev.")

# Imported targets' include directories are system directories: no warnings from sdsl's headers.
if(sdsl_FOUND AND NOT TARGET sdsl::sdsl)
  add_library(sdsl::sdsl UNKNOWN IMPORTED)
  set_target_properties(
    sdsl::sdsl PROPERTIES IMPORTED_LOCATION ${sdsl_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES
                                                            ${sdsl_INCLUDE_DIR})
endif()
