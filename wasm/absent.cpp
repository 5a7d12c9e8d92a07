// SPDX-License-Identifier: MIT
// What is called for and never used in a module: its games have no rules that are code and no rules
// of counting, and nothing is packed.
#include <zstd.h>

#include "gen/error.h"
#include "gen/variant/rules_in_words.h"
#include "probe/endgames.h"
#include "probe/own_game.h"

namespace zermelo {

std::optional<OwnGameInfo> own_game_info(const Game&) { return std::nullopt; }

std::optional<CountingLimit> counting_limit(const Game&, std::string_view, std::optional<Outcome>) {
  return std::nullopt;
}

bool CountingLimit::is_counted_out(Outcome, int, Colour) const { return false; }
std::string counting_sentence(const CountingLimit&) { return {}; }
std::string counting_sentence(const CountingLimit&, Outcome, int, Colour) { return {}; }

std::vector<VariantMan> variant_men(const Game&) {
  throw UsageError("There are no chess variants here.");
}
RulesInWords variant::rules_in_words(const ParameterTexts&) {
  throw UsageError("There are no chess variants here.");
}

}  // namespace zermelo

extern "C" std::size_t ZSTD_freeCCtx(ZSTD_CCtx*) { return 0; }  // NOLINT
