// SPDX-License-Identifier: MIT
#include "reports/endgame_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "probe/split_mix.h"

namespace zermelo {
namespace {

using Material = EndgameFolderReport::Material;

// The same numbers each time.
constexpr std::uint64_t seed_of_samples = 1;
// Numbers that stand for no position, one after the other, until a slice is taken for empty.
constexpr int most_misses = 100'000;

class EndgameReporter {
 public:
  EndgameReporter(const Table& table, const EndgameFolderReportOptions& options)
      : table_(table), options_(options) {}

  EndgameFolderReport make() {
    say("counting");
    const StatsReport stats = table_.stats({.threads = options_.threads});
    if (stats.endgames.empty())
      throw WrongFile(table_.info().path + " is not a folder of endgame tables.");
    EndgameFolderReport report{
        .metric = table_.metric(), .sample = options_.sample, .materials = {}};
    for (const EndgameStats& one : stats.endgames) {
      say("looking at the moves of " + one.material);
      Material& material = report.materials.emplace_back();
      material.stats = one;
      find_slices(one.material);
      for (const std::size_t slice : slices_) material.bytes += table_.info().slices[slice].bytes;
      for (const std::string& position : sample()) add(material, position);
    }
    return report;
  }

 private:
  void say(const std::string& what) const {
    if (options_.progress) options_.progress(what);
  }

  // "KQvK w" and "KQvK b".
  void find_slices(const std::string& material) {
    slices_.clear();
    const std::vector<TableSlice>& all = table_.info().slices;
    for (std::size_t slice = 0; slice < all.size(); ++slice) {
      const std::string& name = all[slice].name;
      if (name.size() > 2 && std::string_view(name).substr(0, name.size() - 2) == material)
        slices_.push_back(slice);
    }
  }

  std::set<std::string> sample() const {
    std::uint64_t numbers = 0, positions = 0;
    for (const std::size_t slice : slices_) {
      numbers += table_.indices(slice);
      positions += table_.info().slices[slice].positions;
    }
    std::set<std::string> drawn;
    const bool all = positions <= options_.sample;
    SplitMix random(seed_of_samples);
    int misses = 0;
    for (std::uint64_t n = 0; all ? n < numbers : drawn.size() < options_.sample; ++n) {
      if (options_.stop != nullptr && *options_.stop) throw Interrupted("Stopped.");
      auto position = table_.position_at(at(all ? n : random.below(numbers)));
      misses = position && drawn.insert(std::move(*position)).second ? 0 : misses + 1;
      if (!all && misses == most_misses) break;
    }
    return drawn;
  }

  // In these slices, one after the other.
  TableIndex at(std::uint64_t number) const {
    for (const std::size_t slice : slices_) {
      const std::uint64_t here = table_.indices(slice);
      if (number < here) return {slice, number};
      number -= here;
    }
    return {};
  }

  void add(Material& material, const std::string& position) const {
    const std::vector<MoveValue> moves = table_.moves(position);
    if (moves.empty()) return;
    const Value value = moves.front().value;
    const auto keeping = static_cast<std::size_t>(std::ranges::count_if(
        moves, [&](const MoveValue& move) { return move.value.outcome() == value.outcome(); }));
    const auto best = static_cast<std::size_t>(std::ranges::count(moves, value, &MoveValue::value));
    const bool white_moves = table_.game().to_move(position) == Colour::white;
    const auto ply = PlayReport::Ply::of_position(value, white_moves, moves.size(), keeping, best);
    material.choice += ply;
    if (ply.traps > 0) keep_worst(material, {position, 0, moves.size(), keeping, value});
  }

  // Of those with equal shares of good moves, the one with most moves.
  static void keep_worst(Material& material, const PlayReport::Trap& trap) {
    if (material.worst) {
      const std::size_t now = trap.keeping * material.worst->legal,
                        known = material.worst->keeping * trap.legal;
      if (now > known || (now == known && trap.legal <= material.worst->legal)) return;
    }
    material.worst = trap;
  }

  const Table& table_;
  const EndgameFolderReportOptions& options_;
  std::vector<std::size_t> slices_;  // of a material
};

}  // namespace

const EndgameStats::Side* EndgameFolderReport::Material::longest() const {
  const EndgameStats::Side& white = stats.sides[0];
  const EndgameStats::Side& black = stats.sides[1];
  const EndgameStats::Side& longer = black.longest_win > white.longest_win ? black : white;
  return longer.longest_win > 0 ? &longer : nullptr;
}

EndgameFolderReport endgame_report(const Table& table, const EndgameFolderReportOptions& options) {
  return EndgameReporter(table, options).make();
}

}  // namespace zermelo
