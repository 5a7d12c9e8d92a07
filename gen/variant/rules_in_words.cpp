// SPDX-License-Identifier: MIT
#include "gen/variant/rules_in_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "gen/text/ascii.h"
#include "gen/text/board_words.h"
#include "gen/text/counted.h"
#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

using WordDirection = std::pair<int, int>;  // files to the right, ranks forward

// Steps that differ only in their direction, by how far they lead along either axis.
struct Family {
  int lesser, greater;  // of the two
  int limit;
  Step::Manner manner;
  bool initial;

  auto operator<=>(const Family&) const = default;
};
Family family_of(const Step& s) {
  const int files = std::abs(s.files), ranks = std::abs(s.ranks);
  return {std::min(files, ranks), std::max(files, ranks), s.limit, s.manner, s.initial};
}

std::string straight_words(const std::set<WordDirection>& directions) {
  if (directions.size() == 4) return "along ranks and files";
  std::vector<std::string> words;
  if (directions.contains({0, 1})) words.emplace_back("forward");
  if (directions.contains({0, -1})) words.emplace_back("backward");
  const bool left = directions.contains({-1, 0}), right = directions.contains({1, 0});
  if (left && right) words.emplace_back("sideways");
  if (left != right) words.emplace_back(left ? "to the left" : "to the right");
  return listed(words, "or");
}

// Of steps that lead off the straight lines.
std::string oblique_words(const std::set<WordDirection>& directions, std::size_t all) {
  if (directions.size() == all) return "in all directions";
  const auto count = [&](auto holds) { return std::ranges::count_if(directions, holds); };
  const auto forward = count([](const WordDirection& d) { return d.second > 0; });
  const auto of_all = static_cast<std::ptrdiff_t>(directions.size());
  if (2 * directions.size() == all && forward == of_all) return "forward";
  if (2 * directions.size() == all && forward == 0) return "backward";
  std::vector<std::string> words;
  for (const auto& [files, ranks] : directions)
    words.push_back(fmt::format("{} {} and {} {}", std::abs(ranks), ranks > 0 ? "ahead" : "back",
                                std::abs(files), files > 0 ? "right" : "left"));
  return listed(words, "or");
}

std::string family_words(const Family& f, const std::set<WordDirection>& unscaled) {
  std::set<WordDirection> directions;
  for (const auto& [files, ranks] : unscaled)
    directions.insert({files / std::max(1, f.greater), ranks / std::max(1, f.greater)});
  std::string words;
  if (f.greater == 1) {
    words = f.limit == 0   ? "any number of squares"
            : f.limit == 1 ? "one square"
                           : fmt::format("up to {} squares", f.limit);
    words += f.lesser == 0 ? " " + straight_words(directions)
                           : " diagonally " + oblique_words(unscaled, 4);
  } else {
    words = fmt::format("{}{} by {}", f.limit == 1 ? "" : "in leaps of ", f.lesser, f.greater);
    words += " squares ";
    words += f.lesser == 0 ? straight_words(directions)
                           : oblique_words(unscaled, f.lesser == f.greater ? 4 : 8);
  }
  if (f.manner == Step::Manner::lame) words += ", if nothing stands between";
  if (f.manner == Step::Manner::hop) words += ", over exactly one man";
  if (f.manner == Step::Manner::hop_behind) words += ", over a man, to right behind it";
  if (f.initial) words += ", as its first step";
  return words;
}

std::string symbols(const Variant& v, const KindSet& kinds, const char* last = "and") {
  std::vector<std::string> all;
  for (const Square kind : kinds) all.push_back(v.kinds[kind].symbol);
  return listed(all, last);
}

std::string ranks_words(const Board& board, const SquareSet& squares) {
  std::vector<std::string> names;
  for (const Square square : squares) names.push_back(board.name(square));
  return listed(names);
}

std::string end_words(const char* what, Outcome outcome) {
  return outcome == Outcome::draw  ? fmt::format("{}: the game is drawn.", what)
         : outcome == Outcome::win ? fmt::format("{} has won.", what)
                                   : fmt::format("{} has lost.", what);
}

std::vector<std::string> men_sentences(const Variant& v) {
  std::vector<std::string> lines;
  for (const Kind& kind : v.kinds) {
    if (kind.symbol.back() == '~') continue;  // (It moves as it does without.)
    std::string line =
        fmt::format("{} ({}) {}.", capital(kind.name), kind.symbol, steps_in_words(kind.steps));
    if (kind.royal) line += " It may not be left under attack.";
    if (kind.shuns_own_kind) line += " It hops over no man of its kind, and takes none.";
    lines.push_back(std::move(line));
  }
  return lines;
}

