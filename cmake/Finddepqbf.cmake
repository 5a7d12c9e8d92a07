# SPDX-License-Identifier: MIT
# Finds DepQBF, a solver for quantified Boolean formulas (GPL-3). Defines the target depqbf::depqbf.
find_path(depqbf_INCLUDE_DIR qdpll/qdpll.h)
find_library(depqbf_LIBRARY qdpll)
mark_as_advanced(depqbf_INCLUDE_DIR depqbf_LIBRARY)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(depqbf REQUIRED_VARS depqbf_LIBRARY depqbf_INCLUDE_DIR)

if(depqbf_FOUND AND NOT TARGET depqbf::depqbf)
  add_library(depqbf::depqbf UNKNOWN IMPORTED)
  set_target_properties(
    depqbf::depqbf PROPERTIES IMPORTED_LOCATION ${depqbf_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES
                                                            ${depqbf_INCLUDE_DIR})
endif()
