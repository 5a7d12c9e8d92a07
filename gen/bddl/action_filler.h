// SPDX-License-Identifier: MIT
// Fills in the parameters of actions.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gen/bddl/filler.h"
#include "gen/bddl/ground.h"
#include "gen/bddl/key_set.h"

namespace zermelo::bddl {

class ActionFiller {
 public:
  // All must outlive it.
  ActionFiller(const tree::Game& game, const GroundBoard& board, Filler& filler, Budget& budget)
      : game_(game),
        board_(board),
        filler_(filler),
        budget_(budget),
        everything_(filler.everything()) {}

  // Appends all ground actions of Game::actions[number], each once, as the first part of a turn.
  // Where the turn may go on, their `then` has no actions yet. `own_white` is whether it is White
  // who plays. (There can be so many that they should not be moved as their number grows.)
  void fill(int number, View view, std::deque<GroundAction>& into);

 private:
  // What an action does, or one of its clauses.
  struct Draft {
    GroundCondition when;
    std::map<int, Content> puts;
    std::map<int, int> copies;  // by the square that changes
    std::set<int> takes;
    std::vector<HandChange> hands;
  };
  // What stands on a square from which a piece is taken, where it makes the same difference.
  struct Taken {
    ContentSet contents;
    int hand = -1;        // that it comes to
    bool leaves = false;  // the square becomes open
  };

  // By square: when earlier clauses take what stands there.
  using Taking = std::map<int, std::vector<GroundCondition>>;

  // False if the action is not possible with these values, wherever the pieces are.
  bool collect(const std::vector<tree::Effect>& effects, Values& values, std::size_t draft);
  bool collect(const tree::Effect& effect, Values& values, std::size_t draft);
  bool collect_when(const tree::Effect& effect, Values& values, std::size_t draft);
  bool collect_hand(const tree::Effect& effect, const Values& values, std::size_t draft);
  // The square, mapped; -1 if the draft has no meaning where its condition holds.
  int target(const tree::Square& square, const Values& values, std::size_t draft);

  void make_actions(const std::vector<GroundCondition>& parts,
                    const std::vector<tree::Effect>& effects, Values& values);
  void split(GroundDemand demand, Draft main, std::vector<Draft> clauses);
  void finish(GroundDemand demand, Draft main, std::vector<Draft> clauses);
  std::vector<Taken> taken_from(int square, const GroundDemand& demand, bool rewritten) const;
  void expand_takes(Draft& clause, const Draft& main, const GroundDemand& demand, Taking& taking,
                    std::vector<Draft>& into) const;
  static bool changes(const Draft& draft, int square) {
    return draft.puts.contains(square) || draft.copies.contains(square);
  }
  void put(Draft& draft, int square, Content content) const;
  void copy(Draft& draft, int square, int from) const;
  void merge(Draft& into, const Draft& from) const;
  void settle_copies(Draft& draft, const GroundDemand& demand) const;
  bool demand_hands(const Draft& draft, GroundDemand& demand) const;
  void compare_clauses(Draft& main, std::vector<Draft>& clauses) const;
  bool agree(const Draft& a, const Draft& b, int square) const;
  bool can_hold_together(const Draft& a, const Draft& b) const;
  Change change_of(const Draft& draft, const GroundDemand& demand) const;
  void keep(GroundAction action);
  std::string text(const Values& values) const;
  [[noreturn]] void two_things(int square) const;

  const tree::Game& game_;
  const GroundBoard& board_;
  Filler& filler_;
  Budget& budget_;
  ContentSet everything_;

  // While an action is filled in:
  const tree::Action* action_ = nullptr;
  int number_ = 0;
  bool white_ = false;  // who plays
  std::deque<GroundAction>* into_ = nullptr;
  KeySet kept_;
  // With certain values:
  const Values* values_ = nullptr;
  std::vector<Draft> drafts_;            // the action's own, then its clauses
  std::vector<GroundCondition> needed_;  // beside the precondition
  GroundAction common_;
};

}  // namespace zermelo::bddl
