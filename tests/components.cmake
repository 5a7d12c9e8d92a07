# SPDX-License-Identifier: MIT
# Checks which component can include which: with a component's own include folders, headers of the components
# below it are found and those of all others are not.
#   cmake -D compiler=CXX -D source=TREE -D scratch=FOLDER -D components=FILE -P components.cmake
# A line of FILE is "NAME=include folder;include folder;..."; or "public=header;header;...", the
# only headers of the library that the program may include; or "program=header;...", others that it may.
cmake_minimum_required(VERSION 3.25)

# The plan is repeated here, so that a component that is given one more in CMakeLists.txt is noticed.
# NAME FOLDER: what the component may include in addition to itself.
set(plan
    "symmetry symmetry:"
    "gen gen:symmetry"
    "tablebase tablebase:symmetry gen"
    "model symbolic/model:symmetry gen"
    "bdd symbolic/bdd:symmetry gen model"
    "probe probe:symmetry gen tablebase"
    "kinds kinds:symmetry gen tablebase probe model bdd"
    "othello_thesis othello_thesis:symmetry gen model bdd"
    "sat proof/sat:symmetry gen model"
    "aiger proof/aiger:symmetry gen model"
    "check proof/check:symmetry gen model sat aiger"
    "proof proof:symmetry gen tablebase probe model bdd sat aiger check"
    "reports reports:symmetry gen tablebase probe model bdd sat aiger check proof"
    "json json:"
    "server server:json"
    "publish publish:json server"
    "cli cli:json server publish")

set(names)
foreach(line IN LISTS plan)
  string(REGEX MATCH "^([a-z_]+) ([a-z_/]+):(.*)$" matched "${line}")
  set(name ${CMAKE_MATCH_1})
  set(folder_${name} ${CMAKE_MATCH_2})
  string(REPLACE " " ";" below_${name} "${CMAKE_MATCH_3}")
  list(APPEND names ${name})
endforeach()
foreach(name IN LISTS names)
  file(GLOB_RECURSE headers_${name} RELATIVE ${source} ${source}/${folder_${name}}/*.h)
  foreach(other IN LISTS names)  # a component in a folder of this one has its headers to itself
    if(folder_${other} MATCHES "^${folder_${name}}/")
      list(FILTER headers_${name} EXCLUDE REGEX "^${folder_${other}}/")
    endif()
  endforeach()
  if(NOT headers_${name})
    message(FATAL_ERROR "There is no header in ${folder_${name}}.")
  endif()
endforeach()

file(STRINGS ${components} lines)
set(found)
if(NOT lines MATCHES "server=")  # (without libmicrohttpd there is none)
  list(REMOVE_ITEM names server publish)
  list(REMOVE_ITEM below_cli server publish)
endif()
foreach(line IN LISTS lines)
  string(REGEX MATCH "^([a-z_]+)=(.*)$" matched "${line}")
  if(CMAKE_MATCH_1 STREQUAL "public" OR CMAKE_MATCH_1 STREQUAL "program")
    set(${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
    continue()
  endif()
  list(APPEND found ${CMAKE_MATCH_1})
  set(folders_${CMAKE_MATCH_1} ${CMAKE_MATCH_2})
endforeach()
list(SORT found)
list(SORT names)
if(NOT found STREQUAL names)
  message(FATAL_ERROR "The components are ${found}, but the plan has ${names}.")
endif()

# Preprocesses `text` as a source of the component. Sets result and errors.
file(MAKE_DIRECTORY ${scratch})
function(preprocess name text)
  set(options)
  foreach(folder IN LISTS folders_${name})
    if(NOT folder STREQUAL "/usr/include") # (the compiler knows that one, and wants it last)
      list(APPEND options -I${folder})
    endif()
  endforeach()
  file(WRITE ${scratch}/${name}.cpp "${text}")
  execute_process(
    COMMAND ${compiler} -std=c++20 -E ${options} ${scratch}/${name}.cpp -o ${scratch}/${name}.i
    RESULT_VARIABLE result
    ERROR_VARIABLE errors)
  set(result ${result} PARENT_SCOPE)
  set(errors "${errors}" PARENT_SCOPE)
endfunction()

list(LENGTH public public_count)
if(public_count EQUAL 0)
  message(FATAL_ERROR "There are no public headers.")
endif()

# Whether a component may include a header of another one.
function(may_include name other header)
  set(allowed FALSE)
  if(other STREQUAL name OR other IN_LIST below_${name})
    set(allowed TRUE)
  elseif(name MATCHES "^(json|server|publish|cli)$" AND header IN_LIST public)
    set(allowed TRUE)
  elseif(name STREQUAL "cli" AND header IN_LIST program)
    set(allowed TRUE)
  endif()
  set(allowed ${allowed} PARENT_SCOPE)
endfunction()

set(looked_at 0)
foreach(name IN LISTS names)
  # 1. Every header of the tree.
  set(text)
  foreach(other IN LISTS names)
    foreach(header IN LISTS headers_${other})
      may_include(${name} ${other} ${header})
      if(allowed)
        string(APPEND text "#if !__has_include(\"${header}\")\n"
                           "#error \"${name} cannot include ${header}.\"\n#endif\n")
      else()
        string(APPEND text "#if __has_include(\"${header}\")\n"
                           "#error \"${name} can include ${header}.\"\n#endif\n")
      endif()
      math(EXPR looked_at "${looked_at} + 1")
    endforeach()
  endforeach()
  preprocess(${name} "${text}")
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${errors}")
  endif()

  # 2. The compiler's errors when a component includes one header of each other component.
  foreach(other IN LISTS names)
    if(other STREQUAL name)
      continue() # (its header may include headers of libraries)
    endif()
    list(GET headers_${other} 0 header)
    preprocess(${name} "#include \"${header}\"\n")
    set(refused FALSE)
    if(NOT result EQUAL 0 AND errors MATCHES "${header}.*(No such file|not found)")
      set(refused TRUE)
    endif()
    may_include(${name} ${other} ${header})
    if(allowed AND refused)
      message(FATAL_ERROR "${name} cannot include ${header}: ${errors}")
    elseif(NOT allowed AND NOT refused)
      message(FATAL_ERROR "${name} includes ${header}, and nobody complains. ${errors}")
    endif()
  endforeach()
endforeach()
message(STATUS "${looked_at} ways to include a header")
