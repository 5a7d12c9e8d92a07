// SPDX-License-Identifier: MIT
// What can be done with a game on a grid beside probing its tables: they are made, its positions
// are counted, and its shortest win is searched for. Included by one source file per game.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "gen/grid/game.h"
#include "kinds/grid/grid_game.h"
#include "probe/table_maker.h"
#include "tablebase/search/depth_search.h"

namespace zermelo {

template <class Rules>
DepthResult search_depth(const Rules& rules, const DepthOptions& options,
                         bool stuck_counts_two = false) {
  const PositionOf<Rules> from =
      options.start.empty() ? rules.start() : read_position(rules, options.start);
  if constexpr (requires { rules.has_codes(); }) {
    if (!rules.has_codes())
      return DepthSearch<Rules, LookedUpWhole<PositionOf<Rules>>>(rules, options, stuck_counts_two)
          .run(from);
  }
  return DepthSearch<Rules>(rules, options, stuck_counts_two).run(from);
}

// The plies of the shortest win as Definition 3.10 of the BDDL paper counts them, where `plies` are
// those of the shortest one: a win by leaving White without a move takes two more. Nothing if that
// needs a search and the search was stopped.
template <class Rules>
std::optional<int> defined_plies(const Rules& rules, int plies, const DepthOptions& options) {
  if constexpr (requires { rules.stuck_wins(); }) {
    if (rules.stuck_wins() == StuckWins::all) return plies + 2;
    if (rules.stuck_wins() == StuckWins::some) return search_depth(rules, options, true).plies;
  }
  return plies;
}

template <class Rules>
DepthReport find_shortest_win(const Rules& rules, const DepthOptions& options) {
  DepthReport report{search_depth(rules, options), {}};
  if (endless_winner_of(rules) == colour_of(options.white)) report.search.complete = false;
  if (!report.search.plies || options.white || !options.start.empty()) return report;
  const std::optional<int> plies = defined_plies(rules, *report.search.plies, options);
  // (A win by one of White's moves is seen at Black's next step.)
  if (plies) report.depth = (*plies + (rules.start().white_to_move ? 1 : 0)) | 1;
  return report;
}

// The work of a game whose makers have been added (kinds/*/maker.h); the first one of them says how
// positions are counted.
template <class Rules>
GameWork work_on_grid(GameWork work, const std::shared_ptr<const Rules>& rules) {
  if constexpr (CodedGame<Rules>) {
    work.shortest_win = [rules](const DepthOptions& options) {
      return find_shortest_win(*rules, options);
    };
  }
  return work;
}

// The rules of a game that was made from the registry's line.
template <class Rules>
std::shared_ptr<const Rules> rules_of(const Game& game) {
  return static_cast<const GameOnGrid<Rules>&>(game).rules();
}

}  // namespace zermelo
