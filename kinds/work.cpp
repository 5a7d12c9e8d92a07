// SPDX-License-Identifier: MIT
// The members of Game, TableKind and Table that make tables or go over whole ones. Through the list
// of makers they need everything that solves, counts, verifies and mines, so they are apart from
// those that probe, and not in libzermelo-probe.
#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/wrong_file.h"
#include "kinds/own/game.h"
#include "probe/game.h"
#include "probe/games.h"
#include "probe/table.h"
#include "probe/table_answer.h"
#include "probe/table_maker.h"
#include "probe/table_reader.h"

namespace zermelo {

GameWork work_of(const Game& game) {
  if (game.is_own()) return own_work_of(game);
  if (game.spec().name == variant_game_name) return variant_work(game);
  const auto& all = registered_work();
  const auto found = std::ranges::find(all, game.spec().name, &RegisteredWork::name);
  assert(found != all.end());  // the registry makes both lists
  return found->work(game);
}

const TableMaker& maker_of(const GameWork& work, const std::string& metric) {
  const auto found = std::ranges::find_if(
      work.makers, [&](const auto& maker) { return maker->metric() == metric; });
  assert(found != work.makers.end());  // each kind of table has one
  return **found;
}

SolveReport TableKind::solve(const std::string& path, const SolveOptions& options) const {
  const GameWork work = work_of(*whole_game());
  return maker_of(work, metric()).solve(path, options);
}

SolveReport solve(const Game& game, const std::string& path, const SolveOptions& options) {
  const GameWork work = work_of(game);
  return maker_of(work, game.kinds().front()->metric()).solve(path, options);
}

CountReport Game::count(const WorkOptions& options, bool quick) const {
  return work_of(*this).count(options, quick);
}

ShortestWinSearch Game::shortest_win() const { return work_of(*this).shortest_win; }

SweepCheck Game::sweeps() const { return work_of(*this).sweeps; }

// Calls ask(maker, table).
template <class Ask>
auto Table::with_maker(const Ask& ask) const {
  const GameWork work = work_of(*game_);
  const TableMaker& maker = maker_of(work, info_->metric);
  return answer([&] { return ask(maker, OpenTable{file_, reader_}); });
}

VerifyReport Table::verify(const WorkOptions& options) const {
  return with_maker([&](const TableMaker& maker, const OpenTable& table) {
    return maker.verify(table, options);
  });
}

ReachReport Table::distance_stats(const WorkOptions& options) const {
  distances();  // throws for a table of values
  return with_maker([&](const TableMaker& maker, const OpenTable& table) {
    return maker.distances()->stats(table, options);
  });
}

StatsReport Table::stats(const WorkOptions& options, bool states) const {
  values();  // throws for a table of distances
  return with_maker([&](const TableMaker& maker, const OpenTable& table) {
    return maker.values()->stats(table, options, states);
  });
}

// Each block is checked in the same way as an answer.
class Table::CheckedWalk : public PositionWalk {
 public:
  CheckedWalk(const Table& table, std::unique_ptr<RecordWalk> walk)
      : table_(table), walk_(std::move(walk)) {
    if (walk_->has_records()) board_ = table.board();
  }

  bool has_records() const override { return walk_->has_records(); }
  bool next(std::vector<PositionRecord>& block) override {
    return table_.answer([&] { return walk_->next(block); });
  }
  bool next(std::vector<PositionValue>& block) override {
    if (!walk_->has_records()) return table_.answer([&] { return walk_->next(block); });
    next(records_);
    const std::span<const PieceRecord> lacking = pieces();
    block.resize(records_.size());
    for (std::size_t i = 0; i < block.size(); ++i) {
      block[i].position.clear();
      append_text(block[i].position, records_[i], board_, pieces_at(lacking, i));
      block[i].value = records_[i].value;
    }
    return !block.empty();
  }
  std::span<const PieceRecord> pieces() const override { return walk_->pieces(); }
  std::size_t slice() const override { return walk_->slice(); }

 private:
  Table table_;
  RecordBoard board_;
  std::unique_ptr<RecordWalk> walk_;
  std::vector<PositionRecord> records_;
};

std::unique_ptr<PositionWalk> Table::walk(int threads) const {
  return walk(WalkOptions{.threads = threads});
}

std::unique_ptr<PositionWalk> Table::walk(const WalkOptions& options) const {
  values();
  for (const std::size_t slice : options.slices) {
    if (slice >= info_->slices.size())
      throw UsageError(fmt::format("{} has no slice number {}.", info_->path, slice));
  }
  return std::make_unique<CheckedWalk>(
      *this, with_maker([&](const TableMaker& maker, const OpenTable& table) {
        return maker.values()->walk(table, options);
      }));
}

SurveyWork Table::survey() const {
  if (values_ == nullptr) return {};
  SurveyWork survey = with_maker([&](const TableMaker& maker, const OpenTable& table) {
    return maker.values()->survey(table);
  });
  if (!survey) return survey;
  return [table = *this, survey = std::move(survey)](const WorkOptions& options) {
    return table.answer([&] { return survey(options); });
  };
}

ShrinkReport Table::shrink(const std::string& path, const ShrinkOptions& options) const {
  if (!(options.lookups >= 1 && options.lookups <= most_shrunk_lookups))
    throw UsageError(
        fmt::format("A probe of a shrunk table looks up 1 to {} positions, and not {}.",
                    most_shrunk_lookups, options.lookups));
  std::error_code error;  // if one of them is not there they are not the same
  if (std::filesystem::equivalent(path, info_->path, error))
    throw UsageError(fmt::format("{} is the table that is shrunk; write to another one.", path));
  if (info_->shrunk_from > 0) throw WrongFile(fmt::format("{} is shrunk already.", info_->path));
  const ShrinkWork work = values_ == nullptr
                              ? ShrinkWork{}
                              : with_maker([&](const TableMaker& maker, const OpenTable& table) {
                                  return maker.values()->shrinking(table);
                                });
  if (!work) {
    throw WrongFile(fmt::format(
        "{} cannot be shrunk: in its kind of table no part follows from another.", info_->path));
  }
  return answer([&] { return work(path, options); });
}

MineReport Table::mine(const PuzzleConditions& conditions, const MineOptions& options,
                       const PuzzleSink& sink) const {
  values();
  require_plies("puzzles");
  return with_maker([&](const TableMaker& maker, const OpenTable& table) {
    return maker.values()->mine(table, conditions, options, [&](const Puzzle& puzzle) {
      check_file();
      return sink(puzzle);
    });
  });
}

std::unique_ptr<const CodedPlay> Table::loaded_play(int threads,
                                                    const std::atomic<bool>* stop) const {
  values();
  return with_maker([&](const TableMaker& maker, const OpenTable& table) {
    return maker.values()->loaded_play(table, threads, stop);
  });
}

std::uint64_t Table::mining_memory() const {
  values();
  return with_maker([&](const TableMaker& maker, const OpenTable& table) {
    return maker.values()->mining_memory(table, info_->positions);
  });
}

}  // namespace zermelo
