// SPDX-License-Identifier: MIT
// In version 2, actions that do what pieces do in most games are said as players say it: a piece
// moves, takes, is put on the board. Everything else is said clause by clause
// (gen/bddl/condition_words.h). In version 1 squares are seen from an anchor
// (gen/bddl/anchor_words.h).
#include "gen/bddl/tree_in_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "gen/bddl/anchor_words.h"
#include "gen/bddl/condition_words.h"
#include "gen/bddl/ground.h"
#include "gen/bddl/version1.h"

namespace zermelo::bddl {
namespace {

class RuleWords : private ConditionWords {
 public:
  using ConditionWords::ConditionWords;

  RulesInWords all() {
    RulesInWords words{board(), kinds(), definitions()};
    if (game_.version == 1)
      add_version_1(words);
    else
      add_version_2(words);
    std::erase_if(words, [](const RuleSection& section) { return section.lines.empty(); });
    return words;
  }

 private:
  void add_version_2(RulesInWords& words) {
    const bool shared = std::ranges::all_of(game_.actions, [](const tree::Action& action) {
      return action.whose == tree::Whose::both;
    });
    if (shared) {
      words.push_back(turn("A turn", tree::Whose::both));
    } else {
      for (const tree::Whose whose : {tree::Whose::black, tree::Whose::white})
        words.push_back(turn(side_name(whose) + "'s turn", whose));
    }
    words.push_back(end());
  }

  // --- Version 1

  void add_version_1(RulesInWords& words) const {
    const std::pair<std::string, tree::Whose> sides[] = {{"Black", tree::Whose::black},
                                                         {"White", tree::Whose::white}};
    const GroundGame ground = bddl::ground(game_);
    for (const auto& [side, whose] : sides)
      words.push_back(moves(side, ground.side(whose == tree::Whose::white)));
    if (!game_.ends.empty()) {
      for (const auto& [side, whose] : sides) words.push_back(goals(side, whose));
    }
    words.push_back(end_of_version_1());
  }

  // Of those that can be played anywhere on this board.
  RuleSection moves(const std::string& side, const GroundSide& ground) const {
    RuleSection section{side + "'s moves", {}};
    std::set<int> played;
    for (const GroundAction& action : ground.actions) played.insert(action.action);
    for (const int number : played) {
      const tree::Action& action = game_.actions[static_cast<std::size_t>(number)];
      const std::string name = played.size() > 1 ? action.name + ": " : "";
      section.lines.push_back(name + action_in_words(action, board_.grid()));
    }
    if (played.empty()) section.lines.push_back(side + " has no moves on this board.");
    return section;
  }

  RuleSection goals(const std::string& side, tree::Whose whose) const {
    RuleSection section{"How " + side + " wins", goals_in_words(game_, whose)};
    for (std::string& line : section.lines) line = "With " + line;
    if (section.lines.empty()) section.lines.push_back(side + " has no goal.");
    return section;
  }

  RuleSection end_of_version_1() const {
    RuleSection section{"The end", {}};
    if (!game_.ends.empty()) {
      section.lines.emplace_back(
          "A side wins as soon as it has made a move after which one of its goals is fulfilled.");
    }
    section.lines.emplace_back(stuck_loses(game_)
                                   ? "A side that cannot move when it is its turn has lost."
                                   : "If the side to move cannot move, the game is drawn.");
    return section;
  }

  // --- Actions

