// SPDX-License-Identifier: MIT
// The facade over BuDDy (Lind-Nielsen, "BuDDy: A BDD package"), which numbers nodes with ints, 0
// and 1 being the constants.
#include <bdd.h>
// The header's C++ layer hides these functions behind a class that gives no access to a node's
// number.
#undef bdd_init
#undef bdd_ithvar
#undef bdd_nithvar
#undef bdd_makeset

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

#include "symbolic/bdd/bdd.h"
#include "symbolic/bdd/compose_by_nodes.h"

namespace zermelo::symbolic {
namespace {

// A node takes 20 bytes, an entry of each of the six operation caches 24.
constexpr std::uint64_t node_bytes = 20, cache_entry_bytes = 6 * 24;
constexpr int nodes_per_cache_entry = 16;
constexpr std::uint64_t most_numbers = 2'000'000'000;  // ints
constexpr int first_nodes = 1 << 17;  // (small games have thousands of nodes; the table doubles)
constexpr int first_nodes_with_reordering = 20'000;  // (it is time to reorder when they are full)

std::uint64_t memory_allowed = 0;
int most_nodes = 0;
bool reorders = false;  // whether operations may
bool is_reordering = false;
// Whether an error has left the table in the middle of a reordering: nothing in it can be used any
// more, not even to release it.
bool is_broken = false;
bddPair *all_to_next = nullptr, *all_to_current = nullptr;

[[noreturn]] void fail(int code) {
  is_broken = is_reordering;
  bdd_clear_error();
  if (code == BDD_NODENUM || code == BDD_MEMORY) throw OutOfNodes(memory_allowed);
  throw Error(std::string("BuDDy: ") + bdd_errstring(code) + ".");
}

int node_of(NodeRef ref) { return static_cast<int>(ref); }

// Called after a collection if the table cannot grow any more and nearly all of it is in use: what
// follows would be collections that find hardly anything, and then failure anyway.
void give_up_when_full(int before, bddGbcStat* after) {
  const bool is_full = after->nodes > most_nodes / 10 * 9;
  if (before == 0 && is_full && after->freenodes < after->nodes / 10) fail(BDD_NODENUM);
}

void note_reordering(int begins) { is_reordering = begins != 0; }

// Each variable may move alone. (Without blocks BuDDy moves none.)
void reorder_automatically() {
  bdd_varblockall();
  bdd_reorder_hook(note_reordering);
  bdd_autoreorder(BDD_REORDER_SIFT);
}

int most_nodes_in(std::uint64_t memory) {
  const std::uint64_t bytes = node_bytes + cache_entry_bytes / nodes_per_cache_entry;
  return static_cast<int>(std::clamp<std::uint64_t>(memory / bytes, 10'000, most_numbers));
}

}  // namespace

struct BddAccess {
  static Bdd make(int root) { return Bdd(static_cast<NodeRef>(root)); }
  static int root_of(const Bdd& f) { return node_of(f.root_); }
  static bddPair* to_next(const Relation& r) { return static_cast<bddPair*>(r.to_next_.get()); }
  static const Bdd& current(const Relation& r) { return r.current_; }
  static const Bdd& next(const Relation& r) { return r.next_; }
};

namespace {
constexpr auto make = BddAccess::make;
constexpr auto root_of = BddAccess::root_of;
}  // namespace

std::string bdd_library() { return "BuDDy"; }
bool has_complement_edges() { return false; }

// --- Manager -------------------------------------------------------------------------------------

BddManager::BddManager(int variables, const BddOptions& options) {
  assert(variables >= 1);
  if (is_broken) throw OutOfNodes(options.memory);
  assert(bdd_isrunning() == 0);
  memory_allowed = options.memory;
  reorders = options.reorder;
  most_nodes = most_nodes_in(options.memory);
  // BuDDy rounds up to a prime, which must not exceed the maximum.
  const int usual = reorders ? first_nodes_with_reordering : first_nodes;
  const int wanted = options.first_nodes > 0 ? options.first_nodes : usual;
  const int first = std::min(wanted, most_nodes - most_nodes / 8);
  if (const int code = bdd_init(first, first / nodes_per_cache_entry + 1000); code < 0) fail(code);
  bdd_error_hook(fail);
  bdd_gbc_hook(give_up_when_full);
  bdd_resize_hook(nullptr);
  bdd_setmaxnodenum(most_nodes);
  // (Sifting keeps off the maximum by one increase.)
  bdd_setmaxincrease(reorders ? most_nodes / 8 : most_nodes);
  bdd_setcacheratio(nodes_per_cache_entry);
  bdd_setvarnum(2 * variables);
  all_to_next = bdd_newpair();
  all_to_current = bdd_newpair();
  for (int k = 0; k < variables; ++k) {
    bdd_setpair(all_to_next, 2 * k, 2 * k + 1);
    bdd_setpair(all_to_current, 2 * k + 1, 2 * k);
  }
  if (reorders) reorder_automatically();
}

BddManager::~BddManager() {
  if (is_broken) return;
  bdd_freepair(all_to_next);
  bdd_freepair(all_to_current);
  bdd_done();
}

bool may_reorder() { return reorders; }

// BuDDy has no threads.
WorkersAsleep::WorkersAsleep() = default;
WorkersAsleep::~WorkersAsleep() = default;

// --- Functions -----------------------------------------------------------------------------------

Bdd::Bdd() : root_(0) {}
Bdd::Bdd(NodeRef root) : root_(root) { bdd_addref(node_of(root_)); }
Bdd::Bdd(const Bdd& other) : Bdd(other.root_) {}
Bdd::Bdd(Bdd&& other) noexcept : root_(std::exchange(other.root_, 0)) {}
Bdd& Bdd::operator=(const Bdd& other) { return *this = Bdd(other); }
Bdd& Bdd::operator=(Bdd&& other) noexcept {
  std::swap(root_, other.root_);
  return *this;
}
Bdd::~Bdd() {
  if (root_ > 1 && !is_broken) bdd_delref(node_of(root_));
}

Bdd Bdd::constant(bool value) { return make(value ? 1 : 0); }
Bdd Bdd::literal(int level, bool value) {
  return make(value ? bdd_ithvar(level) : bdd_nithvar(level));
}

Bdd Bdd::operator!() const { return make(bdd_not(node_of(root_))); }
Bdd operator&(const Bdd& a, const Bdd& b) {
  return make(bdd_apply(root_of(a), root_of(b), bddop_and));
}
Bdd operator|(const Bdd& a, const Bdd& b) {
  return make(bdd_apply(root_of(a), root_of(b), bddop_or));
}
Bdd operator^(const Bdd& a, const Bdd& b) {
  return make(bdd_apply(root_of(a), root_of(b), bddop_xor));
}
Bdd operator-(const Bdd& a, const Bdd& b) {
  return make(bdd_apply(root_of(a), root_of(b), bddop_diff));
}

Bdd ite(const Bdd& condition, const Bdd& a, const Bdd& b) {
  return make(bdd_ite(root_of(condition), root_of(a), root_of(b)));
}

Bdd variables_at(std::span<const int> levels) {
  std::vector<int> copy(levels.begin(), levels.end());
  return make(bdd_makeset(copy.data(), static_cast<int>(copy.size())));
}
Bdd exists(const Bdd& f, const Bdd& variables) {
  return make(bdd_exist(root_of(f), root_of(variables)));
}
Bdd for_all(const Bdd& f, const Bdd& variables) {
  return make(bdd_forall(root_of(f), root_of(variables)));
}
Bdd and_exists(const Bdd& a, const Bdd& b, const Bdd& variables) {
  return make(bdd_appex(root_of(a), root_of(b), bddop_and, root_of(variables)));
}
Bdd cofactor(const Bdd& f, const Bdd& literals) {
  return make(bdd_restrict(root_of(f), root_of(literals)));
}

Bdd simplify(const Bdd& f, const Bdd& care) {
  return make(bdd_simplify(root_of(f), root_of(care)));
}

// (BuDDy's own bdd_veccompose reorders at most once, and then runs on, however many nodes it makes.
// It also writes beyond its stack of references, which has room for two for each variable, but is
// used by the composition and by an `ite` within it.)
Bdd compose(const Bdd& f, std::span<const int> levels, std::span<const Bdd> functions) {
  return compose_by_nodes(f, levels, functions);
}

Bdd to_next(const Bdd& f) { return make(bdd_replace(root_of(f), all_to_next)); }
Bdd to_current(const Bdd& f) { return make(bdd_replace(root_of(f), all_to_current)); }

// --- Relations -----------------------------------------------------------------------------------

Relation::Relation(Bdd steps, std::vector<int> variables)
    : steps_(std::move(steps)), variables_(std::move(variables)) {
  std::vector<int> current, next;
  to_next_ = std::shared_ptr<void>(bdd_newpair(),
                                   [](void* pair) { bdd_freepair(static_cast<bddPair*>(pair)); });
  for (const int k : variables_) {
    current.push_back(2 * k);
    next.push_back(2 * k + 1);
    bdd_setpair(static_cast<bddPair*>(to_next_.get()), 2 * k, 2 * k + 1);
  }
  current_ = variables_at(current);
  next_ = variables_at(next);
}

Bdd image(const Bdd& states, const Relation& relation) {
  return to_current(and_exists(states, relation.steps(), BddAccess::current(relation)));
}

Bdd preimage(const Relation& relation, const Bdd& states) {
  const Bdd target = make(bdd_replace(root_of(states), BddAccess::to_next(relation)));
  return and_exists(relation.steps(), target, BddAccess::next(relation));
}

// --- Nodes ---------------------------------------------------------------------------------------

std::uint64_t nodes_in_use() { return static_cast<std::uint64_t>(bdd_getnodenum()); }

bool is_constant(NodeRef node) { return node < 2; }
bool constant_value(NodeRef node) { return node == 1; }
NodeRef without_negation(NodeRef node) { return node; }
// (The number of a node that is not held may have been collected: its node then has no level.)
Node node_at(NodeRef node) {
  assert(!is_constant(node) && bdd_low(node_of(node)) != bdd_high(node_of(node)));
  const int n = node_of(node);
  return {bdd_var(n), static_cast<NodeRef>(bdd_low(n)), static_cast<NodeRef>(bdd_high(n))};
}

}  // namespace zermelo::symbolic
