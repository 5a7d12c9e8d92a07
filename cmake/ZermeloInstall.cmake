# SPDX-License-Identifier: MIT
# What is installed, and where: in parts (COMPONENT) that are separate packages
# (ZermeloPackages.cmake).
#   program      the program, its completions and manual pages, the models in games/, the guides
#   runtime      the shared library, and the worker, which every user of the library needs
#   development  the static library and the shared one's link, for CMake and pkg-config
#   probe        the shared library of programs that only probe
#   probe_development  the same for these, and all headers
include(CMakePackageConfigHelpers)
set(zermelo_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zermelo)
set(zermelo_doc_dir ${CMAKE_INSTALL_DATAROOTDIR}/doc/zermelo)

# --- The library and its worker ------------------------------------------------------------------

install(
  TARGETS zermelo
  EXPORT zermelo
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT runtime
          NAMELINK_COMPONENT development)
install(TARGETS zermelo_worker RUNTIME DESTINATION ${zermelo_worker_dir} COMPONENT runtime)

install(
  TARGETS zermelo_prober
  EXPORT zermelo-probe
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT probe_development
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
          COMPONENT probe
          NAMELINK_COMPONENT probe_development)
if(TARGET zermelo_prober_static)
  install(TARGETS zermelo_prober_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
                                                COMPONENT probe_development)
endif()

get_property(public_headers GLOBAL PROPERTY zermelo_public_headers)
list(REMOVE_ITEM public_headers probe/zermelo.h)  # users write <zermelo.h>
foreach(header IN LISTS public_headers)
  cmake_path(GET header PARENT_PATH folder)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/zermelo/${folder}
          COMPONENT probe_development)
endforeach()
# (Rules that are code include <zermelo_game.h>, and nothing else of ours; C++ headers include it with its folder.)
install(FILES probe/zermelo.h probe/zermelo_game.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT probe_development)

# --- For CMake -----------------------------------------------------------------------------------

install(
  EXPORT zermelo
  FILE zermeloTargets.cmake
  NAMESPACE zermelo::
  DESTINATION ${zermelo_package_dir}
  COMPONENT development)
