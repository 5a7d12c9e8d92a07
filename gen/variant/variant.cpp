// SPDX-License-Identifier: MIT
#include "gen/variant/variant.h"

namespace zermelo::variant {

int Variant::kind_of(std::string_view symbol) const {
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (kinds[kind].symbol == symbol) return static_cast<int>(kind);
  }
  return no_kind;
}

int Variant::kind_named(std::string_view kind_name) const {
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    if (kinds[kind].name == kind_name) return static_cast<int>(kind);
  }
  return no_kind;
}

}  // namespace zermelo::variant
