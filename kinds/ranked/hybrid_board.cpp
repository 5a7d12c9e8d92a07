// SPDX-License-Identifier: MIT
#include "kinds/ranked/hybrid_board.h"

#include <fmt/format.h>

#include "gen/error.h"
#include "symbolic/bdd/frozen_bdd.h"

namespace zermelo::symbolic {

void check_hybrid_board(const connect::Parameters& game) {
  if (game.columns * (game.rows + 1) > FrozenBdd::most_variables || game.rows > most_hybrid_rows) {
    throw UsageError(
        fmt::format("The hybrid takes boards of at most {} squares, counting a row above them, and "
                    "{} rows.",
                    FrozenBdd::most_variables, most_hybrid_rows));
  }
}

}  // namespace zermelo::symbolic
