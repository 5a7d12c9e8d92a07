// SPDX-License-Identifier: MIT
#include "reports/action_names.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cstddef>
#include <utility>

#include "gen/bddl/ground.h"
#include "gen/bddl/lexer.h"
#include "gen/bddl/piece_rules.h"
#include "gen/bddl/rule_symmetries.h"
#include "gen/bddl/spec.h"
#include "gen/error.h"
#include "gen/grid/piece_position.h"
#include "gen/grid/position_code.h"
#include "symmetry/grid.h"

namespace zermelo {
namespace {

constexpr char bddl_name[] = "bddl";

// Each once, in the order of the file.
std::vector<std::string> names_in(const bddl::tree::Game& game) {
  std::vector<std::string> names;
  for (const bddl::tree::Action& action : game.actions) {
    if (std::ranges::find(names, action.name) == names.end()) names.push_back(action.name);
  }
  return names;
}

// The rules, with the number of its action, as one character, as the text of each part of a turn.
std::shared_ptr<const bddl::GroundGame> ground_with_numbers(const bddl::tree::Game& game,
                                                            const std::vector<std::string>& names) {
  auto ground = std::make_shared<bddl::GroundGame>(bddl::ground(game));
  for (bddl::GroundSide& side : ground->sides) {
    for (bddl::GroundAction& action : side.actions) {
      const auto number = std::ranges::find(names, action.name) - names.begin();
      action.text.assign(1, static_cast<char>(number + 1));
    }
  }
  return ground;
}

ActionSet set_of(const std::string& numbers) {
  ActionSet set = 0;
  for (const char number : numbers) set |= ActionSet{1} << (number - 1);
  return set;
}

// By its code.
PiecePosition piece_position(std::string_view code) {
  if (code.size() == code_size<PiecePosition>) return position_of_code<PiecePosition>(code);
  return with_kinds(position_of_code<GridPosition>(code));
}

// Takes an action out of the text of rules, and out of what other actions go on with.
class ActionRemover {
 public:
  ActionRemover(const std::string& text, const std::string& file, int version,
                const std::string& name)
      : text_(text), name_(name) {
    bddl::Lexer lexer(text, file, version);
    for (tokens_.push_back(lexer.next()); tokens_.back().kind != Kind::end;)
      tokens_.push_back(lexer.next());
  }

  // How many were taken out.
  int remove() {
    int removed = 0;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      if (is_keyword(i, ":action") && is_name(i + 1)) {
        cut(i, end_of_part(i + 1, true));
        ++removed;
      } else if (is_keyword(i, ":then")) {
        remove_from_then(i);
      }
    }
    return removed;
  }
  std::string text() const {
    std::string kept;
    std::size_t at = 0;
    for (const auto& [begin, end] : cuts_) {
      if (end <= at) continue;  // (it is in what was taken out before)
      kept.append(text_, at, begin - at).append("\n");
      at = end;
    }
    return kept.append(text_, at);
  }

 private:
  using Kind = bddl::Token::Kind;

  bool is_keyword(std::size_t i, std::string_view word) const {
    return tokens_[i].is(Kind::keyword, word);
  }
  bool is_name(std::size_t i) const { return tokens_[i].is(Kind::word, name_); }
  // Where the next part of the rules begins: an action or a section or, if not `whole`, a keyword.
  std::size_t end_of_part(std::size_t i, bool whole) const {
    while (tokens_[i].kind != Kind::end && tokens_[i].kind != Kind::section &&
           !(whole ? is_keyword(i, ":action") : tokens_[i].kind == Kind::keyword))
      ++i;
    return i;
  }
  void cut(std::size_t from, std::size_t to) { cuts_.emplace_back(begin_of(from), begin_of(to)); }
  std::size_t begin_of(std::size_t token) const {
    if (tokens_[token].kind == Kind::end) return text_.size();
    return static_cast<std::size_t>(tokens_[token].text.data() - text_.data());
  }

