# SPDX-License-Identifier: MIT
# Tests of the verb for tables of Ostle, if the program has it. Uses `compile` and `folder`.
if(NOT zermelo_verified_objects MATCHES "verb_ostle")
  return()
endif()

set(errors ${CMAKE_CURRENT_BINARY_DIR}/ostle_errors)
add_custom_command(
  OUTPUT ${errors}
  COMMAND ${compile} -c ${CMAKE_CURRENT_SOURCE_DIR}/ostle_errors.ml -o ${errors}.cmx
  COMMAND ${compile} -linkpkg ${zermelo_verified_objects} ${errors}.cmx -o ${errors}
  DEPENDS ostle_errors.ml ${zermelo_verified_program}
  COMMENT "Building tests/verified/ostle_errors"
  VERBATIM)
add_custom_target(zermelo_ostle_errors ALL DEPENDS ${errors})
add_dependencies(zermelo_ostle_errors zermelo_verified)

set(ostle_sources ${PROJECT_SOURCE_DIR}/verified/ostle)
foreach(variant IN ITEMS "" _without_bmi2)
  set(numbering_test ostle_numbering_test${variant})
  add_executable(${numbering_test} ostle_numbering_test.c ${ostle_sources}/numbering.c)
  target_include_directories(${numbering_test} PRIVATE ${ostle_sources})
endforeach()
target_compile_definitions(ostle_numbering_test_without_bmi2 PRIVATE OSTLE_WITHOUT_BMI2)

add_test(NAME verified_ostle
         COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/ostle_test.sh $<TARGET_FILE:zermelo_cli> ${zermelo_verified_program}
                 ${CMAKE_CURRENT_BINARY_DIR}/ostle $<TARGET_FILE:ostle_numbering_test>
                 $<TARGET_FILE:ostle_numbering_test_without_bmi2>)
# Planted errors: 1,500 in a table of size 3, and 20 in one of size 4. (`ostle_errors.sh` can plant 10,000.)
add_test(NAME verified_ostle_errors COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/ostle_errors.sh $<TARGET_FILE:zermelo_cli>
                                            ${errors} ${CMAKE_CURRENT_BINARY_DIR}/ostle_errors_data 1500 20)
set_tests_properties(verified_ostle verified_ostle_errors PROPERTIES LABELS verified TIMEOUT 1200)
