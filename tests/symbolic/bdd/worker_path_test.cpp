// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "gen/error.h"
#include "symbolic/bdd/isolated.h"
#include "tests/support/error_text.h"

namespace zermelo::symbolic {
namespace {

TEST(WorkerPath, IsThatOfTheProgramThatWasBuilt) {
  EXPECT_EQ(std::filesystem::path(worker_path()).filename(), "zermelo-worker");
}

TEST(WorkerPath, CanBeNamed) {
  ::setenv("ZERMELO_WORKER", "/bin/sh", 1);
  EXPECT_EQ(worker_path(), "/bin/sh");
  ::setenv("ZERMELO_WORKER", "/no/such/program", 1);
  EXPECT_EQ(test::error_text<Error>([] { worker_path(); }),
            "ZERMELO_WORKER is '/no/such/program', which is not a program.");
  ::unsetenv("ZERMELO_WORKER");
}

}  // namespace
}  // namespace zermelo::symbolic
