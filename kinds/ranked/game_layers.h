// SPDX-License-Identifier: MIT
// The forward half of the hybrid for any game that has a Boolean model: its positions by layers, as
// sets in files, found in a process of their own (symbolic/bdd/isolated.h).
//
// Layers are the model's own if it has several (numbers of pieces or discs; a pass stays in its
// layer). Otherwise they are plies, as in Edelkamp, Kissmann and Rohte (2014): a layer has what can
// be reached in so many plies, and a position may be in several.
#pragma once

#include <cstdint>
#include <string>

#include "gen/game_spec.h"
#include "kinds/ranked/layer_files.h"
#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/isolated.h"

namespace zermelo::symbolic {

// The sets in a layer's file, for positions with one side to move and then the other: canonical
// assignments of all positions, and those of ended games.
enum LayerSet : std::size_t { positions_set, black_won_set, white_won_set, drawn_set, sets_a_side };
constexpr std::size_t layer_set(LayerSet set, Side to_move) {
  return static_cast<std::size_t>(to_move) * sets_a_side + set;
}

std::string game_layer_file(int layer);

struct FoundLayers {
  int count = 0;
  bool by_plies = false;
};

// The work, its task and its result. Layers that are in files are made again, for they take little
// time compared with solving. Throws OutOfNodes, FileError; UsageError for a game without a model,
// or in which play may come back to a position.
extern const IsolatedWork find_game_layers_work;
std::string game_layers_task(const GameSpec& game, const LayerFiles& files, const BddOptions& bdd);
FoundLayers found_layers_of(const std::string& result);

}  // namespace zermelo::symbolic
