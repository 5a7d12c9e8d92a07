// SPDX-License-Identifier: MIT
#include "gen/bddl/tree_checks.h"

#include <fmt/format.h>

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
      check_parts(action, {action.name});
    }
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

  void check_parts(const tree::Action& action, const std::vector<std::string>& before) const {
    if (!action.then) return;
    for (const int next : action.then->actions) {
      const tree::Action& then = game_.actions[static_cast<std::size_t>(next)];
      std::vector<std::string> parts = before;
      parts.push_back(then.name);
      if (parts.size() > most_parts) {
        wrong(action.place, fmt::format("a turn has at most {} parts, and here {} comes after {}",
                                        most_parts, then.name, fmt::join(before, ", ")));
      }
      check_parts(then, parts);
    }
  }

  const tree::Game& game_;
  std::vector<State> state_;
};

}  // namespace

void check_tree(const tree::Game& game) { TreeChecker(game).run(); }

}  // namespace zermelo::bddl
