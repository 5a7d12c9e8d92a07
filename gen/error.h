// SPDX-License-Identifier: MIT
// The one family of exceptions that the library throws. Each carries one sentence that says what
// is wrong and, where there is something to do, what to do. Different answers have different
// types, so that a caller never confuses an illegal position with a damaged table.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "gen/value.h"

namespace zermelo {

class Error : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

// A game, parameter, option or notation that makes no sense. Exit code 2 when it is on a command
// line as an option; positions are IllegalPosition.
class UsageError : public Error {
  using Error::Error;
};

// A text in a language that we read (a game in BDDL, a circuit in AIGER) that is not well-formed;
// says where.
class SyntaxError : public Error {
  using Error::Error;
};

// The text is not a position of this game, or it breaks its rules.
class IllegalPosition : public Error {
  using Error::Error;
};

// A legal position in which the game has ended: it has a result but no value to play for.
class GameOver : public Error {
 public:
  GameOver(const std::string& sentence, std::optional<Colour> winner)
      : Error(sentence), winner_(winner) {}

  // Nobody if the game is drawn.
  std::optional<Colour> winner() const { return winner_; }

 private:
  std::optional<Colour> winner_;
};

// A move that the rules do not allow where it is made, or one after the end of the game.
class IllegalMove : public Error {
  using Error::Error;
};

// A legal position that this table does not cover (another number of pieces, say).
class NotInTable : public Error {
  using Error::Error;
};

// A file that cannot be read or written (missing, no permission, disk full).
class FileError : public Error {
  using Error::Error;
};

// A file that is not a table, or is truncated, corrupt, or of a newer format. Parts of a table are
// read by code that does not know the file: what it throws is only the reason, until a caller that
// has the file adds its name, once.
class DamagedTable : public FileError {
 public:
  using FileError::FileError;
  static DamagedTable in_file(const std::string& path, const std::string& reason) {
    DamagedTable error(path + " is damaged: " + reason + ".");
    error.names_file_ = true;
    return error;
  }
  bool names_file() const { return names_file_; }

 private:
  bool names_file_ = false;
};

// Rules that are the user's own code, and that fail or contradict themselves; names the function,
// and the state if there is one.
class RulesError : public Error {
  using Error::Error;
};

// The work would need more memory than allowed.
class OutOfMemory : public Error {
  using Error::Error;
};

// The work was asked to stop (Ctrl-C) and has saved a checkpoint.
class Interrupted : public Error {
  using Error::Error;
};

}  // namespace zermelo
