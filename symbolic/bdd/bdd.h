// SPDX-License-Identifier: MIT
// Binary decision diagrams, over Sylvan or BuDDy, whichever the library was built with
// (ZERMELO_BDD). Nothing else in the library distinguishes between the two.
//
// A set of states is a Boolean function of the state variables 0, 1, ..., n-1. Each has a current
// copy, at level 2k of the diagrams, and a next one, at level 2k+1, for relations. With
// BddOptions::reorder a level is a variable's name, and no longer its place in the order.
//
// There is one manager at a time in a process, and everything here is for one thread, though the
// library underneath may use more. All functions throw OutOfNodes if the manager's memory does not
// suffice, where that can be survived; with Sylvan, the process ends when its table is full: see
// symbolic/bdd/isolated.h.
#pragma once

#include <compare>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "gen/error.h"

namespace zermelo::symbolic {

// The diagrams do not fit into the allowed memory.
class OutOfNodes : public OutOfMemory {
 public:
  explicit OutOfNodes(std::uint64_t memory);
};

// "Sylvan" or "BuDDy".
std::string bdd_library();
// Whether a node also stands for its negation (Sylvan), so that there are fewer nodes.
bool has_complement_edges();

struct BddOptions {
  std::uint64_t memory = std::uint64_t{1} << 30;  // bytes for nodes and caches together
  int threads = 1;                                // used by Sylvan only
  // The nodes of the first table, which grows when a collection finds too few dead ones in it. 0
  // means a million with BuDDy; with Sylvan it is a share of the memory, whatever this says. (A
  // small number makes collections come often, for tests of what they do.)
  int first_nodes = 0;
  // Whether any operation may change the order of the variables, so that there are fewer nodes
  // (sifting: R. Rudell, "Dynamic Variable Ordering for Ordered Binary Decision Diagrams", ICCAD
  // 1993). The first time is when the first table is full, which is then smaller if `first_nodes`
  // does not say otherwise. Only BuDDy can do it. What relies on the order, as FrozenBdd and
  // count_states do, needs a manager without it.
  bool reorder = false;
};

// Holds all diagrams. All of them must be destroyed before it is.
class BddManager {
 public:
  // `variables`: the number of state variables, at least 1.
  explicit BddManager(int variables, const BddOptions& options = {});
  ~BddManager();
  BddManager(const BddManager&) = delete;
  BddManager& operator=(const BddManager&) = delete;
};

// Whether operations may change the order of the variables: then the children of a node, and the
// numbers of nodes that no Bdd holds, are no longer the same after any operation.
bool may_reorder();

// The library's own threads sleep while this lives. For long stretches in which diagrams are only
// read: the threads would search for work and take as much processor time as the reading does.
// Waking them takes a while, so it is not for short stretches.
class WorkersAsleep {
 public:
  WorkersAsleep();
  ~WorkersAsleep();  // NOLINT(performance-trivially-destructible): Sylvan has threads to wake
  WorkersAsleep(const WorkersAsleep&) = delete;
  WorkersAsleep& operator=(const WorkersAsleep&) = delete;
};

// What a node refers to, as long as some Bdd holds it: equal functions have equal numbers. A map
// may have them as keys while there is no operation, or while Bdds hold all of its keys; otherwise
// a garbage collection gives the numbers of released nodes to other functions.
using NodeRef = std::uint64_t;

// A Boolean function. A value: copying is cheap.
class Bdd {
 public:
  Bdd();  // false
  Bdd(const Bdd& other);
  Bdd(Bdd&& other) noexcept;
  Bdd& operator=(const Bdd& other);
  Bdd& operator=(Bdd&& other) noexcept;
  ~Bdd();

  static Bdd constant(bool value);
  // Whether the variable at a level (not a state variable's number) has this value.
  static Bdd literal(int level, bool value = true);

  bool is_false() const { return *this == constant(false); }
  bool is_true() const { return *this == constant(true); }
  NodeRef root() const { return root_; }

