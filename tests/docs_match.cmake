# SPDX-License-Identifier: MIT
# Checks that the documentation matches the program: the guide's code is that of the examples, its
# output is what they print, and the table format's bytes are those of a table.
#   source: the source tree; scratch: a folder; zermelo, example_c, example_cpp, example_compose,
#   example_check, example_mine: the programs
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
file(READ ${source}/examples/compose_puzzles.cpp code)
expect_in(api.md "```cpp\n${code}```\n" "examples/compose_puzzles.cpp")
foreach(name IN ITEMS check_strategy mine_puzzles)
  file(READ ${source}/examples/${name}.c code)
  expect_in(api.md "```c\n${code}```\n" "examples/${name}.c")
endforeach()

file(MAKE_DIRECTORY ${scratch})
execute_process(COMMAND ${zermelo} solve ostle size=3 start=3 lose=1 -o ${scratch}/small.ztb
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
foreach(program IN ITEMS ${example_c} ${example_cpp})
  execute_process(COMMAND ${program} ${scratch}/small.ztb "www/1o1/bbb b" OUTPUT_VARIABLE output
                  COMMAND_ERROR_IS_FATAL ANY)
  expect_in(api.md "```text\n${output}```\n" "the output of ${program}")
endforeach()

# The first of the ten puzzles.
execute_process(COMMAND ${example_compose} ${scratch}/small.ztb OUTPUT_VARIABLE output
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "^Puzzle 1\n.*\n\nPuzzle 2\n.*\nPuzzle 10\n" ten "${output}")
string(FIND "${output}" "\nPuzzle 2\n" at)
string(SUBSTRING "${output}" 0 ${at} first)
if(NOT ten OR output MATCHES "Puzzle 11")
  message(FATAL_ERROR "${example_compose} does not compose ten puzzles:\n${output}")
endif()
expect_in(api.md "```text\n${first}```\n" "the first puzzle of ${example_compose}")

execute_process(COMMAND ${example_mine} ${scratch}/small.ztb OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
expect_in(api.md "```text\n${output}```\n" "the output of ${example_mine}")

execute_process(COMMAND ${zermelo} prove notakto columns=3 rows=3 -o ${scratch}/notakto.aig
                OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${example_check} ${scratch}/notakto.aig OUTPUT_VARIABLE output
                COMMAND_ERROR_IS_FATAL ANY)
expect_in(api.md "```text\n${output}```\n" "the output of ${example_check}")

# The puzzles in the guides.
foreach(shown IN ITEMS "puzzles.md;--only-line;--sort;difficulty;--limit;1"
                       "puzzles.md;--capture-refused;--limit;1"
                       "cli.md;--win-in;3..;--hole-key;--limit;1")
  list(POP_FRONT shown document)
  execute_process(COMMAND ${zermelo} mine small.ztb ${shown} WORKING_DIRECTORY ${scratch}
                  OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  list(JOIN shown " " words)
  string(REPLACE "\n" "\n    " output "    ${output}")
  string(REPLACE "\n    \n" "\n\n" output "${output}")
  string(REGEX REPLACE " +$" "" output "${output}")
  expect_in(${document} "    $ zermelo mine small.ztb ${words}\n${output}" "what mine ${words} prints")
endforeach()

# The header's bytes as xxd prints them (the blocks' depend on the version of zstd).
foreach(line IN ITEMS 0 1 2 3 4 5 6 7 8 9)
  math(EXPR offset "16 * ${line}")
  file(READ ${scratch}/small.ztb bytes OFFSET ${offset} LIMIT 16 HEX)
  string(REGEX REPLACE "(....)" "\\1 " bytes ${bytes})
  expect_in(table-format.md "000000${line}0: ${bytes} " "the header of a table")
endforeach()
file(READ ${source}/tablebase/format/block_codec.h codec)
string(REGEX MATCH "block_indices = ([0-9]+)" found "${codec}")
expect_in(table-format.md "It is ${CMAKE_MATCH_1} in this version" "the number of indices in a block")
