// SPDX-License-Identifier: MIT
// Functions of one and-inverter graph in another, or in the same one with other functions in place
// of its inputs.
#pragma once

#include <cstdint>
#include <vector>

#include "symbolic/model/aig.h"

namespace zermelo::symbolic {

// Copies functions; what they share is copied once. Both graphs, which may be the same one, must
// outlive this object.
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
