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

std::vector<std::string> chance_row(std::string name, const Chances& c) {
  return {std::move(name),   percent(c.first),   percent(c.draw),
          percent(c.second), percent(c.endless), c.plies ? fmt::format("{:.2f}", *c.plies) : ""};
}

std::vector<std::string> ply_row(std::string name, const PlayReport::Ply& p) {
  const auto mean = [&](std::uint64_t sum) {
    return fmt::format("{:.2f}", p.mean(static_cast<double>(sum)));
  };
  const auto share = [&](std::uint64_t part) { return percent(part, p.positions); };
  return {std::move(name), grouped(p.positions), share(p.first_wins),
          share(p.draws),  share(p.second_wins), mean(p.legal),
          mean(p.keeping), mean(p.best),         share(p.only_moves),
          share(p.forced), share(p.traps),       percent(p.mean(p.keeps))};
}

}  // namespace

Rows errors(const PlayReport& report) {
  Rows rows = {{"chance", "first wins", "draw", "second wins", "goes on", "plies"}};
  for (const PlayReport::Errors& errors : report.errors) {
    const std::size_t steps = report.errors.size() - 1;
    const auto step = std::lround(errors.rate * static_cast<double>(steps));
    rows.push_back(chance_row(fmt::format("{}/{}", step, steps), errors.chances));
  }
  if (report.has("perfect_first"))
    rows.push_back(chance_row("first perfect, second random", report.perfect_first));
  if (report.has("perfect_second"))
    rows.push_back(chance_row("first random, second perfect", report.perfect_second));
  return rows;
}

Rows by_ply(const PlayReport& report) {
  Rows rows = {{"ply", "positions", "first wins", "drawn", "second wins", "legal", "keeping",
                "best", "only move", "forced", "traps", "random keeps"}};
  for (std::size_t ply = 0; ply < report.plies.size(); ++ply)
    rows.push_back(ply_row(std::to_string(ply), report.plies[ply]));
  rows.push_back(ply_row("all", report.all));
  return rows;
}

}  // namespace zermelo::play_rows
