// SPDX-License-Identifier: MIT
#pragma once

#include "gen/error.h"

namespace zermelo {

// A table whose game this program does not have: it may be damaged, or be read by another program,
// such as a module with other games.
class UnknownGame : public DamagedTable {
 public:
  using DamagedTable::DamagedTable;
};

}  // namespace zermelo
