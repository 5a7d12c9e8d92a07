// SPDX-License-Identifier: MIT
#include "symbolic/bdd/symbolic_solution.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "gen/error.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/model/game_model.h"

namespace zermelo::symbolic {
namespace {

using Moves = SymbolicGame::Moves;

// One layer's boards, by the side to move.
struct Layer {
  BySide<Bdd> going_on;
  BySide<BySide<Bdd>> ended_won;  // [winner][to move]
  BySide<Bdd> ended;
  // Among those in which the game goes on: the boards that the side to move wins and loses.
  BySide<Bdd> won, lost;
};

class Solver {
 public:
  Solver(const Model& model, const ProgressText& progress)
      : game_(model), progress_(progress), layers_(static_cast<std::size_t>(game_.layers())) {}

  SymbolicSolution run() {
    explore();
    SymbolicSolution solution;
    solution.layers.resize(layers_.size());
    for (int n = game_.layers() - 1; n >= 0; --n) {
      solve(n);
      solution.layers[static_cast<std::size_t>(n)] = frozen(n);
      // Only the layers that a move from the next one can lead to are still needed.
      if (n + game_.most_up() < game_.layers()) layer(n + game_.most_up()) = {};
    }
    return solution;
  }

 private:
  Layer& layer(int number) { return layers_[static_cast<std::size_t>(number)]; }
  const std::string& name(int number) const {
    return game_.model().layer_names[static_cast<std::size_t>(number)];
  }

  // --- Forwards ----------------------------------------------------------------------------------

  void explore() {
    std::vector<BySide<Bdd>> found(layers_.size());
    const Side first = game_.model().first;
    for (int n = 0; n < game_.layers(); ++n) {
      found[static_cast<std::size_t>(n)][first] |= game_.initial() & game_.layer(n);
      explore(n, found[static_cast<std::size_t>(n)]);
      for (const Side side : both_sides) {
        Bdd next = game_.successors(layer(n).going_on[side], side, Moves::up);
        for (int to = n + 1; !next.is_false() && to < game_.layers(); ++to) {
          found[static_cast<std::size_t>(to)][other(side)] |= next & game_.layer(to);
          next -= game_.layer(to);
        }
      }
      found[static_cast<std::size_t>(n)] = {};
      if (progress_) {
        progress_(
            fmt::format("found {}: {} nodes", name(n), node_count(std::span(layer(n).going_on))));
      }
    }
  }

  // `fresh`: the boards that lower layers lead to.
  void explore(int n, BySide<Bdd> fresh) {
    Layer& l = layer(n);
    for (;;) {
      for (const Side side : both_sides) {
        fresh[side] -= l.going_on[side] | l.ended[side];
        for (const Side winner : both_sides) {
          const Bdd won = game_.won(winner, side, fresh[side]);
          l.ended_won[winner][side] |= won;
          l.ended[side] |= won;
          fresh[side] -= won;
        }
        const Bdd drawn = game_.drawn(side, fresh[side]);
        l.ended[side] |= drawn;
        fresh[side] -= drawn;
        l.going_on[side] |= fresh[side];
      }
      if (!game_.has_level_moves() || (fresh[black].is_false() && fresh[white].is_false())) return;
      const Bdd by_black = game_.successors(fresh[black], black, Moves::level);
      const Bdd by_white = game_.successors(fresh[white], white, Moves::level);
      fresh = {by_white & game_.layer(n), by_black & game_.layer(n)};
    }
  }

  // --- Backwards ---------------------------------------------------------------------------------

  // Boards of layer `n` and those above that a move can lead to, with `side` to move.
  template <class Set>
  Bdd above(int n, Set&& set) {
    std::vector<Bdd> sets;
    for (int up = 1; up <= game_.most_up() && n + up < game_.layers(); ++up) {
      sets.push_back(set(layer(n + up)));
    }
    return union_of(std::move(sets));
  }

  // Where `side`, to move, has lost; where it has not won.
  static Bdd lost_for(const Layer& l, Side side) {
    return l.lost[side] | l.ended_won[other(side)][side];
  }
  static Bdd not_won_for(const Layer& l, Side side) {
    return (l.going_on[side] | l.ended[side]) - (l.won[side] | l.ended_won[side][side]);
  }

  void solve(int n) {
    Layer& l = layer(n);
    BySide<Bdd> bound;  // from which a move up escapes loss
    for (const Side side : both_sides) {
      const Side next = other(side);
      const auto predecessors = [&](const Bdd& boards) {
        return game_.predecessors(boards, side, Moves::up, l.going_on[side]);
      };
      l.won[side] = predecessors(above(n, [&](const Layer& a) { return lost_for(a, next); }));
      bound[side] = predecessors(above(n, [&](const Layer& a) { return not_won_for(a, next); }));
    }
    do {
      for (const Side side : both_sides) l.lost[side] = lost_now(l, side, bound[side]);
    } while (game_.has_level_moves() && more_won(l));
    if (progress_) {
      progress_(fmt::format("solved {}: {} nodes", name(n),
                            node_count(l.won[black]) + node_count(l.won[white])));
    }
  }

