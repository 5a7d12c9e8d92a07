// SPDX-License-Identifier: MIT
#include "gen/bddl/action_filler.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "gen/bddl/version1.h"
#include "gen/grid/position.h"

namespace zermelo::bddl {

using EffectType = tree::Effect::Type;

void ActionFiller::fill(int number, View view, std::deque<GroundAction>& into) {
  filler_.look_as(view);
  action_ = &game_.actions[static_cast<std::size_t>(number)];
  number_ = number;
  white_ = view.own_white != view.image;
  into_ = &into;
  kept_.clear();
  for (const std::vector<tree::Effect>& effects : choices_of(action_->effects)) {
    Values values(static_cast<std::size_t>(action_->slots));
    filler_.for_each_values(
        action_->parameters, action_->precondition.parts, values,
        [&](const std::vector<GroundCondition>& parts) { make_actions(parts, effects, values); });
  }
}

// --- What the effect says ------------------------------------------------------------------------

bool ActionFiller::collect(const std::vector<tree::Effect>& effects, Values& values,
                           std::size_t draft) {
  return std::ranges::all_of(
      effects, [&](const tree::Effect& effect) { return collect(effect, values, draft); });
}

bool ActionFiller::collect(const tree::Effect& effect, Values& values, std::size_t draft) {
  switch (effect.type) {
    case EffectType::each:
      for (const int value : filler_.range(effect.variable, values)) {
        values[static_cast<std::size_t>(effect.variable.slot)] = value;
        if (!collect(effect.parts, values, draft)) return false;
      }
      return true;
    case EffectType::when:
      return collect_when(effect, values, draft);
    case EffectType::hand:
      return collect_hand(effect, values, draft);
    case EffectType::put:
    case EffectType::avoid:  // (choices_of leaves none)
    case EffectType::take:
    case EffectType::becomes:
      break;
  }
  const int to = target(effect.to, values, draft);
  const int from = effect.type == EffectType::becomes ? target(effect.from, values, draft) : to;
  if (to < 0 || from < 0) return draft > 0;
  Draft& d = drafts_[draft];
  if (effect.type == EffectType::put) {
    const Content content = filler_.contents(effect.contents, values).only();
    const auto said = d.puts.find(to);
    const bool two_things = said != d.puts.end() && said->second != content;
    if (two_things && game_.version == 1) return false;
    put(d, to, content);
  }
  if (effect.type == EffectType::take) d.takes.insert(to);
  if (effect.type == EffectType::becomes) copy(d, to, from);
  return true;
}

bool ActionFiller::collect_when(const tree::Effect& effect, Values& values, std::size_t draft) {
  GroundCondition when = filler_.fill(effect.condition, values);
  when = all_of({drafts_[draft].when, std::move(when)}, everything_);
  if (when.is_never()) return true;
  if (when.is_always()) return collect(effect.parts, values, draft);
  if (drafts_.size() > most_clauses) {
    wrong_at(game_, effect.place,
             fmt::format("action {} has more than {} clauses (when, each)", action_->name,
                         most_clauses));
  }
  drafts_.emplace_back().when = std::move(when);
  return collect(effect.parts, values, drafts_.size() - 1);
}

// What cannot be in hand never is: such an action is none.
bool ActionFiller::collect_hand(const tree::Effect& effect, const Values& values,
                                std::size_t draft) {
  const int hand = filler_.hand_of(filler_.kind(effect.kind, values));
  const int change = effect.sign * filler_.number(effect.number, values);
  if (change == 0) return true;
  if (hand >= 0) {
    drafts_[draft].hands.push_back({filler_.is_white(effect.side, values), hand, change});
    return true;
  }
  if (draft > 0) needed_.push_back(negation(drafts_[draft].when, everything_));
  return draft > 0;
}

int ActionFiller::target(const tree::Square& square, const Values& values, std::size_t draft) {
  const Spot spot = filler_.spot(square, values);
  GroundCondition reached = spot.square < 0 ? GroundCondition::never() : filler_.open_way(spot.way);
  if (!reached.is_always()) {
    needed_.push_back(
        any_of({negation(drafts_[draft].when, everything_), std::move(reached)}, everything_));
  }
  return spot.square < 0 ? -1 : filler_.image(spot.square);
}

void ActionFiller::put(Draft& draft, int square, Content content) const {
  const auto [found, is_new] = draft.puts.try_emplace(square, content);
  if (found->second != content) two_things(square);
}

void ActionFiller::copy(Draft& draft, int square, int from) const {
  if (square == from) return;
  const auto [found, is_new] = draft.copies.try_emplace(square, from);
  if (found->second != from) two_things(square);
}

void ActionFiller::merge(Draft& into, const Draft& from) const {
  for (const auto& [square, content] : from.puts) put(into, square, content);
  for (const auto& [square, source] : from.copies) copy(into, square, source);
  into.takes.insert(from.takes.begin(), from.takes.end());
  into.hands.insert(into.hands.end(), from.hands.begin(), from.hands.end());
}

void ActionFiller::two_things(int square) const {
  std::string values;
  for (const tree::Variable& parameter : action_->parameters) {
    values += fmt::format("{}?{}={}", values.empty() ? " (" : ", ", parameter.name,
                          filler_.text_of(parameter, *values_));
  }
  if (!values.empty()) values += ")";
  wrong_at(game_, action_->place,
           fmt::format("action {} sets {} to two things{}", action_->name,
                       format_square(square, board_.grid()), values));
}

// --- Ground actions ------------------------------------------------------------------------------

void ActionFiller::make_actions(const std::vector<GroundCondition>& parts,
                                const std::vector<tree::Effect>& effects, Values& values) {
  values_ = &values;
  budget_.spend(action_->place, Budget::of_visit);
  // Step 1. Whether it is possible at all: only then its effect must make sense.
  std::vector<GroundDemand> demands = demands_of(all_of(parts, everything_), everything_);
  if (demands.empty()) return;
  // Step 2. The effect, and what it needs.
  drafts_.assign(1, {});
  needed_ = parts;
  if (!collect(effects, values, 0)) return;
  common_ = {};
  common_.name = action_->name;
  common_.action = number_;
  common_.otherwise = action_->otherwise;
  common_.place = action_->place;
  common_.text = text(values);
  if (action_->then) {
    GroundCondition when = filler_.fill(action_->then->condition, values);
    if (!when.is_never()) common_.then = GroundThen{std::move(when), {}};
  }
  // Step 3. One demand after the other.
  if (needed_.size() > parts.size())
    demands = demands_of(all_of(needed_, everything_), everything_);
  for (GroundDemand& demand : demands) {
    Draft main = drafts_.front();
    std::vector<Draft> clauses;
    for (std::size_t i = 1; i < drafts_.size(); ++i) {
      Draft clause = drafts_[i];
      clause.when = simplified(clause.when, demand, everything_);
      if (clause.when.is_always()) {
        merge(main, clause);
      } else if (!demands_of(clause.when, everything_).empty()) {
        clauses.push_back(std::move(clause));
      }
    }
    std::vector<Draft> expanded;
    Taking taking;
    for (Draft& clause : clauses) expand_takes(clause, main, demand, taking, expanded);
    split(std::move(demand), std::move(main), std::move(expanded));
  }
}

std::vector<ActionFiller::Taken> ActionFiller::taken_from(int square, const GroundDemand& demand,
                                                          bool rewritten) const {
  const ContentSet now = demand.at(square, everything_);
  const int kinds = static_cast<int>(game_.kinds.size());
  const ContentSet other = now & ContentSet::of_side(!white_, kinds);
  Taken stays{now.without(other), -1, false}, gone{other, -1, !rewritten};
  std::vector<Taken> all;
  for (std::size_t hand = 0; hand < game_.hands.size(); ++hand) {
    Taken taken{{}, static_cast<int>(hand), !rewritten};
    for (const int kind : game_.hands[hand].takes)
      taken.contents = taken.contents | (other & ContentSet::of(content_of(kind, !white_)));
    gone.contents = gone.contents.without(taken.contents);
    if (!taken.contents.empty()) all.push_back(taken);
  }
  // It is the same whether an open square stays or becomes open.
  const bool same = rewritten || ContentSet::open().includes(stays.contents);
  if (same && !gone.contents.empty()) {
    gone.contents = gone.contents | stays.contents;
    stays.contents = {};
  }
  for (const Taken& taken : {stays, gone}) {
    if (!taken.contents.empty()) all.push_back(taken);
  }
  return all;
}

// A clause that takes is one for each hand that the piece may come to. What an earlier clause takes
// as well comes to hand once.
void ActionFiller::expand_takes(Draft& clause, const Draft& main, const GroundDemand& demand,
                                Taking& taking, std::vector<Draft>& into) const {
  for (const int square : clause.takes) {
    if (main.takes.contains(square)) continue;
    std::vector<GroundCondition>& earlier = taking[square];
    const GroundCondition first = negation(any_of(earlier, everything_), everything_);
    earlier.push_back(clause.when);
    const bool rewritten = changes(clause, square) || changes(main, square);
    for (const Taken& taken : taken_from(square, demand, rewritten)) {
      if (taken.hand < 0 && !taken.leaves) continue;
      Draft& part = into.emplace_back();
      part.when =
          all_of({clause.when, GroundCondition::on_square(square, taken.contents)}, everything_);
      if (taken.hand >= 0) part.when = all_of({part.when, first}, everything_);
      if (taken.leaves) part.puts[square] = open_square;
      if (taken.hand >= 0) part.hands.push_back({white_, taken.hand, 1});
    }
  }
  clause.takes.clear();
  into.push_back(std::move(clause));
}

// One action for each difference that a piece which is taken can make.
void ActionFiller::split(GroundDemand demand, Draft main, std::vector<Draft> clauses) {
  if (main.takes.empty()) return finish(std::move(demand), std::move(main), std::move(clauses));
  const int square = *main.takes.begin();
  main.takes.erase(main.takes.begin());
  for (const Taken& taken : taken_from(square, demand, changes(main, square))) {
    GroundDemand narrower = demand;
    if (!narrower.add(square, taken.contents)) continue;
    Draft more = main;
    if (taken.leaves) more.puts.try_emplace(square, open_square);
    if (taken.hand >= 0) more.hands.push_back({white_, taken.hand, 1});
    split(std::move(narrower), std::move(more), clauses);
  }
}

void ActionFiller::finish(GroundDemand demand, Draft main, std::vector<Draft> clauses) {
  // Step 1. What is known now of the clauses.
  std::vector<Draft> open_clauses;
  for (Draft& clause : clauses) {
    clause.when = simplified(clause.when, demand, everything_);
    if (clause.when.is_always()) {
      merge(main, clause);
    } else if (!clause.when.is_never()) {
      open_clauses.push_back(std::move(clause));
    }
  }
  // Step 2. Nothing is said twice.
  settle_copies(main, demand);
  for (Draft& clause : open_clauses) settle_copies(clause, demand);
  compare_clauses(main, open_clauses);
  if (open_clauses.size() > most_clauses) {
    wrong_at(game_, action_->place,
             fmt::format("action {} has more than {} clauses (when, each)", action_->name,
                         most_clauses));
  }
  // Step 3. The action.
  if (!demand_hands(main, demand)) return;
  GroundAction action = common_;
  action.rest = simplified(demand.rest, demand, everything_);
  if (action.rest.is_never()) return;
  const Change change = change_of(main, demand);
  action.after = change.after;
  action.copies = change.copies;
  action.hands_after = change.hands;
  for (const Draft& clause : open_clauses)
    action.clauses.push_back({clause.when, change_of(clause, demand)});
  std::erase_if(action.clauses, [](const Clause& clause) { return clause.change == Change(); });
  std::erase_if(demand.squares, [&](const auto& said) { return said.second == everything_; });
  action.before = std::move(demand.squares);
  action.hands_before = std::move(demand.hands);
  keep(std::move(action));
}

// A copy of what is known is no copy.
void ActionFiller::settle_copies(Draft& draft, const GroundDemand& demand) const {
  for (auto it = draft.copies.begin(); it != draft.copies.end();) {
    const auto [square, from] = *it;
    const ContentSet known = demand.at(from, everything_);
    if (known.size() == 1) {
      put(draft, square, known.only());
      it = draft.copies.erase(it);
    } else {
      if (draft.puts.contains(square)) two_things(square);
      ++it;
    }
  }
}

bool ActionFiller::demand_hands(const Draft& draft, GroundDemand& demand) const {
  for (const bool white : {false, true}) {
    for (int hand = 0; hand < static_cast<int>(game_.hands.size()); ++hand) {
      int less = 0, more = 0;
      for (const HandChange& change : draft.hands) {
        if (change.white == white && change.hand == hand)
          (change.change < 0 ? less : more) += std::abs(change.change);
      }
      if (less == 0 && more == 0) continue;
      if (!demand.add(
              {white, hand, less, std::min(tree::most_in_hand, tree::most_in_hand - more + less)}))
        return false;
    }
  }
  return true;
}

bool ActionFiller::agree(const Draft& a, const Draft& b, int square) const {
  const auto put_a = a.puts.find(square), put_b = b.puts.find(square);
  if (put_a != a.puts.end() && put_b != b.puts.end()) return put_a->second == put_b->second;
  const auto copy_a = a.copies.find(square), copy_b = b.copies.find(square);
  return copy_a != a.copies.end() && copy_b != b.copies.end() && copy_a->second == copy_b->second;
}

bool ActionFiller::can_hold_together(const Draft& a, const Draft& b) const {
  return !demands_of(all_of({a.when, b.when}, everything_), everything_).empty();
}

// What the action itself changes, its clauses need not say.
void ActionFiller::compare_clauses(Draft& main, std::vector<Draft>& clauses) const {
  const auto squares_of = [](const Draft& draft) {
    std::vector<int> squares;
    for (const auto& [square, content] : draft.puts) squares.push_back(square);
    for (const auto& [square, from] : draft.copies) squares.push_back(square);
    return squares;
  };
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    for (const int square : squares_of(clauses[i])) {
      for (std::size_t j = 0; j < i; ++j) {
        const bool clash = changes(clauses[j], square) && !agree(clauses[i], clauses[j], square) &&
                           can_hold_together(clauses[i], clauses[j]);
        if (clash) two_things(square);
      }
      if (!changes(main, square)) continue;
      if (!agree(clauses[i], main, square)) two_things(square);
      clauses[i].puts.erase(square);
      clauses[i].copies.erase(square);
    }
  }
}

