// SPDX-License-Identifier: MIT
#include "kinds/ranked/game_hybrid.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "gen/stopwatch.h"
#include "kinds/ranked/game_layers.h"
#include "kinds/ranked/layer_files.h"
#include "symbolic/bdd/isolated.h"
#include "symbolic/model/game_model.h"

namespace zermelo::symbolic {
namespace {

using Code = OutcomeVector::Code;

// --- A layer in memory ---------------------------------------------------------------------------

// Positions with one side to move.
struct SideLayer {
  FrozenBdd positions, black_won, white_won, drawn;
  OutcomeVector outcomes;

  // If the game has ended there.
  std::optional<Code> ending(StateBits state) const {
    if (black_won.contains(state)) return won_by(black);
    if (white_won.contains(state)) return won_by(white);
    if (drawn.contains(state)) return Code::draw;
    return std::nullopt;
  }
};
using GameLayer = BySide<SideLayer>;

// --- Moves ---------------------------------------------------------------------------------------

// All moves of up to 64 positions at a time: bit n of a word belongs to position n.
class ModelMoves {
 public:
  static constexpr std::size_t lanes = 64;
  using Words = std::vector<std::uint64_t>;

  explicit ModelMoves(const Model& model) : model_(model), values_(model.aig.size()) {}

  void set_positions(std::span<const StateBits> states) {
    const Aig& aig = model_.aig;
    for (int k = 0; k < model_.variables(); ++k) {
      std::uint64_t word = 0;
      for (std::size_t n = 0; n < states.size(); ++n)
        word |= std::uint64_t{bit_at(states[n], k)} << n;
      values_[model_.current[static_cast<std::size_t>(k)].node()] = word;
    }
    for (std::uint32_t node = 1; node < aig.size(); ++node)
      if (aig.is_and(node)) values_[node] = of(aig.left(node)) & of(aig.right(node));
  }
  // The positions in which a move is possible, if the game goes on in them.
  std::uint64_t possible(const ModelMove& move) const { return of(move.guard); }
  // Where it leads to from position n.
  StateBits after(const ModelMove& move, std::size_t n, StateBits state) const {
    for (const Assignment& change : move.changes) {
      const StateBits bit = bit_for(change.variable);
      state = (of(change.value) >> n & 1) != 0 ? state | bit : state & ~bit;
    }
    return state;
  }

 private:
  std::uint64_t of(Literal literal) const {
    return literal.negated() ? ~values_[literal.node()] : values_[literal.node()];
  }

  const Model& model_;
  Words values_;  // of all nodes
};

// --- Solving a layer -----------------------------------------------------------------------------

class GameLayerSolver {
 public:
  // In plies, every move leads to the next layer, whatever the model says.
  GameLayerSolver(const GameModel& game, bool by_plies, GameLayer& layer, const GameLayer& above)
      : game_(game), by_plies_(by_plies), layer_(layer), above_(above) {}

  BySide<OutcomeCounts> solve(int threads, const std::atomic<bool>* stop) {
    stop_ = stop;
    for (SideLayer& side : layer_) side.outcomes = OutcomeVector(side.positions.size());
    std::uint64_t left = 0, before = 0;
    for (const SideLayer& side : layer_) left += side.positions.size();
    // What a pass leads to is known in the next round at the latest.
    do {
      before = left;
      for (const Side side : both_sides) left -= solve(side, threads);
      if (stop != nullptr && *stop) throw Interrupted("Stopped; nothing is saved.");
    } while (left > 0 && left < before);
    if (left > 0) throw Error("Moves within a layer go round in circles.");
    return counts_;
  }

 private:
  static constexpr std::uint64_t chunk = 1 << 12;  // a multiple of what a word of outcomes holds

  // Returns how many positions got their outcomes.
  std::uint64_t solve(Side side, int threads) {
    const std::uint64_t size = layer_[side].positions.size();
    std::atomic<std::uint64_t> solved = 0;
    std::mutex mutex;
    parallel_tasks((size + chunk - 1) / chunk, thread_count(threads), [&] {
      return [&, moves = ModelMoves(game_.model)](std::uint64_t task) mutable {
        if (stop_ != nullptr && *stop_) return;
        OutcomeCounts counts;
        const std::uint64_t end = std::min(size, (task + 1) * chunk);
        {
          OutcomeVector::Writer writer(layer_[side].outcomes);
          for (std::uint64_t first = task * chunk; first < end; first += ModelMoves::lanes)
            solve(side, {first, std::min(end, first + ModelMoves::lanes)}, moves, writer, counts);
        }
        solved += counts.boards();
        const std::lock_guard lock(mutex);
        counts_[side] += counts;
      };
    });
    return solved;
  }

