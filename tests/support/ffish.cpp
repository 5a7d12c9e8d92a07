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

namespace {

// Runs a script of this folder with these words, and positions as its input.
std::optional<NodeAnswers> ask_node(const std::string& script,
                                    const std::vector<std::string>& words,
                                    const std::vector<std::string>& fens) {
  if (std::system("node --version > /dev/null 2>&1") != 0) return std::nullopt;
  const TemporaryFolder folder;
  {
    std::ofstream file(folder.file("fens"));
    for (const std::string& fen : fens) file << fen << '\n';
  }
  std::string command = "node '" + std::string(ZERMELO_SOURCE) + "/tests/support/" + script + "'";
  for (const std::string& word : words) command += " '" + word + "'";
  command += " < '" + folder.file("fens") + "' > '" + folder.file("answers") + "' 2> /dev/null";
  const int status = std::system(command.c_str());
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  if (code == 77) return std::nullopt;
  EXPECT_EQ(code, 0);
  std::ifstream file(folder.file("answers"));
  NodeAnswers answers;
  file >> answers.leaves;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) answers.lines.push_back(line);
  EXPECT_EQ(answers.lines.size(), fens.size());
  answers.lines.resize(fens.size());
  return answers;
}

}  // namespace

std::optional<NodeAnswers> ask_ffish(const std::string& variant, const std::string& ini, int depth,
                                     const std::vector<std::string>& fens) {
  std::vector<std::string> words{setting_of("ZERMELO_FFISH", "ffish"), variant,
                                 std::to_string(depth)};
  if (!ini.empty()) words.push_back(ini);
  return ask_node("ffish.js", words, fens);
}

std::optional<NodeAnswers> ask_chessops(const std::string& variant, int depth,
                                        const std::vector<std::string>& fens) {
  const std::string folder = setting_of("ZERMELO_CHESSOPS", "");
  if (folder.empty()) return std::nullopt;
  return ask_node("chessops.mjs", {folder, variant, std::to_string(depth)}, fens);
}

}  // namespace zermelo::test