Change ActionFiller::change_of(const Draft& draft, const GroundDemand& demand) const {
  Change change;
  for (const auto& [square, content] : draft.puts) {
    if (demand.at(square, everything_) != ContentSet::of(content))
      change.after.push_back({square, content});
  }
  change.copies.assign(draft.copies.begin(), draft.copies.end());
  change.hands = draft.hands;
  return change;
}

// --- Each once -----------------------------------------------------------------------------------

namespace {

template <typename Number>
void append_squares(const std::vector<std::pair<int, Number>>& said, std::string& key) {
  append_number(static_cast<int>(said.size()), key);
  for (const auto& [square, what] : said) append_number(64 * int{what} + square, key);
}

// (Changes of actions and of their clauses.)
template <typename Changed>
void append_change(const Changed& change, const std::vector<HandChange>& hands, std::string& key) {
  append_squares(change.after, key);
  append_squares(change.copies, key);
  append_number(static_cast<int>(hands.size()), key);
  for (const HandChange& h : hands) {
    append_number(2 * h.hand + (h.white ? 1 : 0), key);
    append_number(h.change, key);
  }
}

std::string key_of(const GroundAction& action) {
  std::string key = action.text;
  append_key(action.before, action.hands_before, action.rest, key);
  append_change(action, action.hands_after, key);
  for (const Clause& clause : action.clauses) {
    append_key(clause.when, key);
    append_change(clause.change, clause.change.hands, key);
  }
  if (action.then) append_key(action.then->when, key);
  return key;
}

}  // namespace

void ActionFiller::keep(GroundAction action) {
  if (!kept_.insert(key_of(action))) return;
  budget_.keep(action_->place, "action " + action_->name, size_of(action));
  into_->push_back(std::move(action));
}

std::string ActionFiller::text(const Values& values) const {
  std::string text;
  for (const tree::TextPart& part : action_->text) {
    switch (part.type) {
      case tree::TextPart::Type::letters:
        text += part.letters;
        break;
      case tree::TextPart::Type::square: {
        const Spot spot = filler_.spot(part.square, values);
        text += spot.square < 0 ? "-" : format_square(filler_.image(spot.square), board_.grid());
        break;
      }
      case tree::TextPart::Type::number:
        text += std::to_string(filler_.number(part.number, values));
        break;
      case tree::TextPart::Type::kind:
        text += game_.kinds[static_cast<std::size_t>(filler_.kind(part.kind, values))].letter;
        break;
    }
  }
  return text;
}

}  // namespace zermelo::bddl
