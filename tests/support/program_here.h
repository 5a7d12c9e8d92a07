// SPDX-License-Identifier: MIT
// Runs the program's verbs within the test's own process, which takes a millisecond: for tests that
// ask it thousands of questions. What only a process can show (signals, closed streams, limits)
// needs tests/support/program.h.
#pragma once

#include <string>
#include <vector>

#include "tests/support/program.h"

namespace zermelo::test {

// What a process with these arguments, and this text as its standard input, would print and return.
// `arguments` may not send results to stdout by a file's name (`-o -`).
ProcessResult run_program_here(const std::vector<std::string>& arguments,
                               const std::string& input = "");

}  // namespace zermelo::test
