// SPDX-License-Identifier: MIT
#include "proof/check/proof_folder.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <fstream>
#include <system_error>
#include <utility>

#include "gen/error.h"

namespace zermelo::proof {
namespace {

constexpr const char* list_name = "obligations.txt";
constexpr const char* cases_name = "cases.txt";

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

// --- What an earlier check left ------------------------------------------------------------------

// Accepts only names that file_name makes, so that nothing else is removed, whatever a list says.
bool is_file_name(const std::string& name) {
  constexpr std::size_t digits = 3;
  return name.size() > digits &&
         std::ranges::all_of(
             name,
             [](char c) { return c == '-' || std::isalnum(static_cast<unsigned char>(c)) != 0; }) &&
         std::all_of(name.begin(), name.begin() + digits,
                     [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; });
}

void remove_file(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::remove(path, error);
  if (error)
    throw FileError(fmt::format("{} cannot be removed: {}.", path.string(), error.message()));
}

void remove_files(const std::filesystem::path& folder, const std::string& name) {
  remove_file(folder / (name + ".cnf"));
  remove_file(folder / (name + ".drat"));
}

// (The list is removed first: if this is interrupted, the files that are left do not prove anything
// without it.)
void remove_earlier(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::ifstream list(folder / list_name);
  for (std::string line; std::getline(list, line);) {
    std::string name = line.substr(0, line.find(' '));
    if (is_file_name(name)) names.push_back(std::move(name));
  }
  list.close();
  remove_file(folder / list_name);
  remove_file(folder / cases_name);
  for (const std::string& name : names) remove_files(folder, name);
}

}  // namespace

ProofFolder::ProofFolder(const std::string& path) : path_(path) {
  if (path.empty()) return;
  std::error_code error;
  is_new_ = std::filesystem::create_directories(path_, error);
  if (error)
    throw FileError(fmt::format("The folder {} cannot be created: {}.", path, error.message()));
  if (!is_new_) remove_earlier(path_);
}

// (Files that cannot be removed stay; without a list they do not count.)
ProofFolder::~ProofFolder() {
  if (!wanted() || finished_) return;
  std::error_code ignored;
  for (const Formula& formula : list_) {
    std::filesystem::remove(path_ / (formula.name + ".cnf"), ignored);
    std::filesystem::remove(path_ / (formula.name + ".drat"), ignored);
  }
  std::filesystem::remove(path_ / cases_name, ignored);
  std::filesystem::remove(path_ / list_name, ignored);
  if (is_new_) std::filesystem::remove(path_, ignored);
}

std::string ProofFolder::add(std::size_t number, const std::string& text, const Cnf& cnf) {
  assert(cnf.check());
  const std::string name = file_name(number, text);
  {
    const std::lock_guard lock(mutex_);
    list_.resize(std::max(list_.size(), number));
    list_[number - 1] = {name, text};
  }
  write_file(path_ / (name + ".cnf"), cnf.dimacs());
  return (path_ / (name + ".drat")).string();
}

void ProofFolder::finish(std::span<const std::vector<SatLiteral>> cases) {
  if (!wanted()) return;
  std::string text;
  if (cases.size() > 1) {
    for (std::size_t k = 0; k < cases.size(); ++k)
      text += fmt::format("case {}: {}\n", k + 1, fmt::join(cases[k], " "));
    write_file(path_ / cases_name, text);
    text.clear();
  }
  for (const Formula& formula : list_) text += fmt::format("{}  {}\n", formula.name, formula.text);
  write_file(path_ / list_name, text);
  finished_ = true;
}

}  // namespace zermelo::proof