  void solve(Side side, RankRange ranks, ModelMoves& moves, OutcomeVector::Writer& writer,
             OutcomeCounts& counts) const {
    const SideLayer& own = layer_[side];
    std::array<StateBits, ModelMoves::lanes> states;
    std::array<Code, ModelMoves::lanes> best;
    std::uint64_t open = 0;  // lanes in which the game goes on and nothing is known yet
    for (std::uint64_t rank = ranks.begin; rank < ranks.end; ++rank) {
      const std::size_t n = rank - ranks.begin;
      if (own.outcomes.at(rank) != Code::unknown) continue;
      states[n] = own.positions.unrank(rank);
      if (const auto ending = own.ending(states[n])) {
        writer.write(rank, *ending);
        count_outcome(counts, *ending, *ending != Code::draw);
        continue;
      }
      open |= std::uint64_t{1} << n;
      best[n] = Code::unknown;
    }
    if (open == 0) return;
    const std::uint64_t waiting =
        follow_moves(side, std::span(states).first(ranks.size()), open, moves, best);
    for (std::uint64_t rest = open & ~waiting; rest != 0; rest &= rest - 1) {
      const auto n = static_cast<std::size_t>(std::countr_zero(rest));
      if (best[n] == Code::unknown) throw Error("A position of the game has no move.");
      writer.write(ranks.begin + n, best[n]);
      count_outcome(counts, best[n], false);
    }
  }

  // The best of what the moves lead to. Returns the lanes in which that is not known yet.
  std::uint64_t follow_moves(Side side, std::span<const StateBits> states, std::uint64_t open,
                             ModelMoves& moves, std::span<Code> best) const {
    const Code win = won_by(side);
    std::uint64_t waiting = 0, won = 0;
    moves.set_positions(states);
    for (const ModelMove& move : game_.model.moves[side]) {
      for (std::uint64_t rest = moves.possible(move) & open & ~won; rest != 0; rest &= rest - 1) {
        const auto n = static_cast<std::size_t>(std::countr_zero(rest));
        const std::uint64_t lane = std::uint64_t{1} << n;
        const Code reply = outcome_after(side, move, moves.after(move, n, states[n]));
        if (reply == Code::unknown) waiting |= lane;
        if (reply == win) won |= lane;
        if (reply == win || (reply == Code::draw && best[n] != win) || best[n] == Code::unknown)
          best[n] = reply;
      }
    }
    return waiting & ~won;
  }

  Code outcome_after(Side side, const ModelMove& move, StateBits state) const {
    const bool stays = !by_plies_ && move.most_up == 0;
    const SideLayer& to = (stays ? layer_ : above_)[other(side)];
    // (The model may say a position in several ways, of which sets have one.)
    if (!to.positions.contains(state)) state = canonical(state, other(side));
    if (!to.positions.contains(state))
      throw Error("A move leads to a position that is not in the layer above.");
    return to.outcomes.at(to.positions.rank(state));
  }
  StateBits canonical(StateBits state, Side to_move) const {
    const BoardState board = game_.board(game_.position(to_board_state(state), to_move));
    StateBits result = 0;
    for (int k = 0; k < game_.model.variables(); ++k)
      if (board[static_cast<std::size_t>(k)]) result |= bit_for(k);
    return result;
  }

  const GameModel& game_;
  bool by_plies_;
  GameLayer& layer_;
  const GameLayer& above_;
  BySide<OutcomeCounts> counts_;
  const std::atomic<bool>* stop_ = nullptr;
};

// --- The whole game ------------------------------------------------------------------------------

class GameHybrid {
 public:
  GameHybrid(const GameSpec& spec, const HybridOptions& options, const OutcomesSink& sink)
      : game_(game_model_for_sets(spec)), spec_(spec), o_(options), sink_(sink) {}

