// SPDX-License-Identifier: MIT
// Reads conditions, effects and actions of version 2.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "gen/bddl/terms.h"
#include "gen/bddl/token_reader.h"
#include "gen/bddl/tree.h"

namespace zermelo::bddl {

// Names that no region and no define may have.
bool is_reserved(std::string_view name);

class ConditionReader {
 public:
  // Both must outlive it; of `game`, all names but those of actions must be known.
  ConditionReader(TokenReader& tokens, const tree::Game& game)
      : tokens_(tokens), game_(game), terms_(tokens, game) {}

  TermReader& terms() { return terms_; }

  // How far a condition reaches: to the end of its line (parentheses may carry it further), or to
  // the next section or keyword.
  enum class Extent { line, section };
  tree::Condition conjunction(Extent extent);
  tree::Condition enclosed();
  // A line of a section or define; its first slots are those of `parameters`.
  tree::Line line(const std::vector<tree::Variable>& parameters);

 private:
  void list(Extent extent, bool enclosed, std::vector<tree::Condition>& parts);
  tree::Condition condition();
  tree::Condition of_squares(tree::Condition::Type type, std::size_t number);
  tree::Condition quantified(tree::Condition::Type type);
  tree::Condition reaches();
  tree::Condition comparison();
  tree::Quantity quantity();
  tree::Condition named();
  [[noreturn]] void unknown(const Token& word) const;

  TokenReader& tokens_;
  const tree::Game& game_;
  TermReader terms_;
};

// An action whose :then names actions that may stand further down.
struct ReadAction {
  tree::Action action;
  std::vector<Token> then;
};

class ActionReader {
 public:
  ActionReader(TokenReader& tokens, const tree::Game& game)
      : tokens_(tokens), game_(game), conditions_(tokens, game), terms_(conditions_.terms()) {}

  // The next action, up to the next :action or section.
  ReadAction action();

 private:
  bool at_keyword(const char* name);
  void keyword(const char* name);
  void parameters(tree::Action& action);
  std::vector<tree::Effect> effects(bool enclosed);
  tree::Effect effect();
  tree::Effect hand();
  tree::Effect put();
  void one_piece(const tree::Contents& contents, Place place) const;
  void then(ReadAction& read);
  std::vector<tree::TextPart> text();
  tree::TextPart filled_in(std::string_view term, Place place);

  TokenReader& tokens_;
  const tree::Game& game_;
  ConditionReader conditions_;
  TermReader& terms_;
};

}  // namespace zermelo::bddl
