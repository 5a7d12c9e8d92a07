// SPDX-License-Identifier: MIT
#include "probe/probe_status.h"

namespace zermelo {

const char* status_name(ProbeStatus status) {
  switch (status) {
    case ProbeStatus::illegal_position:
      return "illegal_position";
    case ProbeStatus::game_over:
      return "game_over";
    case ProbeStatus::not_in_table:
      return "not_in_table";
    case ProbeStatus::damaged_table:
      return "damaged_table";
    case ProbeStatus::ok:
      break;
  }
  return "ok";
}

}  // namespace zermelo
