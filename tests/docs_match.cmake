# SPDX-License-Identifier: MIT
# What the documentation shows is what there is: the guide's code is that of the examples, its output
# is what they print, and the table format's bytes are those of a table.
#   source: the source tree; scratch: a folder; zermelo, example_c, example_cpp: the programs
function(expect_in document text what)
  file(READ ${source}/docs/${document} document_text)
  string(FIND "${document_text}" "${text}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "docs/${document} does not hold ${what} as it is:\n${text}")
  endif()
endfunction()

foreach(language IN ITEMS c cpp)
  file(READ ${source}/examples/probe_position.${language} code)
  expect_in(api.md "```${language}\n${code}```\n" "examples/probe_position.${language}")
endforeach()

file(MAKE_DIRECTORY ${scratch})
execute_process(COMMAND ${zermelo} solve ostle size=3 start=3 lose=1 -o ${scratch}/small.ztb
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(program IN ITEMS ${example_c} ${example_cpp})
  execute_process(COMMAND ${program} ${scratch}/small.ztb "www/1o1/bbb b" OUTPUT_VARIABLE output
                  COMMAND_ERROR_IS_FATAL ANY)
  expect_in(api.md "```text\n${output}```\n" "the output of ${program}")
endforeach()

# The header's bytes as xxd prints them (the blocks' depend on the version of zstd).
foreach(line IN ITEMS 0 1 2 3 4 5 6 7 8 9)
  math(EXPR offset "16 * ${line}")
  file(READ ${scratch}/small.ztb bytes OFFSET ${offset} LIMIT 16 HEX)
  string(REGEX REPLACE "(....)" "\\1 " bytes ${bytes})
  expect_in(table-format.md "000000${line}0: ${bytes} " "the header of a table")
endforeach()
file(READ ${source}/tablebase/block_codec.h codec)
string(REGEX MATCH "block_indices = ([0-9]+)" found "${codec}")
expect_in(table-format.md "It is ${CMAKE_MATCH_1} in this version" "the number of indices in a block")
