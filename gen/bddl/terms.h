// SPDX-License-Identifier: MIT
// Reads what conditions and effects of version 2 are made of: variables, squares, numbers, sides,
// kinds of pieces. Names are looked up as they are read.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "gen/bddl/token_reader.h"
#include "gen/bddl/tree.h"

namespace zermelo::bddl {

inline constexpr int most_variables = 64;  // of an action or a line

// The variables that can be used where the reader is.
struct Scope {
  std::vector<tree::Variable> visible;
  // Of a line: variables that nothing declares are found here after it has been read. An action's
  // must all be declared.
  bool takes_new = false;
  std::vector<tree::Variable> found;
  int slots = 0;
};

class TermReader {
 public:
  // Both must outlive it; of `game`, the board, pieces, steps and regions must be known.
  TermReader(TokenReader& tokens, const tree::Game& game) : tokens_(tokens), game_(game) {}

  Scope& scope() { return scope_; }
  void begin_scope(bool takes_new) { scope_ = {{}, takes_new, {}, 0}; }

  // ?p, ?d=rook,bishop, ?n=1..3; with `quantified` also ?n 1 3. Makes it visible.
  tree::Variable declaration(bool quantified);
  void forget_last() { scope_.visible.pop_back(); }
  // Whether a declaration comes next, and not a condition such as ?c(?p).
  bool at_declaration() const;

  tree::Square square();
  tree::Number number();
  tree::Side side();
  // A kind's name or a variable.
  tree::KindName kind();
  int step();  // a variable's slot
  // own, own-?k, other-chick, ?c, open; at_contents says whether one comes next.
  bool at_contents() const;
  tree::Contents contents();
  tree::Argument argument(tree::Sort sort);

  // 3, xmin, xmax-1; with `free` also ?x, and ?x+1. `axis` is x or y.
  Coordinate coordinate(char axis, bool free);
  // (3,ymax-1): throws SyntaxError if it is on no board.
  tree::PlaceOnBoard place_on_board(bool free);

  int kind_number(std::string_view name, Place place) const;
  static tree::Sort sort_of(std::string_view variable);

 private:
  const tree::Variable& use(tree::Sort sort, const char* wanted);
  tree::Variable make_variable(const Token& token);
  void range(tree::Variable& variable, bool quantified);
  int among(tree::Sort sort);
  int small_number(const char* what);
  tree::Shift shift();
  bool at_shift() const;
  int offset_in_word(const Token& word, std::size_t base_length, char axis) const;

  TokenReader& tokens_;
  const tree::Game& game_;
  Scope scope_;
};

}  // namespace zermelo::bddl