  // What an action does, if it is one of the things that pieces do in most games.
  struct Move {
    const tree::Effect* left = nullptr;     // its square becomes open
    const tree::Effect* arrived = nullptr;  // there an own piece is
    const tree::Effect* taken = nullptr;
    const tree::Effect* from_hand = nullptr;
    std::vector<tree::Effect> others;
  };
  static Move move_of(const tree::Action& action) {
    Move move;
    for (const tree::Effect& e : action.effects) {
      const bool own = !e.contents.open && e.contents.side.who == tree::Side::Who::own;
      const bool from_hand = e.type == Does::hand && e.sign < 0 && !e.number.variable &&
                             e.number.offset == 1 && e.side.who == tree::Side::Who::own;
      const bool leaves = e.type == Does::put && e.contents.open;
      if (leaves && move.left == nullptr && !holds_other(action, e.to))
        move.left = &e;
      else if (e.type == Does::put && own && move.arrived == nullptr)
        move.arrived = &e;
      else if ((e.type == Does::take || leaves) && move.taken == nullptr)
        move.taken = &e;
      else if (from_hand && move.from_hand == nullptr)
        move.from_hand = &e;
      else
        move.others.push_back(e);
    }
    return move;
  }
  static bool holds_other(const tree::Action& action, const tree::Square& square) {
    return std::ranges::any_of(action.precondition.parts, [&](const tree::Condition& c) {
      return c.type == Says::stands && !c.contents.open &&
             c.contents.side.who == tree::Side::Who::other && same(c.squares[0], square);
    });
  }

  std::string sentence(const tree::Action& action) {
    forget();
    for (const tree::Variable& v : action.parameters) declare(v);
    for (const tree::Variable& v : action.parameters) parameters_.insert({v.slot, &v});
    unsaid_.clear();
    for (const tree::Condition& part : action.precondition.parts) unsaid_.push_back(&part);
    const Move move = move_of(action);
    std::string text;
    const bool plain = move.others.empty();
    if (move.left && move.arrived && !move.from_hand) {
      text = moved_text(action, move);
      if (!plain) text += "; and " + listed(effect_texts(move.others));
    } else if (plain && move.arrived && move.from_hand && !move.left && !move.taken) {
      text = fmt::format("put {} from your hand on {}",
                         with_article(kind_noun(move.arrived->contents.kind)),
                         target_text(*move.arrived, nullptr));
    } else if (plain && (move.left || move.taken) && action.effects.size() == 1) {
      text = left_text(action, action.effects[0]);
    } else if (action.effects.empty()) {
      text = "pass";
    } else {
      text = generic_text(action);
    }
    parameters_.clear();
    std::vector<tree::Condition> rest;
    for (const tree::Condition* part : unsaid_)
      if (part != nullptr) rest.push_back(*part);
    // (Whether there is something to put is said by putting it.)
    std::erase_if(rest, [&](const tree::Condition& c) {
      return move.from_hand && c.type == Says::compare && c.left.of == tree::Quantity::Of::hand &&
             c.comparison != tree::Comparison::equal && c.comparison != tree::Comparison::less;
    });
    if (!rest.empty()) text += ", if " + listed(clauses(rest));
    return text;
  }

  void mark_said(const tree::Condition* part) {
    std::ranges::replace(unsaid_, part, static_cast<const tree::Condition*>(nullptr));
  }
  const tree::Condition* take_part(Says type, const tree::Square& square,
                                   std::optional<tree::Side::Who> who = std::nullopt,
                                   bool open = false) {
    for (const tree::Condition* part : unsaid_) {
      if (part == nullptr || part->type != type || part->squares.empty()) continue;
      if (!same(part->squares.back(), square) && !same(part->squares[0], square)) continue;
      const bool fits = type != Says::stands ||
                        (open ? part->contents.open
                              : !part->contents.open && who && part->contents.side.who == *who);
      if (!fits) continue;
      mark_said(part);
      return part;
    }
    return nullptr;
  }
  // NOT(own(s)), NOT(other(s)), NOT(region(s))
  const tree::Condition* take_negated(Says type, const tree::Square& square,
                                      std::optional<tree::Side::Who> who = std::nullopt) {
    for (const tree::Condition* part : unsaid_) {
      if (part == nullptr || part->type != Says::none || part->parts.size() != 1) continue;
      const tree::Condition& inner = part->parts[0];
      const bool fits = inner.type == type && same(inner.squares[0], square) &&
                        (!who || (!inner.contents.open && inner.contents.side.who == *who));
      if (!fits) continue;
      mark_said(part);
      return &inner;
    }
    return nullptr;
  }

