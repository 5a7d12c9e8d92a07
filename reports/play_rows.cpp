// SPDX-License-Identifier: MIT
#include "reports/play_rows.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <utility>

#include "gen/text/grouped.h"
#include "reports/play_words.h"

namespace zermelo::play_rows {

using play_words::percent;

namespace {

std::vector<std::string> chance_row(std::string name, const Chances& c, const PlayReport& r) {
  std::vector<std::string> row = {std::move(name), percent(c.first), percent(c.draw)};
  if (!r.is_for_one()) row.push_back(percent(c.second));
  row.push_back(percent(c.endless));
  row.push_back(c.plies ? fmt::format("{:.2f}", *c.plies) : "");
  if (r.metric == Metric::score) row.push_back(c.score ? fmt::format("{:+.2f}", *c.score) : "");
  return row;
}

std::vector<std::string> ply_row(std::string name, const PlayReport::Ply& p, const PlayReport& r) {
  const auto mean = [&](std::uint64_t sum) {
    return fmt::format("{:.2f}", p.mean(static_cast<double>(sum)));
  };
  const auto share = [&](std::uint64_t part) { return percent(part, p.positions); };
  std::vector<std::string> row = {std::move(name), grouped(p.positions), share(p.first_wins),
                                  share(p.draws)};
  if (!r.is_for_one()) row.push_back(share(p.second_wins));
  row.insert(row.end(), {mean(p.legal), mean(p.keeping), mean(p.best), share(p.only_moves),
                         share(p.forced), share(p.traps), percent(p.mean(p.keeps))});
  return row;
}

}  // namespace

Rows errors(const PlayReport& report) {
  Rows rows = {
      report.is_for_one()
          ? Rows::value_type{"chance", "solved", "ended", "goes on", "moves"}
          : Rows::value_type{"chance", "first wins", "draw", "second wins", "goes on", "plies"}};
  if (report.metric == Metric::score) rows.front().emplace_back("score");
  for (const PlayReport::Errors& errors : report.errors) {
    const std::size_t steps = report.errors.size() - 1;
    const auto step = std::lround(errors.rate * static_cast<double>(steps));
    rows.push_back(chance_row(fmt::format("{}/{}", step, steps), errors.chances, report));
  }
  if (report.has("perfect_first"))
    rows.push_back(chance_row("first perfect, second random", report.perfect_first, report));
  if (report.has("perfect_second"))
    rows.push_back(chance_row("first random, second perfect", report.perfect_second, report));
  return rows;
}

Rows by_ply(const PlayReport& report) {
  Rows rows = {{"ply", "positions", "first wins", "drawn", "second wins", "legal", "keeping",
                "best", "only move", "forced", "traps", "random keeps"}};
  if (report.is_for_one()) {
    rows.front() = {"moves made", "positions", "can be solved", "cannot", "legal",       "keeping",
                    "best",       "only move", "forced",        "traps",  "random keeps"};
  }
  for (std::size_t ply = 0; ply < report.plies.size(); ++ply)
    rows.push_back(ply_row(std::to_string(ply), report.plies[ply], report));
  rows.push_back(ply_row("all", report.all, report));
  return rows;
}

Rows puzzles(const PlayReport& report) {
  Rows rows = {{"kind", "task", "difficulty", "position", "solution begins"}};
  for (const KindOfPuzzle& one : report.puzzles) {
    rows.push_back({play_words::puzzle_kind(one), play_words::puzzle_task(one),
                    fmt::format("{:.1f}", one.puzzle.difficulty), one.puzzle.position,
                    play_words::puzzle_key(one)});
  }
  return rows;
}

}  // namespace zermelo::play_rows
