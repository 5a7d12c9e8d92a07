// SPDX-License-Identifier: MIT
// One state of an expansion (proof/qbf/expansion.h): does the side to move have a move against a
// tree of replies?
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "proof/qbf/arena_steps.h"
#include "proof/qbf/grounded.h"
#include "proof/sat/cnf.h"
#include "proof/sat/solver.h"

namespace zermelo::proof {

struct Branch;
// Replies of one side that together refute whatever the other side does.
struct ReplyTree {
  std::vector<Branch> branches;
};
struct Branch {
  std::size_t move = 0;
  ReplyTree then;
};

// Thrown when a search was stopped.
struct SearchStopped {};

// The other side may reply only as the tree says; the moves of this side are left open, all the way
// down. To be used by one thread at a time.
class Attempt {
 public:
  // The changes must outlive this object. `stop` may be empty.
  Attempt(const ArenaChanges& changes, Side attacker, const ArenaBoard& state, int plies,
          const std::function<bool()>& stop);

  // Adds replies. Returns the number of new ones.
  std::uint64_t grow(const ReplyTree& tree) { return grow(*root_, tree); }
  // Returns a move against the tree; nothing if there is none. Throws SearchStopped.
  std::optional<std::size_t> move();
  // After `move` found none: the replies that were needed.
  ReplyTree core() const { return core(*root_); }

 private:
  struct Node;
  struct Edge {
    SatLiteral used;  // assumed: the reply counts
    std::unique_ptr<Node> then;
  };
  // A state in which the side of this attempt is to move.
  struct Node {
    int plies = 0;
    SatLiteral holds = 0;        // the side reaches its goal from here
    SatLiteral nonterminal = 0;  // and the game goes on after the move; 0: it cannot go on
    std::vector<std::pair<std::size_t, SatLiteral>> choices;  // its possible moves
    std::unique_ptr<ArenaAt> after;                           // the other side to move
    std::map<std::size_t, Edge> edges;
  };

  bool attacks() const { return mover_ == attacker_; }
  const Arena& arena() const { return changes_.arena(); }
  SatLiteral implied(Literal function) { return encoder_.implies(function); }

  std::unique_ptr<Node> make_node(std::vector<Literal> board, int plies);
  std::vector<Literal> choose_move(Node& node, ArenaAt& here, SatLiteral plays);
  void add_bit(std::vector<SatLiteral>& bits, std::size_t bit, const Node& node);
  void add_end(Node& node, SatLiteral plays);
  std::uint64_t grow(Node& node, const ReplyTree& tree);
  Edge make_edge(Node& node, std::size_t reply);
  void collect_edges(const Node& node);
  ReplyTree core(const Node& node) const;

  const ArenaChanges& changes_;
  const Side attacker_, mover_;
  Aig aig_;
  SatSolver solver_;
  CnfEncoder encoder_;
  std::unique_ptr<Node> root_;
  std::vector<SatLiteral> assumptions_;
};

}  // namespace zermelo::proof
