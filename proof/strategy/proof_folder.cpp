// SPDX-License-Identifier: MIT
#include "proof/strategy/proof_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <system_error>

#include "gen/error.h"

namespace zermelo::proof {
namespace {

// "017-White-s-c3": its number and what it is about, in letters that every file system takes.
std::string file_name(std::size_t number, const std::string& text) {
  std::string name = fmt::format("{:03}-", number);
  for (const char c : text) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain || name.back() != '-') name += plain ? c : '-';
  }
  if (name.size() > 60) name.resize(60);
  return name;
}

void write_file(const std::filesystem::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
  file.close();
  if (!file) throw FileError(fmt::format("{} cannot be written.", path.string()));
}

}  // namespace

ProofFolder::ProofFolder(const std::string& path) : path_(path) {
  if (path.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(path_, error);
  if (error)
    throw FileError(fmt::format("The folder {} cannot be made: {}.", path, error.message()));
}

std::string ProofFolder::add(std::size_t number, const std::string& text, const Cnf& cnf) {
  const std::string name = file_name(number, text);
  write_file(path_ / (name + ".cnf"), cnf.dimacs());
  const std::lock_guard lock(mutex_);
  list_.resize(std::max(list_.size(), number));
  list_[number - 1] = fmt::format("{}  {}\n", name, text);
  return (path_ / (name + ".drat")).string();
}

void ProofFolder::finish(std::size_t formulas,
                         std::span<const std::vector<SatLiteral>> cases) const {
  if (!wanted()) return;
  std::string text;
  for (std::size_t k = 0; k < std::min(formulas, list_.size()); ++k) text += list_[k];
  write_file(path_ / "obligations.txt", text);
  if (cases.size() < 2) return;
  text.clear();
  for (std::size_t k = 0; k < cases.size(); ++k)
    text += fmt::format("case {}: {}\n", k + 1, fmt::join(cases[k], " "));
  write_file(path_ / "cases.txt", text);
}

}  // namespace zermelo::proof