if(TARGET zermelo_static)
  install(TARGETS zermelo_static EXPORT zermelo_static
          ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(
    EXPORT zermelo_static
    FILE zermeloStaticTargets.cmake
    NAMESPACE zermelo::
    DESTINATION ${zermelo_package_dir}
    COMPONENT development)
endif()
configure_package_config_file(cmake/zermeloConfig.cmake.in zermeloConfig.cmake
                              INSTALL_DESTINATION ${zermelo_package_dir})
write_basic_package_version_file(zermeloConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/zermeloConfig.cmake ${PROJECT_BINARY_DIR}/zermeloConfigVersion.cmake
        cmake/Findbuddy.cmake cmake/Findcadical.cmake cmake/Findsdsl.cmake cmake/Findxxhash.cmake
  DESTINATION ${zermelo_package_dir}
  COMPONENT development)

# find_package(zermelo-probe) defines zermelo::probe.
set(zermelo_probe_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/zermelo-probe)
install(
  EXPORT zermelo-probe
  FILE zermelo-probeTargets.cmake
  NAMESPACE zermelo::
  DESTINATION ${zermelo_probe_package_dir}
  COMPONENT probe_development)
configure_package_config_file(cmake/zermelo-probeConfig.cmake.in zermelo-probeConfig.cmake
                              INSTALL_DESTINATION ${zermelo_probe_package_dir})
write_basic_package_version_file(zermelo-probeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/zermelo-probeConfig.cmake
        ${PROJECT_BINARY_DIR}/zermelo-probeConfigVersion.cmake cmake/Findxxhash.cmake
  DESTINATION ${zermelo_probe_package_dir}
  COMPONENT probe_development)

# --- For pkg-config ------------------------------------------------------------------------------

# What a program needs in addition to the static library: other projects' libraries, and those of
# C++, because `cc` links.
set(zermelo_private_libs "-lsdsl -lzstd -lxxhash -lfmt -lcadical")
if(zermelo_bdd STREQUAL "buddy")
  string(APPEND zermelo_private_libs " -lbdd")
else()
  string(APPEND zermelo_private_libs " -lsylvan -llace -lgmp")
endif()
string(APPEND zermelo_private_libs " ${OpenMP_CXX_FLAGS} -lstdc++ -ldl -lpthread -lm")
cmake_path(APPEND zermelo_pc_libdir "\${prefix}" ${CMAKE_INSTALL_LIBDIR})
cmake_path(APPEND zermelo_pc_includedir "\${prefix}" ${CMAKE_INSTALL_INCLUDEDIR})
# zermelo_pkg_config(NAME DESCRIPTION COMPONENT LIBRARIES): the file NAME.pc; LIBRARIES are those that the static
# library needs in addition. (Made at installation: only then is the prefix certain.)
function(zermelo_pkg_config zermelo_pc_name zermelo_pc_description component private)
  set(zermelo_pc_libs "-l${zermelo_pc_name}")
  if(BUILD_SHARED_LIBS)
    set(zermelo_pc_private_libs "${private}")
  else()
    string(APPEND zermelo_pc_libs " ${private}")
    set(zermelo_pc_private_libs "")
  endif()
  foreach(name IN ITEMS PROJECT_VERSION zermelo_pc_name zermelo_pc_description zermelo_pc_libdir
                        zermelo_pc_includedir zermelo_pc_libs zermelo_pc_private_libs)
    install(CODE "set(${name} [==[${${name}}]==])" COMPONENT ${component})
  endforeach()
  install(CODE "configure_file(\"${PROJECT_SOURCE_DIR}/cmake/zermelo.pc.in\"
                               \"${PROJECT_BINARY_DIR}/${zermelo_pc_name}.pc\" @ONLY)" COMPONENT ${component})
  install(FILES ${PROJECT_BINARY_DIR}/${zermelo_pc_name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
          COMPONENT ${component})
endfunction()
zermelo_pkg_config(zermelo "${PROJECT_DESCRIPTION}" development "${zermelo_private_libs}")
zermelo_pkg_config(zermelo-probe "What zermelo has solved, for programs that only probe it" probe_development
                   "-lzstd -lxxhash -lstdc++ -lpthread -lm")

# --- The program ---------------------------------------------------------------------------------

if(NOT TARGET zermelo_cli)
  return()
endif()
install(TARGETS zermelo_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
install(DIRECTORY games DESTINATION ${CMAKE_INSTALL_DATADIR}/zermelo COMPONENT program)
install(FILES README.md DESTINATION ${zermelo_doc_dir} COMPONENT program)
if(NOT ZERMELO_PACKAGES)  # (packages have it in their copyright file)
  install(FILES LICENSE DESTINATION ${zermelo_doc_dir} COMPONENT program)
endif()
install(DIRECTORY docs DESTINATION ${zermelo_doc_dir} COMPONENT program)
if(microhttpd_FOUND)
  # What the service may take, in MiB: the searches for puzzles that `zermelo serve` runs in
  # parallel (its default for --mining-jobs, which the test of the unit compares) share it with the
  # rest.
  set(zermelo_service_memory 1024)
  set(zermelo_service_memory_of_the_rest 256)
  set(zermelo_service_mining_jobs 2)
  math(EXPR zermelo_service_mining_memory
       "(${zermelo_service_memory} - ${zermelo_service_memory_of_the_rest}) / ${zermelo_service_mining_jobs}")
  # (Made at installation, for the prefix.)
  set(zermelo_service_bindir ${CMAKE_INSTALL_BINDIR})
  foreach(name IN ITEMS zermelo_service_bindir zermelo_service_memory zermelo_service_mining_jobs
                        zermelo_service_mining_memory)
    install(CODE "set(${name} [==[${${name}}]==])" COMPONENT program)
  endforeach()
  install(CODE "cmake_path(ABSOLUTE_PATH zermelo_service_bindir
                           BASE_DIRECTORY \"\${CMAKE_INSTALL_PREFIX}\" NORMALIZE)
configure_file(\"${PROJECT_SOURCE_DIR}/packaging/zermelo.service.in\"
               \"${PROJECT_BINARY_DIR}/zermelo.service\" @ONLY)" COMPONENT program)
  install(FILES ${PROJECT_BINARY_DIR}/zermelo.service DESTINATION lib/systemd/system
          COMPONENT program)
endif()

# Completions are printed by the program itself. (A program that is built for another machine cannot
# run here.)
if(NOT CMAKE_CROSSCOMPILING)
  set(completions ${PROJECT_BINARY_DIR}/completions)
  add_custom_command(
    OUTPUT ${completions}/zermelo ${completions}/_zermelo ${completions}/zermelo.fish
    COMMAND ${CMAKE_COMMAND} -E make_directory ${completions}
    COMMAND zermelo_cli completion bash > ${completions}/zermelo
    COMMAND zermelo_cli completion zsh > ${completions}/_zermelo
    COMMAND zermelo_cli completion fish > ${completions}/zermelo.fish
    DEPENDS zermelo_cli
    VERBATIM)
  add_custom_target(zermelo_completions ALL DEPENDS ${completions}/zermelo ${completions}/_zermelo
                                                    ${completions}/zermelo.fish)
  set(zermelo_zsh_folder site-functions)
  if(ZERMELO_PACKAGES)
    set(zermelo_zsh_folder vendor-completions)  # Debian's folder for packages
  endif()
  install(FILES ${completions}/zermelo COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${completions}/_zermelo COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/${zermelo_zsh_folder})
  install(FILES ${completions}/zermelo.fish COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

if(TARGET zermelo_mpi)
  install(TARGETS zermelo_mpi RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT mpi)
endif()

# zermelo_man_pages(TARGET COMPONENT WHAT): the manual of a program.
function(zermelo_man_pages target component what)
  find_program(HELP2MAN help2man REQUIRED)
  find_program(GZIP gzip REQUIRED)
  set(man_pages ${PROJECT_BINARY_DIR}/man/${component})
  cmake_path(ABSOLUTE_PATH zermelo_doc_dir BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}
             OUTPUT_VARIABLE installed_docs)
  add_custom_command(
    OUTPUT ${man_pages}.made
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${man_pages}
    COMMAND ${PROJECT_SOURCE_DIR}/packaging/man-pages.sh $<TARGET_FILE:${target}> ${man_pages}
            ${installed_docs} ${what}
    COMMAND ${GZIP} -9nr ${man_pages}
    COMMAND ${CMAKE_COMMAND} -E touch ${man_pages}.made
    DEPENDS ${target} ${PROJECT_SOURCE_DIR}/packaging/man-pages.sh
    VERBATIM)
  add_custom_target(zermelo_man_pages_${component} ALL DEPENDS ${man_pages}.made)
  install(DIRECTORY ${man_pages}/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT ${component})
endfunction()

if(ZERMELO_MAN_PAGES)
  zermelo_man_pages(zermelo_cli program "solve board games strongly, and ask what a position is worth")
  if(TARGET zermelo_mpi)
    zermelo_man_pages(zermelo_mpi mpi "solve one board game by several processes at once, which MPI connects")
  endif()
endif()
