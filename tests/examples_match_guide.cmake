# SPDX-License-Identifier: MIT
# The guide's code is that of the examples, and its output is what they print.
#   guide: docs/api.md; examples: their folder; scratch: a folder; zermelo, example_c, example_cpp:
#   the programs
function(expect_in_guide text what)
  file(READ ${guide} guide_text)
  string(FIND "${guide_text}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "${guide} does not hold ${what} as it is:\n${text}")
  endif()
endfunction()

foreach(language IN ITEMS c cpp)
  file(READ ${examples}/probe_position.${language} code)
  expect_in_guide("```${language}\n${code}```\n" "examples/probe_position.${language}")
endforeach()

file(MAKE_DIRECTORY ${scratch})
execute_process(COMMAND ${zermelo} solve ostle size=3 start=3 lose=1 -o ${scratch}/small.ztb
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(program IN ITEMS ${example_c} ${example_cpp})
  execute_process(COMMAND ${program} ${scratch}/small.ztb "www/1o1/bbb b" OUTPUT_VARIABLE output
                  COMMAND_ERROR_IS_FATAL ANY)
  expect_in_guide("```text\n${output}```\n" "the output of ${program}")
endforeach()
