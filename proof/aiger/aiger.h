// SPDX-License-Identifier: MIT
// Reads and writes AIGER files, in which tools that check hardware exchange and-inverter graphs:
// version 1.9, in its ASCII form ("aag") and its binary one ("aig"). Source: Biere, "The AIGER
// And-Inverter Graph (AIG) Format Version 20071012"; Biere, Heljanko and Wieringa, "AIGER 1.9 And
// Beyond", FMV report 11/2, 2011.
//
// A literal is twice a variable's number, plus one if negated; variable 0 is false. That is also
// how symbolic::Literal is coded. Any thread may call any of these functions; a graph or file that
// is being changed must be used by only one.
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

// How many variables a file can have here, and the largest variable number in it. The format has no
// limit; with this one every literal and its double fit into 32 bits.
inline constexpr std::uint32_t max_aiger_variables = std::uint32_t{1} << 28;

struct AigerLatch {
  // The value before the first step.
  enum class Reset : std::uint8_t { zero, one, uninitialized };

  std::uint32_t next = 0;  // the literal whose value the latch has one step later
  Reset reset = Reset::zero;
  bool operator==(const AigerLatch&) const = default;
};

struct AigerAnd {
  std::uint32_t left = 0, right = 0;  // literals; the larger one is left
  bool operator==(const AigerAnd&) const = default;
};

// Names by position: 0, 1, ... in the list of the named things. There is an entry only where the
// file has a symbol, so a long list without names takes no room. Names are printable ASCII, and may
// be empty.
using AigerNames = std::map<std::uint32_t, std::string>;

// The contents of a file of either form. Variables are numbered as in binary files: 1 to I are the
// inputs, then come the latches, then the ANDs, each after its operands.
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

  // The number of variables, not counting the constant; this is also the number of the last one.
  std::uint32_t variables() const {
    return inputs + static_cast<std::uint32_t>(latches.size() + ands.size());
  }
  // `number`: 0, 1, ... in the list.
  std::uint32_t input_literal(std::uint32_t number) const { return 2 * (1 + number); }
  std::uint32_t latch_literal(std::uint32_t number) const { return input_literal(inputs + number); }
  std::uint32_t and_literal(std::uint32_t number) const {
    return latch_literal(static_cast<std::uint32_t>(latches.size()) + number);
  }

  // Whether there are no more variables than allowed, every literal is of an existing variable,
  // every AND comes after its operands and has the larger literal on its left, names belong to
  // something and are printable, and no comment contains an end of a line.
  bool check() const;
  bool operator==(const AigerFile&) const = default;
};

// Reads either form; the header tells which. Throws SyntaxError: "line 3: ..." for a file in ASCII,
// "byte 17: ..." (counted from 0) for a binary one, with what was expected and what was found.
//
// ASCII files may number their variables as they like, and have their ANDs in any order: variables
// then get new numbers, and ANDs keep their order as far as possible. Nothing is tolerated that the
// reports do not allow, except that the last comment may lack the end of its line, and that after
// the symbols the comments may also begin with a line that begins with #, as the synthesis
// competition's status does ("#!SYNTCOMP"). The memory that is used depends on the length of the
// file, not on what it promises.
AigerFile parse_aiger(std::string_view bytes);

// Reading the result of either gives the same file again. `file` must pass its check.
std::string format_aiger_ascii(const AigerFile& file);
std::string format_aiger_binary(const AigerFile& file);

enum class AigerForm { ascii, binary };
inline std::string format_aiger(const AigerFile& file, AigerForm form) {
  return form == AigerForm::ascii ? format_aiger_ascii(file) : format_aiger_binary(file);
}

// Appends the file's ANDs to `aig`. `inputs` are the literals of `aig`, of any kind, that stand for
// the file's inputs and then for its latches, in order. Returns the literal of every variable of
// the file, variable 0 included; aiger_literal finds others. `file` must pass its check.
std::vector<symbolic::Literal> add_to_graph(const AigerFile& file, symbolic::Aig& aig,
                                            std::span<const symbolic::Literal> inputs);
// The literal of the graph for a literal of the file, where `variables` is what add_to_graph
// returned.
inline symbolic::Literal aiger_literal(std::span<const symbolic::Literal> variables,
                                       std::uint32_t literal) {
  const symbolic::Literal variable = variables[literal / 2];
  return literal % 2 != 0 ? !variable : variable;
}

// The inverse: a file with `outputs`, what they depend on, and no latches. `inputs` are distinct
// inputs of `aig` (not negated), in the order that they are to have in the file, which contains
// them all; those that the outputs depend on must be among them. Takes time and memory for all of
// `aig`.
AigerFile cone_of(const symbolic::Aig& aig, std::span<const symbolic::Literal> inputs,
                  std::span<const symbolic::Literal> outputs);

// Turns the given number of last inputs of such a file into latches that begin at 0, with its last
// outputs as their next values.
AigerFile with_latches(AigerFile file, std::size_t latches);

}  // namespace zermelo::proof