  // "one of your chicks", and where it must stand.
  std::string mover_text(const tree::Condition* stands, const tree::Square& from) {
    std::string text;
    if (stands == nullptr) {
      text = "a piece of yours from " + square_text(from);
    } else {
      const tree::KindName& kind = stands->contents.kind;
      const auto among = kind.which == tree::KindName::Which::variable
                             ? kinds_among_.find(kind.number)
                             : kinds_among_.end();
      const bool several = among != kinds_among_.end() && among->second.size() > 1;
      if (several) {
        std::vector<std::string> nouns = among->second;
        text = "your " + listed(nouns, "or");
      } else {
        text = "one of your " + plural(kind_noun(kind));
      }
    }
    if (from.variable && from.shifts.empty()) {
      const auto found = parameters_.find(*from.variable);
      if (found != parameters_.end() && !found->second->among.empty())
        text += among_text(fmt::format(" from one", square_noun()), *found->second);
    }
    if (const tree::Condition* region = take_part(Says::region, from))
      text += " from one of the " + region_text(region->number);
    if (from.variable && from.shifts.empty()) text += if_needed(" from ", *from.variable);
    return text;
  }

  std::string moved_text(const tree::Action& action, const Move& move) {
    using Who = tree::Side::Who;
    const tree::Square &from = move.left->to, &to = move.arrived->to;
    const tree::Condition* stands = take_part(Says::stands, from, Who::own);
    std::string text = "move " + mover_text(stands, from);
    const bool takes_there = move.taken && same(move.taken->to, to);
    if (to.variable == from.variable && from.shifts.empty() && !to.shifts.empty()) {
      text += " " + steps_of(action, to);
      text += target_state(to, takes_there, ", to", false);
    } else {
      const char* way = take_part(Says::next, to) != nullptr ? " along a line" : "";
      if (const tree::Condition* reaches = take_part(Says::reaches, to); reaches != nullptr) {
        const bool own_way = stands != nullptr &&
                             reaches->kind.which == stands->contents.kind.which &&
                             reaches->kind.number == stands->contents.kind.number;
        text += own_way ? " as it goes"
                        : fmt::format(" as {} goes", with_article(kind_noun(reaches->kind)));
      }
      text += fmt::format("{} to {}", way, target_text(*move.arrived, move.taken, *way != 0));
    }
    if (move.taken && !takes_there)
      text += fmt::format("; what the other side has on {} is taken", square_text(move.taken->to));
    const tree::KindName& after = move.arrived->contents.kind;
    const bool changes = stands != nullptr && (after.which != stands->contents.kind.which ||
                                               after.number != stands->contents.kind.number);
    if (changes && game_.kinds.size() > 1)
      text += fmt::format("; there it becomes {}", with_article(kind_noun(after)));
    return text;
  }

  // "one square up": from the square itself to the one with shifts.
  std::string steps_of(const tree::Action& action, const tree::Square& to) {
    if (to.shifts.size() == 1 && to.shifts[0].sign > 0) {
      const tree::Shift& shift = to.shifts[0];
      for (const tree::Variable& v : action.parameters) {
        if (v.slot != shift.step || v.sort != Sort::step) continue;
        const bool once = !shift.times.variable && shift.times.offset == 1;
        if (once) return steps_text(v);
        if (shift.times.variable)
          return fmt::format("{} times {}", times_text(shift.times), steps_text(v));
        return steps_text(v, shift.times.offset);
      }
    }
    return "to " + square_text(to);
  }

