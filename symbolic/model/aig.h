// SPDX-License-Identifier: MIT
// And-inverter graphs: Boolean functions as circuits of two-input ANDs and negations. They are the
// form in which games become models (symbolic/model/model.h), whatever method is then applied to
// them.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace zermelo::symbolic {

// A node of an Aig, or its negation. As in the AIGER format: twice the node's number, plus one if
// negated; node 0 is false.
class Literal {
 public:
  constexpr Literal() = default;
  constexpr Literal(std::uint32_t node, bool negated) : code_(2 * node + (negated ? 1 : 0)) {}

  constexpr std::uint32_t node() const { return code_ >> 1; }
  constexpr bool negated() const { return (code_ & 1) != 0; }
  constexpr std::uint32_t code() const { return code_; }
  constexpr Literal operator!() const { return {node(), !negated()}; }
  constexpr auto operator<=>(const Literal&) const = default;

 private:
  std::uint32_t code_ = 0;
};

inline constexpr Literal false_literal{0, false};
inline constexpr Literal true_literal{0, true};

// Nodes are numbered so that an AND comes after its operands. Equal ANDs are one node.
class Aig {
 public:
  // A new input.
  Literal input();

  Literal land(Literal a, Literal b);
  Literal lor(Literal a, Literal b) { return !land(!a, !b); }
  Literal lxor(Literal a, Literal b) { return lor(land(a, !b), land(!a, b)); }
  Literal equal(Literal a, Literal b) { return !lxor(a, b); }
  // If `condition` then a, else b.
  Literal choose(Literal condition, Literal a, Literal b) {
    return lor(land(condition, a), land(!condition, b));
  }
  Literal all(std::span<const Literal> literals);
  Literal any(std::span<const Literal> literals);
  // Whether the number of true ones among `literals` is `number`. Its cone has about
  // number * literals.size() nodes.
  Literal exactly(std::span<const Literal> literals, int number);

  std::uint32_t size() const { return static_cast<std::uint32_t>(nodes_.size()); }
  std::uint32_t inputs() const { return inputs_; }
  bool is_input(std::uint32_t node) const { return nodes_[node].is_input; }
  // For an input: 0, 1, ... in the order in which inputs were made.
  std::uint32_t input_number(std::uint32_t node) const { return nodes_[node].a.code(); }
  bool is_and(std::uint32_t node) const { return node != 0 && !nodes_[node].is_input; }
  // Whether inputs are numbered in order, and every AND comes after its operands, is not a simpler
  // function, and is the only one with these operands.
  bool check() const;
  // The operands of an AND.
  Literal left(std::uint32_t node) const { return nodes_[node].a; }
  Literal right(std::uint32_t node) const { return nodes_[node].b; }

 private:
  struct AigNode {
    Literal a, b;
    bool is_input = false;
  };
  std::uint32_t inputs_ = 0;
  std::vector<AigNode> nodes_ = {AigNode{}};
  std::unordered_map<std::uint64_t, std::uint32_t> ands_;  // by their operands
};

// The values of all nodes for given values of the inputs.
std::vector<bool> evaluate(const Aig& aig, const std::vector<bool>& inputs);
inline bool value_of(const std::vector<bool>& values, Literal literal) {
  return values[literal.node()] != literal.negated();
}

// The same for 64 assignments at once (bit-parallel simulation): bit k of each word is of the k-th.
std::vector<std::uint64_t> simulate(const Aig& aig, std::span<const std::uint64_t> inputs);
inline constexpr std::size_t assignments_per_word = 64;
inline std::uint64_t value_of(const std::vector<std::uint64_t>& values, Literal literal) {
  return literal.negated() ? ~values[literal.node()] : values[literal.node()];
}

// Copies functions of one and-inverter graph into another, or in the same one with other functions
// in place of its inputs. What they share is copied once. Both graphs, which may be the same one,
// must outlive this object.
class AigCopier {
 public:
  AigCopier(const Aig& from, Aig& to);

  // Sets what stands for an input of `from`. To be called before the first copy that needs it.
  void set(Literal input, Literal value);
  // All inputs that the function depends on must be set.
  Literal operator()(Literal function);

 private:
  bool is_known(Literal literal) const { return known_[literal.node()]; }
  Literal copy_of(Literal literal) const {
    const Literal copy = copies_[literal.node()];
    return literal.negated() ? !copy : copy;
  }

  const Aig& from_;
  Aig& to_;
  std::vector<bool> known_;
  std::vector<Literal> copies_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace zermelo::symbolic
