// SPDX-License-Identifier: MIT
#include "gen/position_status.h"

#include <utility>

#include "gen/error.h"

namespace zermelo {

PositionStatus PositionStatus::over(Colour winner, Colour to_move, std::string why) {
  return {winner == to_move ? Kind::won : Kind::lost, winner, std::move(why)};
}
PositionStatus PositionStatus::drawn(std::string why) {
  return {Kind::drawn, std::nullopt, std::move(why)};
}
PositionStatus PositionStatus::impossible(std::string why) {
  return {Kind::impossible, std::nullopt, std::move(why)};
}

const char* status_name(PositionStatus::Kind kind) {
  switch (kind) {
    case PositionStatus::Kind::to_move:
      return "to_move";
    case PositionStatus::Kind::won:
      return "won";
    case PositionStatus::Kind::lost:
      return "lost";
    case PositionStatus::Kind::drawn:
      return "drawn";
    case PositionStatus::Kind::impossible:
      break;
  }
  return "impossible";
}

void require_to_move(const PositionStatus& status) {
  if (status.goes_on()) return;
  if (status.kind == PositionStatus::Kind::impossible) throw IllegalPosition(status.why);
  throw GameOver(status.why, status.winner);
}

}  // namespace zermelo