  // What is said of the square that a piece comes to: " to an open square, ...".
  std::string target_state(const tree::Square& to, bool takes, const std::string& before,
                           bool neighbour) {
    using Who = tree::Side::Who;
    const std::string noun = fmt::format("{}{}", neighbour ? "neighbouring " : "", square_noun());
    std::string text;
    if (take_part(Says::stands, to, std::nullopt, true) != nullptr) {
      text = fmt::format(
          "{} {}", before,
          with_article((neighbour ? "neighbouring open " : "open ") + std::string(square_noun())));
    } else if (const tree::Condition* other = take_part(Says::stands, to, Who::other)) {
      text = fmt::format("{} {} with {}, which is taken", before, with_article(noun),
                         piece_text(other->contents));
    } else if (const tree::Condition* not_own = take_negated(Says::stands, to, Who::own);
               not_own != nullptr && not_own->contents.kind.which == tree::KindName::Which::any) {
      text = takes ? fmt::format(
                         "{} {} where you have no piece; what the other side has there is "
                         "taken",
                         before, with_article(noun))
                   : fmt::format("{} {} where you have no piece", before, with_article(noun));
    } else if (takes) {
      text =
          fmt::format("{} {}; what the other side has there is taken", before, with_article(noun));
    } else {
      text = fmt::format("{} {}", before, with_article(noun));
    }
    if (const tree::Condition* region = take_part(Says::region, to))
      text += fmt::format("; it must be one of the {}", region_text(region->number));
    if (const tree::Condition* region = take_negated(Says::region, to))
      text += fmt::format("; it must be none of the {}", region_text(region->number));
    return text;
  }

  std::string target_text(const tree::Effect& arrived, const tree::Effect* taken,
                          bool neighbour = false) {
    const tree::Square& to = arrived.to;
    const bool takes = taken != nullptr && same(taken->to, to);
    std::string text = target_state(to, takes, "", neighbour).substr(1);
    if (!to.variable || !to.shifts.empty()) return text + ", " + square_text(to);
    text += if_needed(", ", *to.variable);
    const auto found = parameters_.find(*to.variable);
    if (found != parameters_.end() && !found->second->among.empty())
      text += among_text("; it must be one", *found->second);
    return text;
  }

  // A square's name, to be left out unless it is spoken of elsewhere: see `settled`.
  std::string if_needed(const std::string& before, int slot) const {
    return '\1' + before + name_of(slot) + '\2';
  }
  static std::string settled(std::string text) {
    for (std::size_t begin; (begin = text.find('\1')) != text.npos;) {
      const std::size_t end = text.find('\2', begin);
      const std::string named = text.substr(begin + 1, end - begin - 1);
      text.erase(begin, end - begin + 1);
      const std::string name = named.substr(named.find_last_of(' '));
      bool is_needed = false;
      for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
        const std::size_t after = at + name.size();
        is_needed = is_needed || after == text.size() || !is_letter(text[after]);
      }
      if (is_needed) text.insert(begin, named);
    }
    return text;
  }
  static bool is_letter(char c) { return to_lower(c) >= 'a' && to_lower(c) <= 'z'; }

  std::string left_text(const tree::Action& action, const tree::Effect& left) {
    using Who = tree::Side::Who;
    if (const tree::Condition* other = take_part(Says::stands, left.to, Who::other))
      return "take " + piece_text(other->contents) + where_needed(left.to);
    if (const tree::Condition* own = take_part(Says::stands, left.to, Who::own))
      return "take " + mover_text(own, left.to) + " off the board";
    return generic_text(action);
  }
  // A square is named if something else is said about it.
  std::string where_needed(const tree::Square& square) const {
    const bool more =
        std::ranges::any_of(unsaid_, [](const auto* part) { return part != nullptr; });
    return more ? " on " + square_text(square) : "";
  }

  std::string generic_text(const tree::Action& action) {
    std::vector<std::string> chosen;
    for (const tree::Variable& v : action.parameters) {
      if (v.sort == Sort::square || v.sort == Sort::step)
        chosen.push_back(with_article(quantified_noun(v)));
      if (v.sort == Sort::number) chosen.push_back("a " + quantified_noun(v));
    }
    const std::string effects = listed(effect_texts(action.effects));
    if (chosen.empty()) return effects;
    return fmt::format("choose {}; then {}", listed(chosen), effects);
  }

  // --- Sections