  // Every move leads to a win for the other side, as far as is known.
  Bdd lost_now(const Layer& l, Side side, const Bdd& escapes_up) const {
    const Bdd lost = l.going_on[side] - l.won[side] - escapes_up;
    if (!game_.has_level_moves()) return lost;
    return lost -
           game_.predecessors(not_won_for(l, other(side)), side, Moves::level, l.going_on[side]);
  }

  // Adds what wins by a move within the layer; returns whether there was anything.
  bool more_won(Layer& l) const {
    const BySide<Bdd> before = l.won;
    for (const Side side : both_sides) {
      l.won[side] |=
          game_.predecessors(lost_for(l, other(side)), side, Moves::level, l.going_on[side]);
    }
    return l.won != before;
  }

  SolvedLayer frozen(int n) {
    const Layer& l = layer(n);
    SolvedLayer result;
    result.name = name(n);
    const auto freeze = [&](const Bdd& boards) {
      return FrozenBdd(boards & game_.canonical(), game_.model().variables());
    };
    for (const Side side : both_sides) {
      SolvedSets& sets = result.sets[side];
      sets.won = freeze(l.won[side]);
      sets.lost = freeze(l.lost[side]);
      sets.drawn = freeze(l.going_on[side] - l.won[side] - l.lost[side]);
      sets.ended = static_cast<std::uint64_t>(game_.count(l.ended[side]));
    }
    return result;
  }

  SymbolicGame game_;
  const ProgressText& progress_;
  std::vector<Layer> layers_;
};

// --- Bytes ---------------------------------------------------------------------------------------

void put(std::string& to, std::uint64_t number) {
  to.append(reinterpret_cast<const char*>(&number), sizeof number);
}
void put(std::string& to, const std::string& text) {
  put(to, text.size());
  to += text;
}

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}
  std::uint64_t number() {
    std::uint64_t result = 0;
    std::memcpy(&result, take(sizeof result).data(), sizeof result);
    return result;
  }
  std::string_view text() { return take(number()); }
  void end() const { check(bytes_.empty()); }

 private:
  static void check(bool holds) {
    if (!holds) throw DamagedTable("The bytes of a symbolic solution are damaged.");
  }
  std::string_view take(std::uint64_t size) {
    check(size <= bytes_.size());
    const std::string_view taken = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return taken;
  }
  std::string_view bytes_;
};

}  // namespace

std::string SymbolicSolution::bytes() const {
  std::string result;
  put(result, layers.size());
  for (const SolvedLayer& layer : layers) {
    put(result, layer.name);
    for (const SolvedSets& sets : layer.sets) {
      for (const FrozenBdd* set : {&sets.won, &sets.lost, &sets.drawn}) put(result, set->bytes());
      put(result, sets.ended);
    }
  }
  return result;
}

SymbolicSolution SymbolicSolution::from_bytes(std::string_view bytes) {
  Reader reader(bytes);
  SymbolicSolution solution;
  const std::uint64_t layers = reader.number();
  for (std::uint64_t n = 0; n < layers; ++n) {
    SolvedLayer& layer = solution.layers.emplace_back();
    layer.name = reader.text();
    for (SolvedSets& sets : layer.sets) {
      for (FrozenBdd* set : {&sets.won, &sets.lost, &sets.drawn}) *set = FrozenBdd(reader.text());
      sets.ended = reader.number();
    }
  }
  reader.end();
  return solution;
}

SymbolicSolution solve_symbolically(const Model& model, const BddOptions& options,
                                    const ProgressText& progress) {
  const BddManager manager(model.variables(), options);
  return Solver(model, progress).run();
}

namespace {

std::string solve_named_game(const std::string& input, const IsolatedTalk& talk) {
  const auto task = nlohmann::json::parse(input);
  const GameSpec game{task.at("game"), task.at("parameters")};
  const BddOptions bdd{.memory = task.at("memory"), .threads = task.at("threads")};
  return solve_symbolically(game_model_for_sets(game).model, bdd, talk.progress).bytes();
}

}  // namespace

const IsolatedWork solve_symbolically_work{"solve-symbolically", solve_named_game};

SymbolicSolution solve_symbolically_isolated(const GameSpec& game, const BddOptions& bdd,
                                             IsolatedOptions options) {
  options.memory = bdd.memory;
  const nlohmann::json task = {{"game", game.name},
                               {"parameters", game.parameters},
                               {"memory", bdd.memory},
                               {"threads", bdd.threads}};
  return SymbolicSolution::from_bytes(run_isolated(solve_symbolically_work, task.dump(), options));
}

}  // namespace zermelo::symbolic
