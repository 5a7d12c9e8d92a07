// SPDX-License-Identifier: MIT
// zermelo-worker: all the work that is done in a separate process (symbolic/bdd/isolated.h).
#include <array>

#include "kinds/ranked/game_layers.h"
#include "kinds/ranked/hybrid_sets.h"
#include "othello_thesis/thesis_work.h"
#include "proof/synthesis/safety_sets.h"
#include "symbolic/bdd/isolated_worker.h"
#include "symbolic/bdd/symbolic_solution.h"
#ifdef ZERMELO_HAS_DEPQBF
#include "worker/depqbf_work.h"
#endif

int main(int count, char** arguments) {
  using namespace zermelo::symbolic;
  const std::array works = {solve_symbolically_work,
                            find_boards_work,
                            find_outcomes_work,
                            find_game_layers_work,
                            thesis_work,
#ifdef ZERMELO_HAS_DEPQBF
                            zermelo::proof::depqbf_work,
#endif
                            zermelo::proof::solve_safety_by_sets_work};
  return run_worker(count, arguments, works);
}
