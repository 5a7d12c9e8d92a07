// SPDX-License-Identifier: MIT
#include "json/play_document.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "json/text_table.h"

namespace zermelo {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string percent(double share) { return fmt::format("{:.1f} %", 100 * share); }

std::string player(bool first) { return first ? "the first player" : "the second player"; }
std::string capitalised(std::string text) {
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text;
}

class PlayDocument {
 public:
  PlayDocument(const PlayReport& report, const Table& table) : r_(report), table_(table) {}

  Document make() {
    doc_.heading(1, "Report: " + table_.game().title());
    summary();
    first_moves();
    chances_of_players();
    lengths();
    choice();
    traps();
    squares();
    return std::move(doc_);
  }

 private:
  void summary() {
    doc_.paragraph(value_sentence() + swap_sentence());
    doc_.paragraph(random_sentence());
    const PlayReport::Ply& all = r_.all;
    doc_.paragraph(fmt::format(
        "Play leads to {} in which the game goes on, at most {} from the start; of these the first "
        "player wins {}, the second {}, and {} are drawn. (Positions that symmetries turn into "
        "each "
        "other are counted apart.)",
        counted(all.positions, "position", "positions"),
        counted(r_.plies.size() - 1, "ply", "plies"), percent_text(all.first_wins, all.positions),
        percent_text(all.second_wins, all.positions), percent_text(all.draws, all.positions)));
  }

  std::string value_sentence() const {
    const auto keeping =
        static_cast<std::uint64_t>(std::ranges::count_if(r_.first_moves, [&](const auto& move) {
          return move.value.outcome() == r_.start.outcome();
        }));
    const std::string moves =
        r_.start.is_loss()
            ? std::string("whatever the first move is")
            : fmt::format("with {} of {}", grouped(keeping),
                          counted(r_.first_moves.size(), "first move", "first moves"));
    if (r_.start.is_draw()) return fmt::format("The game is drawn, {}.", moves);
    return fmt::format("{} ({}) wins{}, {}.", capitalised(player(r_.start.is_win())),
                       colour_name(r_.start.is_win() ? r_.first : opponent_of(r_.first)),
                       by_how_much(r_.start), moves);
  }

  std::string by_how_much(Value value) const {
    if (r_.metric == Metric::outcome || value.is_endless()) return "";
    if (r_.metric == Metric::score) return fmt::format(" by {}", value.magnitude());
    if (r_.metric == Metric::distance)
      return " in " + counted(static_cast<std::uint64_t>(value.plies()), "ply", "plies");
    return "";
  }

  std::string swap_sentence() const {
    if (!r_.swap) return "";
    const std::string& move = r_.swap->fairest;
    if (r_.swap->second == Outcome::draw)
      return fmt::format(" With a swap rule the game is fair: {} draws.", move);
    return fmt::format(
        " A swap rule does not make it fair: no first move draws, so that the second player, who "
        "then chooses the side, wins; {} is the fairest first move ({}).",
        move, table_.text(r_.swap->value));
  }

  std::string random_sentence() const {
    const Chances& c = r_.random;
    std::string text = fmt::format(
        "Between players who move at random the first wins {}, the second {}, and {} are drawn",
        percent(c.first), percent(c.second), percent(c.draw));
    if (c.endless >= 1e-9)
      text += fmt::format("; {} go on for ever, or for very long", percent(c.endless));
    if (c.plies) text += fmt::format("; a game takes {:.2f} plies", *c.plies);
    return text + ".";
  }

  void first_moves() {
    doc_.heading(2, "First moves");
    Rows rows = {{"move", "value"}};
    for (const auto& move : r_.first_moves) rows.push_back({move.move, table_.text(move.value)});
    doc_.table("ll", std::move(rows));
  }

  static std::vector<std::string> chance_row(std::string name, const Chances& c) {
    return {std::move(name),   percent(c.first),   percent(c.draw),
            percent(c.second), percent(c.endless), c.plies ? fmt::format("{:.2f}", *c.plies) : ""};
  }

