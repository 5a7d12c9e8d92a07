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
#include "gen/variant/ini.h"

namespace zermelo::variant {
namespace {

using Direction = std::pair<int, int>;  // files to the right, ranks forward

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

std::string straight_words(const std::set<Direction>& directions) {
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
std::string oblique_words(const std::set<Direction>& directions, std::size_t all) {
  if (directions.size() == all) return "in all directions";
  const auto count = [&](auto holds) { return std::ranges::count_if(directions, holds); };
  const auto forward = count([](const Direction& d) { return d.second > 0; });
  const auto of_all = static_cast<std::ptrdiff_t>(directions.size());
  if (2 * directions.size() == all && forward == of_all) return "forward";
  if (2 * directions.size() == all && forward == 0) return "backward";
  std::vector<std::string> words;
  for (const auto& [files, ranks] : directions)
    words.push_back(fmt::format("{} {} and {} {}", std::abs(ranks), ranks > 0 ? "ahead" : "back",
                                std::abs(files), files > 0 ? "right" : "left"));
  return listed(words, "or");
}

std::string family_words(const Family& f, const std::set<Direction>& unscaled) {
  std::set<Direction> directions;
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

std::string symbols(const Variant& v, const KindSet& kinds) {
  std::vector<std::string> all;
  for (const Square kind : kinds) all.push_back(v.kinds[kind].symbol);
  return listed(all);
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
    std::string line =
        fmt::format("{} ({}) {}.", capital(kind.name), kind.symbol, steps_in_words(kind.steps));
    if (kind.royal) line += " It may not be left under attack.";
    lines.push_back(std::move(line));
  }
  return lines;
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
      lines.push_back(fmt::format("{} promotes to {} in the promotion region.", kind.symbol,
                                  v.kinds[static_cast<std::size_t>(kind.promotes_to)].symbol));
  }
  return lines;
}

std::vector<std::string> end_sentences(const Variant& v) {
  std::vector<std::string> lines;
  const bool has_royal = std::ranges::any_of(v.kinds, &Kind::royal);
  if (has_royal) lines.push_back(end_words("Who is in check and has no legal move", v.checkmate));
  lines.push_back(
      v.stalemate_by_count
          ? "Who has no legal move otherwise has lost if the other side has more men."
          : end_words(has_royal ? "Who has no legal move otherwise" : "Who has no legal move",
                      v.stalemate));
  if (v.extinction) {
    lines.push_back(end_words(
        fmt::format("Who has {} {} left",
                    v.extinction_count == 0 ? "no" : fmt::format("at most {}", v.extinction_count),
                    v.extinction_of_all ? "men" : symbols(v, v.extinction_kinds))
            .c_str(),
        *v.extinction));
  }
  for (const Colour side : {Colour::white, Colour::black}) {
    if (v.flag_region[side].empty()) continue;
    lines.push_back(fmt::format("{} has won with {} on {}.", colour_name(side),
                                symbols(v, v.flag_kinds[side]),
                                ranks_words(v.board, v.flag_region[side])));
  }
  if (v.flying_general) lines.emplace_back("The kings may not see each other along a line.");
  if (v.must_capture) lines.emplace_back("Who can take must take.");
  if (!v.checking) lines.emplace_back("A move that gives check is not allowed.");
  lines.emplace_back("Play that never ends is a draw.");
  return lines;
}

}  // namespace

std::string steps_in_words(const std::vector<Step>& steps) {
  // By family: where it may go quietly, and where it may take.
  std::map<Family, std::pair<std::set<Direction>, std::set<Direction>>> families;
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
  rules.push_back({"The end", end_sentences(v)});
  return rules;
}

}  // namespace zermelo::variant