// As in shogi: into, within and out of the region.
std::string how_men_promote(const Variant& v) {
  std::string regions;
  const auto whole = v.board.all();
  if (v.promotion_region.white != whole || v.promotion_region.black != whole)
    regions =
        fmt::format(" that begins or ends in the promotion region, for White {}, for Black {}",
                    ranks_words(v.board, v.promotion_region.white),
                    ranks_words(v.board, v.promotion_region.black));
  return fmt::format("They do so with a {}{}.", v.promotion_on_capture ? "capture" : "move",
                     regions);
}

std::vector<std::string> promotion_sentences(const Variant& v) {
  std::vector<std::string> lines;
  for (const Colour side : {Colour::white, Colour::black}) {
    if (v.promotion_pawns[side].empty() || v.promotion_kinds[side].empty()) continue;
    lines.push_back(fmt::format(
        "{}'s {} {} to {} on {}.", colour_name(side), symbols(v, v.promotion_pawns[side]),
        v.mandatory_pawn_promotion ? "promotes" : "may promote",
        symbols(v, v.promotion_kinds[side]), ranks_words(v.board, v.promotion_region[side])));
  }
  for (const Kind& kind : v.kinds) {
    if (kind.promotes_to != no_kind)
      lines.push_back(fmt::format("{} {} to {}.", kind.symbol,
                                  v.mandatory_piece_promotion ? "promotes" : "may promote",
                                  v.kinds[static_cast<std::size_t>(kind.promotes_to)].symbol));
  }
  if (std::ranges::any_of(v.kinds, [](const Kind& k) { return k.promotes_to != no_kind; }))
    lines.push_back(how_men_promote(v));
  if (v.demotion) lines.emplace_back("Promoted men step back in the same way.");
  return lines;
}

// What is special about moves, apart from how men go.
std::vector<std::string> move_sentences(const Variant& v) {
  std::vector<std::string> lines;
  const auto add = [&](bool holds, std::string line) {
    if (holds) lines.push_back(std::move(line));
  };
  add(v.must_capture, "Who can take must take.");
  add(!v.checking, "A move that gives check is not allowed.");
  add(v.flying_general, "The kings may not see each other along a line.");
  add(!v.diagonal_lines.empty(),
      fmt::format("Between {} rooks, cannons, soldiers and men that step along ranks and files go "
                  "diagonally as well.",
                  ranks_words(v.board, v.diagonal_lines)));
  add(!v.mutually_immune.empty(),
      fmt::format("No {} takes a man of its own kind.", symbols(v, v.mutually_immune, "or")));
  add(v.makpong, "A king in check may not go, unless he takes the only man that gives it.");
  add(v.immobility_illegal, "No man may go to where it could never move again.");
  for (const Colour side : {Colour::white, Colour::black}) {
    add(v.pass[side], fmt::format("{} may pass.", colour_name(side)));
    add(v.pass_on_stalemate[side],
        fmt::format("{} passes without other moves.", colour_name(side)));
  }
  add(v.blast, "A capture removes the man that takes, and all men next to it but pawns.");
  add(v.blast && !v.blast_immune.empty(),
      fmt::format("No {} is removed by a capture.", symbols(v, v.blast_immune, "or")));
  return lines;
}

std::vector<std::string> drop_sentences(const Variant& v) {
  const Drops& d = v.drops;
  if (!d.allowed) return {};
  std::vector<std::string> lines{"Instead of a move, a man in hand is dropped on a free square."};
  const auto add = [&](bool holds, std::string line) {
    if (holds) lines.push_back(std::move(line));
  };
  add(d.captures_to_hand, d.keep_promotion
                              ? "What is taken comes into the taker's hand."
                              : "What is taken comes into the taker's hand, and is not promoted.");
  add(d.promoted, "Men may be dropped promoted.");
  for (const Colour side : {Colour::white, Colour::black}) {
    add(d.region[side] != v.board.all(),
        fmt::format("{} drops on {}.", colour_name(side), ranks_words(v.board, d.region[side])));
  }
  const bool has_pawn = v.kind_named("pawn") != no_kind;
  add(has_pawn && !d.pawns_on_first_rank, "Pawns are not dropped on the first rank.");
  add(has_pawn && !d.pawns_in_promotion_region, "Pawns are not dropped where they promote.");
  add(!d.not_doubled.empty(),
      fmt::format("No {} is dropped on a file with {} of them.", symbols(v, d.not_doubled, "or"),
                  d.most_on_file == 1 ? "one" : std::to_string(d.most_on_file)));
  add(!d.checks, "A drop may not give check.");
  add(d.no_pawn_mate && v.kind_named("shogiPawn") != no_kind,
      "A pawn may not be dropped with mate.");
  add(d.bishops_on_both_shades, "The bishops of a side are dropped on squares of both shades.");
  add(d.castling, "A king and a rook that are dropped on their first squares may castle.");
  const bool any = std::ranges::all_of(
      d.order, [&](int kind) { return d.mandatory_kinds.contains(static_cast<Square>(kind)); });
  add(d.mandatory && any, "Who can drop must drop.");
  add(d.mandatory && !any, fmt::format("Who can drop {} must do so before anything else.",
                                       symbols(v, d.mandatory_kinds, "or")));
  return lines;
}

