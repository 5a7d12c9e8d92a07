// SPDX-License-Identifier: MIT
// Functions of a model's graph as decision diagrams.
#pragma once

#include <unordered_map>
#include <vector>

#include "symbolic/bdd/bdd.h"
#include "symbolic/model/aig.h"
#include "symbolic/model/model.h"

namespace zermelo::symbolic {

// Makes diagrams of literals of one model. Keeps the diagrams of all nodes on the way until
// forget(), since other literals may share them.
class ModelBdds {
 public:
  explicit ModelBdds(const Model& model);

  Bdd of(Literal literal);
  void forget() { known_.clear(); }

  // The move as a relation over the variables that its guard or its changes name.
  Relation relation(const ModelMove& move);

 private:
  const Bdd& of_node(std::uint32_t node);
  // The state variables on which a literal depends.
  void collect(Literal literal, std::vector<bool>& variables) const;

  const Model& model_;
  std::vector<int> level_;  // of the inputs
  std::unordered_map<std::uint32_t, Bdd> known_;
};

}  // namespace zermelo::symbolic
