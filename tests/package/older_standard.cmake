# SPDX-License-Identifier: MIT
# Compiles each of the `headers` in `include` as C++17: that must fail with one clear sentence and
# nothing else.
set(sentence "Zermelo's headers need C\\+\\+20: compile with -std=c\\+\\+20 or a later standard.")
foreach(header IN LISTS headers)
  file(WRITE ${scratch}/older_standard.cpp "#include <${header}>\n")
  execute_process(
    COMMAND ${cxx_compiler} -std=c++17 -I${include} -fsyntax-only ${scratch}/older_standard.cpp
    RESULT_VARIABLE result
    ERROR_VARIABLE complaint)
  string(REGEX MATCHALL "error:" errors "${complaint}")
  list(LENGTH errors count)
  # (The second error ends the compilation.)
  if(result EQUAL 0 OR NOT complaint MATCHES "error: [^\n]*${sentence}" OR NOT count EQUAL 2)
    message(SEND_ERROR "${header} as C++17 (exit code ${result}):\n${complaint}")
  endif()
endforeach()
