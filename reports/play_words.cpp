// SPDX-License-Identifier: MIT
#include "reports/play_words.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>

#include "gen/text/grouped.h"
#include "probe/puzzle_page.h"

namespace zermelo::play_words {
namespace {

// " in 11 plies", " by 3"; empty where values do not tell it.
std::string by_how_much(const PlayReport& report, Value value) {
  if (report.metric == Metric::score) return fmt::format(" by {}", value.magnitude());
  if (report.metric != Metric::distance || value.is_endless()) return "";
  return " in " + grouped(static_cast<std::uint64_t>(value.plies()), "ply", "plies");
}

std::string first_moves(const PlayReport& report) {
  if (report.start.is_loss()) return "whatever the first move is";
  const auto keeps = [&](const PlayReport::FirstMove& move) {
    return move.value.outcome() == report.start.outcome();
  };
  return fmt::format(
      "with {} of {}",
      grouped(static_cast<std::uint64_t>(std::ranges::count_if(report.first_moves, keeps))),
      grouped(report.first_moves.size(), "first move", "first moves"));
}

}  // namespace

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }
std::string percent(std::uint64_t part, std::uint64_t whole) {
  return percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string title(const Table& table) {
  const std::string title = table.game().title();
  if (title != table.game().spec().name) return title;
  return std::filesystem::path(table.info().path).filename().string();
}

std::string value(const PlayReport& report) {
  if (report.is_for_one()) {
    if (report.start.is_draw()) return "The puzzle cannot be solved.";
    return fmt::format("The puzzle can be solved in {}, {}.",
                       grouped(static_cast<std::uint64_t>(report.start.plies()), "move", "moves"),
                       first_moves(report));
  }
  if (report.start.is_draw()) return fmt::format("The game is drawn, {}.", first_moves(report));
  const bool first = report.start.is_win();
  return fmt::format("The {} player ({}) wins{}, {}.", first ? "first" : "second",
                     colour_name(first ? report.first : opponent_of(report.first)),
                     by_how_much(report, report.start), first_moves(report));
}

std::string swap(const PlayReport& report) {
  if (!report.swap) return "";
  const std::string& move = report.swap->fairest;
  if (report.swap->second == Outcome::draw)
    return fmt::format("With a swap rule the game is fair: {} draws.", move);
  return fmt::format(
      "A swap rule does not make it fair: no first move draws, so that the second player, who then "
      "chooses the side, wins; {} is the fairest first move ({}).",
      move, to_string(report.swap->value, report.metric));
}

std::string random_play(const PlayReport& report) {
  const Chances& c = report.random;
  if (report.is_for_one()) {
    std::string text =
        fmt::format("By moves at random it is solved in {} of cases, and {} end without a solution",
                    percent(c.first), percent(c.draw));
    if (c.endless >= 1e-9)
      text += fmt::format("; {} go on for ever, or for very long", percent(c.endless));
    if (c.plies) text += fmt::format("; that takes {:.2f} moves", *c.plies);
    return text + ".";
  }
  std::string text = fmt::format(
      "Between players who move at random the first wins {}, the second {}, and {} are drawn",
      percent(c.first), percent(c.second), percent(c.draw));
  if (c.endless >= 1e-9)
    text += fmt::format("; {} go on for ever, or for very long", percent(c.endless));
  if (c.plies) text += fmt::format("; a game takes {:.2f} plies", *c.plies);
  if (c.score) text += fmt::format("; the first player's mean score is {:+.2f}", *c.score);
  return text + ".";
}

std::string size(const PlayReport& report) {
  const PlayReport::Size& size = report.size;
  std::string text = "Play leads to " + grouped(report.all.positions, "position", "positions");
  if (size.folded && *size.folded < report.all.positions)
    text += fmt::format(" ({} if those that symmetries turn into each other are one)",
                        grouped(*size.folded));
  text += fmt::format("; the table holds {} in {}, {:.1f} bits each.", grouped(size.stored),
                      grouped(size.bytes, "byte", "bytes"), size.bits());
  const auto tree = [](const PlayReport::Size::Tree& t) {
    return fmt::format("{:.2f} moves on average, and a tree of 10^{:.1f} games", t.branching,
                       t.log10_leaves);
  };
  if (size.random_tree) text += " Play at random meets " + tree(*size.random_tree) + ".";
  if (size.best_tree) text += " Best play meets " + tree(*size.best_tree) + ".";
  return text;
}

std::string puzzle_task(const KindOfPuzzle& puzzle) { return puzzle.puzzle.diagram.caption + "."; }

std::string puzzle_kind(const KindOfPuzzle& puzzle) {
  PuzzleConditions conditions;
  set_flag(conditions, puzzle.condition);
  return to_text(conditions, puzzle.puzzle.metric);
}

std::string puzzle_key(const KindOfPuzzle& puzzle) {
  std::string keys;
  for (const SolutionNode& key : puzzle.puzzle.solution.keys)
    keys += (keys.empty() ? "" : " or ") + key.move;
  return keys;
}

std::string positions(const PlayReport& report) {
  const PlayReport::Ply& all = report.all;
  if (report.is_for_one()) {
    return fmt::format(
        "Play leads to {} in which the goal is not reached yet, at most {} from the start; {} of "
        "them can be solved.",
        grouped(all.positions, "position", "positions"),
        grouped(report.plies.size() - 1, "move", "moves"), percent(all.first_wins, all.positions));
  }
  return fmt::format(
      "Play leads to {} in which the game goes on, at most {} from the start; of these the first "
      "player wins {}, the second {}, and {} are drawn. (Positions that symmetries turn into each "
      "other are counted apart.)",
      grouped(all.positions, "position", "positions"),
      grouped(report.plies.size() - 1, "ply", "plies"), percent(all.first_wins, all.positions),
      percent(all.second_wins, all.positions), percent(all.draws, all.positions));
}

std::string longest_win(const PlayReport& report) {
  if (report.longest_win == 0) return "";
  if (report.is_for_one()) {
    return fmt::format(
        "God's number is {}: no position takes more moves; the first that does is {}.",
        grouped(static_cast<std::uint64_t>(report.longest_win)), report.longest);
  }
  const Value value = report.metric == Metric::score ? Value::of_score(report.longest_win)
                                                     : Value::win(report.longest_win);
  return fmt::format("The longest win that play leads to: {}, in {}.",
                     to_string(value, report.metric), report.longest);
}

std::string random_lengths(const PlayReport& report) {
  if (!report.random_lengths)
    return "How long random play takes was not counted: it goes on for too long.";
  const std::vector<double>& lengths = *report.random_lengths;
  const auto ply_until = [&](double share) {
    double sum = 0;
    std::size_t ply = 0;
    while (ply + 1 < lengths.size() && sum + lengths[ply] < share) sum += lengths[ply++];
    return ply;
  };
  return fmt::format(
      "Of games at random one in ten has at most {} plies, half of them at most {}, nine in ten at "
      "most {}.",
      ply_until(0.1), ply_until(0.5), ply_until(0.9));
}

std::string settled(const PlayReport& report) {
  if (!report.settled) return "";
  return fmt::format("From ply {} on, a random move keeps the outcome in nine of ten cases.",
                     *report.settled);
}

std::string sample(const PlayReport& report) {
  if (!report.sample) return "";
  const SampledChances& random = report.sample->random;
  const auto interval = [&](double Chances::*member) {
    return fmt::format("{:.1f} to {:.1f} %", 100 * (random.low.*member),
                       100 * (random.high.*member));
  };
  std::string text = fmt::format(
      "These are estimates from {} at random. With 95 % confidence the first player wins {}, the "
      "second {}, and {} are drawn",
      grouped(report.sample->games, "game", "games"), interval(&Chances::first),
      interval(&Chances::second), interval(&Chances::draw));
  if (random.low.score)
    text += fmt::format("; the first player's mean score is {:+.2f} to {:+.2f}", *random.low.score,
                        *random.high.score);
  if (random.low.plies)
    text +=
        fmt::format("; a game takes {:.2f} to {:.2f} plies", *random.low.plies, *random.high.plies);
  return text + ".";
}

std::string left_out(const PlayReport& report) {
  if (report.left_out.empty()) return "";
  return fmt::format("{}: {}.", report.sample ? "A sample does not tell" : "There was no time for",
                     fmt::join(report.left_out, ", "));
}

std::string needless(const std::vector<PlayReport::Use>& uses, std::string_view what) {
  std::string never, idle;
  for (const PlayReport::Use& use : uses) {
    if (use.best > 0) continue;
    std::string& names = use.legal == 0 ? never : idle;
    names += (names.empty() ? "" : ", ") + use.name;
  }
  std::string text;
  if (!never.empty()) text = fmt::format("No move needs this {}: {}.", what, never);
  if (!idle.empty()) {
    text += fmt::format("{}No best move needs this {}: {}.", text.empty() ? "" : " ", what, idle);
  }
  return text;
}

std::string without(const PlayReport::Without& w, const PlayReport& report) {
  const auto in_words = [&](Value value) { return to_string(value, report.metric); };
  if (!w.start) return fmt::format("Without {} the game is over at its start.", w.name);
  std::string text = fmt::format("Without {} the start is worth ", w.name);
  text += *w.start == report.start
              ? fmt::format("the same ({}); ", in_words(report.start))
              : fmt::format("{} instead of {}; ", in_words(*w.start), in_words(report.start));
  const std::string shared = grouped(w.compared, "position", "positions");
  if (w.different == 0) {
    return text + fmt::format(
                      "the values of all {} to which play leads in both games are the "
                      "same. Nobody needs it.",
                      shared);
  }
  return text + fmt::format(
                    "of {} to which play leads in both games {} {} another value, {} of them "
                    "another outcome. The first is {}, ply {}: {} instead of {}.",
                    shared, grouped(w.different), w.different == 1 ? "has" : "have",
                    grouped(w.other_outcome), w.first, w.first_ply, in_words(w.first_without),
                    in_words(w.first_value));
}

}  // namespace zermelo::play_words
