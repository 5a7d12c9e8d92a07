// SPDX-License-Identifier: MIT
#include "probe/engine.h"

#include <fmt/format.h>

#include "gen/error.h"
#include "probe/bddl_engine.h"
#include "probe/grid_engines.h"
#include "probe/ostle_engine.h"
#include "probe/ostle_puzzle_rules.h"

namespace zermelo {

namespace {

std::vector<GameCondition> ostle_conditions() {
  std::vector<GameCondition> conditions;
  for (const auto& [name, meaning] : ostle::own_conditions()) {
    conditions.push_back({std::string(name), std::string(meaning)});
  }
  return conditions;
}

}  // namespace

std::string Engine::canonical(std::string_view) const {
  throw UsageError(fmt::format("States of {} have no canonical form by themselves.", spec().name));
}

const std::vector<GameInfo>& known_games() {
  static const std::vector<GameInfo> games = {
      {"ostle",
       "push pieces off the board or into the wandering hole (Masaki Suzuki, 2017)",
       "A move is the square of a piece or of the hole, and a direction: U up, D down, L left, R "
       "right.",
       {{"size", "3..5", "5", "side of the board"},
        {"start", "1..size", "size", "pieces a side at the start"},
        {"lose", "0..start-1", "3, or start-1 if that is less",
         "a side down to this many pieces has lost"},
        {"total", "2*(lose+1)..2*start", "2*start",
         "only positions with at most this many pieces in all"},
        {"repetition", "exact|symmetric", "exact",
         "rule 8 forbids restoring the position of two plies before, or also a mirror image of "
         "it"}},
       ostle_conditions()},
      {"connect",
       "drop stones into columns; four in a row win (Connect Four, on any board)",
       "A move is the letter of a column.",
       {{"columns", "1..64", "7", "of the board"},
        {"rows", "1..64/columns", "6", "of the board"},
        {"line", "2..64", "4", "so many stones in a row win"}},
       {}},
      {"mnk",
       "put stones on empty squares; k in a row win (tic-tac-toe, on any board)",
       "A move is a square.",
       {{"m", "1..64", "3", "columns"},
        {"n", "1..64/m", "3", "rows"},
        {"k", "2..64", "3", "so many stones in a row win"}},
       {}},
      {"notakto",
       "tic-tac-toe with the same stones for both; who completes three in a row has lost",
       "A move is a square.",
       {{"rows", "1..40", "3", "of the board"}, {"columns", "1..40/rows", "3", "of the board"}},
       {}},
      {"othello",
       "enclose discs to turn them; who has more at the end has won",
       "A move is a square, or pass.",
       {{"rows", "2..19", "4", "of the board"},
        {"cols", "2..39/rows", "4", "of the board"},
        {"start_file", "1..cols-1", "cols/2",
         "of the lower left one of the four discs at the start"},
        {"start_rank", "1..rows-1", "rows/2", "the same"},
        {"metric", "distance|score", "distance",
         "what values count: plies to the end, or discs more at the end"}},
       {}},
      {"breakthrough",
       "go ahead, take diagonally, reach the far rank (Dan Troyka, 2000)",
       "A move is the square that a piece leaves and the one that it comes to: a2-b3, with x if it "
       "takes.",
       {{"columns", "2..21", "4", "of the board"}, {"rows", "3..64/columns", "5", "of the board"}},
       {}},
      {"domineering",
       "Black puts dominoes upright, White across; who cannot has lost",
       "A move is the two squares of a domino: a1+a2.",
       {{"columns", "1..19", "5", "of the board"}, {"rows", "2..39/columns", "5", "of the board"}},
       {}},
      {"bddl",
       "any game whose rules you write in two short files (docs/bddl.md): --bddl DOMAIN PROBLEM",
       "A move is the square where a piece is placed, or the squares that it leaves and reaches: "
       "a2-b3, with x where it takes something.",
       {{"domain", "text", "", "how the sides move"},
        {"problem", "text", "", "board, start and goals"},
        {"stuck", "loss|draw", "loss if there are no goals, or else draw",
         "what becomes of a side that cannot move"}},
       {}}};
  return games;
}

std::unique_ptr<Engine> make_engine(const GameSpec& spec) {
  if (spec.name == "ostle")
    return ostle::make_ostle_engine(ostle::parse_parameters(spec.parameters));
  if (spec.name == "connect") return make_connect_engine(spec.parameters);
  if (spec.name == "mnk") return make_mnk_engine(spec.parameters);
  if (spec.name == "notakto") return make_notakto_engine(spec.parameters);
  if (spec.name == "othello") return make_othello_engine(spec.parameters);
  if (spec.name == "breakthrough") return make_breakthrough_engine(spec.parameters);
  if (spec.name == "domineering") return make_domineering_engine(spec.parameters);
  if (spec.name == "bddl") return bddl::make_bddl_engine(spec);
  throw UsageError(fmt::format("There is no game '{}'; `zermelo games` lists them.", spec.name));
}

std::unique_ptr<Engine> engine_for(const TableHeader& header) {
  if (header.states != TableHeader::States::ranked) return make_engine(header.game);
  if (header.game.name == "connect") return make_connect_outcome_engine(header.game.parameters);
  throw UsageError(fmt::format("There are no tables of outcomes of {}.", header.game.name));
}

std::string creator() { return "Zermelo " ZERMELO_VERSION; }

}  // namespace zermelo
