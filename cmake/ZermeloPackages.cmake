# SPDX-License-Identifier: MIT
# Debian packages, by CPack (scripts/package.sh):
#   zermelo           the program
#   libzermelo0       the shared library (0 is zermelo_abi) and the worker
#   libzermelo-dev    what programs are compiled with
#   libzermelo-probe0, libzermelo-probe-dev
#                     the same for programs that only probe; the latter has the headers for both
#   python3-zermelo   the Python module, if it is built (ZERMELO_PYTHON)
#   zermelo-mpi       the program for several machines, if it is built (ZERMELO_MPI)
# Two versions of the library can be installed beside each other, so nothing in its package has a
# name that the next one's would also have; that is why the worker is in a folder with the number.
if(NOT BUILD_SHARED_LIBS)
  message(FATAL_ERROR "ZERMELO_PACKAGES needs BUILD_SHARED_LIBS: use the preset \"packages\".")
endif()

set(ZERMELO_MAINTAINER "The Zermelo authors <zermelo@packages.invalid>" CACHE STRING
    "Who makes the packages: NAME <MAIL>")
set(zermelo_debian_revision 0local1)  # (0: not Debian's own)

# A part, its package, the section of Debian's archive that it would be in.
set(zermelo_parts program runtime development probe probe_development)
set(zermelo_package_program zermelo)
set(zermelo_package_runtime libzermelo${zermelo_abi})
set(zermelo_package_development libzermelo-dev)
set(zermelo_package_probe libzermelo-probe${zermelo_abi})
set(zermelo_package_probe_development libzermelo-probe-dev)
set(zermelo_package_python python3-zermelo)
set(zermelo_package_mpi zermelo-mpi)
set(zermelo_section_program math)
set(zermelo_section_runtime libs)
set(zermelo_section_development libdevel)
set(zermelo_section_probe libs)
set(zermelo_section_probe_development libdevel)
set(zermelo_section_python python)
set(zermelo_section_mpi math)
foreach(part IN ITEMS python mpi)
  if(TARGET zermelo_${part})
    list(APPEND zermelo_parts ${part})
    message(STATUS "Packages: with ${zermelo_package_${part}}")
  else()
    message(STATUS "Packages: without ${zermelo_package_${part}}, because it is not built")
  endif()
endforeach()

# --- What every package contains in addition -----------------------------------------------------

set(debian ${PROJECT_BINARY_DIR}/debian)
string(TIMESTAMP debian_date "%a, %d %b %Y %H:%M:%S +0000" UTC)  # (of SOURCE_DATE_EPOCH, if it is set)
set(debian_version ${PROJECT_VERSION}-${zermelo_debian_revision})
find_program(GZIP gzip REQUIRED)
find_program(DPKG_DEB dpkg-deb REQUIRED)
function(zermelo_compressed source name)
  execute_process(COMMAND ${GZIP} -9nc ${source} OUTPUT_FILE ${debian}/${name}
                  COMMAND_ERROR_IS_FATAL ANY)
endfunction()
configure_file(packaging/changelog.in ${debian}/changelog @ONLY)
zermelo_compressed(${debian}/changelog changelog.Debian.gz)
zermelo_compressed(${PROJECT_SOURCE_DIR}/CHANGELOG.md changelog.gz)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS CHANGELOG.md)
if(depqbf_FOUND)
  set(zermelo_depqbf_copyright
      "  DepQBF, copyright 2010-2014 Florian Lonsing, 2012 Aina Niemetz (GPL-3+);\n")
endif()
if(microhttpd_FOUND)
  set(zermelo_microhttpd_copyright
      "  GNU libmicrohttpd, copyright 2006-2021 Christian Grothoff and others (LGPL-2.1+);\n")
endif()
configure_file(packaging/copyright.in ${debian}/copyright @ONLY)
foreach(part IN LISTS zermelo_parts)
  set(package ${zermelo_package_${part}})
  install(FILES ${debian}/copyright ${debian}/changelog.Debian.gz ${debian}/changelog.gz
          DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/${package} COMPONENT ${part})
endforeach()
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/libzermelo-dev
        COMPONENT development)

