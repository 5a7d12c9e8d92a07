// SPDX-License-Identifier: MIT
// What makes tables, and what goes over whole ones: the counterpart of TableReader
// (probe/table_reader.h), which answers about single states. A program that only probes has the
// readers and not the makers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "probe/coded_play.h"
#include "probe/game.h"
#include "probe/puzzle.h"
#include "probe/table.h"
#include "probe/table_reader.h"
#include "tablebase/reports.h"

namespace zermelo {

// A table that is open: its file, and what reads it.
struct OpenTable {
  std::shared_ptr<const TableFile> file;
  std::shared_ptr<const TableReader> reader;
};

// What PositionWalk is made of: its positions as numbers, if they are on squares, or as texts.
class RecordWalk {
 public:
  virtual ~RecordWalk() = default;
  virtual bool has_records() const { return true; }
  virtual bool next(std::vector<PositionRecord>& block) = 0;
  virtual bool next(std::vector<PositionValue>&) { return false; }  // without records only
  virtual std::span<const PieceRecord> pieces() const = 0;
  virtual std::size_t slice() const = 0;
};

// Writes a shrunk table of a table.
using ShrinkWork = std::function<ShrinkReport(const std::string& path, const ShrinkOptions&)>;

// The work on whole tables of values. Members as Table's.
class ValueWork {
 public:
  virtual ~ValueWork() = default;
  virtual std::unique_ptr<RecordWalk> walk(const OpenTable& table,
                                           const WalkOptions& options) const = 0;
  virtual StatsReport stats(const OpenTable& table, const WorkOptions& options,
                            bool states) const = 0;
  // Only for tables that have solutions.
  virtual MineReport mine(const OpenTable& table, const PuzzleConditions& conditions,
                          const MineOptions& options, const PuzzleSink& sink) const = 0;
  // `positions`: as TableInfo has them. Two bytes each, if nothing else is said.
  virtual std::uint64_t mining_memory(const OpenTable&, std::uint64_t positions) const {
    return 2 * positions;
  }
  // Nothing if what reads the table is as quick.
  virtual std::unique_ptr<const CodedPlay> loaded_play(const OpenTable&, int /*threads*/,
                                                       const std::atomic<bool>* /*stop*/) const {
    return nullptr;
  }
  virtual SurveyWork survey(const OpenTable&) const { return {}; }
  // Empty if tables of this kind cannot be shrunk.
  virtual ShrinkWork shrinking(const OpenTable&) const { return {}; }
};

// The work on whole tables of distances from the start. Members as Table's.
class DistanceWork {
 public:
  virtual ~DistanceWork() = default;
  virtual ReachReport stats(const OpenTable& table, const WorkOptions& options) const = 0;
};

// One kind of table, as it is made and verified. Immutable and thread-safe; all members throw what
// those of TableKind and Table do.
class TableMaker {
 public:
  virtual ~TableMaker() = default;
  // As TableKind::metric, by which a kind of table finds its maker.
  virtual std::string metric() const = 0;
  virtual SolveReport solve(const std::string& path, const SolveOptions& options) const = 0;
  virtual VerifyReport verify(const OpenTable& table, const WorkOptions& options) const = 0;
  // One of them, as the kind of table is.
  virtual const ValueWork* values() const { return nullptr; }
  virtual const DistanceWork* distances() const { return nullptr; }
};

// Everything that can be done with a game beside probing its tables.
struct GameWork {
  std::vector<std::unique_ptr<const TableMaker>> makers;
  std::function<CountReport(const WorkOptions&, bool quick)> count;
  ShortestWinSearch shortest_win;  // empty if there is none
  SweepCheck sweeps;               // likewise
};

}  // namespace zermelo
