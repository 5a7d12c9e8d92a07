# SPDX-License-Identifier: MIT
# Makes from the registry of games, gen/games.cmake: the list of games; one source file per game, and one
# for each of its kinds of tables, once for probing and once for making them, so that they compile in
# parallel; and the lists of functions that make games and their makers. (CMake runs again when the
# registry or one of the patterns has changed.)

set(zermelo_table_kinds dense codes stones ranked)
set(zermelo_games_folder ${PROJECT_BINARY_DIR}/games)
# The sources of what probes, and of what makes tables.
set(zermelo_probing_sources)
set(zermelo_making_sources)

# zermelo_instance(NAME HEADER INSTANCE): a source file that instantiates a template of Ostle; its path is
# in `source`.
function(zermelo_instance name header instance)
  set(source ${zermelo_games_folder}/${name}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/kinds/dense/ostle_instance.cpp.in ${source} @ONLY)
  set(source ${source} PARENT_SCOPE)
endfunction()

# Ostle's templates for a board's side and a policy of bits. Appends to the caller's lists.
function(zermelo_ostle_instances size bits suffix)
  set(of "<${size}, ${bits}>")
  zermelo_instance(ostle_game_${size}${suffix} kinds/dense/ostle_game.h
                   "std::shared_ptr<const Game> make_sized_game${of}(const Parameters&)")
  list(APPEND zermelo_probing_sources ${source})
  zermelo_instance(ostle_work_${size}${suffix} kinds/dense/ostle_work.h
                   "GameWork work_of_size${of}(const Game&)")
  list(APPEND zermelo_making_sources ${source})
  string(CONCAT parameters "const Ostle${of}&, const TableFile&, const PuzzleConditions&,\n"
         "                               const MineOptions&, const PuzzleSink&")
  zermelo_instance(ostle_miner_${size}${suffix} kinds/puzzles/ostle_miner.h
                   "MineReport mine_ostle(${parameters})")
  list(APPEND zermelo_making_sources ${source})
  set(zermelo_probing_sources "${zermelo_probing_sources}" PARENT_SCOPE)
  set(zermelo_making_sources "${zermelo_making_sources}" PARENT_SCOPE)
endfunction()

# The source file of a game and a kind of table; its path is in `source`.
function(zermelo_part part list_type done)
  set(source ${zermelo_games_folder}/${game}_${kind}_${part}.cpp)
  configure_file(${PROJECT_SOURCE_DIR}/kinds/part.cpp.in ${source} @ONLY)
  set(source ${source} PARENT_SCOPE)
endfunction()

# See gen/games.cmake. Appends to the caller's lists.
function(zermelo_game game class)
  cmake_parse_arguments(PARSE_ARGV 2 game "MODEL" "" "SIZES")
  set(kinds ${game_UNPARSED_ARGUMENTS})
  if(NOT game MATCHES "^[a-z][a-z0-9_]*$" OR NOT kinds)
    message(FATAL_ERROR "gen/games.cmake: zermelo_game(${ARGV}) is not NAME CLASS KIND...")
  endif()
  string(APPEND info_declarations "namespace zermelo::${game} {\nconst GameInfo& info();\n"
         "RulesInWords rules_in_words(const ParameterTexts& texts);\n}\n")
  string(APPEND info_entries "      ${game}::info(),\n")
  string(APPEND words_entries "      {\"${game}\", ${game}::rules_in_words},\n")
  string(APPEND game_declarations "namespace zermelo::${game} {\n"
         "std::shared_ptr<const Game> make_game(const GameSpec& spec);\n}\n")
  string(APPEND game_entries "      {\"${game}\", ${game}::make_game},\n")
  string(APPEND work_declarations "namespace zermelo::${game} {\n"
         "GameWork work_of(const Game& game);\n}\n")
  string(APPEND work_entries "      {\"${game}\", ${game}::work_of},\n")
  if(game_MODEL)
    string(APPEND model_declarations "namespace zermelo::${game} {\n"
           "symbolic::GameModel boolean_model(const GameSpec& spec);\n}\n")
    string(APPEND model_entries "      {\"${game}\", ${game}::boolean_model},\n")
  endif()
  foreach(kind IN LISTS kinds)
    if(NOT kind IN_LIST zermelo_table_kinds)
      message(FATAL_ERROR "gen/games.cmake: ${game}: there is no kind of table '${kind}'.")
    endif()
    set(parameters "const GameSpec& spec, const std::shared_ptr<const ${class}>& rules")
    string(APPEND kind_declarations "void add_${kind}_kinds(GridKinds& kinds, ${parameters});\n")
    string(APPEND kind_calls "  add_${kind}_kinds(kinds, spec, rules);\n")
    string(APPEND maker_declarations "void add_${kind}_makers(GameWork& work, ${parameters});\n")
    string(APPEND maker_calls "  add_${kind}_makers(work, game.spec(), rules);\n")
    if(NOT class STREQUAL "-")
      zermelo_part(kind GridKinds probed)
      list(APPEND zermelo_probing_sources ${source})
      zermelo_part(maker GameWork made)
      list(APPEND zermelo_making_sources ${source})
    endif()
  endforeach()
  if(NOT class STREQUAL "-")
    set(source ${zermelo_games_folder}/${game})
    configure_file(${PROJECT_SOURCE_DIR}/kinds/game.cpp.in ${source}_game.cpp @ONLY)
    configure_file(${PROJECT_SOURCE_DIR}/kinds/work.cpp.in ${source}_work.cpp @ONLY)
    list(APPEND zermelo_probing_sources ${source}_game.cpp)
    list(APPEND zermelo_making_sources ${source}_work.cpp)
  endif()
  foreach(size IN LISTS game_SIZES)
    zermelo_ostle_instances(${size} Bmi2Bits "")
    if(ZERMELO_PORTABLE)
      zermelo_ostle_instances(${size} PortableBits _portable)
    endif()
  endforeach()
  if(game_SIZES)
    set(zermelo_${game}_sizes ${game_SIZES} PARENT_SCOPE)
  endif()
  foreach(list IN ITEMS info_declarations info_entries words_entries game_declarations game_entries
                        work_declarations work_entries model_declarations model_entries
                        zermelo_probing_sources zermelo_making_sources)
    set(${list} "${${list}}" PARENT_SCOPE)
  endforeach()
endfunction()

include(${PROJECT_SOURCE_DIR}/gen/games.cmake)

set(declarations "${info_declarations}")
set(entries "${info_entries}")
set(zermelo_game_sources ${zermelo_games_folder}/games.cpp)
configure_file(${PROJECT_SOURCE_DIR}/gen/games.cpp.in ${zermelo_game_sources} @ONLY)

# zermelo_list(FILE STRUCTURE FUNCTION DECLARATIONS ENTRIES): see kinds/games.cpp.in.
function(zermelo_list file structure function declarations entries)
  configure_file(${PROJECT_SOURCE_DIR}/kinds/games.cpp.in ${zermelo_games_folder}/${file}.cpp @ONLY)
endfunction()
zermelo_list(registered_games RegisteredGame registered_games "${game_declarations}" "${game_entries}")
zermelo_list(registered_work RegisteredWork registered_work "${work_declarations}" "${work_entries}")
list(APPEND zermelo_probing_sources ${zermelo_games_folder}/registered_games.cpp)
list(APPEND zermelo_making_sources ${zermelo_games_folder}/registered_work.cpp)

set(zermelo_model_sources ${zermelo_games_folder}/registered_models.cpp)
configure_file(${PROJECT_SOURCE_DIR}/symbolic/model/registered_models.cpp.in ${zermelo_model_sources} @ONLY)
