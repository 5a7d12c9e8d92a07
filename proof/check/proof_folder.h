// SPDX-License-Identifier: MIT
// The folder into which a check writes its formulas and their proofs. It holds the whole proof of
// one claim or nothing: a claim that turns out to be false leaves no formula behind that might be
// taken for a part of a proof.
#pragma once

#include <cstddef>
#include <filesystem>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "proof/sat/cnf.h"

namespace zermelo::proof {

// All members may be called by several threads; the last of them calls finish(). They throw
// FileError.
class ProofFolder {
 public:
  // Creates the folder, and removes the files in it that the list of an earlier check names. With
  // an empty path nothing is written.
  explicit ProofFolder(const std::string& path);
  ProofFolder(const ProofFolder&) = delete;
  ProofFolder& operator=(const ProofFolder&) = delete;
  // Removes what was written, and the folder if it is new, unless finish() was called.
  ~ProofFolder();
  bool wanted() const { return !path_.empty(); }

  // Writes formula `number`, counted from 1, which is about `text`. Returns the path of the proof
  // that is to be written.
  std::string add(std::size_t number, const std::string& text, const Cnf& cnf);
  // To be called when all formulas have their proofs. Writes obligations.txt, a list of them; and,
  // if there are several cases, cases.txt: what is true in each, in the numbers of the formulas.
  void finish(std::span<const std::vector<SatLiteral>> cases);

 private:
  struct Formula {
    std::string name;  // of its files
    std::string text;
  };

  std::filesystem::path path_;
  bool is_new_ = false;  // the folder was not there before
  bool finished_ = false;
  std::mutex mutex_;
  std::vector<Formula> list_;
};

}  // namespace zermelo::proof
