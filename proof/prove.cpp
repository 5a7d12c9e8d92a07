// SPDX-License-Identifier: MIT
// Proofs about games: which method is used, and what holds whichever it is.
#include <fmt/format.h>

#include <bit>
#include <memory>
#include <string>

#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/text/counted.h"
#include "probe/game.h"
#include "proof/proof_limits.h"
#include "proof/prove_methods.h"
#include "proof/strategy.h"
#include "symbolic/model/game_model.h"
#include "symmetry/grid.h"
#include "tablebase/format/output_place.h"

namespace zermelo {
namespace {

// A game in BDDL on a board that has no positions, no table and no Boolean model here.
bool is_large(const GameSpec& game) {
  if (game.name != "bddl" || bddl::has_version_2(game)) return false;
  const bddl::tree::Game rules = bddl::tree_of(game);
  return rules.columns * rules.rows > max_squares;
}

// The game, if it has positions here: a board in BDDL may be too large, or its moves may have too
// many ways back for tables, and then formulas are the only method.
std::shared_ptr<const Game> find_game(const GameSpec& spec, bool large) {
  if (large) return nullptr;
  if (spec.name != "bddl") return make_game(spec);
  try {
    return make_game(spec);
  } catch (const UsageError&) {
    return nullptr;
  }
}

// Throws UsageError, which says why, if there is no such game.
std::shared_ptr<const Game> required(const std::shared_ptr<const Game>& game,
                                     const GameSpec& spec) {
  return game ? game : make_game(spec);
}

// How the game has ended at its start, if it is over there. Throws IllegalPosition or GameOver for
// another start at which there is nothing to play.
std::string over_at_start(const Game& game, const std::string& start) {
  if (!start.empty()) require_to_move(game.status(start));
  const PositionStatus status = game.status(start.empty() ? game.start() : start);
  return status.why;
}

// --- Which method --------------------------------------------------------------------------------

struct MethodChoice {
  ProofOptions::Method method;
  std::string reason;
};

// (docs/qbf.md compares the methods.)
MethodChoice choose_method(const GameSpec& spec, const Game* game, bool large,
                           const std::string& path, const ProofOptions& options) {
  using Method = ProofOptions::Method;
  if (large) return {Method::qbf, "the board has more than 64 squares"};
  const auto model = symbolic::find_game_model(spec);
  const bool by_search = path.empty() && game != nullptr && game->shortest_win() != nullptr;
  if (!model) {
    if (options.depth && by_search)
      return {Method::search, "the game has no Boolean model, and the length is bounded"};
    return {Method::table, "the game has no Boolean model"};
  }
  if (options.depth) {
    constexpr int short_win = 15;
    if (*options.depth <= short_win)
      return {Method::qbf,
              fmt::format("only wins within {} count", counted(*options.depth, "ply", "plies"))};
    if (by_search) return {Method::search, "the wins may be long, and no strategy is wanted"};
    return {Method::ic3,
            fmt::format("wins of up to {} count", counted(*options.depth, "ply", "plies"))};
  }
  // There are at most three to the power of that many boards, of which about a million can be
  // reached.
  constexpr int squares_of_small_table = 15, bits_of_small_table = 2 * squares_of_small_table;
  const int squares = std::popcount(model->pieces.squares()), bits = model->model.variables();
  if (model->pieces.size() > 1 || model->pieces.has_hands()) {
    if (bits <= bits_of_small_table)
      return {Method::table, fmt::format("a position has only {} bits", bits)};
  } else if (squares <= squares_of_small_table) {
    return {Method::table, fmt::format("the board has only {} squares", squares)};
  }
  return {Method::ic3, "wins of any length count"};
}

}  // namespace

ProofReport prove(const GameSpec& game, const std::string& path, const ProofOptions& options) {
  using Method = ProofOptions::Method;
  if (options.depth && *options.depth < 1) throw UsageError("A depth must be at least 1 ply.");
  if (!path.empty()) check_output(path);
  ProofLimits limits(options.seconds, options.memory, options.stop);
  const bool large = is_large(game);
  const std::shared_ptr<const Game> rules = find_game(game, large);
  const GameSpec spec = rules ? rules->spec() : game;  // (a game in BDDL is complete as it is)
  const std::string over = rules ? over_at_start(*rules, options.start) : "";
  MethodChoice choice{options.method, ""};
  if (choice.method == Method::automatic)
    choice = choose_method(spec, rules.get(), large, path, options);
  ProofReport report;
  switch (choice.method) {
    case Method::ic3:
      report = prove_by_ic3(spec, path, options, limits);
      break;
    case Method::qbf:
      report = prove_by_qbf(spec, path, options, limits);
      break;
    case Method::table:
      report = prove_by_table(*required(rules, spec), path, options, limits);
      break;
    case Method::search:
      report = prove_by_search(*required(rules, spec), path, options, limits);
      break;
    default:
      throw UsageError("Sets are for safety games; for games, `validate` and `bdd` make them.");
  }
  report.reason = choice.reason;
  report.over_at_start = over;
  report.seconds = limits.seconds();
  return report;
}

}  // namespace zermelo
