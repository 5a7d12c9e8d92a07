# SPDX-License-Identifier: MIT
# Looks for what the Python module needs: an interpreter with its headers, and pybind11. Sets
# zermelo_has_python, or zermelo_no_python to the reason why there is no module.
#
# Python3_EXECUTABLE chooses the interpreter. If it is not given, the system's is preferred to one
# that comes before it in PATH, because pybind11's package belongs to it.
set(ZERMELO_PYTHON ON CACHE STRING
    "Build the Python module: ON (if Python's headers and pybind11 are found), OFF or REQUIRED")
set_property(CACHE ZERMELO_PYTHON PROPERTY STRINGS ON OFF REQUIRED)

set(zermelo_has_python OFF)
set(zermelo_no_python "")
if(NOT ZERMELO_PYTHON MATCHES "^(ON|TRUE|1|REQUIRED)$")
  set(zermelo_no_python "ZERMELO_PYTHON is off")
elseif(ZERMELO_FUZZ)
  set(zermelo_no_python "the fuzz targets do not need it")
elseif(ZERMELO_SANITIZE MATCHES "thread" OR (ZERMELO_SANITIZE AND NOT CMAKE_CXX_COMPILER_ID STREQUAL "GNU"))
  set(zermelo_no_python "the interpreter cannot be used with this sanitizer")
else()
  if(NOT Python3_EXECUTABLE AND EXISTS /usr/bin/python3)
    set(Python3_EXECUTABLE /usr/bin/python3)
  endif()
  find_package(Python3 3.9 QUIET COMPONENTS Interpreter Development.Module)
  if(NOT Python3_FOUND)
    set(zermelo_no_python "Python's headers are not there (Debian: python3-dev)")
  else()
    find_package(pybind11 2.10 CONFIG QUIET)
    if(NOT pybind11_FOUND)  # installed by pip
      execute_process(
        COMMAND ${Python3_EXECUTABLE} -m pybind11 --cmakedir
        OUTPUT_VARIABLE pybind11_folder
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      if(pybind11_folder)
        find_package(pybind11 2.10 CONFIG QUIET PATHS ${pybind11_folder})
      endif()
    endif()
    if(pybind11_FOUND)
      set(zermelo_has_python ON)
    else()
      set(zermelo_no_python "pybind11 2.10 or newer is not there (Debian: pybind11-dev)")
    endif()
  endif()
endif()
if(zermelo_has_python)
  message(STATUS "Python module: for ${Python3_EXECUTABLE} (${Python3_VERSION})")
elseif(ZERMELO_PYTHON STREQUAL "REQUIRED")
  message(FATAL_ERROR "The Python module cannot be built: ${zermelo_no_python}.")
else()
  message(STATUS "Python module: left out, ${zermelo_no_python}")
endif()
