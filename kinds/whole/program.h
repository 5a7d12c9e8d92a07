// SPDX-License-Identifier: MIT
// The whole of a chess variant, from its start: its rules behind the interface of rules that are
// code (kinds/own/rules.h), which finds, solves and lists the states that play leads to. A state is
// a position without counters (gen/variant/state_code.h); White is player 1.
#pragma once

#include <memory>

#include "kinds/endgames/variant_game.h"
#include "kinds/own/rules.h"
#include "probe/table_reader.h"
#include "tablebase/format/table_file.h"

namespace zermelo::whole {

// Throws UsageError for rules whose positions no table can hold, or about play that never ends.
std::shared_ptr<const OwnProgram> variant_program(
    std::shared_ptr<const endgames::VariantGame> game);

// What a table of the whole game says of it.
OwnHeader variant_header(const OwnProgram& program);

// Reads such a table of the variant with this spec. Throws UsageError, RulesError, DamagedTable.
std::unique_ptr<const TableReader> open_whole_game(const GameSpec& spec,
                                                   std::shared_ptr<const TableFile> file);

// Refuses a variant of which play leads to very many more states than can be solved. Throws
// UsageError.
void require_small(const endgames::VariantGame& game);

}  // namespace zermelo::whole
