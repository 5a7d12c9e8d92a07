// SPDX-License-Identifier: MIT
// What makes tables of a game of one's own, and goes over whole ones.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "gen/error.h"
#include "gen/parallel.h"
#include "kinds/codes/count_kinds.h"
#include "kinds/own/game.h"
#include "kinds/own/layered_solve.h"
#include "kinds/own/mine.h"
#include "kinds/own/read.h"
#include "kinds/own/solve.h"
#include "kinds/own/sweeps.h"
#include "kinds/own/trial.h"
#include "kinds/own/verify.h"
#include "probe/own_game.h"
#include "probe/table_maker.h"
#include "tablebase/greatest_states.h"

namespace zermelo {
namespace {

const OwnReader& reader_of(const OpenTable& table) {
  return dynamic_cast<const OwnReader&>(*table.reader);
}

// All states of a table, block by block, as texts.
class OwnWalk final : public RecordWalk {
 public:
  OwnWalk(const OpenTable& table, std::shared_ptr<const OwnProgram> program)
      : open_(table), program_(std::move(program)) {
    if (reader_of(open_).table().codes().is_one_way())
      throw StatesAreHashed("This table knows its states by hashes, so it cannot list them.");
    open_.file->expect_scan();
  }

  bool has_records() const override { return false; }
  bool next(std::vector<PositionRecord>&) override {
    throw UsageError("States of this game are texts or bytes, and not numbers of squares.");
  }
  bool next(std::vector<PositionValue>& block) override {
    block.clear();
    const OwnTable& table = reader_of(open_).table();
    const SliceRecord& slice = open_.file->slices().front();
    while (block.empty() && ++block_ < slice.blocks()) {
      table.probe().read_block(0, block_, members_);
      for (std::size_t i = 0; i < members_.codes.size(); ++i) {
        const OwnState state = table.codes().decode(members_.codes[i]);
        block.push_back({own_state_text(program_.get(), state, table.state_bytes()),
                         slice.palette[members_.values[i]]});
      }
    }
    return !block.empty();
  }
  std::span<const PieceRecord> pieces() const override { return {}; }
  std::size_t slice() const override { return 0; }

 private:
  OpenTable open_;
  std::shared_ptr<const OwnProgram> program_;
  std::uint64_t block_ = 0;
  CodeMembers members_;
};

class OwnMaker final : public TableMaker, public ValueWork {
 public:
  OwnMaker(std::shared_ptr<const OwnProgram> program, GameSpec spec, OwnHeader own, Metric metric)
      : program_(std::move(program)),
        spec_(std::move(spec)),
        own_(std::move(own)),
        metric_(metric) {}

  std::string metric() const override { return own_metric_name(metric_); }

  SolveReport solve(const std::string& path, const SolveOptions& options) const override {
    TableHeader header{spec_, metric(), creator()};
    header.states = TableHeader::States::codes;
    header.own = own_;
    if (program().notation() == nullptr) require_sound(options);
    if (program().traits().has_layer)
      return OwnLayeredSolve(program(), std::move(header), path, options).run();
    return OwnSolve(program(), std::move(header), path, options).run();
  }
  VerifyReport verify(const OpenTable& table, const WorkOptions& options) const override {
    return verify_own(program(), reader_of(table).table(), options);
  }

  const ValueWork* values() const override { return this; }
  std::unique_ptr<RecordWalk> walk(const OpenTable& table, const WalkOptions&) const override {
    return std::make_unique<OwnWalk>(table, program_);
  }
  StatsReport stats(const OpenTable& table, const WorkOptions& options, bool) const override {
    const OwnTable& own = reader_of(table).table();
    StatsReport report;
    report.metric = metric_;
    GreatestStates longest(1);
    const std::vector<Value>& palette = table.file->slices().front().palette;
    count_kinds(
        *table.file, own.codes().size(), options.threads, options.progress,
        [&](std::size_t slice, const CodeMembers& block) {
          for (std::size_t m = 0; m < block.codes.size(); ++m) {
            const Value value = palette[block.values[m]];
            const int amount = value.amount(metric_);
            if (value.is_win() && longest.wants(amount))
              longest.add(amount, {slice, block.codes[m], 0});
          }
        },
        [&](std::size_t, const std::vector<std::uint64_t>& counts) {
          for (std::size_t kind = 0; kind < counts.size(); ++kind)
            if (counts[kind] > 0) report.histogram[palette[kind]] += counts[kind];
        });
    summarise(report);
    if (own.codes().is_one_way()) return report;  // (There is no way back from a hash.)
    for (const PlacedState& s : longest.first())
      report.longest.push_back(
          own_state_text(program_.get(), own.codes().decode(s.index), own.state_bytes()));
    return report;
  }
  MineReport mine(const OpenTable& table, const PuzzleConditions& conditions,
                  const MineOptions& options, const PuzzleSink& sink) const override {
    return mine_own(program_, reader_of(table), conditions, options, sink);
  }
  std::uint64_t mining_memory(const OpenTable& table, std::uint64_t) const override {
    return own_mining_memory(reader_of(table).table());
  }

 private:
  // Throws UsageError without rules.
  const OwnProgram& program() const {
    own_rules(program_.get(), own_.hint);
    return *program_;
  }
  // A short trial before a long solve.
  void require_sound(const SolveOptions& solve) const {
    const OwnTrialReport trial = try_own_program(
        program(),
        {.games = 30, .most_plies = 100, .seconds = 10, .perft_depth = -1, .stop = solve.stop});
    if (trial.failure) throw RulesError(*trial.failure);
  }
  std::shared_ptr<const OwnProgram> program_;
  GameSpec spec_;
  OwnHeader own_;
  Metric metric_;
};

}  // namespace

std::unique_ptr<const TableMaker> own_maker(std::shared_ptr<const OwnProgram> program,
                                            GameSpec spec, OwnHeader header, Metric metric) {
  return std::make_unique<const OwnMaker>(std::move(program), std::move(spec), std::move(header),
                                          metric);
}

CountReport count_own(const OwnProgram& program, const WorkOptions& options) {
  OwnGraph graph(program.traits().state_bytes, std::filesystem::temp_directory_path().string(),
                 OwnKeeps::counts);
  OwnExplorer explorer(program, graph, thread_count(options.threads));
  explorer.begin();
  explorer.run([&] {
    if (options.progress) options.progress(explorer.expanded(), 0);
    return false;
  });
  CountReport report;
  report.columns = {{"positions", "positions"}, {"over", "of them over"}};
  CountReport::Slice slice{own_slice, {}, {}};
  slice.counts["positions"] = graph.states.size();
  slice.counts["over"] = graph.over;
  report.add(std::move(slice));
  return report;
}

GameWork own_work_of(const Game& game) {
  const auto& own = dynamic_cast<const OwnGame&>(game);
  GameWork work;
  for (const Metric metric : {Metric::distance, Metric::score, Metric::moves}) {
    if (own.kind(own_metric_name(metric)) != nullptr)
      work.makers.push_back(own_maker(own.shared_program(), own.spec(), own.header(), metric));
  }
  work.sweeps = [program = own.shared_program(),
                 hint = own.header().hint](const SweepOptions& options) {
    own_rules(program.get(), hint);
    return check_by_sweeps(*program, options);
  };
  work.count = [program = own.shared_program(), hint = own.header().hint](
                   const WorkOptions& options, bool) {
    own_rules(program.get(), hint);
    return count_own(*program, options);
  };
  return work;
}

}  // namespace zermelo
