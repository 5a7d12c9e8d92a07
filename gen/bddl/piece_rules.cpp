// SPDX-License-Identifier: MIT
#include "gen/bddl/piece_rules.h"

#include <algorithm>
#include <array>
#include <utility>

#include "gen/bddl/tree_checks.h"

namespace zermelo::bddl {

// --- Compiled once -------------------------------------------------------------------------------

bool PieceRules::visit_results(const PiecePosition& p,
                               const std::function<bool(const PiecePosition&)>& visit) const {
  return play(p,
              [&](const PiecePosition& next, const Action&, std::uint16_t) { return visit(next); });
}

void PieceRules::visit_moves(const PiecePosition& p,
                             const std::function<void(const PiecePosition&, Ending)>& visit) const {
  for_each_move(
      p, [&](const PiecePosition& next, Ending ending, std::uint16_t) { visit(next, ending); });
}

void PieceRules::visit_causes(const PiecePosition& p,
                              const std::function<void(const PiecePosition&)>& visit) const {
  for_each_cause(p, [&](const PiecePosition& q, std::uint16_t) { visit(q); });
}

// --- Ends ----------------------------------------------------------------------------------------

bool PieceRules::attacked(const PiecePosition& p, int square, bool white) const {
  const Content here = p.at(square);
  if (here == open_square || is_white(here) != white) return false;
  const Side& other = side(!white);
  const auto changes = [&](const Attack& attack, const Action& action) {
    if (!is_applicable(action, p)) return false;
    PiecePosition next;
    if (attack.leaves && !action.changes.changes_hands()) return *attack.leaves != here;
    return apply(action, p, next) && next.at(square) != here;
  };
  bool attacked_otherwise = false;
  const bool is_attacked = !other.attacks.for_each(p, square, [&](const Attack& attack) {
    const Action& action = other.actions[attack.action];
    if ((action.otherwise && attacked_otherwise) || !changes(attack, action)) return true;
    attacked_otherwise = attacked_otherwise || action.otherwise;
    return action.otherwise;
  });
  if (is_attacked || !attacked_otherwise) return is_attacked;
  // (Such an action counts only if none without :otherwise is possible.)
  PiecePosition turned = p;
  turned.white_to_move = !white;
  return !any_first_possible(other, turned);
}

std::optional<tree::Result> PieceRules::end_by_line(const PiecePosition& p) const {
  const std::optional<int> line = end_line(p);
  return line ? std::optional(side(!p.white_to_move).ends.result(*line)) : std::nullopt;
}

bool PieceRules::reaches_first_line(const PiecePosition& p) const {
  const Side& s = side(p.white_to_move);
  PiecePosition before = p;
  before.white_to_move = !p.white_to_move;
  const auto reaches = [&](const PiecePosition& next) {
    return s.ends.holds_line(0, next, attacks_in(next));
  };
  if (s.has_long_turns || reaches(before))
    return !for_each_result(p, [&](const PiecePosition& next) { return !reaches(next); });
  return !s.to_first_line.for_each(p, [&](std::uint32_t n) {
    const Action& action = s.actions[n];
    PiecePosition next;
    if (!is_applicable_where_found(action, p) || !apply(action, p, next)) return true;
    next.white_to_move = !p.white_to_move;
    return !reaches(next) || (!s.illegal.empty() && is_illegal(next));
  });
}

bool PieceRules::holds_before_move(const PiecePosition& p) const {
  PiecePosition before = p;
  before.white_to_move = !p.white_to_move;
  return end_line(before).has_value();
}

// Most moves cannot win, which takes less time to see than whether they are legal, or whether the
// other side is stuck.
bool PieceRules::wins_at_once(const PiecePosition& p) const {
  const Side& s = side(p.white_to_move);
  const bool all_lines = holds_before_move(p);
  if (s.has_long_turns) {
    return !play(p, [&](const PiecePosition& next, const Action& action, std::uint16_t) {
      return ending_after(s, next, action, all_lines || action.part > 0) != Ending::won;
    });
  }
  return !s.first.for_each(p, [&](std::uint32_t n) {
    const Action& action = s.actions[n];
    PiecePosition next;
    if (!is_applicable_where_found(action, p) || !apply(action, p, next)) return true;
    next.white_to_move = !p.white_to_move;
    return !would_win(line_after(s, next, action, all_lines), next) ||
           (!s.illegal.empty() && is_illegal(next));
  });
}

bool PieceRules::would_win(std::optional<int> line, const PiecePosition& p) const {
  if (line) return side(!p.white_to_move).ends.result(*line) == tree::Result::win;
  return !surely_moves(p) && stuck_result(p) == tree::Result::loss && !can_move(p);
}

tree::Result PieceRules::stuck_result(const PiecePosition& p) const {
  const EndLines& stuck = side(p.white_to_move).stuck;
  const std::optional<int> line = stuck.first(p, attacks_in(p));
  assert(line.has_value());  // (the last line holds always)
  return stuck.result(*line);
}

Ending PieceRules::ending_or_stuck(std::optional<int> line, const PiecePosition& p) const {
  const auto for_mover = [](tree::Result result) {
    return result == tree::Result::draw  ? Ending::drawn
           : result == tree::Result::win ? Ending::won
                                         : Ending::lost;
  };
  if (line) return for_mover(side(!p.white_to_move).ends.result(*line));
  if (can_move(p)) return Ending::none;
  const tree::Result result = stuck_result(p);
  if (result == tree::Result::draw) return Ending::drawn;
  return result == tree::Result::win ? Ending::lost : Ending::won;
}

// --- Moves and unmoves ---------------------------------------------------------------------------

bool PieceRules::apply_clauses(const Action& action, const PiecePosition& p,
                               PiecePosition& next) const {
  for (const Clause& clause : action.clauses)
    if (clause.when.holds(p, attacks_in(p)) && !clause.changes.apply(p, next)) return false;
  return true;
}

bool PieceRules::any_possible(const Side& s, const GroundThen& then, bool plain_only,
                              const PiecePosition& p) const {
  PiecePosition next;
  for (const auto& [begin, end] : then.next) {
    for (int n = begin; n < end; ++n) {
      const Action& action = s.actions[static_cast<std::size_t>(n)];
      if (plain_only && action.otherwise) continue;
      if (is_applicable(action, p) && apply(action, p, next)) return true;
    }
  }
  return false;
}

bool PieceRules::any_first_possible(const Side& s, const PiecePosition& p) const {
  return !s.first.for_each(p, [&](std::uint32_t n) {
    const Action& action = s.actions[n];
    PiecePosition next;
    return !(is_applicable_where_found(action, p) && apply(action, p, next));
  });
}

bool PieceRules::leads_on_to(const Action& action, int next) {
  return action.then && std::ranges::any_of(action.then->next, [&](const auto& range) {
           return range.first <= next && next < range.second;
         });
}

// Of which the changes do not tell what was there.
Squares PieceRules::lost_squares(const PieceChanges& changes) {
  Squares unknown = 0, known = 0;
  for (const auto& [square, content] : changes.after()) unknown |= bit_of(square);
  for (const auto& [to, from] : changes.copies()) {
    unknown |= bit_of(to);
    known |= bit_of(from);
  }
  return unknown & ~known;
}

ContentSet PieceRules::allowed_at(const Allowed& allowed, int square) const {
  const auto found = std::ranges::find(allowed, square, &std::pair<int, ContentSet>::first);
  return found == allowed.end() ? everything() : found->second;
}

double PieceRules::most_causes() const {
  const auto guesses = [&](const Allowed& allowed, const PieceChanges& changes) {
    double product = 1;
    for_each_square(lost_squares(changes),
                    [&](int square) { product *= allowed_at(allowed, square).size(); });
    return product;
  };
  std::array<double, most_parts> most{};
  for (const Side& s : sides_) {
    for (const Action& action : s.actions) {
      double causes = guesses(action.allowed, action.changes);
      for (const Clause& clause : action.clauses)
        causes *= 1 + guesses(clause.allowed, clause.changes);
      double& of_part = most[static_cast<std::size_t>(action.part)];
      of_part = std::max(of_part, causes);
    }
  }
  double all = 1;
  for (const double of_part : most) all *= std::max(1.0, of_part);
  return all;
}

// Where a copy tells what was on a square, that is put there; other squares that change may have
// held anything that the action allows.
void PieceRules::undo_squares(const Allowed& allowed, const PieceChanges& changes,
                              std::vector<PiecePosition>& causes) const {
  for (PiecePosition& q : causes) {
    const PiecePosition after = q;
    for (const auto& [to, from] : changes.copies()) q.set(from, after.at(to));
  }
  for_each_square(lost_squares(changes), [&](int square) {
    const ContentSet set = allowed_at(allowed, square);
    std::vector<PiecePosition> longer;
    for (const PiecePosition& q : causes) {
      for (Content c = 0; c <= 2 * pieces_.size(); ++c) {
        if (!set.contains(c)) continue;
        longer.push_back(q);
        longer.back().set(square, c);
      }
    }
    causes = std::move(longer);
  });
}

void PieceRules::list_causes(const Action& action, const PiecePosition& p,
                             std::vector<PiecePosition>& causes) const {
  if (!action.changes.may_lead_to(p)) return;
  causes = {p};
  for (const Clause& clause : action.clauses) {
    if (!clause.changes.may_lead_to(p)) continue;
    std::vector<PiecePosition> fired;
    for (PiecePosition q : causes)
      if (clause.changes.undo_hands(q)) fired.push_back(q);
    undo_squares(clause.allowed, clause.changes, fired);
    causes.insert(causes.end(), fired.begin(), fired.end());
  }
  std::erase_if(causes, [&](PiecePosition& q) { return !action.changes.undo_hands(q); });
  undo_squares(action.allowed, action.changes, causes);
}

}  // namespace zermelo::bddl
