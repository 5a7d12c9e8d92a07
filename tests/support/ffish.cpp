// SPDX-License-Identifier: MIT
#include "tests/support/ffish.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <cstdlib>
#include <fstream>

#include "tests/support/temporary_folder.h"

namespace zermelo::test {

std::string setting_of(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

std::optional<FfishAnswers> ask_ffish(const std::string& variant, const std::string& ini, int depth,
                                      const std::vector<std::string>& fens) {
  if (std::system("node --version > /dev/null 2>&1") != 0) return std::nullopt;
  const TemporaryFolder folder;
  {
    std::ofstream file(folder.file("fens"));
    for (const std::string& fen : fens) file << fen << '\n';
  }
  const std::string script = std::string(ZERMELO_SOURCE) + "/tests/support/ffish.js";
  const std::string command = "node '" + script + "' '" + setting_of("ZERMELO_FFISH", "ffish") +
                              "' '" + variant + "' " + std::to_string(depth) +
                              (ini.empty() ? "" : " '" + ini + "'") + " < '" + folder.file("fens") +
                              "' > '" + folder.file("answers") + "' 2> /dev/null";
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 77) return std::nullopt;
  EXPECT_EQ(code, 0);
  std::ifstream file(folder.file("answers"));
  FfishAnswers answers;
  file >> answers.leaves;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) answers.lines.push_back(line);
  EXPECT_EQ(answers.lines.size(), fens.size());
  answers.lines.resize(fens.size());
  return answers;
}

}  // namespace zermelo::test
