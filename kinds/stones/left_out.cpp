// SPDX-License-Identifier: MIT
#include "kinds/stones/left_out.h"

#include <algorithm>

namespace zermelo {

void StoneReplies::add(const StoneOutlook& outlook) {
  if (best == best_of_all()) return;
  if (!outlook.value) {
    outlooks[static_cast<std::size_t>(open++)] = outlook;
    return;
  }
  const Value value = outlook.before(*outlook.value).before_move();
  best = best ? std::max(*best, value) : value;
  if (best == best_of_all()) open = 0;
}

std::size_t LeftOutStones::Hash::operator()(const StonePosition& p) const {
  // (Multipliers of 64 bits that are odd and have no pattern.)
  const Squares mixed = p.shape * 0x9E3779B97F4A7C15u ^ p.black * 0xC2B2AE3D27D4EB4Fu;
  return static_cast<std::size_t>(mixed ^ mixed >> 32);
}

std::optional<Value> LeftOutStones::value(const StonePosition& p) {
  const StoneReplies replies = answers_.replies(p);
  std::optional<Value> best = replies.best;
  for (int i = 0; i < replies.open; ++i) {
    const StoneOutlook& outlook = replies.outlooks[static_cast<std::size_t>(i)];
    const std::optional<Value> end = look_up(outlook.unforced);
    if (!end) return std::nullopt;
    const Value value = outlook.before(*end).before_move();
    best = best ? std::max(*best, value) : value;
  }
  return best;
}

std::optional<Value> LeftOutStones::look_up(const StonePosition& p) {
  if (const auto found = found_.find(p); found != found_.end()) return found->second;
  if (found_.size() == most) file_.damaged("it leaves out more than can be computed");
  const std::optional<Value> found = is_left_out(file_, p) ? value(p) : answers_.stored(p);
  if (found) found_.insert({p, *found});
  return found;
}

bool is_left_out(const TableFile& file, const StonePosition& p) {
  const auto slice = static_cast<std::size_t>(p.stones());
  return slice < file.slices().size() && file.slices()[slice].is_left_out;
}

}  // namespace zermelo
