// SPDX-License-Identifier: MIT
#include "symbolic/model/model.h"

#include <utility>

namespace zermelo::symbolic {

int Model::add_variable(std::string name) {
  names.push_back(std::move(name));
  current.push_back(aig.input());
  next.push_back(aig.input());
  return variables() - 1;
}

}  // namespace zermelo::symbolic
