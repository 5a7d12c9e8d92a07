// SPDX-License-Identifier: MIT
#include "kinds/whole/work.h"

#include <string>
#include <utility>

#include "gen/lazy.h"
#include "kinds/own/game.h"
#include "kinds/own/read.h"
#include "kinds/own/sweeps.h"
#include "kinds/whole/program.h"
#include "tablebase/format/table_file.h"

namespace zermelo::whole {
namespace {

// A variant's rules as a program, made when they are needed: what asks about endgames is quick.
class WholeGame {
 public:
  explicit WholeGame(GameSpec spec) : spec_(std::move(spec)) {}

  const GameSpec& spec() const { return spec_; }
  std::shared_ptr<const OwnProgram> program() const {
    return program_.get([&] { return variant_program(game()); });
  }
  // As program(), for what goes over all that play leads to. Throws UsageError if that is too much.
  std::shared_ptr<const OwnProgram> small_program() const {
    require_small(*game());
    return program();
  }

 private:
  std::shared_ptr<const endgames::VariantGame> game() const {
    return game_.get([&] { return std::make_shared<const endgames::VariantGame>(spec_); });
  }

  GameSpec spec_;
  Lazy<std::shared_ptr<const endgames::VariantGame>> game_;
  Lazy<std::shared_ptr<const OwnProgram>> program_;
};

class VariantMaker final : public TableMaker, public ValueWork {
 public:
  VariantMaker(std::shared_ptr<const WholeGame> whole, std::unique_ptr<const TableMaker> endgames)
      : whole_(std::move(whole)), endgames_(std::move(endgames)) {}

  std::string metric() const override { return distance_metric; }
  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    whole_->small_program();
    return of_whole().solve(path, options);
  }
  VerifyReport verify(const OpenTable& table, const WorkOptions& options) const override {
    return of(table).verify(table, options);
  }

  const ValueWork* values() const override { return this; }
  std::unique_ptr<RecordWalk> walk(const OpenTable& table,
                                   const WalkOptions& options) const override {
    return of(table).values()->walk(table, options);
  }
  StatsReport stats(const OpenTable& table, const WorkOptions& options,
                    bool states) const override {
    return of(table).values()->stats(table, options, states);
  }
  MineReport mine(const OpenTable& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    return of(table).values()->mine(table, conditions, options, sink);
  }
  std::uint64_t mining_memory(const OpenTable& table, std::uint64_t positions) const override {
    return of(table).values()->mining_memory(table, positions);
  }
  std::unique_ptr<const CodedPlay> loaded_play(const OpenTable& table, int threads,
                                               const std::atomic<bool>* stop) const override {
    return of(table).values()->loaded_play(table, threads, stop);
  }
  SurveyWork survey(const OpenTable& table) const override {
    return of(table).values()->survey(table);
  }
  ShrinkWork shrinking(const OpenTable& table) const override {
    return of(table).values()->shrinking(table);
  }

 private:
  const TableMaker& of(const OpenTable& table) const {
    const bool is_whole = dynamic_cast<const OwnReader*>(table.reader.get()) != nullptr;
    return is_whole ? of_whole() : *endgames_;
  }
  const TableMaker& of_whole() const {
    return *maker_.get([&] {
      std::shared_ptr<const OwnProgram> program = whole_->program();
      OwnHeader header = variant_header(*program);
      return own_maker(std::move(program), whole_->spec(), std::move(header), Metric::distance);
    });
  }

  std::shared_ptr<const WholeGame> whole_;
  std::unique_ptr<const TableMaker> endgames_;
  Lazy<std::unique_ptr<const TableMaker>> maker_;
};

}  // namespace

GameWork variant_work(const GameSpec& spec,
                      std::vector<std::unique_ptr<const TableMaker>> endgames) {
  const auto game = std::make_shared<const WholeGame>(spec);
  GameWork work;
  for (std::unique_ptr<const TableMaker>& maker : endgames) {
    if (maker->metric() == distance_metric)
      work.makers.push_back(std::make_unique<VariantMaker>(game, std::move(maker)));
    else
      work.makers.push_back(std::move(maker));
  }
  work.count = [game](const WorkOptions& options, bool) {
    return count_own(*game->small_program(), options);
  };
  work.sweeps = [game](const SweepOptions& options) {
    return check_by_sweeps(*game->small_program(), options);
  };
  return work;
}

}  // namespace zermelo::whole
