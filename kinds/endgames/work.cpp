// SPDX-License-Identifier: MIT
// What goes over whole folders of endgame tables.
#include "kinds/whole/work.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/endgames/load.h"
#include "kinds/endgames/read.h"
#include "kinds/endgames/shrink.h"
#include "kinds/endgames/verify.h"
#include "kinds/puzzles/miner.h"
#include "probe/games.h"
#include "probe/table_maker.h"
#include "tablebase/greatest_states.h"
#include "tablebase/job/progress_counter.h"

namespace zermelo {
namespace endgames {
namespace {

const EndgameReader& reader_of(const OpenTable& table) {
  return dynamic_cast<const EndgameReader&>(*table.reader);
}

// Counts a group's positions: those of a material with either side to move, together.
class MaterialCounter {
 public:
  MaterialCounter(const EndgameFolder& folder, TablesInMemory& memory, std::size_t table,
                  int threads)
      : folder_(folder),
        table_(memory.load(std::vector{table}).front()),
        number_(table),
        threads_(threads),
        longest_{GreatestStates(1), GreatestStates(1)},
        zugzwangs_(0) {}

  EndgameStats run(StatsReport& report) {
    stats_.material = folder_.name(number_);
    for (std::size_t slot = 0; slot < table_->slices.size(); ++slot) {
      if (table_->index.side(slot) != 0) continue;
      parallel_tasks(tasks(slot), threads_,
                     [&] { return [&](std::uint64_t task) { count(slot, task); }; });
    }
    for (const auto& [value, count] : histogram_) report.histogram[value] += count;
    for (const int side : {0, 1})
      stats_.sides[side].longest = first_text(longest_[index(side)], side);
    stats_.mutual_zugzwang = first_text(zugzwangs_, 0);
    return std::move(stats_);
  }
  GreatestStates& longest(int side) { return longest_[index(side)]; }

 private:
  static constexpr std::uint64_t task_numbers = 1 << 14;
  static std::size_t index(int side) { return static_cast<std::size_t>(side); }
  std::uint64_t size(std::size_t slot) const { return table_->index.of(slot).size(); }
  std::uint64_t tasks(std::size_t slot) const {
    return (size(slot) + task_numbers - 1) / task_numbers;
  }
  // Of a material that is the same with the sides exchanged, only the first side is in the table.
  bool is_mirrored(std::size_t slot) const {
    return slot + 1 == table_->slices.size() || table_->index.side(slot + 1) == 0;
  }

  // A position, as it is in the table. Nothing if the game is over there, or it is no position.
  std::optional<Value> value(std::size_t slot, const Men& men, std::uint64_t number) const {
    const Rules& rules = folder_.rules();
    const int side = table_->index.side(slot);
    if (!rules.can_be(men, side) || rules.ended(men, side)) return std::nullopt;
    const Value stored = table_->at(slot, number);
    // (Decided, and nobody has to move, or a draw without a move.)
    const bool may_be_over = stored.is_draw() || stored.plies() == 1;
    if (may_be_over && !rules.has_move(men, side)) return std::nullopt;
    return folder_.measure().of_stored(stored);
  }
  // The same men with the second side to move: their slot and number.
  struct Place {
    std::size_t slot;
    std::uint64_t number;
    Men men;
  };
  std::optional<Place> with_other_side(std::size_t slot, const Men& men,
                                       std::uint64_t number) const {
    if (!is_mirrored(slot)) return Place{slot + 1, number, men};
    const Men exchanged = folder_.exchanged(men);
    const MaterialIndex::Located located = table_->index.of(slot).locate(exchanged);
    if (located.stabiliser == 0) return std::nullopt;
    return Place{slot, located.index, exchanged};
  }

