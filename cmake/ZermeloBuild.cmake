# SPDX-License-Identifier: MIT
# How everything here is compiled: build type, compiler cache, sanitizers, warnings.

if(PROJECT_IS_TOP_LEVEL)
  get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  if(NOT multi_config AND NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
  endif()
  find_program(CCACHE_PROGRAM ccache)
  if(CCACHE_PROGRAM)
    foreach(language IN ITEMS C CXX)
      if(NOT DEFINED CMAKE_${language}_COMPILER_LAUNCHER)
        set(CMAKE_${language}_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
      endif()
    endforeach()
  endif()
endif()

if(ZERMELO_SANITIZE)
  list(JOIN ZERMELO_SANITIZE "," sanitizers)
  add_compile_options(-fsanitize=${sanitizers} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${sanitizers})
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

if(ZERMELO_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "ZERMELO_FUZZ needs clang: configure with the preset \"fuzz\", "
                        "or with CMAKE_CXX_COMPILER=clang++.")
  endif()
  if(ZERMELO_SANITIZE)
    message(FATAL_ERROR "ZERMELO_FUZZ brings its own sanitizers: leave ZERMELO_SANITIZE empty.")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all
                      -fno-omit-frame-pointer)
  add_link_options(-fsanitize=address,undefined)
  add_compile_definitions(_GLIBCXX_ASSERTIONS)
endif()

# The language level and the warnings of one of our targets.
function(zermelo_compile_options target)
  set_target_properties(
    ${target}
    PROPERTIES CXX_STANDARD 20
               CXX_STANDARD_REQUIRED ON
               CXX_EXTENSIONS OFF
               C_STANDARD 11
               C_STANDARD_REQUIRED ON
               C_EXTENSIONS OFF
               COMPILE_WARNING_AS_ERROR ${ZERMELO_WERROR})
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Warnings that gcc 12 gives for its own headers once they are inlined: overlapping or endless copies in
    # std::string's operator+ (bugs 105329, 105651), uninitialized values in an empty std::optional and
    # <regex>. In precompiled headers it also forgets that they are the system's.
    target_compile_options(
      ${target} PRIVATE -Wno-restrict -Wno-maybe-uninitialized
                        $<$<COMPILE_LANGUAGE:CXX>:-Wno-stringop-overflow -Wno-stringop-overread
                        -Wno-array-bounds>)
  endif()
  target_compile_definitions(${target} PRIVATE ZERMELO_VERSION="${PROJECT_VERSION}")
endfunction()

# For code that only calls the library: more optimization would cost time when compiling and save
# none afterwards. (COMPILE_OPTIONS of a source come after those of its target, so a source can ask
# for more.)
function(zermelo_compile_lightly target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# Headers that cost most to compile and hardly change are compiled once per kind of target
# (cmake/precompiled/).
option(ZERMELO_PRECOMPILE "Precompile the headers of other libraries" ON)
# `kind` may end in an optimization level: what is compiled with different levels shares no precompiled headers.
function(zermelo_precompile target kind)
  if(NOT ZERMELO_PRECOMPILE)
    return()
  endif()
  get_property(first GLOBAL PROPERTY zermelo_precompiled_${kind})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    string(REGEX REPLACE "-O[0-3s]$" "" header ${kind})
    target_precompile_headers(${target} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/precompiled/${header}.h)
    set_property(GLOBAL PROPERTY zermelo_precompiled_${kind} ${target})
  endif()
endfunction()

# zermelo_compile_together(TARGET regex ... [APART regex ...])
# For builds with CMAKE_UNITY_BUILD: the sources of a target that match a regular expression are one
# unit, and all that match none are another; those that match one after APART, and none before it,
# are compiled alone.
function(zermelo_compile_together target)
  cmake_parse_arguments(PARSE_ARGV 1 together "" "" "APART")
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  get_target_property(sources ${target} SOURCES)
  foreach(source IN LISTS sources)
    set(group rest)
    foreach(pattern IN LISTS together_APART)
      if(source MATCHES "${pattern}")
        set(group "")
      endif()
    endforeach()
    set(number 0)
    foreach(pattern IN LISTS together_UNPARSED_ARGUMENTS)
      math(EXPR number "${number} + 1")
      if(source MATCHES "${pattern}")
        set(group ${number})
      endif()
    endforeach()
    if(group)
      set_source_files_properties(${source} TARGET_DIRECTORY ${target}
                                  PROPERTIES UNITY_GROUP ${group})
    endif()
  endforeach()
endfunction()

# A program written as users of the library write theirs: #include <probe/table.h>, <zermelo.h>. In
# C it is C99, so that the C header must be.
function(zermelo_user_program target source)
  add_executable(${target} ${source})
  zermelo_compile_options(${target})
  set_target_properties(${target} PROPERTIES C_STANDARD 99)
  target_link_libraries(${target} PRIVATE zermelo::zermelo)
endfunction()

# tests/fuzz/x_fuzz.cpp without a fuzzer: the program x_fuzz_replay, which the default build leaves out, as part of the
# target zermelo_fuzz_replays. It is given the files of the corpus.
function(zermelo_fuzz_replay source)
  cmake_path(GET source STEM name)
  set(program ${name}_replay)
  add_executable(${program} EXCLUDE_FROM_ALL ${source} ${PROJECT_SOURCE_DIR}/tests/fuzz/replay.cpp)
  zermelo_compile_options(${program})
  target_compile_options(${program} PRIVATE $<$<CONFIG:Release>:-O0>)
  target_include_directories(${program} BEFORE PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${program} PRIVATE zermelo_inside)
  target_compile_definitions(${program} PRIVATE ZERMELO_SOURCE="${PROJECT_SOURCE_DIR}")
  add_dependencies(zermelo_fuzz_replays ${program})
endfunction()

# tests/fuzz/x_fuzz.cpp: the program x_fuzz, and a test that fuzzes for a few seconds, starting from
# the files in tests/fuzz/corpus/x_fuzz if there are any.
function(zermelo_fuzz_target source)
  cmake_path(GET source STEM name)
  add_executable(${name} ${source})
  zermelo_compile_options(${name})
  target_link_options(${name} PRIVATE -fsanitize=fuzzer,address,undefined)
  target_include_directories(${name} BEFORE PRIVATE ${PROJECT_SOURCE_DIR})
  target_link_libraries(${name} PRIVATE zermelo_inside)
  target_compile_definitions(${name} PRIVATE ZERMELO_SOURCE="${PROJECT_SOURCE_DIR}")
  set(corpus ${PROJECT_BINARY_DIR}/corpus/${name})
  set(seeds ${PROJECT_SOURCE_DIR}/tests/fuzz/corpus/${name})
  file(MAKE_DIRECTORY ${corpus})
  if(NOT IS_DIRECTORY ${seeds})
    set(seeds)
  endif()
  add_test(NAME ${name} COMMAND ${name} -max_total_time=20 ${corpus} ${seeds})
  set_tests_properties(${name} PROPERTIES TIMEOUT 120 LABELS fuzz)
endfunction()
