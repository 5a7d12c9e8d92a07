// SPDX-License-Identifier: MIT
// Quantified Boolean formulas: a prefix of quantifier blocks, and a circuit as the matrix.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "symbolic/model/aig.h"

namespace zermelo::proof {

// Variables that belong together, such as the column of a move, least bit first.
struct QbfVariables {
  std::string name;  // "move 3 x"
  std::vector<symbolic::Literal> bits;
};

struct QbfBlock {
  bool universal = false;
  std::vector<QbfVariables> variables;
};

// Closed and prenex. Every input of the graph is in one block; blocks alternate.
struct Qbf {
  symbolic::Aig aig;
  std::vector<QbfBlock> prefix;  // the outermost first
  symbolic::Literal matrix;

  // Adds variables to the innermost block if that has the same quantifier, otherwise to a new block
  // inside it.
  std::vector<symbolic::Literal> add(bool universal, const std::string& name, std::size_t bits);
};

struct QbfSize {
  std::uint64_t gates = 0;      // with any number of inputs, as in QCIR
  std::uint64_t variables = 0;  // in QDIMACS
  std::uint64_t clauses = 0;
  std::uint64_t blocks = 0, universals = 0;  // in QDIMACS
};
QbfSize size_of(const Qbf& formula);

// As a text in the format QCIR-G14, cleansed: Jordan, Klieber and Seidl, "Non-CNF QBF Solving with
// QCIR" (2016). Comments name the variables.
std::string to_qcir(const Qbf& formula);

// In conjunctive normal form, where every gate that needs a variable has one in an innermost block.
struct QdimacsText {
  std::string text;
  // The variable of each input, by the input's number.
  std::vector<int> inputs;
};
QdimacsText to_qdimacs(const Qbf& formula);

}  // namespace zermelo::proof
