// SPDX-License-Identifier: MIT
#include "kinds/stones/found_values.h"

namespace zermelo {

std::size_t FoundValues::Hash::operator()(const Position& p) const {
  // (Multipliers of 64 bits that are odd and have no pattern.)
  const Squares mixed = p.shape * 0x9E3779B97F4A7C15u ^ p.black * 0xC2B2AE3D27D4EB4Fu;
  return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

std::optional<Value> FoundValues::of(Squares shape, Squares black) const {
  const auto found = values_.find({shape, black});
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

void FoundValues::note(Squares shape, Squares black, Value value) {
  if (values_.size() == most) file_.damaged("it leaves out more than can be computed");
  values_.insert({{shape, black}, value});
}

}  // namespace zermelo
