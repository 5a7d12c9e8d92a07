// SPDX-License-Identifier: MIT
// The report on endgame tables in words and rows, which all its forms have in common.
#pragma once

#include <string>
#include <vector>

#include "reports/endgame_report.h"

namespace zermelo::endgame_words {

using Rows = std::vector<std::vector<std::string>>;

// How many materials and positions, and which win is the longest.
std::string summary(const EndgameFolderReport& report);
// That measures from a start are left out, and what was drawn at random.
std::string left_out(const EndgameFolderReport& report);

// A line for each material below the columns' names. Their first column holds a name.
Rows outcomes(const EndgameFolderReport& report);
Rows longest(const EndgameFolderReport& report);    // without materials in which nobody wins
Rows zugzwangs(const EndgameFolderReport& report);  // without those that have none
Rows choice(
    const EndgameFolderReport& report);  // without those in which the game is over everywhere
Rows traps(const EndgameFolderReport& report);  // the worst one that was drawn of each

// "19 plies", or "10 moves" in tables that count moves up to a capture.
std::string longest_text(const EndgameFolderReport& report, const EndgameStats::Side& side);

}  // namespace zermelo::endgame_words
