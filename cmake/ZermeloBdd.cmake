# SPDX-License-Identifier: MIT
# Chooses the library for decision diagrams (ZERMELO_BDD). Sets zermelo_bdd to its name,
# zermelo_bdd_target to what to link and zermelo_other_bdd to the one that is not used.
if(NOT ZERMELO_BDD MATCHES "^(auto|sylvan|buddy)$")
  message(FATAL_ERROR "ZERMELO_BDD is auto, sylvan or buddy, not '${ZERMELO_BDD}'.")
endif()

# Sylvan's package needs Lace's: it does not look for it, and without it fails even if it is only looked for.
if(ZERMELO_BDD STREQUAL "sylvan")
  find_package(lace CONFIG REQUIRED)
  find_package(sylvan CONFIG REQUIRED)
elseif(ZERMELO_BDD STREQUAL "auto")
  find_package(lace CONFIG QUIET)
  if(lace_FOUND)
    find_package(sylvan CONFIG QUIET)
  endif()
endif()

if(sylvan_FOUND AND NOT ZERMELO_BDD STREQUAL "buddy")
  set(zermelo_bdd sylvan)
  set(zermelo_bdd_target sylvan::sylvan)
  set(zermelo_other_bdd buddy)
else()
  find_package(buddy REQUIRED)
  set(zermelo_bdd buddy)
  set(zermelo_bdd_target buddy::buddy)
  set(zermelo_other_bdd sylvan)
endif()
message(STATUS "Decision diagrams: ${zermelo_bdd}")