  void count(std::size_t slot, std::uint64_t task) {
    EndgameStats own;
    std::map<Value, std::uint64_t> histogram;
    Men men;
    unsigned stabiliser = 1;
    const std::uint64_t end = std::min(size(slot), (task + 1) * task_numbers);
    for (std::uint64_t number = task * task_numbers; number < end; ++number) {
      if (!table_->index.at(slot, number, men, stabiliser)) continue;
      const std::uint64_t orbit = table_->index.of(slot).symmetries() / stabiliser;
      std::array<std::optional<Value>, 2> values;
      values[0] = value(slot, men, number);
      const std::optional<Place> other = with_other_side(slot, men, number);
      if (other) values[1] = value(other->slot, other->men, other->number);
      if (values[0]) count(*values[0], {slot, number, men}, 0, orbit, own.sides[0]);
      if (values[0]) ++histogram[*values[0]];
      if (values[1]) count(*values[1], *other, 1, orbit, own.sides[1]);
      if (values[1] && !is_mirrored(slot)) ++histogram[*values[1]];
      if (!is_zugzwang(values)) continue;
      ++own.mutual_zugzwangs;
      if (zugzwangs_.wants(0)) zugzwangs_.add(0, state(slot, number));
    }
    add(own, histogram);
  }
  PlacedState state(std::size_t slot, std::uint64_t number) const {
    return {folder_.slice({number_, slot, 0}), number, 0};
  }
  void count(Value value, const Place& place, int side, std::uint64_t orbit,
             EndgameStats::Side& sums) {
    ++sums.positions;
    sums.unfolded += orbit;
    (value.is_win() ? sums.wins : value.is_loss() ? sums.losses : sums.draws) += orbit;
    if (folder_.measure().metric == Metric::outcome) return;
    if (value.is_past_rule() && folder_.measure().metric == Metric::zeroing) {
      (value.is_win() ? sums.cursed_wins : sums.blessed_losses) += orbit;
      return;
    }
    GreatestStates& longest = longest_[index(side)];
    if (value.is_win() && !value.is_endless() && longest.wants(value.plies()))
      longest.add(value.plies(), state(place.slot, place.number));
    if (value.is_win()) sums.longest_win = std::max(sums.longest_win, value.plies());
  }
  // Whether White does better if Black is to move, and so does Black if White is.
  static bool is_zugzwang(const std::array<std::optional<Value>, 2>& values) {
    return values[0] && values[1] && values[0]->outcome() < values[1]->opposite().outcome();
  }

  void add(const EndgameStats& more, const std::map<Value, std::uint64_t>& counts) {
    const std::lock_guard lock(mutex_);
    stats_.mutual_zugzwangs += more.mutual_zugzwangs;
    for (std::size_t s = 0; s < 2; ++s) {
      EndgameStats::Side& sum = stats_.sides[s];
      const EndgameStats::Side& own = more.sides[s];
      sum.positions += own.positions;
      sum.unfolded += own.unfolded;
      sum.wins += own.wins;
      sum.losses += own.losses;
      sum.draws += own.draws;
      sum.cursed_wins += own.cursed_wins;
      sum.blessed_losses += own.blessed_losses;
      sum.longest_win = std::max(sum.longest_win, own.longest_win);
    }
    for (const auto& [value, count] : counts) histogram_[value] += count;
  }
  std::string first_text(GreatestStates& states, int side) const {
    if (states.first().empty()) return {};
    const PlacedState& first = states.first().front();
    const std::size_t slot = folder_.place(first.slice, first.index).slot;
    Men men;
    unsigned stabiliser = 1;
    table_->index.at(slot, first.index, men, stabiliser);
    if (table_->index.side(slot) != side) men = folder_.exchanged(men);
    return folder_.game()->text(position_of(folder_.game()->table_rules(), men, side));
  }

  const EndgameFolder& folder_;
  const SolvedTable* table_;
  std::size_t number_;
  int threads_;
  std::array<GreatestStates, 2> longest_;
  GreatestStates zugzwangs_;
  std::mutex mutex_;
  EndgameStats stats_;
  std::map<Value, std::uint64_t> histogram_;
};

// All positions in which the game goes on, block by block, as texts.
class EndgameWalk final : public RecordWalk {
 public:
  EndgameWalk(const OpenTable& table, const WalkOptions& options)
      : open_(table), slices_(options.slices) {
    if (!slices_.empty()) return;
    for (std::size_t s = 0; s < folder().slices(); ++s) slices_.push_back(s);
  }

