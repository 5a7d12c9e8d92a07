// SPDX-License-Identifier: MIT
// How a caller gives up a solve for good.
#pragma once

#include "gen/error.h"

namespace zermelo {

// If SolveOptions::progress throws this, the run ends without a checkpoint, which may take as long
// as what was done: what it has found so far is of no use to the caller. (Of a run on several ranks
// a checkpoint is saved nevertheless.)
class Abandoned : public Error {
 public:
  using Error::Error;
};

}  // namespace zermelo
