// SPDX-License-Identifier: MIT
#include "publish/mined_puzzles.h"

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "json/puzzle_json.h"
#include "reports/sampled_puzzles.h"
#include "server/puzzle_stream.h"

namespace zermelo::publish {
namespace {

// Of tables with no more positions, all are looked at if too few puzzles are met at random.
constexpr std::uint64_t most_positions_of_all = 1'000'000;

class Mine {
 public:
  Mine(const server::ServedTable& table, const AnswerOptions& options)
      : table_(table), seed_(options.seed) {
    mining_.threads = options.threads;
    mining_.stop = options.stop;
    mining_.solution.max_nodes = 1;  // (The page asks the module for the solution of a puzzle.)
  }

  // Those of the game, without those that cannot be asked of this table.
  const std::vector<std::string>& conditions() const { return conditions_; }

  // Up to `most` more puzzles that meet a condition; an empty name is no condition.
  void add(const std::string& condition, std::uint64_t most) {
    if (most == 0) return;
    const PuzzleConditions wanted = proper_puzzles(table_.table(), condition);
    std::uint64_t added = 0;
    const PuzzleSink sink = [&](const Puzzle& puzzle) {
      if (puzzles_.emplace(puzzle.position, Found{puzzle, {}}).second) ++added;
      return added < most;
    };
    // (The sink ends both.)
    MineOptions mining = mining_;
    mining.limit = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t positions = table_.table().info().positions;
    const bool known = run(condition, [&] {
      return mine_some(table_.table(), wanted, mining, seed_, sink, puzzle_rounds(positions));
    });
    mining.limit = 0;
    if (known && added < most && positions <= most_positions_of_all)
      run(condition, [&] { return table_.table().mine(wanted, mining, sink); });
  }

  // Notes at each puzzle which conditions it meets.
  void compare() {
    MineOptions mining = mining_;
    auto& positions = mining.positions.emplace();
    for (const auto& [position, found] : puzzles_) positions.push_back({position, ""});
    for (const std::string& condition : server::puzzle_flags(table_)) {
      const bool known = run(condition, [&] {
        return table_.table().mine(conditions_for(condition), mining, [&](const Puzzle& puzzle) {
          puzzles_.at(puzzle.position).meets.push_back(condition);
          return true;
        });
      });
      if (known) conditions_.push_back(condition);
    }
  }

  std::uint64_t size() const { return puzzles_.size(); }

  Json list() const {
    Json list = Json::array();
    for (const auto& [position, found] : puzzles_) {
      Json json = task_json(found.puzzle, list.size() + 1);
      json["meets"] = found.meets;
      list.push_back(std::move(json));
    }
    return list;
  }

 private:
  struct Found {
    Puzzle puzzle;
    std::vector<std::string> meets;
  };

  static PuzzleConditions conditions_for(const std::string& name) {
    PuzzleConditions conditions;
    if (!name.empty()) set_flag(conditions, name);
    return conditions;
  }

  // Whether the game, or its metric, has such a condition.
  template <class Work>
  static bool run(const std::string& condition, const Work& work) {
    try {
      if (work().stopped) throw Interrupted("Stopped before anything was written.");
      return true;
    } catch (const UsageError&) {
      if (condition.empty()) throw;
      return false;
    }
  }

  const server::ServedTable& table_;
  std::uint64_t seed_;
  MineOptions mining_;
  std::map<std::string, Found> puzzles_;
  std::vector<std::string> conditions_;
};

}  // namespace

Json mined_puzzles(const server::ServedTable& table, const AnswerOptions& options) {
  Mine mine(table, options);
  const std::vector<std::string> flags = server::puzzle_flags(table);
  for (const std::string& condition : flags)
    mine.add(condition, options.puzzles / (flags.size() + 1));
  mine.add("", options.puzzles - mine.size());
  if (mine.size() > 0) mine.compare();
  return {{"conditions", mine.conditions()}, {"puzzles", mine.list()}};
}

}  // namespace zermelo::publish
