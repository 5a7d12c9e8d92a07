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

# Programs link the archive, of which they need little: the shared library builds the tables of its integer codes
# whenever a program starts, which takes longer than the rest of most runs. (The archive's code is not made for shared
# libraries.)
find_library(sdsl_ARCHIVE libsdsl.a)
mark_as_advanced(sdsl_ARCHIVE)
set(sdsl_of_programs ${sdsl_LIBRARY})
if(sdsl_ARCHIVE)
  set(sdsl_of_programs ${sdsl_ARCHIVE})
endif()

# Imported targets' include directories are system directories: no warnings from sdsl's headers.
if(sdsl_FOUND AND NOT TARGET sdsl::sdsl)
  add_library(sdsl::sdsl INTERFACE IMPORTED)
  set_target_properties(
    sdsl::sdsl
    PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES ${sdsl_INCLUDE_DIR}
      INTERFACE_LINK_LIBRARIES
      "$<IF:$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>,${sdsl_of_programs},${sdsl_LIBRARY}>")
endif()
