// SPDX-License-Identifier: MIT
// What is compared with the brute force. Each check makes fatal failures of Google Test where
// something contradicts it. Checks that take long look at one game in a few
// (GameUnderTest::one_in).
#pragma once

#include "tests/random_games/game_under_test.h"

namespace zermelo::random_games {

// --- rules.cpp: the library's Game ---
void check_statuses(GameUnderTest& g);  // of all boards, whether play leads to them or not
void check_moves(GameUnderTest& g);

// --- tables.cpp: the library's Table, and the C interface ---
void check_values(GameUnderTest& g);
void check_walk_and_counts(GameUnderTest& g);
void check_lines(GameUnderTest& g);
void check_grades(GameUnderTest& g);
void check_puzzles(GameUnderTest& g);
void check_c_interface(GameUnderTest& g);

// --- engines.cpp: what finds values without a table ---
void check_sets(GameUnderTest& g);
void check_search(GameUnderTest& g);
void check_formulas(GameUnderTest& g);
void check_safety_games(GameUnderTest& g);
void check_crosscheck(GameUnderTest& g);

// --- proofs.cpp: verdicts, and strategies that are checked and followed ---
void check_proofs(GameUnderTest& g);
void check_other_starts(GameUnderTest& g);
void check_table_strategies(GameUnderTest& g);

// --- program_rules.cpp, program_tables.cpp, program_proofs.cpp: the program's verbs ---
void check_moves_and_show(GameUnderTest& g);
void check_count_depth_and_encode(GameUnderTest& g);
void check_solve(GameUnderTest& g);
void check_probe_and_line(GameUnderTest& g);
void check_grade(GameUnderTest& g);
void check_play(GameUnderTest& g);
void check_stats_and_mine(GameUnderTest& g);
void check_prove(GameUnderTest& g);
void check_strategy(GameUnderTest& g);
void check_validate_and_crosscheck(GameUnderTest& g);

// --- http.cpp: the server, without sockets; nothing if it is not built ---
void check_http(GameUnderTest& g);

}  // namespace zermelo::random_games
