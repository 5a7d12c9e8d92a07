// SPDX-License-Identifier: MIT
// The program's verbs. Each adds its subcommand to the parser; what it does runs when the parser
// finds it. Failures are exceptions, which main() turns into one line and an exit code.
#pragma once

#include <CLI/CLI.hpp>

namespace zermelo::cli {

void add_games(CLI::App& app);
void add_count(CLI::App& app);
void add_solve(CLI::App& app);
void add_info(CLI::App& app);
void add_stats(CLI::App& app);
void add_probe(CLI::App& app);
void add_verify(CLI::App& app);
void add_show(CLI::App& app);

}  // namespace zermelo::cli
