// SPDX-License-Identifier: MIT
#include "kinds/ranked/game_layers.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/game_model.h"

namespace zermelo::symbolic {
namespace {

using Moves = SymbolicGame::Moves;

class GameLayers {
 public:
  GameLayers(const GameSpec& spec, const LayerFiles& files, const BddOptions& bdd,
             const ProgressText& progress)
      : model_(game_model_for_sets(spec)),
        manager_(model_.model.variables(), bdd),
        game_(model_.model),
        files_(files),
        progress_(progress) {}

  FoundLayers find() {
    const bool by_plies = game_.layers() < 2 || game_.most_up() > 1;
    by_plies ? find_plies() : find_own_layers();
    return {count_, by_plies};
  }

 private:
  struct Ended {
    BySide<Bdd> won;  // by winner
    Bdd drawn;
    Bdd all() const { return won[black] | won[white] | drawn; }
  };

  // Parts are taken in this order: a goal takes precedence over being stuck.
  Ended ended(Side to_move, const Bdd& boards) const {
    Ended e;
    Bdd rest = boards;
    for (const Side winner : both_sides) {
      e.won[winner] = game_.won(winner, to_move, rest);
      rest -= e.won[winner];
    }
    e.drawn = game_.drawn(to_move, rest);
    return e;
  }
  Bdd going_on(Side to_move, const Bdd& boards) const {
    return boards - ended(to_move, boards).all();
  }

  void find_own_layers() {
    BySide<Bdd> boards;
    boards[game_.model().first] = game_.initial();
    for (int n = 0; n < game_.layers(); ++n) {
      close_under_passes(boards);
      write(n, boards);
      BySide<Bdd> next;
      for (const Side side : both_sides)
        next[other(side)] = game_.successors(going_on(side, boards[side]), side, Moves::up);
      if (next[black].is_false() && next[white].is_false()) return;
      boards = std::move(next);
    }
  }
  void close_under_passes(BySide<Bdd>& boards) const {
    for (BySide<Bdd> before; game_.has_level_moves() && before != boards;) {
      before = boards;
      for (const Side side : both_sides)
        boards[other(side)] |= game_.successors(going_on(side, before[side]), side, Moves::level);
    }
  }

  void find_plies() {
    Side side = game_.model().first;
    Bdd boards = game_.initial();
    BySide<Bdd> seen;
    bool is_known_to_end = false;
    for (int n = 0; !boards.is_false(); ++n) {
      if (!is_known_to_end && (boards - seen[side]).is_false()) {
        require_end(seen);
        is_known_to_end = true;
      }
      seen[side] |= boards;
      BySide<Bdd> layer;
      layer[side] = boards;
      write(n, layer);
      boards = all_successors(going_on(side, boards), side);
      side = other(side);
    }
  }
  Bdd all_successors(const Bdd& boards, Side side) const {
    return game_.successors(boards, side, Moves::up) | game_.successors(boards, side, Moves::level);
  }
  // Positions from which no move leads to others of them are taken away until none are left, or
  // only those on circles and before them.
  void require_end(const BySide<Bdd>& seen) const {
    BySide<Bdd> left;
    for (const Side side : both_sides) left[side] = going_on(side, seen[side]);
    for (;;) {
      BySide<Bdd> next;
      for (const Side side : both_sides) {
        const Bdd& replies = left[other(side)];
        next[side] = game_.predecessors(replies, side, Moves::up, left[side]) |
                     game_.predecessors(replies, side, Moves::level, left[side]);
      }
      if (next[black].is_false() && next[white].is_false()) return;
      if (next == left) {
        throw UsageError(
            "In this game play can come back to a position, so its positions have no layers that "
            "each move leaves; zermelo solve takes such games.");
      }
      left = std::move(next);
    }
  }

  void write(int n, const BySide<Bdd>& boards) {
    LayerRecord record;
    for (const Side side : both_sides) {
      const Ended e = ended(side, boards[side]);
      const auto add = [&](const char* name, const Bdd& set) {
        record.sets.push_back(
            {fmt::format("{}, {} to move", name, side == black ? "Black" : "White"), side,
             FrozenBdd(set & game_.canonical(), game_.model().variables())});
      };
      add("positions", boards[side]);
      add("Black has won", e.won[black]);
      add("White has won", e.won[white]);
      add("drawn", e.drawn);
    }
    record.nodes = node_count(boards);
    record.seconds = watch_.seconds();
    files_.write(game_layer_file(n), record);
    if (progress_) progress_(fmt::format("found layer {}: {} nodes", n, record.nodes));
    count_ = n + 1;
    watch_ = {};
  }

  GameModel model_;
  BddManager manager_;
  SymbolicGame game_;
  const LayerFiles& files_;
  const ProgressText& progress_;
  Stopwatch watch_;
  int count_ = 0;
};

std::string find_game_layers(const std::string& input, const IsolatedTalk& talk) {
  const auto task = nlohmann::json::parse(input);
  const GameSpec game{task.at("game"), task.at("parameters")};
  const auto folder = task.at("folder").get<std::vector<std::uint8_t>>();
  const LayerFiles files(std::string(folder.begin(), folder.end()), task.at("identity"), game);
  const BddOptions bdd{.memory = task.at("memory"), .threads = task.at("threads")};
  const FoundLayers found = GameLayers(game, files, bdd, talk.progress).find();
  return nlohmann::json{{"count", found.count}, {"by_plies", found.by_plies}}.dump();
}

}  // namespace

const IsolatedWork find_game_layers_work{"find-game-layers", find_game_layers};

std::string game_layer_file(int layer) { return fmt::format("layer-{:04}", layer); }

std::string game_layers_task(const GameSpec& game, const LayerFiles& files, const BddOptions& bdd) {
  // (JSON is UTF-8; a folder's name may be any bytes.)
  const std::string& name = files.folder();
  const std::vector<std::uint8_t> folder(name.begin(), name.end());
  return nlohmann::json{{"game", game.name},    {"parameters", game.parameters},
                        {"folder", folder},     {"identity", files.identity()},
                        {"memory", bdd.memory}, {"threads", bdd.threads}}
      .dump();
}

FoundLayers found_layers_of(const std::string& result) {
  const auto found = nlohmann::json::parse(result);
  return {found.at("count"), found.at("by_plies")};
}

}  // namespace zermelo::symbolic
