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
# Those of the registry.
set(zermelo_games)
set(zermelo_games_with_model)

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
  list(APPEND zermelo_games ${game})
  if(game_MODEL)
    list(APPEND zermelo_games_with_model ${game})
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
  foreach(list IN ITEMS zermelo_games zermelo_games_with_model zermelo_probing_sources
                        zermelo_making_sources)
    set(${list} "${${list}}" PARENT_SCOPE)
  endforeach()
endfunction()

include(${PROJECT_SOURCE_DIR}/gen/games.cmake)

# zermelo_list(FILE TEMPLATE FUNCTION_OF_GAME DECLARATION GAMES [STRUCTURE FUNCTION]): makes FILE from
# TEMPLATE with, for each of the games, the declaration in its namespace and an entry of its function.
function(zermelo_list file template of_game declaration games)
  set(declarations)
  set(entries)
  foreach(game IN LISTS games)
    string(APPEND declarations "namespace zermelo::${game} {\n${declaration}\n}\n")
    string(APPEND entries "      {\"${game}\", ${game}::${of_game}},\n")
  endforeach()
  set(structure ${ARGV5})
  set(function ${ARGV6})
  configure_file(${PROJECT_SOURCE_DIR}/${template} ${file} @ONLY)
endfunction()

# zermelo_registry(FOLDER GAMES): makes there what lists these games for whoever probes, games.cpp and
# registered_games.cpp.
function(zermelo_registry folder games)
  set(declarations)
  set(entries)
  set(words_entries)
  foreach(game IN LISTS games)
    string(APPEND declarations "namespace zermelo::${game} {\nconst GameInfo& info();\n"
           "RulesInWords rules_in_words(const ParameterTexts& texts);\n}\n")
    string(APPEND entries "      ${game}::info(),\n")
    string(APPEND words_entries "      {\"${game}\", ${game}::rules_in_words},\n")
  endforeach()
  configure_file(${PROJECT_SOURCE_DIR}/gen/games.cpp.in ${folder}/games.cpp @ONLY)
  zermelo_list(${folder}/registered_games.cpp kinds/games.cpp.in make_game
               "std::shared_ptr<const Game> make_game(const GameSpec& spec);" "${games}"
               RegisteredGame registered_games)
endfunction()

zermelo_registry(${zermelo_games_folder} "${zermelo_games}")
set(zermelo_game_sources ${zermelo_games_folder}/games.cpp)
list(APPEND zermelo_probing_sources ${zermelo_games_folder}/registered_games.cpp)
zermelo_list(${zermelo_games_folder}/registered_work.cpp kinds/games.cpp.in work_of
             "GameWork work_of(const Game& game);" "${zermelo_games}" RegisteredWork registered_work)
list(APPEND zermelo_making_sources ${zermelo_games_folder}/registered_work.cpp)
set(zermelo_model_sources ${zermelo_games_folder}/registered_models.cpp)
zermelo_list(${zermelo_model_sources} symbolic/model/registered_models.cpp.in boolean_model
             "symbolic::GameModel boolean_model(const GameSpec& spec);" "${zermelo_games_with_model}")
