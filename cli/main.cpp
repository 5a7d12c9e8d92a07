// SPDX-License-Identifier: MIT
// The program: reads the command line, runs a verb, and says on one line what went wrong.
#include <fmt/format.h>

#include <array>
#include <cstdio>
#include <exception>
#include <new>
#include <string>

#include "cli/output.h"
#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/engine.h"

namespace zermelo::cli {
namespace {

// One line, and nothing that a terminal would obey: sentences quote what was typed.
std::string on_one_line(const std::string& sentence) {
  std::string line;
  for (const char c : sentence) {
    const bool is_control = static_cast<unsigned char>(c) < ' ' || c == '\x7f';
    line +=
        is_control ? fmt::format("\\x{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return line;
}

ExitCode complain(ExitCode code, const std::string& sentence) {
  std::fflush(stdout);  // so that both stand in order where they go to one place
  std::fputs(fmt::format("zermelo: {}\n", on_one_line(sentence)).c_str(), stderr);
  return code;
}

// For wrong usage, also says where to read on.
ExitCode complain_of_usage(const CLI::App& program, std::string sentence) {
  const auto verbs = program.get_subcommands();
  const std::string verb = verbs.empty() ? "" : verbs.front()->get_name() + " ";
  if (!sentence.ends_with('.')) sentence += '.';
  return complain(usage_error, fmt::format("{} See zermelo {}--help.", sentence, verb));
}

// CLI11 complains that a verb is missing also if there is one that it does not know.
std::string parse_failure(const CLI::App& program, const CLI::ParseError& error) {
  if (!program.get_subcommands().empty()) return error.what();
  const auto rest = program.remaining();
  return rest.empty() ? "Name a verb"
                      : fmt::format("There is no verb or option '{}'", rest.front());
}

ExitCode parse_and_run(CLI::App& program, int argc, char** argv) {
  const std::array verbs = {add_games(program),    add_count(program),  add_solve(program),
                            add_reach(program),    add_info(program),   add_stats(program),
                            add_probe(program),    add_verify(program), add_report(program),
                            add_mine(program),     add_show(program),   add_line(program),
                            add_play(program),     add_depth(program),  add_bdd(program),
                            add_validate(program), add_hybrid(program)};
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    print(program.help());
    return success;
  } catch (const CLI::CallForVersion& version) {
    print(std::string(version.what()) + "\n");
    return success;
  } catch (const CLI::ParseError& error) {
    return complain_of_usage(program, parse_failure(program, error));
  }
  for (const Verb& verb : verbs) {
    if (verb.app->parsed()) return verb.run();
  }
  return failure;
}

ExitCode run(int argc, char** argv) {
  CLI::App program(
      "Zermelo strongly solves board games and keeps the answer: it computes the value of every\n"
      "position of a game, writes a small table, and answers questions about it.",
      "zermelo");
  program.set_version_flag("--version", creator(), "Print the version and exit");
  program.require_subcommand(1);
  program.get_formatter()->column_width(34);
  program.footer(
      "Exit codes: 0 all is well, 1 failure, 2 wrong usage.\n"
      "Example: zermelo solve ostle total=8 -o ostle-8.ztb");
  try {
    const ExitCode code = parse_and_run(program, argc, argv);
    finish_output();
    return code;
  } catch (const UsageError& error) {
    return complain_of_usage(program, error.what());
  } catch (const std::bad_alloc&) {
    return complain(failure, "There is not enough memory.");
  } catch (const std::exception& error) {
    return complain(failure, error.what());
  }
}

}  // namespace
}  // namespace zermelo::cli

int main(int argc, char** argv) {
  zermelo::cli::reserve_standard_streams();
  return zermelo::cli::run(argc, argv);
}