  RuleSection board() const {
    const Grid grid = board_.grid();
    RuleSection section{"The board", {board_sentence(grid)}};
    if (along_lines_) {
      const int points = std::popcount(board_.exists());
      section.lines.push_back(
          fmt::format("Pieces stand on the {} points where lines end or meet: {}.",
                      number_word(points), squares_text(board_.exists(), grid)));
      std::vector<std::string> lines;
      for (const auto* all : {&board_.lines(), &board_.links()}) {
        for (const std::vector<int>& line : *all) {
          std::string text;
          for (const int square : line)
            text += (text.empty() ? "" : "-") + format_square(square, grid);
          lines.push_back(text);
        }
      }
      section.lines.push_back("The lines are " + listed(lines) + ".");
    }
    for (std::string& sentence : start_sentences()) section.lines.push_back(std::move(sentence));
    section.lines.push_back(fmt::format("{} moves first; then the sides take turns.",
                                        game_.white_first ? "White" : "Black"));
    if (const auto mirror = mirror_sentence()) section.lines.push_back(*mirror);
    return section;
  }

  // Of pieces of one kind on a board of squares.
  std::string plain_start_sentence() const {
    GridPosition start;
    for (const tree::Piece& piece : game_.start) {
      if (!piece.open) (piece.white ? start.white : start.black) |= board_.squares(piece.square);
    }
    return start_sentence(start, board_.grid(), "piece");
  }

  std::vector<std::string> start_sentences() const {
    if (game_.version == 1) return {plain_start_sentence()};
    std::vector<std::string> sentences;
    std::map<std::pair<bool, int>, Squares> standing;
    for (const tree::Piece& piece : game_.start)
      standing[{piece.white, piece.kind}] |= board_.squares(piece.square);
    std::vector<std::string> parts;
    bool several = standing.size() > 1;
    for (const auto& [whose, squares] : standing) {
      const std::string noun = kind_noun({tree::KindName::Which::named, whose.second});
      const std::string side = whose.first ? "white" : "black";
      const bool one = std::popcount(squares) == 1;
      several = several || !one;
      parts.push_back(fmt::format("{}{} {} on {}", one ? "a " : "", side, one ? noun : plural(noun),
                                  squares_text(squares, board_.grid())));
    }
    if (!game_.material.empty()) {
      std::vector<std::string> pieces;
      for (const tree::Piece& piece : game_.material) {
        pieces.push_back(fmt::format("a {} {}", piece.white ? "white" : "black",
                                     kind_noun({tree::KindName::Which::named, piece.kind})));
      }
      sentences.push_back("There is no single start: the game begins with any legal placing of " +
                          listed(pieces) + ".");
    } else if (parts.empty()) {
      sentences.emplace_back("At the start it is empty.");
    } else {
      sentences.push_back(
          fmt::format("At the start there {} {}.", several ? "are" : "is", listed(parts)));
    }
    std::vector<std::string> held;
    for (const bool white : {false, true}) {
      std::vector<std::string> items;
      for (const tree::PiecesInHand& in_hand : game_.start_hands) {
        if (in_hand.white != white || in_hand.number == 0) continue;
        const int kind = game_.hands[static_cast<std::size_t>(in_hand.hand)].kind;
        const std::string noun = kind_noun({tree::KindName::Which::named, kind});
        items.push_back(number_word(in_hand.number) + " " +
                        (in_hand.number == 1 ? noun : plural(noun)));
      }
      held.push_back(listed(items));
    }
    if (held[0] == held[1] && !held[0].empty()) {
      sentences.push_back("Each side has " + held[0] + " in hand.");
    } else {
      for (const bool white : {false, true}) {
        const std::string& items = held[white ? 1 : 0];
        if (!items.empty())
          sentences.push_back(fmt::format("{} has {} in hand.", white ? "White" : "Black", items));
      }
    }
    return sentences;
  }

  // How the kinds go whose steps have their names; what comes to hand.
  RuleSection kinds() const {
    RuleSection section{"The pieces", {}};
    for (const tree::Kind& kind : game_.kinds) {
      for (const tree::StepSet& set : game_.steps) {
        if (to_lower(set.name) != to_lower(kind.name)) continue;
        section.lines.push_back(
            fmt::format("{} goes {}.", capitalized(with_article(kind.name)), ways_text(set.steps)));
      }
    }
    const auto takes = [](const tree::Action& action) {
      return std::ranges::any_of(action.effects, [](const tree::Effect& e) { return takes_in(e); });
    };
    if (std::ranges::none_of(game_.actions, takes)) return section;
    for (const tree::Hand& hand : game_.hands) {
      std::vector<std::string> nouns;
      for (const int kind : hand.takes)
        nouns.push_back(with_article(game_.kinds[static_cast<std::size_t>(kind)].name));
      if (nouns.empty()) continue;
      const std::string& name = game_.kinds[static_cast<std::size_t>(hand.kind)].name;
      section.lines.push_back(
          fmt::format("{} that is taken comes into the hand of the side that takes it, as {}.",
                      capitalized(listed(nouns, "or")), with_article(name)));
    }
    return section;
  }

