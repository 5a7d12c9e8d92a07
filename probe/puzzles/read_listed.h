// SPDX-License-Identifier: MIT
// Reading positions from a list: what is wrong is said with its place.
#pragma once

#include <fmt/format.h>

#include <string>

#include "gen/error.h"

namespace zermelo {

// Calls read() and puts `where` in front of what it complains about.
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
