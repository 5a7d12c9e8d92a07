// SPDX-License-Identifier: MIT
// Reads positions from a list; error messages begin with the place in the list.
#pragma once

#include <fmt/format.h>

#include <string>

#include "gen/error.h"

namespace zermelo {

// Calls read() and puts `where` in front of the message if it throws.
template <class Read>
auto read_listed(const std::string& where, Read&& read) {
  const auto sentence = [&](const Error& error) {
    return where.empty() ? std::string(error.what()) : fmt::format("{}: {}", where, error.what());
  };
  try {
    return read();
  } catch (const IllegalPosition& error) {
    throw IllegalPosition(sentence(error));
  } catch (const GameOver& error) {
    throw GameOver(sentence(error), error.winner());
  } catch (const NotInTable& error) {
    throw NotInTable(sentence(error));
  }
}

}  // namespace zermelo
