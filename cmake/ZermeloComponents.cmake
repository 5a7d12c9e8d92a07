# SPDX-License-Identifier: MIT
# The components of the library (docs/architecture.md). A component is a folder with its own target, which
# sees its own headers and those of the components below it and no others: an include that points up
# does not compile.
#
# Sources include "folder/file.h". For this to be possible without the whole tree on the include
# path, every component has a folder of links in the build tree, through which others see it.

# zermelo_component_headers(NAME FOLDER [component ...])
# Makes zermelo_NAME_headers: a component's folder of links, and those of the components below.
function(zermelo_component_headers name folder)
  set(links ${PROJECT_BINARY_DIR}/components/${name})
  cmake_path(GET folder PARENT_PATH parent)
  file(MAKE_DIRECTORY ${links}/${parent})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${links}/${folder} SYMBOLIC)
  add_library(zermelo_${name}_headers INTERFACE)
  target_include_directories(zermelo_${name}_headers INTERFACE ${links})
  foreach(lower IN LISTS ARGN)
    target_link_libraries(zermelo_${name}_headers INTERFACE zermelo_${lower}_headers)
  endforeach()
endfunction()

# zermelo_component(NAME FOLDER [BELOW component ...] [LINK target ...] [SOURCES file ...] [EXCLUDE regex]
#               [PROBING regex [LEVEL level]] [OUTSIDE])
#   FOLDER   with the component's sources, and all folders in it that are not components themselves
#            (EXCLUDE leaves those out)
#   BELOW    the components that its headers and sources may include, and theirs
#   LINK     libraries of others that it needs
#   SOURCES  that are generated, not in the folder
#   PROBING  which sources are also in libzermelo-probe
#   LEVEL    how far these are optimized in a release, such as -O2
#   OUTSIDE  its objects are not in the library: those who need them link zermelo_NAME
# Makes zermelo_NAME_headers, for those above, and the compiled objects: zermelo_NAME, and
# zermelo_NAME_probing for what is also in libzermelo-probe.
function(zermelo_component name folder)
  cmake_parse_arguments(PARSE_ARGV 2 component "OUTSIDE" "EXCLUDE;PROBING;LEVEL" "BELOW;LINK;SOURCES")
  zermelo_component_headers(${name} ${folder} ${component_BELOW})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  list(APPEND sources ${component_SOURCES})
  if(component_EXCLUDE)
    list(FILTER sources EXCLUDE REGEX ${component_EXCLUDE})
  endif()
  if(component_PROBING)
    set(probing ${sources})
    list(FILTER probing INCLUDE REGEX ${component_PROBING})
    list(REMOVE_ITEM sources ${probing})
    zermelo_component_objects(zermelo_${name}_probing ${name} "${component_LEVEL}" "${component_LINK}" ${probing})
    set_property(GLOBAL APPEND PROPERTY zermelo_probing zermelo_${name}_probing)
  endif()
  if(sources)
    zermelo_component_objects(zermelo_${name} ${name} "" "${component_LINK}" ${sources})
  else()
    add_library(zermelo_${name} ALIAS zermelo_${name}_probing)
  endif()
  if(component_OUTSIDE)
    get_property(objects GLOBAL PROPERTY zermelo_objects)
    list(REMOVE_ITEM objects zermelo_${name})
    set_property(GLOBAL PROPERTY zermelo_objects ${objects})
  endif()
  set_property(GLOBAL APPEND PROPERTY zermelo_components ${name})
  set_property(GLOBAL PROPERTY zermelo_component_${name} ${folder})
endfunction()

# Objects that become part of a shared object, if there is one: the library itself, or Python's module, which
# holds the library, forms of answers and the server.
function(zermelo_for_shared_objects target)
  if(NOT BUILD_SHARED_LIBS AND NOT zermelo_has_python)
    return()
  endif()
  set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # (Functions are inlined as in a program.)
    target_compile_options(${target} PRIVATE -fno-semantic-interposition)
  endif()
endfunction()

