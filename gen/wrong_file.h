// SPDX-License-Identifier: MIT
// The error of a file that can be read, but is not one that serves: a strategy of an unknown game,
// a table of distances where values are asked for, a circuit that is not a game.
#pragma once

#include "gen/error.h"

namespace zermelo {

// A kind of wrong usage to those who call the library. On a command line the file is at fault, and
// no option: the exit code is 1, as for every other fault of a file.
class WrongFile : public UsageError {
  using UsageError::UsageError;
};

// What `use` returns. Where it complains of wrong usage, that is because of the file in hand:
// throws WrongFile with the same sentence.
template <class Use>
auto blaming_file(Use&& use) {
  try {
    return use();
  } catch (const UsageError& error) {
    throw WrongFile(error.what());
  }
}

}  // namespace zermelo
