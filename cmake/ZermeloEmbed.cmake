# SPDX-License-Identifier: MIT
# Files embedded in the program.
#
# zermelo_embed(TARGET NAME FILE|FOLDER [FILES name...] [HEADER header] [XZ])
# Adds to a target the definition of
#   std::span<const EmbeddedFile> zermelo::server::embedded_NAME()
# (server/embedded.h, or another HEADER): the file, or all files of a page's folder (or those FILES), each also
# compressed with gzip if gzip is there at build time; with XZ only compressed, with xz, as web/xz.js unpacks it. Files
# that are named may be made by the build.
find_program(ZERMELO_GZIP gzip)
find_program(ZERMELO_XZ xz)
mark_as_advanced(ZERMELO_GZIP ZERMELO_XZ)

function(zermelo_embed target name where)
  cmake_parse_arguments(PARSE_ARGV 3 embed "XZ" "HEADER" "FILES")
  if(NOT embed_HEADER)
    set(embed_HEADER server/embedded.h)
  endif()
  cmake_path(ABSOLUTE_PATH where BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE source)
  if(embed_FILES)
    set(files ${embed_FILES})
  elseif(IS_DIRECTORY ${source})
    file(GLOB_RECURSE files RELATIVE ${source} CONFIGURE_DEPENDS ${source}/*.html ${source}/*.css
         ${source}/*.js ${source}/*.mjs ${source}/*.svg ${source}/*.json ${source}/*.png
         ${source}/*.ico ${source}/*.woff2 ${source}/*.webmanifest ${source}/*.txt)
  else()
    cmake_path(GET source FILENAME files)
    cmake_path(GET source PARENT_PATH source)
  endif()
  # (Hidden files are those of tools.)
  list(FILTER files EXCLUDE REGEX "(^|/)[.]")
  list(SORT files)

  set(folder ${PROJECT_BINARY_DIR}/embedded/${name})
  set(number 0)
  set(data)
  set(declarations)
  set(entries)
  set(inputs)
  foreach(file IN LISTS files)
    set(symbol zermelo_embedded_${name}_${number})
    math(EXPR number "${number} + 1")
    set(input ${source}/${file})
    set(plain "{}")
    if(NOT embed_XZ)
      zermelo_embed_bytes(${symbol} ${input})
      list(APPEND inputs ${input})
      set(plain "{${symbol}, ${symbol}_end}")
    endif()
    set(packed "{}")
    set(pack ${ZERMELO_GZIP} -9nc)
    set(suffix gz)
    if(embed_XZ)
      set(pack ${ZERMELO_XZ} -9e -T1 --check=crc32 -c)
      set(suffix xz)
    endif()
    if(embed_XZ OR ZERMELO_GZIP)
      cmake_path(GET file PARENT_PATH subfolder)
      file(MAKE_DIRECTORY ${folder}/${subfolder})
      add_custom_command(
        OUTPUT ${folder}/${file}.${suffix}
        COMMAND ${pack} ${input} > ${folder}/${file}.${suffix}
        DEPENDS ${input}
        VERBATIM)
      zermelo_embed_bytes(${symbol}_${suffix} ${folder}/${file}.${suffix})
      list(APPEND inputs ${folder}/${file}.${suffix})
      set(packed "{${symbol}_${suffix}, ${symbol}_${suffix}_end}")
    endif()
    string(APPEND entries "    {\"${file}\", ${plain}, ${packed}},\n")
  endforeach()

  set(output ${folder}/embedded_${name}.cpp)
  file(CONFIGURE OUTPUT ${output} CONTENT
"// Made by cmake/ZermeloEmbed.cmake.
#include \"${embed_HEADER}\"

#include <vector>

${data}
extern \"C\" {
${declarations}}

namespace zermelo::server {

std::span<const EmbeddedFile> embedded_${name}() {
  static const std::vector<EmbeddedFile> files = {
${entries}  };
  return files;
}

}  // namespace zermelo::server
" @ONLY)
  set_source_files_properties(
    ${output} PROPERTIES OBJECT_DEPENDS "${inputs}" SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${output})
endfunction()

# Appends to the caller's `data` and `declarations`.
function(zermelo_embed_bytes symbol input)
  string(
    APPEND
    data
    "asm(R\"(.pushsection .rodata\n.globl ${symbol}\n${symbol}:\n.incbin \"${input}\"\n"
    ".globl ${symbol}_end\n${symbol}_end:\n.byte 0\n.popsection\n)\");\n")
  string(APPEND declarations "extern const char ${symbol}[], ${symbol}_end[];\n")
  set(data "${data}" PARENT_SCOPE)
  set(declarations "${declarations}" PARENT_SCOPE)
endfunction()

# zermelo_embed_nothing(TARGET NAME [HEADER header]): the same function, which returns no files.
function(zermelo_embed_nothing target name)
  cmake_parse_arguments(PARSE_ARGV 2 embed "" "HEADER" "")
  set(output ${PROJECT_BINARY_DIR}/embedded/${name}/no_${name}.cpp)
  file(CONFIGURE OUTPUT ${output} CONTENT
"// Made by cmake/ZermeloEmbed.cmake.
#include \"${embed_HEADER}\"

namespace zermelo::server {

std::span<const EmbeddedFile> embedded_${name}() { return {}; }

}  // namespace zermelo::server
" @ONLY)
  target_sources(${target} PRIVATE ${output})
endfunction()