  HybridReport run() {
    const Stopwatch watch;
    find();
    if (o_.method == HybridMethod::none) {
      for (const HybridLayer& layer : report_.layers) tell(layer);
    } else {
      solve();
    }
    report_.seconds = watch.seconds();
    return std::move(report_);
  }

 private:
  void tell(const HybridLayer& layer) const {
    if (o_.layer) o_.layer(layer);
  }

  void find() {
    const BddOptions bdd{.memory = o_.memory / 8 * 5, .threads = 1};
    IsolatedOptions isolated;
    isolated.progress = o_.progress;
    isolated.stop = o_.stop;
    isolated.memory = o_.memory;
    found_ = found_layers_of(run_isolated(find_game_layers_work,
                                          game_layers_task(spec_, folder_.files(), bdd), isolated));
    for (int n = 0; n < found_.count; ++n) {
      const LayerRecord record = read(n);
      HybridLayer& layer = report_.layers.emplace_back();
      layer.stones = n;
      layer.nodes = record.nodes;
      layer.forward_seconds = record.seconds;
      for (const Side side : both_sides) {
        const std::uint64_t size = record.sets[layer_set(positions_set, side)].set.size();
        layer.boards += size;
        layer.vector_bytes += (size + 3) / 4;
      }
      for (const NamedSet& named : record.sets) layer.diagram_bytes += named.set.memory();
    }
  }

  void solve() {
    GameLayer above;
    for (int n = found_.count - 1; n >= 0; --n) {
      const Stopwatch watch;
      require_memory(n);
      if (o_.progress) o_.progress(fmt::format("solving layer {}", n));
      GameLayer layer = load(n);
      const BySide<OutcomeCounts> counts =
          GameLayerSolver(game_, found_.by_plies, layer, above).solve(o_.threads, o_.stop);
      HybridLayer& row = report_.layers[static_cast<std::size_t>(n)];
      row.solved = true;
      for (const OutcomeCounts& side : counts) row.counts += side;
      // (The codes are Black's and White's, and White may begin.)
      if (game_.model.first == white) std::swap(row.counts.first_wins, row.counts.second_wins);
      row.backward_seconds = watch.seconds();
      tell(row);
      for (const Side side : both_sides)
        if (sink_) sink_(n, side, layer[side].positions, layer[side].outcomes);
      above = std::move(layer);
    }
  }
  void require_memory(int n) {
    const auto bytes = [&](int layer) {
      if (layer >= found_.count) return std::uint64_t{0};
      const HybridLayer& l = report_.layers[static_cast<std::size_t>(layer)];
      return l.diagram_bytes + l.vector_bytes;
    };
    const std::uint64_t need = bytes(n) + bytes(n + 1);
    report_.planned_memory = std::max(report_.planned_memory, need);
    if (need > o_.memory) {
      throw OutOfMemory(fmt::format("Layers {} and {} take {} MiB; the limit is {} MiB.", n, n + 1,
                                    need >> 20, o_.memory >> 20));
    }
  }

  LayerRecord read(int n) const {
    auto record = folder_.files().read(game_layer_file(n));
    if (!record) throw Error("A file of layers is missing.");
    return std::move(*record);
  }
  GameLayer load(int n) const {
    LayerRecord record = read(n);
    GameLayer layer;
    for (const Side side : both_sides) {
      const auto set = [&](LayerSet which) {
        return std::move(record.sets[layer_set(which, side)].set);
      };
      layer[side] = {set(positions_set), set(black_won_set), set(white_won_set), set(drawn_set),
                     OutcomeVector()};
    }
    return layer;
  }

  GameModel game_;
  GameSpec spec_;
  const HybridOptions& o_;
  const OutcomesSink& sink_;
  TemporaryLayers folder_{to_string(spec_), spec_};
  FoundLayers found_;
  HybridReport report_;
};

void check_options(const HybridOptions& o) {
  if (o.table)
    throw UsageError("The hybrid writes tables of Connect Four only; other games it just counts.");
  if (o.method == HybridMethod::sets)
    throw UsageError("The hybrid solves games other than Connect Four by bits, not by sets alone.");
}

}  // namespace

HybridReport solve_game_by_hybrid(const GameSpec& game, const HybridOptions& options,
                                  const OutcomesSink& sink) {
  check_options(options);
  return GameHybrid(game, options, sink).run();
}

}  // namespace zermelo::symbolic
