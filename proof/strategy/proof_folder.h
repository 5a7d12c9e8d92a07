// SPDX-License-Identifier: MIT
// The folder into which a check writes its formulas and their proofs.
#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "proof/sat/cnf.h"

namespace zermelo::proof {

// All members may be called by several threads, finish() by the last. They throw FileError.
class ProofFolder {
 public:
  // The folder is made. An empty path: nothing is wanted.
  explicit ProofFolder(const std::string& path);
  bool wanted() const { return !path_.empty(); }

  // Writes formula `number`, counted from 1, which is about `text`. Returns the path of the proof
  // that is to be written.
  std::string add(std::size_t number, const std::string& text, const Cnf& cnf);
  // Writes obligations.txt, a list of the formulas up to that number; and if there are several
  // cases, cases.txt: what is true in each, in the numbers of the formulas.
  void finish(std::size_t formulas, std::span<const std::vector<SatLiteral>> cases) const;

 private:
  std::filesystem::path path_;
  std::mutex mutex_;
  std::vector<std::string> list_;
};

}  // namespace zermelo::proof