# Objects of a component's sources; `level` and `link` may be empty.
function(zermelo_component_objects target component level link)
  add_library(${target} OBJECT ${ARGN})
  zermelo_compile_options(${target})
  zermelo_for_shared_objects(${target})
  # (The same options for all, so that they share what is precompiled. Sections let a program that is
  # linked statically leave out functions that it does not call.)
  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections
                                           $<$<CONFIG:Release>:${level}>)
  target_link_libraries(${target} PRIVATE zermelo_${component}_headers OpenMP::OpenMP_CXX fmt::fmt ${link})
  zermelo_precompile(${target} library${level})
  set_property(GLOBAL APPEND PROPERTY zermelo_objects ${target})
endfunction()

# zermelo_outer_component(NAME FOLDER [BELOW component ...] [LINK target ...])
# A component outside of the library, which sees its installed headers, those of the outer components BELOW, and no
# others. Makes zermelo_NAME_headers and zermelo_NAME, the compiled objects.
function(zermelo_outer_component name folder)
  cmake_parse_arguments(PARSE_ARGV 2 component "" "" "BELOW;LINK")
  zermelo_component_headers(${name} ${folder} ${component_BELOW})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${folder}/*.cpp)
  add_library(zermelo_${name} OBJECT ${sources})
  zermelo_compile_options(zermelo_${name})
  zermelo_for_shared_objects(zermelo_${name})
  zermelo_compile_lightly(zermelo_${name})
  zermelo_precompile(zermelo_${name} program)
  target_link_libraries(
    zermelo_${name} PRIVATE zermelo_${name}_headers zermelo::zermelo fmt::fmt
                            nlohmann_json::nlohmann_json ${component_LINK})
endfunction()

# zermelo_headers_alone(NAME FOLDER TARGET): a target that compiles every header of a folder by itself,
# with the include folders of a target: what it needs, it includes. Not part of `all`.
function(zermelo_headers_alone name folder target)
  file(GLOB_RECURSE headers RELATIVE ${PROJECT_SOURCE_DIR} CONFIGURE_DEPENDS
       ${PROJECT_SOURCE_DIR}/${folder}/*.h)
  set(sources)
  foreach(header IN LISTS headers)
    set(source ${PROJECT_BINARY_DIR}/headers_alone/${header}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "#include \"${header}\"\n")
    list(APPEND sources ${source})
  endforeach()
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${sources})
  set_target_properties(${name} PROPERTIES UNITY_BUILD OFF)
  zermelo_compile_options(${name})
  target_compile_options(${name} PRIVATE -O0)
  target_link_libraries(${name} PRIVATE $<TARGET_PROPERTY:${target},LINK_LIBRARIES>)
  target_include_directories(${name} PRIVATE $<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>)
endfunction()

# zermelo_public_headers(header ...)
# Makes the target of the same name, through which these headers are seen and no others; zermelo.h,
# which C programs include, also as <zermelo.h>.
function(zermelo_public_headers)
  zermelo_linked_headers(public ${ARGN})
  foreach(header IN ITEMS zermelo.h zermelo_game.h)  # (users write <zermelo.h>)
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/probe/${header}
         ${PROJECT_BINARY_DIR}/components/public/${header} SYMBOLIC)
  endforeach()
endfunction()

# zermelo_linked_headers(NAME header ...): the target zermelo_NAME_headers, through which these are seen; and the
# property of that name, which lists them.
function(zermelo_linked_headers name)
  set(links ${PROJECT_BINARY_DIR}/components/${name})
  file(REMOVE_RECURSE ${links})  # so that none is left over from an earlier list
  foreach(header IN LISTS ARGN)
    cmake_path(GET header PARENT_PATH folder)
    file(MAKE_DIRECTORY ${links}/${folder})
    file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${header} ${links}/${header} SYMBOLIC)
  endforeach()
  add_library(zermelo_${name}_headers INTERFACE)
  target_include_directories(zermelo_${name}_headers INTERFACE ${links})
  set_property(GLOBAL PROPERTY zermelo_${name}_headers ${ARGN})
endfunction()

# zermelo_plain_objects(TARGET LIBRARY FILE): objects of one source with fmt as LIBRARY has it, without OpenMP
# and without what is precompiled for the library.
function(zermelo_plain_objects target library file)
  add_library(${target} OBJECT ${file})
  zermelo_compile_options(${target})
  zermelo_for_shared_objects(${target})
  target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
  target_link_libraries(${target} PRIVATE zermelo_gen_headers ${library})
endfunction()