  // Names of actions, up to a word that begins a condition.
  void remove_from_then(std::size_t then) {
    std::vector<std::size_t> here;
    std::size_t others = 0, i = then + 1;
    for (; tokens_[i].kind == Kind::word && !tokens_[i + 1].is_sign('('); ++i)
      is_name(i) ? here.push_back(i) : static_cast<void>(++others);
    if (here.empty()) return;
    if (others == 0) return cut(then, end_of_part(then + 1, false));
    for (const std::size_t name : here) cut(name, name + 1);
  }

  const std::string& text_;
  std::string name_;
  std::vector<bddl::Token> tokens_;
  std::vector<std::pair<std::size_t, std::size_t>> cuts_;  // of the text, ascending by their begins
};

std::string lower_case(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

ActionNames::ActionNames(const GameSpec& game) {
  if (game.name != bddl_name) return;
  const bddl::tree::Game tree = bddl::tree_of(game);
  std::vector<std::string> names = names_in(tree);
  if (names.size() > 64) return;
  ground_ = ground_with_numbers(tree, names);
  rules_ = std::make_shared<const bddl::PieceRules>(ground_);
  names_ = std::move(names);
}

ActionNames::~ActionNames() = default;

bool ActionNames::are_kept_by(const std::vector<int>& map) const {
  if (ground_ == nullptr) return true;
  return map.size() == static_cast<std::size_t>(ground_->grid.squares()) &&
         bddl::keeps_names(GridSymmetry(map), *ground_);
}

// Sorted by the positions that they lead to.
struct ActionNames::Finder::Moves {
  using Move = std::pair<PiecePosition, MoveActions>;

  std::shared_ptr<const bddl::PieceRules> rules;
  bool has_one_action;  // which makes all moves, so that they need not be listed
  std::vector<Move> list;
};

ActionNames::Finder::Finder(const ActionNames& names)
    : moves_(std::make_unique<Moves>(Moves{names.rules_, names.names_.size() == 1, {}})) {
  assert(names.rules_);
}
ActionNames::Finder::~Finder() = default;

void ActionNames::Finder::look_at(std::string_view position) {
  std::vector<Moves::Move>& list = moves_->list;
  list.clear();
  if (moves_->has_one_action) return;
  moves_->rules->for_each_turn(piece_position(position),
                               [&](const PiecePosition& next, const std::string& numbers) {
                                 const ActionSet turn = set_of(numbers);
                                 list.push_back({next, {turn, turn}});
                               });
  std::ranges::sort(list, {}, &Moves::Move::first);
  std::size_t kept = 0;
  for (std::size_t i = 1; i < list.size(); ++i) {
    if (list[i].first != list[kept].first) {
      list[++kept] = list[i];
      continue;
    }
    list[kept].second.some |= list[i].second.some;
    list[kept].second.all &= list[i].second.all;
  }
  if (!list.empty()) list.resize(kept + 1);
}

MoveActions ActionNames::Finder::of_move_to(std::string_view after) const {
  if (moves_->has_one_action) return {1, 1};
  const PiecePosition position = piece_position(after);
  const auto found = std::ranges::lower_bound(moves_->list, position, {}, &Moves::Move::first);
  assert(found != moves_->list.end() && found->first == position);
  return found->second;
}

GameSpec without_action(const GameSpec& game, const std::string& name) {
  if (game.name != bddl_name)
    throw UsageError("Only games in BDDL have actions that can be left out.");
  GameSpec less = game;
  less.parameters.erase("hash");
  std::string& domain = less.parameters.at("domain");
  const bool is_2 = bddl::has_version_2(game);
  const std::string file = "the rules without " + name;
  ActionRemover remover(domain, file, is_2 ? 2 : 1, lower_case(name));
  if (remover.remove() == 0) {
    throw UsageError(fmt::format("There is no action '{}' in these rules, only {}.", name,
                                 fmt::join(names_in(bddl::tree_of(game)), ", ")));
  }
  domain = remover.text();
  return less;
}

}  // namespace zermelo
