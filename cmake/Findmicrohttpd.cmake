# SPDX-License-Identifier: MIT
# Finds GNU libmicrohttpd, an HTTP server as a library (LGPL-2.1+). Defines the target microhttpd::microhttpd.
find_path(microhttpd_INCLUDE_DIR microhttpd.h)
find_library(microhttpd_LIBRARY microhttpd)
mark_as_advanced(microhttpd_INCLUDE_DIR microhttpd_LIBRARY)

# "#define MHD_VERSION 0x00097500": two digits each of the parts 0, 9 and 75.
if(microhttpd_INCLUDE_DIR)
  file(STRINGS ${microhttpd_INCLUDE_DIR}/microhttpd.h line REGEX "#define MHD_VERSION 0x")
  if(line MATCHES "0x([0-9][0-9])([0-9][0-9])([0-9][0-9])")
    string(REGEX REPLACE "(^|\\.)0([0-9])" "\\1\\2" microhttpd_VERSION
                         "${CMAKE_MATCH_1}.${CMAKE_MATCH_2}.${CMAKE_MATCH_3}")
  endif()
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  microhttpd
  REQUIRED_VARS microhttpd_LIBRARY microhttpd_INCLUDE_DIR
  VERSION_VAR microhttpd_VERSION)

if(microhttpd_FOUND AND NOT TARGET microhttpd::microhttpd)
  add_library(microhttpd::microhttpd UNKNOWN IMPORTED)
  set_target_properties(
    microhttpd::microhttpd PROPERTIES IMPORTED_LOCATION ${microhttpd_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES
                                                                  ${microhttpd_INCLUDE_DIR})
endif()