  bool has_records() const override { return false; }
  bool next(std::vector<PositionRecord>&) override {
    throw UsageError("Positions of chess variants are FENs and not numbers.");
  }
  bool next(std::vector<PositionValue>& block) override {
    block.clear();
    while (block.empty() && at_ < slices_.size()) {
      const EndgameFolder::Place place = folder().place(slice(), 0);
      const MaterialFile& file = folder().table(place.table);
      if (block_ == file.blocks(place.slot)) {
        ++at_;
        block_ = 0;
        continue;
      }
      read(file, place.slot, block);
      ++block_;
    }
    return !block.empty();
  }
  std::span<const PieceRecord> pieces() const override { return {}; }
  std::size_t slice() const override { return slices_[at_]; }

 private:
  const EndgameFolder& folder() const { return reader_of(open_).folder(); }
  void read(const MaterialFile& file, std::size_t slot, std::vector<PositionValue>& block) {
    folder().read_block(folder().place(slice(), 0), block_, codes_);
    for (std::size_t i = 0; i < codes_.size(); ++i) {
      const std::uint64_t number = block_ * file.block_numbers() + i;
      const auto position = folder().position(folder().place(slice(), number));
      if (!position) continue;
      block.push_back({folder().game()->text(*position),
                       folder().measure().of_stored(file.slice(slot).palette[codes_[i]])});
    }
  }

  OpenTable open_;
  std::vector<std::size_t> slices_;
  std::size_t at_ = 0;
  std::uint64_t block_ = 0;
  std::vector<std::uint8_t> codes_;
};

// The positions of a folder, as the miner reads them (see kinds/dense/dense_source.h for its
// members), in the order of the tables.
class MinedPositions {
 public:
  using State = variant::Position;
  using Chooser = zermelo::Chooser<EndgameMoves>;
  struct Place {
    int slice = 0;
    std::uint64_t index = 0;
  };

  explicit MinedPositions(const EndgameFolder& folder) : folder_(folder) {}
  MinedPositions(const MinedPositions&) = delete;
  MinedPositions& operator=(const MinedPositions&) = delete;

  int slices() const { return static_cast<int>(folder_.slices()); }
  static void begin_slice(int) {}
  static void expect_scan() {}
  std::uint64_t blocks(int slice) const {
    const EndgameFolder::Place p = place({slice, 0});
    return folder_.table(p.table).blocks(p.slot);
  }
  Chooser chooser() const { return Chooser(EndgameMoves(folder_)); }

  class Reader {
   public:
    explicit Reader(const MinedPositions& source) : s_(source) {}

    template <class Wants, class Visit>
    void read_block(int slice, std::uint64_t block, Wants&& wants, Visit&& visit) {
      const EndgameFolder::Place first = s_.place({slice, 0});
      const MaterialFile& file = s_.folder_.table(first.table);
      s_.folder_.read_block(first, block, codes_);
      for (std::size_t i = 0; i < codes_.size(); ++i) {
        const Value value =
            s_.folder_.measure().of_stored(file.slice(first.slot).palette[codes_[i]]);
        if (!wants(value)) continue;
        const Place place{slice, block * file.block_numbers() + i};
        const std::optional<State> state = s_.folder_.position(s_.place(place));
        if (state && !visit(place, *state, value)) return;
      }
    }
    template <class Wants, class Visit>
    void read(const Place& place, Wants&& wants, Visit&& visit) {
      const Value value = s_.folder_.value(s_.place(place));
      if (wants(value)) visit(place, state(place), value);
    }
    State state(const Place& place) const { return *s_.folder_.position(s_.place(place)); }

   private:
    const MinedPositions& s_;
    std::vector<std::uint8_t> codes_;
  };

 private:
  EndgameFolder::Place place(const Place& p) const {
    return folder_.place(static_cast<std::size_t>(p.slice), p.index);
  }

