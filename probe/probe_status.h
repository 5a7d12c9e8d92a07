// SPDX-License-Identifier: MIT
// The possible results of looking up a state in a table, as words: where many states are looked up,
// a state without a value is an answer and not an exception.
#pragma once

#include <cstdint>
#include <utility>

#include "gen/error.h"

namespace zermelo {

// Each except the first stands for the exception of the same name (gen/error.h).
enum class ProbeStatus : std::uint8_t {
  ok,
  illegal_position,
  game_over,
  not_in_table,
  damaged_table
};

// "ok", "illegal_position", "game_over", "not_in_table", "damaged_table".
const char* status_name(ProbeStatus status);

// Calls ask(). An exception about a state becomes the answer's status and error; any other
// exception, such as std::bad_alloc, is passed on. Answer has these members: see ProbeAnswer.
template <class Answer, class Ask>
void answer_or_error(Answer& answer, Ask&& ask) {
  const auto fail = [&](ProbeStatus status, const Error& error) {
    answer.status = status;
    answer.error = error.what();
  };
  try {
    std::forward<Ask>(ask)();
  } catch (const IllegalPosition& error) {
    fail(ProbeStatus::illegal_position, error);
  } catch (const GameOver& error) {
    fail(ProbeStatus::game_over, error);
  } catch (const NotInTable& error) {
    fail(ProbeStatus::not_in_table, error);
  } catch (const DamagedTable& error) {
    fail(ProbeStatus::damaged_table, error);
  }
}

}  // namespace zermelo
