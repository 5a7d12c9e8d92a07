// SPDX-License-Identifier: MIT
// Solutions as the C interface (probe/zermelo.h) hands them out: alone, and with puzzles.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "gen/value.h"
#include "probe/puzzle.h"
#include "probe/zermelo.h"

namespace zermelo {

// A solution as the caller sees it, followed by what it points to.
class CSolution : public zermelo_solution {
 public:
  CSolution(Solution solution, Metric metric);
  CSolution(const CSolution&) = delete;
  CSolution& operator=(const CSolution&) = delete;

 private:
  // (A tree is as deep as its longest line.)
  const zermelo_solution_move* moves_of(const std::vector<SolutionNode>& nodes);

  Solution solution_;
  Metric metric_;
  std::string text_;
  std::deque<std::vector<zermelo_solution_move>> moves_;
  std::deque<std::vector<const char*>> same_;
};

// From the members of the same names of a caller's options. Throws UsageError.
SolutionOptions solution_options(std::int32_t defences, std::int32_t max_nodes);

}  // namespace zermelo
