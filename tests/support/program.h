// SPDX-License-Identifier: MIT
// Runs the program `zermelo`, as a user would: arguments in; exit code, stdout and stderr out.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace zermelo::test {

struct Launch {
  std::vector<std::string> arguments;
  std::map<std::string, std::string> environment = {};  // in addition to this process's
  std::string input = {};                               // the contents of stdin
  std::string input_file = {};                          // or the file for stdin, such as a pipe
  std::string output = {};                              // where stdout goes; empty: it is captured
  std::uint64_t file_size_limit = 0;                    // bytes; 0: none. Beyond it: EFBIG
  std::uint64_t memory_limit = 0;                       // bytes of address space; 0: no limit
};

struct ProcessResult {
  int exit_code = -1;  // -1 if a signal ended it
  int signal = 0;      // the signal that did
  std::string output, error;
};

// A running program. The destructor kills it if it still runs.
class Program {
 public:
  explicit Program(const Launch& launch);
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;
  ~Program();

  void send(int signal) const;
  pid_t id() const { return process_; }
  // Whether it has not ended yet.
  bool running();
  ProcessResult wait();

 private:
  void ended(int status);

  TemporaryFolder folder_;
  pid_t process_ = -1;  // -1 once it has ended
  ProcessResult outcome_;
};

ProcessResult run_program(const Launch& launch);
// The arguments only.
ProcessResult run_program(std::vector<std::string> arguments);

// Expects that the program succeeds and prints nothing on stderr. Returns its stdout.
std::string output_of(std::vector<std::string> arguments);
// Expects that it fails with that code and says why in one line: "zermelo: " and a sentence, which
// is returned.
std::string complaint_of(int exit_code, std::vector<std::string> arguments);

}  // namespace zermelo::test
