# SPDX-License-Identifier: MIT
# The registry: one line per game, in the order in which games are listed.
#
#   zermelo_game(NAME CLASS KIND... [SIZES N...] [MODEL])
#
# NAME is that of the folder in gen/ and of the namespace. There gen/NAME/game.h declares
#   const GameInfo& info();          what the game says about itself (gen/games.h)
#   ... parse_parameters(texts);     what CLASS is made from
#   class CLASS;                     the rules (gen/grid/game.h, gen/grid/stone_game.h)
# and gen/NAME/rules_in_words.cpp defines
#   RulesInWords rules_in_words(const ParameterTexts& texts);  the rules for people (gen/rules_in_words.h)
# KIND are the kinds of tables that it has, beginning with the one that `solve` makes: codes (any
# game on a grid), stones (gen/grid/stone_game.h), ranked (kinds/ranked/kind.h).
# A game with MODEL has a Boolean model, by which it is proved and solved by sets:
# symbolic/model/games/NAME.cpp defines zermelo::NAME::boolean_model (symbolic/model/game_model.h).
# Everything else is generated from this line (cmake/ZermeloGames.cmake).
#
# Instead of CLASS a game can have "-": then kinds/ has its make_game and work_of, written by hand. SIZES
# are the sides of boards that Ostle's templates are compiled for (kinds/dense/ostle_instances.h).

zermelo_game(ostle - dense SIZES 3 4 5 6)
zermelo_game(connect Connect stones ranked MODEL)
zermelo_game(mnk Mnk stones MODEL)
zermelo_game(notakto Notakto codes MODEL)
zermelo_game(othello Othello codes MODEL)
zermelo_game(breakthrough Breakthrough codes MODEL)
zermelo_game(domineering Domineering codes MODEL)
zermelo_game(clobber Clobber codes MODEL)
zermelo_game(bddl - codes MODEL)
