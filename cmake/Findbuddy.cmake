# SPDX-License-Identifier: MIT
# Finds BuDDy, the BDD library. Defines the target buddy::buddy.
find_path(buddy_INCLUDE_DIR bdd.h)
find_library(buddy_LIBRARY bdd)
mark_as_advanced(buddy_INCLUDE_DIR buddy_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(
  buddy
  REQUIRED_VARS buddy_LIBRARY buddy_INCLUDE_DIR
  REASON_FAILURE_MESSAGE "Install it, e.g. the Debian package libbdd-dev.")

if(buddy_FOUND AND NOT TARGET buddy::buddy)
  add_library(buddy::buddy UNKNOWN IMPORTED)
  set_target_properties(
    buddy::buddy PROPERTIES IMPORTED_LOCATION ${buddy_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES
                                                               ${buddy_INCLUDE_DIR})
endif()
