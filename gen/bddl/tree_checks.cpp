// SPDX-License-Identifier: MIT
#include "gen/bddl/tree_checks.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "gen/error.h"

namespace zermelo::bddl {
namespace {

class TreeChecker {
 public:
  explicit TreeChecker(const tree::Game& game) : game_(game), state_(game.defines.size()) {}

  void run() {
    for (std::size_t i = 0; i < game_.defines.size(); ++i) visit_define(i);
    for (const tree::Action& action : game_.actions) {
      refuse_attacked(action.precondition);
      for (const tree::Effect& effect : action.effects) refuse_attacked(effect);
    }
    check_parts();
  }

 private:
  [[noreturn]] void wrong(Place place, const std::string& sentence) const {
    throw SyntaxError(fmt::format("{}:{}:{}: {}.",
                                  game_.files[static_cast<std::size_t>(place.file)], place.line,
                                  place.column, sentence));
  }

  enum class Visit { not_yet, begun, done };
  struct State {
    Visit visit = Visit::not_yet;
    bool asks_attacked = false;
  };

  void visit_define(std::size_t number) {
    State& state = state_[number];
    if (state.visit == Visit::done) return;
    const tree::Define& define = game_.defines[number];
    if (state.visit == Visit::begun)
      wrong(define.place, fmt::format("the meaning of {} depends on itself", define.name));
    state.visit = Visit::begun;
    for (const tree::Line& line : define.lines) visit(line.condition);
    for (const tree::Line& line : define.lines) {
      if (attacked_in(line.condition) != nullptr) state.asks_attacked = true;
    }
    state.visit = Visit::done;
  }

  void visit(const tree::Condition& condition) {
    if (condition.type == tree::Condition::Type::call)
      visit_define(static_cast<std::size_t>(condition.number));
    for (const tree::Condition& part : condition.parts) visit(part);
  }

  // What in it asks whether something is attacked.
  const tree::Condition* attacked_in(const tree::Condition& condition) const {
    if (condition.type == tree::Condition::Type::attacked) return &condition;
    const bool asks = condition.type == tree::Condition::Type::call &&
                      state_[static_cast<std::size_t>(condition.number)].asks_attacked;
    if (asks) return &condition;
    for (const tree::Condition& part : condition.parts) {
      if (const tree::Condition* found = attacked_in(part)) return found;
    }
    return nullptr;
  }

  void refuse_attacked(const tree::Condition& condition) const {
    if (const tree::Condition* found = attacked_in(condition)) {
      wrong(found->place,
            "attacked(...) cannot stand in an action, since it asks what actions are possible; "
            "write it under #illegal");
    }
  }
  void refuse_attacked(const tree::Effect& effect) const {
    refuse_attacked(effect.condition);
    for (const tree::Effect& part : effect.parts) refuse_attacked(part);
  }

  void check_parts() {
    ends_within_.assign(most_parts + 1, std::vector<std::optional<bool>>(game_.actions.size()));
    for (std::size_t i = 0; i < game_.actions.size(); ++i) {
      if (ends_within(static_cast<int>(i), most_parts)) continue;
      const tree::Action& action = game_.actions[i];
      wrong(action.place, fmt::format("a turn has at most {} parts; what comes after {} makes more",
                                      most_parts, action.name));
    }
  }

  // Whether a turn that goes on with this action has at most so many parts more, itself included.
  bool ends_within(int number, int parts) {
    if (parts == 0) return false;
    std::optional<bool>& known =
        ends_within_[static_cast<std::size_t>(parts)][static_cast<std::size_t>(number)];
    if (known) return *known;
    const auto& then = game_.actions[static_cast<std::size_t>(number)].then;
    known = !then || std::ranges::all_of(then->actions,
                                         [&](int next) { return ends_within(next, parts - 1); });
    return *known;
  }

  const tree::Game& game_;
  std::vector<State> state_;
  std::vector<std::vector<std::optional<bool>>> ends_within_;  // by parts and action
};

}  // namespace

void check_tree(const tree::Game& game) { TreeChecker(game).run(); }

}  // namespace zermelo::bddl
