// SPDX-License-Identifier: MIT
#include "reports/endgame_words.h"

#include <fmt/format.h>

#include "gen/text/grouped.h"
#include "reports/play_words.h"

namespace zermelo::endgame_words {
namespace {

using Material = EndgameFolderReport::Material;
using play_words::percent;

std::string share(const PlayReport::Ply& c, std::uint64_t part) {
  return percent(part, c.positions);
}

std::string mean(const PlayReport::Ply& c, std::uint64_t sum) {
  return fmt::format("{:.1f}", c.mean(static_cast<double>(sum)));
}

}  // namespace

std::string longest_text(const EndgameFolderReport& report, const EndgameStats::Side& side) {
  const auto plies = static_cast<std::uint64_t>(side.longest_win);
  return grouped(plies, "ply", "plies") + (report.metric == Metric::zeroing ? " to zeroing" : "");
}

std::string summary(const EndgameFolderReport& report) {
  std::uint64_t positions = 0;
  const Material* longest = nullptr;
  for (const Material& material : report.materials) {
    positions += material.positions();
    if (material.longest() == nullptr) continue;
    if (longest == nullptr || longest->longest()->longest_win < material.longest()->longest_win)
      longest = &material;
  }
  std::string text =
      fmt::format("{} with {}.", grouped(report.materials.size(), "endgame", "endgames"),
                  grouped(positions, "position", "positions"));
  if (longest != nullptr) {
    text +=
        fmt::format(" The longest win takes {}: {}, {}.", longest_text(report, *longest->longest()),
                    longest->stats.material, longest->longest()->longest);
  }
  return text;
}

std::string left_out(const EndgameFolderReport& report) {
  return fmt::format(
      "Endgames have no start, so what is measured from one is left out: first moves, the swap "
      "rule, play with errors, length and what happens by ply. Choice is measured on {} of each "
      "endgame, drawn at random, or on all if there are no more.",
      grouped(report.sample, "position", "positions"));
}

Rows outcomes(const EndgameFolderReport& report) {
  Rows rows = {{"endgame", "positions", "White wins", "drawn", "Black wins", "bytes"}};
  for (const Material& m : report.materials) {
    const std::uint64_t all = m.positions();
    const auto of_all = [&](std::uint64_t part) { return all == 0 ? "" : percent(part, all); };
    rows.push_back({m.stats.material, grouped(all), of_all(m.white_wins()), of_all(m.draws()),
                    of_all(m.black_wins()), grouped(m.bytes)});
  }
  return rows;
}

Rows longest(const EndgameFolderReport& report) {
  Rows rows = {{"endgame", "longest win", "position"}};
  for (const Material& m : report.materials) {
    if (const EndgameStats::Side* const side = m.longest())
      rows.push_back({m.stats.material, longest_text(report, *side), side->longest});
  }
  return rows;
}

Rows zugzwangs(const EndgameFolderReport& report) {
  Rows rows = {{"endgame", "mutual zugzwangs", "the first"}};
  for (const Material& m : report.materials) {
    if (m.stats.mutual_zugzwangs == 0) continue;
    rows.push_back({m.stats.material, grouped(m.stats.mutual_zugzwangs), m.stats.mutual_zugzwang});
  }
  return rows;
}

Rows choice(const EndgameFolderReport& report) {
  Rows rows = {{"endgame", "legal", "keeping", "best", "only moves", "forced", "traps"}};
  for (const Material& m : report.materials) {
    const PlayReport::Ply& c = m.choice;
    if (c.positions == 0) continue;
    rows.push_back({m.stats.material, mean(c, c.legal), mean(c, c.keeping), mean(c, c.best),
                    share(c, c.only_moves), share(c, c.forced), share(c, c.traps)});
  }
  return rows;
}

Rows traps(const EndgameFolderReport& report) {
  Rows rows = {{"endgame", "moves that keep", "outcome", "position"}};
  for (const Material& m : report.materials) {
    if (!m.worst) continue;
    rows.push_back({m.stats.material, fmt::format("{} of {}", m.worst->keeping, m.worst->legal),
                    outcome_name(m.worst->value.outcome()), m.worst->position});
  }
  return rows;
}

}  // namespace zermelo::endgame_words
