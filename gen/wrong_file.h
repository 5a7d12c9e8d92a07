// SPDX-License-Identifier: MIT
// The error for a file that can be read but does not serve the purpose: a strategy of an unknown
// game, a table of distances where values are asked for, a circuit that is not a game.
#pragma once

#include "gen/error.h"

namespace zermelo {

// To callers of the library this is a kind of wrong usage. On a command line the file is at fault,
// not an option: the exit code is 1, as for every other fault of a file.
class WrongFile : public UsageError {
  using UsageError::UsageError;
};

// What `use` returns. If it complains of wrong usage, the file in hand is the cause: throws
// WrongFile with the same sentence.
template <class Use>
auto blaming_file(Use&& use) {
  try {
    return use();
  } catch (const UsageError& error) {
    throw WrongFile(error.what());
  }
}

}  // namespace zermelo