  friend bool operator==(const Bdd& a, const Bdd& b) { return a.root_ == b.root_; }

  Bdd operator!() const;
  friend Bdd operator&(const Bdd& a, const Bdd& b);
  friend Bdd operator|(const Bdd& a, const Bdd& b);
  friend Bdd operator^(const Bdd& a, const Bdd& b);
  // a and not b.
  friend Bdd operator-(const Bdd& a, const Bdd& b);
  Bdd& operator&=(const Bdd& other) { return *this = *this & other; }
  Bdd& operator|=(const Bdd& other) { return *this = *this | other; }
  Bdd& operator-=(const Bdd& other) { return *this = *this - other; }

 private:
  friend struct BddAccess;
  explicit Bdd(NodeRef root);  // takes a share in it

  NodeRef root_;
};

// If `condition` then a, else b.
Bdd ite(const Bdd& condition, const Bdd& a, const Bdd& b);

// Variables by level, for quantifying: the conjunction of their literals.
Bdd variables_at(std::span<const int> levels);
// `variables` is from variables_at.
Bdd exists(const Bdd& f, const Bdd& variables);
Bdd for_all(const Bdd& f, const Bdd& variables);
// exists(a & b, variables), in one pass.
Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& variables);
// f with the variables of a conjunction of literals set to the values that it gives.
Bdd cofactor(const Bdd& f, const Bdd& literals);

// A function, often with a smaller diagram, that is f where `care` is true and anything elsewhere
// (O. Coudert, J.-C. Madre, "A Unified Framework for the Formal Verification of Sequential
// Circuits", ICCAD 1990: restrict).
Bdd simplify(const Bdd& f, const Bdd& care);

// The variables at the levels replaced by functions, all at once.
Bdd compose(const Bdd& f, std::span<const int> levels, std::span<const Bdd> functions);

// f with every current variable replaced by its next copy; f has no next variables.
Bdd to_next(const Bdd& f);
// f with every next variable replaced by its current copy; f has no current variables that would
// collide with these.
Bdd to_current(const Bdd& f);

// Steps from states to states. State variables that it does not name keep their values.
class Relation {
 public:
  Relation() = default;
  // `steps` is a function of the current and next copies of the state variables `variables`, which
  // must include all of its support.
  Relation(Bdd steps, std::vector<int> variables);

  const Bdd& steps() const { return steps_; }
  const std::vector<int>& variables() const { return variables_; }

 private:
  friend struct BddAccess;
  Bdd steps_;
  std::vector<int> variables_;
  Bdd current_, next_, both_;      // their levels
  std::shared_ptr<void> to_next_;  // for BuDDy: from the current copies to the next
};

// The states that a step from `states` leads to.
Bdd image(const Bdd& states, const Relation& relation);
// The states from which some step leads to `states`.
Bdd preimage(const Relation& relation, const Bdd& states);
// The states from which no step leads out of `states`, including those without any step.
Bdd all_preimage(const Relation& relation, const Bdd& states);

// The number of nodes of f, or of all functions together, including terminals: one with complement
// edges, two without (one for a constant).
std::uint64_t node_count(const Bdd& f);
std::uint64_t node_count(std::span<const Bdd> functions);
// The same as a library with complement edges would count them, whichever library this is: a
// function and its negation once, and one terminal. (Complement edges share the nodes of exactly
// these, so the number depends on the functions and the order of the variables alone.)
std::uint64_t complemented_node_count(const Bdd& f);
std::uint64_t complemented_node_count(std::span<const Bdd> functions);
// The number of nodes currently in use, including dead ones that have not been collected.
std::uint64_t nodes_in_use();

// A node: `low` where its variable is false. Not for a constant.
struct Node {
  int level;
  NodeRef low, high;
};
bool is_constant(NodeRef node);
bool constant_value(NodeRef node);
Node node_at(NodeRef node);
// The node without the negation that a reference may carry.
NodeRef without_negation(NodeRef node);

}  // namespace zermelo::symbolic