  const EndgameFolder& folder_;
};

std::vector<MinedPositions::Place> places_of(const EndgameReader& reader,
                                             const std::vector<ListedPosition>& listed) {
  std::vector<MinedPositions::Place> places;
  std::set<EndgameFolder::Place> seen;
  for (const ListedPosition& entry : listed) {
    const EndgameFolder::Place place = read_listed(
        entry.where, [&] { return reader.folder().find(reader.view().read(entry.text)); });
    if (seen.insert(place).second)
      places.push_back({static_cast<int>(reader.folder().slice(place)), place.index});
  }
  return places;
}

class EndgameMaker final : public TableMaker, public ValueWork {
 public:
  explicit EndgameMaker(const char* metric) : metric_(metric) {}

  std::string metric() const override { return metric_; }
  // (Folders are made by make_endgames, and whole games solved by another maker.)
  SolveReport solve(const std::string&, const SolveOptions&) const override {
    throw UsageError("Endgame tables are made material by material.");
  }
  VerifyReport verify(const OpenTable& table, const WorkOptions& options) const override {
    return verify_endgames(reader_of(table).folder(), options);
  }

  const ValueWork* values() const override { return this; }
  std::unique_ptr<RecordWalk> walk(const OpenTable& table,
                                   const WalkOptions& options) const override {
    return std::make_unique<EndgameWalk>(table, options);
  }
  StatsReport stats(const OpenTable& table, const WorkOptions& options, bool) const override {
    const EndgameFolder& folder = reader_of(table).folder();
    StatsReport report;
    report.metric = folder.measure().metric;
    GreatestStates longest(1);
    const int threads = thread_count(options.threads);
    TablesInMemory memory(folder, threads);
    ProgressCounter progress(options.progress);
    progress.expect(folder.groups().size());
    for (std::size_t t = 0; t < folder.groups().size(); ++t) {
      MaterialCounter counter(folder, memory, t, threads);
      report.endgames.push_back(counter.run(report));
      for (const int side : {0, 1}) {
        const int plies = report.endgames.back().sides[side].longest_win;
        if (plies == 0 || !longest.wants(plies)) continue;
        for (const PlacedState& s : counter.longest(side).first()) longest.add(plies, s);
      }
      progress.add(1);
    }
    summarise(report);
    for (const PlacedState& s : longest.first()) {
      const auto position = folder.position(folder.place(s.slice, s.index));
      if (position) report.longest.push_back(folder.game()->text(*position));
    }
    return report;
  }
  ShrinkWork shrinking(const OpenTable& table) const override {
    return [table](const std::string& path, const ShrinkOptions& options) {
      return shrink_endgames(reader_of(table).folder(), path, options);
    };
  }
  MineReport mine(const OpenTable& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    const EndgameReader& reader = reader_of(table);
    const EndgamePuzzleRules rules(reader.folder(), conditions.own);
    const Metric metric = reader.folder().measure().metric;
    check_metric(conditions, metric);
    if (metric == Metric::outcome && options.order == PuzzleOrder::plies)
      throw UsageError(
          "This table tells who wins, not in how many plies: puzzles cannot be sorted by plies.");
    std::optional<std::vector<MinedPositions::Place>> listed;
    if (options.positions) listed = places_of(reader, *options.positions);
    // (As with captures that are refused: the puzzles are draws.)
    PuzzleConditions of_draws = conditions;
    of_draws.capture_refused = conditions.capture_refused || rules.wants_draws();
    if (contradictory(of_draws)) return {.complete = true};
    MinedPositions source(reader.folder());
    return Miner(source, rules, conditions, options, std::move(listed)).run(sink);
  }

 private:
  const char* metric_;
};

}  // namespace
}  // namespace endgames

GameWork variant_work(const Game& game) {
  std::vector<std::unique_ptr<const TableMaker>> makers;
  for (const char* const metric : {distance_metric, outcome_metric, zeroing_metric})
    makers.push_back(std::make_unique<endgames::EndgameMaker>(metric));
  return whole::variant_work(game.spec(), std::move(makers));
}

}  // namespace zermelo
