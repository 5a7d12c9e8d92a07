// SPDX-License-Identifier: MIT
#include "tests/reference/plain_qbf.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "symbolic/bdd/bdd.h"

namespace zermelo::test {
namespace {

using symbolic::Bdd;

// The whole numbers of a line, in order.
std::vector<int> numbers_in(const std::string& line) {
  std::vector<int> result;
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] != '-' && std::isdigit(static_cast<unsigned char>(line[at])) == 0) {
      ++at;
      continue;
    }
    std::size_t length = 0;
    result.push_back(std::stoi(line.substr(at), &length));
    at += length;
  }
  return result;
}

struct Block {
  bool universal;
  std::vector<int> variables;
};

}  // namespace

bool is_true_qcir(const std::string& text) {
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  if (!line.starts_with("#QCIR-G14 ")) throw std::runtime_error("no head of QCIR-G14: " + line);
  const int most = numbers_in(line.substr(9)).at(0);
  std::vector<Block> prefix;
  std::vector<std::string> gates;
  int output = 0;
  while (std::getline(lines, line)) {
    if (line.starts_with('#')) continue;
    if (line.starts_with("exists(") || line.starts_with("forall("))
      prefix.push_back({line[0] == 'f', numbers_in(line)});
    else if (line.starts_with("output("))
      output = numbers_in(line).at(0);
    else
      gates.push_back(line);
  }

  int variables = 0;
  for (const Block& block : prefix) variables += static_cast<int>(block.variables.size());
  const symbolic::BddManager manager(std::max(variables, 1),
                                     {.memory = std::uint64_t{1} << 26, .threads = 1});
  std::map<int, Bdd> functions;
  std::vector<std::vector<int>> levels;
  int level = 0;
  for (const Block& block : prefix) {
    levels.emplace_back();
    for (const int variable : block.variables) {
      levels.back().push_back(2 * level);  // (the odd ones are next copies)
      if (!functions.emplace(variable, Bdd::literal(2 * level)).second || variable > most)
        throw std::runtime_error("a variable twice, or too large");
      ++level;
    }
  }
  const auto value = [&](int literal) {
    const Bdd& function = functions.at(std::abs(literal));
    return literal < 0 ? !function : function;
  };
  for (const std::string& gate : gates) {
    const std::vector<int> all = numbers_in(gate);
    if (gate.find("= and(") == std::string::npos) throw std::runtime_error("no gate: " + gate);
    Bdd function = Bdd::constant(true);
    for (std::size_t k = 1; k < all.size(); ++k) function &= value(all[k]);
    if (!functions.emplace(all.at(0), function).second || all[0] > most)
      throw std::runtime_error("a gate twice, or too large");
  }
  Bdd matrix = value(output);
  for (std::size_t k = prefix.size(); k-- > 0;) {
    const Bdd block = symbolic::variables_at(levels[k]);
    matrix = prefix[k].universal ? for_all(matrix, block) : exists(matrix, block);
  }
  return matrix.is_true();
}

}  // namespace zermelo::test
