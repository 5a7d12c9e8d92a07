# SPDX-License-Identifier: MIT
# The verb for tables of Ostle, which needs a compiler for C, zstd and xxHash besides OCaml.
set(ostle_links "")
find_path(ZERMELO_OSTLE_ZSTD_HEADERS zstd.h)
find_path(ZERMELO_OSTLE_XXHASH_HEADERS xxhash.h)
mark_as_advanced(ZERMELO_OSTLE_ZSTD_HEADERS ZERMELO_OSTLE_XXHASH_HEADERS)
# The compiler for C that OCaml links with knows where the library is.
execute_process(
  COMMAND ${ZERMELO_OCAMLFIND} ocamlopt -config-var native_c_compiler
  OUTPUT_VARIABLE c_compiler
  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
separate_arguments(c_compiler)
execute_process(
  COMMAND ${c_compiler} -print-file-name=libzstd.a
  OUTPUT_VARIABLE zstd_library
  OUTPUT_STRIP_TRAILING_WHITESPACE)
if(NOT ZERMELO_OSTLE_ZSTD_HEADERS OR NOT ZERMELO_OSTLE_XXHASH_HEADERS OR NOT EXISTS "${zstd_library}")
  message(STATUS "zermelo-verified ostle: left out, since zstd or xxHash is missing (Debian's packages: libzstd-dev "
                 "libxxhash-dev)")
  zermelo_ocaml_module(ostle/absent/further_verbs ${strict})
  return()
endif()

set(ostle_headers ${CMAKE_CURRENT_SOURCE_DIR}/ostle/numbering.h ${CMAKE_CURRENT_SOURCE_DIR}/ostle/table_reader.h
                  ${CMAKE_CURRENT_SOURCE_DIR}/ostle/numbering_paths.inc)
foreach(name IN ITEMS numbering table_reader stubs)
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/ostle/${name}.c)
  add_custom_command(
    OUTPUT ${objects}/${name}.o
    COMMAND
      ${ZERMELO_OCAMLFIND} ocamlopt -ccopt "-O2 -Wall -Wextra -I${ZERMELO_OSTLE_ZSTD_HEADERS}" -ccopt
      "-I${ZERMELO_OSTLE_XXHASH_HEADERS}" -c ${source}
    WORKING_DIRECTORY ${objects}
    DEPENDS ${source} ${ostle_headers}
    COMMENT "Compiling verified/ostle/${name}.c"
    VERBATIM)
  list(APPEND ostle_links ${objects}/${name}.o)
endforeach()
list(APPEND ostle_links ${zstd_library})

set(ostle_kernel ${CMAKE_CURRENT_SOURCE_DIR}/kernel/ostle_kernel.ml)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${ostle_kernel})
file(MD5 ${ostle_kernel} ostle_kernel_digest)
configure_file(ostle/ostle_kernel_digest.ml.in ${objects}/ostle_kernel_digest.ml @ONLY)

zermelo_ocaml_module(kernel/ostle_kernel -w -a)
file(RELATIVE_PATH digest_module ${CMAKE_CURRENT_SOURCE_DIR} ${objects}/ostle_kernel_digest)
zermelo_ocaml_module(${digest_module} ${strict})
foreach(
  name IN
  ITEMS ostle_memory
        ostle_file
        ostle_table
        ostle_words
        ostle_log
        ostle_comparison
        verb_ostle)
  zermelo_ocaml_module(ostle/${name} ${strict})
endforeach()
zermelo_ocaml_module(ostle/present/further_verbs ${strict})
