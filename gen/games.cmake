# SPDX-License-Identifier: MIT
# The registry: one line per game, in the order in which games are listed.
#
#   zermelo_game(NAME CLASS KIND...)
#
# NAME is that of the folder in gen/ and of the namespace. There gen/NAME/game.h declares
#   const GameInfo& info();          what the game says about itself (gen/games.h)
#   ... parse_parameters(texts);     what CLASS is made from
#   class CLASS;                     the rules (gen/grid/game.h, gen/grid/stone_game.h)
# and gen/NAME/rules_in_words.cpp defines
#   RulesInWords rules_in_words(const ParameterTexts& texts);  the rules for people (gen/rules_in_words.h)
# KIND are the kinds of tables that it has, beginning with the one that `solve` makes: codes (any
# game on a grid), stones (gen/grid/stone_game.h), ranked (kinds/ranked/kind.h).
# Everything else is generated from this line (cmake/ZermeloGames.cmake).
#
# Instead of CLASS a game can have "-": then kinds/ has its make_game, written by hand.

zermelo_game(ostle - dense)
zermelo_game(connect Connect stones ranked)
zermelo_game(mnk Mnk stones)
zermelo_game(notakto Notakto codes)
zermelo_game(othello Othello codes)
zermelo_game(breakthrough Breakthrough codes)
zermelo_game(domineering Domineering codes)
zermelo_game(clobber Clobber codes)
zermelo_game(bddl - codes)
