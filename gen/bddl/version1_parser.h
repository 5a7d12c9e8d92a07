// SPDX-License-Identifier: MIT
// Reads games in version 1 of BDDL: a domain, which says how the sides move, and a problem, with
// board, start and goals. docs/bddl.md describes the language.
#pragma once

#include <string>
#include <string_view>

#include "gen/bddl/tree.h"

namespace zermelo::bddl {

// `file` is what errors call a text. Throws SyntaxError: "FILE:LINE:COLUMN: ...".
tree::Game parse_version_1(std::string_view domain, const std::string& domain_file,
                           std::string_view problem, const std::string& problem_file);

// The two parts of it. A domain alone is a game without a board.
tree::Game parse_domain(std::string_view text, const std::string& file);
void add_problem(std::string_view text, const std::string& file, tree::Game& game);

}  // namespace zermelo::bddl
