// SPDX-License-Identifier: MIT
// The program `zermelo`: reads the command line, calls the verb, reports failures.
// Exit codes: 0 done, 1 failed, 2 the command line makes no sense.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

#include "cli/verbs.h"
#include "gen/error.h"
#include "probe/engine.h"

namespace {

int fail(const char* what, int code) {
  fmt::print(stderr, "zermelo: {}\n", what);
  return code;
}

// Results that did not reach their destination are a failure (a full disk, say).
int flush() {
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0) return 0;
  return fail("The output could not be written.", 1);
}

}  // namespace

int main(int argc, char** argv) {
  CLI::App app("Strongly solves board games and answers from the tables.", "zermelo");
  app.require_subcommand(1);
  app.set_version_flag("--version", zermelo::creator());
  zermelo::cli::add_games(app);
  zermelo::cli::add_count(app);
  zermelo::cli::add_solve(app);
  zermelo::cli::add_info(app);
  zermelo::cli::add_stats(app);
  zermelo::cli::add_probe(app);
  zermelo::cli::add_verify(app);
  zermelo::cli::add_show(app);
  try {
    app.parse(argc, argv);
    return flush();
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) {
      app.exit(error);
      return flush();
    }
    fmt::print(stderr, "zermelo: {}\nRun zermelo --help, or zermelo VERB --help.\n", error.what());
    return 2;
  } catch (const zermelo::UsageError& error) {
    return fail(error.what(), 2);
  } catch (const std::bad_alloc&) {
    return fail("Out of memory.", 1);
  } catch (const std::exception& error) {
    return fail(error.what(), 1);
  }
}