std::vector<std::string> extinction_sentences(const Variant& v) {
  std::vector<std::string> lines;
  const std::string kinds = v.extinction_of_all ? "men" : symbols(v, v.extinction_kinds);
  if (v.pseudo_royal)
    lines.push_back(fmt::format("Who has at most {} {} left may not leave them under attack{}.",
                                v.extinction_count + 1, kinds,
                                v.blast ? ", unless they are next to the other side's" : ""));
  if (v.duple_check)
    lines.push_back(fmt::format("Not all {} may be left under attack at once.", kinds));
  if (!v.extinction || (v.pseudo_royal && !v.blast)) return lines;
  const std::string few =
      v.extinction_count == 0 ? "no" : fmt::format("at most {}", v.extinction_count);
  std::string what = fmt::format("Who has {} {} left", few, kinds);
  if (v.extinction_opponent_count > 0)
    what += fmt::format(", if the other side has at least {},", v.extinction_opponent_count);
  lines.push_back(end_words(what.c_str(), *v.extinction));
  return lines;
}

bool kings_carry_flags(const Variant& v) {
  const auto royal = [&](Square kind) { return kind < v.kinds.size() && v.kinds[kind].royal; };
  const KindSet& white = v.flag_kinds.white;
  return white == v.flag_kinds.black && !white.empty() && std::ranges::all_of(white, royal);
}

std::vector<std::string> flag_sentences(const Variant& v) {
  std::vector<std::string> lines;
  for (const Colour side : {Colour::white, Colour::black}) {
    if (v.flag_region[side].empty()) continue;
    const KindSet all = KindSet::first_squares(most_kinds);
    const std::string men = v.flag_kinds[side] == all ? "a man" : symbols(v, v.flag_kinds[side]);
    const std::string number = v.flag_count > 1 ? fmt::format("{} of ", v.flag_count) : "";
    lines.push_back(fmt::format("{} has won with {}{} on {}{}.", colour_name(side), number, men,
                                ranks_words(v.board, v.flag_region[side]),
                                v.flag_safe ? ", if it is not under attack" : ""));
  }
  if (lines.empty()) return lines;
  if (v.flag_move && kings_carry_flags(v))
    lines.emplace_back(
        "The other side has one more move, and if Black follows White with it, the game is drawn.");
  else if (v.flag_move)
    lines.emplace_back("That is so if they are still there after the other side's reply.");
  if (v.flag_blocked)
    lines.emplace_back("One such man is enough if no square of the region is free.");
  return lines;
}

std::vector<std::string> connection_sentences(const Variant& v) {
  const Connection& c = v.connection;
  std::vector<std::string> ways;
  if (c.row > 0) ways.push_back(fmt::format("{} men in a row", c.row));
  if (c.collinear > 0) ways.push_back(fmt::format("{} men on one line", c.collinear));
  if (c.square > 0) ways.push_back(fmt::format("{} by {} men in a square", c.square, c.square));
  if (!c.from.white.empty() || !c.from.black.empty())
    ways.emplace_back("a chain of men from one side of the board to the other");
  if (ways.empty()) return {};
  std::vector<std::string> lines;
  std::vector<std::string> directions;
  if (c.horizontal) directions.emplace_back("along ranks");
  if (c.vertical) directions.emplace_back("along files");
  if (c.diagonal) directions.emplace_back("diagonally");
  lines.push_back(end_words(fmt::format("Who has {}", listed(ways, "or")).c_str(), c.value));
  if (directions.size() < 3)
    lines.push_back(fmt::format("Such men are counted {}.", listed(directions, "or")));
  return lines;
}

std::vector<std::string> counting_sentences(const Variant& v) {
  std::vector<std::string> lines;
  const bool passes =
      v.pass.white || v.pass.black || v.pass_on_stalemate.white || v.pass_on_stalemate.black;
  const bool counts = v.counting != MaterialCounting::none;
  if (passes)
    lines.emplace_back(counts ? "The second pass in a row ends the game, and men are counted."
                              : "The second pass in a row ends the game, which is drawn.");
  if (v.full_board_ends)
    lines.emplace_back(counts ? "On a full board men are counted."
                              : "On a full board the game is drawn.");
  switch (v.counting) {
    case MaterialCounting::none:
      break;
    case MaterialCounting::white_wins:
      lines.emplace_back("What would be drawn is White's.");
      break;
    case MaterialCounting::black_wins:
      lines.emplace_back("What would be drawn is Black's.");
      break;
    case MaterialCounting::unweighted:
      lines.emplace_back("Where men are counted, who has more has won.");
      break;
    case MaterialCounting::janggi:
      lines.emplace_back(
          "Where men are counted, a rook is 13, a cannon 7, a horse 5, an elephant and an advisor "
          "3, a soldier 2, and moving second one and a half.");
      break;
  }
  return lines;
}

