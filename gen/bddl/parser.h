// SPDX-License-Identifier: MIT
// Reads BDDL: the grammar of Shaik and van de Pol (2023), Listings 1 to 3, and what the files that
// they published have in addition. docs/bddl.md describes the language.
#pragma once

#include <string>
#include <string_view>

#include "gen/bddl/syntax.h"

namespace zermelo::bddl {

// `file` is what errors call the text. Both throw SyntaxError: "FILE:LINE:COLUMN: ...", with what
// was expected and what was found.
Domain parse_domain(std::string_view text, const std::string& file);
Problem parse_problem(std::string_view text, const std::string& file);

}  // namespace zermelo::bddl
