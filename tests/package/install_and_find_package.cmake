# SPDX-License-Identifier: MIT
# Installs the build tree `build` into a scratch directory, then configures, builds and runs the
# project `consumer` against what was installed, and the libraries in `prefixes`; and its C program by pkg-config,
# if that is installed. With `headers_alone`, every installed header is compiled by itself.
function(run)
  execute_process(COMMAND ${ARGV} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${scratch})
string(REPLACE ";" ":" prefixes "${prefixes}")
set(ENV{CMAKE_PREFIX_PATH} "${prefixes}")
run(${CMAKE_COMMAND} --install ${build} --config ${config} --prefix ${scratch}/prefix)
include(${CMAKE_CURRENT_LIST_DIR}/service_unit.cmake)
run(${CMAKE_COMMAND}
    -S ${consumer}
    -B ${scratch}/build
    -G ${generator}
    -D CMAKE_MAKE_PROGRAM=${make_program}
    -D CMAKE_BUILD_TYPE=${config}
    -D CMAKE_C_COMPILER=${c_compiler}
    -D CMAKE_CXX_COMPILER=${cxx_compiler}
    -D CMAKE_PREFIX_PATH=${scratch}/prefix
    -D HEADERS_ALONE=${headers_alone})
run(${CMAKE_COMMAND} --build ${scratch}/build --config ${config})
run(${CMAKE_CTEST_COMMAND}
    --test-dir ${scratch}/build
    -C ${config}
    --output-on-failure
    --no-tests=error)

find_program(PKG_CONFIG pkg-config)
if(NOT PKG_CONFIG)
  message(STATUS "pkg-config is not installed, so it was not tried")
  return()
endif()
foreach(name IN ITEMS zermelo zermelo-probe)
  file(GLOB_RECURSE pc ${scratch}/prefix/*/${name}.pc)
  cmake_path(GET pc PARENT_PATH pc_folder)
  set(ENV{PKG_CONFIG_PATH} ${pc_folder})
  execute_process(COMMAND ${PKG_CONFIG} --cflags --libs ${name} OUTPUT_VARIABLE flags
                  COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  cmake_path(GET pc_folder PARENT_PATH lib_folder)
  set(source consumer.c)
  set(argument)
  if(name STREQUAL "zermelo-probe")
    set(source consumer_probe.c)
    set(argument consumer_probe.ztb)
  endif()
  run(${c_compiler} ${consumer}/${source} ${flags} -Wl,-rpath,${lib_folder}
      -o ${scratch}/build/${name}_pc)
  run(${CMAKE_COMMAND} -E chdir ${scratch}/build ${scratch}/build/${name}_pc ${argument})
endforeach()
