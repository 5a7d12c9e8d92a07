# SPDX-License-Identifier: MIT
# Finds cmark, which turns Markdown into HTML (BSD-2-Clause). Defines the target cmark::cmark. (Debian's own file for
# CMake also wants the program, which is another package.)
find_path(cmark_INCLUDE_DIR cmark.h)
find_library(cmark_LIBRARY cmark)
mark_as_advanced(cmark_INCLUDE_DIR cmark_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(cmark REQUIRED_VARS cmark_LIBRARY cmark_INCLUDE_DIR)

if(cmark_FOUND AND NOT TARGET cmark::cmark)
  add_library(cmark::cmark UNKNOWN IMPORTED)
  set_target_properties(cmark::cmark PROPERTIES IMPORTED_LOCATION ${cmark_LIBRARY}
                                                INTERFACE_INCLUDE_DIRECTORIES ${cmark_INCLUDE_DIR})
endif()
