# SPDX-License-Identifier: MIT
# Makes from the registry of games, gen/games.cmake: the list of games; one source file per game,
# and one for each of its kinds of tables, so that they compile in parallel; and the list of
# functions that make games. (CMake runs again when the registry or one of the patterns has
# changed.)

set(zermelo_table_kinds dense codes stones ranked)
set(zermelo_games_folder ${PROJECT_BINARY_DIR}/games)

# See gen/games.cmake. Appends to the caller's lists.
function(zermelo_game game class)
  set(kinds ${ARGN})
  if(NOT game MATCHES "^[a-z][a-z0-9_]*$" OR NOT kinds)
    message(FATAL_ERROR "gen/games.cmake: zermelo_game(${ARGV}) is not NAME CLASS KIND...")
  endif()
  string(APPEND info_declarations "namespace zermelo::${game} {\nconst GameInfo& info();\n"
         "RulesInWords rules_in_words(const ParameterTexts& texts);\n}\n")
  string(APPEND info_entries "      ${game}::info(),\n")
  string(APPEND words_entries "      {\"${game}\", ${game}::rules_in_words},\n")
  string(APPEND maker_declarations "namespace zermelo::${game} {\n"
         "std::shared_ptr<const Game> make_game(const GameSpec& spec);\n}\n")
  string(APPEND maker_entries "      {\"${game}\", ${game}::make_game},\n")
  foreach(kind IN LISTS kinds)
    if(NOT kind IN_LIST zermelo_table_kinds)
      message(FATAL_ERROR "gen/games.cmake: ${game}: there is no kind of table '${kind}'.")
    endif()
    string(APPEND kind_declarations "void add_${kind}_kinds(GridKinds& kinds, const GameSpec& spec,\n"
           "                      const std::shared_ptr<const ${class}>& rules);\n")
    string(APPEND kind_calls "  add_${kind}_kinds(kinds, spec, rules);\n")
    if(NOT class STREQUAL "-")
      set(source ${zermelo_games_folder}/${game}_${kind}.cpp)
      configure_file(${PROJECT_SOURCE_DIR}/kinds/kind.cpp.in ${source} @ONLY)
      list(APPEND zermelo_kind_sources ${source})
    endif()
  endforeach()
  if(NOT class STREQUAL "-")
    set(source ${zermelo_games_folder}/${game}.cpp)
    configure_file(${PROJECT_SOURCE_DIR}/kinds/game.cpp.in ${source} @ONLY)
    list(APPEND zermelo_kind_sources ${source})
  endif()
  foreach(list IN ITEMS info_declarations info_entries words_entries maker_declarations maker_entries
                        zermelo_kind_sources)
    set(${list} "${${list}}" PARENT_SCOPE)
  endforeach()
endfunction()

include(gen/games.cmake)

set(declarations "${info_declarations}")
set(entries "${info_entries}")
set(zermelo_game_sources ${zermelo_games_folder}/games.cpp)
configure_file(${PROJECT_SOURCE_DIR}/gen/games.cpp.in ${zermelo_game_sources} @ONLY)

set(declarations "${maker_declarations}")
set(entries "${maker_entries}")
configure_file(${PROJECT_SOURCE_DIR}/kinds/games.cpp.in
               ${zermelo_games_folder}/makers.cpp @ONLY)
list(APPEND zermelo_kind_sources ${zermelo_games_folder}/makers.cpp)
