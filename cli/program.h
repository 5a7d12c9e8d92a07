// SPDX-License-Identifier: MIT
// What the program does with a command line, apart from what it sets for its whole process: so it
// can also be run within another program, such as a test.
#pragma once

#include "cli/verbs.h"

namespace zermelo::cli {

// Reads the command line, runs a verb, and says on stderr, in one line, what went wrong. Throws
// nothing. Not thread-safe: it reads and writes the standard streams, and verbs that take long
// catch SIGINT and SIGTERM from then on.
ExitCode run_program(int argc, const char* const* argv);

}  // namespace zermelo::cli
