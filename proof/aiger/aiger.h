// SPDX-License-Identifier: MIT
// Reads and writes AIGER files, in which tools that check hardware exchange and-inverter graphs:
// version 1.9, in its ASCII form ("aag") and its binary one ("aig"). Source: Biere, "The AIGER
// And-Inverter Graph (AIG) Format Version 20071012"; Biere, Heljanko and Wieringa, "AIGER 1.9 And
// Beyond", FMV report 11/2, 2011.
//
// A literal is twice a variable's number, plus one if negated; variable 0 is false. That is also
// how symbolic::Literal is coded. Any thread may call any of these functions; a graph or file that
// is being changed belongs to one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "symbolic/model/aig.h"

namespace zermelo::proof {

// How many variables a file can have here, and the largest number of one in it. The format knows
// no limit; with this one every literal and its double fit 32 bits.
inline constexpr std::uint32_t max_aiger_variables = std::uint32_t{1} << 28;

struct AigerLatch {
  // The value before the first step.
  enum class Reset : std::uint8_t { zero, one, uninitialized };

  std::uint32_t next = 0;  // the literal whose value it has one step later
  Reset reset = Reset::zero;
  bool operator==(const AigerLatch&) const = default;
};

struct AigerAnd {
  std::uint32_t left = 0, right = 0;  // literals; the larger one is left
  bool operator==(const AigerAnd&) const = default;
};

// By position: 0, 1, ... in the list of what has the name. There is an entry only where the file
// has a symbol, so a long list without names takes no room. Names are printable ASCII, and may be
// empty.
using AigerNames = std::map<std::uint32_t, std::string>;

// What a file says, of either form. Variables are numbered as in binary files: 1 to I are the
// inputs, then come the latches, then the ANDs, each after what it is of.
struct AigerFile {
  std::uint32_t inputs = 0;
  std::vector<AigerLatch> latches;
  std::vector<AigerAnd> ands;
  // Literals.
  std::vector<std::uint32_t> outputs, bad, constraints, fairness;
  std::vector<std::vector<std::uint32_t>> justice;
  AigerNames input_names, latch_names, output_names, bad_names, constraint_names, justice_names,
      fairness_names;
  std::vector<std::string> comments;  // lines, without their ends

  // How many there are, the constant not counted: also the number of the last one.
  std::uint32_t variables() const {
    return inputs + static_cast<std::uint32_t>(latches.size() + ands.size());
  }
  // `number`: 0, 1, ... in the list.
  std::uint32_t input_literal(std::uint32_t number) const { return 2 * (1 + number); }
  std::uint32_t latch_literal(std::uint32_t number) const { return input_literal(inputs + number); }
  std::uint32_t and_literal(std::uint32_t number) const {
    return latch_literal(static_cast<std::uint32_t>(latches.size()) + number);
  }

  // Whether there are no more variables than can be, every literal is of a variable that there is,
  // every AND comes after what it is of and has the larger literal on its left, names belong to
  // something and are printable, and no comment has an end of a line in it.
  bool check() const;
  bool operator==(const AigerFile&) const = default;
};

// Reads either form; the header tells which. Throws SyntaxError: "line 3: ..." for a file in ASCII,
// "byte 17: ..." (counted from 0) for a binary one, with what was expected and what is there.
//
// ASCII files may number their variables as they like, and have their ANDs in any order: variables
// get new numbers then, and ANDs keep their order as far as it can be. Nothing is tolerated that
// the reports do not allow, except that the last comment may lack the end of its line, and that
// after the symbols a line that begins with # begins the comments, too, as the synthesis
// competition's status does ("#!SYNTCOMP").
// What is taken of the memory depends on how long the file is, not on what it promises.
AigerFile parse_aiger(std::string_view bytes);

// Both read back as the same file. `file` must pass its check.
std::string format_aiger_ascii(const AigerFile& file);
std::string format_aiger_binary(const AigerFile& file);

// Appends the file's ANDs to `aig`. `inputs` are the literals of `aig`, of whatever kind, that
// stand for the file's inputs and then for its latches, in order. Returns the literal of every
// variable of the file, variable 0 included; aiger_literal finds others. `file` must pass its
// check.
std::vector<symbolic::Literal> add_to_graph(const AigerFile& file, symbolic::Aig& aig,
                                            std::span<const symbolic::Literal> inputs);
// What a literal of the file is in the graph, where `variables` is what add_to_graph returned.
inline symbolic::Literal aiger_literal(std::span<const symbolic::Literal> variables,
                                       std::uint32_t literal) {
  const symbolic::Literal variable = variables[literal / 2];
  return literal % 2 != 0 ? !variable : variable;
}

// The inverse: a file with `outputs`, what they are of, and no latches. `inputs` are different
// inputs of `aig` (not negated), in the order that they are to have in the file, which has them
// all; those that the outputs depend on must be among them. Takes time and memory for all of `aig`.
AigerFile cone_of(const symbolic::Aig& aig, std::span<const symbolic::Literal> inputs,
                  std::span<const symbolic::Literal> outputs);

// A file of that form with its last inputs, so many, as latches that begin at 0, and its last
// outputs as what they become.
AigerFile with_latches(AigerFile file, std::size_t latches);

}  // namespace zermelo::proof
