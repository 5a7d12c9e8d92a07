// SPDX-License-Identifier: MIT
// The facade over Sylvan (van Dijk, van de Pol, "Sylvan: multi-core framework for decision
// diagrams", STTT 2017). Negation is a bit of the reference.
#include <sylvan.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "symbolic/bdd/bdd.h"

// Sylvan's functions are macros that start tasks of its scheduler.
using namespace sylvan;  // NOLINT

namespace zermelo::symbolic {

struct BddAccess {
  static Bdd make(BDD root) { return Bdd(static_cast<NodeRef>(root)); }
  static BDD root_of(const Bdd& f) { return f.root_; }
  static BDD both(const Relation& r) { return r.both_.root_; }
};

namespace {

constexpr auto make = BddAccess::make;
constexpr auto root_of = BddAccess::root_of;

// The table of nodes starts at half of its maximum size, since all cached results are lost whenever
// it grows. The cache of results starts small and doubles whenever the table is full: as long as it
// is small, it is in the processor's cache.
void set_sizes(std::uint64_t memory) {
  constexpr std::uint64_t node_bytes = 24, result_bytes = 36, least = 1 << 16;
  constexpr std::uint64_t nodes_a_result = 2, first_results_share = 16;
  const std::uint64_t nodes =
      std::bit_floor(std::max(memory / (node_bytes + result_bytes / nodes_a_result), least));
  const std::uint64_t results = nodes / nodes_a_result;
  sylvan_set_sizes(nodes / 2, nodes, results / first_results_share, results);
}

// The next copies of the current variables, and the reverse.
BDDMAP to_next_map = sylvan_false, to_current_map = sylvan_false;

int sleep_requests = 0;

}  // namespace

std::string bdd_library() { return "Sylvan"; }
bool has_complement_edges() { return true; }

// --- Manager -------------------------------------------------------------------------------------

BddManager::BddManager(int variables, const BddOptions& options) {
  lace_start(static_cast<unsigned>(std::max(options.threads, 1)), 0);
  set_sizes(options.memory);
  sylvan_init_package();
  sylvan_init_bdd();
  to_next_map = to_current_map = sylvan_map_empty();
  sylvan_protect(&to_next_map);
  sylvan_protect(&to_current_map);
  for (int k = variables - 1; k >= 0; --k) {
    const auto current = static_cast<BDDVAR>(2 * k), next = current + 1;
    to_next_map = sylvan_map_add(to_next_map, current, sylvan_ithvar(next));
    to_current_map = sylvan_map_add(to_current_map, next, sylvan_ithvar(current));
  }
}

BddManager::~BddManager() {
  sylvan_unprotect(&to_next_map);
  sylvan_unprotect(&to_current_map);
  sylvan_quit();
  lace_stop();
}

// Sylvan has no reordering.
bool may_reorder() { return false; }

// Suspending twice would hang.
WorkersAsleep::WorkersAsleep() {
  if (sleep_requests++ == 0) lace_suspend();
}
WorkersAsleep::~WorkersAsleep() {
  if (--sleep_requests == 0) lace_resume();
}

// --- Functions -----------------------------------------------------------------------------------

Bdd::Bdd() : root_(sylvan_false) {}
Bdd::Bdd(NodeRef root) : root_(root) { sylvan_ref(root_); }
Bdd::Bdd(const Bdd& other) : Bdd(other.root_) {}
Bdd::Bdd(Bdd&& other) noexcept : root_(std::exchange(other.root_, sylvan_false)) {}
Bdd& Bdd::operator=(const Bdd& other) { return *this = Bdd(other); }
Bdd& Bdd::operator=(Bdd&& other) noexcept {
  std::swap(root_, other.root_);
  return *this;
}
Bdd::~Bdd() {
  if (!sylvan_isconst(root_)) sylvan_deref(root_);
}

Bdd Bdd::constant(bool value) { return make(value ? sylvan_true : sylvan_false); }
Bdd Bdd::literal(int level, bool value) {
  const auto variable = static_cast<BDDVAR>(level);
  return make(value ? sylvan_ithvar(variable) : sylvan_nithvar(variable));
}

Bdd Bdd::operator!() const { return make(sylvan_not(root_)); }
Bdd operator&(const Bdd& a, const Bdd& b) { return make(sylvan_and(root_of(a), root_of(b))); }
Bdd operator|(const Bdd& a, const Bdd& b) { return make(sylvan_or(root_of(a), root_of(b))); }
Bdd operator^(const Bdd& a, const Bdd& b) { return make(sylvan_xor(root_of(a), root_of(b))); }
Bdd operator-(const Bdd& a, const Bdd& b) { return make(sylvan_diff(root_of(a), root_of(b))); }

Bdd ite(const Bdd& condition, const Bdd& a, const Bdd& b) {
  return make(sylvan_ite(root_of(condition), root_of(a), root_of(b)));
}

Bdd simplify(const Bdd& f, const Bdd& care) {
  return make(sylvan_restrict(root_of(f), root_of(care)));
}

Bdd compose(const Bdd& f, std::span<const int> levels, std::span<const Bdd> functions) {
  assert(levels.size() == functions.size());
  // (The map is a diagram, too, so it must be protected while it is used.)
  BDDMAP map = sylvan_map_empty();
  mtbdd_protect(&map);
  for (std::size_t k = 0; k < levels.size(); ++k)
    map = sylvan_map_add(map, static_cast<std::uint32_t>(levels[k]), root_of(functions[k]));
  const Bdd result = make(sylvan_compose(root_of(f), map));
  mtbdd_unprotect(&map);
  return result;
}

Bdd variables_at(std::span<const int> levels) {
  std::vector<BDDVAR> copy(levels.begin(), levels.end());
  return make(sylvan_set_fromarray(copy.data(), copy.size()));
}
Bdd exists(const Bdd& f, const Bdd& variables) {
  return make(sylvan_exists(root_of(f), root_of(variables)));
}
Bdd for_all(const Bdd& f, const Bdd& variables) {
  return make(sylvan_forall(root_of(f), root_of(variables)));
}
Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& variables) {
  return make(sylvan_and_exists(root_of(a), root_of(b), root_of(variables)));
}
// Coudert and Madre's "constrain" by a conjunction of literals is the cofactor.
Bdd cofactor(const Bdd& f, const Bdd& literals) {
  return make(sylvan_constrain(root_of(f), root_of(literals)));
}

