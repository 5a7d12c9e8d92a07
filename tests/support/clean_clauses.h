// SPDX-License-Identifier: MIT
// Whether the clauses of a formula in DIMACS or QDIMACS meet the demands of checkers of proofs.
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <sstream>
#include <string>

namespace zermelo::test {

// Expects that no clause has a literal twice, or together with its negation, and that there are as
// many as the header says. Returns how many there are.
inline std::size_t expect_clean_clauses(const std::string& formula) {
  std::istringstream lines(formula);
  std::size_t promised = 0, found = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    if (line.starts_with("p cnf ")) {
      std::string p, cnf;
      std::size_t variables = 0;
      words >> p >> cnf >> variables >> promised;
    }
    const bool is_clause = !line.empty() && line.find_first_of("pcae") != 0;
    if (!is_clause) continue;
    ++found;
    std::set<int> literals;
    for (int literal = 0; words >> literal && literal != 0;) {
      EXPECT_TRUE(literals.insert(literal).second) << "a literal occurs twice: " << line;
      EXPECT_FALSE(literals.contains(-literal)) << "the clause is always true: " << line;
    }
  }
  EXPECT_EQ(found, promised);
  return found;
}

}  // namespace zermelo::test