  static bool takes_in(const tree::Effect& effect) {
    return effect.type == Does::take ||
           std::ranges::any_of(effect.parts, [](const tree::Effect& e) { return takes_in(e); });
  }

  RuleSection definitions() {
    RuleSection section{"What words mean", {}};
    for (const tree::Define& define : game_.defines) {
      std::vector<std::string> squares, meanings;
      for (const tree::Line& line : define.lines) {
        forget();
        parameters_.clear();
        for (const tree::Variable& v : define.parameters) {
          declare(v);
          parameters_.insert({v.slot, &v});
        }
        for (const tree::Variable& v : line.variables) declare(v);
        steps_named_ = 2;
        const std::string meaning = listed(clauses(line.condition.parts));
        if (std::ranges::count(meanings, meaning) == 0) meanings.push_back(meaning);
      }
      for (const tree::Variable& v : define.parameters)
        if (v.sort != Sort::side) squares.push_back(in_capitals(v.name));
      parameters_.clear();
      const bool of_side = std::ranges::any_of(
          define.parameters, [](const tree::Variable& v) { return v.sort == Sort::side; });
      std::string text;
      for (const std::string& meaning : meanings) text += (text.empty() ? "" : "; or ") + meaning;
      section.lines.push_back(fmt::format(
          "{} when {}.",
          capitalized(named_text(define, squares, of_side ? " of a side" : "", false)), text));
    }
    return section;
  }

  // What White's side of the board is.
  std::optional<std::string> mirror_sentence() const {
    switch (game_.mirror) {
      case tree::Mirror::none:
        return std::nullopt;
      case tree::Mirror::turn:
        return "What follows is told as Black sees the board; for White it is turned round.";
      case tree::Mirror::rows:
        return "What follows is told as Black sees the board; for White up is down, and down is "
               "up.";
      case tree::Mirror::columns:
        return "What follows is told as Black sees the board; for White left is right, and right "
               "is left.";
      case tree::Mirror::diagonal:
        return "What follows is told as Black sees the board; for White it is mirrored in the "
               "diagonal that "
               "falls to the right.";
      case tree::Mirror::antidiagonal:
        return "What follows is told as Black sees the board; for White it is mirrored in the "
               "diagonal that "
               "rises to the right.";
    }
    return std::nullopt;
  }

  RuleSection turn(const std::string& heading, tree::Whose whose) {
    RuleSection section{heading, {}};
    std::vector<bool> later(game_.actions.size(), false);
    for (const tree::Action& action : game_.actions) {
      if (!action.then) continue;
      for (const int next : action.then->actions) later[static_cast<std::size_t>(next)] = true;
    }
    std::vector<std::size_t> first, second;
    for (std::size_t i = 0; i < game_.actions.size(); ++i) {
      if (game_.actions[i].whose != whose) continue;
      (later[i] ? second : first).push_back(i);
    }
    section.lines.push_back(first.size() == 1 ? "“You” are the side to move."
                                              : "“You” are the side to move, and do one of these:");
    if (first.size() > 1) section.lines.back().back() = '.';
    for (const std::size_t i : first) section.lines.push_back(action_line(i));
    for (const std::size_t i : second)
      section.lines.push_back("Later in a turn, " + action_line(i));
    for (const tree::Illegal& illegal : game_.illegal) {
      if (illegal.whose == tree::Whose::both || illegal.whose == whose)
        section.lines.push_back("You may not move so that afterwards " + line_text(illegal.line) +
                                ".");
    }
    return section;
  }