# --- CPack ---------------------------------------------------------------------------------------

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME zermelo)
set(CPACK_PACKAGE_CONTACT "${ZERMELO_MAINTAINER}")
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # every package has its own
set(CPACK_COMPONENTS_ALL ${zermelo_parts})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SOURCE zermelo)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${zermelo_debian_revision})
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR})  # where libzermelo.so is
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(same_version "${zermelo_package_runtime} (= ${debian_version})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
    "${same_version}, ${zermelo_package_probe_development} (= ${debian_version})")
set(CPACK_DEBIAN_PROBE_DEVELOPMENT_PACKAGE_DEPENDS "${zermelo_package_probe} (= ${debian_version})")
set(CPACK_DEBIAN_PROBE_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
set(CPACK_DEBIAN_PROBE_DEVELOPMENT_PACKAGE_SUGGESTS "pkg-config, libxxhash-dev, libzstd-dev")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SHLIBDEPS OFF)
# For programs that are linked to the static library, and for those that use pkg-config.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS
    "pkg-config, libsdsl-dev, libxxhash-dev, libzstd-dev, libfmt-dev, libcadical-dev, libbdd-dev")
# (A module in C++ is for one version of the interpreter.)
math(EXPR next_python "0${Python3_VERSION_MINOR} + 1")
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS
    "${same_version}, python3 (>= 3.${Python3_VERSION_MINOR}~), python3 (<< 3.${next_python}~)")
set(CPACK_DEBIAN_PYTHON_PACKAGE_RECOMMENDS "python3-numpy")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-matplotlib")
# (With mpirun, of the MPI that it was built with, and all machines reached by ssh.)
set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "${same_version}")
set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS "openmpi-bin, openssh-client")
set(CPACK_DEBIAN_MPI_PACKAGE_SUGGESTS "zermelo")

set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)
set(CPACK_DEBIAN_PROBE_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/triggers)
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA
    "${PROJECT_SOURCE_DIR}/packaging/python/postinst;${PROJECT_SOURCE_DIR}/packaging/python/prerm")
set(CPACK_POST_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/finish.cmake)

set(what_it_is
    "Zermelo strongly solves board games: it computes the value of every position\n\
(win, loss or draw, and in how many plies) by retrograde analysis, and writes a\n\
small table file that answers at once. It knows Ostle, Connect Four, Othello,\n\
Breakthrough and others on every board that fits, and any game on a grid whose\n\
rules are written down in BDDL.")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "solver of board games that keeps the answer in a table
${what_it_is}\n\nThis package contains the program, which solves, probes, verifies, plays, looks\n\
for puzzles and proves who wins, and models of games in BDDL.")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "solver of board games - shared library
${what_it_is}\n\nThis package contains the library that programs use.")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "solver of board games - development files
${what_it_is}\n\nThis package contains what programs in C++ and C are compiled with: the static\n\
library, and the files for CMake and pkg-config.")
set(CPACK_DEBIAN_PROBE_DESCRIPTION "solver of board games - shared library for probing
${what_it_is}\n\nThis package contains the small library for programs that only probe tables.")
set(CPACK_DEBIAN_PROBE_DEVELOPMENT_DESCRIPTION "solver of board games - development files for probing
${what_it_is}\n\nThis package contains what programs that only probe tables are compiled with:\n\
all headers, the static library, and the files for CMake and pkg-config.")
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "solver of board games - module for Python
${what_it_is}\n\nThis package contains the module zermelo for Python.")
set(CPACK_DEBIAN_MPI_DESCRIPTION "solver of board games - program for several machines
${what_it_is}\n\nThis package contains the program that solves one game by several processes at\n\
once, on one machine or on many, which communicate through MPI.")
foreach(part IN LISTS zermelo_parts)
  string(TOUPPER ${part} part_upper)
  set(CPACK_DEBIAN_${part_upper}_PACKAGE_NAME ${zermelo_package_${part}})
  set(CPACK_DEBIAN_${part_upper}_PACKAGE_SECTION ${zermelo_section_${part}})
endforeach()
include(CPack)
