// SPDX-License-Identifier: MIT
// What a folder of endgame tables of a chess variant says as a whole: of each material who wins,
// the longest win, how many moves there are to choose from, and where the traps are. docs/report.md
// defines every measure. Endgames have no start, so what is measured from one is not there.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "probe/table.h"
#include "reports/play_report.h"
#include "tablebase/reports.h"

namespace zermelo {

struct EndgameFolderReportOptions {
  int threads = 0;  // 0: one per processor
  // Positions of each material that choice is measured on, drawn at random; all, if there are no
  // more.
  std::uint64_t sample = 1000;
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const std::string& what)> progress = {};
};

struct EndgameFolderReport {
  struct Material {
    EndgameStats stats;
    std::uint64_t bytes = 0;  // of its tables
    // Of positions that were drawn at random and in which the game goes on, both sides to move;
    // White is its first player. `worst` is the worst trap among them, of no ply.
    PlayReport::Ply choice;
    std::optional<PlayReport::Trap> worst;

    // All positions, whoever is to move, with those that symmetries make one.
    std::uint64_t positions() const { return stats.sides[0].unfolded + stats.sides[1].unfolded; }
    std::uint64_t white_wins() const { return stats.sides[0].wins + stats.sides[1].losses; }
    std::uint64_t black_wins() const { return stats.sides[1].wins + stats.sides[0].losses; }
    std::uint64_t draws() const { return stats.sides[0].draws + stats.sides[1].draws; }
    // The side to move in the longest win; nothing if nobody wins, or values do not tell.
    const EndgameStats::Side* longest() const;
  };

  Metric metric = Metric::distance;
  std::uint64_t sample = 0;         // as EndgameFolderReportOptions
  std::vector<Material> materials;  // in the order of the folder
};

// Of a folder of endgame tables. Throws WrongFile for any other table; DamagedTable, FileError;
// Interrupted.
EndgameFolderReport endgame_report(const Table& table,
                                   const EndgameFolderReportOptions& options = {});

}  // namespace zermelo