  std::string action_line(std::size_t number) {
    const tree::Action& action = game_.actions[number];
    std::string text = sentence(action);
    if (action.otherwise) text += "; only if nothing else can be done";
    if (action.then) {
      std::vector<std::string> next;
      for (const int n : action.then->actions)
        next.push_back("“" + game_.actions[static_cast<std::size_t>(n)].name + "”");
      for (const tree::Variable& v : action.parameters) parameters_.insert({v.slot, &v});
      const std::vector<std::string> when = clauses(action.then->condition.parts);
      parameters_.clear();
      text += fmt::format(". {}the turn goes on with {}",
                          when.empty() ? "Then " : "If then " + listed(when) + ", ",
                          listed(next, "or"));
    }
    return settled(fmt::format("“{}”: {}.", action.name, text));
  }

  std::string line_text(const tree::Line& line) {
    forget();
    parameters_.clear();
    for (const tree::Variable& v : line.variables) declare(v);
    std::vector<tree::Condition> parts = line.condition.parts;
    std::vector<std::string> texts;
    for (const tree::Variable& v : line.variables) {
      if (v.sort != Sort::square || v.among.empty()) continue;
      // Where a piece stands is said with the piece.
      const auto stands = std::ranges::find_if(parts, [&](const tree::Condition& c) {
        return c.type == Says::stands && !c.contents.open && c.squares[0].variable == v.slot &&
               c.squares[0].shifts.empty();
      });
      if (stands == parts.end()) {
        texts.push_back(among_text(name_of(v.slot) + " is one", v));
        continue;
      }
      const std::string place =
          parts.size() > 1 ? fmt::format("a {} {}", square_noun(), name_of(v.slot)) : "one";
      texts.push_back(
          fmt::format("{} is on {}", piece_text(stands->contents), among_text(place, v)));
      parts.erase(stands);
    }
    std::ranges::move(clauses(parts), std::back_inserter(texts));
    return listed(texts);
  }

  RuleSection end() {
    RuleSection section{"The end", {}};
    for (const tree::End& e : game_.ends) {
      const char* const result = e.result == tree::Result::win    ? "You win"
                                 : e.result == tree::Result::loss ? "You lose"
                                                                  : "The game is drawn";
      section.lines.push_back(
          fmt::format("{} if after your move{} {}.", result, as_side(e.whose), line_text(e.line)));
    }
    if (game_.ends.size() > 1) section.lines.emplace_back("The first of these that holds decides.");
    for (const std::string& sentence : stuck_sentences()) section.lines.push_back(sentence);
    section.lines.emplace_back(
        game_.endless == tree::Endless::draw    ? "Play that goes on for ever is a draw."
        : game_.endless == tree::Endless::black ? "Play that goes on for ever is won by Black."
                                                : "Play that goes on for ever is won by White.");
    return section;
  }
  static std::string as_side(tree::Whose whose) {
    if (whose == tree::Whose::both) return "";
    return " as " + side_name(whose);
  }

  std::vector<std::string> stuck_sentences() {
    std::vector<std::string> sentences;
    const auto add = [&](tree::Result result, const std::string& whose, const std::string& when) {
      const char* const what = result == tree::Result::win    ? "you have won"
                               : result == tree::Result::loss ? "you have lost"
                                                              : "the game is drawn";
      sentences.push_back(fmt::format("{}f you cannot move{}{}, {}.",
                                      sentences.empty() ? "I" : "Otherwise, i", whose,
                                      when.empty() ? "" : " and " + when, what));
    };
    for (const tree::End& e : game_.stuck) {
      const std::string when = line_text(e.line);
      add(e.result, as_side(e.whose), when);
      if (when.empty() && e.whose == tree::Whose::both) return sentences;
    }
    add(game_.ends.empty() ? tree::Result::loss : tree::Result::draw, "", "");
    return sentences;
  }

  std::vector<const tree::Condition*> unsaid_;  // of the precondition of an action
};

}  // namespace

RulesInWords tree_in_words(const tree::Game& game) {
  require_board(game);
  return RuleWords(game).all();
}

}  // namespace zermelo::bddl
