// SPDX-License-Identifier: MIT
#include "tests/support/ffish.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <span>
#include <sstream>
#include <utility>

#include "tests/support/temporary_folder.h"

namespace zermelo::test {

std::string setting_of(const char* name, const std::string& otherwise) {
  const char* const value = std::getenv(name);
  return value == nullptr ? otherwise : value;
}

namespace {

struct NodeRun {
  int code = 0;
  NodeAnswers answers;  // as far as they came
};
// Runs a script of this folder with these words, and positions as its input. Nothing without node.
std::optional<NodeRun> run_node(const std::string& script, const std::vector<std::string>& words,
                                std::span<const std::string> fens) {
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
  NodeRun run{.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .answers = {}};
  std::ifstream file(folder.file("answers"));
  file >> run.answers.leaves;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) run.answers.lines.push_back(line);
  return run;
}

constexpr int no_package = 77;  // the exit code of the scripts

}  // namespace

std::optional<NodeAnswers> ask_ffish(const std::string& variant, const std::string& ini, int depth,
                                     const std::vector<std::string>& fens) {
  NodeAnswers all;
  for (bool begins = true; begins || all.lines.size() < fens.size(); begins = false) {
    std::vector<std::string> words{setting_of("ZERMELO_FFISH", "ffish"), variant,
                                   std::to_string(begins ? depth : 0)};
    if (!ini.empty()) words.push_back(ini);
    const auto run = run_node("ffish.js", words, std::span(fens).subspan(all.lines.size()));
    if (!run || run->code == no_package) return std::nullopt;
    if (begins) all.leaves = run->answers.leaves;
    const std::vector<std::string>& lines = run->answers.lines;
    all.lines.insert(all.lines.end(), lines.begin(), lines.end());
    if (run->code != 0 && all.lines.size() < fens.size()) all.lines.emplace_back(ffish_crashed);
    if (run->code == 0) break;
  }
  EXPECT_EQ(all.lines.size(), fens.size());
  all.lines.resize(fens.size());
  return all;
}

std::optional<NodeAnswers> ask_chessops(const std::string& variant, int depth,
                                        const std::vector<std::string>& fens) {
  const std::string folder = setting_of("ZERMELO_CHESSOPS", "");
  if (folder.empty()) return std::nullopt;
  auto run = run_node("chessops.mjs", {folder, variant, std::to_string(depth)}, fens);
  if (!run || run->code == no_package) return std::nullopt;
  EXPECT_EQ(run->code, 0);
  EXPECT_EQ(run->answers.lines.size(), fens.size());
  run->answers.lines.resize(fens.size());
  return std::move(run->answers);
}

namespace {

std::string fairy_stockfish_path() {
  return setting_of("ZERMELO_FAIRY_STOCKFISH", "/usr/games/fairy-stockfish");
}

// What it prints when it is told these lines of UCI.
std::vector<std::string> tell_fairy_stockfish(const std::vector<std::string>& lines) {
  const TemporaryFolder folder;
  {
    std::ofstream file(folder.file("told"));
    for (const std::string& line : lines) file << line << '\n';
    file << "quit\n";
  }
  const std::string command = "'" + fairy_stockfish_path() + "' < '" + folder.file("told") +
                              "' > '" + folder.file("answers") + "' 2> /dev/null";
  EXPECT_EQ(std::system(command.c_str()), 0);
  std::ifstream file(folder.file("answers"));
  std::vector<std::string> answers;
  for (std::string line; std::getline(file, line);) answers.push_back(line);
  return answers;
}

}  // namespace

std::optional<std::vector<std::string>> fairy_stockfish_variants() {
  if (!std::filesystem::exists(fairy_stockfish_path())) return std::nullopt;
  std::vector<std::string> names;
  for (const std::string& line : tell_fairy_stockfish({"uci"})) {
    if (line.rfind("option name UCI_Variant ", 0) != 0) continue;
    std::istringstream words(line);
    for (std::string word; words >> word;) {
      if (word == "var" && words >> word) names.push_back(word);
    }
  }
  return names;
}

std::vector<std::string> ask_fairy_stockfish(const std::string& variant,
                                             const std::vector<std::string>& fens) {
  std::vector<std::string> lines{"setoption name UCI_Variant value " + variant};
  for (const std::string& fen : fens) {
    lines.push_back("position fen " + fen);
    lines.emplace_back("go perft 1");
  }
  std::vector<std::string> answers, moves;
  for (const std::string& line : tell_fairy_stockfish(lines)) {
    const std::size_t colon = line.find(": ");
    if (colon == std::string::npos) continue;
    if (line.rfind("Nodes searched", 0) != 0) {
      if (line.find(' ') == colon + 1 && line.substr(colon) == ": 1")
        moves.push_back(line.substr(0, colon));
      continue;
    }
    std::sort(moves.begin(), moves.end());
    answers.push_back(fmt::format("{}", fmt::join(moves, "|")));
    moves.clear();
  }
  EXPECT_EQ(answers.size(), fens.size());
  answers.resize(fens.size());
  return answers;
}

}  // namespace zermelo::test
