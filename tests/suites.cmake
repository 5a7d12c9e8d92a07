# SPDX-License-Identifier: MIT
# Read by ctest when it starts. Each suite of `program` becomes one CTest test, because the program takes longer to start
# than a small test takes to run. So does each pattern in `slow_tests`, with the label "slow"; the suites leave these
# tests out. Suites in the folder `tests` that may skip tests run test by test, so that ctest says which were skipped.
cmake_policy(VERSION 3.25)

if(NOT EXISTS ${program})
  add_test(zermelo_tests_is_not_built ${program})
  return()
endif()

# Suites that run test by test: those that skip tests, and random games, which are many.
set(by_test RandomGames)
file(GLOB_RECURSE sources ${tests}/*_test.cpp)
foreach(source IN LISTS sources)
  file(STRINGS ${source} skips REGEX GTEST_SKIP LIMIT_COUNT 1)
  if(skips)
    file(STRINGS ${source} names REGEX "^TEST(_F|_P)?\\(")
    list(TRANSFORM names REPLACE "^TEST(_F|_P)?\\(([A-Za-z0-9_]+).*" "\\2")
    list(APPEND by_test ${names})
  endif()
endforeach()

# Slow ones, as a regular expression.
set(slow "^$")
foreach(pattern IN LISTS slow_tests)
  string(REPLACE "." "[.]" expression ${pattern})
  string(REPLACE "*" ".*" expression ${expression})
  string(APPEND slow "|^${expression}$")
  string(REGEX REPLACE "[./]?[*]$" "" name ${pattern})
  add_test(${name} ${program} --gtest_filter=${pattern})
  set_tests_properties(
    ${name} PROPERTIES LABELS slow TIMEOUT 1200 FAIL_REGULAR_EXPRESSION "Running 0 tests"
                       SKIP_REGULAR_EXPRESSION "PASSED  \\] 0 tests[.]\n(\\[  SKIPPED \\][^\n]*\n)+$")
endforeach()
list(JOIN slow_tests ":" slow_filter)

# Adds the suite that has been read, if it has tests that are not slow.
macro(add_suite)
  if(count GREATER 0)
    add_test(${suite} ${program} --gtest_filter=${suite}.*-${slow_filter})
    set_tests_properties(${suite} PROPERTIES TIMEOUT 1200 COST ${count})
  endif()
endmacro()

execute_process(COMMAND ${program} --gtest_list_tests OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
string(REGEX REPLACE " *#[^\n]*" "" listed "${listed}")
string(REGEX MATCHALL "[^\n]+" listed "${listed}")
set(suite "")
set(count 0)
foreach(line IN LISTS listed)
  if(line MATCHES "^([^ ]+)[.]$")
    add_suite()
    set(suite ${CMAKE_MATCH_1})
    set(count 0)
    string(REGEX REPLACE "^.*/([A-Za-z][^/]*)$" "\\1" class ${suite})
  elseif(line MATCHES "^  ([^ ]+)$")
    set(test ${suite}.${CMAKE_MATCH_1})
    if(test MATCHES "${slow}")
      continue()
    elseif(class IN_LIST by_test)
      add_test(${test} ${program} --gtest_filter=${test})
      set_tests_properties(${test} PROPERTIES TIMEOUT 1200 SKIP_REGULAR_EXPRESSION "\\[  SKIPPED \\]")
      if(suite STREQUAL RandomGames)  # (A hundred thousand, in the nightly run, take hours.)
        set_tests_properties(${test} PROPERTIES TIMEOUT 14400 COST 100)
      endif()
    else()
      math(EXPR count "${count} + 1")
    endif()
  endif()
endforeach()
add_suite()
