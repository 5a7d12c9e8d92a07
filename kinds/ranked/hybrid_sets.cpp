// SPDX-License-Identifier: MIT
#include "kinds/ranked/hybrid_sets.h"

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/stopwatch.h"
#include "gen/text/counted.h"
#include "kinds/ranked/connect_layers.h"
#include "kinds/ranked/hybrid.h"
#include "symbolic/model/connect_model.h"

namespace zermelo::symbolic {
namespace {

class HybridSets {
 public:
  HybridSets(const connect::Parameters& game, LayerRange range, const LayerFiles& files,
             std::uint64_t memory, const IsolatedTalk& talk)
      : layers_(game, memory),
        full_(game.columns * game.rows),
        range_(range),
        files_(files),
        talk_(talk) {}

  void find_boards() const {
    FrozenBdd boards;  // of the layer before, if it is known
    for (int n = range_.fewest; n <= range_.most; ++n) {
      if (auto known = files_.read(boards_file(n))) {
        boards = std::move(known->sets[0].set);
        continue;
      }
      const Stopwatch watch;
      boards = boards.size() == 0 ? layers_.boards(n) : layers_.next(n - 1, boards);
      tell("found", n, boards.nodes());
      files_.write(boards_file(n),
                   {{{"boards", connect_mover(n), boards}}, boards.nodes(), watch.seconds()});
    }
  }

  void find_outcomes() const {
    LayerDiagram above;
    for (int n = range_.most; n >= range_.fewest; --n) {
      const FrozenBdd boards = std::move(found_boards(files_, n).sets[0].set);
      if (const auto known = files_.read(outcomes_file(n))) {
        above = layers_.outcomes_of(n, boards, known->sets[0].set, known->sets[1].set);
        continue;
      }
      const Stopwatch watch;
      above = layers_.outcomes(n, boards, above);
      tell("solved", n, above.nodes());
      files_.write(outcomes_file(n), record_of(n, boards, above, watch));
      if (talk_.so_far) talk_.so_far(std::to_string(n));
    }
  }

 private:
  static constexpr std::uint32_t bit(BoardNumber number) {
    return 1u << static_cast<std::uint32_t>(number);
  }

  // Ended games are won by the player who has moved.
  LayerRecord record_of(int n, const FrozenBdd& boards, const LayerDiagram& outcomes,
                        const Stopwatch& watch) const {
    const bool first_has_lines = connect_mover(n) == white;
    const std::uint32_t ended = bit(BoardNumber::ended);
    const std::uint32_t first = bit(BoardNumber::first_wins),
                        second = bit(BoardNumber::second_wins);
    LayerRecord record;
    OutcomeNodes& nodes = record.going_on_nodes;
    const auto nodes_of = [&](std::uint32_t numbers) {
      const FrozenBdd set = outcomes.select(numbers);
      return set.size() == 0 ? 0 : set.nodes();
    };
    nodes.first_wins = nodes_of(first);
    nodes.second_wins = nodes_of(second);
    if (n != full_) nodes.draws = nodes_of(bit(BoardNumber::draw));
    record.sets = {
        {"first wins", connect_mover(n), outcomes.select(first_has_lines ? first | ended : first)},
        {"second wins", connect_mover(n),
         outcomes.select(first_has_lines ? second : second | ended)}};
    OutcomeCounts& counts = record.counts;
    counts.first_wins = record.sets[0].set.size();
    counts.second_wins = record.sets[1].set.size();
    counts.draws = boards.size() - counts.first_wins - counts.second_wins;
    counts.lines = outcomes.select(ended).size();
    record.nodes = outcomes.nodes();
    record.seconds = watch.seconds();
    return record;
  }

  void tell(const char* what, int n, std::uint64_t nodes) const {
    if (talk_.progress)
      talk_.progress(fmt::format("{} {}: {} nodes", what, counted(n, "stone"), nodes));
  }

  ConnectLayers layers_;
  int full_;  // stones
  LayerRange range_;
  const LayerFiles& files_;
  const IsolatedTalk& talk_;
};

}  // namespace

std::string boards_file(int stones) { return fmt::format("boards-{:02}", stones); }
std::string outcomes_file(int stones) { return fmt::format("outcomes-{:02}", stones); }

LayerRecord found_boards(const LayerFiles& files, int stones) {
  auto record = files.read(boards_file(stones));
  if (!record) throw Error("A file of layers is missing.");
  return std::move(*record);
}

std::string hybrid_sets_task(const connect::Parameters& game, LayerRange range,
                             const LayerFiles& files, std::uint64_t memory) {
  // (JSON is UTF-8; a folder's name may be any bytes.)
  const std::string& name = files.folder();
  const std::vector<std::uint8_t> folder(name.begin(), name.end());
  const nlohmann::json task = {
      {"columns", game.columns},      {"rows", game.rows},  {"line", game.line},
      {"fewest", range.fewest},       {"most", range.most}, {"folder", folder},
      {"identity", files.identity()}, {"memory", memory}};
  return task.dump();
}

namespace {

template <class Find>
std::string run_task(const std::string& input, const IsolatedTalk& talk, Find&& find) {
  const auto task = nlohmann::json::parse(input);
  const connect::Parameters game{task.at("columns"), task.at("rows"), task.at("line")};
  const auto folder = task.at("folder").get<std::vector<std::uint8_t>>();
  const LayerFiles files(std::string(folder.begin(), folder.end()), task.at("identity"),
                         GameSpec{"connect", connect::describe(game)});
  find(HybridSets(game, {task.at("fewest"), task.at("most")}, files, task.at("memory"), talk));
  return {};
}

}  // namespace

const IsolatedWork find_boards_work{
    "find-boards", [](const std::string& input, const IsolatedTalk& talk) {
      return run_task(input, talk, [](const HybridSets& sets) { sets.find_boards(); });
    }};
const IsolatedWork find_outcomes_work{
    "find-outcomes", [](const std::string& input, const IsolatedTalk& talk) {
      return run_task(input, talk, [](const HybridSets& sets) { sets.find_outcomes(); });
    }};

}  // namespace zermelo::symbolic