  void chances_of_players() {
    doc_.heading(2, "Players who err");
    doc_.paragraph(
        "Each plays a best move (any of several, all as likely), but with the chance given, a "
        "legal "
        "move at random. (What goes on does so for ever, or for very many plies.)");
    Rows rows = {{"chance", "first wins", "draw", "second wins", "goes on", "plies"}};
    for (const auto& errors : r_.errors) {
      rows.push_back(chance_row(
          fmt::format("{}/{}", std::lround(errors.rate * static_cast<double>(r_.errors.size() - 1)),
                      r_.errors.size() - 1),
          errors.chances));
    }
    rows.push_back(chance_row("first perfect, second random", r_.perfect_first));
    rows.push_back(chance_row("first random, second perfect", r_.perfect_second));
    doc_.table("lrrrrr", std::move(rows));
  }

  void lengths() {
    doc_.heading(2, "Length");
    if (r_.longest_win > 0) {
      doc_.paragraph(fmt::format("The longest win that play leads to: {}, in {}.",
                                 table_.text(Value::win(r_.longest_win)), r_.longest));
    }
    if (!r_.random_lengths) {
      doc_.paragraph("How long random play takes was not counted: it goes on for too long.");
      return;
    }
    const auto ply_until = [&](double share) {
      double sum = 0;
      std::size_t ply = 0;
      while (ply + 1 < r_.random_lengths->size() && sum + (*r_.random_lengths)[ply] < share)
        sum += (*r_.random_lengths)[ply++];
      return ply;
    };
    doc_.paragraph(fmt::format(
        "Of games at random one in ten has at most {} plies, half of them at most {}, nine in ten "
        "at most {}.",
        ply_until(0.1), ply_until(0.5), ply_until(0.9)));
  }

  static std::vector<std::string> ply_row(std::string name, const PlayReport::Ply& p) {
    const auto mean = [&](std::uint64_t sum) {
      return fmt::format("{:.2f}", p.mean(static_cast<double>(sum)));
    };
    const auto share = [&](std::uint64_t part) { return percent_text(part, p.positions); };
    return {std::move(name), grouped(p.positions), share(p.first_wins),
            share(p.draws),  share(p.second_wins), mean(p.legal),
            mean(p.keeping), mean(p.best),         share(p.only_moves),
            share(p.forced), share(p.traps),       percent(p.mean(p.keeps))};
  }

  void choice() {
    doc_.heading(2, "By ply");
    doc_.paragraph(
        "Positions by their distance from the start; the moves that are legal, that keep the "
        "outcome, and that are best, on average; how many positions have one move that keeps the "
        "outcome among several, a single legal move, a trap (not lost, and at most a quarter of "
        "the "
        "moves keep the outcome); and how often a random move keeps the outcome.");
    Rows rows = {{"ply", "positions", "first wins", "drawn", "second wins", "legal", "keeping",
                  "best", "only move", "forced", "traps", "random keeps"}};
    for (std::size_t ply = 0; ply < r_.plies.size(); ++ply)
      rows.push_back(ply_row(std::to_string(ply), r_.plies[ply]));
    rows.push_back(ply_row("all", r_.all));
    doc_.table("rrrrrrrrrrrr", std::move(rows));
    if (r_.settled) {
      doc_.paragraph(fmt::format(
          "From ply {} on, a random move keeps the outcome in nine of ten cases.", *r_.settled));
    }
  }

  void traps() {
    if (r_.worst_traps.empty()) return;
    doc_.heading(2, "The worst traps");
    Rows rows = {{"ply", "moves", "of them good", "value", "position"}};
    for (const auto& trap : r_.worst_traps) {
      rows.push_back({std::to_string(trap.ply), std::to_string(trap.legal),
                      std::to_string(trap.keeping), table_.text(trap.value), trap.position});
    }
    doc_.table("rrrll", std::move(rows));
  }

  void squares() {
    const auto most = std::ranges::max_element(r_.squares);
    if (most == r_.squares.end() || *most == 0) return;
    doc_.heading(2, "Squares of best moves");
    doc_.paragraph("In how many of a hundred positions some best move goes to each square:");
    std::string board;
    for (int row = r_.rows - 1; row >= 0; --row) {
      for (int column = 0; column < r_.columns; ++column) {
        const auto square = static_cast<std::size_t>(row * r_.columns + column);
        board += fmt::format("{:6.1f}", 100.0 * static_cast<double>(r_.squares[square]) /
                                            static_cast<double>(r_.all.positions));
      }
      board += '\n';
    }
    doc_.verbatim(board);
  }

  const PlayReport& r_;
  const Table& table_;
  Document doc_;
};

}  // namespace

Document document_of(const PlayReport& report, const Table& table) {
  return PlayDocument(report, table).make();
}

}  // namespace zermelo
