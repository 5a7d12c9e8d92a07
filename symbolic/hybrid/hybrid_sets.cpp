// SPDX-License-Identifier: MIT
#include "symbolic/hybrid/hybrid_sets.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "symbolic/bdd/symbolic_game.h"
#include "symbolic/hybrid/hybrid.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

using Moves = SymbolicGame::Moves;

class HybridSets {
 public:
  HybridSets(const connect::Parameters& game, const LayerFiles& files, const BddOptions& bdd,
             const ProgressText& progress)
      : model_(game),
        manager_(model_.model().variables(), bdd),
        game_(model_.model()),
        files_(files),
        progress_(progress) {}

  void find_boards() {
    int n = 0;
    while (n < game_.layers() && files_.read(boards_file(n))) ++n;
    if (n == game_.layers()) return;
    Stopwatch watch;
    Bdd boards = n == 0 ? game_.initial() : next_connect_boards(game_, n - 1, thawed_boards(n - 1));
    for (;; ++n) {
      const std::uint64_t nodes = node_count(boards);
      tell("found", n, nodes);
      files_.write(boards_file(n), {{frozen(boards)}, nodes, watch.seconds(), {}});
      if (n + 1 == game_.layers()) return;
      watch = {};
      boards = next_connect_boards(game_, n, boards);
    }
  }

  void find_outcomes() {
    Outcomes above;
    Bdd boards_above;
    for (int n = game_.layers() - 1; n >= 0; --n) {
      const Stopwatch watch;
      const Bdd boards = thawed_boards(n);
      if (const auto known = files_.read(outcomes_file(n))) {
        above = {known->sets[0].thaw(), known->sets[1].thaw()};
      } else {
        const Bdd ended = game_.won(other(connect_mover(n)), connect_mover(n), boards);
        above = outcomes(n, boards - ended, ended, above, boards_above);
        const std::uint64_t nodes = node_count(std::vector{above.first, above.second});
        tell("solved", n, nodes);
        const auto lines = static_cast<std::uint64_t>(game_.count(ended));
        files_.write(outcomes_file(n), {{frozen(above.first), frozen(above.second)},
                                        nodes,
                                        watch.seconds(),
                                        {.lines = lines}});
      }
      boards_above = boards;
    }
  }

 private:
  // The boards of a layer that are won by either player.
  struct Outcomes {
    Bdd first, second;
  };

  Outcomes outcomes(int n, Bdd going_on, const Bdd& ended, const Outcomes& above,
                    const Bdd& boards_above) const {
    const Side side = connect_mover(n);
    const auto& [movers, others] =
        side == black ? std::tie(above.first, above.second) : std::tie(above.second, above.first);
    going_on -= game_.drawn(side, going_on);
    const Bdd won = game_.predecessors(movers, side, Moves::up, going_on);
    const Bdd safe = game_.predecessors(boards_above - others, side, Moves::up, going_on);
    const Bdd lost = (going_on - safe) | ended;
    return side == black ? Outcomes{won, lost} : Outcomes{lost, won};
  }

  Bdd thawed_boards(int n) const { return found_boards(files_, n).sets[0].thaw(); }
  FrozenBdd frozen(const Bdd& boards) const { return {boards, model_.model().variables()}; }

  void tell(const char* what, int n, std::uint64_t nodes) const {
    if (progress_)
      progress_(fmt::format("{} {}: {} nodes", what,
                            model_.model().layer_names[static_cast<std::size_t>(n)], nodes));
  }

  ConnectModel model_;
  BddManager manager_;
  SymbolicGame game_;
  const LayerFiles& files_;
  const ProgressText& progress_;
};

}  // namespace

std::string boards_file(int stones) { return fmt::format("boards-{:02}", stones); }
std::string outcomes_file(int stones) { return fmt::format("outcomes-{:02}", stones); }

LayerRecord found_boards(const LayerFiles& files, int stones) {
  auto record = files.read(boards_file(stones));
  if (!record) throw Error("A file of layers is missing.");
  return std::move(*record);
}

std::string hybrid_sets_task(const connect::Parameters& game, const LayerFiles& files,
                             const BddOptions& bdd) {
  // (JSON is UTF-8; a folder's name may be any bytes.)
  const std::string& name = files.folder();
  const std::vector<std::uint8_t> folder(name.begin(), name.end());
  const nlohmann::json task = {{"columns", game.columns},
                               {"rows", game.rows},
                               {"line", game.line},
                               {"folder", folder},
                               {"identity", files.identity()},
                               {"memory", bdd.memory},
                               {"threads", bdd.threads}};
  return task.dump();
}

namespace {

template <class Find>
std::string run_task(const std::string& input, const IsolatedTalk& talk, Find&& find) {
  const auto task = nlohmann::json::parse(input);
  const connect::Parameters game{task.at("columns"), task.at("rows"), task.at("line")};
  const auto folder = task.at("folder").get<std::vector<std::uint8_t>>();
  const LayerFiles files(std::string(folder.begin(), folder.end()), task.at("identity"));
  const BddOptions bdd{.memory = task.at("memory"), .threads = task.at("threads")};
  HybridSets sets(game, files, bdd, talk.progress);
  find(sets);
  return {};
}

}  // namespace

const IsolatedWork find_boards_work{
    "find-boards", [](const std::string& input, const IsolatedTalk& talk) {
      return run_task(input, talk, [](HybridSets& sets) { sets.find_boards(); });
    }};
const IsolatedWork find_outcomes_work{
    "find-outcomes", [](const std::string& input, const IsolatedTalk& talk) {
      return run_task(input, talk, [](HybridSets& sets) { sets.find_outcomes(); });
    }};

}  // namespace zermelo::symbolic
