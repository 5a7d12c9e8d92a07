// SPDX-License-Identifier: MIT
// Reads the key=value pairs that choose a game's size and rules.
#pragma once

#include <map>
#include <span>
#include <string>
#include <vector>

namespace zermelo {

// All members throw UsageError with the game, the key and what it may be.
class ParameterReader {
 public:
  // `known` are the keys that the game has. All of `values` must be among them.
  ParameterReader(std::string game, const std::map<std::string, std::string>& values,
                  const std::vector<std::string>& known);

  // A number from `low` to `high`; `otherwise` if the key is absent.
  int number(const std::string& key, int low, int high, int otherwise) const;
  // The number of a word among `words`; 0 if the key is absent.
  int choice(const std::string& key, const std::vector<std::string>& words) const;

 private:
  std::string game_;
  const std::map<std::string, std::string>& values_;
};

}  // namespace zermelo