std::vector<std::string> endless_sentences(const Variant& v) {
  if (!v.endless_rule.empty())
    return {"What play that never ends is worth depends on earlier moves."};
  std::vector<std::string> lines;
  if (v.perpetual_check_loses)
    lines.emplace_back("Who from some move on gives check with every move, for ever, loses.");
  const std::string play =
      v.perpetual_check_loses ? "Other play that never ends" : "Play that never ends";
  if (v.endless == Outcome::draw)
    lines.push_back(play + " is a draw.");
  else
    lines.push_back(
        fmt::format("{} is won by {}.", play, colour_name(colour_of(v.endless == Outcome::win))));
  return lines;
}

std::vector<std::string> end_sentences(const Variant& v) {
  std::vector<std::string> lines;
  const bool has_royal = std::ranges::any_of(v.kinds, &Kind::royal) || v.pseudo_royal;
  if (has_royal) lines.push_back(end_words("Who is in check and has no legal move", v.checkmate));
  lines.push_back(end_words(has_royal ? "Who has no legal move otherwise" : "Who has no legal move",
                            v.stalemate));
  if (v.stalemate_by_count && v.stalemate != Outcome::draw)
    lines.emplace_back(
        "That is so for the side with fewer men; for the one with more it is the opposite, and "
        "with as many men it is a draw.");
  if (v.counts_checks)
    lines.push_back(fmt::format("White has won with {} to the king, and Black with {}.",
                                counted(v.checks.white, "check"),
                                counted(v.checks.black, "check")));
  for (const auto& sentences :
       {extinction_sentences(v), flag_sentences(v), connection_sentences(v), counting_sentences(v)})
    lines.insert(lines.end(), sentences.begin(), sentences.end());
  const std::vector<std::string> endless = endless_sentences(v);
  lines.insert(lines.end(), endless.begin(), endless.end());
  return lines;
}

}  // namespace

std::string steps_in_words(const std::vector<Step>& steps) {
  // By family: where it may go quietly, and where it may take.
  std::map<Family, std::pair<std::set<WordDirection>, std::set<WordDirection>>> families;
  for (const Step& s : steps) {
    auto& [quiet, capture] = families[family_of(s)];
    if (s.mode == Step::Mode::quiet) quiet.insert({s.files, s.ranks});
    if (s.mode == Step::Mode::capture) capture.insert({s.files, s.ranks});
  }
  std::vector<std::string> both, quiet, capture;
  for (const auto& [family, directions] : families) {
    const auto& [goes, takes] = directions;
    if (goes == takes && !goes.empty()) {
      both.push_back(family_words(family, goes));
      continue;
    }
    if (!goes.empty()) quiet.push_back(family_words(family, goes));
    if (!takes.empty()) capture.push_back(family_words(family, takes));
  }
  std::vector<std::string> parts;
  if (!both.empty()) parts.push_back("moves " + listed(both, "or"));
  if (!quiet.empty())
    parts.push_back((both.empty() ? "moves " : "without taking it also moves ") +
                    listed(quiet, "or"));
  if (!capture.empty()) parts.push_back("takes " + listed(capture, "or"));
  return parts.empty() ? "never moves" : fmt::format("{}", fmt::join(parts, "; "));
}

RulesInWords rules_in_words(const ParameterTexts& texts) {
  const Variant v = variant_of(texts);
  RulesInWords rules{{"The board",
                      {fmt::format("The board has {} files, a to {}, and {} ranks.", v.board.files,
                                   static_cast<char>('a' + v.board.files - 1), v.board.ranks),
                       fmt::format("The start, as a FEN: {}", v.start)}},
                     {"The men", men_sentences(v)}};
  if (std::vector<std::string> lines = promotion_sentences(v); !lines.empty())
    rules.push_back({"Promotion", std::move(lines)});
  if (std::vector<std::string> lines = move_sentences(v); !lines.empty())
    rules.push_back({"Moves", std::move(lines)});
  if (std::vector<std::string> lines = drop_sentences(v); !lines.empty())
    rules.push_back({"Drops", std::move(lines)});
  rules.push_back({"The end", end_sentences(v)});
  return rules;
}

}  // namespace zermelo::variant