Bdd to_next(const Bdd& f) { return make(sylvan_compose(root_of(f), to_next_map)); }
Bdd to_current(const Bdd& f) { return make(sylvan_compose(root_of(f), to_current_map)); }

// --- Relations -----------------------------------------------------------------------------------

Relation::Relation(Bdd steps, std::vector<int> variables)
    : steps_(std::move(steps)), variables_(std::move(variables)) {
  std::vector<int> both;
  for (const int k : variables_) both.insert(both.end(), {2 * k, 2 * k + 1});
  both_ = variables_at(both);
}

Bdd image(const Bdd& states, const Relation& relation) {
  return make(
      sylvan_relnext(root_of(states), root_of(relation.steps()), BddAccess::both(relation)));
}

Bdd preimage(const Relation& relation, const Bdd& states) {
  return make(
      sylvan_relprev(root_of(relation.steps()), root_of(states), BddAccess::both(relation)));
}

// --- Nodes ---------------------------------------------------------------------------------------

std::uint64_t nodes_in_use() {
  std::size_t filled = 0, total = 0;
  sylvan_table_usage(&filled, &total);
  return filled;
}

bool is_constant(NodeRef node) { return sylvan_isconst(node); }
bool constant_value(NodeRef node) { return node == sylvan_true; }
NodeRef without_negation(NodeRef node) { return node & ~sylvan_complement; }
Node node_at(NodeRef node) {
  assert(!is_constant(node) && sylvan_low(node) != sylvan_high(node));
  return {static_cast<int>(sylvan_var(node)), sylvan_low(node), sylvan_high(node)};
}

}  // namespace zermelo::symbolic
