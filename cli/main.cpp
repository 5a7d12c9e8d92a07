// SPDX-License-Identifier: MIT
// The program's process.
#include "cli/output.h"
#include "cli/program.h"

int main(int argc, char** argv) {
  zermelo::cli::reserve_standard_streams();
  zermelo::cli::make_file_faults_errors();
  return zermelo::cli::run_program(argc, argv);
}
